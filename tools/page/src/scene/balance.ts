// Whether a machine stands: its centre of mass, and the polygon between the points that carry it.
import type { ContactPoint } from "../protocol/messages";
import type { SceneMessage } from "../protocol/messages";

/** x, y, z (m). */
export type Point = [number, number, number];

export interface Balance {
  center: Point;
  /** Convex, counter-clockwise from above, at the mean height of the points; fewer than three: nothing carries it. */
  support: Point[];
  /** From the centre of mass to the nearest side, seen from above (m); below 0: it is outside. NaN: there is no polygon. */
  margin: number;
}

/** `at`: where a point of a body, in its axes, is. null: no mass of these bodies is known. */
export function balanceOf({ content }: SceneMessage, bodies: ReadonlySet<number>, contacts: readonly ContactPoint[], at: (body: number, point: Point) => Point): Balance | null {
  let mass = 0;
  const center: Point = [0, 0, 0];
  for (const id of bodies) {
    const body = content.bodies[id];
    if (body.static_ || !body.mass) continue;
    const { x, y, z } = body.centerOfMass ?? { x: 0, y: 0, z: 0 };
    const place = at(id, [x, y, z]);
    mass += body.mass;
    place.forEach((value, axis) => (center[axis] += body.mass! * value));
  }
  if (mass === 0) return null;
  center.forEach((value, axis) => (center[axis] = value / mass));
  const carrying = contacts.filter(({ bodyA, bodyB }) => bodies.has(bodyA) !== bodies.has(bodyB)).map(({ position }) => position);
  const support = hullOf(carrying);
  return { center, support, margin: support.length < 3 ? NaN : marginOf(center, support) };
}

/** Counter-clockwise from above (Andrew's monotone chain), at the mean height. */
export function hullOf(points: readonly Point[]): Point[] {
  const height = points.reduce((sum, [, , z]) => sum + z, 0) / (points.length || 1);
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())].map(([x, y]): Point => [x, y, height]);
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function marginOf(point: Point, hull: readonly Point[]): number {
  return Math.min(...hull.map((a, i) => {
    const b = hull[(i + 1) % hull.length];
    return turn(a, b, point) / (Math.hypot(b[0] - a[0], b[1] - a[1]) || 1);
  }));
}
