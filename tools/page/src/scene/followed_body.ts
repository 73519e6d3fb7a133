// The body that cameras follow from the start, and whose machine is driven.
import type * as scene from "#protocol/scene";

/** What the scene's camera follows; else what the first drive moves; else the heaviest body; -1 without any. */
export function followedBody(content: scene.SceneT): number {
  const find = (name: unknown) => content.bodies.findIndex((body) => body.name === name && !body.static_);
  const follow = content.camera?.follow ? find(content.camera.follow) : -1;
  if (follow >= 0) return follow;
  const joint = content.joints.find((candidate) => candidate.name === content.drives[0]?.joint);
  const driven = joint ? Math.max(find(joint.parent), joint.parent === "world" ? find(joint.child) : -1) : -1;
  if (driven >= 0) return driven;
  return content.bodies.reduce(
    (best, body, id) => (!body.static_ && (best < 0 || (body.mass ?? 0) > (content.bodies[best].mass ?? 0)) ? id : best),
    -1,
  );
}
