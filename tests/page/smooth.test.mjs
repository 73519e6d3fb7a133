// Motion through a bad network is drawn smoothly: what the page's own playout draws of a real drive, number by number.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { judge, play, receive } from "./playout.mjs";
import { scenes, startDaemon } from "./support.mjs";

/** The same numbers from 0 to 1 in every run. */
function numbers(seed) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

test("delayed by 0 to 30 ms in order, 5 % withheld: in a minute of the robot's drive no body steps backwards or is a tenth faster than the physics has it", { timeout: 200_000 }, async () => {
  const daemon = await startDaemon();
  const player = play(daemon, path.join(scenes, "krt100_trolley.csv"));
  try {
    const { scene, frames } = await receive(daemon.connect, 64);
    assert.ok(frames.length > 1000, `${frames.length} frames`);
    // Where the machine that tests is busy, arrivals are late by more than the relay would delay them: the relay's are made of the frames' own time.
    const random = numbers(7);
    let last = -Infinity;
    const arrivals = frames.flatMap(({ frame }) => {
      last = Math.max(last, frame.stamp.validAt - scene.periodMs + 2 + 30 * random());
      return random() < 0.05 ? [] : [{ at: last, frame }];
    });
    const { pictures, backward, spike } = judge(scene, arrivals, frames);
    console.log(`${pictures} pictures, ${backward} steps backwards, speed at most ${(100 * spike).toFixed(1)} % beyond the physics`);
    assert.ok(pictures > 3000, `${pictures}`);
    assert.equal(backward, 0);
    assert.ok(spike < 0.1, `${spike}`);
  } finally {
    player.stop();
    await daemon.stop();
  }
});
