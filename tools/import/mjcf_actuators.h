// Names of a compiled MuJoCo model, and its actuators as drives where they fit.
#pragma once

#include <mujoco/mujoco.h>

#include <limits>
#include <string>
#include <vector>

#include "tools/import/mjcf_text.h"
#include "tools/import/model.h"
#include "tools/import/warnings.h"

namespace drawbar::import {

inline constexpr std::size_t kNoJoint = std::numeric_limits<std::size_t>::max();

class MjcfNames {
 public:
  MjcfNames(const mjModel& model, const MjcfPlaces& places, std::string file)
      : model_(model), places_(places), file_(std::move(file)) {}

  /// Of what has none: one made of its kind and number; of a joint, of its body.
  std::string name(mjtObj kind, int id) const;
  Place place(mjtObj kind, int id) const;
  Place file() const { return {file_, 0}; }

 private:
  const mjModel& model_;
  const MjcfPlaces& places_;
  std::string file_;
};

class MjcfActuators {
 public:
  /// `joints`: by joint of `m` its place in the model.
  MjcfActuators(const mjModel& m, const MjcfNames& names, const std::vector<std::size_t>& joints,
                Model& model, Warnings& warnings)
      : m_(m), names_(names), joints_(joints), model_(model), warnings_(warnings) {}

  /// Adds a control for each actuator that fits, and a drive for each joint that they act on.
  void add();

 private:
  /// What one actuator does to one joint.
  struct Share {
    int actuator = 0;
    int joint = 0;
    double gear = 1;
  };
  std::vector<Share> shares_of(int actuator) const;
  bool add_actuator(int actuator);
  bool add_share(const Share& share, const std::string& control);
  void refuse(int actuator, const std::string& why);
  void warn_of_tendons();

  const mjModel& m_;
  const MjcfNames& names_;
  const std::vector<std::size_t>& joints_;
  Model& model_;
  Warnings& warnings_;
};

}  // namespace drawbar::import
