// Where levers that keep their value must stand so that what they move stays where it is.
import * as scene from "#protocol/scene";
import type { SceneMessage } from "../protocol/messages";
import { jointAxes } from "./joint_axes";

/** By channel: the value at which the position drive that it alone commands stays at this pose. */
export type RestValues = (jointPositions: Float64Array) => (number | undefined)[];

export function restValuesOf(message: SceneMessage): RestValues {
  const axes = jointAxes(message);
  const places = message.channels.map(({ name }) => {
    const drive = message.content.drives.find(({ mode, inputs }) =>
      mode === scene.DriveMode.position && inputs.length === 1 && inputs[0].control === name && inputs[0].gain !== 0);
    const joint = message.joints.findIndex((candidate) => candidate.name === drive?.joint);
    const axis = axes.find((candidate) => candidate.joint === joint && candidate.axis === drive?.axis);
    return drive && axis?.limits ? { ...axis, limits: axis.limits, gain: drive.inputs[0].gain } : null;
  });
  return (jointPositions) => places.map((place) => {
    if (place === null) return undefined;
    const { lower, upper } = place.limits;
    const position = jointPositions[place.index] * (place.angle ? 180 / Math.PI : 1);
    // The command -1..1 spans the limits.
    return ((2 * (position - lower)) / (upper - lower) - 1) / place.gain;
  });
}
