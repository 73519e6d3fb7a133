// What wheels leave behind: where the ground is, when there is a mark, when there is dust.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { poseStride } from "../src/protocol/messages";
import { GroundHeights } from "../src/view/ground_heights";
import type { Mesh } from "three";
import { PoseReader } from "../src/view/pose_reader";
import { rollersOf, slipOf } from "../src/view/rollers";
import { dustRate, markDarkness, WheelTraces } from "../src/view/wheel_traces";
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

test("what rolls prints earth and leaves nothing on pavement until it slides, or scrubs as on the spot", () => {
  assert.ok(markDarkness(0, 3, true) > 0);
  assert.equal(markDarkness(0.2, 3, false), 0);
  assert.equal(markDarkness(0.05, 0, false), 0);
  assert.ok(markDarkness(0.3, 0.3, false) > 0);
  assert.ok(markDarkness(3, 3, false) > markDarkness(1, 3, false));
  assert.ok(markDarkness(1e6, 3, true) < 1);
});

test("dust rises from earth with speed and slip, not from a wheel that creeps", () => {
  assert.equal(dustRate(0, 0.3, true), 0);
  assert.ok(dustRate(0, 4, true) > 0);
  assert.ok(dustRate(2, 4, true) > dustRate(0, 4, true));
  assert.equal(dustRate(0.3, 10, false), 0);
});

/** A cart of one wheel of 0.5 m about y at x = 0, and a hull on a belt; the belt's road wheels are 0.1 m with their belt. */
function wheelAndBelt(): scene.SceneT {
  const content = new scene.SceneT();
  content.bodies = [body("ground", true), body("wheel"), body("hull"), body("sprocket")];
  content.bodies[0].shapes = [Object.assign(new scene.ShapeT(), { ...field, columns: 2, spacing: 100, heights: [0, 0, 0, 0] })];
  content.bodies[1].shapes = [Object.assign(new scene.ShapeT(), { type: scene.ShapeType.cylinder, radius: 0.5, length: 0.2, rotationDeg: new scene.Vec3T(-90, 0, 0) })];
  content.bodies[2].position = new scene.Vec3T(0, 5, 0);
  const axle = new scene.JointT("axle", scene.JointType.revolute, "hull", "sprocket");
  axle.axis = new scene.Vec3T(0, 1, 0);
  content.joints = [axle];
  const track = new scene.TrackT("belt", "axle", 0.15);
  const wheel = (x: number, z: number) => Object.assign(new scene.TrackWheelT(), { position: new scene.Vec3T(x, 5.3, z), radius: 0.08 });
  track.wheels = [wheel(-1, 0.1), wheel(0, 0.1), wheel(1, 0.1), wheel(1.4, 0.3)];
  track.width = 0.3;
  track.thickness = 0.02;
  content.tracks = [track];
  return content;
}

/** Poses of its four bodies, upright, the wheel and the hull at x; with the velocities of a drive along x. */
function driven(x: number, v: number): Float64Array {
  const poses = new Float64Array(4 * poseStride);
  for (let id = 0; id < 4; ++id) poses[id * poseStride + 3] = 1;
  for (const [id, y, z, rate] of [[1, 0, 0.5, v / 0.5], [2, 5, 0, 0], [3, 5, 0.2, v / 0.17]]) {
    poses.set([x, y, z], id * poseStride);
    poses[id * poseStride + 7] = v;
    poses[id * poseStride + 11] = rate;
  }
  return poses;
}

test("a wheel that rolls without slip has none, and a locked one slides as fast as it goes", () => {
  const [wheel] = rollersOf(wheelAndBelt(), new Set([1]));
  const newest = driven(0, 3);
  assert.deepEqual(slipOf(newest, wheel).map((value) => Math.round(1e9 * value) / 1e9), [0, 3]);
  newest[poseStride + 11] = 0;
  assert.deepEqual(slipOf(newest, wheel), [3, 3]);
});

test("a belt lies on its first and its last road wheel, runs with its sprocket and scrubs when the hull turns", () => {
  const [front, rear, ...more] = rollersOf(wheelAndBelt(), new Set());
  assert.deepEqual(more, []);
  assert.deepEqual([front, rear].map(({ center: { point } }) => point.x), [-1, 1]);
  assert.ok(Math.abs(front.radius - 0.1) < 1e-9 && front.share === 0.5);
  const newest = driven(0, 2);
  assert.ok(slipOf(newest, front)[0] < 1e-9);
  // On the spot about its middle, the sprocket turning with the hull: both ends go sideways.
  newest.fill(0, 2 * poseStride + 7, 2 * poseStride + 13);
  newest.fill(0, 3 * poseStride + 7, 3 * poseStride + 13);
  newest[2 * poseStride + 12] = 1.5;
  for (const end of [front, rear]) assert.ok(Math.abs(slipOf(newest, end)[0] - 1.5 * Math.hypot(1, 0.3)) < 1e-9);
});

/** Puffs and marks after a drive of a second. */
function afterDrive(dusty: boolean): { puffs: number; marks: number } {
  const content = wheelAndBelt();
  const traces = new WheelTraces(content, new Set([1]), new GroundHeights(content));
  for (let i = 0; i <= 25; ++i) {
    const newest = driven(0.16 * i, 4);
    const shown = Float64Array.from({ length: 4 * 7 }, (_, k) => newest[Math.floor(k / 7) * poseStride + (k % 7)]);
    traces.update(0.04, new PoseReader(shown, new Uint8Array(4)), newest, dusty);
  }
  const [marks] = traces.group.children as Mesh[];
  return { puffs: traces.puffsAlive, marks: marks.geometry.drawRange.count / 6 };
}

test("wheel and belt print earth and raise dust; where dust costs too much they only print", () => {
  const dusty = afterDrive(true);
  assert.ok(dusty.puffs >= 2, `${dusty.puffs}`);
  // A wheel of 0.5 m every 0.175 m, two ends of the belt every 0.25 m: each after two pictures of 0.16 m.
  assert.equal(dusty.marks, 3 * 12);
  assert.deepEqual(afterDrive(false), { puffs: 0, marks: 3 * 12 });
});
