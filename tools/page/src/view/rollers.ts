// What rolls over the ground and may leave something behind: wheels, and the first and the last road wheel of every belt.
import { Quaternion, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { poseStride } from "../protocol/messages";
import { BodyAnchors, type BodyPoint } from "./body_point";
import { orientationOf } from "./shapes";

export interface Roller {
  /** Its middle, and its axis in the axes of the same body. */
  center: BodyPoint;
  axis: Vector3;
  /** To the ground (m). */
  radius: number;
  halfWidth: number;
  /** The body that moves its rubber by turning, and at which radius (m). */
  turner: number;
  turnRadius: number;
  /** Of what is left behind, which others of the same belt leave at the same place. */
  share: number;
  /** A mark is so long (m). */
  markLength: number;
}

/** A tyre's and a belt's part that touches, of its width. */
const touching = 0.84;
/** Length of a wheel's mark by its radius. */
const markPart = 0.35;
/** A road wheel of a belt is no higher than the lowest by this part of its radius. */
const level = 0.3;

/** `rolling`: bodies that are wheels. */
export function rollersOf(content: scene.SceneT, rolling: ReadonlySet<number>): Roller[] {
  const wheels = [...rolling].map((body): Roller => {
    const [shape] = content.bodies[body].shapes;
    const radius = shape.radius ?? 0;
    return {
      center: { body, point: new Vector3() }, axis: new Vector3(0, 0, 1).applyQuaternion(orientationOf(shape)), radius,
      halfWidth: 0.5 * touching * (shape.length ?? 0), turner: body, turnRadius: radius, share: 1, markLength: markPart * radius,
    };
  });
  const anchors = new BodyAnchors(content);
  return [...wheels, ...content.tracks.flatMap((track) => rollersOfBelt(track, content, anchors))];
}

function rollersOfBelt(track: scene.TrackT, content: scene.SceneT, anchors: BodyAnchors): Roller[] {
  const joint = content.joints.find(({ name }) => name === track.sprocket);
  if (!joint) return [];
  const bottom = ({ position, radius }: scene.TrackWheelT) => (position?.z ?? 0) - (radius ?? 0);
  const lowest = Math.min(...track.wheels.map(bottom));
  const low = track.wheels.filter((wheel) => bottom(wheel) - lowest <= level * (wheel.radius ?? 0));
  const ends = low.length > 1 ? [low[0], low[low.length - 1]] : low;
  const halfWidth = 0.5 * touching * (track.width ?? 0);
  return ends.map((wheel): Roller => {
    const carrier = wheel.body || joint.parent;
    return {
      center: anchors.point(carrier, wheel.position), axis: anchors.direction(carrier, joint.axis), radius: (wheel.radius ?? 0) + track.thickness, halfWidth,
      turner: anchors.id(joint.child), turnRadius: (track.sprocketRadius ?? 0) + track.thickness, share: 1 / ends.length, markLength: 2 * halfWidth,
    };
  });
}

const turn = new Quaternion();
const axle = new Vector3();
const arm = new Vector3();

/** Speed of its rubber over the ground below it, and of its middle (m/s). `newest`: poseStride numbers per body. */
export function slipOf(newest: Float64Array, { center, axis, turner, turnRadius }: Roller): [number, number] {
  const at = center.body * poseStride;
  turn.set(newest[at + 4], newest[at + 5], newest[at + 6], newest[at + 3]);
  const { x, y } = axle.copy(axis).applyQuaternion(turn);
  const about = (body: number) => {
    const [wx, wy, wz] = newest.subarray(body * poseStride + 10, body * poseStride + 13);
    return wx * axle.x + wy * axle.y + wz * axle.z;
  };
  // A belt runs by how much its sprocket turns against what carries it.
  const rate = about(turner) - (turner === center.body ? 0 : about(center.body));
  const { x: ox, y: oy, z: oz } = arm.copy(center.point).applyQuaternion(turn);
  const [vx, vy, , wx, wy, wz] = newest.subarray(at + 7, at + 13);
  const [mx, my] = [vx + wy * oz - wz * oy, vy + wz * ox - wx * oz];
  return [Math.hypot(mx - rate * turnRadius * y, my + rate * turnRadius * x), Math.hypot(mx, my)];
}
