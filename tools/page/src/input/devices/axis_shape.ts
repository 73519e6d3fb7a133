// From what a device says of an axis to what it means: calibrated, without the play about its rest, along a curve.

export interface AxisShape {
  /** What the device says at one end, at rest and at the other end. A pedal rests at an end. */
  minimum: number;
  rest: number;
  maximum: number;
  /** Part of the way from rest that counts as rest, 0 to below 1; the remaining way is stretched to the whole. */
  deadZone: number;
  /** 1: straight; above: gentle about rest, with the same ends. */
  curve: number;
}

export const stickShape: AxisShape = { minimum: -1, rest: 0, maximum: 1, deadZone: 0.12, curve: 1.5 };
export const buttonShape: AxisShape = { minimum: 0, rest: 0, maximum: 1, deadZone: 0.05, curve: 1 };

/** -1..1 of the way from rest to either end. */
export function shaped(raw: number, { minimum, rest, maximum, deadZone, curve }: AxisShape): number {
  const way = raw >= rest ? maximum - rest : rest - minimum;
  if (!(way > 0)) return 0;
  const part = Math.min(1, Math.abs(raw - rest) / way);
  const beyond = Math.max(0, part - deadZone) / (1 - deadZone);
  return Math.sign(raw - rest) * beyond ** curve;
}

/** A shape that knows the ends seen so far. */
export function widened(shape: AxisShape, raw: number): AxisShape {
  return { ...shape, minimum: Math.min(shape.minimum, raw), maximum: Math.max(shape.maximum, raw) };
}
