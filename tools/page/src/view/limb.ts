// A disc that is a rocker foot: what of it has mass is a leg from its middle to its rim, and an arc of the rim to roll on.
import { BoxGeometry, BufferGeometry, Color, ExtrudeGeometry, Quaternion, Shape, Vector3 } from "three";
import * as scene from "#protocol/scene";
import type { Detail } from "./batch";
import { cylinder, painted } from "./paint";
import { rim } from "./palette";

const { ShapeType } = scene;

/** A centre of mass farther from the middle (per radius) is not a disc's. */
const offCentre = 0.3;
/** Of the foot: half its angle (rad), and its inner radius per outer one. */
const halfArc = 0.42;
const sole = 0.93;
const arcSteps = [24, 12, 6] as const;

/**
 * Where in the shape's own plane (rad from its x) the mass of a body lies whose only shape is a cylinder that it cannot fill;
 * null: it is a disc, or something else.
 */
export function limbAngle(body: Pick<scene.BodyT, "shapes" | "centerOfMass">, orientationOf: (shape: scene.ShapeT) => Quaternion): number | null {
  const [shape] = body.shapes;
  if (body.shapes.length !== 1 || shape.type !== ShapeType.cylinder || !body.centerOfMass) return null;
  const { x, y, z } = body.centerOfMass;
  const away = new Vector3(x - (shape.position?.x ?? 0), y - (shape.position?.y ?? 0), z - (shape.position?.z ?? 0));
  away.applyQuaternion(orientationOf(shape).invert());
  return Math.hypot(away.x, away.y) > offCentre * (shape.radius ?? 0) ? Math.atan2(away.y, away.x) : null;
}

/** Along local z, within the cylinder; its foot at `angle`. */
export function limbParts(radius: number, width: number, angle: number, color: Color, detail: Detail): BufferGeometry[] {
  const outline = new Shape();
  outline.absarc(0, 0, radius, -halfArc, halfArc, false);
  outline.absarc(0, 0, sole * radius, halfArc, -halfArc, true);
  const foot = new ExtrudeGeometry(outline, { depth: width, bevelEnabled: false, curveSegments: arcSteps[detail] });
  const leg = new BoxGeometry(radius * (sole + 0.02), 0.05 * radius, 0.6 * width).translate(0.5 * radius * (sole + 0.02), 0, 0);
  const darker = color.clone().multiplyScalar(0.6);
  const parts = [
    painted(foot.translate(0, 0, -width / 2), () => color),
    painted(leg, () => color),
    painted(cylinder(0.05 * radius, width, detail), () => rim),
    painted(new BoxGeometry(0.012 * radius, 2 * radius * Math.sin(0.7 * halfArc), 0.5 * width).translate(0.9 * radius, 0, 0), () => darker),
  ];
  return parts.map((part) => part.rotateZ(angle));
}
