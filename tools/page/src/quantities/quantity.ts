// A quantity: a number that the server's newest frame tells, with its unit and the ends between which it lies.
import { poseStride, type TelemetryMessage } from "../protocol/messages";

/** What was so at the end of one frame. */
export interface Moment {
  telemetry: TelemetryMessage;
  /** poseStride numbers per body. */
  poses: Float64Array;
}

export interface Quantity {
  /** The same for the same scene: what a saved plot remembers. */
  key: string;
  name: string;
  unit: string;
  digits: number;
  /** Ends of its scale; NaN: it has none. */
  lower: number;
  upper: number;
  /** NaN: nothing is known. */
  read(moment: Moment): number;
}

export type Level = "" | "caution" | "bad";

/** Between the ends of `normal` all is well, outside `safe` something is wrong. */
export interface Thresholds {
  normal?: { lower: number; upper: number };
  safe?: { lower: number; upper: number };
}

export function levelOf(value: number, { normal, safe }: Thresholds): Level {
  const outside = (range: { lower: number; upper: number } | undefined) => range !== undefined && (value < range.lower || value > range.upper);
  return outside(safe) ? "bad" : outside(normal) ? "caution" : "";
}

export const degrees = 180 / Math.PI;

/** Position and velocity of a body's origin, and what its axes point along, in a moment. */
export class BodyReader {
  private at: number;

  constructor(body: number) {
    this.at = body * poseStride;
  }

  position({ poses }: Moment): [number, number, number] {
    const { at } = this;
    return [poses[at], poses[at + 1], poses[at + 2]];
  }

  velocity({ poses }: Moment): [number, number, number] {
    const { at } = this;
    return [poses[at + 7], poses[at + 8], poses[at + 9]];
  }

  /** The body's x axis in world axes. */
  forward({ poses }: Moment): [number, number, number] {
    const [w, x, y, z] = poses.subarray(this.at + 3, this.at + 7);
    return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
  }

  /** The body's y axis in world axes. */
  left({ poses }: Moment): [number, number, number] {
    const [w, x, y, z] = poses.subarray(this.at + 3, this.at + 7);
    return [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
  }
}
