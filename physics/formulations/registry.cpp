#include "physics/formulations/registry.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "physics/articulation/topology.h"
#include "physics/formulations/articulated_body/articulated_body.h"
#include "physics/formulations/composite_body/composite_body.h"
#include "physics/formulations/direct_iterative/direct_iterative.h"
#include "physics/formulations/hamiltonian/hamiltonian_stepper.h"
#include "physics/formulations/inverse_iterative/inverse_iterative.h"
#include "physics/formulations/lagrange_multipliers/lagrange_multipliers.h"
#include "physics/formulations/limits.h"
#include "physics/formulations/penalty/penalty_stepper.h"
#include "physics/formulations/plain/plain_stepper.h"
#include "physics/formulations/sequential_impulses/stepper.h"
#include "physics/formulations/tree/tree_stepper.h"

namespace drawbar::physics {
namespace {

using Make = std::unique_ptr<Stepper> (*)(const StepContext&);

struct Entry {
  Formulation formulation;
  std::string_view name;
  Limits limits;
  Make make;
};

template <class AnyStepper>
std::unique_ptr<Stepper> make(const StepContext& context) {
  return std::make_unique<AnyStepper>(context);
}

template <class Method>
std::unique_ptr<Stepper> make_tree(const StepContext& context) {
  return std::make_unique<TreeStepper>(context, make_tree_method<Method>);
}

std::unique_ptr<Stepper> make_hamiltonian(const StepContext& context) {
  if (context.config.loop_closure == LoopClosure::momentum) return make<HamiltonianStepper>(context);
  return make_tree<ClosedTree>(context);
}

constexpr Limits kTree{.loops = false, .couplings = Couplings::of_coordinates, .armatures = true};
constexpr Limits kMultipliers{.loops = false, .couplings = Couplings::of_coordinates};
constexpr Limits kHamiltonian{.contacts = true, .couplings = Couplings::of_coordinates};
constexpr Limits kPlain{true, true, true, true, true, Couplings::all, true, true, true, false};

constexpr std::array kEntries{
    Entry{Formulation::sequential_impulses, "sequential_impulses", kNoLimits, make<LeapfrogStepper>},
    Entry{Formulation::sequential_impulses_plain, "sequential_impulses_plain", kPlain, make<PlainStepper>},
    Entry{Formulation::penalty, "penalty", Limits{.distances = true, .guides = true}, make<PenaltyStepper>},
    Entry{Formulation::composite_body, "composite_body", kTree, make_tree<CompositeBody>},
    Entry{Formulation::articulated_body, "articulated_body", kTree, make_tree<ArticulatedBody>},
    Entry{Formulation::lagrange_multipliers, "lagrange_multipliers", kMultipliers,
          make_tree<LagrangeMultipliers>},
    Entry{Formulation::inverse_iterative, "inverse_iterative", kTree, make_tree<InverseIterative>},
    Entry{Formulation::direct_iterative, "direct_iterative", kTree, make_tree<DirectIterative>},
    Entry{Formulation::hamiltonian, "hamiltonian", kHamiltonian, make_hamiltonian},
};

/// A loop whose joints are all driven, or have rotors, leaves one of them outside the tree, where drives and
/// rotors do not act.
std::optional<std::string> drive_on_a_closing_joint(const WorldConfig& config) {
  const auto has_rotor = [](const JointConfig& joint) {
    return std::any_of(joint.axes.begin(), joint.axes.end(), [](const auto& a) { return a.armature > 0; });
  };
  if (config.drives.empty() && std::none_of(config.joints.begin(), config.joints.end(), has_rotor)) {
    return std::nullopt;
  }
  const Topology topology(config, Model(config));
  const auto closes = [&](std::size_t joint) { return topology.node_of_joint[joint] == kNone; };
  for (const DriveConfig& drive : config.drives) {
    const std::size_t joint = index_of(drive.joint);
    if (!closes(joint)) continue;
    return "drive " + drive.name + ", because every joint of a closed loop through joint " +
           config.joints[joint].name + " is driven; allowed: one joint of each loop without";
  }
  for (std::size_t j = 0; j < config.joints.size(); ++j) {
    if (!has_rotor(config.joints[j]) || !closes(j)) continue;
    return "the armature of joint " + config.joints[j].name +
           ", because every joint of a closed loop through it is driven or has an armature; allowed: one "
           "joint of each loop without";
  }
  return std::nullopt;
}

const Entry& entry(Formulation formulation) {
  for (const Entry& e : kEntries) {
    if (e.formulation == formulation) return e;
  }
  assert(false);
  return kEntries[0];
}

}  // namespace

std::string_view formulation_name(Formulation formulation) {
  return entry(formulation).name;
}

std::optional<Formulation> find_formulation(std::string_view name) {
  for (const Entry& e : kEntries) {
    if (e.name == name) return e.formulation;
  }
  return std::nullopt;
}

std::string formulation_names() {
  std::string names;
  for (const Entry& e : kEntries) names += (names.empty() ? "" : ", ") + std::string(e.name);
  return names;
}

std::optional<std::string> unsupported(const WorldConfig& config) {
  const Entry& e = entry(config.formulation);
  auto reason = beyond(e.limits, config);
  if (!reason && e.formulation == Formulation::sequential_impulses) reason = drive_on_a_closing_joint(config);
  if (reason) *reason = "formulation " + std::string(e.name) + " cannot treat " + *reason;
  return reason;
}

std::unique_ptr<Stepper> make_stepper(const StepContext& context) {
  return entry(context.config.formulation).make(context);
}

}  // namespace drawbar::physics
