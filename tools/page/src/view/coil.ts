// The wire of a coil spring, and how a slack rope hangs.
import { BufferAttribute, BufferGeometry } from "three";

const turns = 11;
/** Steps along a turn, and sides of the wire, by degree of detail. */
const steps = [20, 12, 8] as const;
const wireSides = [7, 5, 4] as const;
/** Of the wire by the coil's radius. */
const wirePart = 0.17;

/** From 0 to 1 along z, for a spring that is `length` m long at rest; triangles without index. */
export function coilGeometry(radius: number, length: number, detail: 0 | 1 | 2): BufferGeometry {
  const count = turns * steps[detail];
  const sides = wireSides[detail];
  const wire = wirePart * radius;
  const rings = Array.from({ length: count + 1 }, (_, i) => {
    const z = i / count;
    // The ends run to the middle, where the spring is hung.
    const r = radius * Math.min(1, 14 * z, 14 * (1 - z));
    const angle = turns * 2 * Math.PI * z;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return Array.from({ length: sides }, (_, k) => {
      const [u, v] = [Math.cos((2 * Math.PI * k) / sides), Math.sin((2 * Math.PI * k) / sides)];
      return { at: [(r + wire * u) * c, (r + wire * u) * s, z + (wire * v) / length], out: [u * c, u * s, v] };
    });
  });
  const positions: number[] = [];
  const normals: number[] = [];
  for (let i = 0; i < count; ++i) {
    for (let k = 0; k < sides; ++k) {
      const [a, b, c, d] = [rings[i][k], rings[i + 1][k], rings[i + 1][(k + 1) % sides], rings[i][(k + 1) % sides]];
      for (const corner of [a, b, c, a, c, d]) {
        positions.push(...corner.at);
        normals.push(...corner.out);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(Float32Array.from(normals), 3));
  return geometry;
}

/** How deep (m) a rope of `length` m hangs in its middle between ends that are `span` m apart; 0: it is taut. */
export function sagOf(length: number, span: number): number {
  const slack = length - span;
  if (slack <= 1e-4 * length) return 0;
  // Of a shallow parabola; never deeper than a rope folded in half.
  return Math.min(Math.sqrt((3 * Math.max(span, 0.05 * length) * slack) / 8), length / 2);
}
