// drawbar cigi-terrain SCENE: the terrain that an image generator draws beside the one that wheels stand on.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/world/ray_caster.h"
#include "protocol/port.h"
#include "scenes/exercise/exercise_loader.h"
#include "scenes/loader/loader.h"
#include "tools/client/height_survey.h"
#include "tools/command/command.h"
#include "tools/text/distinct_files.h"
#include "tools/text/output_file.h"

namespace drawbar::tools {
namespace {

using physics::Vec3;

constexpr double kHighest = 10'000;   ///< m: rays for our own terrain begin so high
constexpr double kClearance = 100;    ///< m above our highest point: there the image generator is asked
constexpr double kDefaultReach = 50;  ///< m about the origin, where the scene has no heightfield

struct TerrainArguments {
  std::string scene;
  std::string generator;
  std::uint16_t port = 8001;
  std::vector<double> area;  ///< x, y of two corners, m; empty: the largest heightfield
  std::size_t points = 400;
  double tolerance = 0.05;
  std::string csv;
};

struct TerrainArea {
  double west = -kDefaultReach;
  double south = -kDefaultReach;
  double east = kDefaultReach;
  double north = kDefaultReach;

  double size() const { return (east - west) * (north - south); }
};

/// What a heightfield of this body covers.
TerrainArea area_of(const physics::BodyConfig& body, const physics::ShapeConfig& shape,
                    const physics::Heightfield& field) {
  constexpr double kFar = 1e9;
  TerrainArea area{kFar, kFar, -kFar, -kFar};
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      const Vec3 corner(x * field.spacing * (field.columns - 1), y * field.spacing * (field.rows - 1), 0);
      const Vec3 at = body.position + body.orientation * (shape.position + shape.orientation * corner);
      area = {std::min(area.west, at.x()), std::min(area.south, at.y()), std::max(area.east, at.x()),
              std::max(area.north, at.y())};
    }
  }
  return area;
}

TerrainArea area_of(const physics::WorldConfig& world) {
  std::optional<TerrainArea> largest;
  for (const physics::BodyConfig& body : world.bodies) {
    for (const physics::ShapeConfig& shape : body.shapes) {
      const auto* field = std::get_if<physics::Heightfield>(&shape.geometry);
      if (field == nullptr) continue;
      const TerrainArea area = area_of(body, shape, *field);
      if (!largest || area.size() > largest->size()) largest = area;
    }
  }
  return largest.value_or(TerrainArea());
}

/// Our terrain at the middles of the cells of a grid, as far as it can be seen from above. A point that
/// something that can move covers is left out.
struct OwnTerrain {
  std::vector<Vec3> points;  ///< m, world
  std::size_t empty = 0;     ///< points with nothing below
  std::size_t covered = 0;
};

OwnTerrain own_terrain(const physics::WorldConfig& world, const TerrainArea& area, std::size_t count) {
  const double aspect = (area.east - area.west) / (area.north - area.south);
  const auto columns = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(count) * aspect))));
  const std::size_t rows = std::max<std::size_t>(1, count / columns);
  std::vector<physics::BodyReading> placed;
  for (const physics::BodyConfig& body : world.bodies) {
    placed.emplace_back();
    placed.back().position = body.position;
    placed.back().orientation = body.orientation;
  }
  physics::RayCaster caster(world);
  caster.place(placed);
  OwnTerrain terrain;
  for (std::size_t i = 0; i < columns * rows; ++i) {
    const double u = (static_cast<double>(i % columns) + 0.5) / static_cast<double>(columns);
    const double v = (static_cast<double>(i / columns) + 0.5) / static_cast<double>(rows);
    const Vec3 above(area.west + u * (area.east - area.west), area.south + v * (area.north - area.south),
                     kHighest);
    const auto hit = caster.cast(above, -Vec3::UnitZ(), 2 * kHighest);
    if (!hit) {
      ++terrain.empty;
    } else if (!world.bodies[hit->body].is_static || world.bodies[hit->body].motion) {
      ++terrain.covered;
    } else {
      terrain.points.push_back(hit->position);
    }
  }
  return terrain;
}

struct TerrainComparison {
  std::size_t compared = 0;
  std::size_t silent = 0;
  std::size_t no_terrain = 0;
  double sum = 0;
  double squares = 0;
  double largest = 0;  ///< of either sign
  Vec3 where = Vec3::Zero();

  void add(const Vec3& point, double difference) {
    ++compared;
    sum += difference;
    squares += difference * difference;
    if (std::abs(difference) <= std::abs(largest) && compared > 1) return;
    largest = difference;
    where = point;
  }
};

/// Asked from `height`: how much higher than ours the image generator's terrain is.
Result<TerrainComparison> compare_heights(const std::vector<Vec3>& points, double height,
                                          const std::vector<SurveyedHeight>& answers,
                                          const std::string& csv) {
  TerrainComparison result;
  std::string table = "x,y,z,image_generator_z\n";
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3& own = points[i];
    std::string theirs;
    switch (answers[i].answer) {
      case SurveyAnswer::none:
        ++result.silent;
        break;
      case SurveyAnswer::no_terrain:
        ++result.no_terrain;
        break;
      case SurveyAnswer::height: {
        const double z = height - answers[i].above_terrain;
        result.add(own, z - own.z());
        theirs = fmt::format("{}", z);
        break;
      }
    }
    table += fmt::format("{},{},{},{}\n", own.x(), own.y(), own.z(), theirs);
  }
  if (csv.empty()) return result;
  auto file = OutputFile::open(csv);
  if (!file) return tl::unexpected(file.error());
  file->write(table);
  if (auto written = file->close(); !written) return tl::unexpected(written.error());
  return result;
}

/// Whether all is within the tolerance.
bool tell_comparison(const TerrainArguments& arguments, const TerrainArea& area, const OwnTerrain& own,
                     const TerrainComparison& result) {
  fmt::print(std::cout, "{}: {} points over {:g} x {:g} m\n", arguments.scene, own.points.size(),
             area.east - area.west, area.north - area.south);
  if (own.empty + own.covered > 0)
    fmt::print(std::cout, "  not asked    {} with nothing below, {} under something that can move\n",
               own.empty, own.covered);
  if (result.silent + result.no_terrain > 0)
    fmt::print(std::cout, "  not compared {} not answered, {} where the image generator has no terrain\n",
               result.silent, result.no_terrain);
  if (result.compared > 0) {
    const auto count = static_cast<double>(result.compared);
    // What shows as nothing has no sign of its own.
    const auto shown = [](double metres) { return std::round(metres * 1e4) / 1e4 + 0.0; };
    fmt::print(std::cout,
               "  theirs above ours: mean {:+.4f} m, rms {:.4f} m, largest {:+.4f} m at ({:.2f}, {:.2f})\n",
               shown(result.sum / count), std::sqrt(result.squares / count), shown(result.largest),
               result.where.x(), result.where.y());
  }
  const bool good = result.compared == own.points.size() && result.compared > 0 &&
                    std::abs(result.largest) <= arguments.tolerance;
  fmt::print(std::cout, "{} within {:g} m\n", good ? "good: all" : "wrong: not all", arguments.tolerance);
  return good;
}

Result<bool> survey_terrain(const TerrainArguments& arguments) {
  const auto distinct = check_distinct({{"SCENE", arguments.scene}}, {{"--csv", arguments.csv}});
  if (!distinct) return tl::unexpected(distinct.error());
  const auto generator = parse_endpoint(arguments.generator, 0);
  if (!generator) return fail(ErrorKind::usage, "--cigi: HOST:PORT is needed, such as 192.168.0.20:8000");
  std::optional<scenes::LoadedScene> loaded;
  if (scenes::is_exercise_file(arguments.scene)) {
    auto exercise = scenes::load_exercise_file(arguments.scene);
    if (!exercise) return tl::unexpected(exercise.error());
    loaded = std::move(exercise->scene);
  } else {
    auto scene = scenes::load_file(arguments.scene);
    if (!scene) return tl::unexpected(scene.error());
    loaded = std::move(*scene);
  }
  const auto apart = check_not_read(loaded->files, {{"--csv", arguments.csv}});
  if (!apart) return tl::unexpected(apart.error());
  scenes::Diagnostics errors(arguments.scene);
  const scenes::CigiMapping mapping = scenes::cigi_mapping(loaded->scene.cigi.get(), loaded->world, errors);
  TerrainArea area = area_of(loaded->world);
  if (!arguments.area.empty()) {
    const auto& given = arguments.area;
    area = {std::min(given[0], given[2]), std::min(given[1], given[3]), std::max(given[0], given[2]),
            std::max(given[1], given[3])};
  }
  if (!(area.size() > 0)) return fail(ErrorKind::usage, "--area: needs two corners that span an area");
  const OwnTerrain own = own_terrain(loaded->world, area, arguments.points);
  if (own.points.empty())
    return fail(ErrorKind::wrong, arguments.scene + ": has no terrain there that could be seen from above");
  double height = own.points.front().z();
  for (const Vec3& point : own.points) height = std::max(height, point.z());
  height += kClearance;
  std::vector<Vec3> asked = own.points;
  for (Vec3& point : asked) point.z() = height;
  const auto answers = survey_heights(*generator, arguments.port, mapping, asked);
  if (!answers) return tl::unexpected(answers.error());
  const auto result = compare_heights(own.points, height, *answers, arguments.csv);
  if (!result) return tl::unexpected(result.error());
  return tell_comparison(arguments, area, own, *result);
}

}  // namespace

void add_cigi_terrain(CLI::App& app, int& status) {
  CLI::App& command = *app.add_subcommand(
      "cigi-terrain",
      "Compare the terrain of an image generator (CIGI 3.3, HAT/HOT) with that of a scene; 1: they differ");
  const auto arguments = std::make_shared<TerrainArguments>();
  command.add_option("SCENE", arguments->scene, "Scene or exercise file (.json)")->required();
  command.add_option("--cigi", arguments->generator, "HOST:PORT of the image generator")->required();
  command.add_option("--cigi-port", arguments->port, "UDP port that it answers to; 0: any free one")
      ->check(CLI::Range(0, protocol::kLastPort))
      ->capture_default_str();
  command
      .add_option("--area", arguments->area,
                  "X Y X Y of two corners, m; by default the largest heightfield, or 50 m about the origin")
      ->expected(4);
  command.add_option("--points", arguments->points, "Points to compare, on a grid")
      ->check(CLI::Range(std::size_t{1}, kMostSurveyPoints))
      ->capture_default_str();
  command.add_option("--tolerance", arguments->tolerance, "Largest difference that is good, m")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--csv", arguments->csv, "Write every point to this file");
  command.callback([arguments, &status] {
    const Result<bool> good = survey_terrain(*arguments);
    constexpr int kWrong = 1;
    status = !good ? report(good.error()) : *good ? kGood : kWrong;
  });
}

}  // namespace drawbar::tools
