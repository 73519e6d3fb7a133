// Hands to channels: keys build up and fall back, and what is held is said often enough.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Levers } from "../src/input/levers";
import { ControlSender } from "../src/input/sender";
import { control, type Channel } from "../src/protocol/messages";

const channel = (name: string, minimum = -1, maximum = 1, neutral = 0): Channel => ({ name, minimum, maximum, neutral, holder: 0 });

function leversFor(channels: Channel[], gamepads: () => Gamepad[] = () => []): Levers {
  const levers = new Levers(gamepads);
  levers.setChannels(channels);
  return levers;
}

test("a held key reaches the end of the range and letting go returns to neutral at once", () => {
  const levers = leversFor([channel("throttle", -0.5, 2)]);
  levers.key("ArrowUp", true);
  levers.advance(0.1);
  assert.ok(levers.values[0] > 0 && levers.values[0] < 2);
  levers.advance(1);
  assert.equal(levers.values[0], 2);
  levers.key("ArrowUp", false);
  levers.advance(0.1);
  assert.equal(levers.values[0], 0);
  levers.key("KeyS", true);
  levers.advance(1);
  assert.equal(levers.values[0], -0.5);
});

test("left is positive steering, and opposite keys cancel", () => {
  const levers = leversFor([channel("throttle"), channel("steer")]);
  levers.key("KeyA", true);
  levers.advance(1);
  assert.equal(levers.values[1], 1);
  levers.key("ArrowRight", true);
  levers.advance(1);
  assert.equal(levers.values[1], 0);
});

test("a key pressed before the scene is known drives as soon as it is", () => {
  const levers = leversFor([]);
  levers.key("KeyW", true);
  assert.equal(levers.touched, false);
  levers.setChannels([channel("throttle")]);
  assert.equal(levers.touched, true);
  levers.advance(1);
  assert.equal(levers.values[0], 1);
});

test("Shift halves what a key asks for", () => {
  const levers = leversFor([channel("throttle")]);
  levers.key("ShiftLeft", true);
  levers.key("KeyW", true);
  levers.advance(1);
  assert.equal(levers.values[0], 0.5);
});

test("without throttle and steering keys are not ours, and a slider stays where it is put", () => {
  const levers = leversFor([channel("boom", 0, 10, 5)]);
  assert.equal(levers.key("KeyW", true), false);
  levers.setSlider(0, 7);
  levers.advance(1);
  assert.equal(levers.values[0], 7);
  levers.letGo();
  levers.advance(1);
  assert.equal(levers.values[0], 5);
});

test("a gamepad's triggers drive, its stick steers, and a stick at rest does not", () => {
  let pad = { mapping: "standard", axes: [0.05, 0, 0, 0.05], buttons: Array(16).fill({ value: 0 }) };
  const levers = leversFor([channel("throttle"), channel("steer")], () => [pad as unknown as Gamepad]);
  levers.advance(1);
  assert.deepEqual([...levers.values], [0, 0]);
  const buttons = Object.assign([...pad.buttons], { 7: { value: 0.6 } });
  pad = { ...pad, axes: [-1, 0, 0, 0], buttons };
  levers.advance(1);
  assert.deepEqual([...levers.values], [0.6, 1]);
});

test("held channels are sent on change and at least every 100 ms, with rising sequence; nothing without holding", () => {
  const sent: { at: number; message: control.ControlT }[] = [];
  let now = 0;
  const sender = new ControlSender((message) => sent.push({ at: now, message }) > 0);
  const values = Float64Array.of(0, 0);
  for (; now < 200; now += 20) sender.update(now, [], values);
  assert.equal(sent.length, 0);
  for (; now < 1200; now += 20) {
    if (now === 600) values[1] = 0.5;
    sender.update(now, [0, 1], values);
  }
  sent.slice(1).forEach(({ at, message }, i) => {
    assert.ok(at - sent[i].at <= 100);
    assert.ok(message.sequence > sent[i].message.sequence);
  });
  assert.equal(sent.find(({ message }) => message.values[1].value === 0.5)?.at, 600);
});

test("a message that could not be sent uses up no sequence and is tried again", () => {
  let open = false;
  const sequences: bigint[] = [];
  const sender = new ControlSender((message) => open && sequences.push(message.sequence) > 0);
  sender.update(0, [0], Float64Array.of(1));
  open = true;
  sender.update(1, [0], Float64Array.of(1));
  assert.deepEqual(sequences, [1n]);
});

test("of many machines keys drive the one that is followed", () => {
  const levers = leversFor(["a1_throttle", "a1_steer", "a2_throttle", "a2_steer"].map((name) => channel(name)));
  levers.setMachine([2, 3]);
  levers.key("KeyW", true);
  levers.advance(1);
  assert.deepEqual([...levers.values], [0, 0, 1, 0]);
  levers.letGo();
  levers.setMachine([0, 1]);
  levers.key("KeyW", true);
  levers.advance(1);
  assert.deepEqual([...levers.values], [1, 0, 0, 0]);
});
