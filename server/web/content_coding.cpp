// Reads Accept-Encoding and chooses.
#include "server/web/content_coding.h"

#include <algorithm>
#include <cctype>

namespace drawbar::server {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// "q=0", "q=0.0" and the like: not acceptable.
bool is_zero_weight(std::string_view parameter) {
  parameter = trimmed(parameter);
  if (parameter.size() < 3 || !same_word(parameter.substr(0, 2), "q=")) return false;
  return parameter.substr(2).find_first_not_of("0.") == std::string_view::npos;
}

bool accepts(std::string_view header, std::string_view coding) {
  while (!header.empty()) {
    const std::size_t comma = header.find(',');
    const std::string_view item = header.substr(0, comma);
    header = comma == std::string_view::npos ? std::string_view() : header.substr(comma + 1);
    const std::size_t semicolon = item.find(';');
    if (!same_word(trimmed(item.substr(0, semicolon)), coding)) continue;
    return semicolon == std::string_view::npos || !is_zero_weight(item.substr(semicolon + 1));
  }
  return false;
}

}  // namespace

CodedFile coded_file(const EmbeddedFile& file, std::string_view accept_encoding) {
  const std::string hash(file.hash);
  if (!file.brotli.empty() && accepts(accept_encoding, "br"))
    return {"br", file.brotli, '"' + hash + "-br\""};
  if (!file.gzip.empty() && accepts(accept_encoding, "gzip"))
    return {"gzip", file.gzip, '"' + hash + "-gz\""};
  return {{}, file.content, '"' + hash + '"'};
}

}  // namespace drawbar::server
