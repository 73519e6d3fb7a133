// ODE 0.16 (libode-dev): QuickStep with its 20 iterations, its own collision detection in a hash space.
#include <ode/ode.h>

#include "tests/bench/peers/peers.h"

namespace drawbar::bench {
namespace {

constexpr int kMostContacts = 8;  // of one pair

class OdeBoxes final : public BoxEngine {
 public:
  explicit OdeBoxes(const Boxes& boxes) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -Boxes::kGravity);
    dWorldSetQuickStepNumIterations(world_, 20);
    dCreatePlane(space_, 0, 0, 1, 0);
    for (const physics::Vec3& centre : boxes.centres) {
      const dBodyID body = dBodyCreate(world_);
      dMass mass;
      dMassSetBoxTotal(&mass, Boxes::kMass, Boxes::kSize, Boxes::kSize, Boxes::kSize);
      dBodySetMass(body, &mass);
      dBodySetPosition(body, centre.x(), centre.y(), centre.z());
      dGeomSetBody(dCreateBox(space_, Boxes::kSize, Boxes::kSize, Boxes::kSize), body);
      bodies_.push_back(body);
    }
  }
  ~OdeBoxes() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  void advance(int steps) override {
    for (int i = 0; i < steps; ++i) {
      dSpaceCollide(space_, this,
                    [](void* self, dGeomID a, dGeomID b) { static_cast<OdeBoxes*>(self)->touch(a, b); });
      dWorldQuickStep(world_, Boxes::kStep);
      dJointGroupEmpty(contacts_);
    }
  }
  void read(std::vector<physics::Vec3>& centres) override {
    for (std::size_t i = 0; i < centres.size(); ++i) {
      const dReal* p = dBodyGetPosition(bodies_[i]);
      centres[i] = {p[0], p[1], p[2]};
    }
  }

 private:
  void touch(dGeomID a, dGeomID b) {
    dContactGeom found[kMostContacts];
    const int count = dCollide(a, b, kMostContacts, found, sizeof(dContactGeom));
    for (int i = 0; i < count; ++i) {
      dContact contact{};
      contact.surface.mode = dContactApprox1;  // friction in proportion to the load, as a pyramid
      contact.surface.mu = Boxes::kFriction;
      contact.geom = found[i];
      dJointAttach(dJointCreateContact(world_, contacts_, &contact), dGeomGetBody(a), dGeomGetBody(b));
    }
  }

  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  std::vector<dBodyID> bodies_;
};

}  // namespace

void add_ode_boxes(std::vector<BoxMethod>& methods) {
  methods.push_back(
      {"ODE QuickStep, 20 it", [](const Boxes& boxes) { return std::make_unique<OdeBoxes>(boxes); }});
}

}  // namespace drawbar::bench
