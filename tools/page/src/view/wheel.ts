// A wheel for a cylinder that rolls: tyre with lugs, rim with spokes, so that one sees it turn.
import { BoxGeometry, BufferGeometry, Color, LatheGeometry, Vector2 } from "three";
import type { Detail } from "./batch";
import { cylinder, painted, quarters, sides, yToZ } from "./paint";
import { rim } from "./palette";

const lugs = 22;
const spokes = 5;

/** Parts along local z, no larger than the cylinder they stand for. */
export function wheelParts(radius: number, width: number, rubber: Color, detail: Detail): BufferGeometry[] {
  const hub = 0.6 * radius;
  if (detail === 2) return farWheel(radius, width, hub, rubber);
  const parts = [painted(turned(tyreProfile(radius, width, hub), detail), () => rubber)];
  parts.push(...(detail === 0 ? lugParts(radius, width, rubber) : []));
  const dark = rim.clone().multiplyScalar(0.4);
  const cap = rim.clone().multiplyScalar(0.7);
  parts.push(painted(cylinder(hub * 1.01, width * 0.5, detail), () => dark));
  for (const side of [-1, 1]) {
    for (let i = 0; i < spokes; ++i) {
      const spoke = new BoxGeometry(hub, hub * 0.26, width * 0.1);
      spoke.translate(hub * 0.5, 0, side * width * 0.28);
      spoke.rotateZ((i / spokes) * 2 * Math.PI);
      parts.push(painted(spoke, () => rim));
    }
    if (detail > 0) continue;
    const ring = turned([[0.9, -1], [1.02, -1], [1.02, 1], [0.9, 1], [0.9, -1]].map(([r, z]) => [r * hub, z * width * 0.06]), detail);
    parts.push(painted(ring.translate(0, 0, side * width * 0.38), () => rim));
    parts.push(painted(cylinder(hub * 0.28, width * 0.14).translate(0, 0, side * width * 0.3), () => cap));
  }
  return parts;
}

/** From afar: a disc whose quarters show that it turns. */
function farWheel(radius: number, width: number, hub: number, rubber: Color): BufferGeometry[] {
  return [painted(cylinder(radius, width, 2), () => rubber), painted(cylinder(hub, width * 1.02, 2), quarters(rim))];
}

function lugParts(radius: number, width: number, rubber: Color): BufferGeometry[] {
  const color = rubber.clone().multiplyScalar(0.78);
  return Array.from({ length: 2 * lugs }, (_, i) => {
    const side = i % 2 === 0 ? -1 : 1;
    const lug = new BoxGeometry(radius * 0.07, (Math.PI * radius) / lugs, width * 0.4);
    lug.rotateX(side * 0.3);
    lug.translate(radius * 0.953, 0, side * width * 0.22);
    lug.rotateZ((i / (2 * lugs)) * 2 * Math.PI);
    return painted(lug, () => color);
  });
}

/** [radius, z] around the tyre, with rounded shoulders. */
function tyreProfile(radius: number, width: number, hub: number): number[][] {
  const tread = radius * 0.965;
  const shoulder = Math.min(0.22 * radius, 0.3 * width);
  const half = width / 2;
  return [
    [hub, -half * 0.86],
    [tread - shoulder, -half],
    [tread - shoulder * 0.3, -half * 0.93],
    [tread, -half + shoulder],
    [tread, half - shoulder],
    [tread - shoulder * 0.3, half * 0.93],
    [tread - shoulder, half],
    [hub, half * 0.86],
    [hub, -half * 0.86],
  ];
}

function turned(profile: number[][], detail: Detail): BufferGeometry {
  return new LatheGeometry(profile.map(([r, z]) => new Vector2(r, z)), sides[detail]).applyMatrix4(yToZ);
}
