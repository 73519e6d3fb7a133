// Solids that have one side all the way across, as sheet metal has.
import { BufferGeometry, ExtrudeGeometry, Shape } from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import type { Detail } from "./batch";

const bevelSteps = [3, 1, 0] as const;
const curveSteps = [12, 7, 3] as const;
/** Faces that meet at less than so much (rad) stand for something round. */
const softest = 0.6;

/** Of a side in x and y, which is so far (m) to both sides along z; its edges are round within `bevel` (m). */
export function across(side: Shape, half: number, bevel: number, detail: Detail): BufferGeometry {
  const rounded = bevel > 0 && bevelSteps[detail] > 0;
  const deep = half - (rounded ? bevel : 0);
  const solid = new ExtrudeGeometry(side, {
    depth: 2 * deep, bevelEnabled: rounded, bevelThickness: bevel, bevelSize: bevel, bevelOffset: -bevel, bevelSegments: bevelSteps[detail], curveSegments: curveSteps[detail],
  });
  return flatSides(toCreasedNormals(solid.translate(0, 0, -deep), softest));
}

/** What lies across z is flat up to its edges. */
function flatSides(solid: BufferGeometry): BufferGeometry {
  const [places, normals] = [solid.getAttribute("position"), solid.getAttribute("normal")];
  for (let i = 0; i < places.count; i += 3) {
    const z = places.getZ(i);
    if (Math.abs(places.getZ(i + 1) - z) > 1e-6 || Math.abs(places.getZ(i + 2) - z) > 1e-6) continue;
    for (let k = 0; k < 3; ++k) normals.setXYZ(i + k, 0, 0, Math.sign(z));
  }
  return solid;
}

/** Narrower with height, as a cabin is. */
export function leaning(solid: BufferGeometry, widthAt: (z: number) => number, half: number): BufferGeometry {
  const places = solid.getAttribute("position");
  for (let i = 0; i < places.count; ++i) places.setZ(i, (places.getZ(i) * widthAt(places.getY(i))) / half);
  return toCreasedNormals(solid, softest);
}
