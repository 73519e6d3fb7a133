// Tyres as rows: the spring of each contact patch, the tread along, across and about, rolling resistance.
//
// The spring is a soft row J V + gamma L = target with L >= 0 (compliant_law.h). The tread's deflection e and
// its force (brush_tyre.h) are taken at the end of the substep,
//   e' = (e + h v)/(1 + decay),    F = k e' + d (e' - e)/h = A + B v,
// with the decay of the deflection that the velocity of now leads to: two more soft rows, gamma =
// 1/(kick B), target = -A/B, within the disc mu times the spring's own impulse. That line passes through the
// law where the velocity stays and where the force is 0, is nowhere flatter than the law, and so cannot
// make it swing from substep to substep. So drive, brake, suspension, tyre and ground are one problem, at any
// speed and substep; where the tyre slides its force is mu F_z exactly. About the normal likewise, at the
// bore radius, within mu times that radius. e is the slip that the contact remembers.
//
// Camber thrust: a wheel that leans by the angle g rolls as if it slipped by (C_g/C_y) sin g across.
//
// What rolls, and does not slide as a whole, needs no iterations: spring and tread stay within their bounds
// and are condensed into the trees (RowSet::condense), rolling resistance is as large as its load lets it be.
// That is what a patch is taken for that was inside its bounds before, until a solve shows otherwise.
//
// Ground that it presses a rut into (sinkage.h) holds the axle back: dry friction between the two along the
// way of rolling.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/formulations/sequential_impulses/contact/row_set.h"
#include "physics/vehicle/brush_tyre.h"
#include "physics/vehicle/contact_patch.h"

namespace drawbar::physics {

class CollisionWorld;

/// How a solve changed the condensed rows.
struct CondensedChange {
  bool released = false;  ///< some are condensed no more: the trees must be factored again
  double moved = 0;       ///< by which what follows their impulses changes a speed, m/s or rad/s
};

class TyreConstraints {
 public:
  TyreConstraints(const StepView& view, CollisionWorld& collisions, StepStatistics& statistics);

  /// Rows that all tyres may need at the most.
  static std::size_t most_rows(const Model& model, const CollisionWorld& collisions);

  /// Rows of the manifolds in which a wheel stands on its tread. Those that find no room are counted as
  /// dropped.
  void prepare(const Island& island, std::span<const BodyFrame> frames, const KickTimes& times, RowSet& rows);
  /// Impulses of the condensed soft rows at the nodes' velocities.
  void update_condensed_impulses(std::span<const Spatial> velocity, RowSet& rows) const;
  /// Then: restores the rows of the patches that are not within their bounds, lets resistance follow its
  /// load.
  CondensedChange check_condensed_bounds(std::span<const Spatial> velocity, RowSet& rows);
  /// Impulses and deflections back to the contacts' memory.
  void commit(std::span<const Spatial> velocity, const RowSet& rows);
  /// FreeBodyContacts::for_each_impulse: each point's share of its patch.
  template <class Visit>
  void for_each_impulse(const RowSet& rows, Visit visit) const {
    for (const Patch& patch : patches_) {
      const double pressed = pressing(patch, 1, rows);
      const Vec3 friction = gripping(patch, 1, rows);
      for (std::size_t i = 0; i < patch.contact.count; ++i) {
        ContactPoint& point = *patch.contact.points[i];
        visit(point, Vec3(patch.contact.share[i] * (pressed * point.normal + friction)));
      }
    }
  }

 private:
  struct Patch {
    const TyreConfig* tyre = nullptr;
    ContactPatch contact;
    BodyIndex body = 0;
    BodyIndex ground = 0;
    double sign = 1;    // from memory, which is of body b, to the wheel
    Vec3 axis;          // of rolling, world
    Vec3 arm;           // from the wheel's centre of mass to the patch, world
    Vec3 ground_arm;    // likewise of the ground
    double radius = 0;  // m, axle to the patch's position
    double rolling_radius = 0;
    double arm_radius = 0;  // m, axle to where the longitudinal force acts
    double friction = 0;    // of the surfaces, at the speed of sliding
    TreadDeflection tread;
    LoadedTyre loaded;
    TreadForce force;
    double camber_speed = 0;     // m/s across, as which its lean acts (a formula: with what else shifts it)
    double arm_speed = 0;        // m/s forwards, likewise: slip beyond that of the wheel's point at its arm
    double lever = 0;            // m: of rolling resistance, torque per load
    bool condensed = false;      // spring and tread
    bool drags = false;          // a condensed patch's rolling resistance, too
    std::size_t spring = kNone;  // rows; of the tread the first of two
    std::size_t treads = kNone;
    std::size_t bore = kNone;
    std::size_t resistance = kNone;
    std::size_t rut = kNone;
  };

  void add(const WheelContact& wheel, const ContactPatch& contact, const SurfacePair& surface,
           std::span<const BodyFrame> frames, RowSet& rows);
  void aim_spring(const Patch& patch, RowSet& rows) const;
  void aim_tread(Patch& patch) const;
  void aim_tread_rows(const Patch& patch, RowSet& rows) const;
  void aim_held_treads(RowSet& rows);
  void warm_start(const Patch& patch, double scale, RowSet& rows) const;
  void condense(Patch& patch, RowSet& rows) const;
  static void restore(Patch& patch, RowSet& rows);
  static std::array<std::size_t, 4> soft_rows(const Patch& patch);
  static bool is_within_bounds(const Patch& patch, const RowSet& rows);
  // `scale` times the impulses of the patch on body b in this kick, N s: of its spring, and of its treads,
  // world.
  static double pressing(const Patch& patch, double scale, const RowSet& rows);
  static Vec3 gripping(const Patch& patch, double scale, const RowSet& rows);
  double load(const Patch& patch) const;
  double roll_rate(const Patch& patch) const;
  double rolling_speed(const Patch& patch) const;
  double rolled_less(const Patch& patch, double radius) const;
  TreadDeflection slipping(const Patch& patch) const;
  double sliding_speed(const Patch& patch) const;
  TreadDeflection deflected(const Patch& patch, std::span<const Spatial> velocity, const RowSet& rows) const;

  StepView view_;
  CollisionWorld& collisions_;
  StepStatistics& statistics_;
  std::vector<Patch> patches_;
  KickTimes times_;
};

}  // namespace drawbar::physics
