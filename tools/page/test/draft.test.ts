// What the maker sheet makes is the exercise file that its fields say, and the server's complaints are found again at their places.
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as scene from "#protocol/scene";
import { complaintsOf, emptyDraft, exerciseOf, startsOf } from "../src/making/draft";
import { poseStride } from "../src/protocol/messages";
import type { Moment } from "../src/quantities/quantity";

test("a zone becomes a sensor that stands on the ground, a trigger a condition and an action, an empty list nothing", () => {
  const draft = { ...emptyDraft(), name: "cones", title: "Cones", titleRu: "Конусы", briefing: "Drive in." };
  draft.zones.push({ name: "bay", x: 10, y: -2, width: 4, height: 6 });
  draft.triggers.push({ name: "in", when: { type: "zone", zone: "bay", body: "car" }, forAtLeast: 0.5, action: { type: "end", outcome: "completed" } });
  draft.triggers.push({ name: "fast", when: { type: "quantity", quantity: "car.speed", above: 45, below: null, unit: "km/h" }, forAtLeast: 0, action: { type: "message", text: "Slow" } });
  assert.deepEqual(exerciseOf(draft, "../car.json", 1), {
    name: "cones", scene: "../car.json", title: { en: "Cones", ru: "Конусы" }, briefing: { en: "Drive in." },
    changes: { bodies: [{ name: "bay", static: true, shapes: [{ type: "box", size: [4, 6, 6], position: [12, 1, 2], sensor: true }] }] },
    time_limit: 120,
    triggers: [
      { name: "in", when: { type: "zone", zone: "bay", bodies: ["car"], for_at_least: 0.5 }, actions: [{ type: "end", outcome: "completed" }] },
      { name: "fast", when: { type: "quantity", quantity: "car.speed", above: 45, unit: "km/h" }, actions: [{ type: "message", text: { en: "Slow" } }] },
    ],
    criteria: [{ name: "time", type: "duration", tolerance: 60, penalty: 1, weight: 100 }], pass_mark: 60,
  });
});

test("machines begin where they stand now: what has moved says by how much and how far it has turned", () => {
  const body = (name: string, x: number) => ({ name, position: { x, y: 0, z: 1 }, orientation: null, rotationDeg: null });
  const content = { bodies: [body("car", 0), body("crane", 20)] } as unknown as scene.SceneT;
  const poses = new Float64Array(2 * poseStride);
  const half = Math.PI / 8;
  poses.set([3, 4, 1, Math.cos(half), 0, 0, Math.sin(half)], 0);
  poses.set([20, 0, 1, 1, 0, 0, 0], poseStride);
  assert.deepEqual(startsOf(content, [0, 1, -1], { poses } as unknown as Moment), [{ machine: "car", turnDeg: 45, move: [3, 4, 0] }]);
});

test("a complaint of the server tells its place in the text", () => {
  const said = 'my.json:3: triggers[0].when.quantity: no quantity is called "car.sped"; allowed: car.speed\nmy.json:9: a comma is missing';
  assert.deepEqual(complaintsOf(said), [
    { path: "triggers[0].when.quantity", text: 'no quantity is called "car.sped"; allowed: car.speed' },
    { path: "", text: "a comma is missing" },
  ]);
});
