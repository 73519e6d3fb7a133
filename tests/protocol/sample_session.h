// A small made-up session for tests of recordings and their readers.
#pragma once

#include <gtest/gtest.h>

#include "protocol/scene_generated.h"
#include "protocol/session_record.h"
#include "tests/protocol/random_frames.h"

namespace drawbar::protocol {

/// A box, a capsule and a bit of terrain: "body 0" to "body 2".
inline std::vector<std::uint8_t> sample_scene() {
  scene::SceneT scene;
  scene.name = "sample";
  const auto shape = [](scene::ShapeType type) {
    auto out = std::make_unique<scene::ShapeT>();
    out->type = type;
    out->color = "#ff8000";
    return out;
  };
  for (int i = 0; i < 3; ++i) {
    scene.bodies.push_back(std::make_unique<scene::BodyT>());
    scene.bodies.back()->name = "body " + std::to_string(i);
  }
  auto box = shape(scene::ShapeType::box);
  box->size = std::make_unique<scene::Vec3>(1, 2, 3);
  scene.bodies[0]->shapes.push_back(std::move(box));
  auto capsule = shape(scene::ShapeType::capsule);
  capsule->radius = 0.1;
  capsule->length = 1;
  scene.bodies[1]->shapes.push_back(std::move(capsule));
  auto terrain = shape(scene::ShapeType::heightfield);
  terrain->columns = 3;
  terrain->rows = 2;
  terrain->spacing = 1;
  terrain->heights = {0, 1, 0, 0, 1, 0};
  scene.bodies[2]->shapes.push_back(std::move(terrain));

  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(scene::CreateScene(builder, &scene), scene::SceneIdentifier());
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

inline double sample_control(std::uint64_t frame) {
  return static_cast<double>(frame % 10) / 10;
}

inline std::vector<stream::BodyState> sample_bodies(std::uint64_t frame) {
  return random_bodies(3, frame);
}

/// `frames` frames, a snapshot every 25; not closed: as if the process had been killed after them.
inline void record_sample_session(std::unique_ptr<ByteSink> sink, std::uint64_t frames, bool closed = true,
                                  bool compress = true) {
  SessionRecorder::Options options;
  options.compress = compress;
  options.utc_offset_ns = 1'700'000'000'000'000'000;
  options.build.program = "test 1.0";
  options.build.utc_start_ns = 1'700'000'000'000'000'000;
  auto recorder = SessionRecorder::create(std::move(sink), options);
  ASSERT_TRUE(recorder) << recorder.error().text;
  record::SceneRecordT scene;
  scene.name = "sample";
  scene.scene = sample_scene();
  EXPECT_TRUE(recorder->record_scene(scene, 0));
  record::BranchT branch;
  branch.state = {1, 2, 3};
  EXPECT_TRUE(recorder->record_branch(branch, 0));
  stream::EventT joined;
  joined.stamp = std::make_unique<stream::FrameStamp>(stamp_at(0));
  joined.kind = stream::EventKind::Joined;
  joined.text = "console joined";
  EXPECT_TRUE(recorder->record_event(joined));
  for (std::uint64_t frame = 1; frame <= frames; ++frame) {
    record::InputT input;
    input.frame = frame;
    input.session = 1;
    input.control = std::make_unique<record::SetControlT>();
    input.control->value = sample_control(frame);
    EXPECT_TRUE(recorder->record_input(input, stamp_at(frame).monotonic_ns()));
    EXPECT_TRUE(recorder->record_frame(stamp_at(frame), frame * 1000, sample_bodies(frame)));
    stream::TelemetryT telemetry;
    telemetry.stamp = std::make_unique<stream::FrameStamp>(stamp_at(frame));
    telemetry.joint_positions = {0.1 * static_cast<double>(frame), 0.2};
    EXPECT_TRUE(recorder->record_telemetry(telemetry));
    if (frame % 25 == 0) {
      const std::uint8_t state[] = {4, 5, 6};
      EXPECT_TRUE(recorder->record_snapshot(stamp_at(frame), std::as_bytes(std::span(state))));
    }
  }
  if (closed) {
    EXPECT_TRUE(recorder->close());
  }
}

inline void record_sample_session(Bytes& out, std::uint64_t frames, bool closed = true) {
  record_sample_session(std::make_unique<MemorySink>(out), frames, closed);
}

}  // namespace drawbar::protocol
