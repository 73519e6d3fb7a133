// The files of the web page as they are built into the program.
#pragma once

#include <span>
#include <string_view>

namespace drawbar::server {

/// One file of the page; everything it views lives as long as the program.
struct EmbeddedFile {
  std::string_view path;          ///< absolute path of the URL, e.g. "/assets/page.js"
  std::string_view content_type;  ///< value of the HTTP header, e.g. "text/html; charset=utf-8"
  std::string_view content;       ///< the bytes to send
  std::string_view hash;          ///< of the content: 32 hexadecimal digits
  std::string_view brotli;        ///< the same compressed; empty: it was not worth it
  std::string_view gzip;          ///< likewise
};

/// All files, in order of path. Built with DRAWBAR_PAGE=OFF it is one "/index.html" that says so.
std::span<const EmbeddedFile> embedded_files();

/// The file that answers a request for `path` (without query); "/" means "/index.html". nullptr: there is
/// none.
const EmbeddedFile* find_embedded_file(std::string_view path);

}  // namespace drawbar::server
