// The ghost: where a reference run was at the session's frame, drawn to be seen through.
import { Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { MotionBuffer } from "../motion/motion_buffer";
import type { FrameMessage } from "../protocol/messages";
import { compose, nowhere } from "./batch";
import { cabsOf } from "./cab";
import { coachesOf } from "./coaches";
import { PoseReader } from "./pose_reader";
import { bodyGeometry, looksOf } from "./shapes";
import { Visuals } from "./visuals";

/** Without a frame for so long (ms) there is no ghost any longer. */
const longestSilence = 1000;

export class Ghost {
  readonly group = new Group();
  private bodies = new Map<number, Mesh>();
  private motion: MotionBuffer;
  private poses: PoseReader;
  private material = new MeshBasicMaterial({ color: 0x9fd8ff, transparent: true, opacity: 0.28, depthWrite: false });
  private position = new Vector3();
  private orientation = new Quaternion();

  constructor(private content: scene.SceneT, periodMs: number) {
    this.dress(new Visuals());
    this.motion = new MotionBuffer(content.bodies.length, periodMs);
    this.poses = new PoseReader(this.motion.shown, this.motion.hidden);
    this.group.visible = false;
  }

  /** As the scene's files show its bodies. */
  dress(visuals: Visuals): void {
    this.undress();
    const [coaches, cabs] = [coachesOf(this.content), cabsOf(this.content)];
    this.content.bodies.forEach((body, id) => {
      const geometry = body.static_ ? null : bodyGeometry(body, looksOf(body, visuals, false), id, { rolls: false, coach: coaches.get(id) ?? null, cabs }, 1);
      if (geometry === null) return;
      const mesh = new Mesh(geometry, this.material);
      mesh.matrixAutoUpdate = mesh.frustumCulled = mesh.visible = false;
      this.bodies.set(id, mesh);
      this.group.add(mesh);
    });
  }

  push(frame: FrameMessage, now: number): void {
    const there = new Set(frame.ids);
    for (const [id, mesh] of this.bodies) mesh.visible = there.has(id);
    this.motion.push(frame, now);
  }

  place(now: number): void {
    this.group.visible = this.motion.silence(now) < longestSilence;
    if (!this.group.visible) return;
    this.motion.sample(now);
    for (const [id, mesh] of this.bodies) {
      this.poses.position(id, this.position);
      this.poses.orientation(id, this.orientation);
      if (this.poses.isHidden(id)) mesh.matrix.copy(nowhere);
      else compose(mesh.matrix, this.position, this.orientation);
    }
  }

  dispose(): void {
    this.group.removeFromParent();
    this.undress();
    this.material.dispose();
  }

  private undress(): void {
    for (const mesh of this.bodies.values()) mesh.geometry.dispose();
    this.bodies.clear();
    this.group.clear();
  }
}
