// A long beam of a crane or a gantry as what it is: a lattice of four chords and diagonals.
import { BoxGeometry, BufferGeometry, Color, Matrix4, Quaternion, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import type { Detail } from "./batch";
import { painted } from "./paint";

/** Shorter (m), thinner (m) or stouter (length per thickness) ones are solid. */
const leastLength = 3;
const leastThickness = 0.35;
const leastSlenderness = 6;
/** Thickness of a chord and of a diagonal per thickness of the girder. */
const chordPart = 0.16;
const bracePart = 0.09;
const up = new Vector3(0, 0, 1);

/** Whether a box that nothing touches is drawn as a girder: where it can be touched, it is as solid as it feels. */
export function isGirder(shape: Pick<scene.ShapeT, "size" | "material">): boolean {
  if (!shape.size || shape.material) return false;
  const [thin, thick, length] = [shape.size.x, shape.size.y, shape.size.z].sort((a, b) => a - b);
  return thin >= leastThickness && length >= leastLength && length >= leastSlenderness * thick && thick < 1.5 * thin;
}

/** Bays along a girder: as long as it is thick, or a little longer. */
export function baysOf(length: number, thickness: number): number {
  return Math.max(2, Math.round(length / (1.25 * thickness)));
}

/** Inside of the box. From afar the box itself: its lattice would flicker. */
export function girderParts({ x, y, z }: scene.Vec3T, color: Color, detail: Detail): BufferGeometry[] {
  const sizes = [x, y, z];
  const length = Math.max(...sizes);
  const along = sizes.indexOf(length);
  const [a, b] = sizes.filter((_, axis) => axis !== along);
  const parts: BufferGeometry[] = [];
  const chord = chordPart * Math.min(a, b);
  const brace = bracePart * Math.min(a, b);
  const [ha, hb] = [(a - chord) / 2, (b - chord) / 2];
  const bays = detail === 2 ? Math.ceil(baysOf(length, Math.min(a, b)) / 2) : baysOf(length, Math.min(a, b));
  const half = (length - chord) / 2;
  const darker = color.clone().multiplyScalar(0.82);
  const bar = (from: Vector3, to: Vector3, thickness: number, paint: Color) => {
    const way = to.clone().sub(from);
    const turn = new Quaternion().setFromUnitVectors(up, way.clone().normalize());
    const placed = new Matrix4().compose(from.clone().add(to).multiplyScalar(0.5), turn, new Vector3(1, 1, 1));
    parts.push(painted(new BoxGeometry(thickness, thickness, way.length()).applyMatrix4(placed), () => paint));
  };
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => [i * ha, j * hb]);
  corners.forEach(([u, v], side) => {
    bar(new Vector3(u, v, -half), new Vector3(u, v, half), chord, color);
    const [u1, v1] = corners[(side + 1) % 4];
    for (let bay = 0; bay <= bays; ++bay) {
      const h = -half + (2 * half * bay) / bays;
      bar(new Vector3(u, v, h), new Vector3(u1, v1, h), brace, darker);
      if (bay === bays) continue;
      const next = h + (2 * half) / bays;
      const [p, q] = (bay + side) % 2 === 0 ? [[u, v], [u1, v1]] : [[u1, v1], [u, v]];
      bar(new Vector3(p[0], p[1], h), new Vector3(q[0], q[1], next), brace, darker);
    }
  });
  // From (a, b, along) to the box's own axes, in their order round: no mirror.
  const turns = [new Matrix4().makeBasis(new Vector3(0, 1, 0), new Vector3(0, 0, 1), new Vector3(1, 0, 0)),
    new Matrix4().makeBasis(new Vector3(1, 0, 0), new Vector3(0, 0, -1), new Vector3(0, 1, 0)), new Matrix4()];
  return parts.map((part) => part.applyMatrix4(turns[along]));
}
