// Any datagrams of an image generator: each is a message of CIGI 3 or none, and whatever it says the next
// frame is told, with its parts and components. What is none begins another scene.
#include <algorithm>

#include "protocol/cigi/packets.h"
#include "scenes/cigi/mapping.h"
#include "scenes/loader/loader.h"
#include "server/cigi/image_generator.h"
#include "tests/fuzz/fuzz_input.h"

using namespace drawbar;

namespace {

constexpr std::size_t kStartOfFrame = 24;
constexpr std::size_t kHeightResponse = 16;

/// Parts that share a packet and parts that do not, components of both kinds.
constexpr const char* kScene = R"({ "name": "fuzzed",
  "bodies": [
    { "name": "rod", "mass": 1, "inertia": [1, 1, 1] },
    { "name": "bob", "mass": 1, "inertia": [1, 1, 1], "position": [1, 0, 0] } ],
  "joints": [
    { "name": "pivot", "type": "revolute", "parent": "world", "child": "rod", "position": [0, 0, 0], "axis": [0, 1, 0] },
    { "name": "slide", "type": "prismatic", "parent": "rod", "child": "bob", "position": [1, 0, 0], "axis": [1, 0, 0] } ],
  "cigi": {
    "database": 3, "datagram_bytes": 256,
    "entities": [
      { "body": "rod", "id": 10, "parts": [
        { "joint": "pivot", "part": 1, "degree": "pitch" },
        { "joint": "slide", "part": 1, "degree": "x" },
        { "joint": "slide", "part": 2, "degree": "y" } ] },
      { "body": "bob", "id": 11, "parts": [ { "joint": "slide", "part": 1, "degree": "x" } ] } ],
    "components": [
      { "component": 1, "body": "rod", "quantity": "bob.speed", "above": 1 },
      { "component": 2, "component_class": "system", "malfunction": "bob force" } ] } })";

struct Shown {
  scenes::CigiMapping mapping;
  server::Picture picture;
};

Shown scene_with_parts() {
  const auto loaded = scenes::load_text(kScene, "fuzzed", ".");
  fuzz::require(loaded.has_value());
  scenes::Diagnostics errors("fuzzed");
  Shown shown{scenes::cigi_mapping(loaded->scene.cigi.get(), loaded->world, errors), {}};
  fuzz::require(errors.empty() && shown.mapping.parts.size() == 4 && shown.mapping.components.size() == 2);
  shown.picture.entities.resize(shown.mapping.entities.size());
  shown.picture.parts.resize(shown.mapping.parts.size());
  shown.picture.components.resize(shown.mapping.components.size());
  return shown;
}

/// One entity, its parts and component: another scene.
Shown scene_with_less(const Shown& whole) {
  Shown shown = whole;
  shown.mapping.entities.pop_back();
  shown.mapping.parts.pop_back();
  shown.mapping.components.pop_back();
  shown.picture.entities.pop_back();
  shown.picture.parts.pop_back();
  shown.picture.components.pop_back();
  return shown;
}

/// What the datagram's length says of the picture: something of everything moves.
void move(server::Picture& picture, std::size_t length) {
  const auto value = static_cast<double>(length);
  picture.entities[length % picture.entities.size()].position.x() = value;
  picture.entities[length % picture.entities.size()].absent = length % 5 == 0;
  picture.parts[length % picture.parts.size()].value = value;
  picture.components[length % picture.components.size()].state = static_cast<std::uint8_t>(length);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Shown whole = scene_with_parts();
  static const Shown less = scene_with_less(whole);
  const Shown* shown = &whole;
  server::Picture picture = whole.picture;
  server::ImageGenerator generator(server::udp::endpoint(), whole.mapping);
  server::Nanoseconds now = 1;
  // One byte: how long the datagram is; then the datagram.
  for (auto bytes = fuzz::as_bytes(data, size); !bytes.empty();) {
    const std::size_t length = std::min(bytes.size() - 1, std::to_integer<std::size_t>(bytes[0]));
    const auto message = cigi::read_ig_message(bytes.subspan(1, length));
    bytes = bytes.subspan(1 + length);
    now += server::kMillisecond;
    // What is no message begins the other scene.
    if (!message) {
      shown = shown == &whole ? &less : &whole;
      picture = shown->picture;
      generator.begin_scene(shown->mapping);
      continue;
    }
    fuzz::require(length >= kStartOfFrame);
    fuzz::require(message->heights.size() <= (length - kStartOfFrame) / kHeightResponse);
    generator.take(*message, now);
    move(picture, length);
    const auto& told = generator.tell(picture, now);
    fuzz::require(!told.empty());
    for (const protocol::Bytes& datagram : told) {
      fuzz::require(datagram.size() >= cigi::kIgControlBytes &&
                    datagram.size() <= shown->mapping.datagram_bytes);
    }
    fuzz::require(generator.ready() || told.size() == 1);
  }
  return 0;
}
