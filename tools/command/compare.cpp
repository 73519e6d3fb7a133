// `drawbar compare`: the same scene through several formulations, side by side.
#include <fmt/core.h>

#include <cmath>
#include <ctime>
#include <iostream>
#include <memory>
#include <optional>

#include "physics/formulations/limits.h"
#include "physics/formulations/registry.h"
#include "physics/world/world.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"
#include "tools/command/command.h"
#include "tools/command/comparison_plot.h"
#include "tools/command/division.h"
#include "tools/text/distinct_files.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

using physics::Vec3;

/// Of the adaptive integration that everything is measured against, per unit of the coordinates.
constexpr double kReferenceTolerance = 1e-11;
/// Where forces switch, the reference takes this many substeps for one of the finest asked for.
constexpr double kReferenceSubsteps = 16;

struct CompareOptions {
  std::string scene;
  std::vector<std::string> formulations;
  std::vector<double> substeps_ms;
  double duration = 5;
  std::optional<double> sample_ms;
  std::string controls;
  std::string output;
};

struct Sample {
  double time = 0;
  std::vector<Vec3> positions;
  double error = 0;        ///< m, largest joint
  double angle_error = 0;  ///< rad
  double energy = 0;       ///< J
  Vec3 momentum = Vec3::Zero();
  Vec3 angular_momentum = Vec3::Zero();  ///< about the world's origin
};

struct Run {
  std::string name;
  std::vector<Sample> samples;
  double microseconds = 0;  ///< per substep, means over the run
  std::uint64_t recoveries = 0;
};

Sample sample_of(const physics::WorldConfig& config, const physics::FrameState& state, double time) {
  Sample out;
  out.time = time;
  out.energy = state.energy.kinetic + state.energy.potential;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const physics::BodyReading& body = state.bodies[i];
    out.positions.push_back(body.position);
    if (config.bodies[i].is_static) continue;
    const physics::MassProperties& mass = config.bodies[i].mass_properties;
    const physics::Mat3 r = body.orientation.toRotationMatrix();
    const Vec3 arm = r * mass.center_of_mass;
    const Vec3 p = mass.mass * (body.linear_velocity + body.angular_velocity.cross(arm));
    out.momentum += p;
    out.angular_momentum +=
        (body.position + arm).cross(p) + r * (mass.inertia * (r.transpose() * body.angular_velocity));
  }
  for (const physics::JointReading& joint : state.joints) {
    out.error = std::max(out.error, joint.error);
    out.angle_error = std::max(out.angle_error, joint.angle_error);
  }
  return out;
}

/// Of this thread, s: what a busy machine does meanwhile does not count.
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Run simulate_once(const physics::WorldConfig& config, const Division& division, double period_ms,
                  const scenes::ControlsFile& controls) {
  Run out;
  physics::World world(config);
  physics::FrameState state = world.make_frame_state();
  const auto sample = [&](std::uint64_t substep) {
    world.observe(state);
    out.samples.push_back(sample_of(config, state, division.time(substep, period_ms)));
    world.reset_error_peaks();
  };
  sample(0);
  double seconds = 0;
  for (std::uint64_t k = 0; k < division.total; ++k) {
    const double begin = processor_time();
    if (k % static_cast<std::uint64_t>(division.substeps) == 0) {
      for (const scenes::ControlRow& row : controls.at(world.frame()))
        world.set_control(row.control, row.value);
      world.begin_frame(division.substeps);
    }
    world.substep();
    seconds += processor_time() - begin;
    if ((k + 1) % division.sample_every == 0) sample(k + 1);
  }
  out.microseconds = division.total > 0 ? 1e6 * seconds / static_cast<double>(division.total) : 0;
  world.observe(state);
  out.recoveries = state.statistics.recoveries;
  return out;
}

/// What differs at a sample, against the reference's.
struct Difference {
  double position = 0, energy = 0, momentum = 0, angular_momentum = 0;
};

Difference difference(const Sample& a, const Sample& b) {
  Difference out;
  for (std::size_t i = 0; i < a.positions.size(); ++i) {
    out.position = std::max(out.position, (a.positions[i] - b.positions[i]).norm());
  }
  out.energy = std::abs(a.energy - b.energy);
  out.momentum = (a.momentum - b.momentum).norm();
  out.angular_momentum = (a.angular_momentum - b.angular_momentum).norm();
  return out;
}

/// The first that can treat the scene; nothing if neither can.
std::optional<physics::WorldConfig> reference_of(physics::WorldConfig config) {
  for (physics::Formulation formulation :
       {physics::Formulation::articulated_body, physics::Formulation::hamiltonian}) {
    config.formulation = formulation;
    if (!physics::unsupported(config)) return config;
  }
  return std::nullopt;
}

/// What everything is measured against: a referee integrated adaptively, or much more finely where forces
/// switch; the first run if no referee can treat the scene.
Result<Run> reference_run(const scenes::LoadedScene& scene, const std::vector<Division>& divisions,
                          double sample_ms, double duration, const scenes::ControlsFile& controls,
                          const Run& first) {
  auto config = reference_of(scene.world);
  if (!config) return first;
  const scene::FrameT& frame = *scene.scene.frame;
  const std::string name(physics::formulation_name(config->formulation));
  Division division = divisions.front();
  std::string how;
  if (physics::has_switching_forces(*config)) {
    for (const Division& other : divisions) {
      if (other.substep_ms < division.substep_ms) division = other;
    }
    auto finer = divide(frame, division.substep_ms / kReferenceSubsteps, sample_ms, duration);
    if (!finer) return tl::unexpected(finer.error());
    division = *finer;
    how = fmt::format("at {:g} ms", division.substep_ms);
  } else {
    config->adaptive_tolerance = kReferenceTolerance;
    how = fmt::format("adaptive to {:g}", kReferenceTolerance);
  }
  Run run = simulate_once(*config, division, frame.period_ms, controls);
  run.name = name + " " + how;
  return run;
}

void print_row(const Run& run, const Run& reference) {
  Difference worst;
  double error = 0, angle_error = 0;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    const Difference d = difference(run.samples[i], reference.samples[i]);
    worst.position = std::max(worst.position, d.position);
    worst.energy = std::max(worst.energy, d.energy);
    worst.momentum = std::max(worst.momentum, d.momentum);
    worst.angular_momentum = std::max(worst.angular_momentum, d.angular_momentum);
    error = std::max(error, run.samples[i].error);
    angle_error = std::max(angle_error, run.samples[i].angle_error);
  }
  const double last = difference(run.samples.back(), reference.samples.back()).position;
  fmt::print("{:<38} {:>10.2e} {:>10.2e} {:>10.2e} {:>10.2e} {:>10.2e} {:>10.2e} {:>10.2e} {:>9.2f}{}\n",
             run.name, worst.position, last, error, angle_error, worst.energy, worst.momentum,
             worst.angular_momentum, run.microseconds, run.recoveries > 0 ? "  came apart" : "");
}

std::string plot(const std::string& title, const std::vector<Run>& runs, const Run& reference) {
  std::vector<Panel> panels{{"distance of the farthest body from the reference, m", {}},
                            {"largest separation of a joint, m", {}},
                            {"energy against the reference, J", {}}};
  for (const Run& run : runs) {
    Curve distance{fmt::format("{} ({:.2f} us per substep)", run.name, run.microseconds), {}, {}};
    for (const Sample& sample : run.samples) distance.time.push_back(sample.time);
    Curve separation = distance, energy = distance;
    for (std::size_t i = 0; i < run.samples.size(); ++i) {
      const Difference d = difference(run.samples[i], reference.samples[i]);
      distance.value.push_back(d.position);
      separation.value.push_back(run.samples[i].error);
      energy.value.push_back(d.energy);
    }
    panels[0].curves.push_back(std::move(distance));
    panels[1].curves.push_back(std::move(separation));
    panels[2].curves.push_back(std::move(energy));
  }
  return draw_svg(title, panels);
}

Result<void> compare(const CompareOptions& options) {
  auto distinct = check_distinct({{"SCENE", options.scene}, {"--controls", options.controls}},
                                 {{"--output", options.output}});
  if (!distinct) return distinct;
  auto loaded = scenes::load_file(options.scene);
  if (!loaded) return tl::unexpected(loaded.error());
  auto apart = check_not_read(loaded->files, {{"--output", options.output}});
  if (!apart) return apart;
  const scene::FrameT& frame = *loaded->scene.frame;
  scenes::ControlsFile controls;
  if (!options.controls.empty()) {
    auto read = scenes::load_controls(options.controls, frame.period_ms, loaded->world.controls);
    if (!read) return tl::unexpected(read.error());
    for (const std::string& warning : read->warnings) std::cerr << warning << '\n';
    controls = std::move(*read);
  }
  std::vector<Division> divisions;
  std::vector<double> asked = options.substeps_ms;
  if (asked.empty()) asked.push_back(frame.period_ms / frame.substeps);
  const double sample_ms = options.sample_ms.value_or(frame.period_ms);
  for (double substep_ms : asked) {
    const auto division = divide(frame, substep_ms, sample_ms, options.duration);
    if (!division) return tl::unexpected(division.error());
    divisions.push_back(*division);
  }
  if (const std::string cut = cut_text(divisions.front(), frame.period_ms, options.duration); !cut.empty())
    std::cerr << options.scene << ": " << cut << '\n';
  // Everything that can be wrong is found before the first run.
  std::vector<physics::WorldConfig> configs;
  std::vector<std::string> refusals;
  for (const std::string& name : options.formulations) {
    const auto formulation = formulation_named(name);
    if (!formulation) return tl::unexpected(formulation.error());
    physics::WorldConfig config = loaded->world;
    config.formulation = *formulation;
    if (const auto reason = physics::unsupported(config)) {
      refusals.push_back(options.scene + ": " + *reason);
    } else {
      configs.push_back(std::move(config));
    }
  }
  std::optional<OutputFile> output;
  if (!options.output.empty()) {
    auto file = OutputFile::open(options.output);
    if (!file) return tl::unexpected(file.error());
    output.emplace(std::move(*file));
  }

  std::vector<Run> runs;
  for (const physics::WorldConfig& config : configs) {
    for (const Division& division : divisions) {
      Run run = simulate_once(config, division, frame.period_ms, controls);
      run.name =
          fmt::format("{} {:g} ms", physics::formulation_name(config.formulation), division.substep_ms);
      runs.push_back(std::move(run));
    }
  }
  if (!runs.empty()) {
    const auto found = reference_run(*loaded, divisions, sample_ms, options.duration, controls, runs.front());
    if (!found) return tl::unexpected(found.error());
    const Run& reference = *found;
    fmt::print("{}: {:g} s, against {}\n", options.scene, options.duration, reference.name);
    fmt::print("{:<38} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}\n", "", "distance",
               "at the end", "joint", "joint", "energy", "momentum", "angular", "substep");
    fmt::print("{:<38} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9}\n", "", "m", "m", "m", "rad",
               "J", "N s", "N m s", "us");
    for (const Run& run : runs) print_row(run, reference);
    if (output) {
      output->write(plot(loaded->scene.name + " against " + reference.name, runs, reference));
      if (auto closed = output->close(); !closed) return closed;
    }
  }
  if (refusals.empty()) return {};
  for (std::size_t i = 0; i + 1 < refusals.size(); ++i) std::cerr << refusals[i] << '\n';
  return fail(ErrorKind::wrong, refusals.back());
}

}  // namespace

void add_compare(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "compare", "The same scene through several formulations: trajectories, drift, energy, cost, plot");
  const auto options = std::make_shared<CompareOptions>();
  command.add_option("SCENE", options->scene, "Scene file (.json)")->required();
  command.add_option("--formulations", options->formulations, "Any of: " + physics::formulation_names())
      ->delimiter(',')
      ->required();
  command
      .add_option(
          "--substep-ms", options->substeps_ms,
          "One or more substeps, separated by commas; each must divide the period (default: the scene's)")
      ->delimiter(',');
  command.add_option("--duration", options->duration, "Simulated time in s (default: 5)");
  command.add_option("--sample-ms", options->sample_ms,
                     "Between comparisons; a multiple of every substep (default: the period)");
  command.add_option("--controls", options->controls, "Controls file: rows time,name,value");
  command.add_option("--output", options->output, "File for the plot (SVG)");
  command.callback([options, &status] {
    const auto result = compare(*options);
    status = result ? kGood : report(result.error());
  });
}

}  // namespace drawbar::tools
