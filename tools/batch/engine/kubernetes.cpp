#include "tools/batch/engine/kubernetes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

/// Of RFC 1123, as names of objects must be.
bool is_label(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= 63 && plain(name.front()) && plain(name.back()) &&
         std::ranges::all_of(name, [&](char c) { return plain(c) || c == '-'; });
}

/// A whole or decimal number with or without a unit of Kubernetes.
bool is_quantity(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  constexpr std::string_view kUnits[] = {"", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"};
  return digits > 0 && text.front() != '.' && std::ranges::count(text.substr(0, digits), '.') <= 1 &&
         std::ranges::find(kUnits, text.substr(digits)) != std::end(kUnits);
}

Result<void> check(const KubernetesOptions& options) {
  const auto refused = [](std::string_view what, const std::string& value, std::string_view allowed) {
    return fail(ErrorKind::usage, fmt::format("--{} {}; allowed: {}", what, value, allowed));
  };
  constexpr std::string_view kLabel =
      "small letters, digits and -, at most 63, with a letter or digit at both ends";
  if (!is_label(options.name)) return refused("name", options.name, kLabel);
  if (!is_label(options.claim)) return refused("claim", options.claim, kLabel);
  if (options.image.empty()) return refused("image", "''", "the name of an image");
  if (!options.mount.starts_with('/') || options.mount == "/")
    return refused("mount", options.mount, "an absolute path, not /");
  if (!is_quantity(options.memory)) return refused("memory", options.memory, "such as 512Mi or 2Gi");
  return {};
}

/// What a pod writes elsewhere is gone with it.
Result<void> check_results(const EngineCommand& command, const std::string& mount) {
  const std::filesystem::path volume = std::filesystem::path(mount).lexically_normal();
  const std::filesystem::path results = (volume / command.results_as_given()).lexically_normal();
  if (*results.lexically_relative(volume).begin() != "..") return {};
  return fail(ErrorKind::usage,
              fmt::format("--results {} is not on the volume; allowed: a folder in {}, which "
                          "relative paths count from",
                          command.results_as_given(), mount));
}

}  // namespace

Result<std::string> kubernetes_manifest(const EngineCommand& command, const KubernetesOptions& options) {
  if (auto good = check(options); !good) return tl::unexpected(good.error());
  if (auto good = check_results(command, options.mount); !good) return tl::unexpected(good.error());
  const std::size_t parallelism = std::min(options.parallelism, options.tasks);
  // Indices begin at 0, parts at 1. An input that is wrong is a result, not a failure of the pod.
  const std::string line =
      command.part_line("drawbar", "$((JOB_COMPLETION_INDEX + 1))", options.tasks, options.cpus) +
      "; code=$?; [ \"$code\" -eq 1 ] && exit 0; exit \"$code\"";
  // Kubernetes makes one $ of two, and takes $(NAME) for a variable of its own.
  std::string doubled;
  for (const char c : line) doubled.append(c == '$' ? 2 : 1, c);
  return fmt::format(
      R"({{
  "apiVersion": "batch/v1",
  "kind": "Job",
  "metadata": {{ "name": {name}, "labels": {{ "app.kubernetes.io/name": "drawbar", "app.kubernetes.io/component": "batch" }} }},
  "spec": {{
    "completionMode": "Indexed",
    "completions": {tasks},
    "parallelism": {parallelism},
    "backoffLimit": {retries},
    "template": {{
      "metadata": {{ "labels": {{ "app.kubernetes.io/name": "drawbar", "app.kubernetes.io/component": "batch" }} }},
      "spec": {{
        "restartPolicy": "OnFailure",
        "automountServiceAccountToken": false,
        "securityContext": {{ "runAsNonRoot": true, "runAsUser": 1000, "runAsGroup": 1000, "fsGroup": 1000, "seccompProfile": {{ "type": "RuntimeDefault" }} }},
        "containers": [
          {{
            "name": "part",
            "image": {image},
            "workingDir": {mount},
            "command": ["/bin/sh", "-c", {line}],
            "resources": {{ "requests": {{ "cpu": "{cpus}", "memory": "{memory}" }}, "limits": {{ "memory": "{memory}" }} }},
            "securityContext": {{ "allowPrivilegeEscalation": false, "readOnlyRootFilesystem": true, "capabilities": {{ "drop": ["ALL"] }} }},
            "volumeMounts": [ {{ "name": "data", "mountPath": {mount} }}, {{ "name": "tmp", "mountPath": "/tmp" }} ]
          }}
        ],
        "volumes": [
          {{ "name": "data", "persistentVolumeClaim": {{ "claimName": {claim} }} }},
          {{ "name": "tmp", "emptyDir": {{}} }}
        ]
      }}
    }}
  }}
}}
)",
      fmt::arg("name", json_string(options.name)), fmt::arg("tasks", options.tasks),
      fmt::arg("parallelism", parallelism), fmt::arg("retries", 2 * options.tasks),
      fmt::arg("image", json_string(options.image)), fmt::arg("mount", json_string(options.mount)),
      fmt::arg("line", json_string(doubled)), fmt::arg("cpus", options.cpus),
      fmt::arg("memory", options.memory), fmt::arg("claim", json_string(options.claim)));
}

}  // namespace drawbar::tools
