// Cameras: orbit about a point, follow a body, chase behind it. The mouse turns and zooms in each of them.
import { PerspectiveCamera, Quaternion, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

export type CameraMode = "orbit" | "follow" | "chase";

/** Time constants (s) of following a body's place and, in a chase, its heading. */
const placeTime = 0.12;
const headingTime = 0.45;
const vertical = new Vector3(0, 0, 1);

export class Cameras {
  private controls: OrbitControls;
  private current: CameraMode = "orbit";
  private heading = NaN;
  private place: Vector3 | null = null;
  /** What is looked at, from the place of what is followed: a little above it, for more of the way ahead and less of the ground. */
  private aim = new Vector3();

  constructor(
    private camera: PerspectiveCamera,
    canvas: HTMLElement,
  ) {
    this.controls = new OrbitControls(camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = 0.495 * Math.PI;
    this.controls.minDistance = 0.3;
    this.controls.maxDistance = 250;
  }

  get mode(): CameraMode {
    return this.current;
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  look(eye: Vector3, target: Vector3): void {
    this.camera.position.copy(eye);
    this.controls.target.copy(target);
    this.place = null;
    this.heading = NaN;
    this.controls.update();
  }

  /** Whether the mouse turns it: not while the picture is another camera's. */
  set enabled(enabled: boolean) {
    this.controls.enabled = enabled;
  }

  /** From where it looks now it goes along with what is at `position`. */
  keepView(position: Vector3): void {
    this.current = "follow";
    this.controls.enablePan = false;
    this.place = null;
    this.aim.copy(this.controls.target).sub(position);
  }

  /** `size`: largest extent of what is followed (m). A chase begins behind it. */
  setMode(mode: CameraMode, position: Vector3, orientation: Quaternion, size: number): void {
    this.current = mode;
    this.controls.enablePan = mode === "orbit";
    this.place = null;
    this.heading = NaN;
    if (mode === "orbit") return;
    this.aim.set(0, 0, 0.45 * size);
    const target = position.clone().add(this.aim);
    const distance = Math.max(2.5, 5.5 * size);
    if (mode === "chase") {
      const heading = headingOf(orientation) ?? 0;
      this.look(
        new Vector3(-Math.cos(heading) * distance, -Math.sin(heading) * distance, 0.36 * distance).add(target),
        target,
      );
      return;
    }
    const offset = this.camera.position.clone().sub(this.controls.target);
    this.look(offset.setLength(Math.min(offset.length(), 2 * distance)).add(target), target);
  }

  /** Once per picture: `dt` (s) since the last, and the pose of the body to follow. */
  update(dt: number, position: Vector3, orientation: Quaternion): void {
    if (this.current !== "orbit") {
      const goal = position.clone().add(this.aim);
      this.place = this.place?.lerp(goal, 1 - Math.exp(-dt / placeTime)) ?? goal;
      const moved = this.place.clone().sub(this.controls.target);
      this.controls.target.add(moved);
      this.camera.position.add(moved);
    }
    if (this.current === "chase") this.turnWith(dt, orientation);
    this.controls.update();
  }

  private turnWith(dt: number, orientation: Quaternion): void {
    const heading = headingOf(orientation);
    if (heading === null) return;
    if (Number.isNaN(this.heading)) this.heading = heading;
    const behind = Math.atan2(Math.sin(heading - this.heading), Math.cos(heading - this.heading));
    const turn = behind * (1 - Math.exp(-dt / headingTime));
    this.heading += turn;
    const offset = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target).add(offset.applyAxisAngle(vertical, turn));
  }
}

/** Angle of the body's x axis on the ground from the world's; null when it points up or down. */
export function headingOf(orientation: Quaternion): number | null {
  const forward = new Vector3(1, 0, 0).applyQuaternion(orientation);
  return Math.hypot(forward.x, forward.y) < 0.05 ? null : Math.atan2(forward.y, forward.x);
}
