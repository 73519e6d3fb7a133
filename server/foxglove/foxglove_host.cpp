// What all Foxglove clients share.
#include "server/foxglove/foxglove_host.h"

#include <fmt/format.h>

#include <openssl/evp.h>

#include "server/foxglove/foxglove_client.h"

namespace drawbar::server {

namespace {

namespace json = boost::json;

protocol::Bytes bytes_of(const flatbuffers::FlatBufferBuilder& builder) {
  const auto bytes = std::as_bytes(std::span(builder.GetBufferPointer(), builder.GetSize()));
  return {bytes.begin(), bytes.end()};
}

/// As binary schemas travel in JSON.
std::string base64(protocol::BytesView bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::string figure(const char* type, const char* name, const char* help, std::uint64_t value) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
}

}  // namespace

std::shared_ptr<FoxgloveClient> FoxgloveHost::connect(std::shared_ptr<Connection> lower,
                                                      FoxgloveVisitor visitor) {
  return std::make_shared<FoxgloveClient>(*this, std::move(lower), std::move(visitor));
}

std::string FoxgloveHost::metrics() const {
  return figure("gauge", "drawbar_foxglove_clients", "Foxglove clients connected.", counters_.clients) +
         figure("counter", "drawbar_foxglove_connections_total", "Foxglove clients so far.",
                counters_.connections) +
         figure("counter", "drawbar_foxglove_bad_messages_total",
                "Messages of theirs that could not be read.", counters_.bad_messages) +
         figure("counter", "drawbar_foxglove_calls_total", "Calls of services.", counters_.calls) +
         figure("counter", "drawbar_foxglove_published_total", "Messages with controls.",
                counters_.published);
}

ShownScene& FoxgloveHost::shown() {
  const ServedScene& served = hub_.scene();
  if (!shown_ || shown_->branch != served.first_branch) {
    shown_.emplace();
    shown_->branch = served.first_branch;
    shown_->scene = served.for_clients();
    shown_->frame_names = protocol::frame_names(*flatbuffers::GetRoot<scene::Scene>(shown_->scene.data()));
    frame_.reset();
  }
  return *shown_;
}

const scene::Scene& FoxgloveHost::scene() {
  return *flatbuffers::GetRoot<scene::Scene>(shown().scene.data());
}

protocol::BytesView FoxgloveHost::geometry(std::uint64_t utc_ns) {
  ShownScene& what = shown();
  if (what.geometry.empty()) {
    flatbuffers::FlatBufferBuilder builder;
    protocol::build_scene_update(builder, utc_ns, scene());
    what.geometry = bytes_of(builder);
  }
  return what.geometry;
}

protocol::BytesView FoxgloveHost::transforms(const Packet& packet, const stream::Frame& frame) {
  const ShownScene& what = shown();
  if (packet != frame_) {
    flatbuffers::FlatBufferBuilder builder;
    const std::span bodies(reinterpret_cast<const stream::BodyState*>(frame.bodies()->Data()),
                           frame.bodies()->size());
    protocol::build_frame_transforms(builder, utc(*frame.stamp()), what.frame_names, bodies);
    transforms_ = bytes_of(builder);
    frame_ = packet;
  }
  return transforms_;
}

const Packet& FoxgloveHost::channels() {
  if (!channels_) {
    json::array channels;
    for (const protocol::Topic topic : kOffered) {
      const protocol::TopicInfo& info = protocol::topic_info(topic);
      channels.push_back(json::object{{"id", static_cast<std::uint32_t>(topic)},
                                      {"topic", info.topic},
                                      {"encoding", protocol::kTopicEncoding},
                                      {"schemaName", info.schema},
                                      {"schemaEncoding", protocol::kTopicEncoding},
                                      {"schema", base64(info.binary_schema)}});
    }
    channels_ = fox::text_packet({{"op", "advertise"}, {"channels", std::move(channels)}});
  }
  return channels_;
}

Packet FoxgloveHost::offered_services(control::Role role) const {
  json::array list;
  std::uint32_t id = 0;
  for (const fox::Service& service : fox::services()) {
    ++id;
    const auto denied = [&](bool replay) { return Hub::check_right(service.body, role, replay).has_value(); };
    if (denied(false) && denied(true)) continue;
    const std::string type = service.name + 1;
    const auto part = [&type](const char* which, const std::string& schema) {
      return json::object{{"encoding", "json"},
                          {"schemaName", type + which},
                          {"schemaEncoding", "jsonschema"},
                          {"schema", schema}};
    };
    const std::string request = fox::request_schema(service.fields);
    const std::string answer = fox::answer_schema(service.body);
    // The two members in the older words of the protocol are for clients from before 2024.
    list.push_back(json::object{{"id", id},
                                {"name", service.name},
                                {"type", type},
                                {"request", part("/request", request)},
                                {"response", part("/response", answer)},
                                {"requestSchema", request},
                                {"responseSchema", answer}});
  }
  if (list.empty()) return nullptr;
  return fox::text_packet({{"op", "advertiseServices"}, {"services", std::move(list)}});
}

}  // namespace drawbar::server
