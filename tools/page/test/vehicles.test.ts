// Machines as what they are: which bodies are road vehicles and cabs, what they look like, and what carries them on their wheels.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { Color, type BufferGeometry } from "three";
import { details } from "../src/view/batch";
import { cabParts, cabsOf } from "../src/view/cab";
import { cabinOf, coachesOf } from "../src/view/coaches";
import { bodyGeometry, looksOf, undressed } from "../src/view/shapes";
import { suspensionsOf } from "../src/view/suspensions";
import { Visuals } from "../src/view/visuals";

const { JointType, ShapeType } = scene;
const at = (x: number, y: number, z: number) => new scene.Vec3T(x, y, z);

function box(size: scene.Vec3T, position: scene.Vec3T): scene.ShapeT {
  const shape = new scene.ShapeT();
  Object.assign(shape, { type: ShapeType.box, size, position });
  return shape;
}

function body(name: string, position: scene.Vec3T, ...shapes: scene.ShapeT[]): scene.BodyT {
  return Object.assign(new scene.BodyT(), { name, position, shapes });
}

function joint(name: string, type: scene.JointType, parent: string, child: string, position: scene.Vec3T, axis: scene.Vec3T): scene.JointT {
  return Object.assign(new scene.JointT(), { name, type, parent, child, position, axis });
}

const radius = 0.3;
const width = 0.2;

/** A vehicle whose wheels hang on bodies without shapes; those at positive x are steered. */
function vehicle(name: string, shapes: scene.ShapeT[], wheels: [number, number][], steers = true): scene.SceneT {
  const content = new scene.SceneT();
  content.bodies.push(body(name, at(10, 0, 0.6), ...shapes));
  for (const [x, y] of wheels) {
    const [upright, wheel] = [`upright ${x} ${y}`, `wheel ${x} ${y}`];
    const place = at(10 + x, y, radius);
    const tread = Object.assign(new scene.ShapeT(), { type: ShapeType.cylinder, radius, length: width, rotationDeg: at(90, 0, 0), material: "rubber" });
    content.bodies.push(body(upright, place), body(wheel, place, tread));
    const strut = joint(`strut ${wheel}`, JointType.prismatic, name, upright, place, at(0, 0, 1));
    strut.spring = [new scene.JointSpringT(20000, 900)];
    strut.limits = [new scene.RangeT(-0.1, 0.08)];
    content.joints.push(strut, joint(`hub ${wheel}`, JointType.revolute, upright, wheel, place, at(0, 1, 0)));
    content.wheels.push(new scene.WheelT(`${wheel}`, `hub ${wheel}`, "tyre"));
    if (steers && x > 0) content.steerings.push(Object.assign(new scene.SteeringT(), { joints: [`strut ${wheel}`] }));
  }
  return content;
}

const corners: [number, number][] = [[1.25, 0.75], [1.25, -0.75], [-1.25, 0.75], [-1.25, -0.75]];
const shell = [box(at(4.2, 0.85, 0.3), at(0, 0, -0.03)), box(at(4.2, 1.6, 0.26), at(0, 0, 0.28))];
const car = () => vehicle("car", [...shell, box(at(2.1, 1.4, 0.4), at(-0.2, 0, 0.61))], corners);
const truck = () => vehicle("truck", [...shell, box(at(1.4, 1.5, 1), at(1.4, 0, 0.91))], corners);
const trailer = () => vehicle("trailer", [box(at(2.4, 1.1, 0.7), at(0, 0, 0.3)), box(at(1.6, 0.1, 0.1), at(2, 0, -0.05))], [[0, 0.75], [0, -0.75]], false);

function looks(content: scene.SceneT, detail: (typeof details)[number] = 0): BufferGeometry {
  const [first] = content.bodies;
  return bodyGeometry(first, looksOf(first, new Visuals()), 0, { ...undressed, coach: coachesOf(content).get(0) ?? null }, detail)!;
}

function corner(geometry: BufferGeometry, i: number): [number, number, number] {
  return geometry.getAttribute("position").array.slice(3 * i, 3 * i + 3) as unknown as [number, number, number];
}

const places = (geometry: BufferGeometry) => Array.from({ length: geometry.getAttribute("position").count }, (_, i) => corner(geometry, i));
const most = (geometry: BufferGeometry, axis: number) => Math.max(...places(geometry).map((place) => place[axis]));
const least = (geometry: BufferGeometry, axis: number) => Math.min(...places(geometry).map((place) => place[axis]));

test("a vehicle is found through bodies that nothing shows; its front is where it steers; without tyres it is none", () => {
  const found = coachesOf(car());
  assert.deepEqual([...found.keys()], [0]);
  assert.equal(found.get(0)!.front, 1);
  assert.deepEqual(found.get(0)!.wheels.map(({ center: { x, y } }) => [x, y]), corners);
  assert.equal(coachesOf(trailer()).get(0)!.front, 0);
  const onRims = car();
  for (const wheel of onRims.wheels) wheel.tyre = null;
  assert.equal(coachesOf(onRims).size, 0);
});

test("an axle with two wheels is no vehicle", () => {
  assert.equal(coachesOf(vehicle("axle", [box(at(0.09, 1.3, 0.07), at(0, 0, -0.3))], [[0, 0.75], [0, -0.75]], false)).size, 0);
});

test("a cabin stands on another box and is set in at both ends", () => {
  assert.equal(cabinOf(coachesOf(car()).get(0)!)!.size.z, 0.4);
  assert.equal(cabinOf(coachesOf(truck()).get(0)!), null);
  assert.equal(cabinOf(coachesOf(trailer()).get(0)!), null);
});

test("a car is as long as its boxes, as wide as its wheels and as high as its cabin, and its wheels are free, in every degree", () => {
  const counts = details.map((detail) => {
    const made = looks(car(), detail);
    assert.ok(most(made, 0) < 2.15 && least(made, 0) > -2.15, `${least(made, 0)} to ${most(made, 0)} m`);
    assert.ok(most(made, 0) > 2.05 && least(made, 0) < -2.05);
    assert.ok(most(made, 1) > 0.85 && most(made, 1) < 0.95);
    assert.ok(Math.abs(most(made, 2) - 0.81) < 0.03);
    // Between the boxes' bottom and the ground.
    assert.ok(least(made, 2) < -0.3 && least(made, 2) > -0.5);
    for (const [x, y, z] of places(made)) {
      for (const [wx, wy] of corners) {
        const beside = Math.abs(y - wy) > width / 2;
        assert.ok(beside || Math.hypot(x - wx, z + 0.3) > 1.1 * radius, `${x} ${y} ${z} is in a wheel`);
      }
    }
    return made.getAttribute("position").count / 3;
  });
  assert.ok(counts[0] < 3000 && counts[1] < counts[0] && counts[2] < counts[1], `${counts}`);
});

test("a car with short ends keeps metal at them, and its wheels are free", () => {
  const short = vehicle("car", [box(at(3.4, 0.75, 0.2), at(0, 0, -0.1)), box(at(3.4, 1.6, 0.12), at(0, 0, 0.28)), box(at(1.1, 1.4, 0.6), at(-0.1, 0, 0.64))], corners);
  for (const detail of details) {
    const made = looks(short, detail);
    assert.ok(Math.abs(most(made, 0) - 1.7) < 0.05 && Math.abs(least(made, 0) + 1.7) < 0.05);
    for (const [x, y, z] of places(made)) {
      assert.ok(corners.every(([wx, wy]) => Math.abs(y - wy) > width / 2 || Math.hypot(x - wx, z + 0.3) > 1.1 * radius), `${x} ${y} ${z} is in a wheel`);
    }
    assert.ok(places(made).every((place) => place.every(Number.isFinite)));
  }
});

test("a truck's cab has windows, within the box", () => {
  const [full, far] = [looks(truck()), looks(truck(), 2)];
  assert.ok(full.getAttribute("position").count > far.getAttribute("position").count);
  assert.ok(Math.abs(most(full, 2) - 1.41) < 1e-3 && Math.abs(most(full, 0) - 2.1) < 1e-3);
});

test("what is towed has mudguards over the wheels beside it, and is no higher than before but for its cover", () => {
  const made = looks(trailer());
  assert.ok(most(made, 1) > 0.85);
  assert.ok(most(made, 2) < 0.7);
  const over = places(made).filter(([x, y, z]) => Math.abs(x) < 0.1 && Math.abs(y) > 0.7 && z > 0);
  assert.ok(over.length > 0 && over.every(([, , z]) => z > radius - 0.3));
});

test("a strut stands behind its wheel, from what carries that to the vehicle", () => {
  const { struts, rods } = suspensionsOf(car());
  assert.equal(struts.length, 4);
  assert.equal(rods.length, 0);
  const [{ from, to, length, damps }] = struts;
  assert.deepEqual([from.body, to.body, damps], [1, 0, true]);
  assert.ok(from.point.y < -width / 2, "on the side of the vehicle");
  assert.ok(Math.abs(length - (radius + 0.16)) < 1e-9);
  assert.ok(Math.abs(to.point.z - (radius - 0.6 + length)) < 1e-9, "upwards");
});

test("the links of a guide are rods between the two bodies that it joins", () => {
  const content = car();
  const [guided] = content.joints;
  guided.type = JointType.guided;
  guided.guide = new scene.GuideT();
  guided.guide.links = [new scene.LinkT(at(11.25, 0.4, 0.4), at(11.25, 0.65, 0.4))];
  const { struts, rods: [rod, ...others] } = suspensionsOf(content);
  assert.equal(struts.length, 4);
  assert.equal(others.length, 0);
  assert.deepEqual([rod.from.body, rod.to.body], [0, 1]);
  assert.ok(Math.abs(rod.length - 0.25) < 1e-9);
});

test("a box out of which a camera of the console looks is a cab, if a person has room in it", () => {
  const content = new scene.SceneT();
  const [cab, small, other] = [box(at(1, 0.8, 0.9), at(0.9, -0.7, 0)), box(at(0.2, 0.2, 0.2), at(0.9, -0.7, 0.6)), box(at(1, 1, 1), at(-3, 0, 0))];
  content.bodies.push(body("jib", at(0, 0, 10), cab, small, other));
  content.console = new scene.ConsoleT();
  assert.equal(cabsOf(content).size, 0);
  content.console.cameras = [Object.assign(new scene.ConsoleCameraT(), { body: "jib", position: at(1.5, -0.8, 10.2) })];
  assert.deepEqual([...cabsOf(content)], [cab]);
  for (const detail of details) {
    for (const part of cabParts(cab.size!, new Color("#48cae4"), detail)) {
      for (const place of places(part)) [1, 0.8, 0.9].forEach((size, axis) => assert.ok(Math.abs(place[axis]) < size / 2 + 1e-6));
    }
  }
});
