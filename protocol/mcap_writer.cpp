// MCAP records, chunks and summary.
#include "protocol/mcap_writer.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cassert>

namespace drawbar::protocol::mcap {
namespace {

std::uint32_t crc(std::uint32_t start, BytesView bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(start, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

void store_text(Bytes& out, std::string_view text) {
  store(out, static_cast<std::uint32_t>(text.size()));
  append(out, std::as_bytes(std::span(text)));
}

/// Appends `count` bytes of length, calls `body`, then fills the length in: prefixes of arrays and records.
template <class Length, class Body>
void store_sized(Bytes& out, const Body& body) {
  const std::size_t at = out.size();
  store(out, Length{0});
  body();
  const auto length = static_cast<Length>(out.size() - at - sizeof(Length));
  std::memcpy(out.data() + at, &length, sizeof length);
}

template <class Body>
void store_record(Bytes& out, Opcode opcode, const Body& body) {
  store(out, static_cast<std::uint8_t>(opcode));
  store_sized<std::uint64_t>(out, body);
}

void store_item(Bytes& out, const std::string& text) {
  store_text(out, text);
}
void store_item(Bytes& out, std::uint16_t number) {
  store(out, number);
}
void store_item(Bytes& out, std::uint64_t number) {
  store(out, number);
}

template <class Map>
void store_map(Bytes& out, const Map& map) {
  store_sized<std::uint32_t>(out, [&] {
    for (const auto& entry : map) {
      store_item(out, entry.first);
      store_item(out, entry.second);
    }
  });
}

void store_schema(Bytes& out, const Schema& schema) {
  store_record(out, Opcode::schema, [&] {
    store(out, schema.id);
    store_text(out, schema.name);
    store_text(out, schema.encoding);
    store(out, static_cast<std::uint32_t>(schema.data.size()));
    append(out, schema.data);
  });
}

void store_channel(Bytes& out, const Channel& channel) {
  store_record(out, Opcode::channel, [&] {
    store(out, channel.id);
    store(out, channel.schema);
    store_text(out, channel.topic);
    store_text(out, channel.message_encoding);
    store_map(out, channel.metadata);
  });
}

void store_chunk_index(Bytes& out, const ChunkIndex& chunk) {
  store_record(out, Opcode::chunk_index, [&] {
    store(out, chunk.start_time);
    store(out, chunk.end_time);
    store(out, chunk.offset);
    store(out, chunk.length);
    store_map(out, chunk.message_index_offsets);
    store(out, chunk.message_index_length);
    store_text(out, chunk.compression);
    store(out, chunk.compressed_size);
    store(out, chunk.uncompressed_size);
  });
}

/// What a recording without an end would say of itself.
Statistics counted(const Reader& reader) {
  Statistics statistics;
  for (const ChunkIndex& index : reader.chunks()) {
    const bool first = &index == &reader.chunks().front();
    statistics.start_time = first ? index.start_time : std::min(statistics.start_time, index.start_time);
    statistics.end_time = std::max(statistics.end_time, index.end_time);
    const auto chunk = reader.read_chunk(index);
    if (!chunk) continue;  // damaged
    for (const MessageView& message : chunk->messages) ++statistics.channel_messages[message.channel];
    statistics.message_count += chunk->messages.size();
  }
  return statistics;
}

Bytes compressed(BytesView bytes) {
  constexpr int kLevel = 1;  // the recorder shares the machine with the frame loop: fast before small
  Bytes out(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  assert(!ZSTD_isError(size));
  out.resize(size);
  return out;
}

}  // namespace

Result<Writer> Writer::create(std::unique_ptr<ByteSink> sink, WriterOptions options) {
  Writer writer(std::move(sink), std::move(options));
  Bytes out;
  append(out, std::as_bytes(std::span(kMagic)));
  store_record(out, Opcode::header, [&] {
    store_text(out, writer.options_.profile);
    store_text(out, writer.options_.library);
  });
  if (auto put = writer.put(out); !put) {
    return tl::unexpected(put.error());
  }
  return writer;
}

Writer Writer::resume(std::unique_ptr<ByteSink> sink, WriterOptions options, const Reader& reader) {
  Writer writer(std::move(sink), std::move(options));
  writer.position_ = reader.data_end();
  writer.data_crc_ = reader.data_crc();
  writer.crc_known_ = reader.data_crc() != 0;
  writer.schemas_ = reader.schemas();
  writer.channels_ = reader.channels();
  writer.chunks_ = reader.chunks();
  for (const auto& [name, place] : reader.metadata_places())
    writer.metadata_.push_back({name, place.offset, place.length});
  writer.statistics_ = reader.complete() ? reader.statistics() : counted(reader);
  return writer;
}

Result<void> Writer::put(BytesView bytes) {
  if (!failure_.empty()) {
    return fail(ErrorKind::environment, failure_);
  }
  auto written = sink_->write(bytes);
  if (!written) {
    failure_ = written.error().text;
    return written;
  }
  position_ += bytes.size();
  data_crc_ = crc(data_crc_, bytes);
  return {};
}

Result<std::uint16_t> Writer::add_schema(std::string name, std::string encoding, BytesView data) {
  Schema schema{static_cast<std::uint16_t>(schemas_.size() + 1), std::move(name), std::move(encoding),
                Bytes(data.begin(), data.end())};
  Bytes out;
  store_schema(out, schema);
  if (auto written = put(out); !written) {
    return tl::unexpected(written.error());
  }
  schemas_.push_back(std::move(schema));
  return schemas_.back().id;
}

Result<std::uint16_t> Writer::add_channel(std::uint16_t schema, std::string topic,
                                          std::string message_encoding, Metadata metadata) {
  Channel channel{static_cast<std::uint16_t>(channels_.size()), schema, std::move(topic),
                  std::move(message_encoding), std::move(metadata)};
  Bytes out;
  store_channel(out, channel);
  if (auto written = put(out); !written) {
    return tl::unexpected(written.error());
  }
  channels_.push_back(std::move(channel));
  return channels_.back().id;
}

Result<void> Writer::add_metadata(const std::string& name, const Metadata& metadata) {
  Bytes out;
  store_record(out, Opcode::metadata, [&] {
    store_text(out, name);
    store_map(out, metadata);
  });
  const std::uint64_t offset = position_;
  auto written = put(out);
  if (written) {
    metadata_.push_back({name, offset, out.size()});
  }
  return written;
}

Result<void> Writer::write(std::uint16_t channel, std::uint64_t time, BytesView message) {
  assert(channel < channels_.size());
  if (!chunk_.empty() && (time - chunk_start_ >= options_.chunk_duration || time < chunk_start_ ||
                          chunk_.size() + message.size() > options_.chunk_size)) {
    if (auto flushed = flush(); !flushed) {
      return flushed;
    }
  }
  if (!failure_.empty()) {
    return fail(ErrorKind::environment, failure_);
  }
  if (chunk_.empty()) {
    chunk_start_ = chunk_end_ = time;
  }
  chunk_end_ = std::max(chunk_end_, time);
  chunk_messages_[channel].push_back({time, chunk_.size()});
  auto& count = statistics_.channel_messages[channel];
  store_record(chunk_, Opcode::message, [&] {
    store(chunk_, channel);
    store(chunk_, static_cast<std::uint32_t>(count));
    store(chunk_, time);
    store(chunk_, time);
    append(chunk_, message);
  });
  ++count;
  ++statistics_.message_count;
  return {};
}

Result<void> Writer::flush() {
  if (chunk_.empty()) {
    return {};
  }
  ChunkIndex index;
  index.start_time = chunk_start_;
  index.end_time = chunk_end_;
  index.offset = position_;
  index.compression = options_.compress ? "zstd" : "";
  index.uncompressed_size = chunk_.size();

  // Chunk and message indices go out in one write: either all of it is in the file or none.
  const Bytes packed = options_.compress ? compressed(chunk_) : Bytes();
  const BytesView records = options_.compress ? BytesView(packed) : BytesView(chunk_);
  index.compressed_size = records.size();
  Bytes out;
  out.reserve(records.size() + 1024);
  store_record(out, Opcode::chunk, [&] {
    store(out, chunk_start_);
    store(out, chunk_end_);
    store(out, std::uint64_t{chunk_.size()});
    store(out, crc(0, chunk_));
    store_text(out, index.compression);
    store(out, std::uint64_t{records.size()});
    append(out, records);
  });
  index.length = out.size();
  for (const auto& entry : chunk_messages_) {
    index.message_index_offsets[entry.first] = position_ + out.size();
    store_record(out, Opcode::message_index, [&] {
      store(out, entry.first);
      store_sized<std::uint32_t>(out, [&] {
        for (const MessageEntry& message : entry.second) {
          store(out, message.time);
          store(out, message.offset);
        }
      });
    });
  }
  index.message_index_length = out.size() - index.length;

  const bool first = chunks_.empty();
  statistics_.start_time = first ? chunk_start_ : std::min(statistics_.start_time, chunk_start_);
  statistics_.end_time = std::max(statistics_.end_time, chunk_end_);
  chunk_.clear();
  chunk_messages_.clear();
  if (auto written = put(out); !written) {
    return written;
  }
  chunks_.push_back(std::move(index));
  if (!options_.sync_chunks) return {};
  auto synced = sink_->sync();
  if (!synced) {
    failure_ = synced.error().text;
  }
  return synced;
}

Result<void> Writer::put_summary() {
  Bytes out;
  const std::uint64_t summary_start = position_;
  struct Group {
    Opcode opcode;
    std::uint64_t offset;
    std::uint64_t length;
  };
  std::vector<Group> groups;
  const auto group = [&](Opcode opcode, const auto& body) {
    const std::size_t begin = out.size();
    body();
    if (out.size() > begin) {
      groups.push_back({opcode, summary_start + begin, out.size() - begin});
    }
  };
  group(Opcode::schema, [&] {
    for (const Schema& schema : schemas_) {
      store_schema(out, schema);
    }
  });
  group(Opcode::channel, [&] {
    for (const Channel& channel : channels_) {
      store_channel(out, channel);
    }
  });
  group(Opcode::statistics, [&] {
    store_record(out, Opcode::statistics, [&] {
      store(out, statistics_.message_count);
      store(out, static_cast<std::uint16_t>(schemas_.size()));
      store(out, static_cast<std::uint32_t>(channels_.size()));
      store(out, std::uint32_t{0});
      store(out, static_cast<std::uint32_t>(metadata_.size()));
      store(out, static_cast<std::uint32_t>(chunks_.size()));
      store(out, statistics_.start_time);
      store(out, statistics_.end_time);
      store_map(out, statistics_.channel_messages);
    });
  });
  group(Opcode::chunk_index, [&] {
    for (const ChunkIndex& chunk : chunks_) {
      store_chunk_index(out, chunk);
    }
  });
  group(Opcode::metadata_index, [&] {
    for (const MetadataEntry& entry : metadata_) {
      store_record(out, Opcode::metadata_index, [&] {
        store(out, entry.offset);
        store(out, entry.length);
        store_text(out, entry.name);
      });
    }
  });
  const std::uint64_t offsets_start = summary_start + out.size();
  for (const Group& entry : groups) {
    store_record(out, Opcode::summary_offset, [&] {
      store(out, static_cast<std::uint8_t>(entry.opcode));
      store(out, entry.offset);
      store(out, entry.length);
    });
  }
  store_record(out, Opcode::footer, [&] {
    store(out, summary_start);
    store(out, offsets_start);
    // The checksum covers the summary and the footer up to the checksum itself, whose length counts already.
    Bytes covered(out);
    const std::uint64_t length = 20;
    std::memcpy(covered.data() + covered.size() - 24, &length, sizeof length);
    store(out, crc(0, covered));
  });
  append(out, std::as_bytes(std::span(kMagic)));
  return put(out);
}

Result<void> Writer::close() {
  if (auto flushed = flush(); !flushed) {
    return flushed;
  }
  Bytes end;
  store_record(end, Opcode::data_end, [&] { store(end, crc_known_ ? data_crc_ : 0U); });
  if (auto written = put(end); !written) {
    return written;
  }
  if (auto written = put_summary(); !written) {
    return written;
  }
  failure_ = "the recording is closed";
  return sink_->sync();
}

}  // namespace drawbar::protocol::mcap
