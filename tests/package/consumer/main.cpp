// A program of somebody else's: loads a scene, steps it a second, says where things are.
#include <iostream>

#include "physics/world/world.h"
#include "scenes/loader/loader.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto scene = drawbar::scenes::load_file(argv[1]);
  if (!scene) {
    std::cerr << scene.error().text << '\n';
    return 1;
  }
  drawbar::physics::World world(scene->world);
  for (int frame = 0; frame < 25; ++frame) world.step_frame(scene->world.substeps);
  auto state = world.make_frame_state();
  world.observe(state);
  std::cout << scene->world.bodies.back().name << ' ' << state.bodies.back().position.transpose() << '\n';
}
