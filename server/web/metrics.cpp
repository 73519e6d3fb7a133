// What /metrics says: Prometheus text.
#include "server/web/metrics.h"

#include <fmt/format.h>

namespace drawbar::server {

namespace {

double seconds(Nanoseconds duration) {
  return static_cast<double>(duration) / static_cast<double>(kSecond);
}

template <class Value>
std::string line(const char* type, const std::string& name, const std::string& help, Value value) {
  return fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
}

template <class Value>
std::string counter(const std::string& name, const std::string& help, Value value) {
  return line("counter", name, help, value);
}

template <class Value>
std::string gauge(const std::string& name, const std::string& help, Value value) {
  return line("gauge", name, help, value);
}

}  // namespace

void Metrics::on_frame(const EncodedFrame& frame) {
  const FrameSlot& slot = frame.slot();
  last_frame_ = slot.timing.finished;
  tick_ = slot.tick;
  frame_ = slot.state.frame;
  branch_ = slot.branch;
  speed_ = slot.speed;
  frozen_ = slot.frozen;
  substeps_ = slot.substeps;
  misses_ = slot.timing.misses;
  slips_ = slot.timing.slips;
  scheduled_refused_ = slot.requests_refused;
  recoveries_ = slot.state.statistics.recoveries;
  dropped_contacts_ = slot.state.statistics.dropped_contacts;
  if (slot.newest) lateness_.observe(seconds(slot.timing.woken - slot.timing.slot_start));
  if (!slot.computed) return;
  ++frames_computed_;
  compute_.observe(seconds(slot.timing.compute));
  publish_.observe(seconds(slot.timing.finished - slot.timing.slot_start));
}

std::string Metrics::text() const {
  const HubCounters hub = hub_.counters();
  std::string out;
  out += lateness_.text("drawbar_frame_lateness_seconds", "Wake-up of the loop after the begin of its slot.");
  out += compute_.text("drawbar_frame_compute_seconds", "Time that computing a frame took.");
  out += publish_.text("drawbar_frame_publish_seconds", "Frame ready to leave, after the begin of its slot.");
  out += counter("drawbar_frames_total", "Frames computed.", frames_computed_);
  out += counter("drawbar_frame_misses_total", "Frames published after their slot had ended.", misses_);
  out += counter("drawbar_slot_slips_total", "Slots that passed without a frame of their own.", slips_);
  out += counter("drawbar_motion_diverged_total", "Substeps in which the motion diverged and was stopped.",
                 recoveries_);
  out += counter("drawbar_contacts_dropped_total",
                 "Contacts, pairs and triangles left out: more than there is room for.", dropped_contacts_);
  out += gauge("drawbar_tick", "Present slot.", tick_);
  out += gauge("drawbar_branch", "Present branch.", branch_);
  out += gauge("drawbar_simulation_frame", "Present simulation frame of the branch.", frame_);
  out += gauge("drawbar_frozen", "1 while simulation time stands still.", frozen_ ? 1 : 0);
  out += gauge("drawbar_speed", "Simulation seconds per wall second asked for.", speed_);
  out += gauge("drawbar_substeps", "Substeps of the last frame.", substeps_);
  out += gauge("drawbar_sessions", "Sessions connected.", hub_.connected_sessions());
  out += gauge("drawbar_sessions_away", "Sessions that lost their connection and can be resumed.",
               hub_.away_sessions());
  out += gauge("drawbar_operators", "Operators among the sessions, away or not.", hub_.operators());
  out += gauge("drawbar_draining", "1 while the daemon waits for its operators to leave, to end then.",
               draining_ ? 1 : 0);
  out += counter("drawbar_connections_total", "Connections accepted.", hub.connections);
  out += counter("drawbar_connections_refused_total", "Connections closed or refused: too many.",
                 hub.refused_connections);
  out += counter("drawbar_tokens_wrong_total", "Wrong tokens.", hub.wrong_tokens);
  out += counter("drawbar_messages_total", "Client messages received.", hub.messages);
  out += counter("drawbar_messages_refused_total", "Client messages answered with an error.",
                 hub.refused_messages);
  out += counter("drawbar_messages_unknown_total", "Client messages of a newer version, skipped.",
                 hub.unknown_messages);
  out += counter("drawbar_clients_dropped_total", "Clients disconnected because they did not read.",
                 hub.dropped_clients);
  out += counter("drawbar_inputs_refused_total", "Inputs not kept: too many waited for their frame.",
                 scheduled_refused_);
  out += counter("drawbar_packets_dropped_total", "Poses and telemetry dropped for slow readers.",
                 hub.dropped_packets);
  out += gauge("drawbar_history_bytes",
               "Memory of the states and inputs kept for rewinding, at most --rewind-memory.",
               hub_.history_bytes());
  out += counter("drawbar_events_total", "Events announced.", events_);
  out += counter("drawbar_controls_silent_total", "Channels whose console fell silent while it held them.",
                 silences_);
  if (disk_free_) {
    out += gauge("drawbar_disk_free_bytes", "Left on the disk that recordings and course records go to.",
                 *disk_free_);
  }
  if (recorder_ != nullptr) {
    const Recorder::Figures recorder = recorder_->figures();
    out += gauge("drawbar_recording", "1 while the session is recorded, 0 after recording ended early.",
                 recorder.recording ? 1 : 0);
    out += gauge("drawbar_recording_queue", "Frames and events that wait for the disk.", recorder.waiting);
  }
  if (udp_ != nullptr) {
    out += counter("drawbar_udp_datagrams_total", "Pose datagrams sent.", udp_->sent());
    out += counter("drawbar_udp_datagrams_failed_total", "Pose datagrams the kernel did not take.",
                   udp_->not_sent());
  }
  if (agones_ != nullptr) {
    out += gauge("drawbar_agones_up", "1 while Agones' side-car answers.", agones_->up() ? 1 : 0);
    out += gauge("drawbar_agones_allocated", "1 while Agones has given this station away.",
                 agones_->state() == "Allocated" ? 1 : 0);
    out += counter("drawbar_agones_failures_total", "Calls of Agones' side-car that failed.",
                   agones_->failures());
  }
  if (cigi_ != nullptr) out += cigi_->metrics();
  if (foxglove_ != nullptr) out += foxglove_->metrics();
  return out;
}

}  // namespace drawbar::server
