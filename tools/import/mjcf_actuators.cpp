#ifdef DRAWBAR_HAVE_MUJOCO
#include "tools/import/mjcf_actuators.h"

#include <algorithm>
#include <cmath>

namespace drawbar::import {
namespace {

const char* kind_name(mjtObj kind) {
  switch (kind) {
    case mjOBJ_BODY:
      return "body";
    case mjOBJ_JOINT:
      return "joint";
    case mjOBJ_GEOM:
      return "geom";
    case mjOBJ_EQUALITY:
      return "equality";
    case mjOBJ_TENDON:
      return "tendon";
    case mjOBJ_ACTUATOR:
      return "actuator";
    default:
      return "thing";
  }
}

/// Elements of the file that make an object of this kind.
std::vector<std::string> element_names(mjtObj kind) {
  if (kind == mjOBJ_EQUALITY) return {"connect", "weld", "joint", "tendon", "distance"};
  if (kind == mjOBJ_TENDON) return {"fixed", "spatial"};
  if (kind == mjOBJ_ACTUATOR)
    return {"motor",  "position", "velocity", "general", "intvelocity",
            "damper", "cylinder", "muscle",   "adhesion"};
  return {kind_name(kind)};
}

}  // namespace

std::string MjcfNames::name(mjtObj kind, int id) const {
  const char* given = mj_id2name(&model_, kind, id);
  if (given != nullptr && *given != 0) return given;
  if (kind == mjOBJ_JOINT) return name(mjOBJ_BODY, model_.jnt_bodyid[id]) + "_joint";
  return std::string(kind_name(kind)) + std::to_string(id);
}

Place MjcfNames::place(mjtObj kind, int id) const {
  const char* given = mj_id2name(&model_, kind, id);
  if (given != nullptr && *given != 0) {
    for (const std::string& element : element_names(kind)) {
      const auto found = places_.find(element + " " + given);
      if (found != places_.end()) return found->second;
    }
  }
  if (kind == mjOBJ_JOINT) return place(mjOBJ_BODY, model_.jnt_bodyid[id]);
  return file();
}

void MjcfActuators::refuse(int actuator, const std::string& why) {
  warnings_.add_kind(names_.place(mjOBJ_ACTUATOR, actuator), "actuator " + why,
                     "actuator " + names_.name(mjOBJ_ACTUATOR, actuator) + " is left out: " + why);
}

std::vector<MjcfActuators::Share> MjcfActuators::shares_of(int a) const {
  const double gear = m_.actuator_gear[6 * a];
  const int target = m_.actuator_trnid[2 * a];
  std::vector<Share> out;
  if (m_.actuator_trntype[a] == mjTRN_JOINT || m_.actuator_trntype[a] == mjTRN_JOINTINPARENT) {
    out.push_back({a, target, gear});
  } else if (m_.actuator_trntype[a] == mjTRN_TENDON) {
    for (int w = m_.tendon_adr[target]; w < m_.tendon_adr[target] + m_.tendon_num[target]; ++w) {
      if (m_.wrap_type[w] != mjWRAP_JOINT) return {};
      out.push_back({a, m_.wrap_objid[w], gear * m_.wrap_prm[w]});
    }
  }
  std::erase_if(out, [](const Share& s) { return s.gear == 0; });
  for (const Share& share : out) {
    const std::size_t joint = joints_[static_cast<std::size_t>(share.joint)];
    if (joint == kNoJoint || model_.joints[joint].axes.size() != 1) return {};
  }
  return out;
}

bool MjcfActuators::add_share(const Share& share, const std::string& control) {
  const int a = share.actuator;
  const std::size_t joint = joints_[static_cast<std::size_t>(share.joint)];
  const mjtNum* gain = m_.actuator_gainprm + mjNGAIN * a;
  const mjtNum* bias = m_.actuator_biasprm + mjNBIAS * a;
  const bool servo = m_.actuator_biastype[a] == mjBIAS_AFFINE;
  Drive drive;
  drive.mode = !servo ? DriveMode::force : bias[1] != 0 ? DriveMode::position : DriveMode::speed;
  if (drive.mode == DriveMode::position && !model_.joints[joint].axes[0].limits) {
    refuse(a, "a position drive spans its joint's limits, and the joint has none");
    return false;
  }
  const double reach = m_.actuator_ctrllimited[a] != 0 ? std::max(std::abs(m_.actuator_ctrlrange[2 * a]),
                                                                  std::abs(m_.actuator_ctrlrange[2 * a + 1]))
                                                       : 0;
  if (drive.mode == DriveMode::force) drive.force = std::abs(gain[0] * share.gear) * reach;
  if (drive.mode == DriveMode::speed) drive.speed = reach / std::abs(share.gear);
  if (m_.actuator_forcelimited[a] != 0) {
    const double most = std::abs(share.gear) * std::max(std::abs(m_.actuator_forcerange[2 * a]),
                                                        std::abs(m_.actuator_forcerange[2 * a + 1]));
    drive.force = drive.force > 0 ? std::min(drive.force, most) : most;
  }
  const double sign = share.gear * gain[0] < 0 && drive.mode == DriveMode::force ? -1 : 1;
  const auto same = std::find_if(model_.drives.begin(), model_.drives.end(),
                                 [&](const Drive& d) { return d.joint == joint; });
  if (same == model_.drives.end()) {
    drive.name = model_.joints[joint].name + "_motor";
    drive.joint = joint;
    drive.inputs.push_back({control, sign});
    drive.place = names_.place(mjOBJ_ACTUATOR, a);
    model_.drives.push_back(std::move(drive));
    return true;
  }
  if (same->mode != DriveMode::force || drive.mode != DriveMode::force || drive.force == 0 ||
      same->force == 0) {
    refuse(a, "a joint of a scene has one drive");
    return false;
  }
  // Forces add up: each input has its part of the whole.
  const double whole = same->force + drive.force;
  for (DriveInput& input : same->inputs) input.gain *= same->force / whole;
  same->inputs.push_back({control, sign * drive.force / whole});
  same->force = whole;
  return true;
}

bool MjcfActuators::add_actuator(int a) {
  if (m_.actuator_gaintype[a] != mjGAIN_FIXED ||
      (m_.actuator_biastype[a] != mjBIAS_NONE && m_.actuator_biastype[a] != mjBIAS_AFFINE)) {
    refuse(a, "muscles and actuators by user code have no counterpart");
    return false;
  }
  if (m_.actuator_dyntype[a] != mjDYN_NONE) {
    refuse(a, "its own dynamics have no counterpart");
    return false;
  }
  const std::vector<Share> shares = shares_of(a);
  if (shares.empty()) {
    refuse(a, "it acts on no joint with one axis (a site, a slider-crank, a spatial tendon or a body)");
    return false;
  }
  const std::string control = names_.name(mjOBJ_ACTUATOR, a) + "_command";
  bool any = false;
  for (const Share& share : shares) any = add_share(share, control) || any;
  if (!any) return false;
  Control out{control, -1, 1, 0, true};
  const bool servo = m_.actuator_biastype[a] == mjBIAS_AFFINE;
  if (!servo && m_.actuator_ctrllimited[a] != 0 && m_.actuator_ctrlrange[2 * a] == 0) out.lower = 0;
  out.springs_back = !(servo && m_.actuator_biasprm[mjNBIAS * a + 1] != 0);
  model_.controls.push_back(out);
  return true;
}

void MjcfActuators::warn_of_tendons() {
  for (int t = 0; t < m_.ntendon; ++t) {
    const bool acts = m_.tendon_stiffness[t] != 0 || m_.tendon_damping[t] != 0 ||
                      m_.tendon_frictionloss[t] != 0 || m_.tendon_limited[t] != 0;
    const bool fixed = m_.tendon_num[t] > 0 && m_.wrap_type[m_.tendon_adr[t]] == mjWRAP_JOINT;
    if (!fixed || !acts) continue;
    const std::string name = names_.name(mjOBJ_TENDON, t);
    warnings_.add(names_.place(mjOBJ_TENDON, t),
                  "tendon " + name + ": its stiffness, damping, friction or limits are left out");
  }
}

void MjcfActuators::add() {
  for (int a = 0; a < m_.nu; ++a) add_actuator(a);
  warn_of_tendons();
}

}  // namespace drawbar::import
#endif
