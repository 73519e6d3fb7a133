// drawbar report RECORDING...: the after-action review of an exercise as one HTML file.
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tools/assessment/report_html.h"
#include "tools/batch/inputs.h"
#include "tools/batch/runner.h"
#include "tools/command/command.h"
#include "tools/text/cells.h"
#include "tools/text/distinct_files.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

struct ReportOptions {
  BatchOptions batch;
  std::string output;
  std::string json;
  std::string reference;
};

Result<void> write_file(const std::string& path, const std::string& text) {
  auto file = OutputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  file->write(text);
  return file->close();
}

/// The recording to compare with, where there is one.
Result<std::optional<RecordingReview>> compared_recording(const ReportOptions& options) {
  if (options.reference.empty()) return std::nullopt;
  auto review = review_recording(options.reference);
  if (!review) return tl::unexpected(review.error());
  return std::move(*review);
}

/// A reference in which nothing can be compared is a mistake.
Result<void> check_reference(const RecordingReview& review, const RecordingReview* reference) {
  if (reference == nullptr) return {};
  std::string wanted;
  for (const AttemptReview& attempt : review.attempts) {
    const std::string& exercise = attempt.score.attempt.exercise;
    if (attempt_at(*reference, exercise) != nullptr) return {};
    if (wanted.find(exercise) == std::string::npos) wanted += (wanted.empty() ? "" : ", ") + exercise;
  }
  return fail(ErrorKind::wrong, "--reference " + reference->recording + ": holds no attempt at " + wanted +
                                    "; its last one is at " +
                                    reference->attempts.back().score.attempt.exercise);
}

/// `json`: empty for none.
Result<void> write_report(const RecordingReview& review, const RecordingReview* reference,
                          const std::string& output, const std::string& json) {
  auto written = check_reference(review, reference);
  if (written) written = write_file(output, report_html(review, reference));
  if (written && !json.empty()) written = write_file(json, report_json(review, reference));
  return written;
}

/// For people.
std::string notes_on(const RecordingReview& review) {
  std::string notes;
  for (const std::string& note : review.notes) notes += review.recording + ": " + clean(note) + '\n';
  return notes;
}

Result<void> make_report(const ReportOptions& options) {
  auto distinct =
      check_distinct({{"RECORDING", options.batch.inputs.front()}, {"--reference", options.reference}},
                     {{"--output", options.output}, {"--json", options.json}});
  if (!distinct) return distinct;
  const auto review = review_recording(options.batch.inputs.front());
  if (!review) return tl::unexpected(review.error());
  std::cerr << notes_on(*review);
  const auto reference = compared_recording(options);
  if (!reference) return tl::unexpected(reference.error());
  return write_report(*review, *reference ? &**reference : nullptr, options.output, options.json);
}

Row row_of(const AttemptReview& attempt, const std::string& page) {
  const scenes::Score& score = attempt.score;
  return {{text_cell("page", page),
           text_cell("exercise", score.attempt.exercise),
           text_cell("variant", score.attempt.variant),
           text_cell("trainee", score.attempt.trainee),
           {"attempt", std::to_string(score.attempt.attempt), false},
           {"branch", std::to_string(score.attempt.branch), false},
           text_cell("outcome", exercise::EnumNameOutcome(score.outcome)),
           number_cell("score", score.score),
           truth_cell("passed", score.passed)},
          {}};
}

class ReportWork final : public BatchWork {
 public:
  ReportWork(const std::vector<std::string>& recordings, std::vector<std::string> pages,
             std::vector<std::string> jsons, std::string reference_path,
             std::optional<RecordingReview> reference)
      : recordings_(recordings),
        pages_(std::move(pages)),
        jsons_(std::move(jsons)),
        reference_path_(std::move(reference_path)),
        reference_(std::move(reference)) {}

  std::string_view column() const override { return "recording"; }

  Result<void> add_content(std::size_t input, ContentKey& key) const override {
    key.add("report");
    key.add(recordings_[input]);  // the page names it
    key.add(jsons_.empty() ? "page" : "page and JSON");
    key.add(reference_path_);
    if (auto added = reference_ ? key.add_file(reference_path_) : Result<void>{}; !added) return added;
    return key.add_file(recordings_[input]);
  }

  std::vector<std::string> products(std::size_t input) const override {
    std::vector<std::string> files{pages_[input]};
    if (!jsons_.empty()) files.push_back(jsons_[input]);
    return files;
  }

  Outcome compute(std::size_t input) const override {
    const std::string& path = recordings_[input];
    const auto review = review_recording(path);
    if (!review) return failed_outcome(review.error(), path);
    for (const std::string& file : products(input)) {
      std::error_code failed;  // seen by who writes the file
      std::filesystem::create_directories(std::filesystem::path(file).parent_path(), failed);
    }
    const auto written = write_report(*review, reference_ ? &*reference_ : nullptr, pages_[input],
                                      jsons_.empty() ? "" : jsons_[input]);
    if (!written) return failed_outcome(written.error(), path);
    Outcome outcome;
    outcome.text = std::string(kInputName) + ": " + pages_[input] + '\n';
    outcome.notes = notes_on(*review);
    for (const AttemptReview& attempt : review->attempts)
      outcome.rows.push_back(row_of(attempt, pages_[input]));
    return outcome;
  }

 private:
  const std::vector<std::string>& recordings_;
  std::vector<std::string> pages_;
  std::vector<std::string> jsons_;  ///< or none
  std::string reference_path_;
  std::optional<RecordingReview> reference_;
};

Result<int> make_reports(const ReportOptions& options) {
  const auto recordings = inputs_of(options.batch, ".mcap");
  if (!recordings) return tl::unexpected(recordings.error());
  auto pages = files_named_after(*recordings, options.output, ".html");
  if (!pages) return tl::unexpected(pages.error());
  std::vector<std::string> jsons;
  if (!options.json.empty()) {
    auto named = files_named_after(*recordings, options.json, ".json");
    if (!named) return tl::unexpected(named.error());
    jsons = std::move(*named);
  }
  auto reference = compared_recording(options);
  if (!reference) return tl::unexpected(reference.error());
  ReportWork work(*recordings, std::move(*pages), std::move(jsons), options.reference, std::move(*reference));
  return run_batch(work, *recordings, options.batch);
}

}  // namespace

void add_report(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "report",
      "Review every attempt of a recorded session: scores, moments, timelines and plots in one HTML file");
  const auto options = std::make_shared<ReportOptions>();
  add_batch_inputs(command, options->batch, "RECORDING", "Recordings (.mcap)");
  command.add_option("--output", options->output, "HTML file to write; of many the folder for the files")
      ->required();
  command.add_option("--json", options->json, "The same as JSON; of many the folder");
  command.add_option("--reference", options->reference,
                     "Recording of an attempt at the same exercise to compare with");
  add_batch_options(command, options->batch);
  command.callback([options, &status] {
    if (is_single(options->batch)) {
      const auto done = make_report(*options);
      status = done ? kGood : report(done.error());
    } else {
      const auto done = make_reports(*options);
      status = done ? *done : report(done.error());
    }
  });
}

}  // namespace drawbar::tools
