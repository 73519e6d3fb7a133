#include "tests/bench/simbody_chain.h"

#include <Simbody.h>

#include <cmath>

namespace drawbar::test {

using namespace SimTK;

struct SimbodyChain::Implementation {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Force::Gravity gravity{forces, matter, Vec3(0, 0, -9.81)};
  State state;
};

SimbodyChain::SimbodyChain(int bodies, int degrees) : implementation_(std::make_unique<Implementation>()) {
  Implementation& chain = *implementation_;
  // Moments about the body's origin, which is its joint, 0.5 m from its centre of mass.
  const Body::Rigid link(MassProperties(1, Vec3(0.5, 0, 0), Inertia(0.01, 0.34, 0.34)));
  // Simbody's pin turns about z; of the chain the joints' first axis is y.
  const Rotation turned(-Pi / 2, XAxis);
  MobilizedBody parent = chain.matter.Ground();
  for (int i = 0; i < bodies; ++i) {
    const Transform at(turned, Vec3(i == 0 ? 0 : 1, 0, 0)), own(turned, Vec3(0));
    if (degrees == 1) parent = MobilizedBody::Pin(parent, at, link, own);
    if (degrees == 2) parent = MobilizedBody::Universal(parent, at, link, own);
    if (degrees == 3) parent = MobilizedBody::Ball(parent, at, link, own);
  }
  chain.state = chain.system.realizeTopology();
  chain.system.realizeModel(chain.state);
  for (int i = 0; i < chain.state.getNU(); ++i) chain.state.updU()[i] = 0.2 * std::cos(1.3 * i);
}

SimbodyChain::~SimbodyChain() = default;

void SimbodyChain::evaluate() {
  Implementation& chain = *implementation_;
  chain.state.updQ()[chain.state.getNQ() - 1] += 1e-6;
  chain.system.realize(chain.state, Stage::Acceleration);
}

}  // namespace drawbar::test
