#include "tools/batch/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "protocol/state_hash.h"
#include "tools/text/json.h"

namespace drawbar::tools {
namespace {

constexpr std::array<std::string_view, 6> kStatusNames{"good",        "wrong",   "usage",
                                                       "environment", "crashed", "missing"};
constexpr std::string_view kPackedMagic = "drawbar outcome 1\n";

std::uint64_t hash_of(std::string_view bytes) {
  return protocol::state_hash(std::as_bytes(std::span(bytes)));
}

void put_number(std::string& out, std::uint64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

void put_text(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

/// Takes what put_number() and put_text() wrote; from the first lack on it gives nothing more.
class PackedReader {
 public:
  explicit PackedReader(std::string_view bytes) : rest_(bytes) {}

  bool whole() const { return good_ && rest_.empty(); }
  bool good() const { return good_; }

  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::string_view bytes = take(sizeof value);
    if (good_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(number())); }

 private:
  std::string_view take(std::uint64_t size) {
    good_ = good_ && size <= rest_.size();
    if (!good_) return {};
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
  bool good_ = true;
};

}  // namespace

std::string_view name_of(BatchStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

Cell text_cell(std::string column, std::string_view value) {
  return {std::move(column), std::string(value), true};
}

Cell number_cell(std::string column, double value) {
  return {std::move(column), json_number(value), false};
}

Cell truth_cell(std::string column, bool value) {
  return {std::move(column), value ? "true" : "false", false};
}

std::string named(std::string_view text, std::string_view input) {
  std::string out;
  for (const char c : text) {
    if (c == kInputName.front()) {
      out += input;
    } else {
      out += c;
    }
  }
  return out;
}

Outcome failed_outcome(const Error& error, std::string_view input) {
  Outcome outcome;
  outcome.status = error.kind == ErrorKind::wrong   ? BatchStatus::wrong
                   : error.kind == ErrorKind::usage ? BatchStatus::usage
                                                    : BatchStatus::environment;
  const std::string prefix = std::string(input) + ":";
  for (std::string_view rest = error.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string_view line = rest.substr(0, end);
    if (!input.empty() && line.starts_with(prefix)) {
      outcome.error += kInputName;
      line.remove_prefix(input.size());
    }
    outcome.error += line;
    rest.remove_prefix(end);
  }
  return outcome;
}

bool is_final(BatchStatus status) {
  return status == BatchStatus::good || status == BatchStatus::wrong;
}

std::string packed(const Outcome& outcome) {
  std::string out(kPackedMagic);
  put_number(out, static_cast<std::uint64_t>(outcome.status));
  put_text(out, outcome.error);
  put_text(out, outcome.text);
  put_text(out, outcome.notes);
  put_number(out, outcome.found ? 1 : 0);
  put_number(out, outcome.rows.size());
  for (const Row& row : outcome.rows) {
    put_text(out, row.members);
    put_number(out, row.cells.size());
    for (const Cell& cell : row.cells) {
      put_text(out, cell.column);
      put_text(out, cell.value);
      put_number(out, cell.is_text ? 1 : 0);
    }
  }
  put_number(out, hash_of(out));
  return out;
}

std::optional<Outcome> unpacked(std::string_view bytes) {
  constexpr std::size_t kHashBytes = sizeof(std::uint64_t);
  if (bytes.size() < kPackedMagic.size() + kHashBytes || !bytes.starts_with(kPackedMagic)) return {};
  const std::string_view content = bytes.substr(0, bytes.size() - kHashBytes);
  if (PackedReader(bytes.substr(content.size())).number() != hash_of(content)) return {};
  PackedReader reader(content.substr(kPackedMagic.size()));
  Outcome outcome;
  const std::uint64_t status = reader.number();
  if (status >= kStatusNames.size()) return {};
  outcome.status = static_cast<BatchStatus>(status);
  outcome.error = reader.text();
  outcome.text = reader.text();
  outcome.notes = reader.text();
  outcome.found = reader.number() != 0;
  const std::uint64_t rows = reader.number();
  for (std::uint64_t i = 0; i < rows && reader.good(); ++i) {
    Row& row = outcome.rows.emplace_back();
    row.members = reader.text();
    const std::uint64_t cells = reader.number();
    for (std::uint64_t k = 0; k < cells && reader.good(); ++k) {
      Cell& cell = row.cells.emplace_back();
      cell.column = reader.text();
      cell.value = reader.text();
      cell.is_text = reader.number() != 0;
    }
  }
  if (!reader.whole()) return {};
  return outcome;
}

}  // namespace drawbar::tools
