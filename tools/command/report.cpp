// drawbar report RECORDING: the after-action review of an exercise as one HTML file.
#include <memory>
#include <optional>
#include <utility>

#include "tools/assessment/report_html.h"
#include "tools/command/command.h"
#include "tools/command/output_file.h"

namespace drawbar::tools {
namespace {

struct ReportOptions {
  std::string recording;
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

Result<void> make_report(const ReportOptions& options) {
  const auto review = review_recording(options.recording);
  if (!review) return tl::unexpected(review.error());
  std::optional<AttemptReview> reference;
  if (!options.reference.empty()) {
    auto other = review_recording(options.reference);
    if (!other) return tl::unexpected(other.error());
    reference = std::move(*other);
  }
  const AttemptReview* compared = reference ? &*reference : nullptr;
  auto written = write_file(options.output, report_html(*review, compared));
  if (written && !options.json.empty()) written = write_file(options.json, report_json(*review, compared));
  return written;
}

}  // namespace

void add_report(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "report",
      "Review the last attempt of a recorded exercise: score, moments, timeline and plots in one HTML file");
  const auto options = std::make_shared<ReportOptions>();
  command.add_option("RECORDING", options->recording, "Recording (.mcap)")->required();
  command.add_option("--output", options->output, "HTML file to write")->required();
  command.add_option("--json", options->json, "The same as JSON");
  command.add_option("--reference", options->reference, "Recording of an attempt to compare with");
  command.callback([options, &status] {
    const auto done = make_report(*options);
    status = done ? kGood : report(done.error());
  });
}

}  // namespace drawbar::tools
