// Poses a little beyond the newest frame: while one is late or lost, bodies go on as they went.
import { poseStride } from "../protocol/messages";

/**
 * Writes position and orientation (7 numbers) of every body at `ahead` (s) after `newest` into `out`. `dt` is the time
 * between `before` and `newest` (s), from which accelerations come; 0: they are not known.
 */
export function extrapolatePoses(before: Float64Array, newest: Float64Array, dt: number, ahead: number, out: Float64Array): void {
  for (let i = 0; i < out.length / 7; ++i) {
    const at = i * poseStride;
    const o = i * 7;
    for (let k = 0; k < 3; ++k) {
      const velocity = newest[at + 7 + k];
      const acceleration = dt > 0 ? (velocity - before[at + 7 + k]) / dt : 0;
      out[o + k] = newest[at + k] + ahead * (velocity + (ahead / 2) * acceleration);
    }
    turn(newest, at + 3, newest, at + 10, ahead, out, o + 3);
  }
}

/** `q` turned by the angular velocity (world axes) for a time. */
function turn(q: Float64Array, qAt: number, spin: Float64Array, spinAt: number, time: number, out: Float64Array, o: number): void {
  const rate = Math.hypot(spin[spinAt], spin[spinAt + 1], spin[spinAt + 2]);
  const half = (rate * time) / 2;
  const c = Math.cos(half);
  const s = rate > 1e-12 ? Math.sin(half) / rate : 0;
  const [x, y, z] = [s * spin[spinAt], s * spin[spinAt + 1], s * spin[spinAt + 2]];
  const [w0, x0, y0, z0] = [q[qAt], q[qAt + 1], q[qAt + 2], q[qAt + 3]];
  out[o] = c * w0 - x * x0 - y * y0 - z * z0;
  out[o + 1] = c * x0 + x * w0 + y * z0 - z * y0;
  out[o + 2] = c * y0 - x * z0 + y * w0 + z * x0;
  out[o + 3] = c * z0 + x * y0 - y * x0 + z * w0;
}
