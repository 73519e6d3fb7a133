// Texts of addresses (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace drawbar::scenes {

/// %XX become the bytes that they stand for; what is not that stays.
std::string percent_decoded(std::string_view text);

}  // namespace drawbar::scenes
