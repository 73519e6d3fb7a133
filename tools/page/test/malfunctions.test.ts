// Malfunctions: what of a machine can be broken, and numbers as they are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { machinesOf } from "../src/machines";
import { targetsOf, typesOf } from "../src/malfunctions";
import type { EffectType } from "../src/protocol/effects";
import { figure } from "../src/ui/station/figure";
import { twoCarts } from "./two_carts";

function type(name: string, targets: string[]): EffectType {
  return { name, meaning: "", atOnce: false, parameters: [], targets };
}

const types = [
  type("force", ["a_frame", "b_frame", "ball"]),
  type("off", ["b_motor"]),
  type("brake_fade", ["a_disc"]),
  type("friction", ["asphalt"]),
  type("dead", ["a_brake", "b_throttle", "a_axle.position[0]", "b_motor.current"]),
];

test("of a machine its own parts and readings can be chosen, and what is nobody's; motors first", () => {
  const scene = twoCarts();
  const machines = machinesOf(scene);
  assert.deepEqual(targetsOf(scene, machines, machines[1], types), [
    { kind: "motors", names: ["b_motor"] },
    { kind: "controls", names: ["b_throttle"] },
    { kind: "readings", names: ["b_motor.current"] },
    { kind: "bodies", names: ["b_frame", "ball"] },
    { kind: "others", names: ["asphalt"] },
  ]);
});

test("a part that no list of the scene names is the machine's whose name it begins with", () => {
  const scene = twoCarts();
  const machines = machinesOf(scene);
  assert.deepEqual(targetsOf(scene, machines, machines[0], types).at(-1), { kind: "others", names: ["a_disc", "asphalt"] });
});

test("with no machine at hand everything can be chosen", () => {
  const scene = twoCarts();
  const names = targetsOf(scene, machinesOf(scene), undefined, types).flatMap((group) => group.names);
  assert.equal(names.length, 10);
});

test("a target has the types that name it", () => {
  assert.deepEqual(typesOf(types, "ball").map(({ name }) => name), ["force"]);
  assert.deepEqual(typesOf(types, "nothing"), []);
});

test("limits that nobody would read as digits are powers of ten", () => {
  assert.deepEqual([-1e9, 2e6, 36000, 0.05, 0].map(figure), ["−10^9", "2·10^6", "36000", "0.05", "0"]);
});
