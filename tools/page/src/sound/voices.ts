// What is heard of a quantity: physics in, pitch and loudness out. No sound is made here.

const { abs, max, min, sqrt } = Math;

/** Of a steady sound: Hz, and 0 (silent) to 1. */
export interface Voice {
  frequency: number;
  gain: number;
}

/** A blow: how it begins (0 to 1), rings (Hz) and dies away (s). */
export interface Blow extends Voice {
  decay: number;
}

export const silent: Voice = { frequency: 0, gain: 0 };

/** Audible without pain on small loudspeakers (Hz). */
const lowestMotor = 35;
const highestMotor = 1400;
/** Poles that pass per turn of a rotor. */
const poles = 4;
/** A rotor slower than this (rad/s) that carries a current hums; without one it is still. */
const standing = 2;
const hum = 100;

/** `rate`: of the rotor (rad/s); `load`: its current by the rated one. A motor that turns sings of its speed, louder under load. */
export function motorVoice(rate: number, load: number): Voice {
  // What is not known is not heard.
  const effort = min(1, abs(load)) || 0;
  if (!(abs(rate) >= standing)) return effort > 0.05 ? { frequency: hum, gain: 0.12 * effort } : silent;
  const frequency = min(highestMotor, max(lowestMotor, (poles * abs(rate)) / (2 * Math.PI)));
  const spun = min(1, abs(rate) / 150);
  return { frequency, gain: min(1, spun * (0.22 + 0.78 * effort)) };
}

/** Slower (m/s) than this nothing is heard of a wheel; as loud as it gets from `fastest` on. */
const slowest = 0.03;
const fastest = 12;

/** Of a wheel on the ground: its rim's speed (m/s), and its load by what it usually carries. */
export function rollingVoice(speed: number, load: number): Voice {
  if (!(abs(speed) > slowest) || !(load > 0)) return silent;
  const part = min(1, abs(speed) / fastest);
  return { frequency: 90 + 700 * sqrt(part), gain: min(1, sqrt(part) * min(1.5, sqrt(load))) };
}

/** A tyre is quiet up to this slip speed (m/s). */
const quietSlip = 0.4;

/** `slipSpeed`: of the rubber over the ground (m/s). */
export function skidVoice(slipSpeed: number, load: number): Voice {
  const over = abs(slipSpeed) - quietSlip;
  if (!(over > 0) || !(load > 0)) return silent;
  return { frequency: 650 + 350 * min(1, over / 6), gain: min(1, (over / 3) * min(1.5, load)) };
}

/** A change of velocity within one frame that is a blow (m/s); and the hardest that is told apart. */
export const leastBlow = 0.35;
const hardest = 8;

/** Of a body of `mass` (kg) whose velocity jumped by `jump` (m/s); null: no blow. Heavy bodies ring low and long. */
export function blowOf(jump: number, mass: number): Blow | null {
  if (!(jump >= leastBlow) || !(mass > 0)) return null;
  const frequency = min(1600, max(55, 520 / Math.cbrt(mass)));
  return { frequency, gain: min(1, sqrt(jump / hardest)), decay: min(0.7, 0.08 + 0.06 * Math.cbrt(mass)) };
}
