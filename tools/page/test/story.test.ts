// The story of a session: branches grow out of each other, and what was seen of them is found again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventKind, type EventMessage, type Stamp, type TelemetryMessage } from "../src/protocol/messages";
import type { Moment } from "../src/quantities/quantity";
import { gapsIn, Past } from "../src/story/past";
import { Story } from "../src/story/story";
import { clockText, momentOf } from "../src/ui/timeline";

function stamp(branch: number, time: number): Stamp {
  return { tick: 0n, branch, frame: BigInt(Math.round(time / 0.04)), time, validAt: 0, frozen: false, replay: false };
}

/** One body, at x = time. */
function moment(branch: number, time: number): Moment {
  const telemetry = { stamp: stamp(branch, time), jointPositions: new Float64Array(), drives: [], wheels: [], controls: new Float64Array() } as unknown as TelemetryMessage;
  return { telemetry, poses: Float64Array.of(time) };
}

test("a rewind makes a branch that goes on from the one before; its lineage is both", () => {
  const story = new Story();
  for (let time = 0; time <= 10; time += 0.04) story.note(stamp(0, time));
  for (let time = 4.04; time <= 6; time += 0.04) story.note(stamp(1, time));
  assert.equal(story.branches.get(1)?.parent, 0);
  assert.deepEqual(story.lineage.map(({ branch }) => branch), [0, 1]);
  assert.equal(story.branchAt(3), 0);
  assert.equal(story.branchAt(5), 1);
  assert.ok(Math.abs(story.end - 6) < 0.05);
});

test("a restart begins a story of its own", () => {
  const story = new Story();
  story.note(stamp(0, 3));
  story.note(stamp(1, 0));
  assert.deepEqual(story.lineage.map(({ branch }) => branch), [1]);
});

test("a recording's branches are known before they are shown", () => {
  const story = new Story();
  story.know([{ branch: 0, parent: 0, parentFrame: 0, lastFrame: 250 }, { branch: 1, parent: 0, parentFrame: 100, lastFrame: 150 }], 0.04);
  story.note(stamp(1, 5));
  assert.deepEqual(story.lineage, [{ branch: 0, from: 0, to: 4 }, { branch: 1, from: 4, to: Infinity }]);
  assert.equal(story.end, 6);
});

test("a bookmark that is told again is known; another of the same moment is not", () => {
  const story = new Story();
  const bookmark = (text: string) => ({ event: EventKind.Bookmark, stamp: stamp(0, 2), text }) as unknown as EventMessage;
  story.add({ event: bookmark("too fast"), level: "", text: "too fast", at: null });
  assert.equal(story.has(bookmark("too fast")), true);
  assert.equal(story.has(bookmark("late")), false);
});

test("the past finds the moment that is nearest, and nothing where it was not there", () => {
  const past = new Past();
  for (const time of [1, 3, 2, 2]) past.add(moment(0, time));
  assert.equal(past.at(0, 2.1, 1)?.poses[0], 2);
  assert.equal(past.at(0, 9, 1), null);
  assert.equal(past.at(7, 2, 1), null);
  assert.deepEqual(past.between(0, 1.5, 10).map(({ poses }) => poses[0]), [2, 3]);
});

test("the past keeps to its budget by being thinner long ago, and keeps the newest whole", () => {
  const past = new Past(100_000);
  for (let i = 0; i < 2000; ++i) past.add(moment(0, i * 0.04));
  const kept = past.between(0, 0, 1e9);
  assert.ok(kept.length < 500, `${kept.length}`);
  const last = kept.slice(-50).map(({ poses }) => poses[0]);
  for (let i = 1; i < last.length; ++i) assert.ok(Math.abs(last[i] - last[i - 1] - 0.04) < 1e-9);
  assert.ok(kept[0].poses[0] < 20);
});

test("where nothing was seen is told from where little was", () => {
  assert.deepEqual(gapsIn([10, 10.5, 12, 20], 0, 20.5), [[0, 10], [12, 20]]);
  assert.deepEqual(gapsIn([], 3, 9), [[3, 9]]);
  assert.deepEqual(gapsIn([0, 1, 2], 0, 2), []);
});

test("whoever chooses the end as it reads is at the end, and every other moment is the one that is chosen", () => {
  for (const end of [2.36, 2.4, 2.44, 59.96, 61.16]) {
    const [minutes, seconds] = clockText(end).split(":").map(Number);
    assert.equal(momentOf(60 * minutes + seconds, end), end);
    assert.equal(momentOf(end - 0.12, end), end - 0.12);
  }
  assert.equal(momentOf(0, 0), 0);
});
