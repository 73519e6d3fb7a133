// The instruments of a machine whose scene gives none: those of a vehicle, else of what its drives move, else of its joints.
import * as scene from "#protocol/scene";
import type { SceneMessage } from "../protocol/messages";
import type { Machine } from "../machines";
import { headingOf, pitchOf, rollOf, speedOf } from "../quantities/of_bodies";
import { currentOf, positionOf, rateOf, torqueOf } from "../quantities/of_machines";
import { jointAxes, type JointAxis } from "../scene/joint_axes";
import { words } from "../words";
import type { Instrument } from "./instrument";

const { JointType } = scene;
/** More are not read at a glance. */
const mostDrives = 3;
const mostJoints = 6;
/** Parts of the way to a hitch's limit where its lamp is amber and red. */
const near = 0.8;
const reached = 0.985;

/** `body`: the machine's own, -1: it has none. */
export function usualInstruments(message: SceneMessage, machine: Machine, body: number): Instrument[] {
  const axes = jointAxes(message).filter(({ joint }) => machine.joints.includes(joint));
  if (isVehicle(message, machine) && body >= 0) return vehicle(message, machine, body, axes);
  const driven = machine.drives.slice(0, mostDrives).flatMap((drive) => ofDrive(message, drive, axes));
  return driven.length > 0 ? driven : axes.slice(0, mostJoints).map((axis) => ofAxis(axis, axis.name));
}

function isVehicle({ channels, content }: SceneMessage, machine: Machine): boolean {
  return machine.wheels.length > 0 || content.tracks.length > 0 || machine.channels.some((i) => /steer/i.test(channels[i].name));
}

function vehicle(message: SceneMessage, machine: Machine, body: number, axes: JointAxis[]): Instrument[] {
  const name = message.bodyNames[body];
  const hitches = axes.filter(({ joint, angle, limits }) => message.content.joints[joint].type === JointType.spherical && angle && limits);
  // Seen from above first: the turn about the vertical is the one that an operator steers by.
  const dials = hitches.reverse().map((axis): Instrument => ({
    label: axis.name, face: "dial", quantities: [positionOf(axis)], normal: scaled(axis, near), safe: scaled(axis, reached),
  }));
  return [
    { label: words("speed"), face: "number", quantities: [speedOf(name, body)] },
    { label: words("compass"), face: "compass", quantities: [headingOf(name, body)] },
    { label: words("inclination"), face: "horizon", quantities: [pitchOf(name, body), rollOf(name, body)] },
    ...(machine.drives.length > 0 ? [strongestCurrent(message, machine)] : []),
    ...dials,
  ];
}

/** Of the motor that draws most. */
function strongestCurrent(message: SceneMessage, machine: Machine): Instrument {
  const all = machine.drives.map((drive) => currentOf(message, drive));
  const upper = Math.max(...all.map((quantity) => quantity.upper));
  return {
    label: words("motor current"), face: "number",
    quantities: [{ ...all[0], key: `${all[0].key}.most`, lower: 0, upper, read: (moment) => Math.max(...all.map((one) => Math.abs(one.read(moment)))) }],
  };
}

function ofDrive(message: SceneMessage, drive: number, axes: JointAxis[]): Instrument[] {
  const { joint, axis: which } = message.content.drives[drive];
  const axis = axes.find((candidate) => message.joints[candidate.joint].name === `${joint}` && candidate.axis === which);
  const name = message.driveNames[drive];
  const torque = torqueOf(message, drive);
  return [
    ...(axis ? [ofAxis(axis, axis.name)] : []),
    { label: `${name}: ${words(axis && !axis.angle ? "force" : "torque")}`, face: "number", quantities: [torque] },
    { label: `${name}: ${words("current")}`, face: "number", quantities: [currentOf(message, drive)] },
  ];
}

function ofAxis(axis: JointAxis, label: string): Instrument {
  if (!axis.limits) return { label, face: "number", quantities: [rateOf(axis)] };
  return { label, face: axis.angle ? "dial" : "number", quantities: [positionOf(axis)] };
}

function scaled({ limits }: JointAxis, part: number): { lower: number; upper: number } | undefined {
  return limits && { lower: limits.lower * part, upper: limits.upper * part };
}
