// Where recordings go and come from: files, or memory in tests.
#pragma once

#include <memory>
#include <string>

#include "protocol/bytes.h"
#include "protocol/result.h"

namespace drawbar::protocol {

/// Takes bytes in order. After an error nothing of the failed write remains.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  /// Appends the bytes; an error of kind environment where they cannot be written.
  virtual Result<void> write(BytesView bytes) = 0;
  /// Makes what was written survive a crash of the machine.
  virtual Result<void> sync() = 0;
};

/// Bytes of a known size in any order.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;  ///< Bytes in all.
  /// Fills `out` from `offset`; offset + out.size() must not exceed size().
  virtual Result<void> read(std::uint64_t offset, std::span<std::byte> out) const = 0;
};

/// A new file. An existing one is an error unless `overwrite`, and where another program writes it.
Result<std::unique_ptr<ByteSink>> create_file(const std::string& path, bool overwrite);

/// An existing file, cut off at `size`; what is written goes behind. An error where another program writes
/// it.
Result<std::unique_ptr<ByteSink>> append_to_file(const std::string& path, std::uint64_t size);

/// A file as it is now; it may still grow behind what is seen. `wrong` where there is none or it is no
/// regular file, `environment` where it cannot be read.
Result<std::unique_ptr<ByteSource>> open_file(const std::string& path);

/// What kind of failure it is that a file could not be opened to read, by its errno: `wrong` where there is
/// none of that name.
ErrorKind kind_of_failed_open(int error);

/// Appends to bytes in memory, which must outlive it.
class MemorySink final : public ByteSink {
 public:
  explicit MemorySink(Bytes& out) : out_(out) {}  ///< Appends to `out`.
  Result<void> write(BytesView bytes) override {
    append(out_, bytes);
    return {};
  }
  Result<void> sync() override { return {}; }

 private:
  Bytes& out_;
};

/// Reads bytes in memory, which must outlive it.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(BytesView bytes) : bytes_(bytes) {}  ///< Reads `bytes`.
  std::uint64_t size() const override { return bytes_.size(); }
  Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
    const BytesView part = bytes_.subspan(offset, out.size());
    std::copy(part.begin(), part.end(), out.begin());
    return {};
  }

 private:
  BytesView bytes_;
};

}  // namespace drawbar::protocol
