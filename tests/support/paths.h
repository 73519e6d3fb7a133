// Where the checkout and the built programs lie. Only paths.cpp is compiled with these places: every other
// object file is the same in every checkout, so that a compiler cache finds it again.
#pragma once

#include <filesystem>
#include <string>

namespace drawbar::tests {

/// The top folder of the checkout.
std::filesystem::path source_folder();

/// A program of the build that this one belongs to: `program("drawbard")`.
std::filesystem::path program(const std::string& name);

}  // namespace drawbar::tests
