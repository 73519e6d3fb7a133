#include "tools/batch/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace drawbar::tools {
namespace {

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole >= 3600) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  if (whole >= 60) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} s", whole);
}

}  // namespace

Progress::Progress(std::size_t count) : count_(count), terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::add(bool good, bool known) {
  ++done_;
  if (!good) ++bad_;
  if (!known) ++computed_;
  const Clock::time_point now = Clock::now();
  if (!terminal_ || (now - shown_ < std::chrono::milliseconds(100) && done_ < count_)) return;
  shown_ = now;
  visible_ = true;
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  std::fprintf(stderr, "\r\033[K%s", line(done_, count_, bad_, computed_, elapsed).c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (!visible_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  visible_ = false;
}

std::string Progress::line(std::size_t done, std::size_t count, std::size_t bad, std::size_t computed,
                           double elapsed) {
  std::string text = fmt::format("{} of {}", done, count);
  if (bad > 0) text += fmt::format(", {} not good", bad);
  if (computed == 0 || !(elapsed > 0)) return text;
  const double rate = static_cast<double>(computed) / elapsed;
  text += fmt::format(", {:.1f} a second", rate);
  if (done < count) text += ", " + duration_text(static_cast<double>(count - done) / rate) + " left";
  return text;
}

}  // namespace drawbar::tools
