// A car: a body that goes round its wheels, and a cabin with windows. Its figures are those of the boxes that it is felt as.
import { BoxGeometry, BufferGeometry, Color, Matrix4, Quaternion, Shape, Vector3 } from "three";
import { across, leaning } from "./across";
import type { Detail } from "./batch";
import { high, low, type Coach, type CoachBox } from "./coaches";
import { block, painted } from "./paint";
import { glass, headLamp, plastic, rearLamp, shapeColor } from "./palette";

const { max, min } = Math;

/** Of an arch by its wheel's radius: the wheel rises and falls in it. */
const archPart = 1.27;
/** m; and so much is left between an arch and an end of the car. */
const edge = 0.06;
const leastMetal = 0.2;
/** Part by which a cabin is narrower at its roof. */
const lean = 0.16;

/** u: along the way it drives (m). */
interface Arch {
  u: number;
  z: number;
  r: number;
}

/** Where a car has its lines (m): u along the way it drives, z up, half widths across. */
interface Lines {
  arches: Arch[];
  tail: number;
  nose: number;
  sill: number;
  /** Bottom of its ends: where there is no room for metal between an arch and an end, that end begins higher. */
  tailLow: number;
  noseLow: number;
  /** Of the body, and of the cabin. */
  top: number;
  roof: number;
  half: number;
  cabinHalf: number;
  /** Wind screens: their feet, and where the roof begins and ends. */
  cowl: number;
  deck: number;
  roofFront: number;
  roofRear: number;
  /** Between the front and the rear windows. */
  middle: number;
}

/** As long as its boxes, as wide as they or its wheels; in the body's axes. */
export function carParts(coach: Coach, cabin: CoachBox, id: number, detail: Detail): BufferGeometry[] {
  const { front } = coach;
  const lower = coach.boxes.filter((box) => box !== cabin);
  const shell = lower.reduce((a, b) => (b.size.y > a.size.y ? b : a));
  const lines = linesOf(coach, cabin, lower, shell);
  const paint = shapeColor(shell.color, id, false);
  const roofPaint = shapeColor(cabin.color, id, false);
  // What is felt below, as far as it is not the shell itself: seen through the arches.
  const floors = lower.filter(({ size }) => size.y / 2 <= lines.half - 0.2)
    .map(({ at, size }) => block(new Vector3(front * at.x, at.z, at.y), [min(size.x, lines.nose - lines.tail - 0.3), size.z, size.y], plastic));
  const parts = [bodyPart(lines, paint, detail), ...cabinParts(lines, roofPaint, detail), ...floors, ...(detail < 2 ? fittings(lines, roofPaint) : [])];
  const toBody = new Matrix4().makeBasis(new Vector3(front, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -front, 0));
  return parts.map((part) => part.applyMatrix4(toBody));
}

function linesOf({ wheels, front }: Coach, cabin: CoachBox, lower: readonly CoachBox[], shell: CoachBox): Lines {
  const ends = lower.flatMap(({ at, size }) => [at.x - size.x / 2, at.x + size.x / 2].map((x) => front * x));
  const [tail, nose] = [min(...ends), max(...ends)];
  const [top, roof] = [low(cabin), high(cabin)];
  const half = max(shell.size.y / 2, ...wheels.map(({ center, width }) => Math.abs(center.y) + width / 2 + 0.02));
  const sill = min(...wheels.map(({ center, radius }) => center.z - 0.2 * radius));
  const arches = distinct(wheels.map(({ center, radius }) => ({ u: front * center.x, z: center.z, r: archPart * radius })));
  const bottomOf = (arch: Arch, end: number) => {
    const reach = reachOf(arch, end, sill);
    return Math.abs(end - arch.u) - leastMetal > reach ? sill : arch.z + Math.sqrt(arch.r ** 2 - reach ** 2);
  };
  const [first, last] = [front * cabin.at.x - cabin.size.x / 2, front * cabin.at.x + cabin.size.x / 2];
  const [tall, height] = [top - sill, roof - top];
  return {
    arches, tail, nose, sill, top, roof, half, tailLow: bottomOf(arches[0], tail), noseLow: bottomOf(arches[arches.length - 1], nose),
    cabinHalf: min(cabin.size.y / 2, half - 1.5 * edge) + 0.02, cowl: min(nose - 0.35 * tall, last + 0.9 * height), deck: max(tail + 0.12 * tall, first - 0.35 * height),
    roofFront: last - min(0.7 * height, 0.28 * cabin.size.x), roofRear: first + min(0.55 * height, 0.2 * cabin.size.x), middle: (first + last) / 2 - 0.05,
  };
}

function bodyPart({ arches, tail, nose, sill, tailLow, noseLow, top, half, cowl, deck }: Lines, paint: Color, detail: Detail): BufferGeometry {
  const tall = top - sill;
  const side = new Shape();
  side.moveTo(tail + 0.08, tailLow + 0.02);
  arches.forEach((arch, i) => {
    const { u, z, r } = arch;
    const behind = i === 0 ? { end: tail, bottom: tailLow } : { end: -Infinity, bottom: sill };
    const ahead = i === arches.length - 1 ? { end: nose, bottom: noseLow } : { end: Infinity, bottom: sill };
    const [back, fore] = [reachOf(arch, behind.end, sill), reachOf(arch, ahead.end, sill)];
    side.lineTo(u - back, behind.bottom);
    side.absarc(u, z, r, Math.atan2(behind.bottom - z, -back), Math.atan2(ahead.bottom - z, fore), true);
  });
  side.lineTo(nose - 0.1, noseLow);
  side.quadraticCurveTo(nose, noseLow + 0.02, nose, noseLow + 0.28 * (top - noseLow));
  side.lineTo(nose - 0.02, noseLow + 0.6 * (top - noseLow));
  side.quadraticCurveTo(nose - 0.06, top - 0.14 * tall, nose - 0.2, top - 0.1 * tall);
  side.quadraticCurveTo((nose + cowl) / 2, top, cowl - 0.06, top + 0.4 * edge);
  side.lineTo(deck, top + 0.4 * edge);
  side.quadraticCurveTo(tail + 0.05, top, tail + 0.02, top - 0.2 * tall);
  side.lineTo(tail, tailLow + 0.3 * (top - tailLow));
  side.quadraticCurveTo(tail, tailLow + 0.02, tail + 0.08, tailLow + 0.02);
  const inArch = (u: number, z: number) => arches.some((arch) => Math.hypot(u - arch.u, z - arch.z) < 1.02 * arch.r);
  return painted(across(side, half, edge, detail), (u, z) => (inArch(u, z) ? plastic : paint));
}

/** Glass all round, and a roof on it. */
function cabinParts(lines: Lines, paint: Color, detail: Detail): BufferGeometry[] {
  const { top, roof, cabinHalf, cowl, deck, roofFront, roofRear } = lines;
  const windows = new Shape();
  windows.moveTo(deck - 0.05, top);
  windows.lineTo(cowl, top);
  windows.lineTo(roofFront, roof - 0.03);
  windows.lineTo(roofRear, roof - 0.03);
  windows.closePath();
  const under = roof - 0.07;
  const part = (under - top) / (roof - top);
  const [fore, rear] = [cowl + (roofFront - cowl) * part, deck + (roofRear - deck) * part];
  const lid = new Shape();
  lid.moveTo(rear, under);
  lid.lineTo(fore, under);
  lid.quadraticCurveTo(roofFront, roof - 0.01, roofFront - 0.12, roof - 0.005);
  lid.lineTo(roofRear + 0.1, roof);
  lid.quadraticCurveTo(roofRear, roof, rear, under);
  return [
    painted(leaning(across(windows, cabinHalf - 0.012, 0, detail), (z) => widthAt(lines, z), cabinHalf), () => glass),
    painted(across(lid, widthAt(lines, roof - 0.05) + 0.015, detail === 2 ? 0 : 0.03, detail), () => paint),
  ];
}

/** What is seen from near: posts between windows, lamps, bumpers, a plate, skirts, doors with handles, mirrors. */
function fittings(lines: Lines, paint: Color): BufferGeometry[] {
  const { arches, tail, nose, sill, tailLow, noseLow, top, roof, half, cabinHalf, cowl, deck, roofFront, roofRear, middle } = lines;
  const made: BufferGeometry[] = [];
  const pair = (u: number, z: number, y: number, size: [number, number, number], color: Color) => {
    for (const s of [-1, 1]) made.push(block(new Vector3(u, z, s * y), size, color));
  };
  const post = (from: [number, number], to: [number, number], thick: number) => {
    const at = ([u, z]: [number, number], s: number) => new Vector3(u, z, s * (widthAt(lines, z) - 0.012));
    for (const s of [-1, 1]) made.push(beam(at(from, s), at(to, s), thick, paint));
  };
  post([cowl - 0.04, top], [roofFront, roof - 0.05], 0.06);
  post([middle, top], [middle, roof - 0.05], 0.07);
  post([deck + 0.03, top], [roofRear + 0.03, roof - 0.05], 0.1);
  const [tall, noseTall, tailTall] = [top - sill, top - noseLow, top - tailLow];
  pair(nose - 0.035, noseLow + 0.6 * noseTall, half - 0.3, [0.06, 0.13 * noseTall, 0.34], headLamp);
  pair(tail + 0.02, tailLow + 0.6 * tailTall, half - 0.2, [0.05, 0.14 * tailTall, 0.26], rearLamp);
  made.push(
    block(new Vector3(nose - 0.02, noseLow + 0.22 * noseTall, 0), [0.06, 0.2 * noseTall, 1.5 * half], plastic),
    block(new Vector3(nose - 0.025, noseLow + 0.6 * noseTall, 0), [0.04, 0.1 * noseTall, 0.8 * half], plastic),
    block(new Vector3(tail + 0.015, tailLow + 0.24 * tailTall, 0), [0.06, 0.2 * tailTall, 1.6 * half], plastic),
    block(new Vector3(tail - 0.012, tailLow + 0.5 * tailTall, 0), [0.01, min(0.11, 0.4 * tailTall), 0.52], headLamp),
  );
  const [rear, fore] = [arches[0], arches[arches.length - 1]];
  if (arches.length > 1) pair((rear.u + rear.r + fore.u - fore.r) / 2, sill + 0.05, half, [fore.u - fore.r - rear.u - rear.r - 0.06, 0.1, 0.02], plastic);
  for (const u of [cowl - 0.42, middle, deck + 0.32]) {
    if (arches.some((arch) => Math.abs(u - arch.u) < arch.r)) continue;
    pair(u, sill + 0.05 + tall / 2, half, [0.012, tall - 0.18, 0.006], plastic);
  }
  for (const u of [middle + 0.12, deck + 0.45]) pair(u, top - 0.13 * tall, half, [0.16, 0.03, 0.02], paint);
  pair(cowl - 0.3, top + 0.1, cabinHalf + 0.05, [0.08, 0.13, 0.2], paint);
  return made;
}

/** Half of a cabin's, at a height. */
function widthAt({ top, roof, cabinHalf }: Lines, z: number): number {
  return cabinHalf * (1 - (lean * max(0, z - top)) / (roof - top));
}

/** How far an arch is open towards an end, as far as there is metal. */
function reachOf({ u, z, r }: Arch, end: number, sill: number): number {
  return min(Math.sqrt(max(0, r * r - (sill - z) ** 2)), max(0, Math.abs(end - u) - leastMetal));
}

function beam(from: Vector3, to: Vector3, thick: number, color: Color): BufferGeometry {
  const way = to.clone().sub(from);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize());
  const placed = new Matrix4().compose(from.clone().add(to).multiplyScalar(0.5), turn, new Vector3(1, 1, 1));
  return painted(new BoxGeometry(thick, way.length(), 0.035).applyMatrix4(placed), () => color);
}

/** One of each pair of wheels, from the last to the first. */
function distinct(arches: Arch[]): Arch[] {
  return arches.sort((a, b) => a.u - b.u).filter((arch, i, all) => i === 0 || arch.u - all[i - 1].u > 0.1);
}
