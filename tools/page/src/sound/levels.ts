// What a machine sounds like, from what the physics says of it: its motors, what rolls and slides, what hits.
import type { Machine } from "../machines";
import { poseStride, type SceneMessage } from "../protocol/messages";
import type { Moment } from "../quantities/quantity";

export interface Levels {
  /** 0 to 1, and Hz: of the motor that works most. */
  motor: number;
  motorPitch: number;
  /** 0 to 1: wheels on the ground. */
  rolling: number;
  /** 0 to 1: a blow since the moment before. */
  impact: number;
}

/** Hz of a motor that stands, and that it gains up to its full voltage. */
const lowestPitch = 55;
const pitchRange = 280;
/** m/s at which rolling is as loud as it gets. */
const loudSpeed = 12;
/** A body whose velocity changes by so much (m/s) more than gravity does has been hit; and the loudest blow. */
const leastBlow = 0.35;
const loudestBlow = 4;
const gravity = 9.81;

const part = (value: number) => Math.min(1, Math.max(0, value));

/** `before`: a moment of the same machine a little earlier; null: none. */
export function levelsOf({ content }: SceneMessage, machine: Machine, now: Moment, before: Moment | null): Levels {
  const levels: Levels = { motor: 0, motorPitch: lowestPitch, rolling: 0, impact: 0 };
  for (const drive of machine.drives) {
    const reading = now.telemetry.drives[drive];
    const { supplyVoltage, resistance, currentLimit } = content.drives[drive];
    const most = currentLimit ?? (supplyVoltage ?? 0) / (resistance || 1);
    if (!reading || most <= 0) continue;
    const turning = part(Math.abs(reading.voltage) / (supplyVoltage || 1));
    const loudness = part(0.6 * turning + 0.6 * Math.abs(reading.current) / most);
    if (loudness <= levels.motor) continue;
    levels.motor = loudness;
    levels.motorPitch = lowestPitch + pitchRange * turning;
  }
  const speedOf = (id: number) => Math.hypot(...now.poses.subarray(id * poseStride + 7, id * poseStride + 10));
  const moving = machine.bodies.filter((id) => !content.bodies[id]?.static_);
  const onGround = machine.wheels.some((wheel) => (now.telemetry.wheels[wheel]?.load ?? 0) > 0);
  if (onGround) levels.rolling = part(Math.max(0, ...moving.map(speedOf)) / loudSpeed);
  const dt = before ? now.telemetry.stamp.time - before.telemetry.stamp.time : 0;
  if (!before || dt <= 0 || dt > 0.2) return levels;
  for (const id of moving) {
    const at = id * poseStride + 7;
    const change = Math.hypot(...[0, 1, 2].map((k) => now.poses[at + k] - before.poses[at + k])) - gravity * dt;
    if (change > leastBlow) levels.impact = Math.max(levels.impact, part(change / loudestBlow));
  }
  return levels;
}
