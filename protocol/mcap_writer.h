// Writes MCAP files: chunks of at most a second, indexed, each complete in the file before the next begins.
#pragma once

#include <memory>

#include "protocol/byte_io.h"
#include "protocol/mcap.h"
#include "protocol/mcap_reader.h"

namespace drawbar::protocol::mcap {

/// What the header says, and how chunks are made.
struct WriterOptions {
  std::string profile;
  std::string library = "drawbar";
  bool compress = true;     ///< zstd; otherwise chunks are stored as they are
  bool sync_chunks = true;  ///< each is on the disk before the next begins; else only the whole file
  std::uint64_t chunk_duration = 1'000'000'000;  ///< ns of log time: a chunk spans less
  std::size_t chunk_size = 4 * 1024 * 1024;      ///< bytes, uncompressed: a chunk that reaches it is closed
};

/// One thread at a time. The first failed write ends the recording: every later call returns the same error,
/// and the file stays readable up to its last whole chunk.
class Writer {
 public:
  /// Begins a file; an error where the header cannot be written.
  static Result<Writer> create(std::unique_ptr<ByteSink> sink, WriterOptions options);

  /// Goes on behind the data of a file that was read; `sink` writes from its data_end() on. What is there
  /// stays; its summary is written anew by close().
  static Writer resume(std::unique_ptr<ByteSink> sink, WriterOptions options, const Reader& reader);

  /// Id of the new schema. `data` is the binary schema for encoding "flatbuffer".
  Result<std::uint16_t> add_schema(std::string name, std::string encoding, BytesView data);
  /// Id of the new channel of this schema.
  Result<std::uint16_t> add_channel(std::uint16_t schema, std::string topic, std::string message_encoding,
                                    Metadata metadata = {});
  /// Writes a metadata record.
  Result<void> add_metadata(const std::string& name, const Metadata& metadata);

  const std::vector<Schema>& schemas() const { return schemas_; }     ///< The schemas so far.
  const std::vector<Channel>& channels() const { return channels_; }  ///< The channels so far.

  /// `time` in ns; the order of calls is the order in the file.
  Result<void> write(std::uint16_t channel, std::uint64_t time, BytesView message);

  /// Closes the present chunk, if it holds anything, and brings it to the file, or to the disk
  /// (`sync_chunks`).
  Result<void> flush();

  /// Chunk, summary, footer. Nothing can be written after it.
  Result<void> close();

 private:
  struct MessageEntry {
    std::uint64_t time;
    std::uint64_t offset;  ///< in the uncompressed chunk
  };
  struct MetadataEntry {
    std::string name;
    std::uint64_t offset;
    std::uint64_t length;
  };

  Writer(std::unique_ptr<ByteSink> sink, WriterOptions options)
      : sink_(std::move(sink)), options_(std::move(options)) {}
  Result<void> put(BytesView bytes);
  Result<void> put_summary();

  std::unique_ptr<ByteSink> sink_;
  WriterOptions options_;
  std::string failure_;         ///< not empty: why the recording ended
  std::uint64_t position_ = 0;  ///< bytes written
  std::uint32_t data_crc_ = 0;  ///< of everything so far
  bool crc_known_ = true;       ///< false: what was there before has none
  Bytes chunk_;                 ///< records of the present chunk, uncompressed
  std::uint64_t chunk_start_ = 0;
  std::uint64_t chunk_end_ = 0;
  std::map<std::uint16_t, std::vector<MessageEntry>> chunk_messages_;
  std::vector<Schema> schemas_;
  std::vector<Channel> channels_;
  std::vector<ChunkIndex> chunks_;
  std::vector<MetadataEntry> metadata_;
  Statistics statistics_;
};

}  // namespace drawbar::protocol::mcap
