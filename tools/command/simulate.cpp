// drawbar simulate SCENE: as fast as it goes, no network; the contract of DESIGN section 4.
#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "physics/formulations/registry.h"
#include "physics/world/world.h"
#include "protocol/state_hash.h"
#include "scenes/loader/controls_file.h"
#include "scenes/loader/loader.h"
#include "scenes/loader/text/number_text.h"
#include "tools/command/command.h"
#include "tools/command/csv_table.h"
#include "tools/command/division.h"
#include "tools/command/output_file.h"

namespace drawbar::tools {
namespace {

constexpr std::size_t kWriteAt = 1u << 16;
/// Initial velocities may be this far (m/s) from what the joints allow without a warning.
constexpr double kVelocityRounding = 1e-9;

struct SimulateOptions {
  std::string scene;
  double duration = 0;
  std::optional<double> substep_ms;
  std::optional<double> sample_ms;
  std::string formulation;
  std::string controls;
  std::string output;
  std::string hashes;
};

/// Writes `frame,hash` rows.
class HashTable {
 public:
  HashTable(OutputFile file, const physics::World& world) : file_(std::move(file)) {
    bytes_.reserve(world.state_capacity());
    file_.write("frame,hash\n");
  }
  void add(const physics::World& world) {
    world.save_state(bytes_);
    file_.write(fmt::format("{},{:016x}\n", world.frame(), protocol::state_hash(bytes_)));
  }
  Result<void> close() { return file_.close(); }

 private:
  OutputFile file_;
  std::vector<std::byte> bytes_;
};

/// The run itself: controls between frames, samples between substeps. A frame without a sample inside is
/// stepped whole, as the daemon does it.
Result<void> run(physics::World& world, const Division& division, double period_ms,
                 const scenes::ControlsFile& controls, OutputFile& output, HashTable* hashes) {
  physics::FrameState state = world.make_frame_state();
  std::string text = csv_header(world.config());
  const auto sample = [&](std::uint64_t substep) {
    world.observe(state);
    append_csv_row(text, world.config(), state, division.time(substep, period_ms));
    world.reset_error_peaks();
    if (text.size() >= kWriteAt) {
      output.write(text);
      text.clear();
    }
  };
  sample(0);
  if (hashes != nullptr) hashes->add(world);
  const auto substeps = static_cast<std::uint64_t>(division.substeps);
  for (std::uint64_t k = 0; k < division.total;) {
    for (const scenes::ControlRow& row : controls.at(world.frame()))
      world.set_control(row.control, row.value);
    const std::uint64_t frame_end = k + substeps;
    const std::uint64_t next_sample = (k / division.sample_every + 1) * division.sample_every;
    if (frame_end <= std::min(next_sample, division.total)) {
      world.step_frame(division.substeps);
      k = frame_end;
      if (k == next_sample) sample(k);
    } else {
      world.begin_frame(division.substeps);
      while (k < std::min(frame_end, division.total)) {
        world.substep();
        if (++k % division.sample_every == 0) sample(k);
      }
    }
    if (hashes != nullptr && k == frame_end) hashes->add(world);
  }
  output.write(text);
  return output.close();
}

Result<void> simulate(const SimulateOptions& options) {
  auto loaded = scenes::load_file(options.scene);
  if (!loaded) return tl::unexpected(loaded.error());
  const scene::FrameT& frame = *loaded->scene.frame;
  const auto division = divide(frame, options.substep_ms, options.sample_ms, options.duration);
  if (!division) return tl::unexpected(division.error());
  if (!options.formulation.empty()) {
    const auto formulation = formulation_named(options.formulation);
    if (!formulation) return tl::unexpected(formulation.error());
    loaded->world.formulation = *formulation;
    if (const auto reason = physics::unsupported(loaded->world)) {
      return fail(ErrorKind::wrong, options.scene + ": " + *reason);
    }
  }
  scenes::ControlsFile controls;
  if (!options.controls.empty()) {
    auto read = scenes::load_controls(options.controls, frame.period_ms, loaded->world.controls);
    if (!read) return tl::unexpected(read.error());
    for (const std::string& warning : read->warnings) std::cerr << warning << '\n';
    controls = std::move(*read);
  }
  auto output = OutputFile::open(options.output);
  if (!output) return tl::unexpected(output.error());
  loaded->world.substeps = division->substeps;
  physics::World world(std::move(loaded->world));
  if (world.initial_velocity_correction() > kVelocityRounding) {
    std::cerr << options.scene
              << ": warning: joints forbid the initial velocities; they were changed by up to "
              << scenes::number_text(world.initial_velocity_correction()) << " m/s\n";
  }
  std::optional<HashTable> hashes;
  if (!options.hashes.empty()) {
    auto file = OutputFile::open(options.hashes);
    if (!file) return tl::unexpected(file.error());
    hashes.emplace(std::move(*file), world);
  }
  const auto written = run(world, *division, frame.period_ms, controls, *output, hashes ? &*hashes : nullptr);
  if (!written) return written;
  return hashes ? hashes->close() : Result<void>{};
}

}  // namespace

void add_simulate(CLI::App& app, int& status) {
  CLI::App& command =
      *app.add_subcommand("simulate", "Simulate a scene as fast as it goes and write a table (CSV)");
  const auto options = std::make_shared<SimulateOptions>();
  command.add_option("SCENE", options->scene, "Scene file (.json)")->required();
  command.add_option("--duration", options->duration, "Simulated time in s")->required();
  command.add_option("--substep-ms", options->substep_ms,
                     "Length of a substep; must divide the period (default: the scene's)");
  command.add_option("--sample-ms", options->sample_ms,
                     "Between rows; a multiple of the substep (default: the period)");
  command.add_option("--formulation", options->formulation,
                     "Solver: " + physics::formulation_names() + " (default: the scene's)");
  command.add_option("--controls", options->controls, "Controls file: rows time,name,value");
  command.add_option("--output", options->output, "File for the table (default: standard output)");
  command.add_option("--hashes", options->hashes, "File for the state hash of every frame: rows frame,hash");
  command.callback([options, &status] {
    const auto result = simulate(*options);
    status = result ? kGood : report(result.error());
  });
}

}  // namespace drawbar::tools
