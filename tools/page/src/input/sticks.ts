// Joysticks: which channels share one, as the scene's console section says; else throttle and steering do.
import { LeverType, type Channel } from "../protocol/messages";
import { channelCalled } from "./keys";

/** Channels by number; -1: none. */
export interface Stick {
  /** Name of the group of levers that it stands in. */
  group: string;
  /** Raised by pushing up. */
  up: number;
  across: number;
  /** 1: raised to the right; -1: to the left. */
  sign: 1 | -1;
}

/** Of one machine's channels, by their places in the list. */
export function sticksOf(channels: readonly Channel[]): Stick[] {
  const sticks = new Map<string, Stick>();
  channels.forEach(({ lever, group }, i) => {
    if (lever !== LeverType.stick_up && lever !== LeverType.stick_left && lever !== LeverType.stick_right) return;
    const stick = sticks.get(group) ?? { group, up: -1, across: -1, sign: 1 };
    if (lever === LeverType.stick_up) stick.up = i;
    else [stick.across, stick.sign] = [i, lever === LeverType.stick_right ? 1 : -1];
    sticks.set(group, stick);
  });
  if (sticks.size > 0) return [...sticks.values()];
  const [throttle, steer] = [channelCalled(channels, "throttle"), channelCalled(channels, "steer")];
  // Positive steering turns left. A throttle that stays where it is put is no stick.
  const springs = (i: number) => i >= 0 && channels[i].springsBack && channels[i].lever === LeverType.slider;
  const stick = { group: "", up: springs(throttle) ? throttle : -1, across: springs(steer) ? steer : -1, sign: -1 as const };
  return stick.up >= 0 || stick.across >= 0 ? [stick] : [];
}
