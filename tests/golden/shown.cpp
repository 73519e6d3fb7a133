#include "tests/golden/shown.h"

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <type_traits>
#include <vector>

#include "protocol/state_hash.h"
#include "tests/support/paths.h"

namespace drawbar::golden {
namespace {

using physics::FrameState;
using physics::Vec3;

/// The numbers of one kind of reading in one frame, behind the fingerprint of those before.
class Numbers {
 public:
  explicit Numbers(std::uint64_t before) { add(before); }

  template <class Number>
  requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) Numbers& add(Number number) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof number);
    std::memcpy(bytes_.data() + at, &number, sizeof number);
    return *this;
  }
  Numbers& add(const Vec3& vector) { return add(vector.x()).add(vector.y()).add(vector.z()); }
  std::uint64_t print() const { return protocol::state_hash(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

void add_body(const physics::BodyReading& body, Numbers& out) {
  const physics::Quat& q = body.orientation;
  out.add(body.position).add(q.w()).add(q.x()).add(q.y()).add(q.z());
  out.add(body.linear_velocity).add(body.angular_velocity).add(body.absent);
}

void add_joint(const physics::JointReading& joint, Numbers& out) {
  for (const double position : joint.position) out.add(position);
  for (const double velocity : joint.velocity) out.add(velocity);
  out.add(joint.error)
      .add(joint.angle_error)
      .add(joint.broken)
      .add(joint.reaction)
      .add(joint.reaction_torque);
}

void add_drive(const physics::DriveReading& drive, Numbers& out) {
  out.add(drive.current).add(drive.voltage).add(drive.torque).add(drive.temperature).add(drive.enabled);
}

void add_wheel(const physics::WheelReading& wheel, Numbers& out) {
  out.add(wheel.load).add(wheel.longitudinal_force).add(wheel.lateral_force);
  out.add(wheel.slip).add(wheel.slip_angle);
}

// Of one kind of `seen`, in the order of kShownKinds.
void add_kind(std::size_t kind, const FrameState& seen, Numbers& out) {
  switch (kind) {
    case 0:
      out.add(seen.frame).add(seen.time);
      for (const auto& body : seen.bodies) add_body(body, out);
      return;
    case 1:
      for (const auto& joint : seen.joints) add_joint(joint, out);
      return;
    case 2:
      for (const auto& drive : seen.drives) add_drive(drive, out);
      return;
    case 3:
      for (const auto& wheel : seen.wheels) add_wheel(wheel, out);
      return;
    case 4:
      for (const auto& coupling : seen.couplings) out.add(coupling.force);
      return;
    case 5:
      for (const auto& brake : seen.brakes) out.add(brake.torque);
      return;
    case 6:
      for (const auto& steering : seen.steerings) out.add(steering.angle);
      return;
    case 7:
      for (const auto& hitch : seen.hitches) out.add(hitch.closed);
      return;
    case 8:
      for (const double control : seen.controls) out.add(control);
      return;
    case 9:
      for (const auto& c : seen.contacts) out.add(c.body_a).add(c.body_b).add(c.position).add(c.force);
      return;
    case 10:
      for (const auto& o : seen.overlaps) out.add(o.sensor_body).add(o.sensor_shape).add(o.body);
      return;
    case 11:
      for (const auto& e : seen.effects) out.add(e.effect.id).add(e.effect.type).add(e.age);
      return;
    case 12:
      for (const auto& [channel, value] : seen.faulted)
        out.add(channel.kind).add(channel.index).add(channel.part).add(value);
      return;
    case 13:
      out.add(seen.energy.kinetic).add(seen.energy.potential);
      return;
    default: {
      const physics::StepStatistics& s = seen.statistics;
      out.add(s.substeps).add(s.sweeps).add(s.split_substeps).add(s.unconverged_substeps);
      out.add(s.dropped_contacts).add(s.recoveries);
      return;
    }
  }
}

}  // namespace

void Shown::look(const FrameState& seen) {
  for (std::size_t kind = 0; kind < prints_.size(); ++kind) {
    Numbers numbers(prints_[kind]);
    add_kind(kind, seen, numbers);
    prints_[kind] = numbers.print();
  }
}

std::string Shown::line() const {
  std::string out;
  for (const std::uint64_t print : prints_) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(print));
    if (!out.empty()) out += ' ';
    out += digits;
  }
  return out;
}

std::filesystem::path shown_file() {
  return tests::source_folder() / "tests/golden/shown.txt";
}

std::map<std::string, std::string> read_shown() {
  std::ifstream file(shown_file());
  std::map<std::string, std::string> lines;
  for (std::string line; std::getline(file, line);) {
    const std::size_t end = line.find(' ');
    if (end != std::string::npos) lines[line.substr(0, end)] = line.substr(end + 1);
  }
  return lines;
}

void write_shown(const std::map<std::string, std::string>& lines) {
  std::ofstream file(shown_file(), std::ios::binary);
  for (const auto& [course, line] : lines) file << course << ' ' << line << '\n';
}

std::string shown_difference(const std::string& golden, const std::string& now) {
  std::istringstream before(golden), after(now);
  std::string kinds;
  for (const std::string_view kind : kShownKinds) {
    std::string one, other;
    before >> one;
    after >> other;
    if (one != other) kinds += (kinds.empty() ? "" : ", ") + std::string(kind);
  }
  return kinds;
}

}  // namespace drawbar::golden
