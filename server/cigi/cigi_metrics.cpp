// What /metrics says of image generators.
#include <fmt/format.h>

#include <functional>

#include "server/cigi/cigi_host.h"

namespace drawbar::server {

namespace {

std::string labels_of(const ImageGenerator& generator) {
  return "to=\"" + text_of(generator.address()) + "\"";
}

/// One figure of each.
std::string figure(const char* type, const char* name, const char* help,
                   const std::vector<ImageGenerator>& generators,
                   const std::function<std::uint64_t(const ImageGenerator&)>& value) {
  std::string out = fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, type);
  for (const ImageGenerator& generator : generators)
    out += fmt::format("{}{{{}}} {}\n", name, labels_of(generator), value(generator));
  return out;
}

std::string delays(const char* name, const char* help, const std::vector<ImageGenerator>& generators,
                   const Histogram& (CigiDelayMeter::*which)() const) {
  std::string out = fmt::format("# HELP {0} {1}\n# TYPE {0} histogram\n", name, help);
  for (const ImageGenerator& generator : generators)
    out += (generator.delays().*which)().series(name, labels_of(generator));
  return out;
}

}  // namespace

std::string CigiHost::metrics() const {
  using Generator = const ImageGenerator&;
  std::string out;
  out += figure("gauge", "drawbar_cigi_answers", "1 while the image generator answers.", generators_,
                [](Generator g) { return g.answers() ? 1 : 0; });
  out +=
      figure("gauge", "drawbar_cigi_ready", "1 while it operates, with its database, and is told entities.",
             generators_, [](Generator g) { return g.ready() ? 1 : 0; });
  out += figure("counter", "drawbar_cigi_messages_total", "Messages sent.", generators_,
                [](Generator g) { return g.counters().messages; });
  out += figure("counter", "drawbar_cigi_messages_failed_total", "Messages the kernel did not take.",
                generators_, [](Generator g) { return g.counters().not_sent; });
  out += figure("counter", "drawbar_cigi_frames_total", "Frames that the image generator began.", generators_,
                [](Generator g) { return g.counters().frames; });
  out += figure("counter", "drawbar_cigi_malformed_total", "Datagrams of it that are no message of CIGI 3.",
                generators_, [](Generator g) { return g.counters().malformed; });
  out += figure("counter", "drawbar_cigi_unanswered_total", "Frames that it began too fast for an answer.",
                generators_, [](Generator g) { return g.counters().unanswered; });
  out +=
      fmt::format("# HELP {0} Datagrams of others than the image generators.\n# TYPE {0} counter\n{0} {1}\n",
                  "drawbar_cigi_strangers_total", strangers_);
  out += delays("drawbar_cigi_console_to_image_seconds",
                "From a console's control to the begin of the image generator's frame that shows it.",
                generators_, &CigiDelayMeter::from_console);
  out += delays("drawbar_cigi_round_trip_seconds",
                "From a message to the begin of the image generator's frame that shows it.", generators_,
                &CigiDelayMeter::round_trip);
  return out;
}

}  // namespace drawbar::server
