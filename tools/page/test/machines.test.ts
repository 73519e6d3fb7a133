// Machines: what joints connect is one, with all that acts on it; static bodies connect nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { connectedWith, drivenMachine, machinesOf } from "../src/machines";
import { body, joint, message, twoCarts } from "./two_carts";

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
