#include "tools/simulate/csv_table.h"

#include "scenes/loader/text/number_text.h"

namespace drawbar::tools {
namespace {

/// A row under construction; every value but the first has a comma before it.
class Row {
 public:
  explicit Row(std::string& out) : out_(out) {}
  void add(double value) {
    if (!first_) out_ += ',';
    first_ = false;
    scenes::append_number(out_, value);
  }
  void add(const physics::Vec3& v) {
    for (int i = 0; i < 3; ++i) add(v[i]);
  }

 private:
  std::string& out_;
  bool first_ = true;
};

}  // namespace

std::string csv_header(const physics::WorldConfig& config) {
  std::string header = "time";
  const auto column = [&](const std::string& name) { header += "," + name; };
  for (const physics::BodyConfig& body : config.bodies) {
    for (const char* part :
         {".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz", ".vx", ".vy", ".vz", ".wx", ".wy", ".wz"}) {
      column(body.name + part);
    }
  }
  for (const physics::JointConfig& joint : config.joints) {
    for (const char* part : {".position[", ".velocity["}) {
      for (int axis = 0; axis < physics::free_axis_count(joint.type); ++axis)
        column(joint.name + part + std::to_string(axis) + "]");
    }
    column(joint.name + ".error");
    column(joint.name + ".angle_error");
  }
  for (const physics::DriveConfig& drive : config.drives) {
    for (const char* part : {".current", ".voltage", ".torque"}) column(drive.name + part);
  }
  header += ",energy.kinetic,energy.potential";
  for (const physics::WheelConfig& wheel : config.wheels) {
    for (const char* part : {".load", ".longitudinal_force", ".lateral_force", ".slip", ".slip_angle"})
      column(wheel.name + part);
  }
  return header + "\n";
}

void append_csv_row(std::string& out, const physics::WorldConfig& config, const physics::FrameState& state,
                    double time) {
  Row row(out);
  row.add(time);
  for (const physics::BodyReading& body : state.bodies) {
    row.add(body.position);
    const physics::Quat& q = body.orientation;
    for (const double part : {q.w(), q.x(), q.y(), q.z()}) row.add(part);
    row.add(body.linear_velocity);
    row.add(body.angular_velocity);
  }
  for (std::size_t i = 0; i < state.joints.size(); ++i) {
    const auto axes = static_cast<std::size_t>(physics::free_axis_count(config.joints[i].type));
    for (std::size_t axis = 0; axis < axes; ++axis) row.add(state.joints[i].position[axis]);
    for (std::size_t axis = 0; axis < axes; ++axis) row.add(state.joints[i].velocity[axis]);
    row.add(state.joints[i].error);
    row.add(state.joints[i].angle_error);
  }
  for (const physics::DriveReading& drive : state.drives) {
    for (const double part : {drive.current, drive.voltage, drive.torque}) row.add(part);
  }
  row.add(state.energy.kinetic);
  row.add(state.energy.potential);
  for (const physics::WheelReading& wheel : state.wheels) {
    for (const double part :
         {wheel.load, wheel.longitudinal_force, wheel.lateral_force, wheel.slip, wheel.slip_angle})
      row.add(part);
  }
  out += '\n';
}

}  // namespace drawbar::tools
