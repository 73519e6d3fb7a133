#include "tests/contact/oracle/fcl_oracle.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>

#include <memory>

namespace drawbar::test {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> geometry(const OracleShape& s) {
  switch (s.kind) {
    case OracleKind::sphere:
      return std::make_shared<fcl::Sphered>(s.size[0]);
    case OracleKind::box:
      return std::make_shared<fcl::Boxd>(s.size[0], s.size[1], s.size[2]);
    case OracleKind::capsule:
      return std::make_shared<fcl::Capsuled>(s.size[0], s.size[1]);
    case OracleKind::cylinder:
      return std::make_shared<fcl::Cylinderd>(s.size[0], s.size[1]);
    case OracleKind::hull: {
      auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
      for (const auto& p : s.points) vertices->emplace_back(p[0], p[1], p[2]);
      auto faces = std::make_shared<std::vector<int>>();
      for (const auto& f : s.faces) {
        faces->push_back(static_cast<int>(f.size()));
        faces->insert(faces->end(), f.begin(), f.end());
      }
      return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(s.faces.size()), faces);
    }
  }
  return nullptr;
}

fcl::CollisionObjectd object(const OracleShape& s) {
  fcl::Transform3d pose = fcl::Transform3d::Identity();
  pose.translation() = fcl::Vector3d(s.position[0], s.position[1], s.position[2]);
  pose.linear() = fcl::Quaterniond(s.orientation[0], s.orientation[1], s.orientation[2], s.orientation[3])
                      .toRotationMatrix();
  return fcl::CollisionObjectd(geometry(s), pose);
}

}  // namespace

double fcl_distance(const OracleShape& a, const OracleShape& b) {
  const fcl::CollisionObjectd first = object(a);
  const fcl::CollisionObjectd second = object(b);
  fcl::DistanceRequestd request;
  request.distance_tolerance = 1e-8;
  request.gjk_solver_type = fcl::GST_LIBCCD;
  fcl::DistanceResultd result;
  return fcl::distance(&first, &second, request, result);
}

}  // namespace drawbar::test
