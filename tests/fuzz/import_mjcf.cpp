// Any bytes as MJCF, through MuJoCo's compiler.
#include "tests/fuzz/import_input.h"

using namespace drawbar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::import_xml(data, size,
                   [](import::XmlFile& file, import::FilesBeside& files, import::Warnings& warnings) {
                     return import::read_mjcf(file, files, warnings);
                   });
  return 0;
}
