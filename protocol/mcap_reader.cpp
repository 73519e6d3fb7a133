// Summary, rebuilding without one, and chunks.
#include "protocol/mcap_reader.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>

namespace drawbar::protocol::mcap {
namespace {

constexpr std::uint64_t kRecordLimit = kChunkLimit;  ///< of records that are read whole (bytes)
constexpr std::size_t kChunkHead = 40;               ///< of a chunk's body, without its compression's name
constexpr std::uint64_t kDataEndSize = kRecordHead + 4;

std::uint32_t crc(BytesView bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

/// Takes fields off a record. After the first one that does not fit, all are zero and ok() is false.
class Fields {
 public:
  explicit Fields(BytesView bytes) : rest_(bytes) {}

  template <class T>
  T number() {
    const BytesView bytes = take(sizeof(T));
    return ok_ ? load<T>(bytes) : T{0};
  }
  std::string text() {
    const BytesView bytes = take(number<std::uint32_t>());
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  BytesView take(std::uint64_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) {
      return {};
    }
    const BytesView bytes = rest_.first(size);
    rest_ = rest_.subspan(size);
    return bytes;
  }
  Fields sized() {
    const BytesView bytes = take(number<std::uint32_t>());
    return Fields(bytes, ok_);
  }
  /// A std::map of texts or numbers.
  template <class Map>
  Map map() {
    Fields entries = sized();
    Map out;
    while (entries.ok_ && !entries.rest_.empty()) {
      typename Map::key_type key;
      entries.read(key);
      entries.read(out[std::move(key)]);
    }
    ok_ = ok_ && entries.ok_;
    return out;
  }
  bool empty() const { return rest_.empty(); }
  BytesView rest() const { return rest_; }
  bool ok() const { return ok_; }

 private:
  Fields(BytesView bytes, bool ok) : rest_(bytes), ok_(ok) {}

  void read(std::string& out) { out = text(); }
  void read(std::uint16_t& out) { out = number<std::uint16_t>(); }
  void read(std::uint64_t& out) { out = number<std::uint64_t>(); }

  BytesView rest_;
  bool ok_ = true;
};

}  // namespace

tl::unexpected<Error> Reader::broken(std::uint64_t offset, const std::string& what) const {
  return fail(ErrorKind::wrong, name_ + ": byte " + std::to_string(offset) + ": " + what);
}

Result<Bytes> Reader::read(std::uint64_t offset, std::uint64_t length) const {
  if (offset > source_->size() || length > source_->size() - offset) {
    return broken(offset, "file ends before " + std::to_string(length) + " more bytes");
  }
  if (length > kRecordLimit) {
    return broken(offset, "record of " + std::to_string(length) + " bytes, allowed are " +
                              std::to_string(kRecordLimit));
  }
  Bytes out(length);
  if (auto done = source_->read(offset, out); !done) {
    return tl::unexpected(done.error());
  }
  return out;
}

Result<Reader::RecordHead> Reader::head_at(std::uint64_t offset, std::uint64_t end) const {
  if (offset > end || end - offset < kRecordHead) {
    return broken(offset, "file ends within a record");
  }
  const auto head = read(offset, kRecordHead);
  if (!head) {
    return tl::unexpected(head.error());
  }
  const RecordHead out{static_cast<Opcode>(load<std::uint8_t>(*head)), offset + kRecordHead,
                       load<std::uint64_t>(BytesView(*head).subspan(1))};
  if (out.length > end - out.offset) {
    return broken(offset, "file ends within a record of " + std::to_string(out.length) + " bytes");
  }
  return out;
}

Result<Reader> Reader::open(std::unique_ptr<ByteSource> source, std::string name) {
  Reader reader(std::move(source), std::move(name));
  if (auto started = reader.read_start(); !started) {
    return tl::unexpected(started.error());
  }
  if (auto summary = reader.read_summary(); !summary) {
    reader.note_ = summary.error().text;
    reader.schemas_.clear();
    reader.channels_.clear();
    reader.chunks_.clear();
    reader.metadata_.clear();
    reader.metadata_places_.clear();
    reader.statistics_ = {};
    if (auto rebuilt = reader.rebuild(); !rebuilt) {
      return tl::unexpected(rebuilt.error());
    }
  }
  return reader;
}

Result<void> Reader::read_start() {
  if (source_->size() < kMagic.size()) {
    return broken(0, "is not an MCAP file");
  }
  const auto magic = read(0, kMagic.size());
  if (!magic) {
    return tl::unexpected(magic.error());
  }
  if (!std::ranges::equal(*magic, std::as_bytes(std::span(kMagic)))) {
    return broken(0, "is not an MCAP file");
  }
  const auto head = head_at(kMagic.size(), source_->size());
  if (!head) {
    return tl::unexpected(head.error());
  }
  if (head->opcode != Opcode::header) {
    return broken(kMagic.size(), "is not an MCAP header");
  }
  const auto body = read(head->offset, head->length);
  if (!body) {
    return tl::unexpected(body.error());
  }
  Fields fields(*body);
  profile_ = fields.text();
  data_start_ = head->offset + head->length;
  return {};
}

Result<void> Reader::read_summary() {
  const std::uint64_t size = source_->size();
  const std::uint64_t tail = kFooterSize + kMagic.size();
  if (size < data_start_ + tail) {
    return broken(size, "recording has no end");
  }
  const std::uint64_t footer_at = size - tail;
  const auto footer = read(footer_at, tail);
  if (!footer) {
    return tl::unexpected(footer.error());
  }
  Fields fields(*footer);
  const auto opcode = fields.number<std::uint8_t>();
  const auto length = fields.number<std::uint64_t>();
  const auto summary_start = fields.number<std::uint64_t>();
  const auto offsets_start = fields.number<std::uint64_t>();
  const auto checksum = fields.number<std::uint32_t>();
  if (!std::ranges::equal(fields.rest(), std::as_bytes(std::span(kMagic))) ||
      opcode != static_cast<std::uint8_t>(Opcode::footer) || length != 20) {
    return broken(size, "recording has no end: it was cut off");
  }
  if (summary_start < data_start_ || summary_start > footer_at) {
    return broken(footer_at, "footer points outside the file");
  }
  const auto covered = read(summary_start, footer_at - summary_start + kFooterSize - 4);
  if (!covered) {
    return tl::unexpected(covered.error());
  }
  if (checksum != 0 && crc(*covered) != checksum) {
    return broken(summary_start, "checksum of the summary differs");
  }
  const std::uint64_t end =
      offsets_start >= summary_start && offsets_start <= footer_at ? offsets_start : footer_at;
  std::uint64_t at = summary_start;
  while (at < end) {
    const auto head = head_at(at, end);
    if (!head) {
      return tl::unexpected(head.error());
    }
    if (auto taken = take_record(*head); !taken) {
      return taken;
    }
    at = head->offset + head->length;
  }
  return read_data_end(summary_start);
}

Result<void> Reader::read_data_end(std::uint64_t summary_start) {
  if (summary_start < data_start_ + kDataEndSize)
    return broken(summary_start, "there are no data before the summary");
  const std::uint64_t at = summary_start - kDataEndSize;
  const auto head = head_at(at, summary_start);
  if (!head) return tl::unexpected(head.error());
  if (head->opcode != Opcode::data_end || head->length != kDataEndSize - kRecordHead)
    return broken(at, "the data do not end before the summary");
  const auto checksum = read(head->offset, sizeof(std::uint32_t));
  if (!checksum) return tl::unexpected(checksum.error());
  data_end_ = at;
  data_crc_ = load<std::uint32_t>(*checksum);
  return {};
}

Result<void> Reader::take_record(const RecordHead& head) {
  const bool wanted = head.opcode == Opcode::schema || head.opcode == Opcode::channel ||
                      head.opcode == Opcode::chunk_index || head.opcode == Opcode::metadata_index ||
                      head.opcode == Opcode::metadata || head.opcode == Opcode::statistics;
  if (!wanted) {
    return {};
  }
  const auto body = read(head.offset, head.length);
  if (!body) {
    return tl::unexpected(body.error());
  }
  Fields fields(*body);
  switch (head.opcode) {
    case Opcode::schema: {
      Schema schema;
      schema.id = fields.number<std::uint16_t>();
      schema.name = fields.text();
      schema.encoding = fields.text();
      const BytesView data = fields.take(fields.number<std::uint32_t>());
      schema.data.assign(data.begin(), data.end());
      schemas_.push_back(std::move(schema));
      break;
    }
    case Opcode::channel: {
      Channel channel;
      channel.id = fields.number<std::uint16_t>();
      channel.schema = fields.number<std::uint16_t>();
      channel.topic = fields.text();
      channel.message_encoding = fields.text();
      channel.metadata = fields.map<Metadata>();
      channels_.push_back(std::move(channel));
      break;
    }
    case Opcode::chunk_index: {
      ChunkIndex chunk;
      chunk.start_time = fields.number<std::uint64_t>();
      chunk.end_time = fields.number<std::uint64_t>();
      chunk.offset = fields.number<std::uint64_t>();
      chunk.length = fields.number<std::uint64_t>();
      chunk.message_index_offsets = fields.map<std::map<std::uint16_t, std::uint64_t>>();
      chunk.message_index_length = fields.number<std::uint64_t>();
      chunk.compression = fields.text();
      chunk.compressed_size = fields.number<std::uint64_t>();
      chunk.uncompressed_size = fields.number<std::uint64_t>();
      chunks_.push_back(std::move(chunk));
      break;
    }
    case Opcode::metadata_index: {
      const auto offset = fields.number<std::uint64_t>();
      if (auto metadata = read_metadata(offset); fields.ok() && !metadata) {
        return metadata;
      }
      break;
    }
    case Opcode::statistics: {
      statistics_.message_count = fields.number<std::uint64_t>();
      fields.take(sizeof(std::uint16_t) + 4 * sizeof(std::uint32_t));
      statistics_.start_time = fields.number<std::uint64_t>();
      statistics_.end_time = fields.number<std::uint64_t>();
      statistics_.channel_messages = fields.map<std::map<std::uint16_t, std::uint64_t>>();
      break;
    }
    default: {
      std::string name = fields.text();
      metadata_places_[name] = {head.offset - kRecordHead, head.length + kRecordHead};
      metadata_[std::move(name)] = fields.map<Metadata>();
      break;
    }
  }
  if (!fields.ok()) {
    return broken(head.offset, "record ends within its fields");
  }
  return {};
}

Result<void> Reader::read_metadata(std::uint64_t offset) {
  const auto head = head_at(offset, source_->size());
  if (!head) {
    return tl::unexpected(head.error());
  }
  if (head->opcode != Opcode::metadata) {
    return broken(offset, "is not a metadata record");
  }
  return take_record(*head);
}

Result<ChunkIndex> Reader::chunk_at(const RecordHead& head) const {
  const auto start = read(head.offset, std::min<std::uint64_t>(head.length, kChunkHead + 16));
  if (!start) {
    return tl::unexpected(start.error());
  }
  Fields fields(*start);
  ChunkIndex chunk;
  chunk.start_time = fields.number<std::uint64_t>();
  chunk.end_time = fields.number<std::uint64_t>();
  chunk.uncompressed_size = fields.number<std::uint64_t>();
  fields.number<std::uint32_t>();
  chunk.compression = fields.text();
  chunk.compressed_size = fields.number<std::uint64_t>();
  chunk.offset = head.offset - kRecordHead;
  chunk.length = head.length + kRecordHead;
  if (!fields.ok()) {
    return broken(head.offset, "chunk ends within its fields");
  }
  return chunk;
}

Result<void> Reader::rebuild() {
  std::uint64_t at = data_start_;
  while (at < source_->size()) {
    const auto head = head_at(at, source_->size());
    if (!head) {
      break;  // cut off here: everything before is whole
    }
    if (head->opcode == Opcode::data_end || head->opcode == Opcode::footer) {
      break;
    }
    if (head->opcode == Opcode::chunk) {
      auto chunk = chunk_at(*head);
      if (!chunk) {
        break;
      }
      chunks_.push_back(std::move(*chunk));
    } else if (head->opcode == Opcode::message_index && !chunks_.empty()) {
      const auto channel = read(head->offset, std::min<std::uint64_t>(head->length, sizeof(std::uint16_t)));
      if (!channel || channel->size() != sizeof(std::uint16_t)) {
        break;
      }
      chunks_.back().message_index_offsets[load<std::uint16_t>(*channel)] = at;
      chunks_.back().message_index_length += kRecordHead + head->length;
    } else if (head->opcode != Opcode::chunk_index && head->opcode != Opcode::metadata_index) {
      if (auto taken = take_record(*head); !taken) {
        break;
      }
    }
    at = head->offset + head->length;
  }
  data_end_ = at;
  // A machine that lost power may have left the last chunk's place without its bytes.
  if (!chunks_.empty() && !read_chunk(chunks_.back())) {
    data_end_ = chunks_.back().offset;
    chunks_.pop_back();
  }
  return {};
}

const Channel* Reader::channel(std::uint16_t id) const {
  const auto found = std::ranges::find(channels_, id, &Channel::id);
  return found == channels_.end() ? nullptr : &*found;
}

Result<Chunk> Reader::read_chunk(const ChunkIndex& index) const {
  if (index.length < kRecordHead) {
    return broken(index.offset, "chunk of " + std::to_string(index.length) + " bytes");
  }
  const auto record = read(index.offset, index.length);
  if (!record) {
    return tl::unexpected(record.error());
  }
  Fields fields(*record);
  const auto opcode = fields.number<std::uint8_t>();
  const auto length = fields.number<std::uint64_t>();
  if (opcode != static_cast<std::uint8_t>(Opcode::chunk) || length != index.length - kRecordHead) {
    return broken(index.offset, "is not the chunk that the index says");
  }
  fields.number<std::uint64_t>();
  fields.number<std::uint64_t>();
  const auto uncompressed_size = fields.number<std::uint64_t>();
  const auto checksum = fields.number<std::uint32_t>();
  const std::string compression = fields.text();
  const BytesView packed = fields.take(fields.number<std::uint64_t>());
  if (!fields.ok()) {
    return broken(index.offset, "chunk ends within its fields");
  }
  if (uncompressed_size > kChunkLimit) {
    return broken(index.offset, "chunk of " + std::to_string(uncompressed_size) +
                                    " bytes uncompressed, allowed are " + std::to_string(kChunkLimit));
  }
  Chunk chunk;
  if (compression.empty()) {
    chunk.records.assign(packed.begin(), packed.end());
  } else if (compression == "zstd") {
    // The frame's own header is judged first: a false size must not cost memory.
    if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != uncompressed_size) {
      return broken(index.offset, "zstd says another size than the chunk");
    }
    chunk.records.resize(uncompressed_size);
    const std::size_t size =
        ZSTD_decompress(chunk.records.data(), chunk.records.size(), packed.data(), packed.size());
    if (ZSTD_isError(size)) {
      return broken(index.offset, std::string("zstd: ") + ZSTD_getErrorName(size));
    }
    chunk.records.resize(size);
  } else {
    return broken(index.offset,
                  "compression \"" + compression + "\" is not known, allowed are none and zstd");
  }
  if (chunk.records.size() != uncompressed_size) {
    return broken(index.offset, "chunk holds another number of bytes than it says");
  }
  if (checksum != 0 && crc(chunk.records) != checksum) {
    return broken(index.offset, "checksum of the chunk differs");
  }

  Fields records(chunk.records);
  while (records.ok() && !records.empty()) {
    const auto record_opcode = records.number<std::uint8_t>();
    const BytesView body = records.take(records.number<std::uint64_t>());
    if (!records.ok() || record_opcode != static_cast<std::uint8_t>(Opcode::message)) {
      continue;
    }
    Fields message(body);
    MessageView view;
    view.channel = message.number<std::uint16_t>();
    view.sequence = message.number<std::uint32_t>();
    view.time = message.number<std::uint64_t>();
    message.number<std::uint64_t>();
    view.data = message.rest();
    if (!message.ok()) {
      return broken(index.offset, "message ends within its fields");
    }
    chunk.messages.push_back(view);
  }
  if (!records.ok()) {
    return broken(index.offset, "record in the chunk ends within its fields");
  }
  return chunk;
}

}  // namespace drawbar::protocol::mcap
