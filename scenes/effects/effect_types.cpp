#include "scenes/effects/effect_types.h"

#include <cassert>
#include <initializer_list>

namespace drawbar::scenes {
namespace {

using physics::EffectType;

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kMostPush = 1e9;     // N, N m, N s
constexpr double kMostLength = 1e6;   // m
constexpr double kMostTurn = 36'000;  // deg
constexpr double kMostWind = 1000;    // m/s
constexpr double kMostPlay = 10;      // m or rad

std::vector<EffectParameter> push(std::string_view unit) {
  return {{"x", unit, -kMostPush, kMostPush, 0, "along x"},
          {"y", unit, -kMostPush, kMostPush, 0, "along y"},
          {"z", unit, -kMostPush, kMostPush, 0, "along z"}};
}

EffectParameter body_axes() {
  return {"body_axes", "", 0, 1, 0, "0: x, y, z are the world's; above 0: the body's"};
}

std::vector<EffectParameter> push_at_a_point(std::string_view unit) {
  std::vector<EffectParameter> list = push(unit);
  for (const char* name : {"at_x", "at_y", "at_z"}) {
    list.push_back({name, "m", -kMostLength, kMostLength, 0,
                    "point that it acts at, from the body frame's origin, body axes"});
  }
  list.push_back(body_axes());
  return list;
}

std::vector<EffectParameter> turning() {
  std::vector<EffectParameter> list = push("N m");
  list.push_back(body_axes());
  return list;
}

std::vector<EffectParameter> pose() {
  std::vector<EffectParameter> list;
  for (const char* name : {"x", "y", "z"}) {
    list.push_back({name, "m", -kMostLength, kMostLength, std::nullopt, "place of the body frame's origin"});
  }
  list.push_back({"roll", "deg", -kMostTurn, kMostTurn, 0, "about the world's x", kDegree});
  list.push_back({"pitch", "deg", -kMostTurn, kMostTurn, 0, "then about the world's y", kDegree});
  list.push_back({"yaw", "deg", -kMostTurn, kMostTurn, 0, "then about the world's z", kDegree});
  return list;
}

std::vector<EffectParameter> way() {
  std::vector<EffectParameter> list = pose();
  list.push_back({"time", "s", 0.01, kLongestEffect, std::nullopt, "that it takes"});
  return list;
}

EffectParameter seed() {
  return {"seed", "", 0, 4'294'967'295.0, 1, "of what is drawn by lot: the same gives the same"};
}

std::vector<EffectParameter> wind() {
  std::vector<EffectParameter> list;
  for (const char* name : {"x", "y", "z"}) {
    list.push_back({name, "m/s", -kMostWind, kMostWind, 0, "velocity of the air"});
  }
  list.push_back({"gust", "m/s", 0, kMostWind, 0, "by which it blows faster and slower, along its way"});
  list.push_back({"period", "s", 0.1, 3600, 10, "of a gust"});
  list.push_back(
      {"seed", "", 0, 4'294'967'295.0, 0, "0: even gusts; else drawn by lot: the same gives the same"});
  return list;
}

std::vector<EffectTypeInfo> make_table() {
  return {
      {EffectType::force, "force", "pushes a body", push_at_a_point("N")},
      {EffectType::torque, "torque", "turns a body", turning()},
      {EffectType::impulse, "impulse", "strikes a body, at once", push_at_a_point("N s")},
      {EffectType::place, "place", "puts a body, and all that is joined to it, elsewhere, at rest, at once",
       pose()},
      {EffectType::open_winding, "off", "no current flows in the motor", {}},
      {EffectType::burnout, "burnout", "the motor's winding burns: it stays open, at once", {}},
      {EffectType::torque_loss,
       "torque_loss",
       "the motor loses this part of its torque per current, and of what it induces",
       {}},
      {EffectType::phase_loss,
       "phase_loss",
       "one of the motor's three phases is open: twice the resistance, half the current limit",
       {}},
      {EffectType::short_circuit, "short_circuit", "the motor's terminals are joined: it brakes itself", {}},
      {EffectType::supply_sag, "supply_sag", "the motor's supply loses this part of its voltage", {}},
      {EffectType::brake_fade, "brake_fade", "the brake loses this part of its torque", {}},
      {EffectType::brake_lock,
       "brake_lock",
       "the brake holds with this part of its torque, whatever is asked",
       {}},
      {EffectType::jam,
       "jam",
       "a joint's axes resist with dry friction besides their own",
       {{"friction", "N or N m", 0, kMostPush, std::nullopt, "that it resists with"}}},
      {EffectType::breakage, "break", "a joint is no more, at once", {}},
      {EffectType::spring_loss,
       "spring_loss",
       "a spring, or those of a joint, lose this part of their force",
       {}},
      {EffectType::damper_loss, "damper_loss", "they lose this part of their damping", {}},
      {EffectType::puncture, "puncture", "a tyre loses this part of its pressure", {}},
      {EffectType::track_off,
       "track_off",
       "the track comes off the sprocket of this joint: it drives nothing",
       {}},
      {EffectType::uncouple, "uncouple", "a hitch opens, and cannot be closed", {}},
      {EffectType::friction,
       "friction",
       "a material has another friction against all others",
       {{"factor", "", 0, 10, std::nullopt, "times its friction"}}},
      {EffectType::dead, "dead", "a reading is 0; a control is felt as 0", {}},
      {EffectType::stuck, "stuck", "a reading or a control stays as it is", {}},
      {EffectType::bias,
       "bias",
       "a reading or a control is off by this",
       {{"value", "of the channel", -kMostPush, kMostPush, std::nullopt, "that is added"}}},
      {EffectType::noise,
       "noise",
       "a reading or a control has a normally distributed error, a new one in each frame",
       {{"deviation", "of the channel", 0, kMostPush, std::nullopt, "standard deviation"}, seed()}},
      {EffectType::delay,
       "delay",
       "a reading or a control comes late, at most 63 frames",
       {{"time", "s", 0, 10, std::nullopt, "by which it is late"}}},
      {EffectType::intermittent,
       "intermittent",
       "a reading or a control is 0 by turns",
       {{"turn", "s", 0.01, 3600, 0.2, "of one turn"},
        {"part", "", 0, 1, 0.5, "of the turns that are lost"},
        seed()}},
      {EffectType::wind, "wind", "the air moves, everywhere alike, and pushes what has a drag area", wind()},
      {EffectType::move, "move",
       "a body whose motion is outside goes elsewhere, smoothly, and rests there; begun at once", way()},
      {EffectType::absent,
       "absent",
       "a body, and all that is joined to it, is not there; it comes back at rest, where it was or was "
       "placed",
       {}},
      {EffectType::play,
       "play",
       "the gears of a joint's drives have free way, or, where nothing drives it, its stops are worn",
       {{"way", "m or rad", 0, kMostPlay, std::nullopt, "to either side"}}},
  };
}

}  // namespace

std::span<const EffectTypeInfo> effect_types() {
  static const std::vector<EffectTypeInfo> table = make_table();
  return table;
}

const EffectTypeInfo& info_of(EffectType type) {
  const EffectTypeInfo& info = effect_types()[static_cast<std::size_t>(type)];
  assert(info.type == type);
  return info;
}

}  // namespace drawbar::scenes
