// A machine's centre of mass and support polygon.
import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceOf, hullOf, type Point } from "../src/scene/balance";
import { twoCarts } from "./two_carts";

const corners: Point[] = [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0], [1, 0.5, 0]];
const on = (position: Point, bodyA = 0, bodyB = 1) => ({ position, force: [0, 0, 1] as Point, bodyA, bodyB });

test("the polygon goes round the outer points and leaves out what is inside", () => {
  assert.deepEqual(hullOf(corners), [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]]);
  assert.equal(hullOf([[0, 0, 0], [1, 1, 0]]).length, 2);
  assert.deepEqual(hullOf([]), []);
});

test("inside, the nearest side is so far away; outside, it is negative; without three points nothing carries", () => {
  const scene = twoCarts();
  scene.content.bodies[1].mass = 3;
  scene.content.bodies[2].mass = 1;
  const bodies = new Set([1, 2]);
  const standing = (x: number) => balanceOf(scene, bodies, corners.map((corner) => on(corner)), (id) => [id === 1 ? x : x + 0.4, 0.3, 1])!;
  const inside = standing(1);
  assert.deepEqual(inside.center.map((value) => value.toFixed(6)), ["1.100000", "0.300000", "1.000000"]);
  assert.ok(Math.abs(inside.margin - 0.3) < 1e-12);
  assert.ok(Math.abs(standing(2.1).margin + 0.2) < 1e-12);
  assert.ok(Number.isNaN(balanceOf(scene, bodies, [on([0, 0, 0])], () => [0, 0, 0])!.margin));
  assert.ok(Number.isNaN(balanceOf(scene, bodies, corners.map((corner) => on(corner, 1, 2)), () => [0, 0, 0])!.margin), "its own parts do not carry it");
  assert.equal(balanceOf(scene, new Set([5]), [], () => [0, 0, 0]), null);
});
