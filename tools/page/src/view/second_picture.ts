// The picture of a recording beside the session's: its own scene, moved as it was at a moment.
import { PerspectiveCamera, Quaternion, Vector3 } from "three";
import { interpolatePoses } from "../motion/hermite";
import { poseAbsence, poseStride } from "../protocol/messages";
import type { Recording } from "../recording/recording";
import { headingOf, type CameraMode } from "./cameras";
import { PoseReader } from "./pose_reader";
import { fetchVisuals, type SceneFiles } from "./visuals";
import { WorldView } from "./world_view";

const vertical = new Vector3(0, 0, 1);

/** Where a body is and how it is turned. */
interface Place {
  position: Vector3;
  orientation: Quaternion;
}

export class SecondPicture {
  readonly world: WorldView;
  readonly poses: PoseReader;
  readonly camera = new PerspectiveCamera();
  /** s of its own simulation that it shows. */
  shownTime = 0;
  private shown: Float64Array;
  private hidden: Uint8Array;
  private ids: Map<string, number>;
  private turn = new Quaternion();
  private gone = false;

  /** `files`: those of the session; a recording of another scene is drawn by its shapes. */
  constructor(readonly recording: Recording, files: SceneFiles) {
    const { content } = recording;
    this.world = new WorldView(content);
    this.shown = new Float64Array(content.bodies.length * 7);
    this.hidden = new Uint8Array(content.bodies.length);
    this.poses = new PoseReader(this.shown, this.hidden);
    this.ids = new Map(content.bodies.map((body, id) => [`${body.name}`, id]));
    this.show(false);
    void fetchVisuals(content, files).then((visuals) => {
      if (visuals && !this.gone) this.world.dress(visuals);
    });
  }

  /** Only while its own picture is drawn. */
  show(visible: boolean): void {
    this.world.group.visible = visible;
  }

  /** Brings everything to where it was at this time (s); before the beginning and after the end to where it was then. */
  place(time: number): void {
    this.shownTime = Math.min(Math.max(0, time), this.recording.end);
    const around = this.recording.around(this.shownTime);
    if (!around) return;
    const [before, after] = around;
    const dt = after.telemetry.stamp.time - before.telemetry.stamp.time;
    const s = dt > 0 ? (this.shownTime - before.telemetry.stamp.time) / dt : 1;
    interpolatePoses(before.poses, after.poses, dt, Math.min(1, Math.max(0, s)), this.shown);
    for (let body = 0; body < this.hidden.length; ++body) this.hidden[body] = after.poses[body * poseStride + poseAbsence];
    this.world.place(this.poses);
  }

  /** Looks as `camera` does; one that goes along with a body of this name goes along with the recording's own. Returns what it looks at. */
  lookAs(camera: PerspectiveCamera, target: Vector3, mode: CameraMode, name: string, { position, orientation }: Place): Vector3 {
    this.camera.copy(camera, false);
    const body = this.ids.get(name);
    if (mode === "orbit" || body === undefined) return target;
    const own = this.poses.position(body);
    const turned = (headingOf(this.poses.orientation(body)) ?? 0) - (headingOf(orientation) ?? 0);
    this.turn.setFromAxisAngle(vertical, mode === "chase" ? turned : 0);
    const carry = (point: Vector3) => point.clone().sub(position).applyQuaternion(this.turn).add(own);
    this.camera.position.copy(carry(camera.position));
    this.camera.quaternion.premultiply(this.turn);
    return carry(target);
  }

  dispose(): void {
    this.gone = true;
    this.world.dispose();
  }
}
