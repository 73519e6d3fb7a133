// The protocol's client without sockets, for the transports that Python has.
#include "protocol/client.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "python/native/bindings.h"
#include "python/native/errors.h"
#include "python/native/message.h"

namespace drawbar::python {
namespace {

template <class Struct>
py::bytes bytes_of_structs(const std::vector<Struct>& structs) {
  return bytes_of(std::as_bytes(std::span(structs)));
}

py::tuple stamp_of(const stream::FrameStamp& stamp) {
  return py::make_tuple(stamp.tick(), stamp.frame(), stamp.time(), stamp.monotonic_ns(), stamp.branch(),
                        stamp.flags());
}

class PythonClient {
 public:
  PythonClient(std::string name, const std::string& role, std::string token, const std::string& subscribe)
      : client_(options_of(std::move(name), role, std::move(token), subscribe)) {}

  protocol::Client& client() { return client_; }

  void receive(const py::bytes& bytes, std::uint64_t now_ns) {
    value_of(client_.receive(span_of(bytes), now_ns));
  }

  std::uint32_t request(const std::string& name, const std::string& fields) {
    return client_.request(body_from_json(name, fields));
  }

  /// The next of what arrived: ("Frame", stamp, bodies, complete) or (name, fields); None: there is nothing.
  py::object next_event() {
    while (auto notice = client_.next_event()) {
      if (const auto* frame = std::get_if<protocol::Client::FrameArrived>(&*notice)) {
        const protocol::Poses& newest = client_.poses().newest();
        if (newest.stamp.tick() != frame->stamp.tick())
          continue;  // a newer one has come since, and is told next
        return py::make_tuple("Frame", stamp_of(newest.stamp), bytes_of_structs(newest.bodies),
                              newest.complete);
      }
      if (const auto* welcomed = std::get_if<protocol::Client::Welcomed>(&*notice))
        return to_python(welcomed->message);
      return to_python(std::get<protocol::Client::Arrived>(*notice).message);
    }
    return py::none();
  }

  py::list take_datagrams() {
    py::list list;
    for (const protocol::Bytes& datagram : client_.take_datagrams()) list.append(bytes_of(datagram));
    return list;
  }

  /// {id: (position, orientation)}
  py::dict poses_at(std::uint64_t monotonic_ns) const {
    py::dict poses;
    for (const protocol::DisplayPose& pose : client_.poses().at(monotonic_ns)) {
      const auto& p = pose.position;
      const auto& q = pose.orientation;
      poses[py::int_(pose.id)] =
          py::make_tuple(py::make_tuple(p[0], p[1], p[2]), py::make_tuple(q[0], q[1], q[2], q[3]));
    }
    return poses;
  }

 private:
  static protocol::Client::Options options_of(std::string name, const std::string& role, std::string token,
                                              const std::string& subscribe) {
    protocol::Client::Options options;
    options.name = std::move(name);
    options.token = std::move(token);
    bool known = false;
    for (const control::Role each : control::EnumValuesRole()) {
      std::string lower = control::EnumNameRole(each);
      lower.front() = static_cast<char>(lower.front() + ('a' - 'A'));
      if (lower != role) continue;
      options.role = each;
      known = true;
    }
    if (!known) throw Failure("role " + role + "; allowed: viewer, operator, instructor");
    control::ClientBodyUnion body = body_from_json("Subscribe", subscribe);
    options.subscribe = std::move(*body.AsSubscribe());
    return options;
  }

  protocol::Client client_;
};

}  // namespace

void bind_client(py::module_& module) {
  py::class_<PythonClient> client(
      module, "Client", "The protocol without sockets: bytes in, messages out; see drawbar.Client.");
  client.def(py::init<std::string, const std::string&, std::string, const std::string&>(), py::arg("name"),
             py::arg("role"), py::arg("token"), py::arg("subscribe"));
  client.def("connected", [](PythonClient& c) { c.client().connected(); });
  client.def("receive", &PythonClient::receive, py::arg("data"), py::arg("now_ns"));
  client.def(
      "receive_datagram",
      [](PythonClient& c, const py::bytes& data, std::uint64_t now_ns) {
        c.client().receive_datagram(span_of(data), now_ns);
      },
      py::arg("data"), py::arg("now_ns"));
  client.def(
      "advance", [](PythonClient& c, std::uint64_t now_ns) { c.client().advance(now_ns); },
      py::arg("now_ns"));
  client.def("next_event", &PythonClient::next_event);
  client.def("take_bytes", [](PythonClient& c) { return bytes_of(c.client().take_bytes()); });
  client.def("take_datagrams", &PythonClient::take_datagrams);
  client.def("request", &PythonClient::request, py::arg("name"), py::arg("fields"));
  client.def(
      "set_control",
      [](PythonClient& c, std::uint32_t channel, double value) { c.client().set_control(channel, value); },
      py::arg("channel"), py::arg("value"));
  client.def(
      "forget_control", [](PythonClient& c, std::uint32_t channel) { c.client().forget_control(channel); },
      py::arg("channel"));
  client.def_property_readonly("joined", [](PythonClient& c) { return c.client().joined(); });
  client.def_property_readonly("udp_port", [](PythonClient& c) { return c.client().udp_port(); });
  client.def(
      "server_time", [](PythonClient& c, std::uint64_t now_ns) { return c.client().server_time(now_ns); },
      py::arg("now_ns"));
  client.def(
      "shown_time", [](PythonClient& c, std::uint64_t now_ns) { return c.client().shown_time(now_ns); },
      py::arg("now_ns"));
  client.def("poses_at", &PythonClient::poses_at, py::arg("monotonic_ns"));
}

}  // namespace drawbar::python
