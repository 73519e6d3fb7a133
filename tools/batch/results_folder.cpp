#include "tools/batch/results_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "tools/batch/content_key.h"

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeyDigits = 32;

/// The keys of the products' contents, one after the other; nothing where one cannot be read.
std::optional<std::string> contents_of(const std::vector<std::string>& products) {
  std::string keys;
  for (const std::string& product : products) {
    ContentKey key;
    if (!key.add_file(product)) return {};
    keys += key.text();
  }
  return keys;
}

}  // namespace

Result<ResultsFolder> ResultsFolder::open(const std::string& path) {
  std::error_code failed;
  fs::create_directories(fs::path(path) / "parts", failed);
  if (failed) {
    return fail(ErrorKind::environment,
                path + ": cannot be made the folder of the results: " + failed.message());
  }
  return ResultsFolder(path);
}

std::optional<Outcome> ResultsFolder::find(const std::string& key,
                                           const std::vector<std::string>& products) const {
  std::ifstream file(part(key), std::ios::binary);
  if (!file) return {};
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::size_t digits = kKeyDigits * products.size();
  if (bytes.size() < digits) return {};
  auto outcome = unpacked(std::string_view(bytes).substr(digits));
  if (!outcome || outcome->status != BatchStatus::good || products.empty()) return outcome;
  if (contents_of(products) != bytes.substr(0, digits)) return {};
  return outcome;
}

Result<void> ResultsFolder::keep(const std::string& key, const Outcome& outcome,
                                 const std::vector<std::string>& products) const {
  std::string contents(kKeyDigits * products.size(), '0');
  if (outcome.status == BatchStatus::good) {
    auto written = contents_of(products);
    if (!written) return fail(ErrorKind::environment, "what was written cannot be read again");
    contents = std::move(*written);
  }
  return replace_file(part(key), [&](OutputFile& file) {
    file.write(contents);
    file.write(packed(outcome));
  });
}

}  // namespace drawbar::tools
