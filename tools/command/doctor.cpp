// drawbar doctor: what this machine and network can do for a training hall, each finding with its remedy.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "protocol/port.h"
#include "tools/command/command.h"
#include "tools/doctor/machine.h"
#include "tools/doctor/network.h"
#include "tools/doctor/timer_lateness.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

struct DoctorArguments {
  NetworkQuestions network;
  double seconds = 10;
  bool json = false;
};

const char* word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::good:
      return "good";
    case Verdict::notice:
      return "notice";
    case Verdict::bad:
      return "bad";
  }
  return "";
}

std::string json_of(const Finding& finding) {
  std::string figures;
  for (const auto& [name, value] : finding.figures)
    figures += fmt::format("{}{}: {}", figures.empty() ? "" : ", ", json_string(name), json_number(value));
  return fmt::format(R"({{"what": {}, "verdict": "{}", "found": {}, "remedy": {}, "figures": {{{}}}}})",
                     json_string(finding.what), word_of(finding.verdict), json_string(finding.found),
                     json_string(finding.remedy), figures);
}

void tell_findings(const std::vector<Finding>& findings, bool json) {
  std::string text;
  for (const Finding& finding : findings) {
    if (json) {
      text += (text.empty() ? "[" : ",\n ") + json_of(finding);
      continue;
    }
    text += fmt::format("{:<7} {}: {}\n", word_of(finding.verdict), finding.what, finding.found);
    if (!finding.remedy.empty()) text += fmt::format("        -> {}\n", finding.remedy);
  }
  if (json) text += "]\n";
  std::fputs(text.c_str(), stdout);
}

/// Whether nothing is bad.
bool examine(const DoctorArguments& arguments) {
  std::vector<Finding> findings = machine_findings();
  for (Finding& finding : timer_findings(arguments.seconds)) findings.push_back(std::move(finding));
  for (Finding& finding : network_findings(arguments.network)) findings.push_back(std::move(finding));
  tell_findings(findings, arguments.json);
  return std::ranges::none_of(findings,
                              [](const Finding& finding) { return finding.verdict == Verdict::bad; });
}

}  // namespace

void add_doctor(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "doctor",
      "Say what this machine and network can do, each finding with its remedy; 3: something does not work");
  const auto arguments = std::make_shared<DoctorArguments>();
  command.add_option("--seconds", arguments->seconds, "How long timers are measured")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  const CLI::Range any_port(0, protocol::kLastPort);
  command.add_option("--port", arguments->network.port, "drawbard's port")
      ->check(any_port)
      ->capture_default_str();
  command.add_option("--web-port", arguments->network.web_port, "drawbard's web port")
      ->check(any_port)
      ->capture_default_str();
  command.add_option("--multicast", arguments->network.multicast, "IPv4 group to try")->capture_default_str();
  command
      .add_option("--cigi", arguments->network.image_generators,
                  "HOST:PORT of image generators, separated by commas")
      ->delimiter(',');
  command.add_option("--cigi-port", arguments->network.cigi_port, "UDP port that they answer to")
      ->check(any_port)
      ->capture_default_str();
  command.add_flag("--json", arguments->json, "One JSON array of findings");
  command.callback([arguments, &status] {
    constexpr int kEnvironment = 3;
    status = examine(*arguments) ? kGood : kEnvironment;
  });
}

}  // namespace drawbar::tools
