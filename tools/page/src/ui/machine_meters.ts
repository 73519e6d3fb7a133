// The instruments of one machine: its channels, joints against their limits, motors, wheels.
import { Vector3 } from "three";
import * as scene from "#protocol/scene";
import type { Machine } from "../machines";
import type { SceneMessage, TelemetryMessage } from "../protocol/messages";
import { make, signed } from "./dom";
import { Meter, type Level } from "./meter";

const { JointType } = scene;

/** Beyond this part of a limit a value is amber; at it, red. */
const near = 0.8;
const reached = 0.985;
/** A wheel's meter ends at this times its tyre's nominal load. */
const overload = 2.5;
/** With so much slip a tyre has given up most of its grip. */
const sliding = 0.5;
/** With more than this many lines a section is no longer readable at a glance. */
const mostRows = 12;

interface LimitedAxis {
  /** Index of the joint in the scene. */
  joint: number;
  name: string;
  /** Place in Telemetry.joint_positions. */
  index: number;
  lower: number;
  upper: number;
  angle: boolean;
}

interface Row {
  meter: Meter;
  show(telemetry: TelemetryMessage): void;
}

export class MachineMeters {
  readonly elements: HTMLElement[];
  private rows: Row[];

  /** `prefix`: what the names of its parts need not say. */
  constructor(message: SceneMessage, machine: Machine, prefix: string) {
    const short = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
    const axes = limitedAxes(message).filter((axis) => machine.joints.includes(axis.joint));
    const sections: [string, Row[]][] = [
      ["Channels", machine.channels.map((i) => channelRow(message, i, short))],
      ["Joint limits", axes.slice(0, mostRows).map((axis) => axisRow(axis, short))],
      ["Motor current", machine.drives.slice(0, mostRows).map((i) => driveRow(message, i, short))],
      ["Wheel load, slip", machine.wheels.slice(0, mostRows).map((i) => wheelRow(message, i, short))],
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

function axisRow({ name, index, lower, upper, angle }: LimitedAxis, short: Shortened): Row {
  const meter = new Meter(short(name), lower, upper);
  meter.element.dataset.testid = `joint-${name.replace(" ", "-")}`;
  const factor = angle ? 180 / Math.PI : 1;
  return {
    meter,
    show({ jointPositions }) {
      const value = (jointPositions[index] ?? 0) * factor;
      meter.set(value, angle ? `${signed(value, 1)}°` : `${signed(value, 3)} m`, levelOf(value, lower, upper));
    },
  };
}

function driveRow({ content, driveNames }: SceneMessage, i: number, short: Shortened): Row {
  const drive = content.drives[i];
  const limit = drive.currentLimit ?? (drive.supplyVoltage ?? 0) / (drive.resistance || 1);
  const meter = new Meter(short(driveNames[i]), -limit, limit);
  return {
    meter,
    show({ drives }) {
      const now = drives[i];
      if (!now) return;
      meter.set(now.current, now.fault ? "off" : `${signed(now.current, 1)} A`, now.fault ? "bad" : levelOf(now.current, -limit, limit));
    },
  };
}

function wheelRow({ content }: SceneMessage, i: number, short: Shortened): Row {
  const { name, tyre } = content.wheels[i];
  const limit = overload * (content.tyres.find((other) => other.name === tyre)?.nominalLoad ?? 1);
  const meter = new Meter(short(`${name}`), 0, limit, 0, "wheel");
  meter.element.title = "load on the tyre, longitudinal slip, slip angle";
  meter.element.dataset.testid = `wheel-${name}`;
  return {
    meter,
    show({ wheels }) {
      const wheel = wheels[i];
      if (!wheel) return;
      const slip = Math.hypot(wheel.slip, Math.sin(wheel.slipAngle));
      const text = `${(wheel.load / 1000).toFixed(2)} kN ${signed(100 * wheel.slip, 0)}% ${signed((wheel.slipAngle * 180) / Math.PI, 1)}°`;
      meter.set(wheel.load, text, slip > sliding ? "bad" : wheel.load > near * limit ? "caution" : "");
    },
  };
}

function levelOf(value: number, lower: number, upper: number): Level {
  const part = Math.max(upper > 0 ? value / upper : 0, lower < 0 ? value / lower : 0);
  return part >= reached ? "bad" : part >= near ? "caution" : "";
}

/** Every joint axis that has limits, in the order of Telemetry.joint_positions. */
function limitedAxes(message: SceneMessage): LimitedAxis[] {
  const axes: LimitedAxis[] = [];
  let index = 0;
  message.content.joints.forEach((joint, j) => {
    const count = message.joints[j]?.axes ?? 0;
    const turning = turningAxes(joint.type, count);
    let slides = 0;
    let turns = 0;
    for (let i = 0; i < count; ++i) {
      const angle = turning[i];
      const ranges = angle ? joint.limitsDeg : joint.limits;
      const range = ranges.length === 1 ? ranges[0] : ranges[angle ? turns : slides];
      if (angle) turns += 1;
      else slides += 1;
      if (range) {
        const name = `${message.joints[j].name}${count > 1 ? ` ${axisName(joint, i)}` : ""}`;
        axes.push({ joint: j, name, index: index + i, lower: range.lower, upper: range.upper, angle });
      }
    }
    index += count;
  });
  return axes;
}

function turningAxes(type: scene.JointType, count: number): boolean[] {
  switch (type) {
    case JointType.prismatic:
    case JointType.guided:
      return [false];
    case JointType.cylindrical:
      return [false, true];
    case JointType.planar:
      return [false, false, true];
    default:
      return Array<boolean>(count).fill(true);
  }
}

/** x, y or z where the joint's axis is one of the world's at the initial pose; else its number. */
function axisName(joint: scene.JointT, i: number): string {
  const vector = (v: scene.Vec3T | null, otherwise: Vector3) => (v ? new Vector3(v.x, v.y, v.z).normalize() : otherwise);
  const n0 = vector(joint.axis, new Vector3(1, 0, 0));
  const n1 = vector(joint.axis2, new Vector3(0, 1, 0));
  const axis = i === 0 ? n0 : i === 1 ? n1 : n0.clone().cross(n1);
  if (joint.axis && !joint.axis2 && i > 0) return `${i + 1}`;
  const names = ["x", "y", "z"].filter((_, k) => Math.abs(axis.getComponent(k)) > 0.999);
  return names[0] ?? `${i + 1}`;
}
