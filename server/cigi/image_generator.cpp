#include "server/cigi/image_generator.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace drawbar::server {

namespace {

constexpr Nanoseconds kSilence = kSecond;
/// Starts of Frame that are answered: more than any display shows.
constexpr double kMostFramesPerSecond = 500;
constexpr double kMostFramesAtOnce = 50;

std::uint32_t ticks(Nanoseconds instant) {
  return static_cast<std::uint32_t>(instant / cigi::kNanosecondsPerTick);
}

const char* words_of(cigi::DatabaseState state) {
  switch (state) {
    case cigi::DatabaseState::none_asked:
      return "its own database";
    case cigi::DatabaseState::asked:
      return "is asked for the database";
    case cigi::DatabaseState::loading:
      return "loads the database";
    case cigi::DatabaseState::loaded:
      return "has loaded the database";
    case cigi::DatabaseState::refused:
      return "has no such database";
  }
  return "";
}

}  // namespace

ImageGenerator::ImageGenerator(const udp::endpoint& address, const scenes::CigiMapping& mapping)
    : address_(address),
      mapping_(&mapping),
      handshake_(mapping.database),
      writer_(mapping),
      pace_(kMostFramesAtOnce, kMostFramesPerSecond) {}

void ImageGenerator::begin_scene(const scenes::CigiMapping& mapping) {
  if (mapping.database != mapping_->database) handshake_ = cigi::Handshake(mapping.database);
  mapping_ = &mapping;
  writer_.begin_scene(mapping);
}

bool ImageGenerator::take(const cigi::IgMessage& message, Nanoseconds now) {
  ++counters_.frames;
  const bool answered = std::exchange(answers_, true);
  const cigi::DatabaseState database = handshake_.database();
  const bool operated = handshake_.operates();
  const bool was_ready = handshake_.ready();
  last_answer_ = now;
  ig_frame_ = message.start.frame;
  handshake_.take(message.start);
  if (handshake_.ready() && !(answered && was_ready)) writer_.begin_anew();
  log_changes(answered, database, operated);
  delays_.answered(message.start.last_host_frame, now);
  if (pace_.take(1, now)) return true;
  ++counters_.unanswered;
  return false;
}

void ImageGenerator::log_changes(bool answered, cigi::DatabaseState database, bool operated) const {
  const std::string name = text_of(address_);
  if (!answered) spdlog::info("CIGI {}: answers", name);
  if (handshake_.operates() != operated)
    spdlog::info("CIGI {}: {}", name, handshake_.operates() ? "operates" : "stands by");
  if (handshake_.database() == database) return;
  const auto level =
      handshake_.database() == cigi::DatabaseState::refused ? spdlog::level::warn : spdlog::level::info;
  spdlog::log(level, "CIGI {}: {} {}", name, words_of(handshake_.database()), mapping_->database);
}

void ImageGenerator::watch(Nanoseconds now) {
  if (!answers_ || now - last_answer_ < kSilence) return;
  spdlog::warn("CIGI {}: silent", text_of(address_));
  answers_ = false;
  handshake_.forget();
}

cigi::IgControl ImageGenerator::control(Nanoseconds instant) const {
  cigi::IgControl control;
  control.database = handshake_.request();
  control.frame = next_message_;
  control.timestamp = ticks(instant);
  control.last_ig_frame = ig_frame_;
  return control;
}

const std::vector<protocol::Bytes>& ImageGenerator::tell(const Picture& picture, Nanoseconds now) {
  cigi::IgControl first = control(picture.instant);
  // Between two branches there is no way that could be drawn.
  first.smoothing = mapping_->smoothing && !picture.begins_branch;
  const std::vector<protocol::Bytes>& messages = writer_.write(picture, first, ready());
  // It is not told of those that come while it is not ready, and they do not wait for it.
  const Nanoseconds came = std::exchange(heard_, 0);
  const Nanoseconds heard = ready() ? came : 0;
  for (std::size_t i = 0; i < messages.size(); ++i)
    delays_.sent(next_message_++, now, i + 1 == messages.size() ? heard : 0);
  return messages;
}

const std::vector<protocol::Bytes>& ImageGenerator::farewell(Nanoseconds now) {
  return writer_.farewell(control(now));
}

}  // namespace drawbar::server
