// Feel: while the controls stay as they are, what an operator sees and feels of the shipped machines is
// smooth from substep to substep: hitch angles, wheel loads, slips, motor currents.
#include "tests/scenes/shipped_scene.h"

namespace drawbar::scenes {
namespace {

struct Signal {
  std::string name;
  std::function<double(const physics::FrameState&)> read;
  std::vector<double> values = {};
};
using Signals = std::vector<Signal>;

/// Largest difference to the mean of the 17 substeps around, 85 ms at 5 ms, over the largest magnitude: what
/// swings slower than 6 Hz hardly counts, what changes with every substep counts wholly. `watched` tells for
/// each value whether it is looked at; without it all are.
double chatter(const std::vector<double>& values, const std::vector<bool>& watched = {}) {
  constexpr std::size_t kHalf = 8, kWindow = 2 * kHalf + 1;
  double largest = 0, level = 0, sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    level = std::max(level, std::fabs(values[i]));
    sum += values[i];
    if (i + 1 < kWindow) continue;
    if (watched.empty() || watched[i - kHalf]) {
      largest = std::max(largest, std::fabs(values[i - kHalf] - sum / kWindow));
    }
    sum -= values[i + 1 - kWindow];
  }
  return largest / level;
}

class Machine {
 public:
  explicit Machine(LoadedScene scene) : world_(std::move(scene.world)), state_(world_.make_frame_state()) {}

  const physics::WorldConfig& config() const { return world_.config(); }
  void set(std::string_view control, double value) {
    world_.set_control(physics::ControlId{static_cast<std::uint32_t>(index_of(config().controls, control))},
                       value);
  }
  void drive(double seconds, Signals* signals = nullptr) {
    const auto end = world_.frame() + static_cast<std::uint64_t>(std::lround(seconds / config().period));
    while (world_.frame() < end) {
      world_.begin_frame(config().substeps);
      for (int i = 0; i < config().substeps; ++i) {
        world_.substep();
        if (signals == nullptr) continue;
        world_.observe(state_);
        for (Signal& signal : *signals) signal.values.push_back(signal.read(state_));
      }
    }
  }
  void expect_smooth(double seconds, Signals signals) {
    drive(seconds, &signals);
    for (const Signal& signal : signals) EXPECT_LT(chatter(signal.values), 0.05) << signal.name;
  }

  Signals tyre_loads() const {
    Signals signals;
    for (std::size_t w = 0; w < config().wheels.size(); ++w) {
      signals.push_back({config().wheels[w].name + " load", [w](const auto& s) { return s.wheels[w].load; }});
    }
    return signals;
  }
  Signals tyre_slips() const {
    Signals signals;
    for (std::size_t w = 0; w < config().wheels.size(); ++w) {
      signals.push_back({config().wheels[w].name + " slip", [w](const auto& s) { return s.wheels[w].slip; }});
    }
    return signals;
  }
  Signals drives() const {
    Signals signals;
    for (std::size_t d = 0; d < config().drives.size(); ++d) {
      signals.push_back({config().drives[d].name, [d](const auto& s) { return s.drives[d].current; }});
    }
    return signals;
  }
  /// What the ground pushes up with, of every body whose name begins like this.
  Signals loads(std::string_view beginning) const {
    Signals signals;
    for (std::size_t b = 0; b < config().bodies.size(); ++b) {
      if (!config().bodies[b].name.starts_with(beginning)) continue;
      signals.push_back({config().bodies[b].name, [b](const physics::FrameState& s) {
                           double load = 0;
                           for (const physics::ContactReading& contact : s.contacts) {
                             if (contact.body_b == b) load += contact.force.z();
                             if (contact.body_a == b) load -= contact.force.z();
                           }
                           return load;
                         }});
    }
    return signals;
  }
  Signal angle(std::string_view joint, std::size_t axis) const {
    const std::size_t j = index_of(config().joints, joint);
    return {std::string(joint) + std::to_string(axis),
            [j, axis](const auto& s) { return s.joints[j].position[axis]; }};
  }

 private:
  physics::World world_;
  physics::FrameState state_;
};

Signals operator+(Signals a, const Signals& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

LoadedScene shipped(const std::string& name) {
  return load(kFolder / (name + ".json"));
}

/// On a plane in place of its hills.
LoadedScene krt_on_level_ground() {
  LoadedScene scene = shipped("krt100_trolley");
  scene.world.bodies[index_of(scene.world.bodies, "ground")].shapes[0].geometry = physics::Plane{};
  return scene;
}

TEST(Chatter, NoneWhereACarPullsItsTrailer) {
  Machine car(shipped("car_trailer"));
  car.set("throttle", 0.3);
  car.drive(4);
  car.expect_smooth(3, car.tyre_loads() + car.tyre_slips() + car.drives() + Signals{car.angle("hitch", 1)});
  car.set("steer", 0.15);
  car.drive(2);
  car.expect_smooth(3, car.tyre_loads() + car.tyre_slips() + car.drives() +
                           Signals{car.angle("hitch", 0), car.angle("hitch", 1), car.angle("hitch", 2)});
}

TEST(Chatter, NoneWhereTheyBrakeToAlmostAStand) {
  Machine car(shipped("car_trailer"));
  car.set("throttle", 0.3);
  car.drive(6);
  car.set("throttle", 0);
  car.set("brake", 0.45);
  car.drive(0.6);
  car.expect_smooth(1, car.tyre_loads() + car.tyre_slips() + Signals{car.angle("hitch", 1)});
}

TEST(Chatter, NoneWhereTheKrt100TurnsWithItsTrolley) {
  Machine robot(krt_on_level_ground());
  robot.set("throttle", 0.8);
  robot.drive(2);
  robot.expect_smooth(1, robot.tyre_loads() + robot.drives());
  robot.set("steer", 0.15);
  robot.drive(2);
  robot.expect_smooth(
      3, robot.tyre_loads() + robot.tyre_slips() + robot.drives() + Signals{robot.angle("hitch", 2)});
}

/// A scene's own drive, watched but for a while around every change of its controls: what swings then, such
/// as a hitch into its stop, has died away.
void expect_smooth_drive(const std::string& name, double seconds,
                         const std::function<Signals(Machine&)>& of) {
  constexpr double kBefore = 0.1, kSwing = 1.5;  // s
  LoadedScene scene = shipped(name);
  const auto controls =
      load_controls(kFolder / (name + ".csv"), scene.scene.frame->period_ms, scene.world.controls);
  ASSERT_TRUE(controls.has_value()) << controls.error().text;
  Machine machine(std::move(scene));
  const double period = machine.config().period;
  const auto substeps = static_cast<std::size_t>(machine.config().substeps);
  const auto frames = static_cast<std::size_t>(std::lround(seconds / period));
  std::vector<bool> watched(frames * substeps, true);
  Signals signals = of(machine);
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const auto rows = controls->at(frame);
    for (const ControlRow& row : rows) {
      machine.set(machine.config().controls[physics::index_of(row.control)].name, row.value);
    }
    machine.drive(period, &signals);
    if (rows.empty() && frame > 0) continue;
    const auto around = static_cast<double>(frame) * period;
    const auto place = [&](double time) {
      return watched.begin() + std::clamp(std::lround(time / period), 0L, static_cast<long>(frames)) *
                                   static_cast<long>(substeps);
    };
    std::fill(place(around - kBefore), place(around + kSwing), false);
  }
  for (const Signal& signal : signals) EXPECT_LT(chatter(signal.values, watched), 0.05) << signal.name;
}

TEST(Chatter, NoneOverTheHillsOfTheKrt100sDrive) {
  expect_smooth_drive("krt100_trolley", 47, [](Machine& robot) {
    return robot.tyre_loads() + robot.tyre_slips() + robot.drives() +
           Signals{robot.angle("hitch", 0), robot.angle("hitch", 1), robot.angle("hitch", 2)};
  });
}

TEST(Chatter, NoneInTheDoubleLaneChange) {
  expect_smooth_drive("car_trailer", 22, [](Machine& car) {
    return car.tyre_loads() + car.tyre_slips() + car.drives() +
           Signals{car.angle("hitch", 0), car.angle("hitch", 1), car.angle("hitch", 2)};
  });
}

TEST(Chatter, NoneWhereTheScoutTurns) {
  Machine scout(shipped("scout_robot"));
  for (const auto& [throttle, steer] : {std::pair(0.0, 0.6), std::pair(0.4, 0.3)}) {
    scout.set("throttle", throttle);
    scout.set("steer", steer);
    scout.drive(1);
    scout.expect_smooth(1, scout.tyre_loads() + scout.tyre_slips() + scout.drives());
  }
}

// A tyre is carried over the edges of the triangles by its spring.
TEST(Chatter, NoneInTyresOverHillsOfTriangles) {
  LoadedScene scene = shipped("scout_robot");
  scene.world.bodies[index_of(scene.world.bodies, "sleepers")].shapes.clear();
  physics::Heightfield hills{41, 21, 1, {}};
  for (int row = 0; row < hills.rows; ++row) {
    for (int column = 0; column < hills.columns; ++column)
      hills.heights.push_back(0.3 * (1 - std::cos(0.3 * (column - 20))) + 0.1 * std::sin(0.4 * (row - 10)));
  }
  scene.world.bodies[index_of(scene.world.bodies, "ground")].shapes[0].geometry = hills;
  Machine scout(std::move(scene));
  scout.set("throttle", 0.5);
  scout.drive(3);
  scout.expect_smooth(5, scout.tyre_loads() + scout.drives());
}

TEST(Chatter, NoneWhereTheTrackedRobotTurns) {
  Machine robot(shipped("tracked_robot"));
  for (const auto& [throttle, steer] : {std::pair(0.0, 0.8), std::pair(0.4, 0.4)}) {
    robot.set("throttle", throttle);
    robot.set("steer", steer);
    robot.drive(1);
    robot.expect_smooth(1, robot.loads("robot") + robot.drives());
  }
}

}  // namespace
}  // namespace drawbar::scenes
