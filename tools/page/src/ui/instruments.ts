// The panel of instruments: speed and attitude, channels, joints against their limits, motors, energy.
import { Quaternion, Vector3 } from "three";
import * as scene from "#protocol/scene";
import type { SceneMessage, TelemetryMessage } from "../protocol/messages";
import { byId, make, setText, signed } from "./dom";
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
  meter: Meter;
  /** Place in Telemetry.joint_positions. */
  index: number;
  lower: number;
  upper: number;
  angle: boolean;
}

export class Instruments {
  private root = byId("instruments");
  private speed = make("output");
  private attitude = make("span", "attitude");
  private place = make("div", "place");
  private channels: Meter[] = [];
  private axes: LimitedAxis[] = [];
  private drives: { meter: Meter; limit: number }[] = [];
  private wheels: { meter: Meter; limit: number }[] = [];
  private energy = make("span", "value");
  private contacts = make("span", "value");
  private timing = make("span", "value");

  constructor() {
    this.speed.dataset.testid = "body-speed";
    this.place.dataset.testid = "body-position";
    const toggle = byId("panel-toggle");
    toggle.addEventListener("click", () => this.show(this.root.hidden));
    // On a phone the panel would cover the view: it waits to be asked for.
    this.show(innerWidth > 620);
  }

  toggle(): void {
    this.show(this.root.hidden);
  }

  setScene(message: SceneMessage): void {
    const { content } = message;
    this.channels = message.channels.map((c) => {
      const meter = new Meter(c.name, c.minimum, c.maximum, c.neutral, "channel");
      meter.element.dataset.testid = `channel-${c.name}`;
      return meter;
    });
    this.axes = limitedAxes(message);
    this.drives = content.drives.slice(0, mostRows).map((drive, i) => {
      const limit = drive.currentLimit ?? (drive.supplyVoltage ?? 0) / (drive.resistance || 1);
      return { meter: new Meter(message.driveNames[i], -limit, limit), limit };
    });
    const tyres = new Map(content.tyres.map((tyre) => [tyre.name, tyre]));
    this.wheels = content.wheels.slice(0, mostRows).map((wheel) => {
      const limit = overload * (tyres.get(wheel.tyre)?.nominalLoad ?? 1);
      const meter = new Meter(`${wheel.name}`, 0, limit, 0, "wheel");
      meter.element.title = "load on the tyre, longitudinal slip, slip angle";
      meter.element.dataset.testid = `wheel-${wheel.name}`;
      return { meter, limit };
    });
    const fact = (name: string, value: HTMLElement, className = "") =>
      make("div", `fact ${className}`, make("span", "name", name), value);
    this.root.replaceChildren(
      make("div", "speedometer", this.speed, make("span", "", "m/s"), this.attitude),
      this.place,
      ...section("Channels", this.channels),
      ...section("Joint limits", this.axes.map((axis) => axis.meter)),
      ...section("Motor current", this.drives.map((drive) => drive.meter)),
      ...section("Wheel load, slip", this.wheels.map((wheel) => wheel.meter)),
      make("h2", "", "World"),
      fact("energy", this.energy),
      fact("contacts", this.contacts),
      fact("lateness, compute", this.timing, "narrow-only"),
    );
  }

  /** Speed of the body that is followed, where it is and how it leans. */
  setMotion(velocity: readonly [number, number, number], position: Vector3, orientation: Quaternion): void {
    setText(this.speed, Math.hypot(...velocity).toFixed(2));
    const forward = new Vector3(1, 0, 0).applyQuaternion(orientation);
    const left = new Vector3(0, 1, 0).applyQuaternion(orientation);
    const degrees = (sine: number) => (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI;
    const text = `pitch ${signed(degrees(forward.z), 1)}°\nroll ${signed(degrees(left.z), 1)}°`;
    setText(this.attitude, text);
    setText(this.place, position.toArray().map((value, i) => `${"xyz"[i]} ${signed(value, 2)}`).join("\u2003"));
  }

  setTelemetry(telemetry: TelemetryMessage): void {
    this.channels.forEach((meter, i) => meter.set(telemetry.controls[i] ?? 0, signed(telemetry.controls[i] ?? 0, 2)));
    for (const axis of this.axes) {
      const factor = axis.angle ? 180 / Math.PI : 1;
      const value = (telemetry.jointPositions[axis.index] ?? 0) * factor;
      const text = axis.angle ? `${signed(value, 1)}°` : `${signed(value, 3)} m`;
      axis.meter.set(value, text, levelOf(value, axis.lower, axis.upper));
    }
    this.drives.forEach(({ meter, limit }, i) => {
      const drive = telemetry.drives[i];
      if (!drive) return;
      meter.set(drive.current, drive.fault ? "off" : `${signed(drive.current, 1)} A`, drive.fault ? "bad" : levelOf(drive.current, -limit, limit));
    });
    this.wheels.forEach(({ meter, limit }, i) => {
      const wheel = telemetry.wheels[i];
      if (!wheel) return;
      const slip = Math.hypot(wheel.slip, Math.sin(wheel.slipAngle));
      const text = `${(wheel.load / 1000).toFixed(2)} kN ${signed(100 * wheel.slip, 0)}% ${signed((wheel.slipAngle * 180) / Math.PI, 1)}°`;
      const level = slip > sliding ? "bad" : wheel.load > near * limit ? "caution" : "";
      meter.set(wheel.load, text, level);
    });
    setText(this.energy, joules(telemetry.energyKinetic + telemetry.energyPotential));
    setText(this.contacts, `${telemetry.contactCount}`);
    setText(this.timing, `${telemetry.latenessMs.toFixed(2)}, ${telemetry.computeMs.toFixed(2)} ms`);
  }

  private show(visible: boolean): void {
    this.root.hidden = !visible;
    byId("panel-toggle").setAttribute("aria-pressed", `${visible}`);
  }
}

function section(title: string, meters: Meter[]): HTMLElement[] {
  return meters.length === 0 ? [] : [make("h2", "", title), ...meters.map((meter) => meter.element)];
}

function joules(value: number): string {
  return Math.abs(value) >= 1000 ? `${signed(value / 1000, 2)} kJ` : `${signed(value, 1)} J`;
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
      if (range && axes.length < mostRows) {
        const name = `${message.joints[j].name}${count > 1 ? ` ${axisName(joint, i)}` : ""}`;
        const { lower, upper } = range;
        const meter = new Meter(name, lower, upper);
        meter.element.dataset.testid = `joint-${name.replace(" ", "-")}`;
        axes.push({ meter, index: index + i, lower, upper, angle });
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
