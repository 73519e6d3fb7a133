// Figure 1 of paper 001 again: time per evaluation of the accelerations of a chain, by method and length,
// beside MuJoCo and Simbody where they are installed, and beside a whole substep of the real-time solver.
//
//   bench_chains --benchmark_format=csv > chains.csv && tests/bench/plot_chains.py chains.csv chains.svg
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "physics/formulations/articulated_body/articulated_body.h"
#include "physics/formulations/composite_body/composite_body.h"
#include "physics/formulations/direct_iterative/direct_iterative.h"
#include "physics/formulations/inverse_iterative/inverse_iterative.h"
#include "physics/formulations/lagrange_multipliers/lagrange_multipliers.h"
#include "tests/support/world_builder.h"
#ifdef DRAWBAR_HAVE_MUJOCO
#include <mujoco/mujoco.h>

#include <cstdio>
#endif
#ifdef DRAWBAR_HAVE_SIMBODY
#include "tests/bench/simbody_chain.h"
#endif

namespace drawbar::test {
namespace {

constexpr double kStep = 1e-3;  // s, between the configurations that warm-started methods meet
constexpr JointType kTypes[] = {JointType::revolute, JointType::universal, JointType::spherical};

WorldBuilder chain_of(std::size_t bodies, int degrees) {
  WorldBuilder b;
  BodyId parent = kWorldBody;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double x = static_cast<double>(i);
    const BodyId link =
        b.body("link" + std::to_string(i), 1, diagonal(0.01, 0.09, 0.09), Vec3(x + 0.5, 0, 0));
    b.joint(kTypes[degrees - 1], parent, link, Vec3(x, 0, 0), Vec3::UnitY());
    parent = link;
  }
  return b;
}

template <class Method>
void accelerations(benchmark::State& state) {
  const auto bodies = static_cast<std::size_t>(state.range(0));
  const WorldConfig config = chain_of(bodies, static_cast<int>(state.range(1))).config;
  const Model model(config);
  const TreeModel tree(model, std::vector<BodyState>(config.bodies.size() + 1));
  TreeKinematics kinematics(model, tree);
  TreeLoad load(tree);
  std::unique_ptr<TreeMethod> method = std::make_unique<Method>(tree);
  std::vector<double> q(tree.coordinates), v(tree.degrees), a(tree.degrees), dq(tree.coordinates);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = 0.3 * std::sin(0.7 * static_cast<double>(i)) + 0.1;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = 0.2 * std::cos(1.3 * static_cast<double>(i));
  tree.normalise(q);
  const std::vector<double> start = q;
  int since = 0;
  const auto evaluate = [&] {
    if (++since == 200) {
      q = start;
      since = 0;
    }
    kinematics.set_positions(q);
    kinematics.set_velocities(v);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const SpatialInertia& inertia = kinematics.inertia[i];
      const Vec3& w = kinematics.velocity[i].angular;
      load.wrench[i] = {inertia.linear(0, 0) * config.gravity, -w.cross(inertia.angular * w)};
      load.bias[i] = kinematics.bias[i];
    }
    method->prepare(kinematics);
    method->solve(load, a);
    kinematics.coordinate_rates(q, v, dq);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += kStep * dq[i];
    benchmark::DoNotOptimize(a.data());
  };
  evaluate();  // what warm-started methods begin with is not what they cost
  for (auto _ : state) evaluate();
}

// The second-order solver from substep to substep: accelerations, integration, joints closed to 1e-7 m.
void whole_substep(benchmark::State& state) {
  constexpr int kSubsteps = 8;
  const WorldBuilder b = chain_of(static_cast<std::size_t>(state.range(0)), static_cast<int>(state.range(1)));
  World world = b.build();
  int done = 0;
  for (auto _ : state) {
    if (done % kSubsteps == 0) world.begin_frame(kSubsteps);
    world.substep();
    if (++done < 200) continue;
    state.PauseTiming();
    world = b.build();  // before the fall becomes a tangle
    done = 0;
    state.ResumeTiming();
  }
}

#ifdef DRAWBAR_HAVE_SIMBODY
void simbody_realize(benchmark::State& state) {
  SimbodyChain chain(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  for (auto _ : state) chain.evaluate();
}
#endif

#ifdef DRAWBAR_HAVE_MUJOCO
void mujoco_forward(benchmark::State& state) {
  const auto bodies = static_cast<int>(state.range(0));
  std::string joints;
  if (state.range(1) == 1) joints = "<joint type='hinge' axis='0 1 0'/>";
  if (state.range(1) == 2) joints = "<joint type='hinge' axis='0 1 0'/><joint type='hinge' axis='0 0 1'/>";
  if (state.range(1) == 3) joints = "<joint type='ball'/>";
  std::string xml =
      "<mujoco><option timestep='0.001'><flag contact='disable' constraint='disable'/></option><worldbody>";
  for (int i = 0; i < bodies; ++i) {
    xml += std::string("<body pos='") + (i == 0 ? "0" : "1") + " 0 0'>" + joints +
           "<inertial pos='0.5 0 0' mass='1' diaginertia='0.01 0.09 0.09'/>";
  }
  for (int i = 0; i < bodies; ++i) xml += "</body>";
  xml += "</worldbody></mujoco>";
  const std::string path =
      "/tmp/drawbar_chain_" + std::to_string(bodies) + "_" + std::to_string(state.range(1)) + ".xml";
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::fputs(xml.c_str(), file);
  std::fclose(file);
  char error[500] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  std::remove(path.c_str());
  if (model == nullptr) {
    state.SkipWithError(error);
    return;
  }
  mjData* data = mj_makeData(model);
  for (int i = 0; i < model->nv; ++i) data->qvel[i] = 0.2 * std::cos(1.3 * i);
  for (auto _ : state) mj_forward(model, data);
  mj_deleteData(data);
  mj_deleteModel(model);
}
BENCHMARK(mujoco_forward)->ArgsProduct({{2, 5, 10, 20, 50, 90}, {1, 2, 3}});  // its XML nests no deeper
#endif

#define CHAINS ->ArgsProduct({{2, 5, 10, 20, 50, 90, 100}, {1, 2, 3}})
BENCHMARK(accelerations<CompositeBody>) CHAINS;
BENCHMARK(accelerations<ArticulatedBody>) CHAINS;
BENCHMARK(accelerations<LagrangeMultipliers>) CHAINS;
BENCHMARK(accelerations<InverseIterative>) CHAINS;
BENCHMARK(accelerations<DirectIterative>) CHAINS;
BENCHMARK(whole_substep) CHAINS;
#ifdef DRAWBAR_HAVE_SIMBODY
BENCHMARK(simbody_realize) CHAINS;
#endif

}  // namespace
}  // namespace drawbar::test

BENCHMARK_MAIN();
