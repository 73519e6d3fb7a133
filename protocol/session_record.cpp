// Topics of a recording, and the turning of messages into them and back.
#include "protocol/session_record.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "protocol/encode.h"
#include "protocol/foxglove.h"
#include "protocol/framing.h"
#include "protocol/input_bodies.h"
#include "protocol/state_hash.h"

namespace drawbar::protocol {
namespace {

constexpr const char* kProfile = "drawbar";

template <class Table>
void pack(flatbuffers::FlatBufferBuilder& builder, const typename Table::NativeTableType& native) {
  builder.Finish(Table::Pack(builder, &native));
}

/// Verifies a message of a recording and turns it into its native form.
template <class Table>
Result<SessionItem> unpack(const mcap::Reader& reader, const std::string& topic, BytesView bytes) {
  const Message<Table> message{AlignedBytes(bytes)};
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(message.bytes().data()), bytes.size(),
                                 kVerifierDepth, kServerTableLimit);
  if (bytes.size() < kShortestMessage || !verifier.VerifyBuffer<Table>(nullptr) ||
      !elements_aligned(*message)) {
    return fail(ErrorKind::wrong, reader.name() + ": " + topic + ": a message of " +
                                      std::to_string(bytes.size()) + " bytes is not valid for its schema");
  }
  typename Table::NativeTableType native;
  message->UnPackTo(&native);
  return SessionItem(std::move(native));
}

using Unpack = Result<SessionItem> (*)(const mcap::Reader&, const std::string&, BytesView);

/// How a topic is read, or nothing if the filter leaves it out.
Unpack unpack_of(const std::string& topic, const ItemFilter& filter) {
  struct Entry {
    const char* topic;
    bool wanted;
    Unpack unpack;
  };
  const Entry entries[] = {
      {"/drawbar/hash", filter.simulation, unpack<record::FrameHash>},
      {"/drawbar/input", filter.simulation, unpack<record::Input>},
      {"/poses", filter.poses, unpack<stream::Frame>},
      {"/telemetry", filter.telemetry, unpack<stream::Telemetry>},
      {"/events", filter.events, unpack<stream::Event>},
      {"/drawbar/snapshot", filter.snapshots, unpack<record::Snapshot>},
      {"/drawbar/branch", filter.simulation, unpack<record::Branch>},
      {"/drawbar/scene", filter.simulation, unpack<record::SceneRecord>},
      {"/drawbar/exercise", filter.simulation, unpack<record::ExerciseRecord>},
      {"/drawbar/build", filter.simulation, unpack<record::BuildIdentity>},
  };
  for (const Entry& entry : entries) {
    if (topic == entry.topic) {
      return entry.wanted ? entry.unpack : nullptr;
    }
  }
  return nullptr;
}

}  // namespace

SessionRecorder::SessionRecorder(mcap::Writer writer, std::int64_t utc_offset_ns)
    : writer_(std::move(writer)), utc_offset_ns_(utc_offset_ns) {}

Result<SessionRecorder> SessionRecorder::create(const std::string& path, Options options) {
  auto sink = create_file(path, options.overwrite);
  if (!sink) {
    return tl::unexpected(sink.error());
  }
  return create(std::move(*sink), std::move(options));
}

Result<SessionRecorder> SessionRecorder::create(std::unique_ptr<ByteSink> sink, Options options) {
  mcap::WriterOptions writer_options;
  writer_options.profile = kProfile;
  writer_options.library = options.build.program;
  writer_options.compress = options.compress;
  writer_options.sync_chunks = options.sync_chunks;
  auto writer = mcap::Writer::create(std::move(sink), std::move(writer_options));
  if (!writer) {
    return tl::unexpected(writer.error());
  }
  SessionRecorder recorder(std::move(*writer), options.utc_offset_ns);
  if (auto added = recorder.add_channels(); !added) return tl::unexpected(added.error());
  const record::BuildIdentityT& build = options.build;
  auto written =
      recorder.writer_.add_metadata("drawbar.build", {{"program", build.program},
                                                      {"revision", build.revision},
                                                      {"compiler", build.compiler},
                                                      {"flags", build.flags},
                                                      {"numerics", hash_text(build.numerics)},
                                                      {"state_layout", hash_text(build.state_layout)},
                                                      {"platform", build.platform}});
  if (!written) {
    return tl::unexpected(written.error());
  }
  flatbuffers::FlatBufferBuilder builder;
  pack<record::BuildIdentity>(builder, build);
  const std::uint64_t start = build.utc_start_ns - static_cast<std::uint64_t>(options.utc_offset_ns);
  if (auto put = recorder.put(Topic::build, start, builder); !put) {
    return tl::unexpected(put.error());
  }
  return recorder;
}

Result<SessionRecorder> SessionRecorder::append(const std::string& path) {
  const auto record = SessionRecord::open(path);
  if (!record) return tl::unexpected(record.error());
  const mcap::Reader& reader = record->container();
  auto sink = append_to_file(path, reader.data_end());
  if (!sink) return tl::unexpected(sink.error());
  mcap::WriterOptions options;
  options.profile = kProfile;
  SessionRecorder recorder(mcap::Writer::resume(std::move(*sink), std::move(options), reader), 0);
  if (auto added = recorder.add_channels(); !added) return tl::unexpected(added.error());
  return recorder;
}

Result<void> SessionRecorder::add_channels() {
  std::map<std::string, std::uint16_t> schemas;
  for (const mcap::Schema& schema : writer_.schemas()) schemas[schema.name] = schema.id;
  for (const TopicInfo& name : all_topics()) {
    const auto there = std::ranges::find(writer_.channels(), name.topic, &mcap::Channel::topic);
    if (there != writer_.channels().end()) {
      channels_.push_back(there->id);
      continue;
    }
    if (!schemas.contains(name.schema)) {
      const auto id = writer_.add_schema(name.schema, kTopicEncoding, name.binary_schema);
      if (!id) return tl::unexpected(id.error());
      schemas[name.schema] = *id;
    }
    const auto channel = writer_.add_channel(schemas[name.schema], name.topic, kTopicEncoding);
    if (!channel) return tl::unexpected(channel.error());
    channels_.push_back(*channel);
  }
  return {};
}

Result<void> SessionRecorder::put(Topic topic, std::uint64_t monotonic_ns,
                                  flatbuffers::FlatBufferBuilder& builder) {
  const std::uint64_t time = monotonic_ns + static_cast<std::uint64_t>(utc_offset_ns_);
  return writer_.write(channels_[static_cast<std::size_t>(topic)], time,
                       std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize())));
}

Result<void> SessionRecorder::record_scene(const record::SceneRecordT& scene, std::uint64_t monotonic_ns) {
  flatbuffers::FlatBufferBuilder builder;
  pack<record::SceneRecord>(builder, scene);
  if (auto written = put(Topic::scene, monotonic_ns, builder); !written) {
    return written;
  }
  // A scene that this build cannot read is still recorded; it only has no geometry for Foxglove.
  Message<scene::Scene> message{AlignedBytes(std::as_bytes(std::span(scene.scene)))};
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(message.bytes().data()),
                                 message.bytes().size());
  body_names_.clear();
  presence_.begin_scene(0);
  scene_.reset();
  if (scene.scene.size() < kShortestMessage || !verifier.VerifyBuffer<scene::Scene>(nullptr)) {
    return {};
  }
  body_names_ = frame_names(*message);
  presence_.begin_scene(body_names_.size());
  builder.Clear();
  build_scene_update(builder, monotonic_ns + static_cast<std::uint64_t>(utc_offset_ns_), *message);
  scene_ = std::move(message);
  return put(Topic::geometry, monotonic_ns, builder);
}

Result<void> SessionRecorder::record_exercise(const record::ExerciseRecordT& exercise,
                                              std::uint64_t monotonic_ns) {
  flatbuffers::FlatBufferBuilder builder;
  pack<record::ExerciseRecord>(builder, exercise);
  return put(Topic::exercise, monotonic_ns, builder);
}

Result<void> SessionRecorder::record_branch(record::BranchT branch, std::uint64_t monotonic_ns) {
  branch.state_hash = state_hash(std::as_bytes(std::span(branch.state)));
  flatbuffers::FlatBufferBuilder builder;
  pack<record::Branch>(builder, branch);
  return put(Topic::branch, monotonic_ns, builder);
}

Result<void> SessionRecorder::record_input(const record::InputT& input, std::uint64_t monotonic_ns) {
  assert(bodies_of(input) == 1);
  flatbuffers::FlatBufferBuilder builder;
  pack<record::Input>(builder, input);
  return put(Topic::input, monotonic_ns, builder);
}

Result<void> SessionRecorder::record_frame(const stream::FrameStamp& stamp, std::uint64_t hash,
                                           std::span<const stream::BodyState> bodies) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(record::CreateFrameHash(builder, stamp.branch(), stamp.frame(), stamp.tick(), hash));
  if (auto written = put(Topic::hash, stamp.monotonic_ns(), builder); !written) {
    return written;
  }
  builder.Clear();
  builder.Finish(
      stream::CreateFrame(builder, &stamp, builder.CreateVectorOfStructs(bodies.data(), bodies.size())));
  if (auto written = put(Topic::poses, stamp.monotonic_ns(), builder); !written) {
    return written;
  }
  if (auto written = put_presence(stamp, bodies); !written) {
    return written;
  }
  return put_transforms(stamp, bodies);
}

Result<void> SessionRecorder::put_presence(const stream::FrameStamp& stamp,
                                           std::span<const stream::BodyState> bodies) {
  const PresenceWatch::Change change = presence_.observe(bodies);
  if (!scene_ || !change.any()) {
    return {};
  }
  flatbuffers::FlatBufferBuilder builder;
  build_presence_update(builder, stamp.monotonic_ns() + static_cast<std::uint64_t>(utc_offset_ns_), **scene_,
                        change.gone, change.back);
  return put(Topic::geometry, stamp.monotonic_ns(), builder);
}

Result<void> SessionRecorder::put_transforms(const stream::FrameStamp& stamp,
                                             std::span<const stream::BodyState> bodies) {
  flatbuffers::FlatBufferBuilder builder;
  build_frame_transforms(builder, stamp.monotonic_ns() + static_cast<std::uint64_t>(utc_offset_ns_),
                         body_names_, bodies);
  return put(Topic::transforms, stamp.monotonic_ns(), builder);
}

Result<void> SessionRecorder::record_snapshot(const stream::FrameStamp& stamp, BytesView state) {
  flatbuffers::FlatBufferBuilder builder(state.size() + 128);
  const auto bytes = builder.CreateVector(reinterpret_cast<const std::uint8_t*>(state.data()), state.size());
  builder.Finish(record::CreateSnapshot(builder, stamp.branch(), stamp.frame(), state_hash(state), bytes));
  return put(Topic::snapshot, stamp.monotonic_ns(), builder);
}

Result<void> SessionRecorder::record_telemetry(const stream::TelemetryT& telemetry) {
  flatbuffers::FlatBufferBuilder builder;
  pack<stream::Telemetry>(builder, telemetry);
  return put(Topic::telemetry, telemetry.stamp->monotonic_ns(), builder);
}

Result<void> SessionRecorder::record_event(const stream::EventT& event) {
  return record_event_at(event, event.stamp->monotonic_ns() + static_cast<std::uint64_t>(utc_offset_ns_));
}

Result<void> SessionRecorder::record_event_at(const stream::EventT& event, std::uint64_t time) {
  flatbuffers::FlatBufferBuilder builder;
  pack<stream::Event>(builder, event);
  return put(Topic::events, time - static_cast<std::uint64_t>(utc_offset_ns_), builder);
}

Result<void> SessionRecorder::flush() {
  return writer_.flush();
}

Result<void> SessionRecorder::close() {
  return writer_.close();
}

Result<SessionRecord> SessionRecord::open(const std::string& path) {
  auto source = open_file(path);
  if (!source) {
    return tl::unexpected(source.error());
  }
  return open(std::move(*source), path);
}

Result<SessionRecord> SessionRecord::open(std::unique_ptr<ByteSource> source, std::string name) {
  auto reader = mcap::Reader::open(std::move(source), std::move(name));
  if (!reader) {
    return tl::unexpected(reader.error());
  }
  if (reader->profile() != kProfile) {
    return fail(ErrorKind::wrong,
                reader->name() + ": is not a recording of drawbar (profile \"" + reader->profile() + "\")");
  }
  return SessionRecord(std::move(*reader));
}

std::uint64_t SessionRecord::start_time() const {
  std::uint64_t start = reader_->chunks().empty() ? 0 : reader_->chunks().front().start_time;
  for (const mcap::ChunkIndex& chunk : reader_->chunks()) start = std::min(start, chunk.start_time);
  return start;
}

std::uint64_t SessionRecord::end_time() const {
  std::uint64_t end = 0;
  for (const mcap::ChunkIndex& chunk : reader_->chunks()) end = std::max(end, chunk.end_time);
  return end;
}

SessionRecord::Cursor SessionRecord::items_from(std::uint64_t time, ItemFilter filter) const {
  std::size_t chunk = 0;
  while (chunk < reader_->chunks().size() && reader_->chunks()[chunk].end_time < time) {
    ++chunk;
  }
  return {reader_, filter, chunk};
}

Result<std::optional<SessionItem>> SessionRecord::Cursor::next() {
  while (true) {
    while (next_message_ == chunk_.messages.size()) {
      if (next_chunk_ == reader_->chunks().size()) {
        return std::nullopt;
      }
      const mcap::ChunkIndex& index = reader_->chunks()[next_chunk_++];
      auto chunk = reader_->read_chunk(index);
      if (!chunk) {
        chunk_ = {};
        next_message_ = 0;
        time_ = index.start_time;
        return std::optional<SessionItem>(
            RecordingGap{chunk.error().text, index.start_time, std::max(index.start_time, index.end_time)});
      }
      chunk_ = std::move(*chunk);
      next_message_ = 0;
    }
    const mcap::MessageView& message = chunk_.messages[next_message_++];
    const mcap::Channel* channel = reader_->channel(message.channel);
    const Unpack unpack = channel == nullptr ? nullptr : unpack_of(channel->topic, filter_);
    if (unpack == nullptr) {
      continue;
    }
    time_ = message.time;
    auto item = unpack(*reader_, channel->topic, message.data);
    if (!item) {
      return tl::unexpected(item.error());
    }
    return std::optional<SessionItem>(std::move(*item));
  }
}

Result<std::vector<SessionRecord::FrameEntry>> SessionRecord::frames() const {
  std::vector<FrameEntry> frames;
  Cursor cursor =
      items({.simulation = true, .snapshots = false, .poses = false, .telemetry = false, .events = false});
  for (auto item = cursor.next(); !item || *item; item = cursor.next()) {
    if (!item) {
      return tl::unexpected(item.error());
    }
    if (const auto* hash = std::get_if<record::FrameHashT>(&**item)) {
      frames.push_back({hash->branch, hash->frame, hash->tick, hash->hash, cursor.time()});
    }
  }
  return frames;
}

}  // namespace drawbar::protocol
