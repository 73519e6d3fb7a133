// Every quantity of a scene that can be shown or plotted.
import type { SceneMessage } from "../protocol/messages";
import { jointAxes } from "../scene/joint_axes";
import { words } from "../words";
import { coordinateOf, pitchOf, rollOf, speedOf } from "./of_bodies";
import { commandOf, currentOf, positionOf, rateOf, temperatureOf, torqueOf, voltageOf } from "./of_machines";
import type { Quantity } from "./quantity";

/** Bodies and joints in the order of the scene; their names stand before what is told of them. */
export function quantitiesOf(message: SceneMessage): Quantity[] {
  const { content, bodyNames, channels, driveNames } = message;
  const of = (owner: string, what: string, quantity: Quantity): Quantity => ({ ...quantity, name: `${owner}: ${what}` });
  const list = channels.map(({ name }, i) => of(name, words("lever"), commandOf(message, i)));
  driveNames.forEach((name, i) => {
    list.push(of(name, words("current"), currentOf(message, i)), of(name, words("voltage"), voltageOf(message, i)));
    list.push(of(name, words("torque"), torqueOf(message, i)));
    if (content.drives[i].thermal) list.push(of(name, words("temperature"), temperatureOf(message, i)));
  });
  for (const axis of jointAxes(message)) list.push(of(axis.name, words("position"), positionOf(axis)), of(axis.name, words("rate"), rateOf(axis)));
  content.wheels.forEach(({ name }, i) => {
    list.push({
      key: `${name}.load`, name: `${name}: ${words("load")}`, unit: words("kN"), digits: 2, lower: 0, upper: NaN,
      read: ({ telemetry }) => (telemetry.wheels[i]?.load ?? NaN) / 1000,
    });
  });
  bodyNames.forEach((name, i) => {
    if (content.bodies[i]?.static_) return;
    list.push(of(name, words("speed"), speedOf(name, i)), of(name, words("pitch"), pitchOf(name, i)), of(name, words("roll"), rollOf(name, i)));
    for (const axis of [0, 1, 2] as const) list.push(of(name, "xyz"[axis], coordinateOf(name, i, axis)));
  });
  list.push(
    { key: "energy", name: words("energy"), unit: words("J"), digits: 1, lower: NaN, upper: NaN, read: ({ telemetry }) => telemetry.energyKinetic + telemetry.energyPotential },
    { key: "compute", name: words("compute"), unit: words("ms"), digits: 2, lower: 0, upper: NaN, read: ({ telemetry }) => telemetry.computeMs },
    { key: "lateness", name: words("lateness"), unit: words("ms"), digits: 2, lower: 0, upper: NaN, read: ({ telemetry }) => telemetry.latenessMs },
  );
  return list;
}
