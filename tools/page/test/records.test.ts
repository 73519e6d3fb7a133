// The page reads course records as the daemon writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeNamed, Outcome } from "../src/protocol/exercises";
import { recordsFrom } from "../src/protocol/records";

test("an attempt has what its row and its score say", () => {
  const text = `[{"id": 7, "trainee": "anna", "station": "one", "variant": "wet", "recording": "/r/monday.mcap", "ended": "2026-11-25T10:00:00.000Z", "outcome": "out_of_time",
    "time": 61.5, "score": {"exercise": "cones", "scene": "car", "branch": 0, "attempt": 2, "trainee": "anna", "build": "x", "score": 71.5, "passed": true, "criteria": []}}]`;
  const [record] = recordsFrom(text);
  assert.deepEqual(record, {
    id: 7, trainee: "anna", station: "one", recording: "/r/monday.mcap", ended: "2026-11-25T10:00:00.000Z", outcome: "out_of_time", time: 61.5,
    exercise: "cones", variant: "wet", attempt: 2, points: 71.5, passed: true,
  });
  assert.equal(outcomeNamed(record.outcome), Outcome.outOfTime);
  assert.deepEqual(recordsFrom("[]\n"), []);
});
