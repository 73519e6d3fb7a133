// A camera that the scene's author gives: fixed to a body, or to the world.
import { PerspectiveCamera, Quaternion, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { labelOf, words } from "../words";
import { BodyAnchors } from "./body_point";
import type { PoseReader } from "./pose_reader";

/** In the axes of its body; body -1: the world. */
export interface Mount {
  label: string;
  body: number;
  eye: Vector3;
  target: Vector3;
  up: Vector3;
  fieldOfView: number;
  mirror: boolean;
  /** Goes along with its body without turning with it. */
  level: boolean;
}

export function mountsOf(content: scene.SceneT): Mount[] {
  const anchors = new BodyAnchors(content);
  return (content.console?.cameras ?? []).map((camera) => {
    const { body, point: eye } = anchors.point(camera.body, camera.position);
    return {
      label: labelOf(camera, ""), body, eye, target: anchors.point(camera.body, camera.target).point,
      up: new Vector3(0, 0, 1).applyQuaternion(anchors.toBody(body)), fieldOfView: camera.fieldOfViewDeg, mirror: camera.mirror, level: false,
    };
  });
}

/** From above on a body of this size (m), north up: what every scene has. */
export function topMount(body: number, size: number): Mount {
  return {
    label: words("Top"), body, eye: new Vector3(0, 0, Math.max(4, 6 * size)), target: new Vector3(),
    up: new Vector3(0, 1, 0), fieldOfView: 40, mirror: false, level: true,
  };
}

/** Closer than so much (m) is no overview. */
const leastReach = 0.3;

/** From a corner above a body, wherever it turns, so far away that these bodies are in sight as they stand now. `sizes`: of bodies (m). */
export function overviewOf(body: number, bodies: readonly number[], poses: PoseReader, sizes: { size(body: number): number }): Mount {
  const center = poses.position(body);
  const reach = Math.max(...bodies.map((id) => poses.position(id).distanceTo(center) + sizes.size(id) / 2));
  const eye = new Vector3(-1.6, -1.3, 1.1).multiplyScalar(Math.max(leastReach, reach) * 1.2);
  return { label: "", body, eye, target: new Vector3(), up: new Vector3(0, 0, 1), fieldOfView: 45, mirror: false, level: true };
}

/** Brings a camera to where its mount is now. */
export class MountedCamera {
  private body = new Vector3();
  private turn = new Quaternion();
  private target = new Vector3();

  place(camera: PerspectiveCamera, mount: Mount, poses: PoseReader, aspect: number): Vector3 {
    if (mount.body < 0) this.body.set(0, 0, 0);
    else poses.position(mount.body, this.body);
    if (mount.level || mount.body < 0) this.turn.identity();
    else poses.orientation(mount.body, this.turn);
    camera.position.copy(mount.eye).applyQuaternion(this.turn).add(this.body);
    camera.up.copy(mount.up).applyQuaternion(this.turn);
    camera.lookAt(this.target.copy(mount.target).applyQuaternion(this.turn).add(this.body));
    if (camera.fov !== mount.fieldOfView || camera.aspect !== aspect) {
      camera.fov = mount.fieldOfView;
      camera.aspect = aspect;
      camera.updateProjectionMatrix();
    }
    return this.target;
  }
}
