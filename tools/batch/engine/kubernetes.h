// A batch as an indexed Job of Kubernetes: its manifest, written, not applied.
#pragma once

#include <cstddef>
#include <string>

#include "protocol/result.h"
#include "tools/batch/engine/engine_command.h"

namespace drawbar::tools {

struct KubernetesOptions {
  std::string name = "drawbar-batch";  ///< of the Job
  std::string image = "drawbar";
  std::string claim = "drawbar-data";  ///< PersistentVolumeClaim with recordings and results
  std::string mount = "/data";         ///< where the pods see it; the command's paths count from here
  std::size_t tasks = 8;               ///< completions: parts
  std::size_t parallelism = 4;         ///< pods at a time
  int cpus = 1;                        ///< of a pod, with as many workers
  std::string memory = "1Gi";
};

/// The manifest in JSON, which is YAML. Every part runs the command, whose paths are those of the pods, with
/// its --part; a pod that is lost is started again and finds what was done. An error of usage for options
/// that Kubernetes would refuse.
Result<std::string> kubernetes_manifest(const EngineCommand& command, const KubernetesOptions& options);

}  // namespace drawbar::tools
