// An attempt at an exercise as the course records keep it, and as others read it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "scenes/exercise/score.h"

namespace drawbar::scenes {

struct AttemptRow {
  std::int64_t id = 0;        ///< in its file; 0: not added yet
  std::string trainee;        ///< key; empty: nobody was named
  std::string station;        ///< where
  std::string exercise;       ///< its name
  std::string variant;        ///< name of the exercise's; empty: none
  std::string scene;          ///< its name
  std::uint32_t attempt = 1;  ///< as counted by the session
  std::uint32_t branch = 0;   ///< of the recording
  std::string recording;      ///< path of the file as the daemon was given it; empty: none
  std::string build;          ///< revision of the program that judged
  std::string ended;          ///< UTC, ISO 8601
  std::string outcome;        ///< as exercise.fbs Outcome
  double time = 0;            ///< s of simulation that count
  double score = 0;           ///< 0 to 100
  bool passed = false;
  std::string score_json;  ///< score_json() of the whole score
};

/// The row of a score; `ended_ns`: UTC since 1970.
AttemptRow attempt_row(const Score& score, std::string station, std::string recording, std::int64_t ended_ns);

/// `[{"id", "trainee", ..., "score": {...}}, ...]`, without the line's end.
std::string rows_as_json(std::span<const AttemptRow> rows);
/// RFC 4180, with a head: all columns but the whole score.
std::string rows_as_csv(std::span<const AttemptRow> rows);
/// A JSON array of xAPI 1.0.3 statements: the trainee passed or failed the exercise, with the result, or
/// terminated it: an attempt that was broken off has neither.
std::string rows_as_xapi(std::span<const AttemptRow> rows);

}  // namespace drawbar::scenes
