#include "scenes/record/reference_run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <variant>

#include "protocol/bytes.h"
#include "protocol/decode.h"
#include "protocol/scene_generated.h"
#include "protocol/session_record.h"

namespace drawbar::scenes {
namespace {

constexpr double kFinestWay = 0.05;  // m between points
constexpr double kFarthest = 1e9;    // m from the origin

class Reader {
 public:
  explicit Reader(ReferenceRun& run) : run_(run) {}

  void take(const record::SceneRecordT& recorded) {
    run_.scene = recorded.name;
    run_.bodies.clear();
    run_.frames.clear();
    bytes_ = 0;
    const protocol::AlignedBytes buffer(std::as_bytes(std::span(recorded.scene)));
    const auto* data = reinterpret_cast<const std::uint8_t*>(buffer.view().data());
    flatbuffers::Verifier verifier(data, buffer.view().size());
    if (!scene::VerifySceneBuffer(verifier)) return;
    const auto* bodies = scene::GetScene(data)->bodies();
    for (flatbuffers::uoffset_t b = 0; bodies != nullptr && b < bodies->size(); ++b) {
      const auto* name = bodies->Get(b)->name();
      run_.bodies.push_back(name == nullptr ? std::string() : name->str());
    }
  }
  void take(stream::FrameT& frame) {
    if (!frame.stamp) return;
    const std::uint64_t number = frame.stamp->frame();
    while (!run_.frames.empty() && run_.frames.back().number >= number) {
      bytes_ -= size_of(run_.frames.back());
      run_.frames.pop_back();
    }
    // A file that was made by hand may list more bodies than its scene has.
    if (frame.bodies.size() > run_.bodies.size()) frame.bodies.resize(run_.bodies.size());
    run_.frames.push_back({number, std::move(frame.bodies)});
    bytes_ += size_of(run_.frames.back());
  }
  template <class Other>
  void take(const Other&) {}

  bool is_too_long() const { return bytes_ > kMostReferenceBytes; }

 private:
  static std::size_t size_of(const ReferenceRun::Frame& frame) {
    return sizeof frame + frame.bodies.size() * sizeof(stream::BodyState);
  }

  ReferenceRun& run_;
  std::size_t bytes_ = 0;
};

}  // namespace

const ReferenceRun::Frame* ReferenceRun::at(std::uint64_t number) const {
  if (frames.empty()) return nullptr;
  const auto after = std::ranges::upper_bound(frames, number, {}, &Frame::number);
  return after == frames.begin() ? &frames.front() : &*std::prev(after);
}

std::vector<control::Point> ReferenceRun::way_of(const std::string& body, std::size_t most) const {
  const auto named = std::ranges::find(bodies, body);
  if (named == bodies.end()) return {};
  const auto id = static_cast<std::uint32_t>(named - bodies.begin());
  std::vector<control::Point> whole;
  for (const Frame& frame : frames) {
    const auto found = std::ranges::find(frame.bodies, id, &stream::BodyState::id);
    if (found == frame.bodies.end()) continue;
    const control::Point& point = found->position();
    // In a recording anything can stand; NaN is not less.
    if (std::fabs(point.x()) < kFarthest && std::fabs(point.y()) < kFarthest) whole.push_back(point);
  }
  std::vector<control::Point> way;
  for (double least = kFinestWay;; least *= 2) {
    way.clear();
    for (const control::Point& point : whole) {
      const double x = way.empty() ? 0 : point.x() - way.back().x();
      const double y = way.empty() ? 0 : point.y() - way.back().y();
      if (way.empty() || x * x + y * y >= least * least) way.push_back(point);
    }
    if (way.size() <= most) return way;
  }
}

Result<ReferenceRun> read_reference(const std::string& path) {
  const auto record = protocol::SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  ReferenceRun run;
  run.name = std::filesystem::path(path).filename().string();
  Reader reader(run);
  auto cursor = record->items(
      {.simulation = true, .snapshots = false, .poses = true, .telemetry = false, .events = false});
  while (true) {
    auto item = cursor.next();
    if (!item) return tl::unexpected(item.error());
    if (!*item) break;
    std::visit([&reader](auto& body) { reader.take(body); }, **item);
    if (reader.is_too_long()) {
      return fail(ErrorKind::wrong, path + ": is too long for a reference: its poses take more than " +
                                        std::to_string(kMostReferenceBytes >> 20) + " MiB");
    }
  }
  if (run.frames.empty()) return fail(ErrorKind::wrong, path + ": holds no frame");
  return run;
}

}  // namespace drawbar::scenes
