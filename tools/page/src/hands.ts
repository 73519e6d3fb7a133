// The operator's hands: when they drive, when they let go, and that somebody is there.
import type { Devices } from "./input/devices/devices";
import type { Levers } from "./input/levers";
import { Presence, warningMs } from "./input/presence";
import type { SessionView } from "./session";
import { words } from "./words";

/** A hand that stays on a lever asks for control no more often than this. */
const attemptMs = 2000;
/** ms between looks at the hands: apart from drawing, which may be slow. */
const rhythmMs = 20;

export interface HandsActions {
  /** Asks for the machine's channels. */
  take(force: boolean): void;
  /** Where levers must stand so that their machine stays where it is, by channel. */
  rest(): (number | undefined)[];
  /** Says something to the operator. */
  tell(text: string): void;
  /** After every look. */
  looked(): void;
}

export class Hands {
  private presence = new Presence(performance.now());
  private lastLook = performance.now();
  private lastAttempt = -Infinity;

  constructor(
    readonly levers: Levers,
    readonly devices: Devices,
    private session: SessionView,
    private actions: HandsActions,
  ) {
    for (const sign of ["pointermove", "pointerdown", "wheel", "keydown"]) {
      addEventListener(sign, () => this.presence.sign(performance.now()), { capture: true, passive: true });
    }
    // Nobody sees a key go up in another window.
    addEventListener("blur", () => this.levers.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.levers.letGo());
    setInterval(() => this.look(performance.now()), rhythmMs);
  }

  allNeutral(): void {
    this.levers.allNeutral(this.actions.rest());
  }

  /** The emergency stop: the machine's levers to neutral and dead, whoever drives. */
  stop(): void {
    this.levers.stop(this.actions.rest());
    if (!this.session.drivesAll) this.actions.take(this.session.mayInstruct);
  }

  /** ms until an operator of whom nothing is seen counts as gone; nothing while that changes nothing. */
  get goneIn(): number | undefined {
    const left = this.presence.left(performance.now());
    return left < warningMs && !this.levers.atRest ? left : undefined;
  }

  private look(now: number): void {
    const { levers, session } = this;
    levers.setHeld(session.held);
    this.devices.poll();
    if (levers.touched) {
      this.presence.sign(now);
      this.startDriving(now);
    }
    levers.advance((now - this.lastLook) / 1000);
    this.lastLook = now;
    if (this.presence.left(now) === 0 && !levers.atRest) {
      levers.letGo();
      this.actions.tell(words("No hand was seen for 6 s: the levers went to neutral."));
    }
    this.actions.looked();
  }

  /** Driving without holding: the free wheel is taken at once; whose it is, is said. */
  private startDriving(now: number): void {
    const { session } = this;
    if (session.drives || !session.live || now - this.lastAttempt < attemptMs) return;
    this.lastAttempt = now;
    if (!session.mayDrive) this.actions.tell(words("This page only watches: its token or role does not allow driving."));
    else if (!session.otherDrivers) this.actions.take(false);
    else this.actions.tell(words("{name} drives: press C to ask for control.", { name: session.otherDrivers }));
  }
}
