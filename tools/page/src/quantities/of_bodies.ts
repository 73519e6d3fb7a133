// What bodies tell: speed, heading, inclination, place; and one body seen from another: radius, sway.
import { words } from "../words";
import { BodyReader, degrees, type Moment, type Quantity } from "./quantity";

const open = { lower: NaN, upper: NaN };
const asin = (sine: number) => degrees * Math.asin(Math.min(1, Math.max(-1, sine)));

/** Of roll, pitch or heading (0 to 2) of the body's gyroscope, deg; where it has one. */
function instrument(moment: Moment, body: number, angle: 0 | 1 | 2, sign: number): number | undefined {
  const shown = moment.telemetry.gyroscopes?.get(body);
  return shown && sign * degrees * shown[angle];
}

/** Of bodies that stand still no direction is told. */
const leastSpeed = 1e-3;

export function speedOf(name: string, body: number): Quantity {
  const reader = new BodyReader(body);
  return {
    key: `${name}.speed`, name: words("speed"), unit: words("km/h"), digits: 1, ...open,
    read(moment) {
      const v = reader.velocity(moment);
      const speed = Math.hypot(...v);
      const x = reader.forward(moment);
      const backwards = speed > leastSpeed && x[0] * v[0] + x[1] * v[1] + x[2] * v[2] < -0.5 * speed;
      return 3.6 * (backwards ? -speed : speed);
    },
  };
}

/** Counter-clockwise from the world's x axis, seen from above, as the terminal and tables tell it. */
export function headingOf(name: string, body: number): Quantity {
  const reader = new BodyReader(body);
  return {
    key: `${name}.heading`, name: words("heading"), unit: "°", digits: 0, lower: 0, upper: 360,
    read(moment) {
      const shown = instrument(moment, body, 2, 1);
      if (shown !== undefined) return ((shown % 360) + 360) % 360;
      const [x, y] = reader.forward(moment);
      return (degrees * Math.atan2(y, x) + 360) % 360;
    },
  };
}

/** What a compass shows of a heading (both deg): clockwise from the world's y axis, which is north. */
export function bearingOf(heading: number): number {
  return (450 - heading) % 360;
}

export function pitchOf(name: string, body: number): Quantity {
  const reader = new BodyReader(body);
  return { key: `${name}.pitch`, name: words("pitch"), unit: "°", digits: 1, ...open,
    read: (moment) => instrument(moment, body, 1, -1) ?? asin(reader.forward(moment)[2]) };
}

/** Positive: the left side is up. */
export function rollOf(name: string, body: number): Quantity {
  const reader = new BodyReader(body);
  return { key: `${name}.roll`, name: words("roll"), unit: "°", digits: 1, ...open,
    read: (moment) => instrument(moment, body, 0, 1) ?? asin(reader.left(moment)[2]) };
}

export function coordinateOf(name: string, body: number, axis: 0 | 1 | 2): Quantity {
  const reader = new BodyReader(body);
  return { key: `${name}.${"xyz"[axis]}`, name: "xyz"[axis], unit: words("m"), digits: 2, ...open, read: (moment) => reader.position(moment)[axis] };
}

export function heightOf(name: string, body: number): Quantity {
  return { ...coordinateOf(name, body, 2), name: words("height") };
}

/** `from` -1: the world's origin. */
export function radiusOf(name: string, body: number, from: number): Quantity {
  const between = lineBetween(body, from);
  return {
    key: `${name}.radius`, name: words("radius"), unit: words("m"), digits: 2, ...open,
    read: (moment) => Math.hypot(...between(moment).slice(0, 2)),
  };
}

export function swayOf(name: string, body: number, from: number): Quantity {
  const between = lineBetween(body, from);
  return {
    key: `${name}.sway`, name: words("sway"), unit: "°", digits: 1, lower: 0, upper: 20,
    read(moment) {
      const [x, y, z] = between(moment);
      return degrees * Math.atan2(Math.hypot(x, y), Math.abs(z));
    },
  };
}

function lineBetween(body: number, from: number): (moment: Moment) => [number, number, number] {
  const [near, far] = [new BodyReader(from), new BodyReader(body)];
  return (moment) => {
    const a = from < 0 ? [0, 0, 0] : near.position(moment);
    const b = far.position(moment);
    return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  };
}
