// A small picture of a scene that does not run, as it begins: to choose it by.
import { PerspectiveCamera } from "three";
import { connectedWith } from "../machines";
import { poseStride, type SceneMessage } from "../protocol/messages";
import { followedBody } from "../scene/followed_body";
import { firstPoses, firstView } from "./first_view";
import { scenery } from "./ground";
import { MountedCamera, overviewOf } from "./mounted_camera";
import { PoseReader } from "./pose_reader";
import type { Stage } from "./stage";
import { WorldView } from "./world_view";

/**
 * From where the scene's author looks, else from behind and above on the machine that is driven. By shapes alone: files in their
 * place belong to the scene that runs. Nothing else may be visible on the stage.
 */
export function drawStill(stage: Stage, message: SceneMessage, width: number, height: number): HTMLCanvasElement {
  const { content } = message;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const world = new WorldView(content);
  const first = firstPoses(content);
  const shown = new Float64Array(content.bodies.length * 7);
  content.bodies.forEach((_, id) => shown.set(first.subarray(id * poseStride, id * poseStride + 7), id * 7));
  const poses = new PoseReader(shown, new Uint8Array(content.bodies.length));
  world.place(poses);
  const camera = new PerspectiveCamera(45, width / height, 0.05, 900);
  camera.layers.enable(scenery);
  const target = aim(camera, message, world, poses);
  camera.updateMatrixWorld();
  world.seeFrom(camera.position, true);
  stage.scene.add(world.group);
  stage.withGrid(!world.hasGround, () => stage.drawInto(canvas.getContext("2d")!, camera, { focus: target }));
  world.dispose();
  return canvas;
}

/** Returns what it looks at. */
function aim(camera: PerspectiveCamera, message: SceneMessage, world: WorldView, poses: PoseReader) {
  const { content } = message;
  const body = followedBody(content);
  const author = content.camera;
  if (body >= 0 && !(author?.position && author.target)) {
    const mount = overviewOf(body, connectedWith(message, body), poses, world);
    return new MountedCamera().place(camera, mount, poses, camera.aspect);
  }
  const { eye, target } = firstView(content, poses, world);
  camera.position.copy(eye);
  camera.lookAt(target);
  return target;
}
