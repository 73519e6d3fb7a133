// Machines: what joints connect is one, with all that acts on it; static bodies connect nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { connectedWith, drivenMachine, machinesOf } from "../src/machines";
import { channel } from "./channels";
import type { SceneMessage } from "../src/protocol/messages";

function body(name: string, isStatic = false): scene.BodyT {
  const result = new scene.BodyT(name);
  result.static_ = isStatic;
  return result;
}

function joint(name: string, parent: string, child: string): scene.JointT {
  return new scene.JointT(name, scene.JointType.revolute, parent, child);
}

function message(content: scene.SceneT, channels: string[]): SceneMessage {
  return {
    kind: "scene", name: "", content, fingerprint: "", periodMs: 40,
    bodyNames: content.bodies.map(({ name }) => `${name}`),
    joints: content.joints.map(({ name }) => ({ name: `${name}`, axes: 1 })),
    driveNames: content.drives.map(({ name }) => `${name}`),
    channels: channels.map((name) => channel(name)),
  };
}

function twoCarts(): SceneMessage {
  const content = new scene.SceneT();
  content.bodies = [body("ground", true), body("a_frame"), body("a_wheel"), body("b_wheel"), body("b_frame"), body("ball")];
  content.joints = [
    joint("a_axle", "a_frame", "a_wheel"), joint("b_axle", "b_frame", "b_wheel"), joint("b_tether", "ground", "b_frame"),
    joint("a_rail", "ground", "a_frame"),
  ];
  const motor = new scene.DriveT("b_motor", scene.DriveType.dc_motor, "b_axle");
  motor.inputs = [new scene.DriveInputT("b_throttle")];
  content.drives = [motor];
  content.brakes = [new scene.BrakeT("a_disc", "a_axle", 0, "a_brake")];
  return message(content, ["a_brake", "b_throttle", "lights"]);
}

test("of many machines each has its own bodies, joints, drives and channels, and the name that they begin with", () => {
  const [a, b, others] = machinesOf(twoCarts());
  assert.deepEqual(a, { name: "a", bodies: [1, 2], joints: [0, 3], drives: [], wheels: [], channels: [0] });
  assert.deepEqual(b, { name: "b", bodies: [3, 4], joints: [1, 2], drives: [0], wheels: [], channels: [1] });
  assert.deepEqual(others.channels, [2]);
});

test("joints connect bodies, the ground does not", () => {
  assert.deepEqual(connectedWith(twoCarts(), 4), [3, 4]);
  assert.deepEqual(connectedWith(twoCarts(), 5), [5]);
});

test("the machine that is followed is driven; where none is, the first", () => {
  const machines = machinesOf(twoCarts());
  assert.equal(drivenMachine(machines, 4)?.name, "b");
  assert.equal(drivenMachine(machines, 5)?.name, "a");
  assert.equal(drivenMachine([], 0), undefined);
});

test("a scene with one machine is one, with every channel", () => {
  const content = new scene.SceneT();
  content.bodies = [body("ground", true), body("arm")];
  content.joints = [joint("pivot", "ground", "arm")];
  const machines = machinesOf(message(content, ["start", "light"]));
  assert.equal(machines.length, 1);
  assert.deepEqual(machines[0].channels, [0, 1]);
});
