// What a device's axes and buttons do in one scene: learned, or the usual for a pad of the standard layout.
import type { Channel } from "../../protocol/messages";
import { channelCalled } from "../keys";
import { buttonShape, stickShape, type AxisShape } from "./axis_shape";

/** An axis or a button of a device, by its number. */
export interface Source {
  kind: "axis" | "button";
  index: number;
}

/** `place`: where the axis is, the lever is. `rate`: the axis pushes the lever, as a key does. */
export type BindingMode = "place" | "rate";

export interface Binding {
  /** Name of the channel. */
  channel: string;
  source: Source;
  shape: AxisShape;
  /** 1, or -1 where the axis grows as the channel falls. */
  sign: 1 | -1;
  mode: BindingMode;
}

export interface Profile {
  bindings: Binding[];
}

/** A lever that stays where it is put is pushed by a stick that does not; any other stands where its stick stands. */
export function usualMode({ springsBack }: Channel): BindingMode {
  return springsBack ? "place" : "rate";
}

const axis = (index: number): Source => ({ kind: "axis", index });
const button = (index: number): Source => ({ kind: "button", index });

/** Pairs of a standard pad, each with what raises and what lowers (or one axis and its sign), in the order in which channels get them. */
type Pair = { source: Source; sign: 1 | -1 }[];
const leftX: Pair = [{ source: axis(0), sign: 1 }];
const leftY: Pair = [{ source: axis(1), sign: -1 }];
const rightX: Pair = [{ source: axis(2), sign: 1 }];
const rightY: Pair = [{ source: axis(3), sign: -1 }];
const triggers: Pair = [{ source: button(7), sign: 1 }, { source: button(6), sign: -1 }];
const shoulders: Pair = [{ source: button(5), sign: 1 }, { source: button(4), sign: -1 }];
const crossY: Pair = [{ source: button(12), sign: 1 }, { source: button(13), sign: -1 }];
const crossX: Pair = [{ source: button(15), sign: 1 }, { source: button(14), sign: -1 }];
const faceY: Pair = [{ source: button(3), sign: 1 }, { source: button(0), sign: -1 }];
/** Positive steering turns left. */
const steering: Pair = [{ source: axis(0), sign: -1 }];

const named: Record<string, Pair> = {
  left_x: leftX, left_y: leftY, right_x: rightX, right_y: rightY, triggers, shoulders, cross_x: crossX, cross_y: crossY, face: faceY,
};

/** The pad's pair of this name in a scene's console section; a minus before it turns it round. */
function pairCalled(name: string): Pair | undefined {
  const pair = named[name.replace(/^-/, "")];
  return name.startsWith("-") ? pair?.map(({ source, sign }) => ({ source, sign: sign === 1 ? -1 : 1 })) : pair;
}

/** For a pad of the standard layout, the channels of one machine: a vehicle by triggers and left stick, others in order. */
export function usualProfile(channels: readonly Channel[]): Profile {
  const throttle = channelCalled(channels, "throttle");
  const steer = channelCalled(channels, "steer");
  const vehicle = throttle >= 0 || steer >= 0;
  const rest = vehicle ? [rightX, shoulders, crossY, crossX, faceY] : [leftX, leftY, rightY, rightX, crossY, crossX, triggers, shoulders, faceY];
  const bindings = channels.flatMap((channel, i) => {
    const pair = channel.axis ? pairCalled(channel.axis)
      : i === steer ? steering
      : i === throttle ? [...triggers, ...rightY]
      : rest.shift();
    return (pair ?? []).map(({ source, sign }): Binding => ({
      channel: channel.name, source, sign, mode: usualMode(channel), shape: source.kind === "axis" ? stickShape : buttonShape,
    }));
  });
  return { bindings };
}

/** What was kept as text; null: it is not a profile (any more). */
export function readProfile(text: string | null): Profile | null {
  try {
    const profile = JSON.parse(text ?? "null") as Profile | null;
    return profile !== null && Array.isArray(profile.bindings) && profile.bindings.every(isBinding) ? profile : null;
  } catch {
    return null;
  }
}

function isBinding(value: Binding): boolean {
  const { source, shape } = value;
  const numbers = [source.index, shape.minimum, shape.rest, shape.maximum, shape.deadZone, shape.curve];
  return typeof value.channel === "string" && (source.kind === "axis" || source.kind === "button") &&
    Math.abs(value.sign) === 1 && (value.mode === "place" || value.mode === "rate") && numbers.every(Number.isFinite);
}
