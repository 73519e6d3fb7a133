// Road vehicles as what they are: cars, trucks with a cab, what is towed; and mudguards over wheels that stand outside.
import { BufferGeometry, Color, Matrix4, Shape, Vector3 } from "three";
import { across } from "./across";
import type { Detail } from "./batch";
import { cabParts, hasRoom } from "./cab";
import { carParts } from "./car";
import { cabinOf, high, low, type Coach, type CoachBox, type CoachWheel } from "./coaches";
import { block, painted } from "./paint";
import { headLamp, plastic, rearLamp, shapeColor, steel } from "./palette";

const { max, PI } = Math;

/** In the body's axes. */
export function coachParts(coach: Coach, id: number, detail: Detail): BufferGeometry[] {
  const cabin = cabinOf(coach);
  return cabin ? carParts(coach, cabin, id, detail) : carriedParts(coach, id, detail);
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

function volume({ size }: CoachBox): number {
  return size.x * size.y * size.z;
}
