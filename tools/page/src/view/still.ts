// A small picture of a scene that does not run, as it begins: to choose it by.
import { PerspectiveCamera } from "three";
import type * as scene from "#protocol/scene";
import { poseStride } from "../protocol/messages";
import { firstPoses, firstView } from "./first_view";
import { scenery } from "./ground";
import { PoseReader } from "./pose_reader";
import type { Stage } from "./stage";
import { WorldView } from "./world_view";

/** Drawn by shapes alone: files in their place belong to the scene that runs. Nothing else may be visible on the stage. */
export function drawStill(stage: Stage, content: scene.SceneT, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const world = new WorldView(content);
  const first = firstPoses(content);
  const shown = new Float64Array(content.bodies.length * 7);
  content.bodies.forEach((_, id) => shown.set(first.subarray(id * poseStride, id * poseStride + 7), id * 7));
  const poses = new PoseReader(shown, new Uint8Array(content.bodies.length));
  world.place(poses);
  const { eye, target } = firstView(content, poses, world);
  const camera = new PerspectiveCamera(45, width / height, 0.05, 900);
  camera.layers.enable(scenery);
  camera.position.copy(eye);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  world.seeFrom(eye, true);
  stage.scene.add(world.group);
  stage.withGrid(!world.hasGround, () => stage.drawInto(canvas.getContext("2d")!, camera, { focus: target }));
  world.dispose();
  return canvas;
}
