#include "tools/hall/hall.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "hall/hall_bfbs_generated.h"
#include "hall/hall_generated.h"
#include "protocol/port.h"
#include "scenes/loader/files/folder.h"
#include "scenes/loader/schema/schema_check.h"
#include "scenes/loader/schema/schema_reader.h"
#include "scenes/loader/schema/tree_buffer.h"
#include "scenes/loader/text/json.h"

namespace drawbar::tools {
namespace {

using scenes::Diagnostics;
using scenes::element;
using scenes::member;
using scenes::json::in_quotes;
namespace fs = std::filesystem;

constexpr const char* kProgram = "/usr/bin/drawbard";
constexpr const char* kFolder = "/var/lib/drawbar";
constexpr const char* kLoopback = "127.0.0.1";
constexpr std::uint32_t kLastCore = 1023;
constexpr std::string_view kCertificate = "--tls-cert";

/// Options that the hall itself gives.
constexpr std::array kTaken{"--config",    "--port",     "--web-port", "--bind",       "--library",
                            "--station",   "--cpu",      "--priority", "--record",     "--records",
                            "--keep-days", "--keep-gib", "--force",    "--token-file", "--check"};

bool is_name(std::string_view name) {
  constexpr std::size_t kLongest = 48;
  return !name.empty() && name.size() <= kLongest && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

fs::path from(const fs::path& folder, const std::string& path) {
  return fs::absolute(folder / path).lexically_normal();
}

/// Each port once, whatever listens on it.
class Ports {
 public:
  explicit Ports(Diagnostics& errors) : errors_(errors) {}

  std::uint16_t take(std::uint32_t port, const std::string& path) {
    if (port > std::uint32_t{protocol::kLastPort}) {
      errors_.add(path,
                  "is " + std::to_string(port) + "; allowed: up to " + std::to_string(protocol::kLastPort));
    } else if (const auto [at, added] = taken_.try_emplace(port, path); !added) {
      errors_.add(path, "is " + std::to_string(port) + ", as " + at->second + " is; allowed: each port once");
    }
    return static_cast<std::uint16_t>(port);
  }

 private:
  Diagnostics& errors_;
  std::map<std::uint32_t, std::string> taken_;
};

class HallBuilder {
 public:
  HallBuilder(const hall::HallT& text, fs::path folder, Diagnostics& errors)
      : text_(text), folder_(std::move(folder)), errors_(errors), ports_(errors) {}

  Hall build() {
    Hall hall;
    hall.name = text_.name;
    hall.address = text_.address.empty() ? kLoopback : text_.address;
    hall.user = text_.user;
    hall.folder = text_.folder.empty() ? fs::path(kFolder) : from(folder_, text_.folder);
    if (!text_.tokens.empty()) hall.tokens = existing(text_.tokens, "tokens");
    check(hall);
    for (std::size_t i = 0; i < text_.stations.size(); ++i) hall.stations.push_back(station(hall, i));
    return hall;
  }

 private:
  void check(const Hall& hall) {
    if (text_.stations.empty()) errors_.add("stations", "is empty; allowed: one station or more");
    const bool loopback = hall.address == kLoopback || hall.address == "::1" || hall.address == "localhost";
    if (!loopback && hall.tokens.empty())
      errors_.add("address", in_quotes(hall.address) + " is heard by others; allowed: with `tokens`");
    for (std::size_t i = 0; i < text_.cores.size(); ++i) {
      if (text_.cores[i] > kLastCore)
        errors_.add(element("cores", i),
                    "is " + std::to_string(text_.cores[i]) + "; allowed: 0 to " + std::to_string(kLastCore));
    }
    if (text_.keep_gib > 0 && !text_.record)
      errors_.add("keep_gib", "is of recordings, and the hall makes none; allowed: with `record`");
    if (!text_.folder.empty() && hall.folder != fs::path(kFolder) && hall.user.empty())
      errors_.add("folder", "belongs to somebody; allowed: with `user`");
  }

  fs::path existing(const std::string& name, const std::string& path) {
    const fs::path file = from(folder_, name);
    std::error_code ignored;
    if (!fs::exists(file, ignored)) errors_.add(path, in_quotes(name) + ": there is no " + file.string());
    return file;
  }

  void check_options(const hall::StationT& station, const std::string& path) {
    for (std::size_t i = 0; i < station.options.size(); ++i) {
      const std::string name = station.options[i].substr(0, station.options[i].find('='));
      if (std::ranges::find(kTaken, name) != kTaken.end())
        errors_.add(element(member(path, "options"), i),
                    name + " is given by the hall; allowed: other options of drawbard");
    }
  }

  HallStation station(const Hall& hall, std::size_t i) {
    const hall::StationT& of = *text_.stations[i];
    const std::string path = element("stations", i);
    if (!is_name(of.name))
      errors_.add(member(path, "name"),
                  in_quotes(of.name) + "; allowed: 1 to 48 letters, digits, '-' and '_'");
    if (const auto [at, added] = names_.try_emplace(of.name, path); !added)
      errors_.add(member(path, "name"),
                  in_quotes(of.name) + " is that of " + at->second + "; allowed: each name once");
    check_options(of, path);
    HallStation station;
    const auto number = static_cast<std::uint32_t>(i);
    station.name = of.name;
    station.port = ports_.take(of.port.value_or(text_.first_port + number), member(path, "port"));
    station.web_port =
        ports_.take(of.web_port.value_or(text_.first_web_port + number), member(path, "web_port"));
    station.core = of.core;
    if (!of.core && !text_.cores.empty()) station.core = text_.cores[i % text_.cores.size()];
    station.records_sessions = text_.record;
    station.speaks_tls = std::ranges::any_of(of.options, [](const std::string& option) {
      return option.substr(0, option.find('=')) == kCertificate;
    });
    station.folder = hall.folder / of.name;
    station.records = station.folder / "course.sqlite";
    station.command = command(hall, of, station, path);
    return station;
  }

  std::vector<std::string> command(const Hall& hall, const hall::StationT& of, const HallStation& station,
                                   const std::string& path) {
    std::vector<std::string> words{text_.program.empty() ? kProgram : from(folder_, text_.program).string()};
    const std::string& library = of.library.empty() ? text_.library : of.library;
    if (of.scene.empty() && library.empty())
      errors_.add(path, "serves nothing; allowed: with `scene` or `library`");
    if (!of.scene.empty()) words.push_back(existing(of.scene, member(path, "scene")).string());
    const auto add = [&words](const char* option, std::string value) {
      words.emplace_back(option);
      words.push_back(std::move(value));
    };
    if (!library.empty())
      add("--library", existing(library, of.library.empty() ? "library" : member(path, "library")).string());
    add("--station", of.name);
    add("--bind", hall.address);
    add("--port", std::to_string(station.port));
    add("--web-port", std::to_string(station.web_port));
    if (!hall.tokens.empty()) add("--token-file", hall.tokens.string());
    if (station.core) add("--cpu", std::to_string(*station.core));
    add("--priority", std::to_string(of.priority.value_or(text_.priority)));
    add("--records", station.records.string());
    if (text_.record) add("--record", station.folder.string());
    if (text_.keep_days > 0) add("--keep-days", number_text(text_.keep_days));
    if (text_.keep_gib > 0) add("--keep-gib", number_text(text_.keep_gib));
    words.insert(words.end(), of.options.begin(), of.options.end());
    return words;
  }

  static std::string number_text(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  }

  const hall::HallT& text_;
  fs::path folder_;
  Diagnostics& errors_;
  Ports ports_;
  std::map<std::string, std::string> names_;
};

}  // namespace

std::string Hall::host() const {
  const bool any = address == "0.0.0.0" || address == "::";
  return any ? kLoopback : address;
}

Result<Hall> parse_hall(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
  Diagnostics errors(name);
  scenes::json::Node root = scenes::json::parse(text, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  errors.set_tree(&root);
  std::erase_if(root.children, [](const auto& child) { return child.name == "$schema"; });
  static const scenes::Schema schema = scenes::read_schema(hall::HallBinarySchema::data());
  scenes::check_against_schema(root, schema, errors);
  if (!errors.empty()) return tl::unexpected(errors.error());
  const auto buffer =
      scenes::buffer_of(root, {hall::HallBinarySchema::data(), hall::HallBinarySchema::size()}, errors);
  if (!errors.empty() || !buffer) return tl::unexpected(errors.error());
  hall::HallT told;
  hall::GetHall(buffer->data())->UnPackTo(&told);
  Hall hall = HallBuilder(told, folder, errors).build();
  if (!errors.empty()) return tl::unexpected(errors.error());
  return hall;
}

Result<Hall> load_hall_file(const std::filesystem::path& file) {
  const auto bytes = scenes::read_file(file, kMostHallFileBytes);
  if (!bytes) return fail(bytes.error().kind, file.string() + ": " + bytes.error().text);
  return parse_hall({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file.string(),
                    file.has_parent_path() ? file.parent_path() : ".");
}

}  // namespace drawbar::tools
