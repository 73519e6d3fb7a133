// Linkages as scenes, piece by piece; among them Andrews' squeezer (andrews_squeezer.json).
#pragma once

#include <array>
#include <string>

#include "tests/references/trajectory.h"

namespace drawbar::references {

using physics::Vec3;

/// Bodies and joints of a scene, collected piece by piece.
class Linkage {
 public:
  void body(const std::string& name, double mass, const Vec3& inertia, const Vec3& position,
            const std::string& motion = "") {
    add(bodies_, R"({ "name": ")" + name + R"(", "mass": )" + text(mass) + R"(, "inertia": )" +
                     text(inertia.x(), inertia.y(), inertia.z()) + R"(, "position": )" + at(position) +
                     motion + " }");
  }
  void joint(const char* type, const std::string& parent, const std::string& child, const Vec3& position,
             const Vec3& axis) {
    add(joints_, R"({ "name": "joint)" + std::to_string(count_++) + R"(", "type": ")" + type +
                     R"(", "parent": ")" + parent + R"(", "child": ")" + child + R"(", "position": )" +
                     at(position) + R"(, "axis": )" + at(axis) + " }");
  }
  void hinge(const std::string& parent, const std::string& child, const Vec3& position, const Vec3& axis) {
    joint("revolute", parent, child, position, axis);
  }
  std::string parts() const { return R"("bodies": [)" + bodies_ + R"(], "joints": [)" + joints_ + "]"; }

  static std::string at(const Vec3& v) { return text(v.x(), v.y(), v.z()); }

 private:
  static void add(std::string& list, const std::string& element) {
    list += (list.empty() ? "" : ", ") + element;
  }
  std::string bodies_, joints_;
  int count_ = 0;
};

inline std::string spring(const std::string& name, const std::string& from, const Vec3& a,
                          const std::string& to, const Vec3& b, double stiffness, double damping,
                          double rest) {
  return R"({ "name": ")" + name + R"(", "type": "linear", "from": { "body": ")" + from +
         R"(", "position": )" + Linkage::at(a) + R"( }, "to": { "body": ")" + to + R"(", "position": )" +
         Linkage::at(b) + R"( }, "stiffness": )" + text(stiffness) + R"(, "damping": )" + text(damping) +
         R"(, "rest_length": )" + text(rest) + " }";
}

/// Seven bodies in the x-y plane, three loops through body 2; 0.033 N m on body 1.
inline std::string squeezer() {
  constexpr double kBeta = -0.06171389001427645, kTheta = 0, kGamma = 0.45527981916307037;
  constexpr double kPhi = 0.22266839016588588, kDelta = 0.48736497954384256;
  constexpr double kOmega = -0.22266839016588588, kEpsilon = 1.2305474445498212;
  const auto along = [](double angle) { return Vec3(std::cos(angle), std::sin(angle), 0); };
  const auto across = [](double angle) { return Vec3(std::sin(angle), -std::cos(angle), 0); };
  const Vec3 a(-0.06934, -0.00227, 0), b(-0.03635, 0.03273, 0), c(0.014, 0.072, 0);
  const Vec3 f = 0.007 * along(kBeta);
  const Vec3 e = f - 0.028 * along(kBeta + kTheta);
  const Vec3 g = a + 0.04 * along(kDelta);
  const Vec3 h = a + 0.04 * across(kEpsilon);
  const Vec3 d = b + 0.018 * across(kGamma) + 0.02 * along(kGamma);
  const std::array<Vec3, 7> centers{0.00092 * along(kBeta),
                                    f - 0.0115 * along(kBeta + kTheta),
                                    b + 0.01874 * across(kGamma) + 0.01043 * along(kGamma),
                                    g + (0.02 - 0.01421) * across(kPhi + kDelta),
                                    a + 0.02308 * along(kDelta) - 0.00916 * across(kDelta),
                                    h + (0.02 - 0.01421) * along(kOmega + kEpsilon),
                                    a + 0.01228 * across(kEpsilon) - 0.00449 * along(kEpsilon)};
  constexpr double kMass[] = {0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498};
  constexpr double kInertia[] = {2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
  Linkage linkage;
  for (std::size_t k = 0; k < 7; ++k) {
    linkage.body("k" + std::to_string(k + 1), kMass[k], Vec3::Constant(kInertia[k]), centers[k]);
  }
  const Vec3 z = Vec3::UnitZ();
  linkage.hinge("world", "k1", Vec3::Zero(), z);
  linkage.hinge("k1", "k2", f, z);
  linkage.hinge("world", "k3", b, z);
  linkage.hinge("k2", "k3", e, z);
  linkage.hinge("world", "k5", a, z);
  linkage.hinge("k5", "k4", g, z);
  linkage.hinge("k4", "k2", e, z);
  linkage.hinge("world", "k7", a, z);
  linkage.hinge("k7", "k6", h, z);
  linkage.hinge("k6", "k2", e, z);
  return scene(linkage.parts() + R"(, "springs": [)" + spring("s", "world", c, "k3", d, 4530, 0, 0.07785) +
                   R"(], "drives": [ { "name": "m", "type": "dc_motor", "joint": "joint0", "control": "u",
                     "mode": "current", "supply_voltage": 1000, "resistance": 0.001,
                     "torque_constant": 0.033, "current_limit": 1 } ],
                   "controls": [ { "name": "u", "neutral": 1 } ])",
               0);
}

}  // namespace drawbar::references
