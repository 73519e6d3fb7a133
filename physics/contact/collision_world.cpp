#include "physics/contact/collision_world.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>
#include <utility>

#include "physics/contact/broad_phase.h"
#include "physics/contact/candidates.h"
#include "physics/contact/collision_shape.h"
#include "physics/contact/continued_surfaces.h"
#include "physics/contact/heightfield_data.h"
#include "physics/contact/memory_succession.h"
#include "physics/contact/narrow_phase.h"

namespace drawbar::physics {
namespace {

constexpr std::size_t kManifoldsPerShape = 8;
constexpr std::size_t kSpareManifolds = 64;
// A point whose feature is new takes over the memory of a lost one that lies within this part of the smaller
// shape's size: a wheel that rolls onto the next triangle keeps its load.
constexpr double kSuccessorReach = 0.25;

bool record_before(const ContactRecord& x, const ContactRecord& y) {
  return x.pair_key != y.pair_key ? x.pair_key < y.pair_key : x.feature < y.feature;
}

ContactRecord record_of(const Manifold& manifold, const ContactPoint& point) {
  return {manifold.pair_key(), point.feature, point.position_a, point.memory};
}

std::uint64_t ordered(std::uint32_t i, std::uint32_t j) {
  return (static_cast<std::uint64_t>(std::min(i, j)) << 32) | std::max(i, j);
}

using BodyPair = std::array<std::uint32_t, 2>;

/// By body: the first of all that the pairs connect with it, directly or not.
std::vector<std::uint32_t> first_connected(std::size_t count, std::span<const BodyPair> pairs) {
  std::vector<std::uint32_t> up(count);  // to the body itself, or to an earlier one it is connected with
  std::iota(up.begin(), up.end(), 0U);
  const auto first_of = [&](std::uint32_t body) {
    while (up[body] != body) body = up[body];
    return body;
  };
  for (const auto& [i, j] : pairs) {
    const std::uint32_t a = first_of(i);
    const std::uint32_t b = first_of(j);
    up[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t body = 0; body < count; ++body) up[body] = first_of(body);
  return up;
}

/// Whether the axis-aligned box may reach below the plane.
bool may_touch(const Aabb& box, const PlacedShape& plane) {
  const Vec3 normal = plane.axis();
  const Vec3 centre = 0.5 * (box.lower + box.upper);
  const Vec3 half = 0.5 * (box.upper - box.lower);
  return normal.dot(centre - plane.position) <= half.dot(normal.cwiseAbs());
}

}  // namespace

struct CollisionWorld::Implementation {
  struct BodyFilter {
    bool is_static = false;
    std::uint32_t groups = 0;
    std::uint32_t collides_with = 0;
    std::uint32_t machine = 0;  // the first body of those that joints connect
    bool is_moved = false;
    bool is_absent = false;
    bool stands() const { return is_static && !is_moved; }
  };

  explicit Implementation(const CollisionConfig& config);

  void detect(std::span<const Pose> poses, double margin, std::span<const Vec3> travel,
              std::span<const std::uint8_t> still);
  Manifold* manifold_before(std::uint64_t pair);
  void find_machines(std::span<const BodyPair> joined_pairs);
  std::vector<std::uint32_t> rigid_groups(std::span<const BodyPair> rigid_pairs) const;
  double approach(std::uint32_t i, std::uint32_t j, std::span<const Vec3> travel) const;
  void place(std::span<const Pose> poses);
  void bound(double margin, std::span<const Vec3> travel);
  void find_pairs(double margin);
  std::uint64_t pair_key(std::uint32_t i, std::uint32_t j) const;
  void add_manifold(std::uint64_t pair, double margin, std::span<const Pose> poses);
  std::span<const ContactRecord> records_before(std::uint64_t pair);
  void sense(std::uint64_t pair);
  const SurfacePair& surface_at(const Manifold& manifold, const Vec3& point) const;
  void carry_memory(Manifold& manifold, std::span<const ContactRecord> old);
  void fill(ContactPoint& point, const Candidate& c, const Manifold& manifold,
            std::span<const Pose> poses) const;
  void join_pieces(double margin, std::span<const Pose> poses);
  void gather_lost(const ContinuedSurfaces::Touch& touch);
  void hand_over_memory(std::span<const Pose> poses);
  void save_records(std::vector<ContactRecord>& out) const;

  std::size_t material_count;
  std::vector<SurfacePair> surface_pairs;
  std::vector<BodyFilter> bodies;
  bool any_absent = false;
  std::vector<std::uint64_t> excluded;  // sorted
  std::vector<CollisionShape> shapes;
  std::vector<std::uint32_t> swept;    // shapes with bounds: all but planes and heightfields
  std::vector<std::uint32_t> grounds;  // planes and heightfields
  std::size_t manifold_capacity;

  std::vector<PlacedShape> placed;   // by shape
  std::vector<Aabb> bounds;          // by place in `swept`, grown by half the margin and the travel
  std::vector<Mat3> rotations;       // by body
  std::vector<std::uint64_t> pairs;  // (shape a, shape b), sorted
  std::vector<Manifold> manifolds_before;
  std::vector<ContactRecord> restored;  // stands for the manifolds before if they are gone, sorted
  bool is_restored = false;
  std::size_t before_cursor = 0;                          // in either
  std::vector<ContactRecord> lost;                        // of one mover on a floor of pieces
  std::vector<std::uint8_t> taken;                        // by place in `lost`
  std::vector<Heir> heirs;                                // that mover's points now
  std::array<ContactRecord, kMaxManifoldPoints> records;  // of one manifold before
  std::vector<std::uint64_t> features_before;
  BroadPhase broad_phase;
  std::vector<BroadPhase::Pair> ground_pairs;  // shape of the ground, place in `swept`; in order of keys
  NarrowPhaseScratch scratch;
  Candidates candidates;
  ContinuedSurfaces pieces;
  std::vector<Manifold> manifolds;
  std::vector<SensorOverlap> overlaps;
  std::uint64_t dropped = 0;
};

CollisionWorld::Implementation::Implementation(const CollisionConfig& config)
    : material_count(config.material_count), surface_pairs(config.surface_pairs) {
  assert(surface_pairs.size() == material_count * material_count);
  std::size_t moving_shapes = 0;
  for (std::uint32_t body = 0; body < config.bodies.size(); ++body) {
    const CollisionBody& b = config.bodies[body];
    bodies.push_back({b.is_static, b.groups, b.collides_with, body, b.is_moved});
    for (const ShapeConfig& shape : b.shapes) {
      const auto index = static_cast<std::uint32_t>(shapes.size());
      shapes.push_back(make_collision_shape(shape, body, b.is_static));
      shapes.back().is_moved = b.is_moved;
      const ShapeKind kind = shapes.back().kind;
      (kind == ShapeKind::plane || kind == ShapeKind::heightfield ? grounds : swept).push_back(index);
      if (!b.is_static) ++moving_shapes;
    }
  }
  for (const auto& [i, j] : config.excluded_pairs) excluded.push_back(ordered(i, j));
  std::sort(excluded.begin(), excluded.end());
  find_machines(config.excluded_pairs);
  manifold_capacity = config.manifold_capacity != 0 ? config.manifold_capacity
                                                    : kManifoldsPerShape * moving_shapes + kSpareManifolds;
  placed.resize(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) placed[i].shape = &shapes[i];
  bounds.resize(swept.size());
  rotations.resize(bodies.size());
  pairs.reserve(4 * manifold_capacity);
  restored.reserve(kMaxManifoldPoints * manifold_capacity);
  manifolds_before.reserve(manifold_capacity);
  features_before.reserve(kMaxManifoldPoints);
  manifolds.reserve(manifold_capacity);
  lost.reserve(kMaxManifoldPoints * manifold_capacity);
  taken.reserve(kMaxManifoldPoints * manifold_capacity);
  heirs.reserve(kMaxManifoldPoints * manifold_capacity);
  pieces =
      ContinuedSurfaces(shapes, rigid_groups(config.rigid_pairs), config.sliding_bodies, manifold_capacity);
  overlaps.reserve(manifold_capacity);
  broad_phase = BroadPhase(swept.size(),
                           [this](std::uint32_t i, std::uint32_t j) { return pair_key(swept[i], swept[j]); });
  for (const std::uint32_t ground : grounds) {
    for (std::uint32_t i = 0; i < swept.size(); ++i) {
      const std::uint64_t key = pair_key(ground, swept[i]);
      if (key != 0) ground_pairs.push_back({key, ground, i});
    }
  }
  std::sort(ground_pairs.begin(), ground_pairs.end(),
            [](const auto& x, const auto& y) { return x.key < y.key; });
}

// A static body connects nothing: machines that stand on the same ground are two.
void CollisionWorld::Implementation::find_machines(std::span<const BodyPair> joined_pairs) {
  std::vector<BodyPair> moving;
  std::copy_if(
      joined_pairs.begin(), joined_pairs.end(), std::back_inserter(moving),
      [&](const BodyPair& pair) { return !bodies[pair[0]].is_static && !bodies[pair[1]].is_static; });
  const std::vector<std::uint32_t> first = first_connected(bodies.size(), moving);
  for (std::uint32_t body = 0; body < bodies.size(); ++body) bodies[body].machine = first[body];
}

/// By body, equal for bodies that move as one: all that stand do, and those that fixed joints connect.
std::vector<std::uint32_t> CollisionWorld::Implementation::rigid_groups(
    std::span<const BodyPair> rigid_pairs) const {
  std::vector<BodyPair> pairs(rigid_pairs.begin(), rigid_pairs.end());
  const auto stands = [](const BodyFilter& body) { return body.stands(); };
  const auto first =
      static_cast<std::uint32_t>(std::find_if(bodies.begin(), bodies.end(), stands) - bodies.begin());
  for (std::uint32_t body = first; body < bodies.size(); ++body) {
    if (bodies[body].stands()) pairs.push_back({first, body});
  }
  return first_connected(bodies.size(), pairs);
}

/// How far two bodies may come together. Parts of one machine travel together; of others, the one may stop
/// while the other does not.
double CollisionWorld::Implementation::approach(std::uint32_t i, std::uint32_t j,
                                                std::span<const Vec3> travel) const {
  if (bodies[i].machine == bodies[j].machine) return (travel[i] - travel[j]).norm();
  return travel[i].norm() + travel[j].norm();
}

void CollisionWorld::Implementation::place(std::span<const Pose> poses) {
  for (std::size_t i = 0; i < bodies.size(); ++i) rotations[i] = poses[i].orientation.toRotationMatrix();
  for (PlacedShape& p : placed) {
    const Mat3& rotation = rotations[p.shape->body];
    p.position = poses[p.shape->body].position + rotation * p.shape->local_position;
    p.rotation = rotation * p.shape->local_rotation;
  }
}

void CollisionWorld::Implementation::bound(double margin, std::span<const Vec3> travel) {
  for (std::size_t i = 0; i < swept.size(); ++i) {
    const PlacedShape& p = placed[swept[i]];
    bounds[i] = bounds_of(p).expanded(0.5 * margin + (travel.empty() ? 0 : travel[p.shape->body].norm()));
  }
}

/// The pair's key, shape a in the upper half, or 0 if the two never meet.
std::uint64_t CollisionWorld::Implementation::pair_key(std::uint32_t i, std::uint32_t j) const {
  const CollisionShape& first = shapes[i];
  const CollisionShape& second = shapes[j];
  if (first.body == second.body || (first.is_static && second.is_static)) return 0;
  if (first.is_sensor && second.is_sensor) return 0;
  const BodyFilter& x = bodies[first.body];
  const BodyFilter& y = bodies[second.body];
  if ((x.collides_with & y.groups) == 0 || (y.collides_with & x.groups) == 0) return 0;
  if (std::binary_search(excluded.begin(), excluded.end(), ordered(first.body, second.body))) return 0;
  const bool first_is_a = first.is_static || (!second.is_static && i < j);
  const std::uint32_t a = first_is_a ? i : j;
  const std::uint32_t b = first_is_a ? j : i;
  return (static_cast<std::uint64_t>(a) << 32) | b;
}

/// Both lists are in order of keys, and so is their union.
void CollisionWorld::Implementation::find_pairs(double margin) {
  pairs.clear();
  const auto add = [&](std::uint64_t key) {
    if (pairs.size() < pairs.capacity()) {
      pairs.push_back(key);
    } else {
      ++dropped;
    }
  };
  auto ground = ground_pairs.begin();
  const auto add_grounds_before = [&](std::uint64_t key) {
    for (; ground != ground_pairs.end() && ground->key < key; ++ground) {
      // A plane has no bounds of its own to carry the other half of the margin.
      const Aabb box = bounds[ground->j].expanded(0.5 * margin);
      if (shapes[ground->i].kind != ShapeKind::plane || may_touch(box, placed[ground->i])) add(ground->key);
    }
  };
  for (const BroadPhase::Pair& pair : broad_phase.update(bounds)) {
    if (!bounds[pair.i].overlaps(bounds[pair.j])) continue;
    add_grounds_before(pair.key);
    add(pair.key);
  }
  add_grounds_before(~std::uint64_t{0});
}

/// The points of a pair before. Pairs come in order, so one pass over all of them finds them.
std::span<const ContactRecord> CollisionWorld::Implementation::records_before(std::uint64_t pair) {
  std::size_t count = 0;
  if (is_restored) {
    while (before_cursor < restored.size() && restored[before_cursor].pair_key < pair) ++before_cursor;
    const std::size_t first = before_cursor;
    while (first + count < restored.size() && restored[first + count].pair_key == pair) ++count;
    return {restored.data() + first, count};
  }
  if (const Manifold* manifold = manifold_before(pair)) {
    for (const ContactPoint& point : manifold->contacts()) records[count++] = record_of(*manifold, point);
  }
  return {records.data(), count};
}

Manifold* CollisionWorld::Implementation::manifold_before(std::uint64_t pair) {
  while (before_cursor < manifolds_before.size() && manifolds_before[before_cursor].pair_key() < pair) {
    ++before_cursor;
  }
  const bool found =
      before_cursor < manifolds_before.size() && manifolds_before[before_cursor].pair_key() == pair;
  return found ? &manifolds_before[before_cursor] : nullptr;
}

void CollisionWorld::Implementation::carry_memory(Manifold& manifold, std::span<const ContactRecord> old) {
  std::array<Heir, kMaxManifoldPoints> points;
  std::size_t count = 0;
  for (ContactPoint& point : manifold.contacts()) points[count++] = {manifold.pair_key(), &point};
  std::array<std::uint8_t, kMaxManifoldPoints> taken{};
  const double limit =
      kSuccessorReach * std::min(shapes[manifold.shape_a].size, shapes[manifold.shape_b].size);
  inherit(std::span(points.data(), count), old, taken, limit,
          [](const ContactRecord& record, const ContactPoint& point) {
            return (record.position_a - point.position_a).squaredNorm();
          });
}

// What the two shapes are made of where they touch.
const SurfacePair& CollisionWorld::Implementation::surface_at(const Manifold& manifold,
                                                              const Vec3& point) const {
  const CollisionShape& a = shapes[manifold.shape_a];
  std::size_t material = a.material;
  if (a.kind == ShapeKind::heightfield && !a.heightfield->field.cells.empty()) {
    const Vec3 local = placed[manifold.shape_a].to_local(point);
    material = index_of(a.heightfield->field.materials[a.heightfield->material_at(local.x(), local.y())]);
  }
  return surface_pairs[material * material_count + shapes[manifold.shape_b].material];
}

void CollisionWorld::Implementation::sense(std::uint64_t pair) {
  const auto a = static_cast<std::uint32_t>(pair >> 32);
  const auto b = static_cast<std::uint32_t>(pair);
  candidates.clear();
  find_contacts(placed[a], placed[b], 0, scratch, candidates);
  if (candidates.count() == 0) return;
  if (overlaps.size() == overlaps.capacity()) {
    ++dropped;
  } else if (shapes[a].is_sensor) {
    overlaps.push_back({a, b});
  } else {
    overlaps.push_back({b, a});
  }
}

void CollisionWorld::Implementation::add_manifold(std::uint64_t pair, double margin,
                                                  std::span<const Pose> poses) {
  const auto a = static_cast<std::uint32_t>(pair >> 32);
  const auto b = static_cast<std::uint32_t>(pair);
  candidates.clear();
  find_contacts(placed[a], placed[b], margin, scratch, candidates);
  if (candidates.count() == 0) return;
  if (manifolds.size() == manifold_capacity) {
    ++dropped;
    return;
  }
  const std::span<const ContactRecord> old = records_before(pair);
  features_before.clear();
  for (const ContactRecord& record : old) features_before.push_back(record.feature);
  candidates.reduce(features_before);

  Manifold& manifold = manifolds.emplace_back();
  manifold.body_a = shapes[a].body;
  manifold.body_b = shapes[b].body;
  manifold.shape_a = a;
  manifold.shape_b = b;
  manifold.point_count = candidates.count();
  for (int i = 0; i < candidates.count(); ++i) {
    fill(manifold.points[static_cast<std::size_t>(i)], candidates[i], manifold, poses);
  }
  carry_memory(manifold, old);
}

void CollisionWorld::Implementation::fill(ContactPoint& point, const Candidate& c, const Manifold& manifold,
                                          std::span<const Pose> poses) const {
  point.position = 0.5 * (c.on_a + c.on_b);
  point.normal = c.normal;
  point.gap = c.gap;
  point.position_a = rotations[manifold.body_a].transpose() * (c.on_a - poses[manifold.body_a].position);
  point.position_b = rotations[manifold.body_b].transpose() * (c.on_b - poses[manifold.body_b].position);
  point.feature = c.feature;
  point.surface = &surface_at(manifold, c.on_a);
}

/// Where pieces of ground continue each other, takes out what only their borders say, and lets a point on one
/// piece go on as the point that its mover had on another.
void CollisionWorld::Implementation::join_pieces(double margin, std::span<const Pose> poses) {
  if (!pieces.apply(manifolds, placed, margin, scratch)) return;
  for (const ContinuedSurfaces::Bridge& bridge : pieces.bridges()) {
    Manifold& manifold = manifolds[bridge.manifold];
    if (manifold.point_count == kMaxManifoldPoints) continue;
    ContactPoint& point = manifold.points[static_cast<std::size_t>(manifold.point_count++)];
    point = {};
    fill(point, bridge.point, manifold, poses);
    if (bridge.surface != nullptr) point.surface = bridge.surface;
  }
  hand_over_memory(poses);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < manifolds.size(); ++i) {
    if (manifolds[i].point_count == 0) continue;
    if (kept != i) manifolds[kept] = manifolds[i];
    ++kept;
  }
  manifolds.resize(kept);
}

/// What one mover kept of its points on pieces that move as one, in order.
void CollisionWorld::Implementation::gather_lost(const ContinuedSurfaces::Touch& touch) {
  lost.clear();
  const auto add = [&](const ContactRecord& record) {
    const auto a = static_cast<std::uint32_t>(record.pair_key >> 32);
    const auto b = static_cast<std::uint32_t>(record.pair_key);
    if ((touch.mover_is_b ? b : a) != touch.mover) return;
    if (pieces.move_as_one(shapes[touch.mover_is_b ? a : b].body, shapes[touch.ground].body))
      lost.push_back(record);
  };
  if (is_restored) {
    for (const ContactRecord& record : restored) add(record);
    return;
  }
  for (const Manifold& manifold : manifolds_before) {
    for (const ContactPoint& point : manifold.contacts()) add(record_of(manifold, point));
  }
}

/// A point on a floor of pieces goes on with a memory on whichever piece that was.
void CollisionWorld::Implementation::hand_over_memory(std::span<const Pose> poses) {
  using Touch = ContinuedSurfaces::Touch;
  const auto same_floor = [](const Touch& x, const Touch& y) {
    return x.mover == y.mover && x.group == y.group && x.mover_is_b == y.mover_is_b;
  };
  const auto squared_distance = [&](const ContactRecord& record, const ContactPoint& point) {
    const std::uint32_t body = shapes[record.pair_key >> 32].body;
    return (poses[body].position + rotations[body] * record.position_a - point.position).squaredNorm();
  };
  for_each_run(pieces.touches(), same_floor, [&](std::span<const Touch> floor) {
    gather_lost(floor[0]);
    heirs.clear();
    for (const Touch& touch : floor) {
      Manifold& manifold = manifolds[touch.manifold];
      for (ContactPoint& point : manifold.contacts()) {
        point.memory = {};
        heirs.push_back({manifold.pair_key(), &point});
      }
    }
    taken.assign(lost.size(), 0);
    inherit(heirs, lost, taken, kSuccessorReach * shapes[floor[0].mover].size, squared_distance);
  });
}

void CollisionWorld::Implementation::save_records(std::vector<ContactRecord>& out) const {
  if (is_restored) {
    out = restored;
    return;
  }
  out.clear();
  for (const Manifold& m : manifolds) {
    for (const ContactPoint& p : m.contacts()) out.push_back(record_of(m, p));
  }
}

void CollisionWorld::Implementation::detect(std::span<const Pose> poses, double margin,
                                            std::span<const Vec3> travel,
                                            std::span<const std::uint8_t> still) {
  assert(poses.size() == bodies.size() && (travel.empty() || travel.size() == bodies.size()));
  manifolds_before.swap(manifolds);
  manifolds.clear();
  before_cursor = 0;
  overlaps.clear();
  place(poses);
  bound(margin, travel);
  find_pairs(margin);
  const auto rests = [&](std::uint32_t body) { return bodies[body].stands() || still[body] != 0; };
  const bool may_keep = !still.empty() && !is_restored;
  for (const std::uint64_t pair : pairs) {
    const CollisionShape& a = shapes[pair >> 32];
    const CollisionShape& b = shapes[pair & 0xFFFFFFFF];
    if (any_absent && (bodies[a.body].is_absent || bodies[b.body].is_absent)) continue;
    if (a.is_sensor || b.is_sensor) {
      sense(pair);
    } else if (may_keep && rests(a.body) && rests(b.body)) {
      if (const Manifold* manifold = manifold_before(pair)) manifolds.push_back(*manifold);
    } else {
      add_manifold(pair, margin + (travel.empty() ? 0 : approach(a.body, b.body, travel)), poses);
    }
  }
  pieces.follow(travel);
  join_pieces(margin, poses);
  is_restored = false;
}

void CollisionWorld::set_absent(std::span<const std::uint8_t> absent) {
  assert(absent.size() == implementation_->bodies.size());
  implementation_->any_absent = false;
  for (std::size_t body = 0; body < absent.size(); ++body) {
    implementation_->bodies[body].is_absent = absent[body] != 0;
    implementation_->any_absent |= absent[body] != 0;
  }
}

bool CollisionWorld::is_absent(std::uint32_t body) const {
  return implementation_->bodies[body].is_absent;
}

void CollisionWorld::set_surface_pairs(std::span<const SurfacePair> pairs) {
  assert(pairs.size() == implementation_->surface_pairs.size());
  std::copy(pairs.begin(), pairs.end(), implementation_->surface_pairs.begin());
}

CollisionWorld::CollisionWorld(const CollisionConfig& config)
    : implementation_(std::make_unique<Implementation>(config)) {}
CollisionWorld::~CollisionWorld() = default;
CollisionWorld::CollisionWorld(CollisionWorld&&) noexcept = default;
CollisionWorld& CollisionWorld::operator=(CollisionWorld&&) noexcept = default;

void CollisionWorld::detect(std::span<const Pose> poses, double margin, std::span<const Vec3> travel,
                            std::span<const std::uint8_t> still) {
  implementation_->detect(poses, margin, travel, still);
}

std::span<Manifold> CollisionWorld::manifolds() {
  return implementation_->manifolds;
}
std::span<const Manifold> CollisionWorld::manifolds() const {
  return implementation_->manifolds;
}

std::span<const SensorOverlap> CollisionWorld::overlaps() const {
  return implementation_->overlaps;
}

std::size_t CollisionWorld::overlap_capacity() const {
  return implementation_->overlaps.capacity();
}

void CollisionWorld::save_records(std::vector<ContactRecord>& out) const {
  implementation_->save_records(out);
}

std::size_t CollisionWorld::manifold_capacity() const {
  return implementation_->manifold_capacity;
}

std::size_t CollisionWorld::record_capacity() const {
  return kMaxManifoldPoints * implementation_->manifold_capacity;
}

bool CollisionWorld::restore_records(std::span<const ContactRecord> records) {
  if (records.size() > record_capacity()) return false;
  const std::size_t shapes = implementation_->shapes.size();
  for (const ContactRecord& record : records) {
    if (record.pair_key >> 32 >= shapes || (record.pair_key & 0xFFFFFFFF) >= shapes) return false;
  }
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (!record_before(records[i - 1], records[i])) return false;
  }
  for (std::size_t i = kMaxManifoldPoints; i < records.size(); ++i) {
    if (records[i].pair_key == records[i - kMaxManifoldPoints].pair_key) return false;
  }
  implementation_->restored.assign(records.begin(), records.end());
  implementation_->manifolds.clear();
  implementation_->is_restored = true;
  return true;
}

void CollisionWorld::show_restored(std::span<const Pose> poses, double margin) {
  assert(implementation_->is_restored);
  implementation_->detect(poses, margin, {}, {});
  implementation_->is_restored = true;
}

void CollisionWorld::forget_memory(std::span<const std::uint32_t> set_of, std::uint32_t set) {
  Implementation& w = *implementation_;
  for (Manifold& manifold : w.manifolds) {
    if (set_of[manifold.body_a] != set && set_of[manifold.body_b] != set) continue;
    for (ContactPoint& point : manifold.contacts()) point.memory = {};
  }
  if (!w.is_restored) return;
  for (ContactRecord& record : w.restored) {
    const std::uint32_t a = w.shapes[record.pair_key >> 32].body;
    const std::uint32_t b = w.shapes[record.pair_key & 0xFFFFFFFF].body;
    if (set_of[a] == set || set_of[b] == set) record.memory = {};
  }
}

void CollisionWorld::scale_impulses(double ratio) {
  const auto scale = [&](ContactMemory& memory) {
    memory.normal_impulse *= ratio;
    memory.friction_impulse *= ratio;
    memory.resistance_impulse *= ratio;
  };
  for (Manifold& manifold : implementation_->manifolds) {
    for (ContactPoint& point : manifold.contacts()) scale(point.memory);
  }
  if (!implementation_->is_restored) return;
  for (ContactRecord& record : implementation_->restored) scale(record.memory);
}

void CollisionWorld::place(std::span<const Pose> poses) {
  implementation_->place(poses);
}
std::span<const PlacedShape> CollisionWorld::placed_shapes() const {
  return implementation_->placed;
}
std::uint32_t CollisionWorld::groups_of(std::uint32_t body) const {
  return implementation_->bodies[body].groups;
}

std::uint64_t CollisionWorld::dropped() const {
  return implementation_->dropped + implementation_->broad_phase.dropped() +
         implementation_->scratch.surface.triangles.dropped();
}

}  // namespace drawbar::physics
