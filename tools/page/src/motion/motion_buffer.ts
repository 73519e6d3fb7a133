// The last frames of the stream, and the poses of all bodies at any moment between them.
import { poseStride } from "../protocol/messages";
import type { FrameMessage, Stamp } from "../protocol/messages";
import { interpolatePoses } from "./hermite";
import { PlayoutClock } from "./playout_clock";

interface Sample {
  stamp: Stamp;
  poses: Float64Array;
  /** Server's time (ms) up to which the server said, frozen, that nothing moves. */
  heldUntil: number;
  /** ms before stamp.validAt at which motion from the sample before begins; 0: it jumps there. */
  segment: number;
}

/** A gap longer than this many periods is a pause, not slow motion. */
const longestSegment = 5;
const kept = 32;

export class MotionBuffer {
  private clock = new PlayoutClock();
  private samples: Sample[] = [];
  private newestTick = -1n;
  private lastArrival = NaN;
  /** Position and orientation (w, x, y, z) of every body as last sampled; 7 numbers each. */
  readonly shown: Float64Array;

  constructor(
    private bodyCount: number,
    private periodMs: number,
    initialPoses?: Float64Array,
  ) {
    this.shown = new Float64Array(bodyCount * 7);
    for (let i = 0; i < bodyCount; ++i) {
      this.shown[i * 7 + 3] = 1;
      if (initialPoses) this.shown.set(initialPoses.subarray(i * poseStride, i * poseStride + 7), i * 7);
    }
  }

  /** A frame that arrived at the local time `now` (ms). Late and doubled ones are ignored. */
  push(frame: FrameMessage, now: number): void {
    const { stamp } = frame;
    if (stamp.tick <= this.newestTick) return;
    this.newestTick = stamp.tick;
    this.lastArrival = now;
    const last = this.samples.at(-1);
    const repeats = last && stamp.branch === last.stamp.branch && stamp.frame === last.stamp.frame;
    if (repeats) {
      // Frozen: motion to the next new frame must not begin before the pause ends. Otherwise simulation time is slow,
      // and the way to the next new frame is simply longer.
      if (stamp.frozen) last.heldUntil = stamp.validAt;
      return;
    }
    const poses = last ? last.poses.slice() : new Float64Array(this.bodyCount * poseStride);
    frame.ids.forEach((id, i) => {
      if (id < this.bodyCount) poses.set(frame.poses.subarray(i * poseStride, (i + 1) * poseStride), id * poseStride);
    });
    const continues = last && stamp.branch === last.stamp.branch && stamp.time > last.stamp.time;
    const gap = continues ? stamp.validAt - last.heldUntil : 0;
    const segment = Math.max(0, Math.min(gap, longestSegment * this.periodMs));
    this.clock.observe(now, stamp.validAt, segment);
    this.samples.push({ stamp, poses, heldUntil: stamp.validAt, segment });
    if (this.samples.length > kept) this.samples.shift();
  }

  /** Brings `shown` to the local time `now` (ms). Returns the sample moved towards, or null before the first frame. */
  sample(now: number): Sample | null {
    if (this.samples.length === 0) return null;
    const time = this.clock.shown(now);
    let next = this.samples.findIndex((sample) => sample.stamp.validAt >= time);
    if (next < 0) next = this.samples.length - 1;
    const to = this.samples[next];
    const from = next > 0 && to.segment > 0 ? this.samples[next - 1] : null;
    const begin = to.stamp.validAt - to.segment;
    if (from === null) {
      const held = next > 0 && time < to.stamp.validAt ? this.samples[next - 1] : to;
      interpolatePoses(held.poses, held.poses, 0, 1, this.shown);
      return held;
    }
    const s = Math.min(1, Math.max(0, (time - begin) / to.segment));
    interpolatePoses(from.poses, to.poses, to.stamp.time - from.stamp.time, s, this.shown);
    return to;
  }

  /** ms since a frame last arrived; NaN before the first. */
  silence(now: number): number {
    return now - this.lastArrival;
  }

  /** Velocity of a body's origin (m/s) in the newest frame: x, y, z. */
  velocity(body: number): [number, number, number] {
    const poses = this.samples.at(-1)?.poses;
    const at = body * poseStride + 7;
    return poses ? [poses[at], poses[at + 1], poses[at + 2]] : [0, 0, 0];
  }

  /** Another server or connection: its ticks and clock start anew. What is shown stays. */
  restart(): void {
    this.clock.reset();
    this.samples = [];
    this.newestTick = -1n;
    this.lastArrival = NaN;
  }
}
