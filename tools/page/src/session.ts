// Who is here and who holds what: the part of the server's session that the page shows and acts on.
import { Role } from "./protocol/messages";
import type { Channel, EventMessage, Session, WelcomeMessage } from "./protocol/messages";
import { EventKind } from "./protocol/messages";

export class SessionView {
  own = 0;
  /** Whether the server is there. */
  live = false;
  role: Role = Role.Viewer;
  /** Channels of the machine that this page drives or would drive. */
  machine: number[] = [];
  private channels: Channel[] = [];
  private holders: number[] = [];
  private others = new Map<number, Session>();

  welcome(message: WelcomeMessage): void {
    this.own = message.session;
    this.role = message.role;
    this.others = new Map(message.sessions.map((session) => [session.session, session]));
    this.setChannels(message.scene.channels);
  }

  setChannels(channels: Channel[]): void {
    this.channels = channels;
    this.holders = channels.map((channel) => channel.holder);
  }

  setHolders(holders: Uint32Array): void {
    if (holders.length === this.channels.length) this.holders = Array.from(holders);
  }

  note(event: EventMessage): void {
    if (event.event === EventKind.Joined) {
      this.others.set(event.session, { session: event.session, name: event.name, role: Role.Viewer });
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
    if (!this.live) return [];
    return this.holders.flatMap((holder, channel) => (holder === this.own ? [channel] : []));
  }

  /** Whether this page drives the machine. */
  get drives(): boolean {
    return this.machine.some((channel) => this.holders[channel] === this.own);
  }

  /** Whether every channel of the machine is this page's. */
  get drivesAll(): boolean {
    return this.machine.length > 0 && this.machine.every((channel) => this.holders[channel] === this.own);
  }

  /** Names of the other sessions here that drive the machine; a holder that has left lets go to the first who asks. */
  get otherDrivers(): string {
    const holders = this.machine.map((channel) => this.holders[channel]);
    const sessions = new Set(holders.filter((holder) => holder !== this.own && this.others.has(holder)));
    return [...sessions].map((session) => this.nameOf(session)).join(", ");
  }

  nameOf(session: number): string {
    return this.others.get(session)?.name || `session ${session}`;
  }
}
