#include "tools/client/height_survey.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <chrono>
#include <optional>

#include "protocol/cigi/handshake.h"

namespace drawbar::tools {

namespace asio = boost::asio;
using asio::ip::udp;
using Clock = std::chrono::steady_clock;
using boost::system::error_code;

namespace {

constexpr auto kFrame = std::chrono::milliseconds(40);
constexpr auto kSurveyPatience = std::chrono::seconds(5);
constexpr auto kToLoad = std::chrono::minutes(1);
/// A question that so many frames have asked is not answered any more.
constexpr int kMostAskings = 25;
constexpr int kFramesToAnswer = 5;  ///< between two askings

class Survey {
 public:
  Survey(const scenes::CigiMapping& mapping, std::span<const physics::Vec3> points)
      : mapping_(mapping),
        points_(points),
        handshake_(mapping.database),
        answers_(points.size()),
        askings_(points.size()),
        asked_at_(points.size()) {}

  Result<void> open(const Endpoint& generator, std::uint16_t port) {
    name_ = to_string(generator);
    error_code error;
    udp::resolver resolver(context_);
    const auto found = resolver.resolve(generator.host, std::to_string(generator.port), error);
    if (error || found.empty()) return fail(ErrorKind::environment, name_ + ": " + error.message());
    to_ = found.begin()->endpoint();
    socket_.open(to_.protocol(), error);
    if (!error) socket_.bind({to_.protocol(), port}, error);
    if (error) return fail(ErrorKind::environment, fmt::format("UDP port {}: {}", port, error.message()));
    return {};
  }

  Result<std::vector<SurveyedHeight>> run() {
    receive();
    const auto begin = Clock::now();
    auto ready_since = begin;
    while (!handshake_.ready() || !finished()) {
      send();
      context_.restart();
      context_.run_for(kFrame);
      const auto waited = Clock::now() - (heard_ ? ready_since : begin);
      if (handshake_.ready()) {
        ready_since = Clock::now();
      } else if (waited > (loads() ? Clock::duration(kToLoad) : Clock::duration(kSurveyPatience))) {
        return fail(ErrorKind::environment, name_ + ": " + why_not());
      }
    }
    return std::move(answers_);
  }

 private:
  bool loads() const {
    return heard_ && handshake_.operates() && handshake_.database() != cigi::DatabaseState::refused;
  }

  std::string why_not() const {
    if (!heard_) return "no Start of Frame of CIGI 3 comes from there";
    if (!handshake_.operates()) return "it answers, but does not operate";
    if (handshake_.database() == cigi::DatabaseState::refused)
      return fmt::format("it has no database {}", mapping_.database);
    return fmt::format("it does not finish loading database {}", mapping_.database);
  }

  bool finished() const {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (answers_[i].answer == SurveyAnswer::none && askings_[i] < kMostAskings) return false;
    }
    return true;
  }

  void send() {
    ++frame_;
    protocol::Bytes message;
    cigi::IgControl control;
    control.database = handshake_.request();
    control.frame = frame_;
    control.last_ig_frame = ig_frame_;
    const auto since =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
    control.timestamp = static_cast<std::uint32_t>(since / cigi::kNanosecondsPerTick);
    cigi::write(message, mapping_.order, control);
    if (handshake_.ready()) {
      if (!mapping_.placement.geodetic()) cigi::write(message, mapping_.order, mapping_.world_entity());
      write_questions(message);
    }
    error_code ignored;
    socket_.send_to(asio::buffer(message), to_, 0, ignored);
  }

  void write_questions(protocol::Bytes& message) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (message.size() + cigi::kHeightRequestBytes > mapping_.datagram_bytes) return;
      const bool waits = askings_[i] > 0 && frame_ - asked_at_[i] < kFramesToAnswer;
      if (answers_[i].answer != SurveyAnswer::none || waits || askings_[i] == kMostAskings) continue;
      ++askings_[i];
      asked_at_[i] = frame_;
      const scenes::CigiPose at = mapping_.placement.place(points_[i], physics::Quat::Identity());
      cigi::HeightRequest request;
      request.id = static_cast<std::uint16_t>(i);
      if (!mapping_.placement.geodetic()) request.entity = mapping_.world_id;
      request.x = at.x;
      request.y = at.y;
      request.z = at.z;
      cigi::write(message, mapping_.order, request);
    }
  }

  void receive() {
    socket_.async_receive_from(asio::buffer(received_), from_, [this](error_code error, std::size_t size) {
      if (error == asio::error::operation_aborted) return;
      if (!error && from_.address() == to_.address()) take(std::span(received_).first(size));
      receive();
    });
  }

  void take(protocol::BytesView datagram) {
    const auto message = cigi::read_ig_message(datagram);
    if (!message) return;
    heard_ = true;
    ig_frame_ = message->start.frame;
    handshake_.take(message->start);
    for (const cigi::HeightResponse& height : message->heights) {
      if (height.id >= answers_.size() || !height.above_terrain) continue;
      answers_[height.id] = {height.valid ? SurveyAnswer::height : SurveyAnswer::no_terrain, height.height};
    }
  }

  const scenes::CigiMapping& mapping_;
  std::span<const physics::Vec3> points_;
  cigi::Handshake handshake_;
  std::vector<SurveyedHeight> answers_;
  std::vector<int> askings_;
  std::vector<std::uint32_t> asked_at_;  ///< frame
  std::string name_;
  asio::io_context context_{1};
  udp::socket socket_{context_};
  udp::endpoint to_;
  udp::endpoint from_;
  std::array<std::byte, 65536> received_{};
  std::uint32_t frame_ = 0;
  std::uint32_t ig_frame_ = 0;
  bool heard_ = false;
};

}  // namespace

Result<std::vector<SurveyedHeight>> survey_heights(const Endpoint& generator, std::uint16_t port,
                                                   const scenes::CigiMapping& mapping,
                                                   std::span<const physics::Vec3> points) {
  const auto survey = std::make_unique<Survey>(mapping, points);
  if (auto opened = survey->open(generator, port); !opened) return tl::unexpected(opened.error());
  return survey->run();
}

}  // namespace drawbar::tools
