// Devices to levers: a standard pad drives any machine, others learn; calibration, dead zone and curve; kept per device and scene.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shaped, stickShape } from "../src/input/devices/axis_shape";
import { Devices, type DeviceStorage } from "../src/input/devices/devices";
import { Learning } from "../src/input/devices/learning";
import { readProfile } from "../src/input/devices/profile";
import { Levers } from "../src/input/levers";
import type { Channel } from "../src/protocol/messages";
import { channel } from "./channels";

/** A device as the browser shows it. */
class FakePad {
  connected = true;
  constructor(public id: string, public mapping: string, public axes: number[], count = 16) {
    this.buttons = Array.from({ length: count }, () => ({ value: 0 }));
  }
  buttons: { value: number }[];
  get pad(): Gamepad {
    return this as unknown as Gamepad;
  }
}

class FakeStorage implements DeviceStorage {
  private items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

function table(channels: Channel[], pads: FakePad[], storage = new FakeStorage()) {
  const levers = new Levers();
  levers.setChannels(channels);
  levers.setHeld(channels.map((_, i) => i));
  const devices = new Devices(levers, () => pads.map(({ pad }) => pad), storage);
  devices.setMachine("scene", "");
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds / 0.02; ++i) {
      devices.poll();
      levers.advance(0.02);
    }
  };
  return { levers, devices, pass, values: () => levers.list.map(({ value }) => value) };
}

const joint = (name: string) => channel(name, { minimum: -100, maximum: 100, holds: true, springsBack: false });

test("a standard pad's triggers drive, its stick steers, and a stick at rest does not", () => {
  const pad = new FakePad("pad", "standard", [0.05, 0, 0, 0.05]);
  const { levers, pass, values } = table([channel("throttle"), channel("steer")], [pad]);
  pass(1);
  assert.deepEqual(values(), [0, 0]);
  assert.equal(levers.touched, false);
  pad.buttons[7].value = 1;
  pad.axes[0] = -1;
  pass(0.1);
  assert.deepEqual(values(), [1, 1]);
  pad.buttons[7].value = 0;
  pass(0.5);
  assert.equal(values()[0], 0);
});

test("a standard pad moves every channel of a crane and of an arm", () => {
  for (const channels of [["slew", "travel", "hoist"].map((name) => channel(name)), ["j1", "j2", "j3", "j4", "j5", "j6", "grip"].map(joint)]) {
    const pad = new FakePad("pad", "standard", [0, 0, 0, 0]);
    const { pass, values } = table(channels, [pad]);
    pad.axes.fill(1);
    [5, 7, 12, 15].forEach((i) => (pad.buttons[i].value = 1));
    pass(1);
    assert.ok(values().every((value) => value !== 0), `${values()}`);
  }
});

test("a stick pushes a lever that stays, which stays when the stick is back", () => {
  const pad = new FakePad("pad", "standard", [0, 0, 0, 0]);
  const { pass, values } = table([joint("j1")], [pad]);
  pad.axes[0] = 1;
  pass(0.5);
  const pushed = values()[0];
  assert.ok(pushed > 5 && pushed < 60, `${pushed}`);
  pad.axes[0] = 0;
  pass(1);
  assert.equal(values()[0], pushed);
});

test("what a device of another layout does is asked for, learned with its ways, and kept", () => {
  const storage = new FakeStorage();
  const wheel = new FakePad("wheel", "", [0, 1, 0], 4);
  const { devices, pass, values } = table([channel("throttle"), channel("steer")], [wheel], storage);
  assert.equal(devices.list[0].profile, null);
  // The pedal, which rests at 1 and goes to -0.8; then the wheel, to the left, which is its negative way and raises.
  const learning = new Learning(wheel.pad);
  assert.equal(learning.look(wheel.pad), null);
  for (const at of [0.5, -0.3, -0.8, 0]) assert.equal(learning.look(Object.assign(wheel, { axes: [0, at, 0] }).pad), null);
  const pedal = learning.look(Object.assign(wheel, { axes: [0, 1, 0] }).pad);
  assert.ok(pedal);
  assert.deepEqual([pedal.source, pedal.sign, pedal.shape.minimum, pedal.shape.maximum], [{ kind: "axis", index: 1 }, -1, -0.8, 1]);
  const turning = new Learning(wheel.pad);
  for (const at of [-0.3, -0.6, -0.3]) assert.equal(turning.look(Object.assign(wheel, { axes: [at, 1, 0] }).pad), null);
  const turned = turning.look(Object.assign(wheel, { axes: [0, 1, 0] }).pad);
  assert.ok(turned);
  assert.deepEqual([turned.shape.minimum, turned.shape.maximum], [-0.6, 0.6]);
  const bindings = [{ channel: "throttle", mode: "place" as const, ...pedal }, { channel: "steer", mode: "place" as const, ...turned }];
  devices.setProfile("wheel", { bindings });
  wheel.axes = [-0.6, -0.8, 0];
  pass(0.1);
  assert.deepEqual(values(), [1, 1]);

  const again = table([channel("throttle"), channel("steer")], [wheel], storage);
  again.pass(0.1);
  assert.deepEqual(again.values(), [1, 1]);
  again.devices.setMachine("another scene", "");
  assert.equal(again.devices.list[0].profile, null);
});

test("the dead zone is rest, and the way beyond it goes from nothing to the end", () => {
  const shape = { ...stickShape, deadZone: 0.2, curve: 1 };
  assert.equal(shaped(0.19, shape), 0);
  assert.ok(shaped(0.21, shape) < 0.02);
  assert.equal(shaped(1, shape), 1);
  assert.equal(shaped(-1, shape), -1);
  assert.equal(shaped(1.3, shape), 1);
});

test("a curve is gentle about rest and has the same ends", () => {
  const shape = { ...stickShape, deadZone: 0, curve: 2 };
  assert.equal(shaped(0.5, shape), 0.25);
  assert.equal(shaped(-1, shape), -1);
});

test("a throttle that stays where it is put moves its lever only when it moves", () => {
  const quadrant = new FakePad("quadrant", "", [0.7]);
  const { levers, devices, pass, values } = table([channel("voltage", { springsBack: false })], [quadrant]);
  const shape = { ...stickShape, deadZone: 0, curve: 1 };
  devices.setProfile("quadrant", { bindings: [{ channel: "voltage", source: { kind: "axis", index: 0 }, shape, sign: 1, mode: "place" }] });
  levers.adopt(Float64Array.of(0.2));
  pass(1);
  assert.deepEqual(values(), [0.2]);
  quadrant.axes[0] = 0.5;
  pass(0.1);
  assert.deepEqual(values(), [0.5]);
  levers.key("KeyW", true);
  pass(0.2);
  assert.ok(values()[0] > 0.5);
});

test("what was kept but is no profile is no profile", () => {
  for (const text of [null, "", "{", "3", "{}", '{"bindings":[{}]}', '{"bindings":[{"channel":1,"source":{"kind":"axis","index":0},"shape":{}}]}']) {
    assert.equal(readProfile(text), null);
  }
});
