// What wheels leave behind: where the ground is, when there is a mark, when there is dust.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { poseStride } from "../src/protocol/messages";
import { GroundHeights } from "../src/view/ground_heights";
import { dustRate, markDarkness, slipOf } from "../src/view/wheel_traces";
import { body } from "./two_carts";

function ground(...shapes: Partial<scene.ShapeT>[]): GroundHeights {
  const content = new scene.SceneT();
  content.bodies = [body("ground", true)];
  content.bodies[0].shapes = shapes.map((shape) => Object.assign(new scene.ShapeT(), shape));
  return new GroundHeights(content);
}

const field = { type: scene.ShapeType.heightfield, columns: 3, rows: 2, spacing: 2, heights: [0, 1, 2, 0, 1, 4] };

test("the ground is as high as the field between its samples, and nowhere beyond it", () => {
  const heights = ground(field);
  assert.deepEqual(heights.at(0, 0), { z: 1, soft: true });
  assert.equal(heights.at(-1, 0)!.z, 0.5);
  // On both sides of the diagonal of the cell whose far corner is high.
  assert.equal(heights.at(1.5, -0.5)!.z, 1 + 0.75 * 1 + 0.25 * 2);
  assert.equal(heights.at(0.5, 0.5)!.z, 1 + 0.75 * 0 + 0.25 * 3);
  assert.equal(heights.at(2.5, 0), null);
  assert.equal(heights.at(NaN, 0), null);
});

test("the higher one of plane and field counts, and a plane is paved", () => {
  const heights = ground(field, { type: scene.ShapeType.plane, normal: new scene.Vec3T(0, 0, 1), position: new scene.Vec3T(0, 0, 1.5) });
  assert.deepEqual(heights.at(0, 0), { z: 1.5, soft: false });
  assert.equal(heights.at(1.9, 0)!.soft, true);
  assert.deepEqual(heights.at(50, 0), { z: 1.5, soft: false });
});

test("a wheel that rolls prints earth and leaves nothing on pavement until it slides", () => {
  assert.ok(markDarkness(0, true) > 0);
  assert.equal(markDarkness(0.2, false), 0);
  assert.ok(markDarkness(3, false) > markDarkness(1, false));
  assert.ok(markDarkness(1e6, true) < 1);
});

test("dust rises from earth with speed and slip, not from a wheel that creeps", () => {
  assert.equal(dustRate(0, 0.3, true), 0);
  assert.ok(dustRate(0, 4, true) > 0);
  assert.ok(dustRate(2, 4, true) > dustRate(0, 4, true));
  assert.equal(dustRate(0.3, 10, false), 0);
});

test("a wheel that rolls without slip has none, and a locked one slides as fast as it goes", () => {
  const newest = new Float64Array(2 * poseStride);
  // Along x with 3 m/s, turning about y.
  newest[poseStride + 7] = 3;
  newest[poseStride + 11] = 3 / 0.5;
  assert.deepEqual(slipOf(newest, 1, 0.5), [0, 3]);
  newest[poseStride + 11] = 0;
  assert.deepEqual(slipOf(newest, 1, 0.5), [3, 3]);
});
