// The console: quantities say what a moment holds, sticks follow the scene or the names, every sentence has its Russian.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sticksOf } from "../src/input/sticks";
import { LeverType, poseStride, type TelemetryMessage } from "../src/protocol/messages";
import { bearingOf, headingOf, pitchOf, radiusOf, rollOf, speedOf, swayOf } from "../src/quantities/of_bodies";
import { levelOf, type Moment } from "../src/quantities/quantity";
import { channel } from "./channels";

/** Bodies by position, turn about an axis (rad) and velocity. */
function moment(...bodies: { at?: number[]; axis?: number[]; angle?: number; v?: number[] }[]): Moment {
  const poses = new Float64Array(bodies.length * poseStride);
  bodies.forEach(({ at = [0, 0, 0], axis = [0, 0, 1], angle = 0, v = [0, 0, 0] }, i) => {
    const s = Math.sin(angle / 2);
    poses.set([...at, Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s, ...v], i * poseStride);
  });
  return { telemetry: {} as TelemetryMessage, poses };
}

const close = (value: number, wanted: number) => assert.ok(Math.abs(value - wanted) < 1e-9, `${value}, not ${wanted}`);

test("speed is in km/h and negative backwards; heading is counted from x to y", () => {
  const quarter = Math.PI / 2;
  close(speedOf("car", 0).read(moment({ v: [10, 0, 0] })), 36);
  close(speedOf("car", 0).read(moment({ v: [10, 0, 0], angle: Math.PI })), -36);
  close(headingOf("car", 0).read(moment({})), 0);
  close(headingOf("car", 0).read(moment({ angle: quarter })), 90);
  close(headingOf("car", 0).read(moment({ angle: -quarter })), 270);
});

test("a compass reads clockwise from north, which is the world's y", () => {
  for (const [heading, bearing] of [[0, 90], [90, 0], [180, 270], [270, 180], [359, 91], [91, 359]]) close(bearingOf(heading), bearing);
});

test("pitch is positive with the nose up, roll with the left side up", () => {
  close(pitchOf("car", 0).read(moment({ axis: [0, -1, 0], angle: Math.PI / 6 })), 30);
  close(rollOf("car", 0).read(moment({ axis: [1, 0, 0], angle: Math.PI / 6 })), 30);
});

test("radius is horizontal, sway is the angle from the vertical", () => {
  const hook = moment({ at: [3, 4, 10] }, { at: [6, 8, 5] });
  close(radiusOf("hook", 1, 0).read(hook), 5);
  close(radiusOf("hook", 1, -1).read(hook), 10);
  close(swayOf("hook", 1, 0).read(hook), 45);
});

test("amber is outside normal, red outside safe", () => {
  const thresholds = { normal: { lower: -5, upper: 5 }, safe: { lower: -8, upper: 8 } };
  assert.deepEqual([0, 6, -9].map((value) => levelOf(value, thresholds)), ["", "caution", "bad"]);
  assert.equal(levelOf(1e9, {}), "");
});

test("levers of one group share a joystick; without a console throttle and steering do, unless they stay where they are put", () => {
  const crane = [
    channel("slew", { lever: LeverType.stick_left, group: "jib" }), channel("travel", { lever: LeverType.stick_up, group: "jib" }),
    channel("hoist", { lever: LeverType.stick_up, group: "hook" }),
  ];
  assert.deepEqual(sticksOf(crane), [{ group: "jib", up: 1, across: 0, sign: -1 }, { group: "hook", up: 2, across: -1, sign: 1 }]);
  assert.deepEqual(sticksOf([channel("steer"), channel("throttle")]), [{ group: "", up: 1, across: 0, sign: -1 }]);
  assert.deepEqual(sticksOf([channel("throttle", { springsBack: false })]), []);
});
