// drawbar records --records FILE: what a course has left: attempts as a table or for other programs; a
// trainee's erased; a copy.
#include <fmt/core.h>

#include <memory>
#include <string>

#include "scenes/course/course_records.h"
#include "tools/command/attempts_table.h"
#include "tools/command/command.h"
#include "tools/text/cells.h"

namespace drawbar::tools {
namespace {

struct RecordsOptions {
  std::string file;
  scenes::AttemptFilter filter;
  bool json = false;
  bool csv = false;
  bool xapi = false;
  std::string erase;
  std::string backup;
};

Result<void> list(const RecordsOptions& options) {
  const auto records = scenes::CourseRecords::open_to_read(options.file);
  if (!records) return tl::unexpected(records.error());
  if (!options.backup.empty()) return records->back_up(options.backup);
  const auto rows = records->attempts(options.filter);
  if (!rows) return tl::unexpected(rows.error());
  if (options.json) {
    fmt::print("{}\n", scenes::rows_as_json(*rows));
  } else if (options.csv) {
    fmt::print("{}", scenes::rows_as_csv(*rows));
  } else if (options.xapi) {
    fmt::print("{}\n", scenes::rows_as_xapi(*rows));
  } else {
    print_attempts(*rows);
  }
  return {};
}

Result<void> erase(const RecordsOptions& options) {
  // Which must be there: a wrong name must not make a file.
  if (const auto there = scenes::CourseRecords::open_to_read(options.file); !there)
    return tl::unexpected(there.error());
  auto records = scenes::CourseRecords::open(options.file);
  if (!records) return tl::unexpected(records.error());
  const auto erased = records->erase_trainee(options.erase);
  if (!erased) return tl::unexpected(erased.error());
  fmt::print("{} attempts of {} erased\n", *erased, clean(options.erase));
  return {};
}

}  // namespace

void add_records(CLI::App& app, int& status) {
  CLI::App& command =
      *app.add_subcommand("records", "Attempts at exercises, from the course records of drawbard");
  const auto options = std::make_shared<RecordsOptions>();
  // An empty one would be none: all attempts of everybody.
  const CLI::Validator something(
      [](const std::string& text) {
        return text.empty() ? std::string("is empty; allowed: a name") : std::string();
      },
      "");
  command.add_option("--records", options->file, "The course records, as drawbard --records made them")
      ->required();
  command.add_option("--trainee", options->filter.trainee, "Only of this trainee")->check(something);
  command.add_option("--exercise", options->filter.exercise, "Only at this exercise")->check(something);
  CLI::Option* json = command.add_flag("--json", options->json, "As JSON, with the whole scores");
  CLI::Option* csv = command.add_flag("--csv", options->csv, "As CSV");
  CLI::Option* xapi = command.add_flag("--xapi", options->xapi, "As statements of the Experience API 1.0.3");
  CLI::Option* erase_option =
      command.add_option("--erase", options->erase, "Erases every attempt of this trainee, for good")
          ->check(something);
  CLI::Option* backup =
      command.add_option("--backup", options->backup, "Writes a copy into this new file")->check(something);
  for (CLI::Option* one : {json, csv, xapi, erase_option, backup}) {
    for (CLI::Option* other : {json, csv, xapi, erase_option, backup}) {
      if (one != other) one->excludes(other);
    }
  }
  command.callback([options, &status] {
    const Result<void> done = options->erase.empty() ? list(*options) : erase(*options);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
