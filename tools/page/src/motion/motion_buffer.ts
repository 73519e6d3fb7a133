// The last frames of the stream, and the poses of all bodies at any moment between them and a little beyond.
import { poseAbsence, poseStride } from "../protocol/messages";
import type { FrameMessage, Stamp } from "../protocol/messages";
import { extrapolatePoses } from "./extrapolate";
import { interpolatePoses } from "./hermite";
import { Correction } from "./correction";
import { PlayoutClock } from "./playout_clock";

interface Sample {
  stamp: Stamp;
  poses: Float64Array;
  /** Server's time (ms) up to which the server said, frozen, that nothing moves. */
  heldUntil: number;
  /** ms before stamp.validAt at which motion from the sample before begins; 0: it jumps there. */
  segment: number;
  /** Of the sample before; the same where it jumps. */
  before: Float64Array;
  /** s of simulation since that sample; 0: it jumps. */
  dt: number;
}

/** A gap longer than this many periods is a pause, not slow motion. */
const longestSegment = 5;
/** So long (ms) bodies go on without a frame. */
const longestAhead = 100;
const kept = 32;

export class MotionBuffer {
  private clock = new PlayoutClock();
  private samples: Sample[] = [];
  private newestTick = -1n;
  private lastArrival = NaN;
  private correction: Correction;
  /** The newest sample when the picture last was beyond it. */
  private aheadOf: Sample | null = null;
  /** Position and orientation (w, x, y, z) of every body as last sampled; 7 numbers each. */
  readonly shown: Float64Array;
  /** By body, likewise: 1 where it is absent and not to be seen. */
  readonly hidden: Uint8Array;
  /** To which of the server's moments (ms) that belongs. */
  shownAt = NaN;
  /** s of simulation that it shows, as long as it is the stream's. */
  shownTime = 0;

  constructor(
    private bodyCount: number,
    private periodMs: number,
    initialPoses?: Float64Array,
  ) {
    this.shown = new Float64Array(bodyCount * 7);
    this.hidden = new Uint8Array(bodyCount);
    this.correction = new Correction(this.shown);
    for (let i = 0; i < bodyCount; ++i) {
      this.shown[i * 7 + 3] = 1;
      if (initialPoses) this.shown.set(initialPoses.subarray(i * poseStride, i * poseStride + 7), i * 7);
    }
  }

  /** A frame that arrived at the local time `now` (ms). Late and doubled ones are ignored. */
  push(frame: FrameMessage, now: number): void {
    const { stamp } = frame;
    if (stamp.tick <= this.newestTick) return;
    const lost = this.newestTick < 0n ? 0 : Number(stamp.tick - this.newestTick) - 1;
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
      if (id >= this.bodyCount) return;
      // A view of each body's part would cost more than its numbers.
      for (let k = 0; k < poseStride; ++k) poses[id * poseStride + k] = frame.poses[i * poseStride + k];
    });
    const continues = last && stamp.branch === last.stamp.branch && stamp.time > last.stamp.time;
    const gap = continues ? stamp.validAt - last.heldUntil : 0;
    const segment = Math.max(0, Math.min(gap, longestSegment * this.periodMs));
    // The picture does not wait for frames that were lost: bodies go on for so long.
    this.clock.observe(now, stamp.validAt, last ? Math.max(0, segment - lost * this.periodMs) : this.periodMs);
    this.samples.push({ stamp, poses, heldUntil: stamp.validAt, segment, before: continues ? last.poses : poses, dt: continues ? stamp.time - last.stamp.time : 0 });
    if (this.samples.length > kept) this.samples.shift();
  }

  /** Brings `shown` to the local time `now` (ms). Returns whether there is a frame to show. */
  sample(now: number): boolean {
    if (this.samples.length === 0) return false;
    const time = this.clock.shown(now);
    this.shownAt = time;
    const newest = this.samples.at(-1)!;
    // What was shown beyond a frame goes over to what the next one says, without a jump.
    const was = this.aheadOf;
    if (was && was !== newest && newest.stamp.branch === was.stamp.branch) {
      this.goAhead(was, time);
      this.correction.from(this.shown);
    }
    this.aheadOf = null;
    if (this.goesOn(newest) && time > newest.stamp.validAt) {
      this.goAhead(newest, time);
      this.aheadOf = newest;
    } else {
      this.between(time);
    }
    this.correction.apply(now, was !== null && was !== newest);
    return true;
  }

  /** poseStride numbers per body of the newest frame; null before the first. */
  get newestPoses(): Float64Array | null {
    return this.samples.at(-1)?.poses ?? null;
  }

  /** Brings `shown` to poses that are not the stream's. */
  show(poses: Float64Array): void {
    interpolatePoses(poses, poses, 0, 1, this.shown);
    this.hide(poses);
  }

  /** ms since a frame last arrived; NaN before the first. */
  silence(now: number): number {
    return now - this.lastArrival;
  }

  /** Another server or connection: its ticks and clock start anew. What is shown stays. */
  restart(): void {
    this.clock.reset();
    this.samples = [];
    this.newestTick = -1n;
    this.lastArrival = NaN;
    this.aheadOf = null;
    this.correction.forget();
  }

  /** Something moves on after it, as far as is known. */
  private goesOn({ stamp, segment, heldUntil }: Sample): boolean {
    return segment > 0 && !stamp.frozen && heldUntil === stamp.validAt;
  }

  private goAhead({ stamp, poses, before, segment, dt }: Sample, time: number): void {
    const ahead = Math.min(time - stamp.validAt, longestAhead) / 1000;
    // Time that runs slow or fast goes on so.
    this.shownTime = stamp.time + ahead * ((1000 * dt) / segment);
    extrapolatePoses(before, poses, dt, ahead * ((1000 * dt) / segment), this.shown);
    this.hide(poses);
  }

  private between(time: number): void {
    let next = this.samples.findIndex((sample) => sample.stamp.validAt >= time);
    if (next < 0) next = this.samples.length - 1;
    const to = this.samples[next];
    const from = next > 0 && to.segment > 0 ? this.samples[next - 1] : null;
    if (from === null) {
      const held = next > 0 && time < to.stamp.validAt ? this.samples[next - 1] : to;
      this.shownTime = held.stamp.time;
      this.show(held.poses);
      return;
    }
    const s = Math.min(1, Math.max(0, (time - to.stamp.validAt + to.segment) / to.segment));
    this.shownTime = from.stamp.time + s * (to.stamp.time - from.stamp.time);
    interpolatePoses(from.poses, to.poses, to.stamp.time - from.stamp.time, s, this.shown);
    this.hide(to.poses);
  }

  private hide(poses: Float64Array): void {
    for (let body = 0; body < this.bodyCount; ++body) this.hidden[body] = poses[body * poseStride + poseAbsence];
  }
}
