// What the page would draw, from the page's own code, of a stream that came through a relay: smoothness in numbers, without a screen.
import net from "node:net";
import { performance } from "node:perf_hooks";
import { spawn } from "node:child_process";
import { control, decode, encode, poseStride, protocolVersion, Role } from "./page_messages.mjs";
import { MotionBuffer } from "./page_motion.mjs";
import { drawbar } from "./support.mjs";

/** Splits what comes over TCP into messages: u32 length, then so many bytes. */
function eachMessage(socket, take) {
  let rest = Buffer.alloc(0);
  socket.on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
      const end = 4 + rest.readUInt32LE(0);
      take(Uint8Array.from(rest.subarray(4, end)));
      rest = rest.subarray(end);
    }
  });
}

function framed(bytes) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * A relay before a daemon: each message from it is delayed by 0 to `delayMs`, in order, and of the pose messages a part is withheld.
 * Returns where to connect, and how to stop it.
 */
export async function startRelay(daemon, { delayMs, withheld, random = Math.random }) {
  const [host, port] = daemon.connect.split(":");
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), host);
    client.pipe(upstream);
    let last = 0;
    eachMessage(upstream, (bytes) => {
      if (decode(bytes)?.kind === "frame" && random() < withheld) return;
      last = Math.max(last, performance.now() + delayMs * random());
      setTimeout(() => client.writable && client.write(framed(bytes)), last - performance.now());
    });
    for (const [end, other] of [[client, upstream], [upstream, client]]) end.on("close", () => other.destroy()).on("error", () => {});
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { connect: `127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** Joins as a viewer and keeps every frame for so many seconds, with its arrival (ms). */
export async function receive(connect, seconds) {
  const [host, port] = connect.split(":");
  const socket = net.connect(Number(port), host).setNoDelay(true);
  const received = { scene: null, frames: [] };
  eachMessage(socket, (bytes) => {
    const at = performance.now();
    const message = decode(bytes);
    if (message?.kind === "welcome") received.scene = message.scene;
    if (message?.kind === "frame") received.frames.push({ at, frame: message });
  });
  const { major, minor } = protocolVersion;
  socket.write(framed(encode(new control.HelloT(major, minor, "playout", Role.Viewer, null, null))));
  await new Promise((passed) => setTimeout(passed, seconds * 1000));
  socket.destroy();
  return received;
}

/** Plays a controls file into the daemon; ends by itself, or by `stop()`. */
export function play(daemon, file) {
  const child = spawn(drawbar, ["drive", "--connect", daemon.connect, "--controls", file], { stdio: "ignore" });
  return { stop: () => child.kill("SIGTERM") };
}

/** Sixty pictures a second. */
const stepMs = 1000 / 60;
/** What the physics has around a moment that is shown counts so far (s), and a period more on either side: two frames bound each moment. */
const window = 0.06;
/** m/s: below it a body rests, and its direction says nothing. */
const resting = 0.1;

/**
 * Draws the frames of `arrivals` as they came, and compares with `truth`, all frames: steps against the body's motion, and by how much
 * of its speed the drawn one is beyond what the physics has there. The first `warmUp` s are not looked at: the lag adapts.
 */
export function judge(scene, arrivals, truth, warmUp = 4) {
  const bodies = scene.content.bodies.flatMap(({ static_ }, id) => (static_ ? [] : [id]));
  const buffer = new MotionBuffer(scene.content.bodies.length, scene.periodMs);
  const result = { pictures: 0, backward: 0, spike: 0 };
  const begin = arrivals[0].at;
  const reach = 1000 * window + scene.periodMs;
  let [next, first, before] = [0, 0, null];
  for (let now = begin; now < arrivals.at(-1).at; now += stepMs) {
    while (next < arrivals.length && arrivals[next].at <= now) buffer.push(arrivals[next].frame, arrivals[next++].at);
    if (!buffer.sample(now)) continue;
    const shown = Float64Array.from(buffer.shown);
    while (first < truth.length && truth[first].frame.stamp.validAt < buffer.shownAt - reach) ++first;
    let last = first;
    while (last < truth.length && truth[last].frame.stamp.validAt <= buffer.shownAt + reach) ++last;
    if (before && now - begin > 1000 * warmUp && last > first) {
      result.pictures += 1;
      const near = truth.slice(first, last).map(({ frame }) => frame);
      for (const id of bodies) compare(result, id, before, shown, near);
    }
    before = shown;
  }
  return result;
}

function compare(result, id, before, shown, near) {
  const step = [0, 1, 2].map((k) => shown[id * 7 + k] - before[id * 7 + k]);
  const velocities = near.map(({ ids, poses }) => {
    const at = ids.indexOf(id) * poseStride;
    return [poses[at + 7], poses[at + 8], poses[at + 9]];
  });
  const speeds = velocities.map((v) => Math.hypot(...v));
  const fastest = Math.max(...speeds);
  const drawn = Math.hypot(...step) / (stepMs / 1000);
  if (fastest > resting) result.spike = Math.max(result.spike, drawn / fastest - 1);
  const forward = velocities.every((v) => v.reduce((sum, x, k) => sum + x * step[k], 0) < 0);
  if (Math.min(...speeds) > resting && forward) result.backward += 1;
}
