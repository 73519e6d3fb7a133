// The world: everything that moves, advanced frame by frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "physics/contact/collision_query.h"
#include "physics/model/effect.h"
#include "physics/model/frame_state.h"
#include "physics/model/state_field.h"
#include "physics/model/world_config.h"

namespace drawbar::physics {

/// Owns configuration and running state. The constructor allocates everything a step needs; from then on
/// step functions neither allocate, lock, log nor read a clock. The same configuration and the same calls in
/// the same order give the same bits on every machine.
///
/// The configuration must be valid (scenes/ checks what users write); a broken invariant is an assertion.
class World {
 public:
  /// Projects the initial velocities onto what the joints allow (least kinetic energy of the change).
  explicit World(WorldConfig config);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  const WorldConfig& config() const;  ///< What it was built from.

  /// Speed change that the projection of the initial velocities made, the largest over the bodies (m/s).
  double initial_velocity_correction() const;

  // --- inputs: they act from the next substep on; callers apply them between frames ---

  /// `value` is clamped to the control's range. What the machine feels of it is another where an effect says
  /// so.
  void set_control(ControlId control, double value);
  double control(ControlId control) const;  ///< The value that was asked of a control, clamped to its range.
  /// A malfunction: a disabled drive has an open winding.
  void set_drive_enabled(DriveId drive, bool enabled);

  // --- effects (model/effect.h): inputs, too; between frames, acting from the next frame on ---

  /// Begins the effect anew where one of its id acts. One that acts at once does so now. Target and
  /// parameters must exist and be in range (scenes/effects checks them). False, and nothing changed:
  /// kMostEffects act already.
  [[nodiscard]] bool begin_effect(const Effect& effect);
  /// Ends it, as if it had not been, for all that follows; false: there is none.
  bool clear_effect(EffectId effect);
  void clear_effects();  ///< Ends all effects, as clear_effect() does.
  /// At work, in the order of their beginning.
  std::span<const ActiveEffect> effects() const;

  // --- time ---

  /// Opens the next frame of `substeps` equal substeps; the previous frame must be complete.
  void begin_frame(int substeps);
  /// One substep; the frame's last one also closes the frame (velocities synchronised at its end). Motion
  /// that comes apart numerically (faster than 1e5 m/s or rad/s, NaN) never reaches a reading: the bodies go
  /// back to where the frame began, at rest, and StepStatistics::recoveries counts it.
  void substep();
  /// begin_frame and all its substeps.
  void step_frame(int substeps);
  /// Number of complete frames.
  std::uint64_t frame() const;

  // --- readings ---

  /// Fills `out` with synchronised quantities at the present instant, also in the middle of a frame; does not
  /// influence what follows. Joint errors are the largest since the last reset_error_peaks().
  void observe(FrameState& out) const;
  /// The same without the effects and what they show, which `out` has none of then: the truth, for those who
  /// judge.
  void observe_motion(FrameState& out) const;
  /// The rest: the effects, and what they show in place of what observe_motion() gave `out` at this instant.
  void observe_effects(FrameState& out) const;
  /// The contacts alone, as observe() gives them; at a fraction of the cost within a frame.
  void observe_contacts(FrameState& out) const;
  void reset_error_peaks();  ///< Lets the peaks of the joints' errors begin anew.

  // --- questions about the present poses, which change nothing ---

  /// The first thing that a ball of `radius` (m, 0: a ray) meets from `origin` along `direction` (unit)
  /// within `length` (m), sensors apart. Bodies that share no bit with `groups` are passed through, and so is
  /// `ignored`.
  std::optional<CastHit> cast(const Vec3& origin, const Vec3& direction, double length, double radius = 0,
                              std::uint32_t groups = 0xFFFFFFFF, BodyId ignored = kWorldBody) const;
  /// The same for a convex geometry that moves from `pose` along `direction` without turning.
  std::optional<CastHit> cast(const Geometry& convex, const Pose& pose, const Vec3& direction, double length,
                              std::uint32_t groups = 0xFFFFFFFF, BodyId ignored = kWorldBody) const;
  /// The bodies that a convex geometry at `pose` touches, each once, by index.
  void find_overlaps(const Geometry& convex, const Pose& pose, std::vector<std::uint32_t>& bodies) const;
  /// A FrameState with every vector sized or reserved, so that observe() does not allocate.
  FrameState make_frame_state() const;

  // --- state: all that influences the next step or is read of its forces, and nothing else ---

  /// Canonical little-endian field-by-field serialisation, appended to `out` after clearing it. Between
  /// frames only. Does not allocate once `out` has state_capacity() bytes reserved.
  void save_state(std::vector<std::byte>& out) const;
  /// Largest size save_state can reach (bytes).
  std::size_t state_capacity() const;
  /// Takes over a state saved from a world with the same configuration. False, and nothing changed, if
  /// `bytes` does not fit this configuration.
  [[nodiscard]] bool restore_state(std::span<const std::byte> bytes);
  /// Begins with what save_state wrote, as frame 0: no effect acts but the configuration's own of second 0,
  /// every control is at its neutral value; what has broken or burnt stays so. False, and nothing changed,
  /// where the bytes are no state of this world, or one that means nothing at frame 0: of bodies that move by
  /// the time or are on their way.
  [[nodiscard]] bool begin_from(std::span<const std::byte> bytes);
  /// Every field of `bytes` (as save_state wrote it) in order, without gaps.
  std::vector<StateField> state_fields(std::span<const std::byte> bytes) const;
  /// Name of the state field that holds byte `offset` of `bytes` (as save_state wrote it), such as
  /// "bodies[trolley].velocity".
  std::string describe_state(std::span<const std::byte> bytes, std::size_t offset) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace drawbar::physics
