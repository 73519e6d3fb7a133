// Reads MCAP files, also ones whose writer was killed: without a footer the index is rebuilt from the chunks.
#pragma once

#include <memory>
#include <vector>

#include "protocol/byte_io.h"
#include "protocol/mcap.h"

namespace drawbar::protocol::mcap {

/// A message inside a chunk, which must outlive it.
struct MessageView {
  std::uint16_t channel = 0;
  std::uint32_t sequence = 0;
  std::uint64_t time = 0;  ///< log time, ns
  BytesView data;
};

/// The messages of a chunk in file order, with the memory they lie in.
struct Chunk {
  Chunk() = default;
  Chunk(Chunk&&) = default;
  Chunk& operator=(Chunk&&) = default;

  Bytes records;
  std::vector<MessageView> messages;
};

/// What damaged or hostile files can cost is bounded: lengths are judged against the file's size and
/// kChunkLimit before memory is taken. Messages outside chunks are not read (our writer makes none).
class Reader {
 public:
  /// Errors name the byte offset. `name` is put before them.
  static Result<Reader> open(std::unique_ptr<ByteSource> source, std::string name);

  /// False if the recording has no valid end: it holds everything up to its last whole chunk.
  bool complete() const { return note_.empty(); }
  /// Why it is not complete, one line.
  const std::string& note() const { return note_; }

  const std::string& name() const { return name_; }                   ///< What messages call the file.
  const std::string& profile() const { return profile_; }             ///< The profile that its header names.
  const std::vector<Schema>& schemas() const { return schemas_; }     ///< Every schema of the file.
  const std::vector<Channel>& channels() const { return channels_; }  ///< Every channel of the file.
  /// Nullptr for an id that no channel has.
  const Channel* channel(std::uint16_t id) const;
  /// Where the chunks are, in the order of the file.
  const std::vector<ChunkIndex>& chunks() const { return chunks_; }
  /// Metadata records by name.
  const std::map<std::string, Metadata>& metadata() const { return metadata_; }

  // --- for a writer that goes on behind the data ---

  /// Where it ends: everything before stays, summary and footer follow.
  std::uint64_t data_end() const { return data_end_; }
  /// CRC-32 of everything before, as the file says; 0: not told.
  std::uint32_t data_crc() const { return data_crc_; }
  /// Of a complete recording.
  const Statistics& statistics() const { return statistics_; }
  /// By name: offset and length of the records.
  struct MetadataPlace {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  /// Where the metadata records are, by name.
  const std::map<std::string, MetadataPlace>& metadata_places() const { return metadata_places_; }

  /// Checks the chunk's CRC and every length in it.
  Result<Chunk> read_chunk(const ChunkIndex& chunk) const;

 private:
  struct RecordHead {
    Opcode opcode;
    std::uint64_t offset;  ///< of the body
    std::uint64_t length;  ///< of the body
  };

  Reader(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}
  tl::unexpected<Error> broken(std::uint64_t offset, const std::string& what) const;
  Result<Bytes> read(std::uint64_t offset, std::uint64_t length) const;
  Result<RecordHead> head_at(std::uint64_t offset, std::uint64_t end) const;
  Result<void> take_record(const RecordHead& head);
  Result<void> read_start();
  Result<void> read_summary();
  Result<void> read_data_end(std::uint64_t summary_start);
  Result<void> read_metadata(std::uint64_t offset);
  Result<void> rebuild();
  Result<ChunkIndex> chunk_at(const RecordHead& head) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::string note_;
  std::string profile_;
  std::uint64_t data_start_ = 0;  ///< of the first record after the header
  std::vector<Schema> schemas_;
  std::vector<Channel> channels_;
  std::vector<ChunkIndex> chunks_;
  std::map<std::string, Metadata> metadata_;
  std::map<std::string, MetadataPlace> metadata_places_;
  std::uint64_t data_end_ = 0;
  std::uint32_t data_crc_ = 0;
  Statistics statistics_;
};

}  // namespace drawbar::protocol::mcap
