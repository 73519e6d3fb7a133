// What became of one input of a batch, and how that travels from its process to the table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/result.h"

namespace drawbar::tools {

/// Stands for the input's name in an outcome's text: a result is found again under another name.
inline constexpr std::string_view kInputName = "\x1f";

/// What one input came to. A crash is the end of its process by a signal.
enum class BatchStatus : unsigned char { good, wrong, usage, environment, crashed, missing };

std::string_view name_of(BatchStatus status);

struct Cell {
  std::string column;
  std::string value;     ///< as CSV and JSON write it, without quotes
  bool is_text = false;  ///< whether JSON puts it in quotes
};

Cell text_cell(std::string column, std::string_view value);
Cell number_cell(std::string column, double value);
Cell truth_cell(std::string column, bool value);

struct Row {
  std::vector<Cell> cells;
  /// The members of its JSON line behind the input's name; empty: the cells.
  std::string members;
};

struct Outcome {
  BatchStatus status = BatchStatus::good;
  std::string error;      ///< with kInputName for the input, as
  std::string text;       ///< what is printed of it
  std::vector<Row> rows;  ///< none of an input that is not good
  std::string notes;      ///< warnings
  bool found = false;     ///< it was kept, not computed
};

/// `text` with the input's name where kInputName stands.
std::string named(std::string_view text, std::string_view input);

/// The outcome of an input whose computation failed. Where lines of the error begin with the input's name,
/// they have kInputName in its place.
Outcome failed_outcome(const Error& error, std::string_view input);

/// Whether computing it again would give the same: not so of crashes and of what the environment refused.
bool is_final(BatchStatus status);

/// The outcome as bytes that notice their own damage.
std::string packed(const Outcome& outcome);
/// Nothing for bytes that packed() did not write, or that are not whole.
std::optional<Outcome> unpacked(std::string_view bytes);

}  // namespace drawbar::tools
