// Warning lamps of a machine: its instruments' thresholds, hot motors, broken joints, the brake.
import type { Machine } from "../machines";
import type { SceneMessage } from "../protocol/messages";
import { temperatureOf } from "../quantities/of_machines";
import { levelOf, type Level, type Moment } from "../quantities/quantity";
import { words } from "../words";
import type { Instrument } from "./instrument";

/** `on`: it says something that is no warning, as that the brake is applied. */
export type LampLevel = Level | "on";

export interface Lamp {
  label: string;
  level(moment: Moment): LampLevel;
}

/** Parts of the way from ambient to the limit at which a motor is hot, and too hot. */
const hot = 0.75;
const tooHot = 0.93;
const braking = 0.02;

export function lampsOf(message: SceneMessage, machine: Machine, instruments: readonly Instrument[]): Lamp[] {
  return [...instruments.flatMap(ofInstrument), ...ofMotors(message, machine), ...ofBrakes(message, machine), ...ofJoints(message, machine)];
}

function ofInstrument(instrument: Instrument): Lamp[] {
  if (!instrument.normal && !instrument.safe) return [];
  return [{
    label: instrument.label,
    level(moment) {
      const levels = instrument.quantities.map((quantity) => levelOf(quantity.read(moment), instrument));
      return levels.includes("bad") ? "bad" : levels.includes("caution") ? "caution" : "";
    },
  }];
}

function ofMotors(message: SceneMessage, machine: Machine): Lamp[] {
  const windings = machine.drives.map((drive) => temperatureOf(message, drive)).filter(({ upper }) => Number.isFinite(upper));
  if (windings.length === 0) return [];
  return [{
    label: words("motor hot"),
    level(moment) {
      const part = Math.max(...windings.map(({ lower, upper, read }) => (read(moment) - lower) / (upper - lower)));
      return part > tooHot ? "bad" : part > hot ? "caution" : "";
    },
  }];
}

function ofBrakes({ content, channels, joints }: SceneMessage, machine: Machine): Lamp[] {
  const names = new Set(content.brakes.filter(({ joint }) => machine.joints.some((i) => joints[i].name === `${joint}`))
    .flatMap(({ inputs }) => inputs.map(({ control }) => `${control}`)));
  const own = machine.channels.filter((i) => names.has(channels[i].name));
  if (own.length === 0) return [];
  return [{
    label: words("brake"),
    level: ({ telemetry }) => (own.some((i) => Math.abs((telemetry.controls[i] ?? 0) - channels[i].neutral) > braking) ? "on" : ""),
  }];
}

function ofJoints({ content }: SceneMessage, machine: Machine): Lamp[] {
  const breakable = machine.joints.filter((i) => content.joints[i].breakForce !== null || content.joints[i].breakTorque !== null);
  if (breakable.length === 0) return [];
  return [{ label: words("broken"), level: ({ telemetry }) => (breakable.some((i) => telemetry.jointBroken[i]) ? "bad" : "") }];
}
