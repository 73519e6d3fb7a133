// Names the bytes that embed_directory.cmake put into the program with .incbin.
#include "server/web/embedded_files.h"

#include <algorithm>
#include <array>

// Declares the symbols of the contents and defines `kTable`, a std::array<EmbeddedFile, N> in order of path.
#include "embedded_files_table.inc"

namespace drawbar::server {

std::span<const EmbeddedFile> embedded_files() {
  return kTable;
}

const EmbeddedFile* find_embedded_file(std::string_view path) {
  if (path == "/") path = "/index.html";
  const auto file =
      std::find_if(kTable.begin(), kTable.end(), [&](const EmbeddedFile& f) { return f.path == path; });
  return file == kTable.end() ? nullptr : &*file;
}

}  // namespace drawbar::server
