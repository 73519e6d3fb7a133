// Which keys move which channel: those of the scene's console section, else by the channels' names and order.
import type { Channel } from "../protocol/messages";

/** Places on the keyboard (KeyboardEvent.code), whatever letter they bear there. */
export interface LeverKeys {
  raise: string[];
  lower: string[];
}

/** As in the terminal's console: the first for the throttle (or the first channel), then in order. */
const pairs = [
  ["KeyW", "KeyS"], ["KeyR", "KeyF"], ["KeyT", "KeyG"], ["KeyY", "KeyH"], ["KeyU", "KeyJ"], ["KeyI", "KeyK"], ["KeyO", "KeyL"],
];
const throttleKeys: LeverKeys = { raise: ["KeyW", "ArrowUp"], lower: ["KeyS", "ArrowDown"] };
/** Positive steering turns left, against the clock seen from above. */
const steeringKeys: LeverKeys = { raise: ["KeyA", "ArrowLeft"], lower: ["KeyD", "ArrowRight"] };

/** The place among `channels` of the first with the word in its name; -1: none. */
export function channelCalled(channels: readonly Channel[], word: string): number {
  return channels.findIndex(({ name }) => name.toLowerCase().includes(word));
}

/** One entry per channel of one machine; empty lists where keys have run out. */
export function keysFor(channels: readonly Channel[]): LeverKeys[] {
  const steering = channelCalled(channels, "steer");
  const throttle = channelCalled(channels, "throttle");
  let next = throttle >= 0 ? 1 : 0;
  return channels.map((channel, i) => {
    const { keys } = channel;
    if (keys.raise.length + keys.lower.length > 0) return keys;
    if (i === steering) return trimmed(steeringKeys, channel);
    if (i === throttle) return trimmed(throttleKeys, channel);
    const pair = pairs[next++];
    return pair ? trimmed({ raise: [pair[0]], lower: [pair[1]] }, channel) : { raise: [], lower: [] };
  });
}

/** A channel with neutral at an end of its range, which goes there by itself, has one way to push it. */
function trimmed(keys: LeverKeys, { minimum, maximum, neutral, springsBack }: Channel): LeverKeys {
  return {
    raise: springsBack && neutral >= maximum ? [] : keys.raise,
    lower: springsBack && neutral <= minimum ? [] : keys.lower,
  };
}

const arrows: Record<string, string> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** What is printed on the key. */
export function keyName(code: string): string {
  return arrows[code] ?? code.replace(/^(Key|Digit)/, "");
}
