// A study of a ball on a spring, and its scene.
#pragma once

#include <string>

namespace drawbar::tests {

inline constexpr const char* kSpringScene = R"({ "name": "bounce", "gravity": [0, 0, 0],
  "bodies": [ { "name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 1.5] } ],
  "joints": [ { "name": "rail", "type": "prismatic", "parent": "world", "child": "ball", "position": [0, 0, 1.5], "axis": [0, 0, 1] } ],
  "springs": [ { "name": "coil", "type": "linear", "from": { "body": "world", "position": [0, 0, 0] },
                 "to": { "body": "ball", "position": [0, 0, 1.5] }, "stiffness": 200, "damping": 0, "rest_length": 1 } ] })";

/// With these parameters and this sampling.
inline std::string spring_study(const std::string& parameters, const std::string& sampling,
                                const std::string& more = "") {
  return R"({ "name": "springs", "scene": "scene.json", "duration": 2,
    "parameters": [ )" +
         parameters + R"( ], "sampling": )" + sampling + R"(,
    "criteria": [ { "name": "fastest", "type": "peak", "quantity": "ball.speed", "unit": "m/s" },
                  { "name": "end", "type": "final", "quantity": "ball.z" } ])" +
         more + " }";
}

inline constexpr const char* kStiffness =
    R"({ "name": "stiffness", "type": "range", "from": 50, "to": 450, "steps": 3, "paths": ["springs[coil].stiffness"] })";
inline constexpr const char* kMass =
    R"({ "name": "mass", "type": "list", "values": [1, 4], "paths": ["bodies[0].mass"] })";

}  // namespace drawbar::tests
