// The picture: a scene in its stage, moved by the stream, seen by a camera.
import { Color, PerspectiveCamera, Plane, Quaternion, Raycaster, Vector2, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { MotionBuffer } from "./motion/motion_buffer";
import type { ContactPoint, FrameMessage, SceneMessage } from "./protocol/messages";
import { poseStride } from "./protocol/messages";
import { Cameras, type CameraMode } from "./view/cameras";
import { firstPoses, firstView } from "./view/first_view";
import { Ghost } from "./view/ghost";
import type { Recording } from "./recording/recording";
import { followedBody } from "./scene/followed_body";
import { scenery } from "./view/ground";
import { drawMap, extentOf, type MapPicture } from "./view/map_picture";
import { MountedCamera, mountsOf, overviewOf, topMount, type Mount } from "./view/mounted_camera";
import { PhysicsLines } from "./view/physics_lines";
import { Strokes } from "./view/strokes";
import { Overlays, type OverlayKind } from "./view/overlays";
import { PoseReader } from "./view/pose_reader";
import { SecondPicture } from "./view/second_picture";
import { Stage, type Quality } from "./view/stage";
import { drawStill } from "./view/still";
import { fetchVisuals, type SceneFiles } from "./view/visuals";
import { WorldView } from "./view/world_view";

/** A point of a body, in its axes (m); body -1 is the world. */
export interface Pick {
  body: number;
  point: Vector3;
}

const measureColor = new Color("#ff7ad9");
const pullColor = new Color("#ff9f43");

export interface ViewerEvents {
  /** A body was double-clicked. */
  picked(body: number): void;
  /** What files show has come: the ground looks otherwise. */
  dressed?(): void;
}

/** Where (px) and when (s, ahead) a second recording is shown. */
export interface Beside {
  x: number;
  right: number;
  offset: number;
}

export class Viewer {
  private stage: Stage;
  private cameras: Cameras;
  private world: WorldView | null = null;
  private motion: MotionBuffer | null = null;
  private ghost: Ghost | null = null;
  private overlays: Overlays | null = null;
  private overlay: OverlayKind = "none";
  private physics: PhysicsLines | null = null;
  private strokes = new Strokes();
  private measured: readonly Pick[] = [];
  private held: { from: Pick; to: Vector3 } | null = null;
  private second: SecondPicture | null = null;
  private stills: { scene: SceneMessage; width: number; height: number; done(picture: HTMLCanvasElement): void }[] = [];
  private poses: PoseReader | null = null;
  private names: string[] = [];
  private movable: boolean[] = [];
  private lastDraw = 0;
  /** Of the newest frame: branch and time (s). */
  private newest = { branch: -1, time: 0 };
  /** Body that cameras follow; -1: none. */
  followed = -1;
  /** Cameras of the scene's author, and the one from above. */
  mounts: Mount[] = [];
  private mount: Mount | null = null;
  /** Poses of another moment, shown in place of the stream's. */
  private previewed: Float64Array | null = null;
  private previewedTime = 0;
  private mounted = new MountedCamera();
  private mountCamera = new PerspectiveCamera(50, 1, 0.05, 900);
  private position = new Vector3();
  private orientation = new Quaternion();

  /** Throws where the browser cannot draw. */
  constructor(private canvas: HTMLCanvasElement, quality: Quality, private files: SceneFiles, private events: ViewerEvents) {
    this.stage = new Stage(canvas, quality);
    this.mountCamera.layers.enable(scenery);
    this.cameras = new Cameras(this.stage.camera, canvas);
    this.cameras.look(new Vector3(-6, -5, 4), new Vector3());
    this.stage.scene.add(this.strokes.lines);
    canvas.addEventListener("dblclick", (event) => {
      const body = this.world?.pick(this.rayAt(event.offsetX, event.offsetY)) ?? -1;
      if (body >= 0 && this.movable[body]) events.picked(body);
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
    this.names = message.bodyNames;
    this.movable = content.bodies.map((body) => !body.static_);
    this.motion = new MotionBuffer(content.bodies.length, message.periodMs, firstPoses(content));
    this.poses = new PoseReader(this.motion.shown, this.motion.hidden);
    this.world.place(this.poses);
    this.ghost?.dispose();
    this.ghost = new Ghost(content, message.periodMs);
    this.stage.scene.add(this.ghost.group);
    this.overlays?.dispose();
    this.overlays = new Overlays(content, content.bodies.map((_, id) => this.world!.size(id)));
    this.overlays.show(this.overlay);
    this.stage.scene.add(this.overlays.group);
    this.followed = followedBody(content);
    this.physics = new PhysicsLines(message, content.bodies.map((_, id) => this.world!.size(id)), this.followed);
    this.measured = [];
    this.held = null;
    this.mounts = mountsOf(content);
    this.mount = null;
    const { eye, target } = firstView(content, this.poses, this.world);
    this.cameras.look(eye, target);
    void this.dress(this.world, this.ghost, content);
  }

  /** The shapes are drawn until all files that show the scene have come. */
  private async dress(world: WorldView, ghost: Ghost, content: scene.SceneT): Promise<void> {
    const visuals = await fetchVisuals(content, this.files);
    if (!visuals || this.world !== world || !this.poses) return;
    world.dress(visuals);
    world.place(this.poses);
    ghost.dress(visuals);
    this.events.dressed?.();
  }

  /** What is drawn over the main picture, in this scene and the next. */
  showOverlay(kind: OverlayKind): void {
    this.overlay = kind;
    this.overlays?.show(kind);
  }

  /** After the language has changed: cameras are called by other names. */
  speak(content: scene.SceneT): void {
    this.mounts = mountsOf(content);
  }

  /** The ground from above, without what moves. */
  map(content: scene.SceneT): MapPicture {
    const { world } = this;
    world?.showMoving(false);
    const picture = drawMap(this.stage, extentOf(content));
    world?.showMoving(true);
    return picture;
  }

  /** A picture of another scene as it begins (px), drawn before the next one of this; null where nothing is drawn. */
  still(scene: SceneMessage, width: number, height: number): Promise<HTMLCanvasElement | null> {
    if (!this.stage.draws) return Promise.resolve(null);
    return new Promise((done) => this.stills.push({ scene, width, height, done }));
  }

  /** The stream begins anew, from this or another server. */
  restartStream(): void {
    this.motion?.restart();
  }

  push(frame: FrameMessage): void {
    const { branch, time } = frame.stamp;
    if (branch !== this.newest.branch || time < this.newest.time) this.world?.clearTraces();
    this.newest = { branch, time };
    this.motion?.push(frame, performance.now());
    if (this.newestPoses) this.physics?.note(this.newestPoses, frame.stamp.branch, this.followed);
  }

  /** Of the newest frame, for the overlays. */
  setContacts(contacts: readonly ContactPoint[]): void {
    this.physics?.setContacts(contacts);
  }

  /** What the overlay tells in words and numbers. */
  get figures(): string {
    return this.physics?.figures(this.overlay) ?? "";
  }

  /** What is drawn at this place of the canvas (px); null: nothing solid. */
  pickAt(x: number, y: number): Pick | null {
    const hit = this.world?.hit(this.rayAt(x, y));
    if (!hit || !this.poses) return null;
    const { body } = hit;
    const point = body < 0 ? hit.point : hit.point.clone().sub(this.poses.position(body)).applyQuaternion(this.poses.orientation(body).invert());
    return { body, point };
  }

  /** Where it is drawn now (m, world). */
  placeOf({ body, point }: Pick): Vector3 {
    return this.poses!.toWorld(body, point);
  }

  /** Where it is in the newest frame, which is drawn a little later, and the velocity of its body's origin (m/s). */
  newestOf({ body, point }: Pick): { place: Vector3; velocity: Vector3 } {
    const poses = this.newestPoses;
    if (!poses || body < 0) return { place: point.clone(), velocity: new Vector3() };
    const at = body * poseStride;
    const turn = new Quaternion(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 3]);
    return { place: point.clone().applyQuaternion(turn).add(new Vector3().fromArray(poses, at)), velocity: new Vector3().fromArray(poses, at + 7) };
  }

  /** The point (m, world) at this place of the canvas (px) that is as deep in the picture as `through`. */
  pointAt(x: number, y: number, through: Vector3): Vector3 {
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new Vector3()), through);
    return this.rayAt(x, y).ray.intersectPlane(plane, new Vector3()) ?? through;
  }

  movesByForce(body: number): boolean {
    return this.movable[body] ?? false;
  }

  sizeOf(body: number): number {
    return this.world?.size(body) ?? 0;
  }

  /** Points between which a line is drawn. */
  setMeasured(points: readonly Pick[]): void {
    this.measured = points;
  }

  /** A pull that is drawn; null: none. */
  setPull(pull: { from: Pick; to: Vector3 } | null): void {
    this.held = pull;
  }

  pushGhost(frame: FrameMessage): void {
    this.ghost?.push(frame, performance.now());
  }

  /** A recording beside the session, in a picture of its own; null: none. */
  setSecond(recording: Recording | null): void {
    this.second?.dispose();
    this.second = recording && new SecondPicture(recording, this.files);
    if (this.second) this.stage.scene.add(this.second.world.group);
  }

  /** s of the second recording's simulation that is shown. */
  get secondTime(): number {
    return this.second?.shownTime ?? 0;
  }

  setCamera(mode: CameraMode): void {
    this.mount = null;
    this.readFollowed();
    this.cameras.setMode(mode, this.position, this.orientation, this.world?.size(this.followed) ?? 1);
  }

  /** The picture of one of `mounts`. */
  setMount(mount: Mount): void {
    this.mount = mount;
  }

  /** poseStride numbers per body, and when (s) that was; null: the stream's poses again. */
  preview(poses: Float64Array | null, time = 0): void {
    this.previewed = poses;
    this.previewedTime = time;
  }

  /** From behind and above on a body, so far away that these bodies are in sight as they stand now; null before there is a scene. */
  overview(body: number, bodies: readonly number[]): Mount | null {
    const { world, poses } = this;
    return world && poses && overviewOf(body, bodies, poses, world);
  }

  /** Of the body that is followed. */
  get top(): Mount {
    return topMount(this.followed, this.world?.size(this.followed) ?? 1);
  }

  /** The first view goes along with the body that the scene's camera follows. */
  followFirstView(): void {
    this.readFollowed();
    this.cameras.keepView(this.position);
  }

  /** ms since a frame last arrived; NaN before the first. */
  silence(now: number): number {
    return this.motion?.silence(now) ?? NaN;
  }

  /** poseStride numbers per body of the newest frame; null before there is one. */
  get newestPoses(): Float64Array | null {
    return this.motion?.newestPoses ?? null;
  }

  /** Position and orientation (w x y z) of every body as drawn, 7 numbers each; null before there is a scene. */
  get shownPoses(): Float64Array | null {
    return this.motion?.shown ?? null;
  }

  /**
   * `middle`: where in the window what cameras look at is drawn (px). `insets`: pictures that other cameras draw beside the main one.
   * `beside`: from where to where (px) a second recording is drawn, and by how much (s) it is ahead.
   */
  draw(now: number, middle: { x: number; y: number }, insets: readonly { picture: CanvasRenderingContext2D; mount: Mount }[], beside: Beside = { x: 0, right: 0, offset: 0 }): void {
    const dt = Math.min(0.5, (now - this.lastDraw) / 1000);
    this.lastDraw = now;
    if (this.previewed) this.motion?.show(this.previewed);
    else this.motion?.sample(now);
    if (!this.world || !this.poses) return;
    // Nobody sees it: only the numbers go on.
    if (!this.stage.draws) return this.second?.place(this.secondAt(beside));
    this.world.place(this.poses);
    // What is previewed leaves no traces.
    if (!this.previewed) this.world.leaveTraces(dt, this.poses, this.motion?.newestPoses ?? null, this.stage.dusty);
    this.ghost?.place(now);
    this.readFollowed();
    this.cameras.enabled = this.mount === null;
    this.cameras.update(dt, this.position, this.orientation);
    // Over the main picture only: in a small one they would cover it.
    if (this.overlays) this.overlays.group.visible = false;
    this.strokes.lines.visible = false;
    const still = this.stills.shift();
    if (still) still.done(this.withoutSession(() => drawStill(this.stage, still.scene, still.width, still.height)));
    // The light of a still stands elsewhere: small pictures wait for the next one.
    for (const { picture, mount } of still ? [] : insets) {
      this.mounted.place(this.mountCamera, mount, this.poses, picture.canvas.width / picture.canvas.height);
      this.stage.drawInto(picture, this.mountCamera, mount);
    }
    this.overlays?.show(this.overlay);
    this.overlays?.place(this.poses);
    this.drawStrokes();
    const { mount } = this;
    const target = mount ? this.mounted.place(this.mountCamera, mount, this.poses, this.stage.aspect) : this.cameras.target;
    this.world.seeFrom(this.camera.position, this.second !== null);
    if (this.second) return this.drawBoth(this.second, target, middle, beside);
    this.stage.center(this.camera, middle.x, middle.y);
    this.stage.draw(this.camera, target);
  }

  /**
   * The session at the left of the border, the recording at its right: equal moments are equal pictures, so the traces of the
   * session's wheels, which the recording's have not left, are in neither.
   */
  private drawBoth(second: SecondPicture, target: Vector3, middle: { x: number; y: number }, border: Beside): void {
    const { stage, camera, mount, world, position, orientation } = this;
    const { x, right } = border;
    const left = 2 * x - right;
    second.place(this.secondAt(border));
    const secondTarget = mount ? this.mounted.place(second.camera, mount, second.poses, stage.aspect).clone()
      : second.lookAs(camera, target, this.cameraMode, this.names[this.followed] ?? "", { position, orientation });
    second.world.seeFrom(second.camera.position, true);
    world!.showTraces(false);
    stage.center(camera, (left + x) / 2, middle.y);
    stage.draw(camera, target, { left: 0, right: x });
    this.withoutSession(() => {
      second.show(true);
      stage.center(second.camera, (x + right) / 2, middle.y);
      stage.draw(second.camera, secondTarget, { left: x, right: stage.right });
      second.show(false);
    });
    world!.showTraces(true);
  }

  /** s of the second recording's simulation, while the session shows what it shows. */
  private secondAt({ offset }: Beside): number {
    return (this.previewed ? this.previewedTime : this.motion!.shownTime) + offset;
  }

  /** What is drawn meanwhile shows nothing of the session. */
  private withoutSession<T>(draw: () => T): T {
    const own = [this.world?.group, this.ghost?.group, this.overlays?.group, this.strokes.lines].filter((group) => group?.visible);
    for (const group of own) group!.visible = false;
    try {
      return draw();
    } finally {
      for (const group of own) group!.visible = true;
    }
  }

  private drawStrokes(): void {
    const { strokes, poses, measured, held } = this;
    strokes.begin();
    this.physics?.draw(strokes, this.overlay, poses!);
    const places = measured.map((point) => this.placeOf(point));
    const size = 0.012 * this.camera.position.distanceTo(places[0] ?? this.cameras.target);
    for (const place of places) strokes.cross(place, size, measureColor);
    if (places.length === 2) strokes.line(places[0], places[1], measureColor);
    if (held) strokes.arrow(this.placeOf(held.from), held.to, pullColor);
    strokes.end();
  }

  private rayAt(x: number, y: number): Raycaster {
    const { clientWidth, clientHeight } = this.canvas;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), this.camera);
    return ray;
  }

  private get camera(): PerspectiveCamera {
    return this.mount ? this.mountCamera : this.stage.camera;
  }

  private readFollowed(): void {
    if (!this.poses || this.followed < 0) return;
    this.poses.position(this.followed, this.position);
    this.poses.orientation(this.followed, this.orientation);
  }
}
