// What joints, drives, wheels and channels tell.
import type { SceneMessage } from "../protocol/messages";
import { jointAxes, type JointAxis } from "../scene/joint_axes";
import { words } from "../words";
import { degrees, type Quantity } from "./quantity";

const open = { lower: NaN, upper: NaN };
const perMinute = 60 / (2 * Math.PI);

/** Position of a free axis of a joint, in degrees or metres. */
export function positionOf({ name, index, angle, limits }: JointAxis): Quantity {
  const factor = angle ? degrees : 1;
  return {
    key: `${name}.position`, name, unit: angle ? "°" : words("m"), digits: angle ? 1 : 2,
    lower: limits?.lower ?? NaN, upper: limits?.upper ?? NaN,
    read: ({ telemetry }) => factor * (telemetry.jointPositions[index] ?? NaN),
  };
}

/** Rate of a free axis, in turns per minute or m/s. */
export function rateOf({ name, index, angle }: JointAxis): Quantity {
  const factor = angle ? perMinute : 1;
  return {
    key: `${name}.rate`, name, unit: angle ? words("rpm") : words("m/s"), digits: angle ? 0 : 2, ...open,
    read: ({ telemetry }) => factor * (telemetry.jointVelocities[index] ?? NaN),
  };
}

export function axisOf(message: SceneMessage, joint: unknown, axis: number): JointAxis | undefined {
  return jointAxes(message).find((candidate) => message.joints[candidate.joint].name === `${joint}` && candidate.axis === axis);
}

export function currentOf({ content, driveNames }: SceneMessage, drive: number): Quantity {
  const { currentLimit, supplyVoltage, resistance } = content.drives[drive];
  const limit = currentLimit ?? (supplyVoltage ?? 0) / (resistance || 1);
  return {
    key: `${driveNames[drive]}.current`, name: driveNames[drive], unit: words("A"), digits: 1, lower: -limit, upper: limit,
    read: ({ telemetry }) => telemetry.drives[drive]?.current ?? NaN,
  };
}

export function voltageOf({ content, driveNames }: SceneMessage, drive: number): Quantity {
  const supply = content.drives[drive].supplyVoltage ?? NaN;
  return {
    key: `${driveNames[drive]}.voltage`, name: driveNames[drive], unit: words("V"), digits: 1, lower: -supply, upper: supply,
    read: ({ telemetry }) => telemetry.drives[drive]?.voltage ?? NaN,
  };
}

export function torqueOf(message: SceneMessage, drive: number): Quantity {
  const { joint, axis } = message.content.drives[drive];
  const angle = axisOf(message, joint, axis)?.angle ?? true;
  return {
    key: `${message.driveNames[drive]}.torque`, name: message.driveNames[drive], unit: angle ? words("N m") : words("N"), digits: angle ? 1 : 0,
    ...open, read: ({ telemetry }) => telemetry.drives[drive]?.torque ?? NaN,
  };
}

export function temperatureOf({ content, driveNames }: SceneMessage, drive: number): Quantity {
  const thermal = content.drives[drive].thermal;
  return {
    key: `${driveNames[drive]}.temperature`, name: driveNames[drive], unit: words("°C"), digits: 0,
    lower: thermal?.ambient ?? NaN, upper: thermal?.limit ?? NaN,
    read: ({ telemetry }) => (thermal ? (telemetry.drives[drive]?.temperature ?? NaN) : NaN),
  };
}

/** kg: the force of a drive that lifts, divided by gravity, less `tare`. */
export function loadOf(message: SceneMessage, drive: number, tare: number): Quantity {
  const { x, y, z } = message.content.gravity ?? { x: 0, y: 0, z: -9.81 };
  const gravity = Math.hypot(x, y, z) || 1;
  return {
    key: `${message.driveNames[drive]}.load`, name: words("load"), unit: words("kg"), digits: 0, ...open,
    read: ({ telemetry }) => (telemetry.drives[drive]?.torque ?? NaN) / gravity - tare,
  };
}

/** Percent of the way from neutral to either end. */
export function commandOf({ channels }: SceneMessage, channel: number): Quantity {
  const { name, minimum, maximum, neutral } = channels[channel];
  return {
    key: `${name}.command`, name, unit: "%", digits: 0, lower: neutral > minimum ? -100 : 0, upper: neutral < maximum ? 100 : 0,
    read({ telemetry }) {
      const value = telemetry.controls[channel] ?? NaN;
      return (100 * (value - neutral)) / (value >= neutral ? maximum - neutral || 1 : neutral - minimum || 1);
    },
  };
}
