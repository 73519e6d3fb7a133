// Asks an image generator over CIGI how high points are above its terrain.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "protocol/result.h"
#include "scenes/cigi/mapping.h"
#include "tools/client/endpoint.h"

namespace drawbar::tools {

enum class SurveyAnswer : std::uint8_t { none, no_terrain, height };

struct SurveyedHeight {
  SurveyAnswer answer = SurveyAnswer::none;
  double above_terrain = 0;  ///< m
};

/// Most points of one survey: each has a number of its own.
inline constexpr std::size_t kMostSurveyPoints = 65'535;

/// Is its host meanwhile: brings it to operate, loads the database that the mapping names and, under the
/// entity of the world, makes that. Answers come to UDP port `port` (0: any free one). `points`: m, world; an
/// answer each. An error: it does not answer, or does not become ready, within 5 s (to load a database: a
/// minute).
Result<std::vector<SurveyedHeight>> survey_heights(const Endpoint& generator, std::uint16_t port,
                                                   const scenes::CigiMapping& mapping,
                                                   std::span<const physics::Vec3> points);

}  // namespace drawbar::tools
