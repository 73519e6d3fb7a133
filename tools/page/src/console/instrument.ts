// One instrument of the operator's console: how it looks, what it reads, and when its lamp comes on.
import type { Quantity, Thresholds } from "../quantities/quantity";

/** `dial`: against the ends of its scale; `compass`, `horizon` and `point` are what they are called. */
export type Face = "number" | "dial" | "compass" | "horizon" | "point";

export interface Instrument extends Thresholds {
  label: string;
  face: Face;
  /** Of a horizon pitch and roll, of a point x, y and z; of the others one. */
  quantities: Quantity[];
}
