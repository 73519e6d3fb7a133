// A scene as it begins: where its bodies are, and from where it is looked at.
import { Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { poseStride } from "../protocol/messages";
import type { PoseReader } from "./pose_reader";
import { orientationOf } from "./shapes";

/** poseStride numbers per body. */
export function firstPoses(content: scene.SceneT): Float64Array {
  const poses = new Float64Array(content.bodies.length * poseStride);
  content.bodies.forEach((body, id) => {
    const { x, y, z } = body.position ?? { x: 0, y: 0, z: 0 };
    const q = orientationOf(body);
    poses.set([x, y, z, q.w, q.x, q.y, q.z], id * poseStride);
  });
  return poses;
}

/** Where the scene says to begin; else so that everything that moves is in sight (m). `sizes`: of bodies. */
export function firstView(content: scene.SceneT, poses: PoseReader, sizes: { size(body: number): number }): { eye: Vector3; target: Vector3 } {
  const { camera } = content;
  if (camera?.position && camera.target) return { eye: vector(camera.position), target: vector(camera.target) };
  const moving = content.bodies.flatMap((body, id) => (body.static_ ? [] : [id]));
  const places = moving.map((id) => poses.position(id));
  const target = places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length || 1);
  const reach = places.reduce((most, place, i) => Math.max(most, place.distanceTo(target) + sizes.size(moving[i])), 0.4);
  return { eye: new Vector3(-0.72, -0.6, 0.5).multiplyScalar(2.4 * reach).add(target), target };
}

function vector(v: scene.Vec3T): Vector3 {
  return new Vector3(v.x, v.y, v.z);
}
