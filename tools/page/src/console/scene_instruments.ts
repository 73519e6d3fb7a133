// The instruments that the scene's console section gives.
import * as scene from "#protocol/scene";
import type { SceneMessage } from "../protocol/messages";
import type { Machine } from "../machines";
import { commandOf, currentOf, loadOf, positionOf, rateOf, temperatureOf, torqueOf, axisOf } from "../quantities/of_machines";
import { coordinateOf, headingOf, heightOf, pitchOf, radiusOf, rollOf, speedOf, swayOf } from "../quantities/of_bodies";
import { labelOf, words } from "../words";
import type { Face, Instrument } from "./instrument";
import type { Quantity } from "../quantities/quantity";

const { InstrumentType } = scene;

/** Faces that show more than their first quantity, or show it otherwise. */
const named: Partial<Record<Face, string>> = { horizon: "inclination", compass: "compass" };

/** Those of the machine; instruments of no machine are everybody's. */
export function sceneInstruments(message: SceneMessage, machine: Machine): Instrument[] {
  return (message.content.console?.instruments ?? []).flatMap((given) => {
    if (!belongs(message, machine, given)) return [];
    const [face, quantities] = shown(message, given);
    if (quantities.length === 0) return [];
    const { normal, safe } = given;
    const usual = named[face];
    const label = labelOf(given, usual ? words(usual) : quantities[0].name);
    return [{ label, face, quantities, normal: normal ?? undefined, safe: safe ?? undefined }];
  });
}

function belongs(message: SceneMessage, machine: Machine, { body, joint, drive, control }: scene.InstrumentT): boolean {
  const among = (indices: number[], names: string[], name: unknown) => indices.some((i) => names[i] === name);
  if (body) return machine.bodies.length === 0 || among(machine.bodies, message.bodyNames, body);
  if (joint) return among(machine.joints, message.joints.map(({ name }) => name), joint);
  if (drive) return among(machine.drives, message.driveNames, drive);
  return among(machine.channels, message.channels.map(({ name }) => name), control);
}

function shown(message: SceneMessage, given: scene.InstrumentT): [Face, Quantity[]] {
  const body = message.bodyNames.indexOf(`${given.body}`);
  const from = message.bodyNames.indexOf(`${given.from}`);
  const drive = message.driveNames.indexOf(`${given.drive}`);
  const name = `${given.body}`;
  const axis = given.joint ? axisOf(message, given.joint, given.axis) : undefined;
  switch (given.type) {
    case InstrumentType.speed: return ["number", [speedOf(name, body)]];
    case InstrumentType.heading: return ["compass", [headingOf(name, body)]];
    case InstrumentType.inclination: return ["horizon", [pitchOf(name, body), rollOf(name, body)]];
    case InstrumentType.height: return ["number", [heightOf(name, body)]];
    case InstrumentType.point: return ["point", ([0, 1, 2] as const).map((i) => coordinateOf(name, body, i))];
    case InstrumentType.radius: return ["number", [radiusOf(name, body, from)]];
    case InstrumentType.sway: return ["number", [swayOf(name, body, from)]];
    case InstrumentType.joint: return axis ? [axis.limits && axis.angle ? "dial" : "number", [positionOf(axis)]] : ["number", []];
    case InstrumentType.rate: return axis ? ["number", [rateOf(axis)]] : ["number", []];
    case InstrumentType.current: return ["number", [currentOf(message, drive)]];
    case InstrumentType.temperature: return ["number", [temperatureOf(message, drive)]];
    case InstrumentType.torque: return ["number", [torqueOf(message, drive)]];
    case InstrumentType.load: return ["number", [loadOf(message, drive, given.tare ?? 0)]];
    case InstrumentType.command: return ["number", [commandOf(message, message.channels.findIndex((channel) => channel.name === `${given.control}`))]];
    default: return ["number", []];
  }
}
