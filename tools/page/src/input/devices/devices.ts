// Gamepads, joysticks, wheels and pedals: read, and turned into what happens to levers.
import { shortName } from "../../machines";
import type { Levers } from "../levers";
import { shaped } from "./axis_shape";
import { readProfile, usualProfile, type Profile, type Source } from "./profile";

/** An axis that stands still does not move its lever: it does when it moves by more than this part of its way. */
const noticed = 0.02;

export interface Device {
  id: string;
  pad: Gamepad;
  /** null: nobody has said yet what its axes do. */
  profile: Profile | null;
}

export interface DeviceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export class Devices {
  private scene = "";
  /** What the names of the machine's channels begin with: profiles leave it out, and serve every machine of a kind. */
  private prefix = "";
  private profiles = new Map<string, Profile | null>();
  /** By channel: where the device's axis was when it last moved the lever. */
  private places = new Map<number, number>();
  /** Channels whose levers a device holds. */
  private grasped = new Set<number>();

  constructor(
    private levers: Levers,
    private gamepads: () => (Gamepad | null)[] = () => navigator.getGamepads?.() ?? [],
    private storage: DeviceStorage | null = safeStorage(),
  ) {}

  /** After the levers got another machine: profiles are of a device in a scene. */
  setMachine(scene: string, prefix: string): void {
    this.scene = scene;
    this.prefix = prefix;
    this.profiles.clear();
    this.places.clear();
  }

  get list(): Device[] {
    return this.gamepads().flatMap((pad) => (pad?.connected ? [{ id: pad.id, pad, profile: this.profileOf(pad) }] : []));
  }

  /** Kept for this device and scene; null: forgotten. */
  setProfile(id: string, profile: Profile | null): void {
    try {
      if (profile) this.storage?.setItem(this.key(id), JSON.stringify(profile));
      else this.storage?.removeItem(this.key(id));
    } catch {
      // A full or forbidden storage: it holds for this page.
    }
    this.profiles.clear();
    if (profile) this.profiles.set(id, profile);
    this.places.clear();
  }

  /** Brings what the devices say to the levers. Returns whether one of them was moved. */
  poll(): boolean {
    const { levers } = this;
    const place = new Map<number, number>();
    const rate = new Map<number, number>();
    for (const { pad, profile } of this.list) {
      for (const { channel, source, sign, mode, shape } of profile?.bindings ?? []) {
        const index = levers.machine.find((i) => this.nameOf(i) === channel);
        if (index === undefined) continue;
        const sum = mode === "place" ? place : rate;
        sum.set(index, (sum.get(index) ?? 0) + sign * shaped(readSource(pad, source), shape));
      }
    }
    let moved = false;
    for (const channel of levers.machine) {
      const push = clamp(rate.get(channel) ?? 0);
      levers.setDevicePush(channel, push);
      moved = this.place(channel, place.get(channel)) || push !== 0 || moved;
    }
    return moved;
  }

  /**
   * `part`: where the device's axis is; undefined: it has none for this channel. A lever that springs back is held as long
   * as the axis is out of its rest; one that stays follows the axis while it moves.
   */
  private place(channel: number, part: number | undefined): boolean {
    const lever = this.levers.list[channel];
    const at = clamp(part ?? 0);
    const before = this.places.get(channel) ?? at;
    const holds = part !== undefined && (lever.channel.springsBack ? at !== 0 : Math.abs(at - before) > noticed);
    if (holds || !this.places.has(channel)) this.places.set(channel, at);
    if (holds) {
      this.levers.grasp(channel, lever.at(at));
      this.grasped.add(channel);
    } else if (this.grasped.delete(channel)) {
      this.levers.letGoOf(channel);
    }
    return holds;
  }

  /** Name of a channel in profiles. */
  nameOf(channel: number): string {
    return shortName(this.levers.list[channel].channel.name, this.prefix);
  }

  private profileOf(pad: Gamepad): Profile | null {
    const known = this.profiles.get(pad.id);
    if (known !== undefined) return known;
    const { levers } = this;
    const kept = readProfile(this.read(pad.id));
    const usual = pad.mapping === "standard" ? usualProfile(levers.machine.map((i) => ({ ...levers.list[i].channel, name: this.nameOf(i) }))) : null;
    const profile = kept ?? usual;
    this.profiles.set(pad.id, profile);
    return profile;
  }

  private read(id: string): string | null {
    try {
      return this.storage?.getItem(this.key(id)) ?? null;
    } catch {
      return null;
    }
  }

  private key(id: string): string {
    return `drawbar.device.${this.scene}.${id}`;
  }
}

export function readSource(pad: Gamepad, { kind, index }: Source): number {
  return kind === "axis" ? (pad.axes[index] ?? 0) : (pad.buttons[index]?.value ?? 0);
}

function clamp(part: number): number {
  return Math.min(1, Math.max(-1, part));
}

/** The browser may forbid it. */
function safeStorage(): DeviceStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
