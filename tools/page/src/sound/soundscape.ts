// What is to be heard of a scene at a moment, worked out from the numbers that every frame brings.
import type { SceneMessage } from "../protocol/messages";
import { poseAbsence, poseStride } from "../protocol/messages";
import type { Moment } from "../quantities/quantity";
import { jointAxes } from "../scene/joint_axes";
import { blowOf, motorVoice, rollingVoice, silent, skidVoice, type Blow, type Voice } from "./voices";

/** Motors that are heard at once, the loudest; and blows in one frame. */
export const mostMotors = 6;
const mostBlows = 3;

export interface Heard {
  motors: Voice[];
  rolling: Voice;
  skid: Voice;
  blows: Blow[];
}

export const nothingHeard: Heard = { motors: [], rolling: silent, skid: silent, blows: [] };

export class Soundscape {
  private drives: { index: number; ratio: number; rated: number }[];
  private wheels: { index: number; radius: number; usual: number }[];
  private masses: number[];
  private gravity: [number, number, number];
  private before: { velocities: Float64Array; time: number; branch: number } | null = null;

  constructor({ content, bodyNames, ...message }: SceneMessage) {
    const axes = jointAxes({ content, bodyNames, ...message });
    const indexOf = (joint: unknown, axis = 0) =>
      axes.find((candidate) => message.joints[candidate.joint].name === `${joint}` && candidate.axis === axis)?.index ?? -1;
    this.drives = content.drives.map(({ joint, axis, gear, currentLimit, supplyVoltage, resistance }) => ({
      index: indexOf(joint, axis), ratio: gear?.ratio ?? 1, rated: currentLimit ?? (supplyVoltage ?? 0) / (resistance || 1),
    }));
    const weight = Math.hypot(content.gravity?.x ?? 0, content.gravity?.y ?? 0, content.gravity?.z ?? 9.81);
    const total = content.bodies.reduce((sum, body) => sum + (body.static_ ? 0 : (body.mass ?? 0)), 0);
    this.wheels = content.wheels.map(({ joint }) => {
      const child = content.joints.find(({ name }) => name === joint)?.child;
      const shape = content.bodies.find(({ name }) => name === child)?.shapes.find(({ radius }) => radius);
      return { index: indexOf(joint), radius: shape?.radius ?? 0.3, usual: Math.max(1, (total * weight) / content.wheels.length) };
    });
    this.masses = content.bodies.map((body) => (body.static_ ? 0 : (body.mass ?? 1)));
    const { x = 0, y = 0, z = -9.81 } = content.gravity ?? {};
    this.gravity = [x, y, z];
  }

  /** Of every frame in its order: blows are seen in what has changed since the last. */
  hear({ telemetry, poses }: Moment): Heard {
    const { stamp } = telemetry;
    const blows = this.blows(poses, stamp.time, stamp.branch);
    if (stamp.frozen) return nothingHeard;
    const rate = (index: number) => telemetry.jointVelocities[index] ?? 0;
    const motors = this.drives
      .map(({ index, ratio, rated }, i) => motorVoice(rate(index) * ratio, (telemetry.drives[i]?.current ?? 0) / (rated || 1)))
      .filter(({ gain }) => gain > 0).sort((a, b) => b.gain - a.gain).slice(0, mostMotors);
    const loudest = (voices: Voice[]) => voices.reduce((most, voice) => (voice.gain > most.gain ? voice : most), silent);
    const wheels = this.wheels.map(({ index, radius, usual }, i) => {
      const { load, slip } = telemetry.wheels[i] ?? { load: 0, slip: 0 };
      const rim = rate(index) * radius;
      // Slip is of the way's speed or the rim's, whichever is larger: a locked wheel (-1) tells nothing of its speed by its rim.
      return { rolling: rollingVoice(rim, load / usual), skid: skidVoice(slip * Math.max(Math.abs(rim), slip < -0.5 ? 3 : 0), load / usual) };
    });
    return { motors, rolling: loudest(wheels.map(({ rolling }) => rolling)), skid: loudest(wheels.map(({ skid }) => skid)), blows };
  }

  private blows(poses: Float64Array, time: number, branch: number): Blow[] {
    const count = this.masses.length;
    const velocities = new Float64Array(3 * count);
    for (let body = 0; body < count; ++body) velocities.set(poses.subarray(body * poseStride + 7, body * poseStride + 10), 3 * body);
    const before = this.before;
    this.before = { velocities, time, branch };
    const dt = before ? time - before.time : 0;
    // After a jump in time nothing is known of what struck.
    if (!before || before.branch !== branch || dt <= 0 || dt > 0.25) return [];
    const blows: Blow[] = [];
    for (let body = 0; body < count; ++body) {
      if (this.masses[body] === 0 || poses[body * poseStride + poseAbsence] !== 0) continue;
      let square = 0;
      for (let axis = 0; axis < 3; ++axis) {
        const jump = velocities[3 * body + axis] - before.velocities[3 * body + axis] - this.gravity[axis] * dt;
        square += jump * jump;
      }
      // What only hangs or stands is held against gravity.
      const held = Math.hypot(...this.gravity) * dt * 1.5;
      const blow = blowOf(Math.sqrt(square) - held, this.masses[body]);
      if (blow) blows.push(blow);
    }
    return blows.sort((a, b) => b.gain - a.gain).slice(0, mostBlows);
  }
}
