// Hands to channels: keys push and springs bring back, what is not touched is not sent, and letting go moves nothing by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keysFor } from "../src/input/keys";
import { Levers } from "../src/input/levers";
import type { Channel } from "../src/protocol/messages";
import { channel } from "./channels";

/** All held, unless said otherwise. */
function leversFor(channels: Channel[], held = channels.map((_, i) => i)): Levers {
  const levers = new Levers();
  levers.setChannels(channels);
  levers.setHeld(held);
  return levers;
}

const values = (levers: Levers) => levers.list.map(({ value }) => value);
const joint = (name: string) => channel(name, { minimum: -100, maximum: 100, holds: true, springsBack: false });

test("a held key reaches the end of the range and letting go returns to neutral at once", () => {
  const levers = leversFor([channel("throttle", { minimum: -0.5, maximum: 2 })]);
  levers.key("ArrowUp", true);
  levers.advance(0.1);
  assert.ok(values(levers)[0] > 0 && values(levers)[0] < 2);
  levers.advance(1);
  assert.equal(values(levers)[0], 2);
  levers.key("ArrowUp", false);
  levers.advance(0.1);
  assert.equal(values(levers)[0], 0);
  levers.key("KeyS", true);
  levers.advance(1);
  assert.equal(values(levers)[0], -0.5);
});

test("left is positive steering, and opposite keys cancel", () => {
  const levers = leversFor([channel("throttle"), channel("steer")]);
  levers.key("KeyA", true);
  levers.advance(1);
  assert.equal(values(levers)[1], 1);
  levers.key("ArrowRight", true);
  levers.advance(1);
  assert.equal(values(levers)[1], 0);
});

test("a key pressed before the scene is known drives as soon as it is", () => {
  const levers = leversFor([]);
  levers.key("KeyW", true);
  assert.equal(levers.touched, false);
  levers.setChannels([channel("throttle")]);
  assert.equal(levers.touched, true);
  levers.setHeld([0]);
  levers.advance(1);
  assert.equal(values(levers)[0], 1);
});

test("Shift halves what a key asks for", () => {
  const levers = leversFor([channel("throttle")]);
  levers.key("ShiftLeft", true);
  levers.key("KeyW", true);
  levers.advance(1);
  assert.equal(values(levers)[0], 0.5);
});

test("every channel of a crane and of an arm has keys of its own, a pedal only one", () => {
  const names = (channels: Channel[]) => keysFor(channels).map(({ raise, lower }) => [...raise, ...lower].join("+"));
  assert.deepEqual(names(["slew", "travel", "hoist"].map((name) => channel(name))), ["KeyW+KeyS", "KeyR+KeyF", "KeyT+KeyG"]);
  const arm = names(["j1", "j2", "j3", "j4", "j5", "j6", "grip"].map(joint));
  assert.equal(new Set(arm).size, 7);
  assert.ok(arm.every((keys) => keys !== ""));
  assert.deepEqual(names([channel("throttle"), channel("brake", { minimum: 0 })]), ["KeyW+ArrowUp+KeyS+ArrowDown", "KeyR"]);
});

test("the scene's keys go before those of name and order", () => {
  const keys = { raise: ["KeyA"], lower: ["KeyD"] };
  assert.deepEqual(keysFor([channel("slew", { keys })]), [keys]);
});

test("a lever that stays is pushed slowly at first, stays where it is let go, and stops at neutral on its way", () => {
  const levers = leversFor([channel("voltage", { springsBack: false })]);
  levers.key("KeyW", true);
  levers.advance(0.05);
  assert.ok(values(levers)[0] > 0 && values(levers)[0] < 0.02);
  for (let i = 0; i < 20; ++i) levers.advance(0.02);
  levers.key("KeyW", false);
  const put = values(levers)[0];
  levers.advance(5);
  assert.equal(values(levers)[0], put);
  levers.key("KeyS", true);
  for (let i = 0; i < 100; ++i) levers.advance(0.02);
  assert.equal(values(levers)[0], 0);
  levers.key("KeyS", false);
  levers.key("KeyS", true);
  for (let i = 0; i < 100; ++i) levers.advance(0.02);
  assert.ok(values(levers)[0] < -0.1);
});

test("a slider moves a lever also after keys did, and keys after a slider", () => {
  const levers = leversFor([channel("throttle"), channel("brake", { minimum: 0 })]);
  levers.grasp(1, 0.7);
  levers.advance(0.02);
  assert.equal(values(levers)[1], 0.7);
  levers.letGoOf(1);
  levers.advance(1);
  assert.equal(values(levers)[1], 0);
  levers.key("KeyW", true);
  levers.key("KeyR", true);
  levers.advance(1);
  assert.deepEqual(values(levers), [1, 1]);
});

test("control is taken without a jolt: levers show what acts, and say nothing until a hand moves them", () => {
  const levers = leversFor([joint("j1"), joint("grip")], []);
  levers.adopt(Float64Array.of(30, 8));
  assert.deepEqual(values(levers), [30, 8]);
  levers.setHeld([0, 1]);
  levers.advance(1);
  levers.adopt(Float64Array.of(31, 8));
  assert.deepEqual(values(levers), [31, 8]);
  assert.deepEqual(levers.commands, []);
  levers.grasp(0, 40);
  levers.advance(0.02);
  levers.adopt(Float64Array.of(31, 8));
  assert.deepEqual(levers.commands, [{ channel: 0, value: 40 }]);
});

test("what a hand has set is forgotten with the control, the connection or the branch", () => {
  const levers = leversFor([joint("j1")]);
  levers.grasp(0, 40);
  levers.advance(0.02);
  levers.forget();
  levers.letGoOf(0);
  levers.adopt(Float64Array.of(-5));
  assert.deepEqual(levers.commands, []);
  assert.deepEqual(values(levers), [-5]);
});

test("losing the window lets go as a silent console does: neutral, or nothing where the channel holds", () => {
  const levers = leversFor([channel("throttle"), joint("j1"), channel("voltage", { springsBack: false })]);
  levers.key("KeyW", true);
  levers.grasp(1, 40);
  levers.grasp(2, 0.5);
  levers.advance(1);
  levers.letGo();
  levers.advance(1);
  assert.deepEqual(values(levers), [0, 40, 0]);
  levers.key("KeyW", true, true);
  levers.advance(1);
  assert.equal(values(levers)[0], 0, "a key that repeats is not pressed anew");
});

test("losing the window without holding anything says nothing", () => {
  const levers = leversFor([channel("throttle")], []);
  levers.adopt(Float64Array.of(0.8));
  levers.letGo();
  levers.setHeld([0]);
  assert.deepEqual(levers.commands, []);
  assert.deepEqual(values(levers), [0.8]);
});

test("all neutral stops a pose where it is, and a key that is still down moves nothing", () => {
  const levers = leversFor([channel("throttle"), joint("j1"), joint("latch")]);
  levers.key("KeyW", true);
  levers.grasp(1, 90);
  levers.grasp(2, 60);
  levers.advance(1);
  levers.allNeutral([undefined, 12, undefined]);
  levers.advance(1);
  assert.deepEqual(values(levers), [0, 12, 60]);
});

test("after an emergency stop the levers are dead until it is lifted, those that are held later, too", () => {
  const levers = leversFor([channel("throttle"), channel("steer")], [0]);
  levers.adopt(Float64Array.of(0.9, 0.9));
  levers.stop([]);
  levers.key("KeyW", true);
  levers.grasp(1, 0.5);
  levers.advance(1);
  assert.equal(values(levers)[0], 0);
  levers.setHeld([0, 1]);
  levers.advance(1);
  assert.deepEqual(levers.commands, [{ channel: 0, value: 0 }, { channel: 1, value: 0 }]);
  levers.lift();
  levers.key("KeyW", true);
  levers.advance(1);
  assert.equal(values(levers)[0], 1);
});

test("a slider touched before the channel is held counts when it is, but not for ever", () => {
  const patient = leversFor([joint("j1")], []);
  patient.grasp(0, 40);
  patient.letGoOf(0);
  patient.advance(0.5);
  patient.setHeld([0]);
  patient.advance(0.02);
  assert.deepEqual(values(patient), [40]);
  const refused = leversFor([joint("j1")], []);
  refused.grasp(0, 40);
  refused.letGoOf(0);
  for (let i = 0; i < 10; ++i) refused.advance(0.5);
  assert.equal(refused.touched, false);
  refused.setHeld([0]);
  refused.advance(1);
  assert.deepEqual(values(refused), [0]);
});

test("of many machines keys drive the one that is followed", () => {
  const levers = leversFor(["a1_throttle", "a1_steer", "a2_throttle", "a2_steer"].map((name) => channel(name)));
  levers.setMachine([2, 3]);
  levers.key("KeyW", true);
  levers.advance(1);
  assert.deepEqual(values(levers), [0, 0, 1, 0]);
  levers.key("KeyW", false);
  levers.setMachine([0, 1]);
  levers.key("KeyW", true);
  levers.advance(1);
  assert.deepEqual(values(levers), [1, 0, 0, 0]);
});

test("a press that ends before anybody looks still puts the lever", () => {
  const levers = leversFor([joint("elbow")]);
  levers.grasp(0, 40);
  levers.letGoOf(0);
  levers.advance(0.02);
  assert.equal(values(levers)[0], 40);
  assert.deepEqual(levers.commands, [{ channel: 0, value: 40 }]);
});
