// The inputs that act on a World between frames, as recordings keep them.
#include "scenes/record/recorded_input.h"

#include <cmath>
#include <string>

namespace drawbar::scenes {

namespace {

constexpr std::uint32_t kMostSubsteps = 10'000;

tl::unexpected<Error> refuse(const record::InputT& input, const std::string& what) {
  return fail(ErrorKind::wrong, "recorded input " + std::to_string(input.order) + " of branch " +
                                    std::to_string(input.branch) + ", frame " + std::to_string(input.frame) +
                                    ": " + what);
}

std::string no_such(const char* what, std::uint32_t index, std::size_t count) {
  return std::string(what) + " " + std::to_string(index) + " does not exist, the scene has " +
         std::to_string(count);
}

}  // namespace

void apply(const WorldInput& input, physics::World& world, int& substeps) {
  switch (input.kind) {
    case WorldInput::Kind::control:
      world.set_control(physics::ControlId{input.index}, input.value);
      return;
    case WorldInput::Kind::drive_fault:
      world.set_drive_enabled(physics::DriveId{input.index},
                              input.value == static_cast<double>(control::FaultKind::Ok));
      return;
    case WorldInput::Kind::substeps:
      substeps = static_cast<int>(input.value);
      return;
  }
}

Result<WorldInput> from_record(const record::InputT& input, const physics::WorldConfig& config) {
  WorldInput result;
  result.session = input.session;
  const int bodies = (input.control ? 1 : 0) + (input.drive_fault ? 1 : 0) + (input.substeps ? 1 : 0);
  if (bodies != 1) return refuse(input, "exactly one of control, drive_fault and substeps must be there");
  if (input.control) {
    const record::SetControlT& set = *input.control;
    if (set.channel >= config.controls.size()) {
      return refuse(input, no_such("channel", set.channel, config.controls.size()));
    }
    if (!std::isfinite(set.value)) return refuse(input, "the channel's value must be finite");
    result.kind = WorldInput::Kind::control;
    result.index = set.channel;
    result.value = set.value;
    result.sequence = set.sequence;
    result.reason = set.reason;
  } else if (input.drive_fault) {
    const record::SetDriveFaultT& fault = *input.drive_fault;
    if (fault.drive >= config.drives.size()) {
      return refuse(input, no_such("drive", fault.drive, config.drives.size()));
    }
    result.kind = WorldInput::Kind::drive_fault;
    result.index = fault.drive;
    result.value = static_cast<double>(fault.kind);
  } else {
    const std::uint32_t substeps = input.substeps->substeps;
    if (substeps == 0 || substeps > kMostSubsteps) {
      return refuse(input, "substeps must be 1 to " + std::to_string(kMostSubsteps));
    }
    result.kind = WorldInput::Kind::substeps;
    result.value = substeps;
  }
  return result;
}

record::InputT to_record(const WorldInput& input, std::uint32_t branch, std::uint64_t frame,
                         std::uint32_t order) {
  record::InputT result;
  result.branch = branch;
  result.frame = frame;
  result.order = order;
  result.session = input.session;
  switch (input.kind) {
    case WorldInput::Kind::control:
      result.control = std::make_unique<record::SetControlT>();
      result.control->channel = input.index;
      result.control->value = input.value;
      result.control->sequence = input.sequence;
      result.control->reason = input.reason;
      break;
    case WorldInput::Kind::drive_fault:
      result.drive_fault = std::make_unique<record::SetDriveFaultT>();
      result.drive_fault->drive = input.index;
      result.drive_fault->kind = static_cast<control::FaultKind>(input.value);
      break;
    case WorldInput::Kind::substeps:
      result.substeps = std::make_unique<record::SetSubstepsT>();
      result.substeps->substeps = static_cast<std::uint32_t>(input.value);
      break;
  }
  return result;
}

}  // namespace drawbar::scenes
