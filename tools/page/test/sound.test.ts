// What is heard of motors, wheels and blows.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import type { TelemetryMessage } from "../src/protocol/messages";
import { poseStride } from "../src/protocol/messages";
import { mostMotors, Soundscape } from "../src/sound/soundscape";
import { blowOf, motorVoice, rollingVoice, skidVoice } from "../src/sound/voices";
import { body, joint, message } from "./two_carts";

test("a motor sings higher the faster it turns, either way round, and louder under load", () => {
  assert.ok(motorVoice(200, 0.1).frequency > motorVoice(100, 0.1).frequency);
  assert.deepEqual(motorVoice(-100, 0.5), motorVoice(100, 0.5));
  assert.ok(motorVoice(100, 0.9).gain > motorVoice(100, 0.1).gain);
  assert.equal(motorVoice(100, 0).frequency, 400 / (2 * Math.PI));
});

test("a motor that stands is silent, and hums when it carries a current", () => {
  assert.equal(motorVoice(0, 0).gain, 0);
  assert.ok(motorVoice(0, 0.8).gain > 0);
  assert.ok(motorVoice(0, 0.8).gain < motorVoice(150, 0.8).gain);
});

test("a wheel is heard when it rolls under load, not when it stands or hangs in the air", () => {
  assert.equal(rollingVoice(0, 1).gain, 0);
  assert.equal(rollingVoice(5, 0).gain, 0);
  assert.ok(rollingVoice(8, 1).gain > rollingVoice(2, 1).gain);
  assert.ok(rollingVoice(8, 1).frequency > rollingVoice(2, 1).frequency);
});

test("a tyre squeals when it slides, and a little slip is quiet", () => {
  assert.equal(skidVoice(0.2, 1).gain, 0);
  assert.ok(skidVoice(-3, 1).gain > skidVoice(1, 1).gain);
});

test("a heavy body rings lower and longer than a light one, and a hard blow is louder", () => {
  assert.equal(blowOf(0.1, 1), null);
  const [light, heavy] = [blowOf(2, 1)!, blowOf(2, 1000)!];
  assert.ok(heavy.frequency < light.frequency && heavy.decay > light.decay);
  assert.ok(blowOf(6, 1)!.gain > light.gain);
});

test("no quantity, however wild or unknown, gives a sound outside what a loudspeaker takes", () => {
  for (const value of [NaN, Infinity, -Infinity, 1e12, -1e12, 0, 1e-12]) {
    for (const other of [NaN, Infinity, 0, 1, 1e9]) {
      for (const voice of [motorVoice(value, other), rollingVoice(value, other), skidVoice(value, other), blowOf(value, other)]) {
        if (!voice) continue;
        assert.ok(voice.gain >= 0 && voice.gain <= 1, `${value}, ${other}: gain ${voice.gain}`);
        assert.ok(voice.frequency >= 0 && voice.frequency <= 2000, `${value}, ${other}: ${voice.frequency} Hz`);
      }
    }
  }
});

function oneBall(): Soundscape {
  const content = new scene.SceneT();
  content.gravity = new scene.Vec3T(0, 0, -9.81);
  content.bodies = [body("floor", true), body("ball")];
  content.bodies[1].mass = 1;
  return new Soundscape(message(content, []));
}

function falling(time: number, speed: number, branch = 0) {
  const poses = new Float64Array(2 * poseStride);
  poses[poseStride + 9] = speed;
  const telemetry = { stamp: { time, branch, frozen: false }, jointVelocities: new Float64Array(), drives: [], wheels: [] } as unknown as TelemetryMessage;
  return { telemetry, poses };
}

test("a ball that falls is silent, one that strikes the floor is heard, and one that lies there is silent", () => {
  const scape = oneBall();
  assert.deepEqual(scape.hear(falling(0, 0)).blows, []);
  assert.deepEqual(scape.hear(falling(0.04, -0.3924)).blows, []);
  assert.deepEqual(scape.hear(falling(0.08, -0.7848)).blows, []);
  assert.equal(scape.hear(falling(0.12, 3)).blows.length, 1);
  scape.hear(falling(0.16, 0));
  assert.deepEqual(scape.hear(falling(0.2, 0)).blows, []);
});

test("a jump in time is no blow", () => {
  const scape = oneBall();
  scape.hear(falling(5, -8));
  assert.deepEqual(scape.hear(falling(1, 0)).blows, []);
  assert.deepEqual(scape.hear(falling(1.04, 8, 1)).blows, []);
});

test("of many motors the loudest are heard, through their gears", () => {
  const content = new scene.SceneT();
  content.bodies = [body("frame"), ...Array.from({ length: 9 }, (_, i) => body(`rotor_${i}`))];
  content.joints = Array.from({ length: 9 }, (_, i) => joint(`axle_${i}`, "frame", `rotor_${i}`));
  content.drives = content.joints.map(({ name }, i) => {
    const drive = new scene.DriveT(`motor_${i}`, scene.DriveType.dc_motor, name);
    drive.gear = Object.assign(new scene.GearT(), { ratio: 10 });
    drive.currentLimit = 10;
    return drive;
  });
  const telemetry = {
    stamp: { time: 0, branch: 0, frozen: false }, jointVelocities: Float64Array.from({ length: 9 }, (_, i) => i), wheels: [],
    drives: Array.from({ length: 9 }, () => ({ current: 5, voltage: 0, torque: 0, temperature: 0, fault: 0 })),
  } as unknown as TelemetryMessage;
  const { motors } = new Soundscape(message(content, [])).hear({ telemetry, poses: new Float64Array(10 * poseStride) });
  assert.equal(motors.length, mostMotors);
  assert.deepEqual(motors[0], motorVoice(80, 0.5));
});
