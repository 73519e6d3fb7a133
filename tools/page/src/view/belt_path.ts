// The way of a taut belt round its wheels, in the plane across their axes, walked counter-clockwise.

/** x, y of the centre (m) and the radius to the belt's outer surface (m). */
export interface BeltWheel {
  x: number;
  y: number;
  radius: number;
}

/** A place on the belt's outer surface and the angle (rad) of its outward normal from x. */
export interface BeltPlace {
  x: number;
  y: number;
  normal: number;
}

/** Turning at a wheel by `angle` (0: it is passed straight), then straight on for `length` m. */
interface Piece {
  wheel: BeltWheel;
  begin: number;
  angle: number;
  length: number;
}

const wholeTurn = 2 * Math.PI;

export class BeltPath {
  /** Of the whole belt (m). */
  readonly length: number;
  private pieces: Piece[];

  /** `wheels` follow each other round the belt in either sense. A scene that was checked holds a belt. */
  constructor(wheels: BeltWheel[]) {
    const order = turnsForward(wheels) ? wheels : [...wheels].reverse();
    const runs = order.map((a, i) => tangent(a, order[(i + 1) % order.length]));
    this.pieces = order.map((wheel, i) => {
      const before = runs[(i + runs.length - 1) % runs.length];
      const turned = (((runs[i].normal - before.normal) % wholeTurn) + wholeTurn) % wholeTurn;
      // Nothing turns the belt by more than a wheel at the end of two parallel runs, but for a little.
      return { wheel, begin: before.normal, angle: turned > 1.75 * Math.PI ? 0 : turned, length: runs[i].length };
    });
    this.length = this.pieces.reduce((sum, { wheel, angle, length }) => sum + angle * wheel.radius + length, 0);
  }

  /** At `way` m along the belt, from any start and any number of times round. */
  at(way: number): BeltPlace {
    let left = ((way % this.length) + this.length) % this.length;
    for (const { wheel, begin, angle, length } of this.pieces) {
      const arc = angle * wheel.radius;
      const normal = left < arc ? begin + left / wheel.radius : begin + angle;
      const straight = Math.max(0, left - arc);
      if (straight <= length) {
        const c = Math.cos(normal);
        const s = Math.sin(normal);
        return { x: wheel.x + wheel.radius * c - straight * s, y: wheel.y + wheel.radius * s + straight * c, normal };
      }
      left -= arc + length;
    }
    return this.at(0);
  }
}

function turnsForward(wheels: BeltWheel[]): boolean {
  const area = wheels.reduce((sum, a, i) => {
    const b = wheels[(i + 1) % wheels.length];
    return sum + a.x * b.y - a.y * b.x;
  }, 0);
  return area >= 0;
}

/** The outer common tangent of two wheels: normal . (b - a) = r_a - r_b. */
function tangent(a: BeltWheel, b: BeltWheel): { normal: number; length: number } {
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  const along = Math.max(-1, Math.min(1, (a.radius - b.radius) / distance));
  const normal = Math.atan2(b.y - a.y, b.x - a.x) - Math.acos(along);
  return { normal, length: distance * Math.sqrt(1 - along * along) };
}
