#include "tools/console/console.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include "tools/console/levers.h"
#include "tools/console/session_model.h"
#include "tools/console/terminal.h"

namespace drawbar::tools {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSendInterval{40};  // the server's dead man's handle expects 100 ms at the most
constexpr double kReconnectFor = 30;       // s

volatile std::sig_atomic_t g_stop = 0;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One run of the console over as many connections as it takes.
class Console {
 public:
  Console(Terminal terminal, ConnectionOptions options, const std::string& body)
      : terminal_(std::move(terminal)), options_(std::move(options)), model_(body) {}

  Result<void> run() {
    if (const Result<void> joined = join(); !joined) {
      return joined;
    }
    while (g_stop == 0) {
      const Result<bool> goes_on = round();
      if (goes_on && !*goes_on) {
        break;
      }
      if (!goes_on) {
        const Result<void> resumed = reconnect(goes_on.error());
        if (!resumed) {
          return resumed;
        }
      }
    }
    leave();
    return {};
  }

 private:
  Result<void> join() {
    Result<Connection> opened = Connection::open(options_);
    if (!opened) {
      return tl::unexpected(opened.error());
    }
    connection_ = std::move(*opened);
    options_.resume_key = *connection_->welcome()->body_as_Welcome()->resume_key();
    if (const Result<void> taken = take(*connection_->welcome()); !taken) {
      return taken;
    }
    return take_control();
  }

  /// One send interval: what arrived, what was typed, the controls, the screen. False when the operator
  /// quits.
  Result<bool> round() {
    const auto deadline = std::chrono::steady_clock::now() + kSendInterval;
    for (;;) {
      const auto left = std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
      const auto arrived = connection_->receive(std::max(left, milliseconds(0)));
      if (!arrived) {
        return tl::unexpected(arrived.error());
      }
      if (!*arrived) {
        break;
      }
      if (const Result<void> taken = take(***arrived); !taken) {
        return tl::unexpected(taken.error());
      }
    }
    for (const char key : terminal_.keys()) {
      if (key == 'q' || key == 'Q') {
        return false;
      }
      if (const Result<void> acted = act_on(key); !acted) {
        return tl::unexpected(acted.error());
      }
    }
    levers_->advance(now());
    if (const Result<void> sent = send_controls(); !sent) {
      return tl::unexpected(sent.error());
    }
    draw();
    return true;
  }

  Result<void> take(const stream::ServerMessage& message) {
    const int scenes = model_.scene_count();
    const Result<void> taken = model_.take(message, now());
    if (taken && model_.scene_count() != scenes) {
      levers_.emplace(model_.lever_channels(), now());
    }
    return taken;
  }

  Result<void> act_on(char key) {
    levers_->touch(now());
    if (key == ' ') {
      levers_->all_neutral();
    } else if (key == 'c' || key == 'C') {
      return model_.held_channels().empty() ? take_control() : release_control();
    } else {
      for (std::size_t channel = 0; channel < model_.keys().size(); ++channel) {
        const KeyPair& keys = model_.keys()[channel];
        if (keys.raise != 0 && (key == keys.raise || key == keys.lower)) {
          levers_->press(channel, key == keys.raise ? 1 : -1, now());
        }
      }
    }
    return {};
  }

  // All that is free; where nothing is, everything: the refusal says who has it. With a request number, so
  // that it comes back and is shown.
  Result<void> take_control() {
    control::TakeControlT free;
    free.channels = model_.free_channels();
    return connection_->send(protocol::encode_client(free, 1));
  }
  Result<void> release_control() {
    return connection_->send(protocol::encode_client(control::ReleaseControlT{}, 2));
  }

  Result<void> send_controls() {
    control::ControlT message;
    const std::vector<std::uint32_t> held = model_.held_channels();
    for (std::size_t channel = 0, next = 0; channel < model_.keys().size(); ++channel) {
      if (next < held.size() && held[next] == channel) {
        message.values.emplace_back(held[next], levers_->value(channel));
        ++next;
      } else {
        // What another one drives must not jump to a forgotten lever when it comes back.
        levers_->to_neutral(channel);
      }
    }
    if (message.values.empty()) {
      return {};
    }
    message.sequence = ++sequence_;
    return connection_->send_body(std::move(message));
  }

  void draw(const std::string& alarm = "") {
    ConsoleView view = model_.view(now());
    for (std::size_t i = 0; i < view.channels.size(); ++i) {
      view.channels[i].wanted = levers_->value(i);
    }
    view.presence_left = levers_->presence_left(now());
    view.at_neutral = levers_->at_neutral();
    std::vector<Line> lines = dashboard(view, terminal_.width(), terminal_.height(), terminal_.glyphs());
    if (!alarm.empty()) {
      lines[0] = {{clipped_to_screen(alarm), Style::alarm}};
    }
    terminal_.draw(lines);
  }

  std::string clipped_to_screen(const std::string& text) const {
    return text.substr(0, static_cast<std::size_t>(std::max(0, terminal_.width())));
  }

  Result<void> reconnect(const Error& reason) {
    connection_.reset();
    levers_->all_neutral();
    const double give_up = now() + kReconnectFor;
    while (g_stop == 0 && now() < give_up) {
      draw(fmt::format(" {}; reconnecting, {:.0f} s left ", reason.text, give_up - now()));
      for (const char key : terminal_.keys()) {
        if (key == 'q' || key == 'Q') {
          return tl::unexpected(reason);
        }
      }
      if (const Result<void> joined = join(); joined) {
        return {};
      }
      std::this_thread::sleep_for(milliseconds(500));
    }
    return tl::unexpected(reason);
  }

  void leave() {
    if (!connection_) {
      return;
    }
    levers_->all_neutral();
    // The server sets everything to neutral itself when the session ends; saying so first is politeness, and
    // a connection that breaks here is as good as closed.
    (void)send_controls();
    (void)connection_->send_body(control::GoodbyeT{});
  }

  Terminal terminal_;
  ConnectionOptions options_;
  std::optional<Connection> connection_;
  SessionModel model_;
  std::optional<Levers> levers_;
  std::uint64_t sequence_ = 0;  // goes on over a resumed session
};

}  // namespace

Result<void> run_console(ConnectionOptions options, const std::string& body) {
  Result<Terminal> terminal = Terminal::open();
  if (!terminal) {
    return tl::unexpected(terminal.error());
  }
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(signal, [](int) { g_stop = 1; });
  }
  return Console(std::move(*terminal), std::move(options), body).run();
}

}  // namespace drawbar::tools
