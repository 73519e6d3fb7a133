// Cabs of machines: a box out of which one of the author's cameras looks is glazed.
import { BufferGeometry, Color, Vector3 } from "three";
import * as scene from "#protocol/scene";
import type { Detail } from "./batch";
import { BodyAnchors } from "./body_point";
import { block } from "./paint";
import { glass } from "./palette";
import { orientationOf } from "./shapes";

const { ShapeType } = scene;
type Lengths = Pick<scene.Vec3T, "x" | "y" | "z">;

/** A person sits in it (m along every side); and his eyes may be so far outside of it. */
const least = 0.7;
const leaning = 0.15;
/** m. */
const post = 0.06;
/** Of its height, without windows. */
const panelPart = 0.3;

export function cabsOf(content: scene.SceneT): ReadonlySet<scene.ShapeT> {
  const anchors = new BodyAnchors(content);
  const eyes = (content.console?.cameras ?? []).map(({ body, position }) => anchors.point(body, position));
  return new Set(content.bodies.flatMap(({ shapes }, id) => shapes.filter((shape) => {
    const { type, size } = shape;
    if (type !== ShapeType.box || !size || !hasRoom(size) || Math.abs(orientationOf(shape).w) < 0.999) return false;
    const at = shape.position ?? { x: 0, y: 0, z: 0 };
    const within = (way: number, length: number) => Math.abs(way) <= length / 2 + leaning;
    return eyes.some(({ body, point: { x, y, z } }) => body === id && within(x - at.x, size.x) && within(y - at.y, size.y) && within(z - at.z, size.z));
  })));
}

/** For a person. */
export function hasRoom({ x, y, z }: Lengths): boolean {
  return Math.min(x, y, z) >= least;
}

/** Within the box. */
export function cabParts({ x, y, z }: Lengths, color: Color, detail: Detail): BufferGeometry[] {
  const panel = panelPart * z;
  const made = [
    block(new Vector3(0, 0, (panel - z) / 2), [x, y, panel], color),
    block(new Vector3(0, 0, panel / 2), [x - post, y - post, z - panel - post], glass),
    block(new Vector3(0, 0, z / 2 - post / 2), [x, y, post], color),
  ];
  if (detail === 2) return made;
  for (const sx of [-1, 1]) {
    for (const sy of [-1, 1]) {
      made.push(block(new Vector3((sx * (x - post)) / 2, (sy * (y - post)) / 2, panel / 2), [post, post, z - panel], color));
    }
    // A door has its frame in the middle of either long side.
    made.push(block(new Vector3(0, (sx * (y - post)) / 2, panel / 2), [0.7 * post, post, z - panel], color));
  }
  return made;
}
