// The free axes of a scene's joints: where each is in the telemetry, and between which limits.
import { Vector3 } from "three";
import * as scene from "#protocol/scene";
import type { SceneMessage } from "../protocol/messages";

const { JointType } = scene;

export interface JointAxis {
  /** Index of the joint in the scene. */
  joint: number;
  /** Which of its free axes. */
  axis: number;
  name: string;
  /** Place in Telemetry.joint_positions. */
  index: number;
  /** deg or m; absent: unlimited. */
  limits?: { lower: number; upper: number };
  angle: boolean;
}

/** Every free axis, in the order of Telemetry.joint_positions. */
export function jointAxes(message: SceneMessage): JointAxis[] {
  let index = 0;
  return message.content.joints.flatMap((joint, j) => {
    const turning = message.joints[j] ? freeAxes[joint.type] : [];
    let slides = 0;
    let turns = 0;
    return turning.map((angle, axis): JointAxis => {
      const ranges = angle ? joint.limitsDeg : joint.limits;
      const range = ranges.length === 1 ? ranges[0] : ranges[angle ? turns : slides];
      if (angle) turns += 1;
      else slides += 1;
      const name = `${message.joints[j].name}${turning.length > 1 ? ` ${axisName(joint, axis)}` : ""}`;
      return { joint: j, axis, name, index: index++, angle, limits: range && range.upper < Number.MAX_VALUE ? range : undefined };
    });
  });
}

/** Of each free axis whether it turns (deg) or slides (m). */
const freeAxes: Record<scene.JointType, boolean[]> = {
  [JointType.fixed]: [],
  [JointType.revolute]: [true],
  [JointType.prismatic]: [false],
  [JointType.cylindrical]: [false, true],
  [JointType.universal]: [true, true],
  [JointType.spherical]: [true, true, true],
  [JointType.planar]: [false, false, true],
  [JointType.distance]: [false],
  [JointType.rope]: [false],
  [JointType.guided]: [false],
};

/** x, y or z where the joint's axis is one of the world's at the initial pose; else its number. */
function axisName(joint: scene.JointT, i: number): string {
  const vector = (v: scene.Vec3T | null, otherwise: Vector3) => (v ? new Vector3(v.x, v.y, v.z).normalize() : otherwise);
  const n0 = vector(joint.axis, new Vector3(1, 0, 0));
  const n1 = vector(joint.axis2, new Vector3(0, 1, 0));
  const axis = i === 0 ? n0 : i === 1 ? n1 : n0.clone().cross(n1);
  if (joint.axis && !joint.axis2 && i > 0) return `${i + 1}`;
  const names = ["x", "y", "z"].filter((_, k) => Math.abs(axis.getComponent(k)) > 0.999);
  return names[0] ?? `${i + 1}`;
}
