#include "tools/client/controls_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <vector>

#include "protocol/strings.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"

namespace drawbar::tools {

namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kLead = 10;  // frames before the first one that a row may act in, in a running world
constexpr std::uint64_t kAhead = 100;             // frames that rows are sent ahead
constexpr milliseconds kKeepAlive{80};            // an empty Control: the console is there, its values stay
constexpr milliseconds kPatienceForFrames{5000};  // without any frame the daemon is gone

class Player {
 public:
  Player(Connection connection, scenes::ControlsFile controls, std::uint64_t last)
      : connection_(std::move(connection)), controls_(std::move(controls)), last_(last) {
    const stream::FrameStamp& stamp = *connection_.welcome()->body_as_Welcome()->stamp();
    branch_ = stamp.branch();
    frame_ = stamp.frame();
    base_ = frame_ == 0 ? 0 : frame_ + kLead;
  }

  std::uint64_t base() const { return base_; }

  Result<void> run() {
    if (auto taken = take(); !taken) return taken;
    const Result<void> played = play();
    // Also where it was broken off: the channels are free at once, not when the session is forgotten.
    const Result<void> said = connection_.send_body(control::GoodbyeT{});
    return played ? said : played;
  }

 private:
  Result<void> take() {
    control::TakeControlT take;
    for (const std::uint32_t channel : channels()) {
      take.channels.push_back(channel);
    }
    if (!take.channels.empty()) {
      control::ClientBodyUnion body;
      body.Set(std::move(take));
      if (const auto taken = connection_.request(std::move(body)); !taken) {
        return tl::unexpected(taken.error());
      }
    }
    return {};
  }

  Result<void> play() {
    auto newest = std::chrono::steady_clock::now();
    // Frame f of the file starts at f x period: it is computed as the world's frame base + f + 1.
    while (frame_ < base_ + last_ + 1) {
      if (const Result<void> sent = send_ahead(); !sent) {
        return sent;
      }
      const auto arrived = connection_.receive(kKeepAlive);
      if (!arrived) {
        return tl::unexpected(arrived.error());
      }
      if (*arrived) {
        newest = std::chrono::steady_clock::now();
        if (const Result<void> taken = take_message(***arrived); !taken) {
          return taken;
        }
      } else if (std::chrono::steady_clock::now() - newest > kPatienceForFrames) {
        return fail(ErrorKind::environment, "no frame for 5 s: the daemon hangs or is stopped");
      }
    }
    return {};
  }

  std::set<std::uint32_t> channels() const {
    std::set<std::uint32_t> used;
    for (const scenes::ControlRow& row : controls_.rows) {
      used.insert(static_cast<std::uint32_t>(row.control));
    }
    return used;
  }

  /// Sends the first row, for which a daemon started with --start on-control waits however late it acts, and
  /// the rows that are due within kAhead frames; a sign of life when there are none.
  Result<void> send_ahead() {
    const auto now = std::chrono::steady_clock::now();
    const auto due = [this] {
      return next_ < controls_.rows.size() &&
             (next_ == 0 || base_ + controls_.rows[next_].frame <= frame_ + kAhead);
    };
    while (due()) {
      control::ControlT message;
      const std::uint64_t file_frame = controls_.rows[next_].frame;
      message.apply_at_frame = base_ + file_frame + 1;
      for (; next_ < controls_.rows.size() && controls_.rows[next_].frame == file_frame; ++next_) {
        const scenes::ControlRow& row = controls_.rows[next_];
        message.values.emplace_back(static_cast<std::uint32_t>(row.control), row.value);
      }
      if (const Result<void> sent = send(std::move(message)); !sent) {
        return sent;
      }
    }
    if (now - last_sent_ >= kKeepAlive) {
      return send({});
    }
    return {};
  }

  Result<void> send(control::ControlT message) {
    message.sequence = ++sequence_;
    last_sent_ = std::chrono::steady_clock::now();
    return connection_.send_body(std::move(message));
  }

  Result<void> take_message(const stream::ServerMessage& message) {
    if (const stream::Frame* frame = message.body_as_Frame()) {
      if (frame->stamp()->branch() != branch_) {
        return fail(ErrorKind::wrong,
                    fmt::format("the instructor went to another branch after frame {}; the rest of "
                                "the file was not played",
                                frame_));
      }
      frame_ = frame->stamp()->frame();
      if (next_ < controls_.rows.size() && base_ + controls_.rows[next_].frame < frame_) {
        return fail(ErrorKind::environment,
                    fmt::format("row {} came too late for its frame: the connection is slower than {} frames",
                                next_ + 1, kAhead));
      }
    } else if (const stream::Error* error = message.body_as_Error()) {
      return fail(ErrorKind::environment,
                  "the server refused a row: " + (error->text() == nullptr ? "" : error->text()->str()));
    } else if (const stream::Event* event = message.body_as_Event(); event != nullptr && takes_ours(*event)) {
      return fail(ErrorKind::wrong,
                  protocol::text_of(event->text()) + ": the rest of the file was not played");
    }
    return {};
  }

  /// What somebody else drives beside the file is no matter.
  bool takes_ours(const stream::Event& event) const {
    if (event.kind() != stream::EventKind::TookControl || event.session() == connection_.session())
      return false;
    const std::set<std::uint32_t> ours = channels();
    return event.ids() != nullptr && std::any_of(event.ids()->begin(), event.ids()->end(),
                                                 [&](std::uint32_t id) { return ours.contains(id); });
  }

  Connection connection_;
  scenes::ControlsFile controls_;
  std::uint64_t last_;  // frame of the file that ends the play
  std::uint32_t branch_ = 0;
  std::uint64_t frame_ = 0;  // newest of the world
  std::uint64_t base_ = 0;   // of the world, when the file's time is 0
  std::size_t next_ = 0;
  std::uint64_t sequence_ = 0;
  std::chrono::steady_clock::time_point last_sent_;
};

}  // namespace

Result<void> play_controls(const ConnectionOptions& options, const std::string& file, double duration) {
  Result<Connection> connection = Connection::open(options);
  if (!connection) {
    return tl::unexpected(connection.error());
  }
  const auto* buffer = connection->welcome()->body_as_Welcome()->scene()->scene();
  if (buffer == nullptr) {
    return fail(ErrorKind::wrong, "the server's scene is empty");
  }
  const Result<scenes::LoadedScene> scene =
      scenes::load_buffer(std::as_bytes(std::span(buffer->data(), buffer->size())), "the server's scene");
  if (!scene) {
    return tl::unexpected(scene.error());
  }
  const double period_ms = scene->scene.frame->period_ms;
  Result<scenes::ControlsFile> controls = scenes::load_controls(file, period_ms, scene->world.controls);
  if (!controls) {
    return tl::unexpected(controls.error());
  }
  for (const std::string& warning : controls->warnings) fmt::print(stderr, "{}\n", warning);
  const std::size_t rows = controls->rows.size();
  std::uint64_t last = rows == 0 ? 0 : controls->rows.back().frame;
  if (duration > 0) {
    // The frame that ends at `duration` is the one before the frame that starts there.
    last = std::max(last + 1, scenes::frame_at_or_after(duration, period_ms)) - 1;
  }
  Player player(std::move(*connection), std::move(*controls), last);
  fmt::print("playing {} rows into frames {} to {}\n", rows, player.base() + 1, player.base() + last + 1);
  std::fflush(stdout);
  const Result<void> played = player.run();
  if (played) {
    fmt::print("played\n");
  }
  return played;
}

}  // namespace drawbar::tools
