// Poses between two frames: cubic Hermite curves through both, with the velocities that both carry.
import { poseAbsence, poseStride } from "../protocol/messages";

/** Above this mismatch between the displacement and the mean of the velocities the body was hit in between. */
const hitRelative = 0.5;
const hitAbsolute = 2e-3;

/**
 * Writes position and orientation (7 numbers) of every body at `s` (0: `from`, 1: `to`) into `out`, whose stride is 7.
 * `dt` is the simulation time between the two (s); 0 or less: velocities say nothing, the way is straight.
 * A body that is absent in either has no way between the two: it is where `to` has it.
 */
export function interpolatePoses(from: Float64Array, to: Float64Array, dt: number, s: number, out: Float64Array): void {
  const bodies = out.length / 7;
  for (let i = 0; i < bodies; ++i) {
    const at = i * poseStride;
    const start = from[at + poseAbsence] || to[at + poseAbsence] ? to : from;
    interpolatePosition(start, to, at, dt, s, out, i * 7);
    interpolateOrientation(start, to, at, dt, s, out, i * 7 + 3);
  }
}

function interpolatePosition(
  from: Float64Array, to: Float64Array, at: number, dt: number, s: number, out: Float64Array, o: number,
): void {
  let mismatch = 0;
  let length = 0;
  for (let k = 0; k < 3; ++k) {
    const way = to[at + k] - from[at + k];
    mismatch += Math.abs(way - (dt / 2) * (from[at + 7 + k] + to[at + 7 + k]));
    length += Math.abs(way);
  }
  const straight = dt <= 0 || mismatch > hitAbsolute + hitRelative * length;
  for (let k = 0; k < 3; ++k) {
    const p0 = from[at + k];
    const p1 = to[at + k];
    const m0 = straight ? p1 - p0 : dt * from[at + 7 + k];
    const m1 = straight ? p1 - p0 : dt * to[at + 7 + k];
    out[o + k] = hermite(p0, m0, p1, m1, s);
  }
}

/** The turn from one to the other as a rotation vector; wheels may turn by more than half a turn in a frame. */
function interpolateOrientation(
  from: Float64Array, to: Float64Array, at: number, dt: number, s: number, out: Float64Array, o: number,
): void {
  const w0 = from[at + 3], x0 = from[at + 4], y0 = from[at + 5], z0 = from[at + 6];
  const w1 = to[at + 3], x1 = to[at + 4], y1 = to[at + 5], z1 = to[at + 6];
  // turn = q1 * conjugate(q0), in world axes like the angular velocities
  let w = w1 * w0 + x1 * x0 + y1 * y0 + z1 * z0;
  let x = x1 * w0 - w1 * x0 - y1 * z0 + z1 * y0;
  let y = y1 * w0 - w1 * y0 - z1 * x0 + x1 * z0;
  let z = z1 * w0 - w1 * z0 - x1 * y0 + y1 * x0;
  if (w < 0) {
    w = -w;
    x = -x;
    y = -y;
    z = -z;
  }
  // Math.hypot takes several times as long, and nothing here overflows.
  const sine = Math.sqrt(x * x + y * y + z * z);
  let angle = 2 * Math.atan2(sine, w);
  let nx = 0, ny = 0, nz = 0;
  if (sine > 1e-12) {
    nx = x / sine;
    ny = y / sine;
    nz = z / sine;
  }
  const a0 = at + 10;
  let m0 = angle, m1 = angle;
  if (dt > 0) {
    const spin0 = dt * (nx * from[a0] + ny * from[a0 + 1] + nz * from[a0 + 2]);
    const spin1 = dt * (nx * to[a0] + ny * to[a0 + 1] + nz * to[a0 + 2]);
    const turns = Math.round(((spin0 + spin1) / 2 - angle) / (2 * Math.PI));
    angle += turns * 2 * Math.PI;
    const fits = Math.abs(angle - (spin0 + spin1) / 2) <= 0.02 + hitRelative * Math.abs(angle);
    m0 = fits ? spin0 : angle;
    m1 = fits ? spin1 : angle;
  }
  const half = hermite(0, m0, angle, m1, s) / 2;
  const c = Math.cos(half), d = Math.sin(half);
  const tx = nx * d, ty = ny * d, tz = nz * d;
  out[o] = c * w0 - tx * x0 - ty * y0 - tz * z0;
  out[o + 1] = c * x0 + tx * w0 + ty * z0 - tz * y0;
  out[o + 2] = c * y0 - tx * z0 + ty * w0 + tz * x0;
  out[o + 3] = c * z0 + tx * y0 - ty * x0 + tz * w0;
}

function hermite(p0: number, m0: number, p1: number, m1: number, s: number): number {
  const s2 = s * s;
  const s3 = s2 * s;
  return (2 * s3 - 3 * s2 + 1) * p0 + (s3 - 2 * s2 + s) * m0 + (3 * s2 - 2 * s3) * p1 + (s3 - s2) * m1;
}
