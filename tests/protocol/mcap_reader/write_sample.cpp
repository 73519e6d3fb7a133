// Writes a sample recording for readers that are not ours: write_sample FILE plain|zstd FRAMES [cut]
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/protocol/sample_session.h"

int main(int argc, char** argv) {
  using namespace drawbar::protocol;
  if (argc < 4) {
    return 2;
  }
  auto sink = create_file(argv[1], true);
  if (!sink) {
    std::fprintf(stderr, "%s\n", sink.error().text.c_str());
    return 3;
  }
  record_sample_session(std::move(*sink), std::strtoull(argv[3], nullptr, 10), argc < 5,
                        std::string_view(argv[2]) == "zstd");
  return 0;
}
