// What is held is said often enough, and only what a hand has moved.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../src/input/levers";
import { ControlSender } from "../src/input/sender";
import type { control } from "../src/protocol/messages";

test("while channels are held something is sent on change and at least every 100 ms, with rising sequence", () => {
  const sent: { at: number; message: control.ControlT }[] = [];
  let now = 0;
  const sender = new ControlSender((message) => sent.push({ at: now, message }) > 0);
  for (; now < 200; now += 20) sender.update(now, false, []);
  assert.equal(sent.length, 0);
  let commands: Command[] = [];
  for (; now < 1200; now += 20) {
    if (now === 600) commands = [{ channel: 1, value: 0.5 }];
    sender.update(now, true, commands);
  }
  sent.slice(1).forEach(({ at, message }, i) => {
    assert.ok(at - sent[i].at <= 100);
    assert.ok(message.sequence > sent[i].message.sequence);
  });
  assert.deepEqual(sent[0].message.values, [], "nothing has been moved: only a sign of life");
  assert.equal(sent.find(({ message }) => message.values[0]?.value === 0.5)?.at, 600);
});

test("a message that could not be sent uses up no sequence and is tried again", () => {
  let open = false;
  const sequences: bigint[] = [];
  const sender = new ControlSender((message) => open && sequences.push(message.sequence) > 0);
  sender.update(0, true, [{ channel: 0, value: 1 }]);
  open = true;
  sender.update(1, true, [{ channel: 0, value: 1 }]);
  assert.deepEqual(sequences, [1n]);
});
