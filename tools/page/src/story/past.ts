// What this page has seen: the moments of every branch, thinner the more there are, so that memory stays within a budget.
import type { TelemetryMessage } from "../protocol/messages";
import type { Moment } from "../quantities/quantity";

/** Bytes, about. */
const usualBudget = 64e6;
/** A branch of fewer moments is not thinned. */
const fewest = 100;
/** s between moments that belong together: what was seen long ago is kept thinner. */
const longestStep = 2;

/** From, to (s). */
export type Span = readonly [number, number];

export class Past {
  /** By branch, ascending in time. */
  private moments = new Map<number, Moment[]>();
  private bytes = 0;

  constructor(private budget = usualBudget) {}

  clear(): void {
    this.moments.clear();
    this.bytes = 0;
  }

  /** A moment that is there already is kept as it is: a replay shows the same ones again. */
  add(moment: Moment): void {
    const { branch, time } = moment.telemetry.stamp;
    const list = this.moments.get(branch) ?? [];
    this.moments.set(branch, list);
    const at = placeOf(list, time);
    if (list[at]?.telemetry.stamp.time === time) return;
    list.splice(at, 0, moment);
    this.bytes += bytesOf(moment);
    if (this.bytes > this.budget) this.thin();
  }

  /** Of one branch, from `from` to `to` (s). */
  between(branch: number, from: number, to: number): Moment[] {
    const list = this.moments.get(branch) ?? [];
    return list.slice(placeOf(list, from), placeOf(list, to));
  }

  /** The moment of a branch nearest to `time` (s), at most `tolerance` (s) away. */
  at(branch: number, time: number, tolerance: number): Moment | null {
    const list = this.moments.get(branch) ?? [];
    const next = placeOf(list, time);
    const near = [list[next - 1], list[next]].filter((moment) => moment !== undefined)
      .sort((a, b) => Math.abs(a.telemetry.stamp.time - time) - Math.abs(b.telemetry.stamp.time - time))[0];
    return near && Math.abs(near.telemetry.stamp.time - time) <= tolerance ? near : null;
  }

  /** The moments of a branch that `time` (s) lies between; the same twice before the first and after the last; null: there are none. */
  around(branch: number, time: number): [Moment, Moment] | null {
    const list = this.moments.get(branch) ?? [];
    if (list.length === 0) return null;
    const next = Math.min(placeOf(list, time), list.length - 1);
    return [list[Math.max(0, list[next].telemetry.stamp.time > time ? next - 1 : next)], list[next]];
  }

  private thin(): void {
    const list = [...this.moments.values()].reduce((longest, other) => (other.length > longest.length ? other : longest));
    if (list.length < fewest) return;
    const older = list.splice(0, list.length >> 1);
    const kept = older.filter((_, i) => i % 2 === 0);
    for (const moment of older.filter((_, i) => i % 2 === 1)) this.bytes -= bytesOf(moment);
    list.unshift(...kept);
  }
}

/** Where no moment is known between `from` and `to` (s). */
export function gapsIn(times: readonly number[], from: number, to: number): Span[] {
  const ends = [from, ...times, to];
  return ends.slice(1).flatMap((end, i): Span[] => (end - ends[i] > longestStep ? [[ends[i], end]] : []));
}

/** Where in the list what ends at or after `time` begins. */
function placeOf(list: readonly Moment[], time: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].telemetry.stamp.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bytesOf({ telemetry, poses }: Moment): number {
  const { jointPositions, drives, wheels, controls, contacts }: TelemetryMessage = telemetry;
  return 200 * (contacts?.length ?? 0) + 8 * poses.length + 24 * jointPositions.length + 80 * drives.length + 60 * wheels.length + 16 * controls.length + 400;
}
