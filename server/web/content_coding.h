// In which form a file of the page goes out: as it is, or compressed as the browser takes it (RFC
// 9110, 12.5.3).
#pragma once

#include <string>
#include <string_view>

#include "server/web/embedded_files.h"

namespace drawbar::server {

struct CodedFile {
  std::string_view coding;   ///< value of Content-Encoding; empty: the bytes are the file's
  std::string_view content;  ///< the bytes to send
  std::string etag;          ///< in the quotes that HTTP wants; another for every form
};

/// `accept_encoding`: value of the request's header. Of what it allows brotli goes before gzip before the
/// file itself.
CodedFile coded_file(const EmbeddedFile& file, std::string_view accept_encoding);

}  // namespace drawbar::server
