// What a recording holds, computed again from its inputs while it is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "physics/world/world.h"
#include "protocol/record_generated.h"
#include "scenes/exercise/score.h"
#include "scenes/exercise/simulation.h"

namespace drawbar::server::test {

std::uint64_t hash_of(const physics::World& world);
std::uint64_t hash_of(const scenes::Simulation& simulation);

struct Replayed {
  std::size_t frames = 0;
  std::size_t differing = 0;  ///< frames whose hash came out another
  std::size_t inputs = 0;
  std::size_t substep_inputs = 0;  ///< of those: the governor's
  std::size_t snapshots = 0;
  std::size_t events = 0;
  std::vector<std::string> scenes;
  std::vector<record::BranchT> branches;
  std::vector<record::ExerciseRecordT> exercises;
  std::vector<scenes::Score> scores;              ///< of every branch at its end, where an exercise runs
  std::map<std::uint64_t, std::uint64_t> hashes;  ///< of branch 0, by frame
  bool complete = false;
};

Replayed replay(const std::string& path);

}  // namespace drawbar::server::test
