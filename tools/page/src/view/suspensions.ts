// What carries a vehicle on its wheels, where the scene has it as springs of joints: struts behind the wheels, and the rods of a guide.
import * as scene from "#protocol/scene";
import { Vector3 } from "three";
import { BodyAnchors, type BodyPoint } from "./body_point";

const { JointType, ShapeType } = scene;

export interface Strut {
  /** From the wheel's carrier to the vehicle, so far apart (m) at the initial pose. */
  from: BodyPoint;
  to: BodyPoint;
  length: number;
  radius: number;
  damps: boolean;
}

export interface Rod {
  from: BodyPoint;
  to: BodyPoint;
  length: number;
}

/** m; of the coil, and between it and the wheel. */
const radius = 0.05;
const clearance = 0.02;

export function suspensionsOf(content: scene.SceneT): { struts: Strut[]; rods: Rod[] } {
  const anchors = new BodyAnchors(content);
  const struts: Strut[] = [];
  const rods: Rod[] = [];
  for (const wheel of content.wheels) {
    const hub = wheel.tyre ? content.joints.find(({ name }) => name === wheel.joint) : undefined;
    const rim = hub && content.bodies[anchors.id(hub.child)];
    const tread = rim?.shapes.find(({ type }) => type === ShapeType.cylinder);
    const joint = hub && tread && above(content, hub, ({ type, spring }) =>
      (type === JointType.prismatic || type === JointType.guided) && (spring[0]?.stiffness ?? 0) !== 0);
    if (!joint?.position || !rim?.position || !hub?.axis || !joint.axis) continue;
    const vehicle = content.bodies[anchors.id(joint.parent)]?.position;
    const middle = vector(rim.position);
    const inward = vector(hub.axis).normalize();
    if (vehicle && inward.dot(vector(vehicle).sub(middle)) < 0) inward.negate();
    const up = vector(joint.axis).normalize();
    if (up.z < 0) up.negate();
    const low = vector(joint.position).addScaledVector(inward, (tread?.length ?? 0) / 2 + clearance + radius);
    const length = (tread?.radius ?? 0) + 2 * Math.max(0, ...joint.limits.slice(0, 1).map(({ upper }) => upper));
    const high = low.clone().addScaledVector(up, length);
    const [{ damping, damperTable }] = joint.spring;
    struts.push({ from: anchors.point(joint.child, low), to: anchors.point(joint.parent, high), length, radius, damps: damping > 0 || damperTable.length > 0 });
    for (const { from, to } of joint.guide?.links ?? []) {
      if (!from || !to) continue;
      rods.push({ from: anchors.point(joint.parent, from), to: anchors.point(joint.child, to), length: vector(from).distanceTo(vector(to)) });
    }
  }
  return { struts, rods };
}

/** The first such joint from a wheel's on, up to what it carries. */
function above(content: scene.SceneT, hub: scene.JointT, fits: (joint: scene.JointT) => boolean): scene.JointT | undefined {
  let joint: scene.JointT | undefined = hub;
  while (joint && !fits(joint)) {
    const { parent }: scene.JointT = joint;
    joint = content.joints.find(({ child }) => child === parent);
  }
  return joint;
}

function vector({ x, y, z }: scene.Vec3T): Vector3 {
  return new Vector3(x, y, z);
}
