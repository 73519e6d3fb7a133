// The ways that machines have gone over the ground, for maps.
import type { Machine } from "../machines";
import { BodyReader, type Moment } from "../quantities/quantity";

/** A point every so many metres, so many at the most. */
const step = 0.2;
const most = 6000;

export type Way = [number, number][];

export interface Marked {
  machine: Machine;
  reader: BodyReader;
}

export class Ways {
  /** The machines that have a place. */
  marks: Marked[] = [];
  private ways = new Map<Machine, Way>();
  private branch = -1;

  /** `bodies`: each machine's own body; -1: it has none. */
  setScene(machines: readonly Machine[], bodies: readonly number[]): void {
    this.marks = machines.flatMap((machine, i) => (bodies[i] < 0 ? [] : [{ machine, reader: new BodyReader(bodies[i]) }]));
    this.ways.clear();
  }

  of(machine: Machine): Way {
    return this.ways.get(machine) ?? [];
  }

  note(moment: Moment): void {
    const { branch } = moment.telemetry.stamp;
    if (branch !== this.branch) this.ways.clear();
    this.branch = branch;
    for (const { machine, reader } of this.marks) {
      const [x, y] = reader.position(moment);
      const way = this.of(machine);
      const last = way.at(-1);
      if (last && Math.hypot(x - last[0], y - last[1]) < step) continue;
      way.push([x, y]);
      if (way.length > most) way.splice(0, most / 10);
      this.ways.set(machine, way);
    }
  }
}
