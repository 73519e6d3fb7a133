// The instruments of one machine: its channels, joints against their limits, motors, wheels.
import { shortName, type Machine } from "../machines";
import type { SceneMessage, TelemetryMessage } from "../protocol/messages";
import { jointAxes, type JointAxis } from "../scene/joint_axes";
import { words } from "../words";
import { make, signed } from "./dom";
import type { Level } from "../quantities/quantity";
import { Meter } from "./meter";

/** Beyond this part of a limit a value is amber. */
const near = 0.9;
/** A wheel's meter ends at this times its tyre's nominal load. */
const overload = 2.5;
/** With so much slip a tyre has given up most of its grip. */
const sliding = 0.5;
/** With more than this many lines a section is no longer readable at a glance. */
const mostRows = 12;

type LimitedAxis = Required<JointAxis>;

interface Row {
  meter: Meter;
  show(telemetry: TelemetryMessage): void;
}

export class MachineMeters {
  readonly elements: HTMLElement[];
  private rows: Row[];

  /** `prefix`: what the names of its parts need not say. `tellsFaults`: to who may know of malfunctions. */
  constructor(message: SceneMessage, machine: Machine, prefix: string, tellsFaults: () => boolean) {
    const short = (name: string) => shortName(name, prefix);
    const axes = limitedAxes(message).filter((axis) => machine.joints.includes(axis.joint));
    const sections: [string, Row[]][] = [
      [words("Channels"), machine.channels.map((i) => channelRow(message, i, short))],
      [words("Joint limits"), axes.slice(0, mostRows).map((axis) => axisRow(axis, short))],
      [words("Motor current"), machine.drives.slice(0, mostRows).map((i) => driveRow(message, i, short, tellsFaults))],
      [words("Wheel load, slip"), machine.wheels.slice(0, mostRows).map((i) => wheelRow(message, i, short))],
    ];
    this.rows = sections.flatMap(([, rows]) => rows);
    this.elements = sections.flatMap(([title, rows]) =>
      rows.length === 0 ? [] : [make("h2", "", title), ...rows.map(({ meter }) => meter.element)],
    );
  }

  setTelemetry(telemetry: TelemetryMessage): void {
    for (const row of this.rows) row.show(telemetry);
  }
}

type Shortened = (name: string) => string;

function channelRow({ channels }: SceneMessage, i: number, short: Shortened): Row {
  const { name, minimum, maximum, neutral } = channels[i];
  const meter = new Meter(short(name), minimum, maximum, neutral, "channel");
  meter.element.dataset.testid = `channel-${name}`;
  return { meter, show: ({ controls }) => meter.set(controls[i] ?? 0, signed(controls[i] ?? 0, 2)) };
}

function axisRow({ name, index, limits: { lower, upper }, angle }: LimitedAxis, short: Shortened): Row {
  const meter = new Meter(short(name), lower, upper);
  meter.element.dataset.testid = `joint-${name.replace(" ", "-")}`;
  const factor = angle ? 180 / Math.PI : 1;
  return {
    meter,
    show({ jointPositions }) {
      const value = (jointPositions[index] ?? 0) * factor;
      meter.set(value, angle ? `${signed(value, 1)}°` : `${signed(value, 3)} ${words("m")}`, nearLimit(value, lower, upper));
    },
  };
}

function driveRow({ content, driveNames }: SceneMessage, i: number, short: Shortened, tellsFaults: () => boolean): Row {
  const drive = content.drives[i];
  const limit = drive.currentLimit ?? (drive.supplyVoltage ?? 0) / (drive.resistance || 1);
  const meter = new Meter(short(driveNames[i]), -limit, limit);
  return {
    meter,
    show({ drives }) {
      const now = drives[i];
      if (!now) return;
      const off = now.fault !== 0 && tellsFaults();
      meter.set(now.current, off ? words("off") : `${signed(now.current, 1)} ${words("A")}`, off ? "bad" : "");
    },
  };
}

function wheelRow({ content }: SceneMessage, i: number, short: Shortened): Row {
  const { name, tyre } = content.wheels[i];
  const limit = overload * (content.tyres.find((other) => other.name === tyre)?.nominalLoad ?? 1);
  const meter = new Meter(short(`${name}`), 0, limit, 0, "wheel");
  meter.element.title = words("load on the tyre, longitudinal slip, slip angle");
  meter.element.dataset.testid = `wheel-${name}`;
  return {
    meter,
    show({ wheels }) {
      const wheel = wheels[i];
      if (!wheel) return;
      const slip = Math.hypot(wheel.slip, Math.sin(wheel.slipAngle));
      const text = `${(wheel.load / 1000).toFixed(2)} ${words("kN")} ${signed(100 * wheel.slip, 0)}% ${signed((wheel.slipAngle * 180) / Math.PI, 1)}°`;
      meter.set(wheel.load, text, slip > sliding ? "bad" : wheel.load > near * limit ? "caution" : "");
    },
  };
}

/** A joint at its limit is no fault: amber. */
function nearLimit(value: number, lower: number, upper: number): Level {
  return Math.max(upper > 0 ? value / upper : 0, lower < 0 ? value / lower : 0) >= near ? "caution" : "";
}

function limitedAxes(message: SceneMessage): LimitedAxis[] {
  return jointAxes(message).flatMap((axis) => (axis.limits ? [{ ...axis, limits: axis.limits }] : []));
}
