// What the hands want: keys, pointers and devices become one value per channel.
import type { Channel } from "../protocol/messages";
import { keysFor, type LeverKeys } from "./keys";
import { Lever } from "./lever";
import { sticksOf, type Stick } from "./sticks";

/** Shift: so much of what a key asks for. */
const carefulPart = 0.5;

/** A value for a channel that is held. */
export interface Command {
  channel: number;
  value: number;
}

interface KeyUse {
  channel: number;
  direction: 1 | -1;
}

export class Levers {
  /** By channel. */
  list: Lever[] = [];
  /** Channels of the machine that is driven: keys, pad and devices act on these. */
  machine: number[] = [];
  /** By channel; of channels of other machines nothing. */
  keys = new Map<number, LeverKeys>();
  /** Joysticks of the machine. */
  sticks: Stick[] = [];
  /** After an emergency stop levers are dead until it is lifted; the values that they stopped at. */
  private stoppedAt: Map<number, number> | null = null;
  private keyUses = new Map<string, KeyUse[]>();
  private pressed = new Set<string>();
  private devicePush = new Map<number, number>();
  private careful = false;

  /** Of another scene; keys that are down stay down. */
  setChannels(channels: Channel[]): void {
    this.list = channels.map((channel) => new Lever(channel));
    this.stoppedAt = null;
    this.setMachine(channels.map((_, i) => i));
  }

  setMachine(channels: number[]): void {
    for (const channel of this.machine) this.list[channel]?.drop();
    this.machine = channels;
    const own = channels.map((i) => this.list[i].channel);
    this.sticks = sticksOf(own).map((stick) => ({ ...stick, up: channels[stick.up] ?? -1, across: channels[stick.across] ?? -1 }));
    const keys = keysFor(own);
    this.keys = new Map(channels.map((channel, i) => [channel, keys[i]]));
    this.keyUses.clear();
    for (const [channel, { raise, lower }] of this.keys) {
      for (const code of raise) this.use(code, { channel, direction: 1 });
      for (const code of lower) this.use(code, { channel, direction: -1 });
    }
    this.push();
  }

  /** The values that act, by channel. */
  adopt(applied: Float64Array): void {
    if (applied.length === this.list.length) this.list.forEach((lever, i) => lever.adopt(applied[i]));
  }

  /** What acts now is not what a hand here has set: another connection, branch or scene. */
  forget(): void {
    for (const lever of this.list) lever.forget();
  }

  /** Channels that this session holds. */
  setHeld(held: readonly number[]): void {
    this.list.forEach((lever, i) => lever.setHeld(held.includes(i)));
  }

  /** Returns whether the key is one of ours. `repeats`: the keyboard says again that it is down. */
  key(code: string, down: boolean, repeats = false): boolean {
    if (code === "ShiftLeft" || code === "ShiftRight") {
      this.careful = down;
      this.push();
      return false;
    }
    if (!repeats) {
      if (down) this.pressed.add(code);
      else this.pressed.delete(code);
      this.push();
    }
    return this.keyUses.has(code);
  }

  grasp(channel: number, value: number): void {
    if (!this.stopped) this.list[channel]?.grasp(value);
  }

  letGoOf(channel: number): void {
    this.list[channel]?.letGoOf();
  }

  /** To neutral, by a hand. */
  neutral(channel: number): void {
    const lever = this.list[channel];
    if (lever.held && !this.stopped) lever.put(lever.channel.neutral);
  }

  /** A stick pushes the lever, -1..1. */
  setDevicePush(channel: number, push: number): void {
    if ((this.devicePush.get(channel) ?? 0) === push) return;
    this.devicePush.set(channel, push);
    this.push();
  }

  /** Whether a hand is on a lever of the machine. */
  get touched(): boolean {
    return !this.stopped && this.machine.some((channel) => this.list[channel].touched);
  }

  /** Whether the levers are where nobody needs to watch them. */
  get atRest(): boolean {
    return this.list.every(({ held, value, channel }) => !held || channel.holds || value === channel.neutral);
  }

  /** The window is not the operator's any more: what a silent console does, and nothing more. */
  letGo(): void {
    this.dropAll();
    for (const lever of this.list) {
      if (lever.held && !lever.channel.holds && lever.value !== lever.channel.neutral) lever.put(lever.channel.neutral);
    }
  }

  /**
   * All neutral. A lever that keeps its value has no neutral that stands still: it goes to `rest`, by channel, the value at
   * which its machine stays where it is; undefined: it stays as it is. A key that is still down moves nothing.
   */
  allNeutral(rest: readonly (number | undefined)[]): void {
    this.dropAll();
    for (const [channel, value] of this.neutrals(rest)) {
      const lever = this.list[channel];
      if (lever.held && lever.value !== value) lever.put(value);
    }
  }

  /** All neutral, and dead until `lift`; channels that are not held follow as soon as they are. */
  stop(rest: readonly (number | undefined)[]): void {
    this.dropAll();
    this.stoppedAt = this.neutrals(rest);
  }

  get stopped(): boolean {
    return this.stoppedAt !== null;
  }

  lift(): void {
    this.dropAll();
    this.stoppedAt = null;
  }

  /** Lets `dt` (s) pass. */
  advance(dt: number): void {
    this.stoppedAt?.forEach((value, channel) => {
      const lever = this.list[channel];
      if (lever.held && (!lever.moved || lever.value !== value)) lever.put(value);
    });
    for (const lever of this.list) lever.advance(dt);
  }

  /** What to send. */
  get commands(): Command[] {
    return this.list.flatMap(({ held, moved, value }, channel) => (held && moved ? [{ channel, value }] : []));
  }

  private neutrals(rest: readonly (number | undefined)[]): Map<number, number> {
    return new Map(this.list.flatMap(({ channel }, i) => {
      const value = channel.holds ? rest[i] : channel.neutral;
      return value === undefined || !(this.machine.includes(i) || this.list[i].held) ? [] : [[i, value]];
    }));
  }

  private dropAll(): void {
    this.pressed.clear();
    for (const lever of this.list) lever.drop();
  }

  private use(code: string, use: KeyUse): void {
    this.keyUses.set(code, [...(this.keyUses.get(code) ?? []), use]);
  }

  /** Brings what keys and devices push to the levers. */
  private push(): void {
    const pushes = new Map(this.machine.map((channel) => [channel, 0]));
    for (const code of this.pressed) {
      const uses = this.keyUses.get(code) ?? [];
      for (const { channel, direction } of uses) pushes.set(channel, pushes.get(channel)! + direction);
    }
    for (const [channel, keys] of pushes) {
      const byKeys = Math.sign(keys) * (this.careful ? carefulPart : 1);
      this.list[channel].setPush(this.stopped ? 0 : byKeys || (this.devicePush.get(channel) ?? 0));
    }
  }
}
