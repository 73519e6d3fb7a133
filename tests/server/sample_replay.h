// What a recording of the driven pendulum would hold, made without one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "scenes/loader/loader.h"
#include "server/history/replay_index.h"
#include "tests/server/daemon_process.h"

namespace drawbar::server::test {

/// `parents`: by branch, the one that it took over from.
inline ReplayIndex sample_replay(std::vector<protocol::SessionRecord::FrameEntry> frames,
                                 const std::map<std::uint32_t, std::uint32_t>& parents = {}) {
  ReplayIndex::Contents contents;
  for (const auto& frame : frames) {
    const auto [found, begins] = contents.branches.try_emplace(frame.branch);
    ReplayIndex::Branch& branch = found->second;
    if (begins) {
      const auto parent = parents.find(frame.branch);
      branch.parent = parent == parents.end() ? frame.branch : parent->second;
      branch.first = frame.frame;
    }
    branch.last = frame.frame;
    ++branch.frames;
  }
  contents.frames = std::move(frames);
  ServedScene scene;
  scene.world = scenes::load_text(pendulum_scene(), "pendulum", ".")->world;
  contents.scenes.push_back(std::move(scene));
  return ReplayIndex(std::move(contents));
}

}  // namespace drawbar::server::test
