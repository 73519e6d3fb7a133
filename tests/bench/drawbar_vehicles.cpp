#include "tests/bench/drawbar_worlds.h"
#include "tests/bench/shipped_machine.h"

namespace drawbar::bench {
namespace {

constexpr double kPeriod = 0.04;  // s
constexpr int kSubsteps = 4;
constexpr double kThrottle = 0.2;  // of 400 V: 9 m/s without load
constexpr std::size_t kCar = 2;    // body of the scene, after its ground and cones

class DrawbarVehicles final : public VehicleEngine {
 public:
  explicit DrawbarVehicles(bool trailers) : world_(fleet_world(trailers)), state_(world_.make_frame_state()) {
    const physics::WorldConfig& config = world_.config();
    machine_ = (config.bodies.size() - kCar) / Fleet::starts().size();
    start_fleet(world_);
  }

  void advance(int steps) override {
    for (int done = 0; done < steps; done += kSubsteps) world_.step_frame(kSubsteps);
  }
  void read(std::vector<physics::Vec3>& centres) override {
    world_.observe(state_);
    for (std::size_t i = 0; i < centres.size(); ++i) centres[i] = state_.bodies[kCar + i * machine_].position;
  }

 private:
  physics::World world_;
  physics::FrameState state_;
  std::size_t machine_ = 0;  // bodies of one
};

}  // namespace

physics::WorldConfig fleet_world(bool trailers) {
  physics::WorldConfig config = load_shipped("car_trailer.json").world;
  if (!trailers) {
    config.bodies.resize(place_of(config.bodies, "trailer"));
    config.joints.resize(place_of(config.joints, "hitch"));
    config.wheels.resize(place_of(config.wheels, "trailer_left"));
    config.brakes.resize(place_of(config.brakes, "overrun_left"));
    config.hitches.clear();
  }
  physics::ShapeConfig& ground = config.bodies[0].shapes[0];
  ground.geometry = Fleet::ground();
  ground.position = Fleet::ground_middle();
  config.bodies[1].shapes.clear();
  const std::vector<physics::Vec3> starts = Fleet::starts();
  repeat_machine(config, kCar, std::span(starts).subspan(1));
  config.period = kPeriod;
  return config;
}

void start_fleet(physics::World& world) {
  const auto throttle = static_cast<std::uint32_t>(place_of(world.config().controls, "throttle"));
  world.set_control(physics::ControlId{throttle}, kThrottle);
}

std::vector<VehicleMethod> drawbar_vehicles() {
  return {{"drawbar, with trailer", [] { return std::make_unique<DrawbarVehicles>(true); }},
          {"drawbar, car alone", [] { return std::make_unique<DrawbarVehicles>(false); }}};
}

}  // namespace drawbar::bench
