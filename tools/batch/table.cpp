#include "tools/batch/table.h"

#include <algorithm>

#include "tools/text/cells.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

constexpr std::size_t kFixedColumns = 3;  // input, status, error

/// An error on one line; the input has a column of its own, what stands behind its name is the line in it.
std::string cell_of_error(std::string_view error) {
  std::string out;
  for (std::size_t i = 0; i < error.size(); ++i) {
    if (error[i] != kInputName.front()) {
      out += error[i];
    } else if (error.substr(i + 1).starts_with(": ")) {
      i += 2;
    } else if (error.substr(i + 1).starts_with(":")) {
      out += "line ";
      ++i;
    }
  }
  return out;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool gap = c == '\n' || c == ' ';
    if (!gap) out += c;
    if (gap && !out.ends_with(' ')) out += ' ';
  }
  return out;
}

std::string csv_cell(std::string_view text) {
  const std::string plain = clean(on_one_line(text));
  if (plain.find_first_of(",\"") == std::string::npos) return plain;
  std::string out = "\"";
  for (const char c : plain) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string members_of(const std::vector<Cell>& cells) {
  std::string members;
  for (const Cell& cell : cells) {
    members += (members.empty() ? "" : ", ") + json_string(cell.column) + ": " +
               (cell.is_text ? json_string(cell.value) : cell.value);
  }
  return members;
}

}  // namespace

std::string json_lines(std::string_view column, std::string_view input, const Outcome& outcome) {
  const std::string head = "{" + json_string(column) + ": " + json_string(input) + ", ";
  if (outcome.status != BatchStatus::good) {
    return head + "\"status\": " + json_string(name_of(outcome.status)) +
           ", \"error\": " + json_string(on_one_line(cell_of_error(outcome.error))) + "}\n";
  }
  std::string lines;
  for (const Row& row : outcome.rows) {
    const std::string members = row.members.empty() ? members_of(row.cells) : row.members;
    lines += head + members + "}\n";
  }
  return lines;
}

CsvColumns::CsvColumns(std::string_view column) : names_{std::string(column), "status", "error"} {}

void CsvColumns::show(const Outcome& outcome) {
  for (const Row& row : outcome.rows) {
    for (const Cell& cell : row.cells) {
      if (std::ranges::find(names_.begin() + kFixedColumns, names_.end(), cell.column) == names_.end())
        names_.push_back(cell.column);
    }
  }
}

std::string CsvColumns::header() const {
  std::string out;
  for (const std::string& name : names_) out += (out.empty() ? "" : ",") + csv_cell(name);
  return out + '\n';
}

std::string CsvColumns::lines(std::string_view input, const Outcome& outcome) const {
  const std::string head = csv_cell(input) + ',' + std::string(name_of(outcome.status)) + ',';
  if (outcome.rows.empty())
    return head + csv_cell(cell_of_error(outcome.error)) + std::string(names_.size() - kFixedColumns, ',') +
           '\n';
  std::string out;
  for (const Row& row : outcome.rows) {
    out += head;
    for (std::size_t i = kFixedColumns; i < names_.size(); ++i) {
      const auto cell = std::ranges::find(row.cells, names_[i], &Cell::column);
      out += ',';
      if (cell != row.cells.end()) out += csv_cell(cell->value);
    }
    out += '\n';
  }
  return out;
}

}  // namespace drawbar::tools
