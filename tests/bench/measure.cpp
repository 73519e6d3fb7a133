#include "tests/bench/measure.h"

#include <cmath>
#include <exception>
#include <span>

#include "tests/bench/drawbar_engine.h"

namespace drawbar::bench {
namespace {

using physics::Vec3;

constexpr double kLook = 0.04;    // s of simulation between looks
constexpr double kPatience = 20;  // s of CPU time for one method and chain
constexpr int kRuns = 3;

Vec3 end_of(const LinkMotion& link, double side) {
  return link.position + link.orientation * Vec3(side * 0.5 * Chain::kLength, 0, 0);
}

double energy(const Chain& chain, std::span<const LinkMotion> links) {
  double sum = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int link = static_cast<int>(i);
    const Vec3 spin = links[i].orientation.conjugate() * links[i].angular_velocity;
    sum += 0.5 * chain.mass(link) * links[i].velocity.squaredNorm() +
           0.5 * spin.dot(chain.inertia(link).cwiseProduct(spin)) +
           chain.mass(link) * Chain::kGravity * links[i].position.z();
  }
  return sum;
}

double separation(std::span<const LinkMotion> links) {
  Vec3 before = Vec3::Zero();
  double largest = 0;
  for (const LinkMotion& link : links) {
    largest = std::max(largest, (end_of(link, -1) - before).norm());
    before = end_of(link, 1);
  }
  return largest;
}

/// One run for the errors; false if it ends early.
bool errors(const Method& method, const Chain& chain, double step, double seconds, const Vec3& tip,
            ChainResult& result) {
  const int steps = static_cast<int>(std::lround(kLook / step));
  const int looks = static_cast<int>(std::lround(seconds / kLook));
  const int first_second = static_cast<int>(std::lround(1 / kLook));
  std::vector<LinkMotion> links(static_cast<std::size_t>(chain.links));
  const double begin = thread_seconds();
  const std::unique_ptr<Engine> engine = method.make(chain, step);
  engine->read(links);
  const double start = energy(chain, links);
  for (int look = 1; look <= looks; ++look) {
    engine->advance(steps);
    engine->read(links);
    const double change = (energy(chain, links) - start) / chain.energy_scale();
    if (!std::isfinite(change)) return false;
    result.energy_peak = std::max(result.energy_peak, std::fabs(change));
    result.energy_end = change;
    result.separation = std::max(result.separation, separation(links));
    if (look == first_second) result.tip_error = (end_of(links.back(), 1) - tip).norm();
    if (thread_seconds() - begin > kPatience) return false;
  }
  return true;
}

}  // namespace

Vec3 reference_tip(const Chain& chain) {
  physics::WorldConfig config = chain_world(chain, physics::Formulation::articulated_body);
  config.adaptive_tolerance = 1e-11;
  physics::World world(config);
  for (int frame = 0; frame < 25; ++frame) world.step_frame(1);
  physics::FrameState state = world.make_frame_state();
  world.observe(state);
  const physics::BodyReading& last = state.bodies.back();
  return last.position + last.orientation * Vec3(0.5 * Chain::kLength, 0, 0);
}

ChainResult measure_errors(const Method& method, const Chain& chain, double step, double seconds,
                           const Vec3& tip) {
  ChainResult result;
  try {
    result.finished = errors(method, chain, step, seconds, tip, result);
  } catch (const std::exception&) {
    // an engine's own way to say that it has blown up
  }
  return result;
}

ChainResult measure(const Method& method, const Chain& chain, double step, double seconds, const Vec3& tip) {
  ChainResult result = measure_errors(method, chain, step, seconds, tip);
  if (!result.finished) return result;
  const int steps = static_cast<int>(std::lround(kLook / step));
  const int first_second = static_cast<int>(std::lround(1 / kLook));
  const auto once = [&] {
    const std::unique_ptr<Engine> engine = method.make(chain, step);
    engine->advance(steps);
    const double from = thread_seconds();
    engine->advance(steps * (first_second - 1));
    return (thread_seconds() - from) / (steps * (first_second - 1));
  };
  result.step_time = median_of(kRuns, once);
  return result;
}

}  // namespace drawbar::bench
