// MuJoCo 2.2 (libmujoco-dev): its semi-implicit Euler and RK4. The model is given as URDF, which lists links
// flat where MJCF nests them, and nests no deeper than its XML parser allows.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

std::string urdf(const Chain& chain) {
  char line[512];
  std::string text =
      "<robot name='chain'><mujoco><compiler fusestatic='false' discardvisual='true' balanceinertia='false' "
      "boundmass='0' boundinertia='0'/></mujoco><link name='base'/>";
  for (int i = 0; i < chain.links; ++i) {
    const physics::Vec3 inertia = chain.inertia(i);
    std::snprintf(
        line, sizeof line,
        "<link name='l%d'><inertial><origin xyz='%.17g 0 0'/><mass value='%.17g'/><inertia ixx='%.17g' "
        "iyy='%.17g' izz='%.17g' ixy='0' ixz='0' iyz='0'/></inertial></link>",
        i, 0.5 * Chain::kLength, chain.mass(i), inertia.x(), inertia.y(), inertia.z());
    text += line;
    const std::string parent = i == 0 ? "base" : "l" + std::to_string(i - 1);
    std::snprintf(
        line, sizeof line,
        "<joint name='j%d' type='continuous'><parent link='%s'/><child link='l%d'/><origin xyz='%.17g 0 0'/>"
        "<axis xyz='0 1 0'/></joint>",
        i, parent.c_str(), i, i == 0 ? 0.0 : Chain::kLength);
    text += line;
  }
  return text + "</robot>";
}

class MujocoEngine final : public Engine {
 public:
  MujocoEngine(const Chain& chain, double step, int integrator) {
    mju_user_warning = [](const char*) {};  // what blows up shows in the table
    const std::string text = urdf(chain);
    // Read from a file in memory.
    mjVFS files;
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "chain.urdf", static_cast<int>(text.size()));
    std::copy(text.begin(), text.end(), static_cast<char*>(files.filedata[0]));
    char error[500] = "";
    model_ = mj_loadXML("chain.urdf", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (model_ == nullptr) throw std::runtime_error(error);
    model_->opt.timestep = step;
    model_->opt.integrator = integrator;
    model_->opt.gravity[2] = -Chain::kGravity;
    model_->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_CONSTRAINT;
    data_ = mj_makeData(model_);
    mj_forward(model_, data_);
    first_ = mj_name2id(model_, mjOBJ_BODY, "l0");
  }
  ~MujocoEngine() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) mj_step(model_, data_);
  }
  void read(std::vector<LinkMotion>& links) override {
    mj_forward(model_, data_);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const int body = first_ + static_cast<int>(i);
      mjtNum velocity[6];
      mj_objectVelocity(model_, data_, mjOBJ_BODY, body, velocity, 0);
      const mjtNum* q = data_->xquat + 4 * body;
      const mjtNum* p = data_->xipos + 3 * body;
      links[i] = {{p[0], p[1], p[2]},
                  physics::Quat(q[0], q[1], q[2], q[3]),
                  {velocity[3], velocity[4], velocity[5]},
                  {velocity[0], velocity[1], velocity[2]}};
    }
  }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  int first_ = 0;
};

}  // namespace

void add_mujoco(std::vector<Method>& methods) {
  methods.push_back({"MuJoCo Euler",
                     [](const Chain& chain, double step) {
                       return std::make_unique<MujocoEngine>(chain, step, mjINT_EULER);
                     },
                     200});
  methods.push_back(
      {"MuJoCo RK4",
       [](const Chain& chain, double step) { return std::make_unique<MujocoEngine>(chain, step, mjINT_RK4); },
       200});
}

}  // namespace drawbar::bench
