#include "tools/batch/content_key.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace drawbar::tools {

ContentKey::ContentKey() : state_(XXH3_createState()) {
  XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_));
}

ContentKey::~ContentKey() {
  XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

void ContentKey::add(std::string_view bytes) {
  const std::uint64_t size = bytes.size();
  auto* state = static_cast<XXH3_state_t*>(state_);
  XXH3_128bits_update(state, &size, sizeof size);
  XXH3_128bits_update(state, bytes.data(), bytes.size());
}

Result<void> ContentKey::add_file(const std::string& path) {
  constexpr std::size_t kPiece = 1u << 20;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
  const auto unreadable = [&] {
    return fail(ErrorKind::environment, path + ": cannot be read: " + std::strerror(errno));
  };
  if (!file) return unreadable();
  auto* state = static_cast<XXH3_state_t*>(state_);
  std::vector<char> piece(kPiece);
  std::uint64_t size = 0;
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file.get())) {
    XXH3_128bits_update(state, piece.data(), got);
    size += got;
  }
  if (std::ferror(file.get()) != 0) return unreadable();
  XXH3_128bits_update(state, &size, sizeof size);
  return {};
}

std::string ContentKey::text() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(static_cast<const XXH3_state_t*>(state_));
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

Result<std::string> build_key() {
  ContentKey key;
  if (auto read = key.add_file("/proc/self/exe"); !read) return tl::unexpected(read.error());
  return key.text();
}

}  // namespace drawbar::tools
