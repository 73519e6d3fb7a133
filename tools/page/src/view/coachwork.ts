// Road vehicles as what they are: a car whose body covers its wheels and whose cabin has windows; mudguards over wheels that stand outside.
import { BoxGeometry, BufferGeometry, Color, ExtrudeGeometry, Matrix4, Quaternion, Shape, Vector3 } from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import type { Detail } from "./batch";
import { cabParts, hasRoom } from "./cab";
import { cabinOf, high, low, type Coach, type CoachBox, type CoachWheel } from "./coaches";
import { block, painted } from "./paint";
import { glass, headLamp, plastic, rearLamp, shapeColor, steel } from "./palette";

const { max, min, PI } = Math;

/** Of an arch by its wheel's radius: the wheel rises and falls in it. */
const archPart = 1.27;
/** m; and so much is left between an arch and an end of the car. */
const edge = 0.06;
const leastMetal = 0.2;
const bevelSteps = [3, 1, 0] as const;
const curveSteps = [12, 7, 3] as const;
/** Part by which a cabin is narrower at its roof. */
const lean = 0.16;
/** Faces that meet at less than so much (rad) stand for something round. */
const softest = 0.6;

/** In the body's axes. */
export function coachParts(coach: Coach, id: number, detail: Detail): BufferGeometry[] {
  const cabin = cabinOf(coach);
  return cabin ? carParts(coach, cabin, id, detail) : carriedParts(coach, id, detail);
}

/** As long as its boxes, as wide as they or its wheels. */
function carParts(coach: Coach, cabin: CoachBox, id: number, detail: Detail): BufferGeometry[] {
  const { wheels, front } = coach;
  const lower = coach.boxes.filter((box) => box !== cabin);
  const shell = lower.reduce((a, b) => (b.size.y > a.size.y ? b : a));
  const paint = shapeColor(shell.color, id, false);
  const roofPaint = shapeColor(cabin.color, id, false);
  // Along the way it drives: u; the shape is that of its side, and is as wide as the car.
  const toBody = new Matrix4().makeBasis(new Vector3(front, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -front, 0));
  const ends = lower.flatMap(({ at, size }) => [at.x - size.x / 2, at.x + size.x / 2].map((x) => front * x));
  const [tail, nose] = [min(...ends), max(...ends)];
  const top = low(cabin);
  const roof = high(cabin);
  const half = max(shell.size.y / 2, ...wheels.map(({ center, width }) => Math.abs(center.y) + width / 2 + 0.02));
  const sill = min(...wheels.map(({ center, radius }) => center.z - 0.2 * radius));
  const tall = top - sill;
  const [first, last] = [front * cabin.at.x - cabin.size.x / 2, front * cabin.at.x + cabin.size.x / 2];
  const height = roof - top;
  // Where the wind screens begin and end.
  const cowl = min(nose - 0.35 * tall, last + 0.9 * height);
  const deck = max(tail + 0.12 * tall, first - 0.35 * height);
  const [roofFront, roofRear] = [last - min(0.7 * height, 0.28 * cabin.size.x), first + min(0.55 * height, 0.2 * cabin.size.x)];

  const side = new Shape();
  const arches = distinct(wheels.map(({ center, radius }) => ({ u: front * center.x, z: center.z, r: archPart * radius })));
  // Where there is no room for metal between an arch and an end, that end begins higher.
  const reachOf = ({ u, z, r }: Arch, end: number) => min(Math.sqrt(max(0, r * r - (sill - z) ** 2)), max(0, Math.abs(end - u) - leastMetal));
  const bottomOf = (arch: Arch, end: number) => {
    const reach = reachOf(arch, end);
    return Math.abs(end - arch.u) - leastMetal > reach ? sill : arch.z + Math.sqrt(arch.r ** 2 - reach ** 2);
  };
  const [tailLow, noseLow] = [bottomOf(arches[0], tail), bottomOf(arches[arches.length - 1], nose)];
  side.moveTo(tail + 0.08, tailLow + 0.02);
  arches.forEach((arch, i) => {
    const { u, z, r } = arch;
    const behind = i === 0 ? { end: tail, low: tailLow } : { end: -Infinity, low: sill };
    const ahead = i === arches.length - 1 ? { end: nose, low: noseLow } : { end: Infinity, low: sill };
    side.lineTo(u - reachOf(arch, behind.end), behind.low);
    side.absarc(u, z, r, Math.atan2(behind.low - z, -reachOf(arch, behind.end)), Math.atan2(ahead.low - z, reachOf(arch, ahead.end)), true);
  });
  side.lineTo(nose - 0.1, noseLow);
  side.quadraticCurveTo(nose, noseLow + 0.02, nose, noseLow + 0.28 * (top - noseLow));
  side.lineTo(nose - 0.02, noseLow + 0.6 * (top - noseLow));
  side.quadraticCurveTo(nose - 0.06, top - 0.14 * tall, nose - 0.2, top - 0.1 * tall);
  side.quadraticCurveTo((nose + cowl) / 2, top, cowl - 0.06, top + edge * 0.4);
  side.lineTo(deck, top + edge * 0.4);
  side.quadraticCurveTo(tail + 0.05, top, tail + 0.02, top - 0.2 * tall);
  side.lineTo(tail, tailLow + 0.3 * (top - tailLow));
  side.quadraticCurveTo(tail, tailLow + 0.02, tail + 0.08, tailLow + 0.02);
  const inArch = (u: number, z: number) => arches.some((arch) => Math.hypot(u - arch.u, z - arch.z) < 1.02 * arch.r);
  const parts = [painted(across(side, half, edge, detail), (u, z) => (inArch(u, z) ? plastic : paint))];

  const cabinHalf = min(cabin.size.y / 2, half - 1.5 * edge) + 0.02;
  const widthAt = (z: number) => cabinHalf * (1 - (lean * max(0, z - top)) / height);
  const window = new Shape();
  window.moveTo(deck - 0.05, top);
  window.lineTo(cowl, top);
  window.lineTo(roofFront, roof - 0.03);
  window.lineTo(roofRear, roof - 0.03);
  window.closePath();
  parts.push(painted(leaning(across(window, cabinHalf - 0.012, 0, detail), widthAt, cabinHalf), () => glass));
  const lid = new Shape();
  const alongA = (z: number) => cowl + ((roofFront - cowl) * (z - top)) / height;
  const alongC = (z: number) => deck + ((roofRear - deck) * (z - top)) / height;
  lid.moveTo(alongC(roof - 0.07), roof - 0.07);
  lid.lineTo(alongA(roof - 0.07), roof - 0.07);
  lid.quadraticCurveTo(roofFront, roof - 0.01, roofFront - 0.12, roof - 0.005);
  lid.lineTo(roofRear + 0.1, roof);
  lid.quadraticCurveTo(roofRear, roof, alongC(roof - 0.07), roof - 0.07);
  parts.push(painted(across(lid, widthAt(roof - 0.05) + 0.015, detail === 2 ? 0 : 0.03, detail), () => roofPaint));
  // From the floor that can be felt to the shell: what is seen below and through the arches.
  for (const { at, size } of lower) {
    if (size.y / 2 > half - 0.2) continue;
    parts.push(block(new Vector3(front * at.x, at.z, at.y), [min(size.x, nose - tail - 0.3), size.z, size.y], plastic));
  }
  if (detail < 2) parts.push(...fittings());
  return parts.map((part) => part.applyMatrix4(toBody));

  function fittings(): BufferGeometry[] {
    const made: BufferGeometry[] = [];
    const pair = (u: number, z: number, y: number, size: [number, number, number], color: Color) => {
      for (const s of [-1, 1]) made.push(block(new Vector3(u, z, s * y), size, color));
    };
    const post = (from: [number, number], to: [number, number], thick: number) => {
      const at = ([u, z]: [number, number], s: number) => new Vector3(u, z, s * (widthAt(z) - 0.012));
      for (const s of [-1, 1]) made.push(beam(at(from, s), at(to, s), thick, roofPaint));
    };
    const middle = (first + last) / 2 - 0.05;
    post([cowl - 0.04, top], [roofFront, roof - 0.05], 0.06);
    post([middle, top], [middle, roof - 0.05], 0.07);
    post([deck + 0.03, top], [roofRear + 0.03, roof - 0.05], 0.1);
    const [noseTall, tailTall] = [top - noseLow, top - tailLow];
    pair(nose - 0.035, noseLow + 0.6 * noseTall, half - 0.3, [0.06, 0.13 * noseTall, 0.34], headLamp);
    pair(tail + 0.02, tailLow + 0.6 * tailTall, half - 0.2, [0.05, 0.14 * tailTall, 0.26], rearLamp);
    made.push(block(new Vector3(nose - 0.02, noseLow + 0.22 * noseTall, 0), [0.06, 0.2 * noseTall, 1.5 * half], plastic));
    made.push(block(new Vector3(nose - 0.025, noseLow + 0.6 * noseTall, 0), [0.04, 0.1 * noseTall, 0.8 * half], plastic));
    made.push(block(new Vector3(tail + 0.015, tailLow + 0.24 * tailTall, 0), [0.06, 0.2 * tailTall, 1.6 * half], plastic));
    made.push(block(new Vector3(tail - 0.012, tailLow + 0.5 * tailTall, 0), [0.01, min(0.11, 0.4 * tailTall), 0.52], headLamp));
    // Between the arches: skirts, doors with their handles, mirrors.
    const [rear, fore] = [arches[0], arches[arches.length - 1]];
    if (arches.length > 1) pair((rear.u + rear.r + fore.u - fore.r) / 2, sill + 0.05, half, [fore.u - fore.r - rear.u - rear.r - 0.06, 0.1, 0.02], plastic);
    for (const u of [cowl - 0.42, middle, deck + 0.32]) {
      if (arches.some((arch) => Math.abs(u - arch.u) < arch.r)) continue;
      pair(u, sill + 0.14 + (top - sill - 0.18) / 2, half, [0.012, top - sill - 0.18, 0.006], plastic);
    }
    for (const u of [middle + 0.12, deck + 0.45]) pair(u, top - 0.13 * tall, half, [0.16, 0.03, 0.02], roofPaint);
    pair(cowl - 0.3, top + 0.1, cabinHalf + 0.05, [0.08, 0.13, 0.2], roofPaint);
    return made;
  }
}

/** Its boxes with rails along their edges, and over the wheels outside of them mudguards on an axle. */
function carriedParts({ boxes, wheels, front }: Coach, id: number, detail: Detail): BufferGeometry[] {
  const half = max(...boxes.map(({ size }) => size.y / 2));
  // Whoever steers sits in the highest box that has room for him, if that is in front.
  const [cab] = boxes.filter((box) => hasRoom(box.size) && front * box.at.x > 0 && boxes.every((other) => high(other) <= high(box)));
  const load = boxes.reduce((a, b) => (volume(b) > volume(a) ? b : a));
  const parts = boxes.flatMap((box) => {
    const color = shapeColor(box.color, id, false);
    if (box === cab) return cabParts(box.size, color, detail).map((part) => part.translate(box.at.x, box.at.y, box.at.z));
    return [block(box.at, box.size.toArray() as [number, number, number], color), ...(box === load && front === 0 && detail < 2 ? rails(box, color) : [])];
  });
  for (const wheel of wheels) {
    if (Math.abs(wheel.center.y) - wheel.width / 2 < half) continue;
    parts.push(...mudguard(wheel, half, detail));
  }
  if (front === 0 && detail < 2) {
    const { at, size } = load;
    // Towed from the end that is away from the axle: lamps are at the other one.
    const axle = wheels.reduce((sum, { center }) => sum + center.x, 0) / wheels.length;
    const reach = boxes.map((box) => (box.at.x - axle) + Math.sign(box.at.x - axle) * (box.size.x / 2)).reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    const back = at.x - Math.sign(reach) * (size.x / 2);
    for (const s of [-1, 1]) parts.push(block(new Vector3(back, at.y + s * (size.y / 2 - 0.14), low(load) + 0.12), [0.05, 0.2, 0.1], rearLamp));
    parts.push(block(new Vector3(back, at.y, low(load) + 0.12), [0.02, 0.44, 0.1], headLamp));
  }
  return parts;
}

/** The frame of a cargo bed: posts along its sides, a rail round its top and one round its floor. */
function rails({ at, size }: CoachBox, color: Color): BufferGeometry[] {
  const tone = color.clone().multiplyScalar(0.62);
  const [thick, out] = [0.05, 0.012];
  const made: BufferGeometry[] = [];
  for (const z of [-size.z / 2 + thick / 2, size.z / 2 - thick / 2]) {
    made.push(block(new Vector3(at.x, at.y, at.z + z), [size.x + 2 * out, size.y + 2 * out, thick], tone));
  }
  const posts = max(2, Math.round(size.x / 0.6) + 1);
  for (let i = 0; i < posts; ++i) {
    const x = (size.x / 2 + out - thick / 2) * (-1 + (2 * i) / (posts - 1));
    for (const y of [-1, 1]) made.push(block(new Vector3(at.x + x, at.y + y * (size.y / 2 + out - thick / 2), at.z), [thick, thick, size.z - thick], tone));
  }
  // A cover over what it carries.
  made.push(block(new Vector3(at.x, at.y, at.z + size.z / 2 + 0.012), [size.x - 2 * thick, size.y - 2 * thick, 0.05], plastic));
  return made;
}

/** Over the wheel, as far as it can rise, and the axle that holds it. */
function mudguard({ center, radius, width }: CoachWheel, half: number, detail: Detail): BufferGeometry[] {
  const [inner, outer] = [1.22 * radius, 1.22 * radius + 0.025];
  const sheet = new Shape();
  sheet.absarc(0, 0, outer, 0.12 * PI, 0.88 * PI, false);
  sheet.absarc(0, 0, inner, 0.88 * PI, 0.12 * PI, true);
  const sideways = new Matrix4().makeBasis(new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -1, 0)).setPosition(center);
  const inward = -Math.sign(center.y);
  const stub = Math.abs(center.y) - half;
  return [
    painted(across(sheet, width / 2 + 0.03, 0, detail), () => plastic).applyMatrix4(sideways),
    block(new Vector3(center.x, center.y + (inward * stub) / 2, center.z), [0.07, stub, 0.07], steel),
    // From the sheet to what carries it.
    block(new Vector3(center.x, center.y + inward * (width / 2 + stub) / 2, center.z + inner), [0.08, stub + 0.04 - width / 2, 0.03], plastic),
  ];
}

/** Of a side in x and y, which is so wide along z. */
function across(side: Shape, half: number, bevel: number, detail: Detail): BufferGeometry {
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
function leaning(solid: BufferGeometry, widthAt: (z: number) => number, half: number): BufferGeometry {
  const places = solid.getAttribute("position");
  for (let i = 0; i < places.count; ++i) places.setZ(i, (places.getZ(i) * widthAt(places.getY(i))) / half);
  return toCreasedNormals(solid, softest);
}

function beam(from: Vector3, to: Vector3, thick: number, color: Color): BufferGeometry {
  const way = to.clone().sub(from);
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize());
  const placed = new Matrix4().compose(from.clone().add(to).multiplyScalar(0.5), turn, new Vector3(1, 1, 1));
  return painted(new BoxGeometry(thick, way.length(), 0.035).applyMatrix4(placed), () => color);
}

interface Arch {
  u: number;
  z: number;
  r: number;
}

/** One of each pair of wheels, from the last to the first. */
function distinct(arches: Arch[]): Arch[] {
  return arches.sort((a, b) => a.u - b.u).filter((arch, i, all) => i === 0 || arch.u - all[i - 1].u > 0.1);
}

function volume({ size }: CoachBox): number {
  return size.x * size.y * size.z;
}
