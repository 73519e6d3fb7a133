#include "tests/golden/trace.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <span>
#include <sstream>

#include "protocol/state_hash.h"
#include "tests/golden/shown.h"
#include "tests/support/paths.h"

namespace drawbar::golden {
namespace {

using physics::StateField;

constexpr std::size_t kHashDigits = 16;
constexpr std::size_t kDigits = 3;
constexpr unsigned kFingerprint = 0xFFF;

struct Columns {
  std::vector<std::string> kinds;
  std::vector<std::uint64_t> hashes;
};

// One for each kind of field, in order of its first appearance: of the bytes of all its fields in a row.
Columns columns_of(std::span<const std::byte> state, const std::vector<StateField>& fields) {
  Columns out;
  std::map<std::string_view, std::size_t> places;
  std::vector<std::vector<std::byte>> bytes;
  for (const StateField& field : fields) {
    const auto [place, is_new] = places.try_emplace(field.kind, bytes.size());
    if (is_new) {
      out.kinds.push_back(field.kind);
      bytes.emplace_back();
    }
    const auto part = state.subspan(field.offset, field.size);
    bytes[place->second].insert(bytes[place->second].end(), part.begin(), part.end());
  }
  for (const auto& column : bytes) out.hashes.push_back(protocol::state_hash(column));
  return out;
}

class Recorder {
 public:
  void look(const physics::World& world, Trace& out) {
    world.save_state(state_);
    Columns columns = columns_of(state_, world.state_fields(state_));
    char digits[kHashDigits + 1];
    std::snprintf(digits, sizeof digits, "%016llx",
                  static_cast<unsigned long long>(protocol::state_hash(state_)));
    std::string line = std::string(digits) + ' ';
    for (std::size_t i = 0; i < columns.hashes.size(); ++i) {
      if (i < before_.size() && columns.hashes[i] == before_[i]) {
        line += '.';
        continue;
      }
      std::snprintf(digits, sizeof digits, "%03x", static_cast<unsigned>(columns.hashes[i]) & kFingerprint);
      line += digits;
    }
    out.lines.push_back(std::move(line));
    if (columns.kinds.size() > out.kinds.size()) out.kinds = std::move(columns.kinds);
    before_ = std::move(columns.hashes);
  }

 private:
  std::vector<std::byte> state_;
  std::vector<std::uint64_t> before_;
};

std::vector<std::string> split_columns(const std::string& line) {
  std::vector<std::string> columns;
  for (std::size_t at = kHashDigits + 1; at < line.size();) {
    const std::size_t size = line[at] == '.' ? 1 : kDigits;
    columns.push_back(line.substr(at, size));
    at += size;
  }
  return columns;
}

std::string differing_kinds(const std::string& golden, const std::string& now,
                            const std::vector<std::string>& kinds) {
  const auto a = split_columns(golden), b = split_columns(now);
  std::string out;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] != b[i]) out += (out.empty() ? "" : ", ") + kinds[i];
  }
  if (a.size() != b.size()) {
    out += (out.empty() ? "" : ", ") + std::to_string(b.size()) + " kinds of field for " +
           std::to_string(a.size());
  }
  return out.empty() ? "a field whose short fingerprint is the same" : out;
}

}  // namespace

Trace trace(const Course& course, Advance advance) {
  physics::World world(course.config);
  physics::FrameState seen = world.make_frame_state();
  Trace out;
  Recorder recorder;
  recorder.look(world, out);
  Shown shown;
  const auto show = [&] {
    world.observe(seen);
    shown.look(seen);
  };
  show();
  for (int i = 0; i < course.frames; ++i) {
    if (advance == Advance::by_frame) {
      course.advance(world);
    } else {
      if (course.act) course.act(world, world.frame());
      const int substeps = course.substeps_of(world.frame());
      world.begin_frame(substeps);
      for (int s = 0; s < substeps; ++s) world.substep();
    }
    recorder.look(world, out);
    show();
    if (course.reaches && course.reaches(seen)) ++out.reached;
  }
  out.shown = shown.line();
  return out;
}

std::filesystem::path golden_file(const std::string& course) {
  return tests::source_folder() / "tests/golden/hashes" / (course + ".txt");
}

std::vector<std::string> read_golden(const std::string& course) {
  std::ifstream file(golden_file(course));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void write_golden(const std::string& course, const Trace& trace) {
  std::ofstream file(golden_file(course), std::ios::binary);
  for (const std::string& line : trace.lines) file << line << '\n';
}

std::optional<std::string> difference(const std::vector<std::string>& golden, const Trace& now) {
  for (std::size_t i = 0; i < std::min(golden.size(), now.lines.size()); ++i) {
    if (golden[i] == now.lines[i]) continue;
    const std::string where = i == 0 ? "the initial state" : "frame " + std::to_string(i);
    return where + " is the first that differs, in " + differing_kinds(golden[i], now.lines[i], now.kinds);
  }
  if (golden.size() == now.lines.size()) return std::nullopt;
  return std::to_string(now.lines.size()) + " states where " + std::to_string(golden.size()) + " are held";
}

}  // namespace drawbar::golden
