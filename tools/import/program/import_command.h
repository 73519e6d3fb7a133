// drawbar import FILE: a scene of a model in a foreign format.
#pragma once

#include <CLI/App.hpp>

namespace drawbar::tools {

/// What the command does, as `drawbar --help` says it.
inline constexpr const char* kImportDoes =
    "A scene of a URDF, SDFormat, MJCF or glTF file; warns of everything that it changes or leaves out";
/// The name of the program that does it.
inline constexpr const char* kImportProgram = "drawbar-import";

/// The command with its options; when it is chosen it runs and sets `status` to the exit code.
void add_import(CLI::App& app, int& status);

}  // namespace drawbar::tools
