// What Foxglove clients see as parameters: how the session stands.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "protocol/stream_generated.h"
#include "server/foxglove/wire.h"

namespace drawbar::server::fox {

/// Names and values as one client is told them. A control's name has this before it.
inline constexpr std::string_view kControlParameter = "controls.";

class Parameters {
 public:
  void welcome(const stream::Welcome& welcome);
  void begin_scene(const stream::Scene& scene);
  void take(const stream::Telemetry& telemetry);
  void take(const stream::Event& event);

  bool known(const std::string& name) const { return values_.contains(name); }
  /// These, or all; as elements of parameterValues. Unknown ones are left out.
  json::array list(const std::vector<std::string>& names) const;

  /// Told when they change, from now on.
  void watch(const std::vector<std::string>& names);
  void unwatch(const std::vector<std::string>& names);
  /// Watched ones that have changed since the last call.
  json::array changes();

 private:
  void set(const std::string& name, json::value value);

  std::map<std::string, json::value> values_;
  std::vector<std::string> controls_;  ///< names of their parameters, by channel
  std::set<std::string> states_;       ///< kept under these names
  std::set<std::string> watched_;
  std::set<std::string> changed_;
};

}  // namespace drawbar::server::fox
