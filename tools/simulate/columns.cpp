#include "tools/simulate/columns.h"

#include <utility>

#include "scenes/loader/text/number_text.h"

namespace drawbar::tools {

Result<Columns> Columns::parse(std::string_view list, const physics::WorldConfig& config,
                               ValueSource source) {
  auto chosen = scenes::select_quantities(list, config, source, "--columns");
  if (!chosen) return tl::unexpected(chosen.error());
  return Columns(std::move(*chosen));
}

std::string Columns::describe_items() {
  return scenes::describe_selection_items();
}

std::string Columns::header() const {
  std::string header = "time";
  for (const scenes::Quantity& column : columns_) header += "," + column.name;
  return header + "\n";
}

void Columns::append_row(std::string& out, const physics::FrameState& state, double time) const {
  scenes::append_number(out, time);
  for (const scenes::Quantity& column : columns_) {
    out += ',';
    scenes::append_number(out, column.value(state));
  }
  out += '\n';
}

}  // namespace drawbar::tools
