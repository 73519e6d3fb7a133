// Who is here and who holds what: the part of the server's session that the page shows and acts on.
import { heldBack, Role } from "./protocol/messages";
import type { Channel, EventMessage, WelcomeMessage } from "./protocol/messages";
import { EventKind } from "./protocol/messages";
import { words } from "./words";

/** Whose role is null, that one has joined after this page, which was not told it. */
export interface Person {
  session: number;
  name: string;
  role: Role | null;
}

export class SessionView {
  own = 0;
  ownName = "";
  /** Whether the server is there. */
  live = false;
  role: Role = Role.Viewer;
  /** Channels of the machine that this page drives or would drive. */
  machine: number[] = [];
  private channels: Channel[] = [];
  private holders: number[] = [];
  private others = new Map<number, Person>();
  /** Whether what is shown is a recording: its holders are sessions of then. */
  private replay = false;
  private recordedNames = new Map<number, string>();

  welcome(message: WelcomeMessage): void {
    this.own = message.session;
    this.role = message.role;
    this.others = new Map(message.sessions.map((session) => [session.session, session]));
    this.recordedNames = message.recordedNames;
    this.setChannels(message.scene.channels);
  }

  setChannels(channels: Channel[]): void {
    this.channels = channels;
    this.holders = channels.map((channel) => channel.holder);
  }

  /** `replay`: they held in the recording. */
  setHolders(holders: Uint32Array, replay: boolean): void {
    this.replay = replay;
    if (holders.length === this.channels.length) this.holders = Array.from(holders);
  }

  note(event: EventMessage): void {
    if (event.recorded) return;
    if (event.event === EventKind.Joined) {
      this.others.set(event.session, { session: event.session, name: event.name, role: null });
    } else if (event.event === EventKind.Left) {
      this.others.delete(event.session);
    } else if (event.event === EventKind.TookControl) {
      for (const channel of event.ids) this.holders[channel] = event.session;
    } else if (event.event === EventKind.ReleasedControl) {
      for (const channel of event.ids) this.holders[channel] = 0;
    }
  }

  get mayDrive(): boolean {
    return this.role !== Role.Viewer && this.machine.length > 0;
  }

  get mayInstruct(): boolean {
    return this.role === Role.Instructor;
  }

  /** Channels that this page holds. */
  get held(): number[] {
    if (!this.live || this.replay) return [];
    return this.holders.flatMap((holder, channel) => (holder === this.own ? [channel] : []));
  }

  /** Whether this page drives the machine. */
  get drives(): boolean {
    return !this.replay && this.machine.some((channel) => this.holders[channel] === this.own);
  }

  /** Whether every channel of the machine is this page's. */
  get drivesAll(): boolean {
    return this.holds(this.machine);
  }

  /** Names of the other sessions here that drive the machine; a holder that has left lets go to the first who asks. */
  get otherDrivers(): string {
    return this.driversOf(this.machine);
  }

  /** Channels of the machine that nobody holds. */
  get free(): number[] {
    return this.machine.filter((channel) => this.holders[channel] === 0);
  }

  /** Channels of the machine that others hold, and who. */
  get notGiven(): { channel: number; holder: string }[] {
    const others = this.machine.filter((channel) => this.holders[channel] !== 0 && this.holders[channel] !== this.own);
    return others.map((channel) => {
      const holder = this.holders[channel];
      return { channel, holder: holder === heldBack ? words("held back by an instructor") : this.nameOf(holder) };
    });
  }

  /** Whether this page holds all of these channels. */
  holds(channels: readonly number[]): boolean {
    return !this.replay && channels.length > 0 && channels.every((channel) => this.holders[channel] === this.own);
  }

  /** Names of the other sessions that hold some of these channels; in a replay of those that held them. */
  driversOf(channels: readonly number[]): string {
    const known = (holder: number) => (this.replay ? this.recordedNames.has(holder) : holder !== this.own && this.others.has(holder));
    const ids = new Set(channels.map((channel) => this.holders[channel]).filter(known));
    return [...ids].map((id) => (this.replay && this.recordedNames.get(id)) || this.nameOf(id)).join(", ");
  }

  /** Names of the channels that a session holds. */
  channelsOf(session: number): string[] {
    if (this.replay) return [];
    return this.channels.flatMap(({ name }, i) => (this.holders[i] === session ? [name] : []));
  }

  /** The other sessions that may drive, as far as is known. */
  get drivers(): Person[] {
    return [...this.others.values()].filter(({ session, role }) => session !== this.own && role !== Role.Viewer);
  }

  get everybody(): Person[] {
    return [{ session: this.own, name: this.ownName, role: this.role }, ...[...this.others.values()].filter(({ session }) => session !== this.own)];
  }

  nameOf(session: number): string {
    return this.others.get(session)?.name || words("session {session}", { session });
  }
}
