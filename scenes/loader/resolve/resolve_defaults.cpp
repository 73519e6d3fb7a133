// The defaults; the table in scenes/README.md tells authors the same.
#include <algorithm>
#include <cmath>
#include <map>

#include "physics/contact/mass_properties.h"
#include "scenes/loader/convert/convert.h"
#include "scenes/loader/convert/geometry.h"
#include "scenes/loader/convert/tyres.h"
#include "scenes/loader/resolve/resolve.h"

namespace drawbar::scenes {
namespace {

template <class T>
void fill(std::unique_ptr<T>& field, const T& value) {
  if (!field) field = std::make_unique<T>(value);
}

template <class T>
void fill(flatbuffers::Optional<T>& field, const T& value) {
  if (!field.has_value()) field = value;
}

/// Turns `rotation_deg` into `orientation`.
template <class Placed>
void fill_orientation(Placed& placed, const std::string& path, Diagnostics& errors) {
  if (placed.orientation && placed.rotation_deg) {
    errors.add(member(path, "orientation"), "given beside rotation_deg; allowed: one of the two");
  }
  fill(placed.orientation, to_schema(quaternion_of_angles(vec3_or_zero(placed.rotation_deg))));
  placed.rotation_deg.reset();
}

void fill_shape(scene::ShapeT& shape, const std::string& path, Diagnostics& errors) {
  fill(shape.position, scene::Vec3(0, 0, 0));
  if (shape.type != scene::ShapeType::plane) fill_orientation(shape, path, errors);
}

using Densities = std::map<std::string, double, std::less<>>;

/// One density per shape that has a volume; nothing when none is given, an error when only some are.
struct BodySolids {
  std::vector<physics::ShapeConfig> shapes;
  std::vector<double> densities;
  bool any_density = false;
  std::string without_density;  ///< path of the first shape that has none
};

BodySolids solids_of(const scene::BodyT& body, const std::string& path, const Densities& materials) {
  BodySolids solids;
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    const scene::ShapeT& shape = *body.shapes[i];
    if (is_for_static_bodies(shape.type) || shape.sensor) continue;
    physics::ShapeConfig config = shape_config(shape);
    if (!(physics::volume(config.geometry) > 0)) continue;
    const auto material = materials.find(shape.material);
    const bool known = body.density.has_value() || material != materials.end();
    solids.any_density = solids.any_density || known;
    if (!known && solids.without_density.empty()) solids.without_density = element(member(path, "shapes"), i);
    solids.densities.push_back(body.density ? *body.density : known ? material->second : 0.0);
    solids.shapes.push_back(std::move(config));
  }
  return solids;
}

void fill_mass(scene::BodyT& body, const std::string& path, const Densities& materials, Diagnostics& errors) {
  if (!is_free(body)) {
    body.mass.reset();
    body.inertia.reset();
    body.center_of_mass.reset();
    body.density.reset();
    return;
  }
  const bool from_shapes = !body.mass || !body.inertia;
  if (from_shapes) {
    BodySolids solids = solids_of(body, path, materials);
    if (solids.shapes.empty()) {
      const std::string missing = !body.mass ? "mass" : "inertia";
      return errors.add(path, "a moving body without " + missing +
                                  ", and no shape with a volume to derive it from; allowed: give " + missing +
                                  ", or shapes, or \"static\": true");
    }
    if (!body.mass && !solids.any_density) {
      return errors.add(path,
                        "a moving body without mass, and no density to derive it from; allowed: give mass, "
                        "or a density of the body or of its materials");
    }
    if (solids.any_density && !solids.without_density.empty()) {
      return errors.add(solids.without_density,
                        "its material has no density though another shape of the body has one; allowed: a "
                        "density for all of them or for none");
    }
    if (!solids.any_density) std::fill(solids.densities.begin(), solids.densities.end(), 1.0);
    physics::MassProperties derived = physics::mass_properties(solids.shapes, solids.densities);
    if (body.mass) derived = physics::scaled_to_mass(derived, *body.mass);
    fill(body.mass, derived.mass);
    if (!body.inertia) {
      fill(body.inertia, to_schema(derived.inertia));
      fill(body.center_of_mass, to_schema(derived.center_of_mass));
    }
  }
  fill(body.center_of_mass, scene::Vec3(0, 0, 0));
  body.density.reset();
}

void fill_motion(scene::BodyT& body, const std::string& path, Diagnostics& errors) {
  scene::MotionT& motion = *body.motion;
  for (std::size_t i = 0; i < motion.points.size(); ++i) {
    scene::PathPointT& point = *motion.points[i];
    fill(point.position, *body.position);
    if (!point.rotation_deg) fill(point.orientation, *body.orientation);
    fill_orientation(point, element(member(path, "points"), i), errors);
  }
  if (motion.type == scene::MotionType::turn) fill(motion.center, *body.position);
}

void fill_body(scene::BodyT& body, const std::string& path, const Densities& materials, Diagnostics& errors) {
  const scene::Vec3 zero(0, 0, 0);
  fill(body.position, zero);
  fill(body.linear_velocity, zero);
  fill(body.angular_velocity, zero);
  fill_orientation(body, path, errors);
  if (body.motion) fill_motion(body, member(path, "motion"), errors);
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    fill_shape(*body.shapes[i], element(member(path, "shapes"), i), errors);
  }
  // Shapes with errors of their own must not be measured.
  if (errors.clean(path)) fill_mass(body, path, materials, errors);
  if (body.drag_area > 0 && body.center_of_mass) fill(body.drag_center, *body.center_of_mass);
}

/// Turns `control` into the one entry of `inputs`; of a drive, brake or steering.
template <class Commanded>
void fill_inputs(Commanded& commanded, const std::string& path, Diagnostics& errors) {
  if (commanded.control.empty() == commanded.inputs.empty()) {
    errors.add(path, commanded.control.empty()
                         ? "the field \"control\" is missing; allowed: control, or inputs"
                         : "inputs given beside control; allowed: one of the two");
  }
  if (!commanded.control.empty()) {
    auto input = std::make_unique<scene::DriveInputT>();
    input->control = commanded.control;
    commanded.inputs.clear();
    commanded.inputs.push_back(std::move(input));
    commanded.control.clear();
  }
}

void fill_drive(scene::DriveT& drive, const std::string& path, Diagnostics& errors) {
  fill_inputs(drive, path, errors);
  if (!drive.gear) drive.gear = std::make_unique<scene::GearT>();
  const bool closed_loop = drive.mode == scene::DriveMode::speed || drive.mode == scene::DriveMode::position;
  if (!closed_loop || !drive.torque_constant || !drive.supply_voltage) return;
  // Gains in units of the back-EMF at the joint (V s/rad): half of it is stable however light the load, and
  // the integral takes up the rest within about 0.15 s.
  const double back_emf = *drive.torque_constant * drive.gear->ratio;
  if (!drive.controller) drive.controller = std::make_unique<scene::DriveControllerT>();
  fill(drive.controller->speed_proportional, 0.5 * back_emf);
  fill(drive.controller->speed_integral, 10 * back_emf);
  fill(drive.controller->position_proportional, 4.0);
  if (drive.mode == scene::DriveMode::position) fill(drive.speed_limit, *drive.supply_voltage / back_emf);
}

void fill_colors(scene::SceneT& scene) {
  std::map<std::string, std::string> colors;
  for (const auto& material : scene.materials) colors.emplace(material->name, material->color);
  for (const auto& body : scene.bodies) {
    for (const auto& shape : body->shapes) {
      const auto color = colors.find(shape->material);
      if (shape->color.empty() && color != colors.end()) shape->color = color->second;
    }
  }
}

void fill_springs(scene::SceneT& scene) {
  for (const auto& spring : scene.springs) {
    if (!spring->from || !spring->to) continue;
    const physics::Vec3 span = vec3_or_zero(spring->to->position) - vec3_or_zero(spring->from->position);
    fill(spring->rest_length, std::sqrt(span.squaredNorm()));
  }
}

}  // namespace

void fill_defaults(scene::SceneT& scene, Diagnostics& errors) {
  fill(scene.gravity, scene::Vec3(0, 0, -9.81));
  if (!scene.frame) scene.frame = std::make_unique<scene::FrameT>();
  fill(scene.frame->min_substeps, (scene.frame->substeps + 1) / 2);
  Densities densities;
  for (const auto& material : scene.materials) {
    if (material->density) densities.emplace(material->name, *material->density);
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    fill_body(*scene.bodies[i], element("bodies", i), densities, errors);
  }
  for (std::size_t i = 0; i < scene.drives.size(); ++i)
    fill_drive(*scene.drives[i], element("drives", i), errors);
  for (std::size_t i = 0; i < scene.brakes.size(); ++i)
    fill_inputs(*scene.brakes[i], element("brakes", i), errors);
  for (std::size_t i = 0; i < scene.steerings.size(); ++i)
    fill_inputs(*scene.steerings[i], element("steerings", i), errors);
  for (const auto& tyre : scene.tyres) {
    // Settles what a tyre at rest carries within about a second.
    constexpr double kTreadTime = 0.01;
    if (!tyre->magic_formula.empty()) fill(tyre->nominal_load, nominal_load(*tyre));
    fill(tyre->tread_damping, kTreadTime * tread_stiffness(*tyre));
    fill(tyre->vertical_damping, 0.0);
    fill(tyre->rolling_resistance, 0.0);
    fill(tyre->rolling_deflection, rolling_deflection(*tyre));
    fill(tyre->arm_deflection, *tyre->rolling_deflection);
  }
  for (const auto& coupling : scene.couplings) {
    if (coupling->axes.empty()) coupling->axes.assign(coupling->joints.size(), 0);
  }
  for (const auto& control : scene.controls) {
    fill(control->range, scene::Range(-1, 1));
    fill(control->springs_back, control->on_silence == scene::OnSilence::neutral);
  }
  fill_springs(scene);
  fill_colors(scene);
}

}  // namespace drawbar::scenes
