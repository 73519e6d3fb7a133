// Geometry in the one form that merges: triangles with position, normal and colour.
import { BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, Matrix4, Vector3 } from "three";
import type { Detail } from "./batch";

/** three.js has its round shapes along y, scenes along z. */
export const yToZ = new Matrix4().makeRotationX(Math.PI / 2);

/** Sides of what is round, by degree of detail. */
export const sides = [40, 20, 10] as const;

export function cylinder(radius: number, length: number, detail: Detail = 0): BufferGeometry {
  return new CylinderGeometry(radius, radius, length, sides[detail]).applyMatrix4(yToZ);
}

/** A plain box in one colour, with its middle there. */
export function block(at: Vector3, size: readonly [number, number, number], color: Color): BufferGeometry {
  return painted(new BoxGeometry(...size).translate(at.x, at.y, at.z), () => color);
}

/** One colour per triangle, chosen by where its centre is. */
export function painted(source: BufferGeometry, colorAt: (x: number, y: number) => Color): BufferGeometry {
  const flat = source.index ? source.toNonIndexed() : source;
  const positions = flat.getAttribute("position");
  const colors = new Float32Array(positions.count * 3);
  for (let i = 0; i < positions.count; i += 3) {
    const x = positions.getX(i) + positions.getX(i + 1) + positions.getX(i + 2);
    const y = positions.getY(i) + positions.getY(i + 1) + positions.getY(i + 2);
    const color = colorAt(x / 3, y / 3);
    for (let k = 0; k < 3; ++k) color.toArray(colors, (i + k) * 3);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", positions);
  geometry.setAttribute("normal", flat.getAttribute("normal"));
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  return geometry;
}

/** Every other quarter about z a little darker: one sees it turn. */
export function quarters(color: Color): (x: number, y: number) => Color {
  const darker = color.clone().multiplyScalar(0.78);
  return (x, y) => (x * y > 0 ? color : darker);
}
