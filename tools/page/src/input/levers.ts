// What the hands want: keys, pad, sliders and gamepad become one value per channel.
import type { Channel } from "../protocol/messages";

/** Parts of the full reach per second: pushing builds up, letting go falls back at once. */
const throttleRate = 2.5;
const steerRate = 4;
const returnRate = 10;
const carefulPart = 0.5;
const stickDeadZone = 0.12;

export type Direction = "forward" | "back" | "left" | "right";

const keys: Record<string, Direction> = {
  KeyW: "forward",
  ArrowUp: "forward",
  KeyS: "back",
  ArrowDown: "back",
  KeyA: "left",
  ArrowLeft: "left",
  KeyD: "right",
  ArrowRight: "right",
};

export class Levers {
  channels: Channel[] = [];
  /** Indices of the channels of the machine that is driven. */
  machine: number[] = [];
  /** Indices of these of its channels; -1: it has none. */
  throttle = -1;
  steer = -1;
  /** Present value per channel. */
  values = new Float64Array();
  private pressed = new Set<string>();
  private careful = false;
  private pad: { x: number; y: number } | null = null;
  private slid = new Map<number, number>();

  constructor(private gamepads: () => (Gamepad | null)[] = () => navigator.getGamepads?.() ?? []) {}

  /** Of another scene; keys that are down stay down. */
  setChannels(channels: Channel[]): void {
    this.channels = channels;
    this.machine = channels.map((_, i) => i);
    this.throttle = this.find("throttle");
    this.steer = this.find("steer");
    this.values = Float64Array.from(channels, (channel) => channel.neutral);
    this.slid.clear();
  }

  /** Keys, pad and sliders act on these channels: of many machines, those of one. */
  setMachine(channels: number[]): void {
    this.machine = channels;
    const throttle = this.find("throttle");
    const steer = this.find("steer");
    if (throttle === this.throttle && steer === this.steer) return;
    this.letGo();
    this.throttle = throttle;
    this.steer = steer;
  }

  /** Whether keys and pad drive something. */
  get drivable(): boolean {
    return this.throttle >= 0 || this.steer >= 0;
  }

  /** Returns whether the key is one of ours. */
  key(code: string, down: boolean): boolean {
    if (code === "ShiftLeft" || code === "ShiftRight") {
      this.careful = down;
      return false;
    }
    if (!(code in keys)) return false;
    if (down) this.pressed.add(code);
    else this.pressed.delete(code);
    return this.drivable;
  }

  /** x to the right, y forward, each -1..1; null: let go. */
  setPad(place: { x: number; y: number } | null): void {
    this.pad = place;
  }

  /** A slider stays where it is put. */
  setSlider(channel: number, value: number): void {
    this.slid.set(channel, value);
  }

  /** Everything back to neutral at once: the window lost the keyboard, or somebody else drives. */
  letGo(): void {
    this.pressed.clear();
    this.pad = null;
    this.slid.clear();
    this.channels.forEach((channel, i) => (this.values[i] = channel.neutral));
  }

  /** Whether a hand is on the keys, the pad or the gamepad. */
  get touched(): boolean {
    return this.drivable && (this.pressed.size > 0 || this.pad !== null || this.gamepad() !== null);
  }

  /** Moves the values on by `dt` (s). */
  advance(dt: number): void {
    this.slid.forEach((value, channel) => (this.values[channel] = value));
    const wanted = this.wanted();
    // Positive steering turns left, against the clock seen from above.
    this.move(this.throttle, wanted.y, wanted.ramped ? throttleRate : Infinity, dt);
    this.move(this.steer, -wanted.x, wanted.ramped ? steerRate : Infinity, dt);
  }

  private wanted(): { x: number; y: number; ramped: boolean } {
    if (this.pad) return { ...this.pad, ramped: false };
    const stick = this.gamepad();
    if (this.pressed.size === 0 && stick) return { ...stick, ramped: false };
    const held = new Set([...this.pressed].map((code) => keys[code]));
    const part = this.careful ? carefulPart : 1;
    return {
      x: part * (Number(held.has("right")) - Number(held.has("left"))),
      y: part * (Number(held.has("forward")) - Number(held.has("back"))),
      ramped: true,
    };
  }

  /** Left stick steers, triggers or the right stick drive; null: at rest or not there. */
  private gamepad(): { x: number; y: number } | null {
    const pad = this.gamepads().find((candidate) => candidate?.mapping === "standard");
    if (!pad) return null;
    const dead = (value: number) => (Math.abs(value) < stickDeadZone ? 0 : value);
    const x = dead(pad.axes[0] ?? 0);
    const y = dead((pad.buttons[7]?.value ?? 0) - (pad.buttons[6]?.value ?? 0)) || dead(-(pad.axes[3] ?? 0));
    return x === 0 && y === 0 ? null : { x, y };
  }

  /** `part`: -1..1 of the reach to either side of neutral. */
  private move(index: number, part: number, rate: number, dt: number): void {
    if (index < 0 || this.slid.has(index)) return;
    const { minimum, maximum, neutral } = this.channels[index];
    const goal = neutral + part * (part >= 0 ? maximum - neutral : neutral - minimum);
    const reach = Math.max(maximum - neutral, neutral - minimum);
    const value = this.values[index];
    const returning = Math.abs(goal - neutral) < Math.abs(value - neutral) || (goal - neutral) * (value - neutral) < 0;
    const step = (returning ? Math.max(rate, returnRate) : rate) * reach * dt;
    this.values[index] = step >= Math.abs(goal - value) ? goal : value + Math.sign(goal - value) * step;
  }

  /** The machine's first channel with the word in its name; -1: none. */
  private find(word: string): number {
    return this.machine.find((i) => this.channels[i].name.toLowerCase().includes(word)) ?? -1;
  }
}
