// A session with a viewer, two trainees and an instructor, for tests of what the hub says to whom.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/hub_in_slots.h"

namespace drawbar::server::test {

template <class Body, class Change>
Body made(const Change& change) {
  Body body;
  change(body);
  return body;
}

inline control::ControlT lever_at(std::uint32_t channel, double value, std::uint64_t sequence) {
  control::ControlT message;
  message.sequence = sequence;
  message.values.emplace_back(channel, value);
  return message;
}

/// An instructor takes a channel by force, to keep, and leaves.
inline void hold_back(HubInSlots& hall, const Person& instructor, std::uint32_t channel) {
  const auto keep = made<control::TakeControlT>([&](auto& m) {
    m.channels = {channel};
    m.force = m.keep = true;
  });
  EXPECT_EQ(hall.ask(instructor, keep), "Reply");
  EXPECT_EQ(hall.ask(instructor, control::GoodbyeT()), "Reply");
}

/// A trainee holds the first channel, an instructor the second.
struct Room {
  HubInSlots hall;
  Person viewer = hall.join(control::Role::Viewer, "vera");
  Person trainee = hall.join(control::Role::Operator, "anna");
  Person other = hall.join(control::Role::Operator, "boris");
  Person instructor = hall.join(control::Role::Instructor, "chief");

  Room() {
    take(trainee, {0});
    take(instructor, {1});
  }
  void take(const Person& person, std::vector<std::uint32_t> channels) {
    const auto message = made<control::TakeControlT>([&](auto& m) { m.channels = std::move(channels); });
    EXPECT_EQ(hall.ask(person, message), "Reply");
  }
  /// The error that answers.
  template <class Body>
  stream::ErrorT refused(const Person& person, Body body) {
    const std::size_t before = person.connection->template all<stream::ErrorT>().size();
    hall.ask(person, std::move(body));
    auto errors = person.connection->template all<stream::ErrorT>();
    return errors.size() == before ? stream::ErrorT() : std::move(errors.back());
  }
  std::string number(const Person& person) const { return std::to_string(person.session); }
};

/// The last event of this kind that a person was told.
inline std::optional<stream::EventT> last_told(const Person& person, stream::EventKind kind) {
  std::optional<stream::EventT> last;
  for (stream::EventT& event : person.connection->all<stream::EventT>())
    if (event.kind == kind) last = std::move(event);
  return last;
}

}  // namespace drawbar::server::test
