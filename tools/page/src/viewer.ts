// The picture: a scene in its stage, moved by the stream, seen by a camera.
import { Quaternion, Raycaster, Vector2, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { MotionBuffer } from "./motion/motion_buffer";
import type { FrameMessage, SceneMessage } from "./protocol/messages";
import { poseStride } from "./protocol/messages";
import { Cameras, type CameraMode } from "./view/cameras";
import { PoseReader } from "./view/pose_reader";
import { orientationOf } from "./view/shapes";
import { Stage, type Quality } from "./view/stage";
import { WorldView } from "./view/world_view";

export class Viewer {
  private stage: Stage;
  private cameras: Cameras;
  private world: WorldView | null = null;
  private motion: MotionBuffer | null = null;
  private poses: PoseReader | null = null;
  private movable: boolean[] = [];
  private lastDraw = 0;
  /** Body that cameras follow and instruments show; -1: none. */
  followed = -1;
  private position = new Vector3();
  private orientation = new Quaternion();

  /** `onPick`: a body was double-clicked. Throws where the browser cannot draw. */
  constructor(canvas: HTMLCanvasElement, quality: Quality, onPick: (body: number) => void) {
    this.stage = new Stage(canvas, quality);
    this.cameras = new Cameras(this.stage.camera, canvas);
    this.cameras.look(new Vector3(-6, -5, 4), new Vector3());
    canvas.addEventListener("dblclick", (event) => {
      const place = new Vector2((event.offsetX / canvas.clientWidth) * 2 - 1, 1 - (event.offsetY / canvas.clientHeight) * 2);
      const ray = new Raycaster();
      ray.setFromCamera(place, this.stage.camera);
      const body = this.world?.pick(ray) ?? -1;
      if (body >= 0 && this.movable[body]) onPick(body);
    });
  }

  get cameraMode(): CameraMode {
    return this.cameras.mode;
  }

  setScene(message: SceneMessage): void {
    const { content } = message;
    this.world?.dispose();
    this.world = new WorldView(content);
    this.stage.scene.add(this.world.group);
    this.stage.showGrid(!this.world.hasGround);
    this.movable = content.bodies.map((body) => !body.static_);
    this.motion = new MotionBuffer(content.bodies.length, message.periodMs, initialPoses(content));
    this.poses = new PoseReader(this.motion.shown);
    this.world.place(this.poses);
    this.followed = vehicleOf(content);
    this.lookAt(content);
  }

  /** The stream begins anew, from this or another server. */
  restartStream(): void {
    this.motion?.restart();
  }

  push(frame: FrameMessage): void {
    this.motion?.push(frame, performance.now());
  }

  setCamera(mode: CameraMode): void {
    this.readFollowed();
    this.cameras.setMode(mode, this.position, this.orientation, this.world?.size(this.followed) ?? 1);
  }

  /** ms since a frame last arrived; NaN before the first. */
  silence(now: number): number {
    return this.motion?.silence(now) ?? NaN;
  }

  /** Velocity (m/s) and pose of the body that is followed, as the newest frame says; null before there is one. */
  followedMotion(): { velocity: [number, number, number]; position: Vector3; orientation: Quaternion } | null {
    if (!this.motion || this.followed < 0) return null;
    return { velocity: this.motion.velocity(this.followed), position: this.position, orientation: this.orientation };
  }

  draw(now: number): void {
    const dt = Math.min(0.5, (now - this.lastDraw) / 1000);
    this.lastDraw = now;
    this.motion?.sample(now);
    if (this.world && this.poses) this.world.place(this.poses);
    this.readFollowed();
    this.cameras.update(dt, this.position, this.orientation);
    this.stage.draw(this.cameras.target);
  }

  private readFollowed(): void {
    if (!this.poses || this.followed < 0) return;
    this.poses.position(this.followed, this.position);
    this.poses.orientation(this.followed, this.orientation);
  }

  /** Where the scene says to begin; else so that everything that moves is in sight. */
  private lookAt(content: scene.SceneT): void {
    const { camera } = content;
    if (camera?.position && camera.target) {
      this.cameras.look(vector(camera.position), vector(camera.target));
      return;
    }
    const places = content.bodies.flatMap((body, id) => (body.static_ ? [] : [this.poses!.position(id)]));
    const center = places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length || 1);
    const reach = places.reduce((most, place, i) => Math.max(most, place.distanceTo(center) + this.world!.size(i)), 1);
    this.cameras.look(new Vector3(-0.72, -0.6, 0.5).multiplyScalar(3 * reach).add(center), center);
  }
}

function vector(v: scene.Vec3T): Vector3 {
  return new Vector3(v.x, v.y, v.z);
}

function initialPoses(content: scene.SceneT): Float64Array {
  const poses = new Float64Array(content.bodies.length * poseStride);
  content.bodies.forEach((body, id) => {
    const { x, y, z } = body.position ?? { x: 0, y: 0, z: 0 };
    const q = orientationOf(body);
    poses.set([x, y, z, q.w, q.x, q.y, q.z], id * poseStride);
  });
  return poses;
}

/** What the scene's camera follows; else what the first drive moves; else the heaviest body; -1 without any. */
function vehicleOf(content: scene.SceneT): number {
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
