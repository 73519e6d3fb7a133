// The MCAP container: what is written is read back, and damage costs only what it hit.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

#include "protocol/mcap_reader.h"
#include "protocol/mcap_writer.h"
#include "tests/support/file_size_limit.h"

namespace drawbar::protocol::mcap {
namespace {

constexpr std::uint64_t kFrame = 40'000'000;  // ns

BytesView bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string text_of(BytesView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// 100 frames on one channel, each message "frame N".
Bytes recording(bool compress, bool closed = true) {
  Bytes file;
  auto writer = Writer::create(std::make_unique<MemorySink>(file), {.profile = "test", .compress = compress});
  const auto schema = writer->add_schema("some.Table", "flatbuffer", bytes_of("schema"));
  const auto channel = writer->add_channel(*schema, "/topic", "flatbuffer", {{"key", "value"}});
  EXPECT_TRUE(writer->add_metadata("about", {{"a", "1"}, {"b", "2"}}));
  for (int frame = 0; frame < 100; ++frame) {
    EXPECT_TRUE(writer->write(*channel, 5 + static_cast<std::uint64_t>(frame) * kFrame,
                              bytes_of("frame " + std::to_string(frame))));
  }
  if (closed) {
    EXPECT_TRUE(writer->close());
  }
  return file;
}

Result<Reader> open(const Bytes& file) {
  return Reader::open(std::make_unique<MemorySource>(file), "memory");
}

std::vector<std::string> messages_of(const Reader& reader) {
  std::vector<std::string> out;
  for (const ChunkIndex& index : reader.chunks()) {
    const auto chunk = reader.read_chunk(index);
    EXPECT_TRUE(chunk) << chunk.error().text;
    for (const MessageView& message : chunk->messages) {
      out.push_back(text_of(message.data));
    }
  }
  return out;
}

TEST(Mcap, ReadsBackWhatWasWritten) {
  for (const bool compress : {false, true}) {
    const Bytes file = recording(compress);
    const auto reader = open(file);
    ASSERT_TRUE(reader) << reader.error().text;
    EXPECT_TRUE(reader->complete()) << reader->note();
    EXPECT_EQ(reader->profile(), "test");
    ASSERT_EQ(reader->schemas().size(), 1u);
    EXPECT_EQ(reader->schemas()[0].id, 1);
    EXPECT_EQ(reader->schemas()[0].name, "some.Table");
    EXPECT_EQ(text_of(reader->schemas()[0].data), "schema");
    ASSERT_EQ(reader->channels().size(), 1u);
    EXPECT_EQ(reader->channels()[0].topic, "/topic");
    EXPECT_EQ(reader->channels()[0].metadata.at("key"), "value");
    EXPECT_EQ(reader->metadata().at("about").at("b"), "2");
    const auto messages = messages_of(*reader);
    ASSERT_EQ(messages.size(), 100u);
    EXPECT_EQ(messages[99], "frame 99");
  }
}

TEST(Mcap, AChunkEndsWithItsLatestMessageAndNotWithTheLastThatCame) {
  Bytes file;
  auto writer = Writer::create(std::make_unique<MemorySink>(file), {.profile = "test", .compress = false});
  const auto schema = writer->add_schema("some.Table", "flatbuffer", bytes_of("schema"));
  const auto channel = writer->add_channel(*schema, "/topic", "flatbuffer", {});
  for (const std::uint64_t time : {400U, 700U, 600U})
    EXPECT_TRUE(writer->write(*channel, time, bytes_of("m")));
  EXPECT_TRUE(writer->close());
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  ASSERT_EQ(reader->chunks().size(), 1u);
  EXPECT_EQ(reader->chunks()[0].start_time, 400u);
  EXPECT_EQ(reader->chunks()[0].end_time, 700u);
}

TEST(Mcap, ChunksSpanLessThanASecond) {
  const Bytes file = recording(true);
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->chunks().size(), 4u);
  for (const ChunkIndex& chunk : reader->chunks()) {
    EXPECT_LT(chunk.end_time - chunk.start_time, 1'000'000'000u);
  }
}

TEST(Mcap, EveryPrefixIsReadableUpToItsLastWholeChunk) {
  for (const bool compress : {false, true}) {
    const Bytes file = recording(compress);
    const auto whole = open(file);
    ASSERT_TRUE(whole);
    for (std::size_t size = 0; size < file.size(); ++size) {
      const Bytes prefix(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      const auto reader = open(prefix);
      if (!reader) {
        EXPECT_LT(size, 64u) << reader.error().text;  // not even the header
        continue;
      }
      EXPECT_FALSE(reader->complete());
      std::size_t expected = 0;
      for (const ChunkIndex& chunk : whole->chunks()) {
        expected += chunk.offset + chunk.length <= size ? 25 : 0;
      }
      ASSERT_EQ(messages_of(*reader).size(), expected) << "of " << size << " bytes";
    }
  }
}

TEST(Mcap, UnclosedRecordingKeepsItsFlushedChunks) {
  const Bytes file = recording(true, false);
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  EXPECT_FALSE(reader->complete());
  EXPECT_EQ(messages_of(*reader).size(), 75u);
}

// MCAP's specification, "Header": both are texts with their length before them, and the record says its own.
TEST(Mcap, TheHeaderHasProfileAndLibrary) {
  Bytes file;
  ASSERT_TRUE(Writer::create(std::make_unique<MemorySink>(file), {.profile = "test", .library = "by us"}));
  const std::string header = std::string("\x89MCAP0\r\n\x01", 9) + std::string("\x11\0\0\0\0\0\0\0", 8) +
                             std::string("\4\0\0\0test", 8) + std::string("\5\0\0\0by us", 9);
  EXPECT_EQ(text_of(file), header);
}

// Compressed or not: without compression nothing but the checksum stands between a disk's fault and the
// reader.
TEST(Mcap, AMessageThatWasAlteredInPlaceIsFound) {
  Bytes file = recording(false);
  const BytesView message = bytes_of("frame 60");
  const auto found = std::search(file.begin(), file.end(), message.begin(), message.end());
  ASSERT_NE(found, file.end());
  *(found + 6) = std::byte{'7'};
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  const auto damaged = reader->read_chunk(reader->chunks()[2]);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().text.find("checksum of the chunk differs"), std::string::npos)
      << damaged.error().text;
}

TEST(Mcap, AChunkThatHoldsMoreThanItSaysIsRefused) {
  Bytes file = recording(false);
  const std::uint64_t offset = open(file)->chunks()[2].offset;
  constexpr std::size_t kUncompressedSize = 9 + 8 + 8;  // after opcode, length and both times
  auto& least = file[offset + kUncompressedSize];
  least = std::byte(std::to_integer<unsigned>(least) ^ 1U);
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  const auto damaged = reader->read_chunk(reader->chunks()[2]);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().text.find("another number of bytes"), std::string::npos) << damaged.error().text;
}

// The summary repeats what the data hold: a topic altered there would send every message to another reader.
TEST(Mcap, ASummaryThatWasAlteredIsNotBelieved) {
  Bytes file = recording(false);
  const BytesView topic = bytes_of("/topic");
  const auto last = std::find_end(file.begin(), file.end(), topic.begin(), topic.end());
  ASSERT_NE(last, file.end());
  *(last + 1) = std::byte{'T'};
  const auto reader = open(file);
  ASSERT_TRUE(reader) << reader.error().text;
  EXPECT_FALSE(reader->complete());
  EXPECT_NE(reader->note().find("checksum of the summary differs"), std::string::npos) << reader->note();
  ASSERT_EQ(reader->channels().size(), 1u);
  EXPECT_EQ(reader->channels()[0].topic, "/topic");
  EXPECT_EQ(messages_of(*reader).size(), 100u);
}

TEST(Mcap, ASummaryWithoutAChecksumIsRead) {
  Bytes file = recording(false);
  // The footer's last field, before the magic: 0 where there is none.
  std::ranges::fill(std::span(file).last(12).first(4), std::byte{0});
  const auto reader = open(file);
  ASSERT_TRUE(reader) << reader.error().text;
  EXPECT_TRUE(reader->complete()) << reader->note();
  EXPECT_EQ(messages_of(*reader).size(), 100u);
}

// By the letter of MCAP: readers of others find chunks by these.
TEST(Mcap, ASummarysOffsetsNameEveryGroupOfRecordsOfOneKind) {
  const Bytes file = recording(true);
  const auto number_at = [&file](std::uint64_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(file.at(at + i));
    return value;
  };
  const std::uint64_t footer = file.size() - kMagic.size() - kFooterSize;
  const std::uint64_t offsets = number_at(footer + kRecordHead + 8, 8);
  std::uint64_t group = number_at(footer + kRecordHead, 8);
  std::vector<Opcode> groups;
  for (std::uint64_t at = offsets; at < footer; at += kRecordHead + number_at(at + 1, 8)) {
    ASSERT_EQ(number_at(at, 1), static_cast<std::uint64_t>(Opcode::summary_offset));
    const std::uint64_t opcode = number_at(at + kRecordHead, 1);
    groups.push_back(static_cast<Opcode>(opcode));
    EXPECT_EQ(number_at(at + kRecordHead + 1, 8), group) << "each begins where the one before ends";
    const std::uint64_t end = group + number_at(at + kRecordHead + 9, 8);
    for (; group < end; group += kRecordHead + number_at(group + 1, 8))
      EXPECT_EQ(number_at(group, 1), opcode);
    EXPECT_EQ(group, end);
  }
  EXPECT_EQ(group, offsets);
  EXPECT_EQ(std::ranges::count(groups, Opcode::chunk_index), 1);
}

TEST(Mcap, FlippedBitInAChunkIsFoundAndNamed) {
  Bytes file = recording(true);
  const std::size_t offset = open(file)->chunks()[2].offset;
  file[offset + 100] ^= std::byte{1};
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(reader->read_chunk(reader->chunks()[1]));
  const auto damaged = reader->read_chunk(reader->chunks()[2]);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().text.find("memory: byte " + std::to_string(offset)), 0u) << damaged.error().text;
}

// It costs what lies in its chunk at most: no message that comes out is another one than was written.
TEST(Mcap, NoFlippedBitAltersAMessage) {
  const Bytes good = recording(false);
  const std::vector<std::string> written = messages_of(*open(good));
  const std::set<std::string> all(written.begin(), written.end());
  for (std::size_t at = 0; at < good.size(); ++at) {
    Bytes file = good;
    file[at] ^= static_cast<std::byte>(1u << (at % 8));
    if (const auto reader = open(file)) {
      for (const ChunkIndex& chunk : reader->chunks()) {
        const auto read = reader->read_chunk(chunk);
        if (!read) continue;
        for (const MessageView& message : read->messages) {
          ASSERT_TRUE(all.contains(text_of(message.data))) << "byte " << at << ": " << text_of(message.data);
        }
      }
    }
  }
}

TEST(Mcap, ForeignFilesAreNamed) {
  for (const std::string_view text : {"", "short", "{ \"name\": \"a scene, not a recording\" }"}) {
    const Bytes file(bytes_of(text).begin(), bytes_of(text).end());
    const auto reader = open(file);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().text, "memory: byte 0: is not an MCAP file");
  }
}

/// A disk that is full after some bytes.
class FullDisk final : public ByteSink {
 public:
  FullDisk(Bytes& out, std::size_t room) : out_(out), room_(room) {}
  Result<void> write(BytesView bytes) override {
    if (out_.size() + bytes.size() > room_) {
      return fail(ErrorKind::environment, "disk: No space left on device");
    }
    append(out_, bytes);
    return {};
  }
  Result<void> sync() override { return {}; }

 private:
  Bytes& out_;
  std::size_t room_;
};

TEST(Mcap, FullDiskIsAnErrorOnceAndForAllAndTheFileStaysReadable) {
  Bytes file;
  auto writer =
      Writer::create(std::make_unique<FullDisk>(file, 2600), {.profile = "test", .compress = false});
  const auto schema = writer->add_schema("some.Table", "flatbuffer", {});
  const auto channel = writer->add_channel(*schema, "/topic", "flatbuffer");
  std::string error;
  for (std::uint64_t frame = 0; frame < 100; ++frame) {
    const auto written = writer->write(*channel, frame * kFrame, bytes_of("message"));
    if (!written && error.empty()) {
      error = written.error().text;
    }
    EXPECT_EQ(written.has_value(), error.empty());
  }
  EXPECT_EQ(error, "disk: No space left on device");
  EXPECT_EQ(writer->close().error().text, error);
  const auto reader = open(file);
  ASSERT_TRUE(reader);
  EXPECT_EQ(messages_of(*reader).size(), 25u);
}

TEST(Mcap, AWriteThatFindsNoRoomLeavesInTheFileWhatWasWrittenBefore) {
  const std::string path = testing::TempDir() + "drawbar_full_disk_" + std::to_string(getpid());
  const auto text_in_file = [&path] {
    std::ifstream stream(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(stream), {}};
  };
  const auto file = create_file(path, true);
  ASSERT_TRUE(file) << file.error().text;
  std::vector<Result<void>> written;
  {
    const tests::FileSizeLimit disk(12);  // the third block has room for half of it
    for (const char* block : {"one ", "and two ", "nine"}) written.push_back((*file)->write(bytes_of(block)));
  }
  EXPECT_TRUE(written[0]);
  EXPECT_TRUE(written[1]);
  ASSERT_FALSE(written[2]);
  EXPECT_EQ(written[2].error().text, path + ": cannot write: File too large");
  EXPECT_EQ(text_in_file(), "one and two ");
  EXPECT_TRUE((*file)->write(bytes_of("three"))) << "there is room again";
  EXPECT_EQ(text_in_file(), "one and two three");
  std::filesystem::remove(path);
}

TEST(Mcap, ExistingFileIsNotOverwritten) {
  const std::string path = testing::TempDir() + "drawbar_mcap_test.mcap";
  ASSERT_TRUE(create_file(path, true));
  const auto again = create_file(path, false);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().text, path + ": cannot create: File exists");
  EXPECT_EQ(again.error().kind, ErrorKind::environment);
}

// --- what is said of damage ---

template <class Number>
void patch(Bytes& file, std::uint64_t at, Number value) {
  std::memcpy(file.data() + at, &value, sizeof value);
}

// Of an uncompressed chunk the fields begin at: opcode 0, length 1, times 9 and 17, size 25, checksum 33,
// compression 37, its length 41, records 49; of its first message: opcode 49, length 50, fields 58.
TEST(Mcap, WhatIsWrongWithAChunkIsSaidWithItsPlace) {
  struct Case {
    bool compress;
    std::function<void(Bytes&, std::uint64_t)> damage;
    std::string said;
  };
  const Case cases[] = {
      {false, [](Bytes& f, std::uint64_t o) { patch(f, o, std::uint8_t{5}); },
       "is not the chunk that the index says"},
      {false,
       [](Bytes& f, std::uint64_t o) {
         patch(f, o + 1, load<std::uint64_t>(BytesView(f).subspan(o + 1)) + 1);
       },
       "is not the chunk that the index says"},
      {false, [](Bytes& f, std::uint64_t o) { patch(f, o + 25, std::uint64_t{67'108'865}); },
       "chunk of 67108865 bytes uncompressed, allowed are 67108864"},
      {false, [](Bytes& f, std::uint64_t o) { patch(f, o + 25, std::uint64_t{67'108'864}); },
       "chunk holds another number of bytes than it says"},
      {false,
       [](Bytes& f, std::uint64_t o) {
         patch(f, o + 41, load<std::uint64_t>(BytesView(f).subspan(o + 41)) + 1);
       },
       "chunk ends within its fields"},
      {false, [](Bytes& f, std::uint64_t o) { patch(f, o + 37, std::uint32_t{1'000'000'000}); },
       "chunk ends within its fields"},
      {false,
       [](Bytes& f, std::uint64_t o) {
         patch(f, o + 33, std::uint32_t{0});
         patch(f, o + 50, std::uint64_t{1'000'000});
       },
       "record in the chunk ends within its fields"},
      {false,
       [](Bytes& f, std::uint64_t o) {
         patch(f, o + 33, std::uint32_t{0});
         patch(f, o + 50, std::uint64_t{21});  // channel, sequence and both times have 22 bytes
       },
       "message ends within its fields"},
      {true, [](Bytes& f, std::uint64_t o) { patch(f, o + 41, std::uint8_t{'y'}); },
       "compression \"ystd\" is not known, allowed are none and zstd"},
      {true,
       [](Bytes& f, std::uint64_t o) {
         patch(f, o + 25, load<std::uint64_t>(BytesView(f).subspan(o + 25)) - 1);
       },
       "zstd says another size than the chunk"},
      {true,
       [](Bytes& f, std::uint64_t o) {
         patch(f, o + 33, load<std::uint32_t>(BytesView(f).subspan(o + 33)) ^ 2U);
       },
       "checksum of the chunk differs"},
  };
  for (const Case& one : cases) {
    Bytes file = recording(one.compress);
    const std::uint64_t offset = open(file)->chunks()[2].offset;
    one.damage(file, offset);
    const auto reader = open(file);
    ASSERT_TRUE(reader) << one.said;
    EXPECT_TRUE(reader->complete()) << "its end says nothing of it";
    const auto chunk = reader->read_chunk(reader->chunks()[2]);
    ASSERT_FALSE(chunk) << one.said;
    EXPECT_EQ(chunk.error().text, "memory: byte " + std::to_string(offset) + ": " + one.said);
    EXPECT_EQ(chunk.error().kind, ErrorKind::wrong);
    EXPECT_TRUE(reader->read_chunk(reader->chunks()[1])) << "the others are whole";
  }
}

TEST(Mcap, AChunkWithoutAChecksumIsReadAsItIs) {
  Bytes file = recording(false);
  const std::uint64_t offset = open(file)->chunks()[0].offset;
  patch(file, offset + 33, std::uint32_t{0});
  patch(file, offset + 80, std::uint8_t{'F'});
  const auto chunk = open(file)->read_chunk(open(file)->chunks()[0]);
  ASSERT_TRUE(chunk) << chunk.error().text;
  EXPECT_EQ(text_of(chunk->messages[0].data), "Frame 0");
}

TEST(Mcap, AnIndexThatIsWrongIsSaidWithItsPlace) {
  const Bytes file = recording(false);
  const auto reader = open(file);
  const auto said = [&](std::uint64_t offset, std::uint64_t length) {
    ChunkIndex index;
    index.offset = offset;
    index.length = length;
    const auto chunk = reader->read_chunk(index);
    return chunk ? "" : chunk.error().text;
  };
  EXPECT_EQ(said(20, 8), "memory: byte 20: chunk of 8 bytes");
  EXPECT_EQ(said(file.size() - 9, 10),
            "memory: byte " + std::to_string(file.size() - 9) + ": file ends before 10 more bytes");
  EXPECT_EQ(said(file.size() + 1, 9),
            "memory: byte " + std::to_string(file.size() + 1) + ": file ends before 9 more bytes");
}

TEST(Mcap, WhyARecordingHasNoEndIsSaidAndAllOfItIsRead) {
  const Bytes whole = recording(true);
  const std::uint64_t footer = whole.size() - 37;  // 29 bytes and the magic
  const std::uint64_t summary = load<std::uint64_t>(BytesView(whole).subspan(footer + 9));
  const auto at = [](std::uint64_t byte) { return "memory: byte " + std::to_string(byte) + ": "; };
  struct Case {
    std::function<void(Bytes&)> damage;
    std::string note;
  };
  const Case cases[] = {
      {[](Bytes& f) { f.pop_back(); }, at(whole.size() - 1) + "recording has no end: it was cut off"},
      {[](Bytes& f) { f.back() = std::byte{'x'}; },
       at(whole.size()) + "recording has no end: it was cut off"},
      {[&](Bytes& f) { patch(f, footer, std::uint8_t{3}); },
       at(whole.size()) + "recording has no end: it was cut off"},
      {[&](Bytes& f) { patch(f, footer + 1, std::uint64_t{21}); },
       at(whole.size()) + "recording has no end: it was cut off"},
      {[&](Bytes& f) { patch(f, footer + 9, std::uint64_t{0}); },
       at(footer) + "footer points outside the file"},
      {[&](Bytes& f) { patch(f, footer + 9, footer + 1); }, at(footer) + "footer points outside the file"},
      {[&](Bytes& f) { patch(f, footer + 25, load<std::uint32_t>(BytesView(f).subspan(footer + 25)) ^ 1U); },
       at(summary) + "checksum of the summary differs"},
      {[&](Bytes& f) { patch(f, summary - 13, std::uint8_t{0x10}); },
       at(summary - 13) + "the data do not end before the summary"},
  };
  for (const Case& one : cases) {
    Bytes file = whole;
    one.damage(file);
    const auto reader = open(file);
    ASSERT_TRUE(reader) << one.note;
    EXPECT_FALSE(reader->complete());
    EXPECT_EQ(reader->note(), one.note);
    EXPECT_EQ(messages_of(*reader).size(), 100u) << one.note;
    EXPECT_EQ(reader->chunks().size(), 4u) << one.note;
    ASSERT_NE(reader->channel(0), nullptr) << one.note;
    EXPECT_EQ(reader->channel(0)->topic, "/topic") << one.note;
    EXPECT_EQ(reader->metadata().at("about"), (Metadata{{"a", "1"}, {"b", "2"}})) << one.note;
  }
}

TEST(Mcap, WhatBeginsOtherwiseIsNoRecording) {
  Bytes file = recording(true);
  patch(file, 8, std::uint8_t{2});
  EXPECT_EQ(open(file).error().text, "memory: byte 8: is not an MCAP header");
  file.resize(16);
  EXPECT_EQ(open(file).error().text, "memory: byte 8: file ends within a record");
  file = recording(true);
  file.resize(20);
  EXPECT_EQ(open(file).error().text, "memory: byte 8: file ends within a record of " +
                                         std::to_string(load<std::uint64_t>(BytesView(file).subspan(9))) +
                                         " bytes");
  Bytes begun;
  ASSERT_TRUE(Writer::create(std::make_unique<MemorySink>(begun), {.profile = "test"}));
  const auto reader = open(begun);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->profile(), "test");
  EXPECT_EQ(reader->note(), "memory: byte " + std::to_string(begun.size()) + ": recording has no end");
}

// --- going on ---

/// 25 frames more behind those of recording().
void write_more(Writer& writer) {
  for (std::uint64_t frame = 100; frame < 125; ++frame)
    ASSERT_TRUE(writer.write(0, 5 + frame * kFrame, bytes_of("frame " + std::to_string(frame))));
  ASSERT_TRUE(writer.close());
}

TEST(Mcap, ARecordingThatGoesOnIsAsIfItHadNeverEnded) {
  Bytes at_once;
  auto writer = Writer::create(std::make_unique<MemorySink>(at_once), {.profile = "test"});
  const auto schema = writer->add_schema("some.Table", "flatbuffer", bytes_of("schema"));
  ASSERT_TRUE(writer->add_channel(*schema, "/topic", "flatbuffer", {{"key", "value"}}));
  ASSERT_TRUE(writer->add_metadata("about", {{"a", "1"}, {"b", "2"}}));
  for (std::uint64_t frame = 0; frame < 100; ++frame)
    ASSERT_TRUE(writer->write(0, 5 + frame * kFrame, bytes_of("frame " + std::to_string(frame))));
  ASSERT_TRUE(writer->flush());
  const Bytes killed = at_once;
  write_more(*writer);

  Bytes closed = recording(true);
  const auto reader = open(closed);
  closed.resize(reader->data_end());
  Writer resumed = Writer::resume(std::make_unique<MemorySink>(closed), {}, *reader);
  write_more(resumed);
  EXPECT_EQ(closed, at_once);

  Bytes cut_off = killed;
  const auto rest = open(cut_off);
  EXPECT_EQ(rest->data_end(), killed.size());
  Writer mended = Writer::resume(std::make_unique<MemorySink>(cut_off), {}, *rest);
  write_more(mended);
  const auto end = open(at_once)->data_end();
  EXPECT_NE(load<std::uint32_t>(BytesView(at_once).subspan(end + 9)), 0u);
  EXPECT_EQ(load<std::uint32_t>(BytesView(cut_off).subspan(end + 9)), 0u) << "nobody knows its checksum";
  patch(at_once, end + 9, std::uint32_t{0});
  EXPECT_EQ(cut_off, at_once) << "but for that, everything is the same";
}

TEST(Mcap, NothingIsWrittenBehindTheEnd) {
  Bytes file;
  auto writer = Writer::create(std::make_unique<MemorySink>(file), {.profile = "test"});
  const auto schema = writer->add_schema("some.Table", "flatbuffer", {});
  ASSERT_TRUE(writer->add_channel(*schema, "/topic", "flatbuffer"));
  ASSERT_TRUE(writer->close());
  const std::size_t size = file.size();
  EXPECT_EQ(writer->write(0, 0, bytes_of("late")).error().text, "the recording is closed");
  EXPECT_EQ(writer->add_metadata("late", {}).error().text, "the recording is closed");
  EXPECT_FALSE(writer->close());
  EXPECT_EQ(file.size(), size);
}

TEST(Mcap, AChunkEndsBeforeTheMessageThatWouldMakeItTooLargeOrGoBackInTime) {
  Bytes file;
  auto writer = Writer::create(std::make_unique<MemorySink>(file),
                               {.profile = "test", .compress = false, .chunk_size = 131});
  const auto schema = writer->add_schema("some.Table", "flatbuffer", {});
  const auto first = writer->add_channel(*schema, "/a", "flatbuffer");
  const auto second = writer->add_channel(*schema, "/b", "flatbuffer");
  // A record is 31 bytes longer than its message: 41 of ten bytes. The third begins behind 82.
  const std::string ten(10, 'x');
  ASSERT_TRUE(writer->write(*first, 50, bytes_of(ten)));
  ASSERT_TRUE(writer->write(*second, 60, bytes_of(ten)));
  ASSERT_TRUE(writer->write(*first, 50, bytes_of(std::string(49, 'y'))));
  ASSERT_TRUE(writer->write(*first, 70, bytes_of(ten)));
  ASSERT_TRUE(writer->write(*first, 69, bytes_of(ten)));
  ASSERT_TRUE(writer->close());
  const auto reader = open(file);
  ASSERT_EQ(reader->chunks().size(), 3u);
  const auto chunk = [&](std::size_t i) {
    std::string text;
    const auto read = reader->read_chunk(reader->chunks()[i]);
    for (const MessageView& message : read->messages)
      text += std::to_string(message.channel) + ":" + std::to_string(message.sequence) + "@" +
              std::to_string(message.time) + " ";
    return text;
  };
  EXPECT_EQ(chunk(0), "0:0@50 1:0@60 0:1@50 ");
  EXPECT_EQ(chunk(1), "0:2@70 ");
  EXPECT_EQ(chunk(2), "0:3@69 ") << "each channel counts its own";
  EXPECT_EQ(reader->statistics().message_count, 5u);
  EXPECT_EQ(reader->statistics().start_time, 50u);
  EXPECT_EQ(reader->statistics().end_time, 70u);
  EXPECT_EQ(reader->statistics().channel_messages, (std::map<std::uint16_t, std::uint64_t>{{0, 4}, {1, 1}}));
}

}  // namespace
}  // namespace drawbar::protocol::mcap
