// Which bodies are road vehicles, and where their wheels are: what tyres carry, found along the joints.
import * as scene from "#protocol/scene";
import { Vector3 } from "three";
import { BodyAnchors } from "./body_point";
import { orientationOf } from "./shapes";

const { ShapeType } = scene;

/** In the body's axes (m). */
export interface CoachWheel {
  center: Vector3;
  radius: number;
  width: number;
}

export interface CoachBox {
  /** Middle and lengths (m), in the body's axes. */
  at: Vector3;
  size: Vector3;
  color: string | Uint8Array | null;
}

/** A body on tyres that is nothing but upright boxes. */
export interface Coach {
  wheels: CoachWheel[];
  boxes: CoachBox[];
  /** Where the steered wheels are: 1: at its positive x; -1: at the other end; 0: nothing is steered, it is towed. */
  front: 1 | -1 | 0;
}

/** How far (m) a cabin is set in at both ends, and may be off the roof that it stands on. */
const setIn = 0.1;
const gap = 0.03;
/** Of a wheel's axis by the body's y, and of a box's turn: cosines of what is none. */
const upright = 0.99;

/** By body. */
export function coachesOf(content: scene.SceneT): Map<number, Coach> {
  const anchors = new BodyAnchors(content);
  const steered = new Set(content.steerings.flatMap(({ joints }) => joints.map(String)));
  const coaches = new Map<number, { wheels: CoachWheel[]; steers: number[]; others: number[] }>();
  for (const wheel of content.wheels) {
    let joint = wheel.tyre ? content.joints.find(({ name }) => name === wheel.joint) : undefined;
    const rim = joint && content.bodies[anchors.id(joint.child)];
    const tread = rim?.shapes.find(({ type }) => type === ShapeType.cylinder);
    if (!joint || !rim || !tread) continue;
    const axis = joint.axis;
    let turns = steered.has(`${joint.name}`);
    // Uprights and arms between a wheel and what it carries have nothing to be seen.
    while (joint && content.bodies[anchors.id(joint.parent)]?.shapes.length === 0) {
      const { parent }: scene.JointT = joint;
      joint = content.joints.find(({ child }) => child === parent);
      turns ||= joint !== undefined && steered.has(`${joint.name}`);
    }
    const carrier = joint ? anchors.id(joint.parent) : -1;
    if (carrier < 0 || Math.abs(anchors.direction(content.bodies[carrier].name, axis).y) < upright) continue;
    const { point: center } = anchors.point(content.bodies[carrier].name, rim.position);
    const coach = coaches.get(carrier) ?? { wheels: [], steers: [], others: [] };
    coaches.set(carrier, coach);
    coach.wheels.push({ center, radius: tread.radius ?? 0, width: tread.length ?? 0 });
    (turns ? coach.steers : coach.others).push(center.x);
  }
  return new Map([...coaches].flatMap(([id, { wheels, steers, others }]): [number, Coach][] => {
    const boxes = boxesOf(content.bodies[id]);
    const front = steers.length === 0 ? 0 : mean(steers) >= mean(others) ? 1 : -1;
    // Lower than its wheels' middle it is an axle.
    const tall = boxes?.some(({ size }) => wheels.every(({ radius }) => size.z > radius));
    return boxes && tall ? [[id, { wheels, boxes, front }]] : [];
  }));
}

/** The box that is glazed: it stands on another one, shorter than that at both ends and no wider; null: there is none. */
export function cabinOf({ boxes, front }: Coach): CoachBox | null {
  if (front === 0) return null;
  return boxes.find((box) => boxes.some((below) =>
    Math.abs(low(box) - high(below)) <= gap && box.size.y <= below.size.y + gap &&
    box.at.x + box.size.x / 2 <= below.at.x + below.size.x / 2 - setIn && box.at.x - box.size.x / 2 >= below.at.x - below.size.x / 2 + setIn)) ?? null;
}

export const low = ({ at, size }: CoachBox): number => at.z - size.z / 2;
export const high = ({ at, size }: CoachBox): number => at.z + size.z / 2;

function boxesOf({ shapes }: scene.BodyT): CoachBox[] | null {
  const plain = shapes.every((shape) => shape.type === ShapeType.box && shape.size && !shape.visual && !shape.sensor && Math.abs(orientationOf(shape).w) > upright);
  if (!plain || shapes.length === 0) return null;
  return shapes.map(({ size, position, color }) => ({
    at: new Vector3(position?.x ?? 0, position?.y ?? 0, position?.z ?? 0), size: new Vector3(size!.x, size!.y, size!.z), color,
  }));
}

/** Of nothing: what no figure is below. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? -Infinity : values.reduce((sum, value) => sum + value, 0) / values.length;
}
