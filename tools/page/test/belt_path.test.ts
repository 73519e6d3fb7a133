// The belt that the page draws: round its wheels, of the right length, with the sprocket.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BeltPath } from "../src/view/belt_path";

const near = (value: number, expected: number, within = 1e-12) =>
  assert.ok(Math.abs(value - expected) <= within, `${value} instead of ${expected}`);

const equal = [{ x: 0, y: 0, radius: 0.5 }, { x: 3, y: 0, radius: 0.5 }];

test("round two equal wheels it is as long as one of them and twice the way between", () => {
  near(new BeltPath(equal).length, Math.PI + 6);
  near(new BeltPath([...equal].reverse()).length, Math.PI + 6);
});

test("round unequal wheels it runs along their outer tangents", () => {
  const path = new BeltPath([{ x: 0, y: 0, radius: 0.5 }, { x: 2, y: 0, radius: 0.3 }]);
  const lean = Math.asin(0.2 / 2);
  near(path.length, 2 * Math.sqrt(4 - 0.04) + 0.5 * (Math.PI + 2 * lean) + 0.3 * (Math.PI - 2 * lean));
});

test("it travels counter-clockwise, at the speed of the way, and closes", () => {
  const path = new BeltPath([equal[0], { x: 1.5, y: -0.1, radius: 0.5 }, equal[1]]);
  const step = path.length / 5000;
  let area = 0;
  for (let i = 0; i < 5000; ++i) {
    const a = path.at(i * step);
    const b = path.at((i + 1) * step);
    near(Math.hypot(b.x - a.x, b.y - a.y), step, 1e-6);
    area += (a.x * b.y - a.y * b.x) / 2;
  }
  assert.ok(area > Math.PI * 0.25 + 3, `${area}`);
  const { x, y } = path.at(-0.25);
  const again = path.at(3 * path.length - 0.25);
  near(x, again.x, 1e-9);
  near(y, again.y, 1e-9);
});

test("a wheel a little short of the belt is passed straight", () => {
  const path = new BeltPath([equal[0], { x: 1.5, y: 0.01, radius: 0.5 }, equal[1]]);
  near(path.length, Math.PI + 6, 2e-3);
});
