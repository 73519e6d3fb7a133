// Shapes that move: one merged geometry with vertex colours per body and degree of detail.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, Euler, Matrix4, Quaternion, SphereGeometry, Vector3,
} from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import { mergeGeometries, toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import * as scene from "#protocol/scene";
import type { Detail } from "./batch";
import { cabParts } from "./cab";
import type { Coach } from "./coaches";
import { coachParts } from "./coachwork";
import { girderParts, isGirder } from "./girder";
import { limbAngle, limbParts } from "./limb";
import { cylinder, painted, quarters, sides, yToZ } from "./paint";
import { sensorColor, shapeColor, tyre } from "./palette";
import type { VisualPart, Visuals } from "./visuals";
import { wheelParts } from "./wheel";

const { ShapeType } = scene;

/** Faces that meet at less than so much (rad) stand for something round; more of what has many corners, such as an egg. */
const softest = { few: 0.7, many: 1.2 };
const manyCorners = 24;

export function isGround(shape: scene.ShapeT): boolean {
  return shape.type === ShapeType.heightfield || shape.type === ShapeType.plane;
}

/** Shape axes to body axes. */
export function shapePlacement(shape: scene.ShapeT): Matrix4 {
  const position = new Vector3(shape.position?.x ?? 0, shape.position?.y ?? 0, shape.position?.z ?? 0);
  return new Matrix4().compose(position, orientationOf(shape), new Vector3(1, 1, 1));
}

/** From `orientation`, or roll, pitch, yaw about fixed axes in `rotationDeg`. */
export function orientationOf(placed: Pick<scene.ShapeT, "orientation" | "rotationDeg">): Quaternion {
  const { orientation: q, rotationDeg: r } = placed;
  if (q) return new Quaternion(q.x, q.y, q.z, q.w);
  if (!r) return new Quaternion();
  const rad = Math.PI / 180;
  return new Quaternion().setFromEuler(new Euler(r.x * rad, r.y * rad, r.z * rad, "ZYX"));
}

/** What a body's shapes look like, without ground and sensors: shapes, or parts of the files that are drawn in their place. */
interface Looks {
  shape: scene.ShapeT;
  /** null: the shape itself. */
  parts: readonly VisualPart[] | null;
}

/** `plain`: only parts whose colours say all. */
export function looksOf(body: scene.BodyT, visuals: Visuals, plain = true): Looks[] {
  return body.shapes.flatMap((shape): Looks[] => {
    const parts = visuals.of(body, shape)?.filter(({ material }) => !plain || !material);
    if (parts) return parts.length > 0 ? [{ shape, parts }] : [];
    return isGround(shape) || shape.sensor ? [] : [{ shape, parts: null }];
  });
}

/** What shapes are drawn as. */
export interface Dressing {
  /** Cylinders are wheels. */
  rolls: boolean;
  /** The body is a road vehicle. */
  coach: Coach | null;
  /** Boxes that are glazed. */
  cabs: ReadonlySet<scene.ShapeT>;
}

export const undressed: Dressing = { rolls: false, coach: null, cabs: new Set() };

/** Of all these looks, in body axes; null when there are none. */
export function bodyGeometry(body: scene.BodyT, looks: readonly Looks[], id: number, dressing: Dressing, detail: Detail): BufferGeometry | null {
  const { rolls, coach } = dressing;
  if (coach) return mergeGeometries(coachParts(coach, id, detail));
  const limb = looks.some(({ parts }) => parts) ? null : limbAngle(body, orientationOf);
  const made = looks.flatMap(({ shape, parts }) => {
    const color = rolls && !shape.color ? tyre : shapeColor(shape.color, id, body.static_);
    const own = parts?.map(({ geometry }) => geometry.clone().deleteAttribute("uv"))
      ?? (limb === null ? partsOf(shape, color, dressing, detail) : limbParts(shape.radius ?? 0, shape.length ?? 0, limb, color, detail));
    return own.map((part) => part.applyMatrix4(shapePlacement(shape)));
  });
  return made.length === 0 ? null : mergeGeometries(made);
}

/** Where a body's sensors see, in body axes; null when it has none. */
export function sensorGeometry(body: scene.BodyT, visuals: Visuals): BufferGeometry | null {
  const parts = body.shapes
    .filter((shape) => shape.sensor && !visuals.of(body, shape))
    .flatMap((shape) => partsOf(shape, sensorColor, undressed, 0).map((part) => part.applyMatrix4(shapePlacement(shape))));
  return parts.length === 0 ? null : mergeGeometries(parts);
}

function partsOf(shape: scene.ShapeT, color: Color, { rolls, cabs }: Dressing, detail: Detail): BufferGeometry[] {
  const radius = shape.radius ?? 0;
  const length = shape.length ?? 0;
  switch (shape.type) {
    case ShapeType.sphere:
      return [painted(new SphereGeometry(radius, sides[detail], Math.ceil(sides[detail] * 0.6)).applyMatrix4(yToZ), quarters(color))];
    case ShapeType.box: {
      if (cabs.has(shape)) return cabParts(shape.size!, color, detail);
      return isGirder(shape) ? girderParts(shape.size!, color, detail) : [painted(box(shape.size!, detail), () => color)];
    }
    case ShapeType.capsule:
      return [painted(new CapsuleGeometry(radius, length, sides[detail] / 5, sides[detail] * 0.8).applyMatrix4(yToZ), () => color)];
    case ShapeType.cylinder:
      return rolls ? wheelParts(radius, length, color, detail) : [painted(cylinder(radius, length, detail), quarters(color))];
    case ShapeType.convex:
      return [painted(convex(shape.points), () => color)];
    case ShapeType.mesh:
      return [painted(triangles(shape), () => color)];
    default:
      return [];
  }
}

/** With edges that catch the light, where one is near enough to see them. */
function box({ x, y, z }: scene.Vec3T, detail: Detail): BufferGeometry {
  if (detail === 2) return new BoxGeometry(x, y, z);
  const edge = Math.min(0.025, 0.06 * Math.min(x, y, z));
  const corners: Vector3[] = [];
  for (const sx of [-0.5, 0.5]) {
    for (const sy of [-0.5, 0.5]) {
      for (const sz of [-0.5, 0.5]) {
        const [ex, ey, ez] = [2 * sx * edge, 2 * sy * edge, 2 * sz * edge];
        corners.push(new Vector3(sx * x - ex, sy * y - ey, sz * z), new Vector3(sx * x - ex, sy * y, sz * z - ez), new Vector3(sx * x, sy * y - ey, sz * z - ez));
      }
    }
  }
  return new ConvexGeometry(corners);
}

function convex(points: readonly scene.Vec3T[]): BufferGeometry {
  const hull = new ConvexGeometry(points.map(({ x, y, z }) => new Vector3(x, y, z)));
  return toCreasedNormals(hull, points.length < manyCorners ? softest.few : softest.many);
}

function triangles(shape: scene.ShapeT): BufferGeometry {
  const corners = shape.triangles.flatMap((t) =>
    [t.a, t.b, t.c].flatMap((i) => [shape.vertices[i].x, shape.vertices[i].y, shape.vertices[i].z]),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}
