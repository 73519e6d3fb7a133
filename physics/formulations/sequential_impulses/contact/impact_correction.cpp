#include "physics/formulations/sequential_impulses/contact/impact_correction.h"

#include <cmath>

#include "physics/contact/collision_world.h"
#include "physics/formulations/sequential_impulses/contact/contact_law.h"
#include "physics/motion/prescribed_motions.h"

namespace drawbar::physics {
namespace {

// On b, the opposite on a.
Vec3 impulse_of(const ContactMemory& memory, const Vec3& normal, const KickTimes& times) {
  return times.from_memory() * (memory.normal_impulse * normal + memory.friction_impulse);
}

// All its moments are equal: how it is turned says nothing about its energy.
bool is_round(const Mat3& inertia) {
  constexpr double kEqual = 1e-9;
  const double moment = inertia(0, 0);
  return (inertia - moment * Mat3::Identity()).squaredNorm() <= kEqual * kEqual * moment * moment;
}

}  // namespace

ImpactDelay::ImpactDelay(const StepView& view, const Topology& topology, const CollisionWorld& collisions,
                         const ContactScratch& scratch)
    : view_(view),
      topology_(topology),
      collisions_(collisions),
      scratch_(scratch),
      means_(topology.nodes.size()) {}

template <class Visit>
void ImpactDelay::for_each_lone_end(const Manifold& manifold, Visit visit) const {
  const auto look_at = [&](BodyIndex body, double sign) {
    const std::size_t node = topology_.node_of_body[body];
    if (node != kNone && !topology_.is_articulated(body)) visit(node, sign);
  };
  look_at(manifold.body_a, -1);
  look_at(manifold.body_b, 1);
}

// A body that several things strike within one drift is struck once, at the mean of the instants.
bool ImpactDelay::weigh(const Island& island, const KickTimes& times) {
  bool any = false;
  bool moved = false;
  struck_ = false;
  for (const std::uint32_t m : island.manifolds) {
    const Manifold& manifold = collisions_.manifolds()[m];
    moved |= view_.prescribed.moves(manifold.body_a) || view_.prescribed.moves(manifold.body_b);
    const ManifoldNotes& notes = scratch_.of(m);
    for (std::size_t k = 0; k < manifold.contacts().size(); ++k) {
      const ContactPoint& contact = manifold.points[k];
      const ContactNote& note = notes.points[k];
      struck_ |= note.had_impact && contact.surface->restitution > 0;
      if (!(note.delay > 0)) continue;
      if (!any) {
        for (const std::size_t i : island.nodes) means_[i] = {};
      }
      any = true;
      const double size = std::sqrt(impulse_of(contact.memory, notes.normal(contact), times).squaredNorm());
      for_each_lone_end(manifold, [&](std::size_t node, double) {
        means_[node].impulse += size;
        means_[node].delay += size * note.delay;
      });
    }
  }
  struck_ = struck_ && !moved;  // what is moved may give energy to what it strikes
  return any;
}

// All impulses of a body that is struck count: what an impact presses on answers it in the same kick. Turned
// back at the momentum that it has now, a body that is not round would gain or lose energy.
bool ImpactDelay::find(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times,
                       std::span<Spatial> ways) {
  if (!weigh(island, times)) return false;
  for (const std::size_t i : island.nodes) ways[i] = Spatial{};
  for (const std::uint32_t m : island.manifolds) {
    const Manifold& manifold = collisions_.manifolds()[m];
    const ManifoldNotes& notes = scratch_.of(m);
    for (const ContactPoint& contact : manifold.contacts()) {
      const Vec3 impulse = impulse_of(contact.memory, notes.normal(contact), times);
      const Vec3 turning = times.from_memory() * contact.memory.resistance_impulse;
      const ContactPlace place = place_of(topology_, manifold, notes, contact, frames);
      for_each_lone_end(manifold, [&](std::size_t node, double sign) {
        const Mean& mean = means_[node];
        if (!(mean.impulse > 0)) return;
        const BodyIndex body = topology_.nodes[node].body;
        const BodyModel& model = view_.model.bodies[body];
        const double back = -sign * mean.delay / mean.impulse;
        add_scaled(ways[node], back * model.inverse_mass, spatial(impulse, Vec3::Zero()));
        if (!is_round(model.inertia)) return;
        const Vec3 moment = (place.point - place.centers[sign < 0 ? 0 : 1]).cross(impulse) + turning;
        add_scaled(ways[node], back * model.inverse_inertia(0, 0), spatial(Vec3::Zero(), moment));
      });
    }
  }
  return true;
}

}  // namespace drawbar::physics
