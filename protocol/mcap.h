// The MCAP container: what both its writer and its reader know of the format (https://mcap.dev/spec).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "protocol/bytes.h"

namespace drawbar::protocol::mcap {

inline constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

/// Kinds of records in an MCAP file, by their numbers there.
enum class Opcode : std::uint8_t {
  header = 0x01,
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  message_index = 0x07,
  chunk_index = 0x08,
  attachment = 0x09,
  attachment_index = 0x0A,
  statistics = 0x0B,
  metadata = 0x0C,
  metadata_index = 0x0D,
  summary_offset = 0x0E,
  data_end = 0x0F,
};

/// Opcode and length before every record (bytes).
inline constexpr std::size_t kRecordHead = 9;
/// Footer record, head included (bytes).
inline constexpr std::size_t kFooterSize = kRecordHead + 20;
/// Largest chunk, uncompressed, that we write or read (bytes).
inline constexpr std::uint64_t kChunkLimit = 64ull * 1024 * 1024;

using Metadata = std::map<std::string, std::string>;  ///< Named texts.

/// Describes the messages of channels.
struct Schema {
  std::uint16_t id = 0;  ///< not 0
  std::string name;      ///< full name of the root table
  std::string encoding;
  Bytes data;
};

/// A topic: messages of one schema.
struct Channel {
  std::uint16_t id = 0;
  std::uint16_t schema = 0;
  std::string topic;
  std::string message_encoding;
  Metadata metadata;
};

/// Where a chunk lies and what it holds.
struct ChunkIndex {
  std::uint64_t start_time = 0;  ///< ns, of its first message by time
  std::uint64_t end_time = 0;    ///< ns
  std::uint64_t offset = 0;      ///< of the chunk record, from the file's start
  std::uint64_t length = 0;      ///< of the chunk record, head included
  std::map<std::uint16_t, std::uint64_t> message_index_offsets;
  std::uint64_t message_index_length = 0;
  std::string compression;
  std::uint64_t compressed_size = 0;
  std::uint64_t uncompressed_size = 0;
};

/// What the file says of itself at its end.
struct Statistics {
  std::uint64_t message_count = 0;
  std::uint64_t start_time = 0;  ///< ns
  std::uint64_t end_time = 0;    ///< ns
  std::map<std::uint16_t, std::uint64_t> channel_messages;
};

}  // namespace drawbar::protocol::mcap
