// Motion between frames: exact at frames, smooth between them, never backwards, honest about pauses and jumps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { interpolatePoses } from "../src/motion/hermite";
import { MotionBuffer } from "../src/motion/motion_buffer";
import { PlayoutClock } from "../src/motion/playout_clock";
import { poseAbsence, poseStride, type FrameMessage } from "../src/protocol/messages";

const period = 40;

function pose(x: number, v: number, angle = 0, spin = 0): Float64Array {
  return Float64Array.of(x, 0, 0, Math.cos(angle / 2), 0, 0, Math.sin(angle / 2), v, 0, 0, 0, 0, spin, 0);
}

function at(from: Float64Array, to: Float64Array, dt: number, s: number): Float64Array {
  const out = new Float64Array(7);
  interpolatePoses(from, to, dt, s, out);
  return out;
}

const yaw = (p: Float64Array) => 2 * Math.atan2(p[6], p[3]);

test("uniform acceleration is reproduced between frames", () => {
  const x = (t: number) => 1 + 2 * t + 1.5 * t * t;
  const v = (t: number) => 2 + 3 * t;
  for (const s of [0, 0.25, 0.5, 0.9, 1]) {
    const shown = at(pose(x(0), v(0)), pose(x(0.04), v(0.04)), 0.04, s);
    assert.ok(Math.abs(shown[0] - x(0.04 * s)) < 1e-12);
  }
});

test("a body that was hit between frames does not overshoot", () => {
  const shown = at(pose(0.01, -5), pose(0.01, 4), 0.04, 0.5);
  assert.equal(shown[0], 0.01);
});

test("a wheel that turns by more than half a turn per frame goes forward", () => {
  const spin = 100;
  const shown = at(pose(0, 0, 0, spin), pose(0, 0, 4, spin), 0.04, 0.25);
  assert.ok(Math.abs(yaw(shown) - 1) < 1e-9, `${yaw(shown)}`);
});

test("orientation is met exactly at both frames and stays unit", () => {
  const a = pose(0, 0, 0.3, 1);
  const b = pose(0, 0, 0.5, 7);
  assert.ok(Math.abs(yaw(at(a, b, 0.04, 0)) - 0.3) < 1e-12);
  assert.ok(Math.abs(yaw(at(a, b, 0.04, 1)) - 0.5) < 1e-12);
  const q = at(a, b, 0.04, 0.6);
  assert.ok(Math.abs(Math.hypot(q[3], q[4], q[5], q[6]) - 1) < 1e-12);
});

interface FrameOptions {
  tick: number;
  frame?: number;
  branch?: number;
  frozen?: boolean;
  validAt?: number;
  x?: number;
  v?: number;
}

function frame({ tick, frame = tick, branch = 0, frozen = false, validAt = tick * period, x, v = 1 }: FrameOptions): FrameMessage {
  const time = (frame * period) / 1000;
  const stamp = { tick: BigInt(tick), branch, frame: BigInt(frame), time, validAt, frozen, replay: false };
  return { kind: "frame", stamp, ids: Uint32Array.of(0), poses: pose(x ?? time * v, v) };
}

/** Local time of arrival when the server's clock is 1e6 ms ahead and frames leave 2 ms after their slot began. */
const arrival = (tick: number, delay = 0) => tick * period - 1e6 - (period - 2) + delay;

function shownAlong(buffer: MotionBuffer, frames: [number, FrameMessage][], from: number, to: number, step = 7): number[] {
  const shown: number[] = [];
  const queue = [...frames].sort((a, b) => a[0] - b[0]);
  for (let now = from; now < to; now += step) {
    while (queue.length > 0 && queue[0][0] <= now) buffer.push(queue[0][1], queue.shift()![0]);
    if (buffer.sample(now)) shown.push(buffer.shown[0]);
  }
  return shown;
}

test("constant speed looks constant although arrivals jitter", () => {
  const buffer = new MotionBuffer(1, period);
  let seed = 1;
  const jitter = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const frames: [number, FrameMessage][] = [];
  for (let tick = 1; tick < 250; ++tick) frames.push([arrival(tick, 12 * jitter()), frame({ tick })]);
  const shown = shownAlong(buffer, frames, arrival(150), arrival(240));
  const steps = shown.slice(1).map((x, i) => x - shown[i]);
  for (const step of steps) assert.ok(Math.abs(step - 0.007) < 0.002, `step ${step}`);
});

test("with frames that leave early the picture lags the server's clock by less than a period", () => {
  const buffer = new MotionBuffer(1, period);
  const frames: [number, FrameMessage][] = [];
  for (let tick = 1; tick < 100; ++tick) frames.push([arrival(tick), frame({ tick })]);
  shownAlong(buffer, frames, arrival(1), arrival(90));
  const serverNow = (arrival(90) + 1e6) / 1000;
  assert.ok(serverNow - buffer.shown[0] < 0.012 + 0.001, `${serverNow - buffer.shown[0]}`);
});

test("a frozen world stands still, and motion goes on from there without slow motion", () => {
  const buffer = new MotionBuffer(1, period);
  const frames: [number, FrameMessage][] = [];
  for (let tick = 1; tick <= 10; ++tick) frames.push([arrival(tick), frame({ tick })]);
  for (let tick = 11; tick <= 60; ++tick) frames.push([arrival(tick), frame({ tick, frame: 10, frozen: true })]);
  for (let tick = 61; tick <= 80; ++tick) frames.push([arrival(tick), frame({ tick, frame: tick - 50 })]);
  const during = shownAlong(buffer, frames.slice(0, 60), arrival(13), arrival(58));
  for (const x of during) assert.ok(Math.abs(x - 0.4) < 1e-12);
  const after = shownAlong(buffer, frames.slice(57), arrival(58), arrival(80));
  for (let i = 1; i < after.length; ++i) assert.ok(after[i] - after[i - 1] >= -1e-12 && after[i] - after[i - 1] < 0.011);
  assert.ok(after.at(-1)! > 1.1);
});

test("half speed is smooth: repeated frames are not pauses", () => {
  const buffer = new MotionBuffer(1, period);
  const frames: [number, FrameMessage][] = [];
  for (let tick = 1; tick < 200; ++tick) frames.push([arrival(tick), frame({ tick, frame: tick >> 1 })]);
  const shown = shownAlong(buffer, frames, arrival(120), arrival(190));
  for (let i = 1; i < shown.length; ++i) assert.ok(Math.abs(shown[i] - shown[i - 1] - 0.0035) < 0.001);
});

test("another branch is a jump, not a flight", () => {
  const buffer = new MotionBuffer(1, period);
  const frames: [number, FrameMessage][] = [];
  for (let tick = 1; tick <= 50; ++tick) frames.push([arrival(tick), frame({ tick })]);
  for (let tick = 51; tick <= 60; ++tick) frames.push([arrival(tick), frame({ tick, branch: 1, frame: tick - 50, x: 100 + tick })]);
  const shown = shownAlong(buffer, frames, arrival(40), arrival(60));
  assert.ok(shown.every((x) => x < 2.1 || x > 150), `${shown}`);
});

test("late and doubled frames are ignored, and a subset of bodies leaves the others where they are", () => {
  const buffer = new MotionBuffer(2, period);
  const both = frame({ tick: 1, x: 5, v: 0 });
  both.ids = Uint32Array.of(0, 1);
  both.poses = new Float64Array(2 * poseStride);
  both.poses.set(pose(5, 0));
  both.poses.set(pose(6, 0), poseStride);
  buffer.push(both, 0);
  buffer.push(frame({ tick: 2, x: 7, v: 0 }), 40);
  buffer.push(frame({ tick: 1, x: 9, v: 0 }), 41);
  buffer.sample(5000);
  assert.equal(buffer.shown[0], 7);
  assert.equal(buffer.shown[7], 6);
  assert.equal(buffer.silence(100), 60);
});

test("a body that is absent is hidden, and does not fly to where it comes back", () => {
  const buffer = new MotionBuffer(1, period);
  const frames: [number, FrameMessage][] = [];
  for (let tick = 1; tick <= 60; ++tick) {
    const message = frame({ tick, x: tick < 40 ? 1 : 50, v: 0 });
    message.poses[poseAbsence] = tick >= 20 && tick < 40 ? 1 : 0;
    frames.push([arrival(tick), message]);
  }
  const seen: string[] = [];
  let next = 0;
  for (let now = arrival(1); now < arrival(60); now += 5) {
    while (next < frames.length && frames[next][0] <= now) buffer.push(frames[next][1], frames[next++][0]);
    const drawn = buffer.sample(now) ? `${buffer.shown[0].toFixed(9)} ${buffer.hidden[0] ? "hidden" : "seen"}` : "";
    if (drawn && !seen.includes(drawn)) seen.push(drawn);
  }
  assert.deepEqual(seen, ["1.000000000 seen", "1.000000000 hidden", "50.000000000 seen"]);
});

test("shown time never runs backwards while the lag adapts", () => {
  const clock = new PlayoutClock();
  clock.observe(0, 1000, period);
  let last = clock.shown(0);
  for (let now = 1; now < 4000; ++now) {
    if (now % 40 === 0) clock.observe(now, 1000 + now - (now % 400 === 0 ? 90 : 0), period);
    const shown = clock.shown(now);
    assert.ok(shown >= last);
    last = shown;
  }
});

test("through a relay that delays by 0 to 30 ms and withholds 5 %, a minute is shown without a backward step or a spike above 10 %", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  // Drives on at 0.5 to 1.5 m/s: 0.4 m/s^2 at the most.
  const speed = (t: number) => 1 + 0.5 * Math.sin(0.8 * t);
  const place = (t: number) => t - (0.5 / 0.8) * (Math.cos(0.8 * t) - 1);
  const frames: [number, FrameMessage][] = [];
  let latest = -Infinity;
  for (let tick = 1; tick < 1700; ++tick) {
    const withheld = random() < 0.05;
    latest = Math.max(latest, arrival(tick, 30 * random()));
    const t = (tick * period) / 1000;
    if (!withheld) frames.push([latest, frame({ tick, x: place(t), v: speed(t) })]);
  }
  const buffer = new MotionBuffer(1, period);
  shownAlong(buffer, frames, arrival(1), arrival(100), 16);
  const step = 16;
  const shown = shownAlong(buffer, frames.filter(([at]) => at > arrival(100)), arrival(100), arrival(1600), step);
  assert.ok(shown.length > 3700);
  let worst = 0;
  for (let i = 1; i < shown.length; ++i) {
    const velocity = (shown[i] - shown[i - 1]) / (step / 1000);
    assert.ok(velocity > 0, `backwards at ${i}: ${velocity}`);
    // The picture lags by about a tenth of a second; speeds there and now are within 0.04 m/s of each other.
    const now = (arrival(100) + i * step + 1e6) / 1000;
    const fastest = Math.max(speed(now), speed(now - 0.15));
    const slowest = Math.min(speed(now), speed(now - 0.15));
    worst = Math.max(worst, velocity / fastest - 1, 1 - velocity / slowest);
  }
  assert.ok(worst < 0.1, `a spike of ${worst}`);
});

test("a body that goes on without frames does so for a tenth of a second, and a frozen one does not", () => {
  const shownAfter = (frozen: boolean) => {
    const buffer = new MotionBuffer(1, period);
    const frames: [number, FrameMessage][] = [];
    for (let tick = 1; tick <= 50; ++tick) frames.push([arrival(tick), frame({ tick })]);
    if (frozen) frames.push([arrival(51), frame({ tick: 51, frame: 50, frozen: true })]);
    return shownAlong(buffer, frames, arrival(40), arrival(80)).at(-1)!;
  };
  assert.ok(Math.abs(shownAfter(false) - 2.1) < 1e-6, `${shownAfter(false)}`);
  assert.ok(Math.abs(shownAfter(true) - 2) < 1e-9, `${shownAfter(true)}`);
});
