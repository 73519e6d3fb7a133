// What parts are drawn as: springs, ropes, girders, rocker feet, and the ground's grain.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { Batch, detailFor } from "../src/view/batch";
import { coilGeometry, sagOf } from "../src/view/coil";
import { baysOf, girderParts, isGirder } from "../src/view/girder";
import { grainTexels } from "../src/view/grain";
import { Links } from "../src/view/links";
import { PoseReader } from "../src/view/pose_reader";
import { limbAngle, limbParts } from "../src/view/limb";
import { orientationOf } from "../src/view/shapes";
import { body } from "./two_carts";
import { Color, Matrix4, MeshBasicMaterial, Vector3 } from "three";

test("a taut rope is straight and a slack one hangs, never deeper than folded", () => {
  assert.equal(sagOf(2, 2), 0);
  assert.equal(sagOf(2, 2.1), 0);
  assert.ok(Math.abs(sagOf(10, 9.97) - Math.sqrt((3 * 9.97 * 0.03) / 8)) < 1e-9);
  assert.ok(sagOf(2, 1.9) < sagOf(2, 1.5));
  for (let span = 0; span <= 2; span += 0.1) assert.ok(sagOf(2, span) <= 1);
});

test("a coil runs from 0 to 1 and is no wider than its wire lies about its radius", () => {
  for (const detail of [0, 1, 2] as const) {
    const geometry = coilGeometry(0.05, 1, detail);
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    assert.ok(min.z > -0.01 && max.z < 1.01 && max.z > 0.99);
    assert.ok(max.x < 0.06 && max.x > 0.045);
    assert.equal(geometry.getAttribute("position").count, geometry.getAttribute("normal").count);
  }
});

const box = (x: number, y: number, z: number, material: string | null = null) => {
  const shape = new scene.ShapeT();
  shape.size = new scene.Vec3T(x, y, z);
  shape.material = material;
  return shape;
};

test("a long beam that nothing touches is a girder; what can be touched, is short, or is flat stays solid", () => {
  assert.ok(isGirder(box(9.6, 0.5, 0.5)));
  assert.ok(isGirder(box(0.9, 0.9, 10)));
  assert.ok(!isGirder(box(9.6, 0.5, 0.5, "steel")));
  assert.ok(!isGirder(box(2, 0.3, 0.3)));
  assert.ok(!isGirder(box(10, 3, 0.2)));
});

test("a girder stays within its box, whichever way it lies", () => {
  for (const [x, y, z] of [[9, 0.5, 0.4], [0.5, 9, 0.4], [0.5, 0.4, 9]]) {
    let most = [0, 0, 0];
    for (const part of girderParts(new scene.Vec3T(x, y, z), new Color("#ffffff"), 0)) {
      part.computeBoundingBox();
      const { min, max } = part.boundingBox!;
      most = most.map((value, axis) => Math.max(value, -min.getComponent(axis), max.getComponent(axis)));
    }
    [x, y, z].forEach((size, axis) => assert.ok(most[axis] <= size / 2 + 0.02 && most[axis] > 0.9 * (size / 2), `${axis}: ${most[axis]} of ${size / 2}`));
  }
  assert.equal(baysOf(10, 0.8), 10);
});

function leg(centerOfMass: scene.Vec3T | null): scene.BodyT {
  const shape = new scene.ShapeT();
  Object.assign(shape, { type: scene.ShapeType.cylinder, radius: 1.5, length: 0.1, rotationDeg: new scene.Vec3T(0, 90, 0) });
  const result = new scene.BodyT("leg");
  result.shapes = [shape];
  result.centerOfMass = centerOfMass;
  return result;
}

test("a disc whose mass lies far from its middle is a leg with a foot there, and a wheel is not", () => {
  assert.equal(limbAngle(leg(null), orientationOf), null);
  assert.equal(limbAngle(leg(new scene.Vec3T(0, 0, 0.01)), orientationOf), null);
  // Turned by 90 degrees about y, the shape's x points down.
  assert.ok(Math.abs(limbAngle(leg(new scene.Vec3T(0, 0, -0.75)), orientationOf)!) < 1e-9);
  const parts = limbParts(1.5, 0.1, 0, new Color("#ffffff"), 0);
  for (const part of parts) {
    part.computeBoundingBox();
    assert.ok(part.boundingBox!.max.x <= 1.5 + 1e-6 && part.boundingBox!.max.z <= 0.05 + 1e-6);
  }
});

test("the ground's grain repeats without a seam, slopes as often up as down, and is always the same", () => {
  const size = 64;
  const texels = grainTexels(size);
  assert.deepEqual(texels, grainTexels(size));
  const height = (x: number, y: number) => texels[(y * size + x) * 4 + 2];
  const step = (across: (i: number) => [number, number]) => {
    let sum = 0;
    for (let i = 0; i < size; ++i) sum += Math.abs(across(i)[0] - across(i)[1]);
    return sum / size;
  };
  const seam = step((y) => [height(size - 1, y), height(0, y)]);
  const inside = Math.max(...[10, 20, 30, 40, 50].map((x) => step((y) => [height(x, y), height(x + 1, y)])));
  assert.ok(seam < 2 * inside, `${seam} across the seam, ${inside} inside`);
  let slope = 0;
  for (let i = 0; i < texels.length; i += 4) slope += texels[i] - 127.5;
  assert.ok(Math.abs(slope / (size * size)) < 4);
});

test("detail changes with some play, and is the same whatever it was where it is chosen afresh", () => {
  const sizes = Array.from({ length: 200 }, (_, i) => 0.002 * i);
  const degrees = ([0, 1, 2, null] as const).map((present) => sizes.map((size) => detailFor(size, present)));
  for (const [i, size] of sizes.entries()) {
    const [fine, , coarse, afresh] = degrees.map((list) => list[i]);
    assert.ok(fine <= afresh && afresh <= coarse, `${size}`);
  }
  assert.ok(sizes.some((_, i) => degrees[0][i] !== degrees[2][i]));
});

/** From the world's (0, 0, 1) up to a body that hangs at (0, 0, 2), 1 m long at rest; the links of it. */
function springOf(given: Partial<scene.SpringT>): { links: Links; batch: Batch } {
  const content = new scene.SceneT();
  content.bodies = [body("load")];
  content.bodies[0].position = new scene.Vec3T(0, 0, 2);
  const end = (name: string, z: number) => new scene.SpringEndT(name, new scene.Vec3T(0, 0, z));
  content.springs = [Object.assign(new scene.SpringT(), { from: end("world", 1), to: end("load", 2), ...given })];
  const batch = new Batch();
  const links = new Links(content, batch);
  batch.build(new MeshBasicMaterial());
  return { links, batch };
}

test("a spring is a coil, a damper a tube and a rod, and a damped spring both", () => {
  assert.equal(springOf({ stiffness: 100 }).links.things.length, 1);
  assert.equal(springOf({ damping: 5 }).links.things.length, 2);
  assert.equal(springOf({ stiffness: 100, damping: 5 }).links.things.length, 3);
});

test("a damper's rod comes out of its tube when it is drawn out, and the tube never reaches the other end", () => {
  const { links, batch } = springOf({ damping: 5 });
  const [rod, tube] = links.things;
  for (const [length, tubeLength] of [[1, 0.55], [1.6, 0.55], [0.5, 0.425]]) {
    links.place(new PoseReader(Float64Array.of(0, 0, 1 + length, 1, 0, 0, 0), new Uint8Array(1)));
    const top = (thing: number) => new Vector3(0, 0, 1).applyMatrix4(batch.mesh!.getMatrixAt(thing, new Matrix4())).z - 1;
    assert.ok(Math.abs(top(rod) - length) < 1e-6);
    assert.ok(Math.abs(top(tube) - tubeLength) < 1e-6, `${length}: ${top(tube)}`);
  }
});
