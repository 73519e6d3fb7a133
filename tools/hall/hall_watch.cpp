#include "tools/hall/hall_watch.h"

#include <algorithm>
#include <utility>

#include "protocol/strings.h"

namespace drawbar::tools {
namespace {

using protocol::text_of;

using namespace std::chrono_literals;

constexpr auto kBetweenAttempts = 1s;              // between two attempts to reach a station
constexpr std::uint32_t kPosesEvery = 1'000'000;   // nobody draws them
constexpr std::uint32_t kTelemetryEvery = 25;      // once a second at 40 ms
constexpr std::uint32_t kFrozen = 1, kReplay = 2;  // FrameStamp.flags

void take_scene(const stream::Scene& scene, StationView& view) {
  view.scene = text_of(scene.name());
  view.period = static_cast<double>(scene.period_ns()) * 1e-9;
  const stream::ExerciseInfo* exercise = scene.exercise();
  view.exercise = exercise == nullptr ? "" : text_of(exercise->name());
  view.trainee = exercise == nullptr ? "" : text_of(exercise->trainee());
  view.score.reset();
}

void take_stamp(const stream::FrameStamp& stamp, StationView& view) {
  view.time = stamp.time();
  view.frozen = (stamp.flags() & kFrozen) != 0;
  view.replay = (stamp.flags() & kReplay) != 0;
}

void take_telemetry(const stream::Telemetry& telemetry, StationView& view) {
  take_stamp(*telemetry.stamp(), view);
  view.compute = static_cast<double>(telemetry.compute_ns()) * 1e-9;
  view.misses = telemetry.misses();
  view.drivers.clear();
  for (const auto& [session, name] : view.people) {
    const auto* holders = telemetry.holders();
    if (holders != nullptr && std::find(holders->begin(), holders->end(), session) != holders->end())
      view.drivers.push_back(name);
  }
}

}  // namespace

HallWatch::HallWatch(const Hall& hall, const std::string& token) : name_("hall " + hall.name) {
  for (const HallStation& station : hall.stations) {
    Station& own = stations_.emplace_back();
    own.options.endpoint = {hall.host(), station.port};
    own.options.token = token;
    own.options.name = name_;
    own.options.role = control::Role::Instructor;
    if (station.speaks_tls) {
      own.view.why_not = "it speaks TLS, which `drawbar hall` does not";
      own.tried = true;
    }
  }
  for (Station& station : stations_) {
    if (!station.tried) threads_.emplace_back([this, &station] { follow(station); });
  }
}

HallWatch::~HallWatch() {
  ends_ = true;
}

void HallWatch::wait_for_first(std::chrono::milliseconds patience) const {
  const auto end = std::chrono::steady_clock::now() + patience;
  const auto all_tried = [this] {
    const std::scoped_lock lock(mutex_);
    return std::ranges::all_of(stations_, &Station::tried);
  };
  while (!all_tried() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(20ms);
}

std::vector<StationView> HallWatch::views() const {
  const std::scoped_lock lock(mutex_);
  std::vector<StationView> views;
  for (const Station& station : stations_) views.push_back(station.view);
  return views;
}

void HallWatch::follow(Station& station) {
  while (!ends_) {
    auto connection = Connection::open(station.options);
    if (connection) {
      listen(station, *connection);
    } else {
      const std::scoped_lock lock(mutex_);
      station.view = {};
      station.view.why_not = connection.error().text;
      station.tried = true;
    }
    for (auto waited = 0ms; !ends_ && waited < kBetweenAttempts; waited += 50ms)
      std::this_thread::sleep_for(50ms);
  }
}

void HallWatch::listen(Station& station, Connection& connection) {
  control::SubscribeT subscription;
  subscription.every_nth = kPosesEvery;
  subscription.telemetry_every_nth = kTelemetryEvery;
  {
    const std::scoped_lock lock(mutex_);
    station.view = {};
    station.view.reached = station.tried = true;
    take(*connection.welcome(), station.view);
  }
  if (!connection.send_body(std::move(subscription))) return;
  while (!ends_) {
    const auto message = connection.receive(200ms);
    if (!message) {
      const std::scoped_lock lock(mutex_);
      station.view = {};
      station.view.why_not = message.error().text;
      return;
    }
    if (!*message) continue;
    const std::scoped_lock lock(mutex_);
    take(***message, station.view);
  }
  (void)connection.send_body(control::GoodbyeT{});
}

void HallWatch::take(const stream::ServerMessage& message, StationView& view) const {
  if (const stream::Welcome* welcome = message.body_as_Welcome()) {
    if (welcome->scene() != nullptr) take_scene(*welcome->scene(), view);
    if (welcome->stamp() != nullptr) take_stamp(*welcome->stamp(), view);
    for (flatbuffers::uoffset_t i = 0; welcome->sessions() != nullptr && i < welcome->sessions()->size();
         ++i) {
      const stream::SessionInfo& who = *welcome->sessions()->Get(i);
      if (text_of(who.name()) != name_) view.people[who.session()] = text_of(who.name());
    }
  } else if (const stream::Scene* scene = message.body_as_Scene()) {
    take_scene(*scene, view);
  } else if (const stream::Telemetry* telemetry = message.body_as_Telemetry()) {
    take_telemetry(*telemetry, view);
  } else if (const stream::Score* score = message.body_as_Score()) {
    view.score = StationScore{score->attempt(), score->score(), score->passed(),
                              static_cast<exercise::Outcome>(score->outcome())};
  } else if (const stream::Event* event = message.body_as_Event(); event != nullptr && !event->recorded()) {
    if (event->kind() == stream::EventKind::Joined && text_of(event->name()) != name_)
      view.people[event->session()] = text_of(event->name());
    if (event->kind() == stream::EventKind::Left) view.people.erase(event->session());
  }
}

}  // namespace drawbar::tools
