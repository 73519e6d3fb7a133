// What a machine sounds like follows from what the physics says of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { machinesOf } from "../src/machines";
import { poseStride, type TelemetryMessage } from "../src/protocol/messages";
import type { Moment } from "../src/quantities/quantity";
import { levelsOf } from "../src/sound/levels";
import { body, joint, message } from "./two_carts";

const content = new scene.SceneT();
content.bodies = [body("ground", true), body("car"), body("wheel")];
content.joints = [joint("axle", "car", "wheel")];
content.drives = [Object.assign(new scene.DriveT("motor"), { joint: "axle", supplyVoltage: 24, resistance: 0.5 })];
content.wheels = [Object.assign(new scene.WheelT("wheel"), { joint: "axle" })];
const cart = message(content, []);
const [machine] = machinesOf(cart);

function at(time: number, speed: number, { voltage = 0, current = 0, load = 0 } = {}): Moment {
  const poses = new Float64Array(3 * poseStride);
  poses[poseStride + 7] = poses[2 * poseStride + 7] = speed;
  const telemetry = { stamp: { time }, drives: [{ voltage, current }], wheels: [{ load }] } as unknown as TelemetryMessage;
  return { telemetry, poses };
}

test("what stands is silent", () => {
  const { motor, rolling, impact } = levelsOf(cart, machine, at(1, 0, { load: 100 }), at(0.96, 0));
  assert.deepEqual([motor, rolling, impact], [0, 0, 0]);
});

test("a motor is louder with its current and higher with its voltage; wheels in the air do not roll", () => {
  const slow = levelsOf(cart, machine, at(1, 2, { voltage: 6, current: 4, load: 100 }), null);
  const fast = levelsOf(cart, machine, at(1, 8, { voltage: 20, current: 20, load: 100 }), null);
  assert.ok(fast.motor > slow.motor && fast.motorPitch > slow.motorPitch && fast.rolling > slow.rolling && slow.rolling > 0);
  assert.equal(levelsOf(cart, machine, at(1, 8), null).rolling, 0);
});

test("a sudden stop is a blow, free fall and a jump in time are not", () => {
  assert.ok(levelsOf(cart, machine, at(1, 0), at(0.96, 3)).impact > 0.5);
  assert.equal(levelsOf(cart, machine, at(1, 3.39), at(0.96, 3)).impact, 0);
  assert.equal(levelsOf(cart, machine, at(5, 0), at(0.96, 3)).impact, 0);
});
