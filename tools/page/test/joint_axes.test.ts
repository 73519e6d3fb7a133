// The free axes of joints: how many each type has, in which unit, between which limits.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { jointAxes } from "../src/scene/joint_axes";
import { positionOf, rateOf } from "../src/quantities/of_machines";
import { body, joint, message } from "./two_carts";

function axesOf(type: scene.JointType, more: Partial<scene.JointT> = {}) {
  const content = new scene.SceneT();
  content.bodies = [body("ground", true), body("load")];
  content.joints = [Object.assign(joint("sling", "ground", "load"), { type, ...more })];
  return jointAxes(message(content, []));
}

test("a slide is told in metres and a turn in degrees, also the length of rods and ropes", () => {
  const units = (type: scene.JointType) => axesOf(type).map((axis) => [positionOf(axis).unit, rateOf(axis).unit]);
  const slide = ["m", "m/s"];
  const turn = ["°", "rpm"];
  const { JointType } = scene;
  assert.deepEqual(units(JointType.rope), [slide]);
  assert.deepEqual(units(JointType.distance), [slide]);
  assert.deepEqual(units(JointType.revolute), [turn]);
  assert.deepEqual(units(JointType.cylindrical), [slide, turn]);
  assert.deepEqual(units(JointType.planar), [slide, slide, turn]);
  assert.deepEqual(units(JointType.universal), [turn, turn]);
  assert.deepEqual(units(JointType.fixed), []);
});

test("each axis has the limits of its kind and its place in the telemetry", () => {
  const axes = axesOf(scene.JointType.cylindrical, { limits: [new scene.RangeT(-1, 2)], limitsDeg: [new scene.RangeT(-90, 45)] });
  assert.deepEqual(axes.map(({ index, limits }) => [index, limits?.lower, limits?.upper]), [[0, -1, 2], [1, -90, 45]]);
});
