// Rays through the newest frame: the ground's height, lines of sight, range finders.
#include "server/desks/ray_desk.h"

#include <fmt/format.h>

#include <utility>

#include "protocol/check.h"
#include "protocol/encode.h"
#include "server/frames/frame_encoder.h"

namespace drawbar::server {

namespace {

/// Questions on their way: of thirty clients that ask in every frame, one frame's.
constexpr std::size_t kMostWaiting = 32;

struct Ray {
  physics::Vec3 from;
  physics::Vec3 direction;
  double length;
  double radius;
  physics::BodyId ignored;
};

physics::Vec3 vector_of(const control::Point& point) {
  return {point.x(), point.y(), point.z()};
}

Ray ray_of(const control::Ray& ray) {
  const physics::Vec3 from = vector_of(*ray.from());
  const physics::Vec3 way = vector_of(*ray.to()) - from;
  const double length = way.stableNorm();
  const auto ignored = ray.ignored_body();
  return {from, way / length, length, ray.radius(),
          ignored ? static_cast<physics::BodyId>(*ignored) : physics::kWorldBody};
}

std::unique_ptr<control::Point> point_of(const physics::Vec3& vector) {
  return std::make_unique<control::Point>(vector.x(), vector.y(), vector.z());
}

}  // namespace

struct RayDesk::Shapes {
  physics::WorldConfig config;
  std::optional<physics::RayCaster> caster;
};

RayDesk::RayDesk(const Present& present, SessionTable& sessions) : present_(present), sessions_(sessions) {}

RayDesk::~RayDesk() = default;

Outcome RayDesk::cast(const Session& session, const control::CastRays& message, std::uint32_t request) {
  if (background_ == nullptr || present_.newest == nullptr || waiting_ == kMostWaiting) {
    return Refusal{stream::ErrorCode::Busy, fmt::format("{} questions wait for an answer", waiting_),
                   "CastRays"};
  }
  const std::size_t bodies = present_.newest->state.bodies.size();
  std::vector<Ray> rays;
  for (const control::Ray* ray : *message.rays()) {
    if (ray->ignored_body() && *ray->ignored_body() >= bodies) {
      return Refusal{stream::ErrorCode::NoSuchId,
                     fmt::format("body {} does not exist, the scene has {}", *ray->ignored_body(), bodies),
                     protocol::element("CastRays", "rays", rays.size()) + ".ignored_body"};
    }
    rays.push_back(ray_of(*ray));
  }
  if (shapes_ == nullptr) shapes_ = std::make_shared<Shapes>(Shapes{present_.scene.world, std::nullopt});
  ++waiting_;
  background_->run(
      [shapes = shapes_, placed = present_.newest->state.bodies,
       rays = std::move(rays)](const std::atomic<bool>& ending) {
        if (!shapes->caster) shapes->caster.emplace(shapes->config);
        shapes->caster->place(placed);
        Hits hits;
        for (const Ray& ray : rays) {
          if (ending) break;
          hits.push_back(shapes->caster->cast(ray.from, ray.direction, ray.length, ray.radius, ray.ignored));
        }
        return hits;
      },
      [this, id = session.id, request, asked_over = session.connection,
       stamp = present_.stamp](const Hits& hits) {
        --waiting_;
        if (const Session* asker = sessions_.find(id, asked_over)) answer(*asker, request, stamp, hits);
      });
  return {};
}

void RayDesk::answer(const Session& session, std::uint32_t request, const stream::FrameStamp& stamp,
                     const Hits& hits) {
  stream::RayHitsT answer;
  answer.request = request;
  answer.stamp = std::make_unique<stream::FrameStamp>(stamp);
  for (const std::optional<physics::CastHit>& hit : hits) {
    auto& told = *answer.hits.emplace_back(std::make_unique<stream::RayHitT>());
    if (!hit) continue;
    told.distance = hit->distance;
    told.body = hit->body;
    told.position = point_of(hit->position);
    told.normal = point_of(hit->normal);
  }
  session.connection->send(make_packet(protocol::encode_server(std::move(answer))), Traffic::reliable);
}

}  // namespace drawbar::server
