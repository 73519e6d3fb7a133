// The messages of Foxglove's WebSocket, read and written.
#include "server/foxglove/wire.h"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <limits>
#include <utility>

namespace drawbar::server::fox {

namespace {

/// Of our own kind of error: what a client sent.
template <class... Text>
tl::unexpected<Error> wrong(const Text&... text) {
  std::string whole;
  (whole.append(text), ...);
  return fail(ErrorKind::wrong, whole);
}

std::string_view view(json::string_view text) {
  return {text.data(), text.size()};
}
json::string_view json_view(std::string_view text) {
  return {text.data(), text.size()};
}

const json::value* member(const json::object& object, std::string_view name) {
  return object.if_contains(json_view(name));
}

Result<std::uint32_t> number_of(const json::value* value, const std::string& where) {
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  if (value != nullptr && value->is_int64() && value->get_int64() >= 0 && value->get_int64() <= most)
    return static_cast<std::uint32_t>(value->get_int64());
  return wrong(where, ": an integer from 0 to 4294967295 is needed");
}

Result<std::string> text_of(const json::value* value, const std::string& where) {
  if (value == nullptr || !value->is_string()) return wrong(where, ": a string is needed");
  return std::string(view(value->get_string()));
}

/// The elements of a list, each read by `read_one(value, where)`.
template <class One, class ReadOne>
Result<std::vector<One>> list_of(const json::object& message, const std::string& op, const char* name,
                                 ReadOne read_one) {
  const std::string where = op + "." + name;
  const json::value* list = member(message, name);
  if (list == nullptr || !list->is_array()) return wrong(where, ": a list is needed");
  std::vector<One> result;
  for (const json::value& value : list->get_array()) {
    auto one = read_one(value, where + "[" + std::to_string(result.size()) + "]");
    if (!one) return tl::unexpected(one.error());
    result.push_back(std::move(*one));
  }
  return result;
}

Result<std::vector<std::uint32_t>> numbers_of(const json::object& message, const std::string& op,
                                              const char* name) {
  return list_of<std::uint32_t>(message, op, name, [](const json::value& value, const std::string& where) {
    return number_of(&value, where);
  });
}

Result<std::vector<std::string>> texts_of(const json::object& message, const std::string& op,
                                          const char* name) {
  return list_of<std::string>(message, op, name, [](const json::value& value, const std::string& where) {
    return text_of(&value, where);
  });
}

/// A list of objects, each read by `read_one(object, where)`.
template <class One, class ReadOne>
Result<std::vector<One>> objects_of(const json::object& message, const std::string& op, const char* name,
                                    ReadOne read_one) {
  return list_of<One>(message, op, name,
                      [&read_one](const json::value& value, const std::string& where) -> Result<One> {
                        if (!value.is_object()) return wrong(where, ": an object is needed");
                        return read_one(value.get_object(), where);
                      });
}

/// Absent: empty.
Result<std::string> id_of(const json::object& message, const std::string& op) {
  const json::value* id = member(message, "id");
  return id == nullptr || id->is_null() ? Result<std::string>(std::string()) : text_of(id, op + ".id");
}

Result<Request> subscribe(const json::object& message, const std::string& op) {
  auto list = objects_of<Subscribe::One>(
      message, op, "subscriptions",
      [](const json::object& one, const std::string& where) -> Result<Subscribe::One> {
        const auto id = number_of(member(one, "id"), where + ".id");
        if (!id) return tl::unexpected(id.error());
        const auto channel = number_of(member(one, "channelId"), where + ".channelId");
        if (!channel) return tl::unexpected(channel.error());
        return Subscribe::One{*id, *channel};
      });
  if (!list) return tl::unexpected(list.error());
  return Request(Subscribe{std::move(*list)});
}

Result<Request> advertise(const json::object& message, const std::string& op) {
  auto list = objects_of<Advertise::One>(
      message, op, "channels",
      [](const json::object& one, const std::string& where) -> Result<Advertise::One> {
        const auto id = number_of(member(one, "id"), where + ".id");
        if (!id) return tl::unexpected(id.error());
        auto topic = text_of(member(one, "topic"), where + ".topic");
        if (!topic) return tl::unexpected(topic.error());
        auto encoding = text_of(member(one, "encoding"), where + ".encoding");
        if (!encoding) return tl::unexpected(encoding.error());
        return Advertise::One{*id, std::move(*topic), std::move(*encoding)};
      });
  if (!list) return tl::unexpected(list.error());
  return Request(Advertise{std::move(*list)});
}

template <class Message>
Result<Request> ids(const json::object& message, const std::string& op, const char* name) {
  auto list = numbers_of(message, op, name);
  if (!list) return tl::unexpected(list.error());
  return Request(Message{std::move(*list)});
}

Result<Request> get_parameters(const json::object& message, const std::string& op) {
  auto names = texts_of(message, op, "parameterNames");
  if (!names) return tl::unexpected(names.error());
  auto id = id_of(message, op);
  if (!id) return tl::unexpected(id.error());
  return Request(GetParameters{std::move(*names), std::move(*id)});
}

Result<Request> set_parameters(const json::object& message, const std::string& op) {
  auto list = objects_of<SetParameters::One>(
      message, op, "parameters",
      [](const json::object& one, const std::string& where) -> Result<SetParameters::One> {
        auto name = text_of(member(one, "name"), where + ".name");
        if (!name) return tl::unexpected(name.error());
        const json::value* value = member(one, "value");
        if (value == nullptr) return wrong(where, ".value: a value is needed; parameters cannot be deleted");
        return SetParameters::One{std::move(*name), *value};
      });
  if (!list) return tl::unexpected(list.error());
  auto id = id_of(message, op);
  if (!id) return tl::unexpected(id.error());
  return Request(SetParameters{std::move(*list), std::move(*id)});
}

Result<Request> watch_parameters(const json::object& message, const std::string& op, bool watch) {
  auto names = texts_of(message, op, "parameterNames");
  if (!names) return tl::unexpected(names.error());
  return Request(WatchParameters{std::move(*names), watch});
}

void put_number(protocol::Bytes& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

/// `at` lies at least four bytes before the end.
std::uint32_t number_at(protocol::BytesView bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return value;
}

void put_bytes(protocol::Bytes& out, protocol::BytesView bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}
protocol::BytesView bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

constexpr std::size_t kPublishHead = 5;       ///< opcode, channel
constexpr std::size_t kServiceCallHead = 13;  ///< opcode, service, call, length of the encoding

}  // namespace

std::string_view chosen_sub_protocol(std::string_view offered) {
  while (!offered.empty()) {
    const std::size_t comma = offered.find(',');
    std::string_view one = offered.substr(0, comma);
    offered = comma == std::string_view::npos ? std::string_view() : offered.substr(comma + 1);
    while (one.starts_with(' ') || one.starts_with('\t')) one.remove_prefix(1);
    while (one.ends_with(' ') || one.ends_with('\t')) one.remove_suffix(1);
    const auto* const ours = std::ranges::find(kSubProtocols, one);
    if (ours != std::end(kSubProtocols)) return *ours;
  }
  return {};
}

Result<json::object> read_object(protocol::BytesView bytes, const std::string& what) {
  json::error_code error;
  json::value root = json::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, error);
  if (error) return wrong(what, " is not JSON: ", error.message());
  if (!root.is_object()) return wrong(what, ": one JSON object is needed");
  return std::move(root.get_object());
}

Result<Request> read_text(protocol::BytesView bytes) {
  const auto object = read_object(bytes, "the text message");
  if (!object) return tl::unexpected(object.error());
  const json::object& message = *object;
  const auto op = text_of(member(message, "op"), "op");
  if (!op) return tl::unexpected(op.error());
  if (*op == "subscribe") return subscribe(message, *op);
  if (*op == "unsubscribe") return ids<Unsubscribe>(message, *op, "subscriptionIds");
  if (*op == "advertise") return advertise(message, *op);
  if (*op == "unadvertise") return ids<Unadvertise>(message, *op, "channelIds");
  if (*op == "getParameters") return get_parameters(message, *op);
  if (*op == "setParameters") return set_parameters(message, *op);
  if (*op == "subscribeParameterUpdates") return watch_parameters(message, *op, true);
  if (*op == "unsubscribeParameterUpdates") return watch_parameters(message, *op, false);
  return wrong("op '", op->substr(0, 40),
               "' is not served; served are subscribe, unsubscribe, advertise, unadvertise, getParameters, "
               "setParameters, subscribeParameterUpdates, unsubscribeParameterUpdates");
}

Result<Request> read_binary(protocol::BytesView bytes) {
  if (bytes.empty()) return wrong("a binary message is empty; its first byte is its opcode");
  const int op = std::to_integer<int>(bytes[0]);
  if (op == 1) {
    if (bytes.size() < kPublishHead)
      return wrong("a message of a channel has at least 5 bytes, this one has ",
                   std::to_string(bytes.size()));
    return Request(Publish{number_at(bytes, 1), bytes.subspan(kPublishHead)});
  }
  if (op == 2) {
    if (bytes.size() < kServiceCallHead)
      return wrong("a service call has at least 13 bytes, this one has ", std::to_string(bytes.size()));
    const std::size_t length = number_at(bytes, 9);
    if (length > bytes.size() - kServiceCallHead)
      return wrong("a service call's encoding has ", std::to_string(length), " bytes, and ",
                   std::to_string(bytes.size() - kServiceCallHead), " follow");
    const auto encoding = bytes.subspan(kServiceCallHead, length);
    return Request(CallService{number_at(bytes, 1),
                               number_at(bytes, 5),
                               {reinterpret_cast<const char*>(encoding.data()), encoding.size()},
                               bytes.subspan(kServiceCallHead + length)});
  }
  return wrong("binary opcode ", std::to_string(op),
               " is not served; served are 1 (message) and 2 (service call)");
}

Packet text_packet(const json::object& message) {
  const std::string text = json::serialize(message);
  const auto bytes = bytes_of(text);
  return make_packet(protocol::Bytes(bytes.begin(), bytes.end()));
}

Packet status(Level level, std::string_view text) {
  return text_packet({{"op", "status"}, {"level", static_cast<int>(level)}, {"message", json_view(text)}});
}

Packet parameter_values(json::array parameters, const std::string& id) {
  json::object message{{"op", "parameterValues"}, {"parameters", std::move(parameters)}};
  if (!id.empty()) message["id"] = id;
  return text_packet(message);
}

Packet service_failure(std::uint32_t service, std::uint32_t call, std::string_view text) {
  return text_packet(
      {{"op", "serviceCallFailure"}, {"serviceId", service}, {"callId", call}, {"message", json_view(text)}});
}

Packet message_data(std::uint32_t subscription, std::uint64_t time_ns, protocol::BytesView payload) {
  protocol::Bytes out;
  out.reserve(13 + payload.size());
  put_number(out, 1, 1);
  put_number(out, subscription, 4);
  put_number(out, time_ns, 8);
  put_bytes(out, payload);
  return make_packet(std::move(out));
}

Packet time(std::uint64_t time_ns) {
  protocol::Bytes out;
  put_number(out, 2, 1);
  put_number(out, time_ns, 8);
  return make_packet(std::move(out));
}

Packet service_response(std::uint32_t service, std::uint32_t call, const json::object& answer) {
  constexpr std::string_view encoding = "json";
  protocol::Bytes out;
  put_number(out, 3, 1);
  put_number(out, service, 4);
  put_number(out, call, 4);
  put_number(out, encoding.size(), 4);
  put_bytes(out, bytes_of(encoding));
  put_bytes(out, bytes_of(json::serialize(answer)));
  return make_packet(std::move(out));
}

}  // namespace drawbar::server::fox
