// drawbar study STUDY.json: a scene with other values, many times over, as one table with plots.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "tools/batch/results_folder.h"
#include "tools/command/command.h"
#include "tools/study/scatter_plot.h"
#include "tools/study/study_work.h"
#include "tools/text/cells.h"

namespace drawbar::tools {
namespace {

namespace fs = std::filesystem;

/// A name as part of a file's name.
std::string file_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    out += plain ? c : '_';
  }
  return out;
}

/// One drawing for each criterion, in the folder's plots/.
Result<void> draw_plots(const LoadedStudy& study, const StudyFigures& figures, const std::string& results) {
  std::error_code failed;  // seen by who writes the files
  fs::create_directories(fs::path(results) / "plots", failed);
  std::vector<ScatterPanel> panels;
  for (std::size_t p = 0; p < figures.parameters.size(); ++p)
    panels.push_back({figures.parameters[p], figures.values[p]});
  for (std::size_t c = 0; c < figures.criteria.size(); ++c) {
    const std::string& unit = figures.units[c];
    const std::string name = unit.empty() ? figures.criteria[c] : figures.criteria[c] + " (" + unit + ")";
    const std::string title =
        fmt::format("{}: {}, {} variants", study.text.name, name, study.variants.size());
    const std::string file =
        fmt::format("{}/plots/{:02}_{}.svg", results, c + 1, file_name(figures.criteria[c]));
    const auto written = replace_file(file, [&](OutputFile& out) {
      out.write(scatter_svg(title, name, figures.values[panels.size() + c], panels));
    });
    if (!written) return written;
  }
  return {};
}

/// Least, middle and largest of every criterion, with the variants that have them.
void print_summary(const StudyFigures& figures) {
  for (std::size_t c = 0; c < figures.criteria.size(); ++c) {
    const std::vector<double>& values = figures.values[figures.parameters.size() + c];
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i])) order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    if (order.empty()) {
      fmt::print("  {:<24} no variant has a figure\n", clean(figures.criteria[c]));
      continue;
    }
    const std::size_t middle = order[order.size() / 2];
    fmt::print("  {:<24} least {:.6g} (variant {}), middle {:.6g}, largest {:.6g} (variant {}){}\n",
               clean(figures.criteria[c]), values[order.front()], order.front() + 1, values[middle],
               values[order.back()], order.back() + 1,
               figures.units[c].empty() ? "" : " " + figures.units[c]);
  }
}

Result<int> run_study(const BatchOptions& options) {
  if (options.results.empty())
    return fail(ErrorKind::usage, "study without --results; allowed: with a folder for its table and plots");
  const auto study = load_study_file(options.inputs.front());
  if (!study) return tl::unexpected(study.error());
  for (const std::string& warning : study->warnings) std::cerr << warning << '\n';
  StudyWork work(*study);
  const int code = run_batch(work, work.variant_names(), options);
  if (!takes_all(options) || code == exit_code(ErrorKind::usage)) return code;
  if (auto drawn = draw_plots(*study, work.figures(), options.results); !drawn)
    return tl::unexpected(drawn.error());
  if (!options.json) {
    fmt::print("{}: {} variants of {}; table and plots in {}\n", clean(study->text.name),
               study->variants.size(), clean(study->text.scene), options.results);
    print_summary(work.figures());
  }
  return code;
}

}  // namespace

void add_study(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "study", "Simulate a scene with many values of its parameters: one table of figures, and plots");
  const auto options = std::make_shared<BatchOptions>();
  command.add_option("STUDY", options->inputs, "Study file (.json)")->required()->expected(1);
  command.add_flag("--json", options->json, "One JSON object a line for each variant");
  add_batch_options(command, *options);
  command.callback([options, &status] {
    const auto done = run_study(*options);
    status = done ? *done : report(done.error());
  });
}

}  // namespace drawbar::tools
