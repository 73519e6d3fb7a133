// One lever: the value of one channel, and what moves it. It shows the value that acts until a hand moves it.
import type { Channel } from "../protocol/messages";

/** Of the reach per second. Springing levers are pushed against their spring and fall back when they are let go. */
const pushRate = 3;
const returnRate = 10;
/** Levers that stay start slowly, for careful work, and are at full rate after so long (s). */
const slowRate = 0.08;
const fastRate = 0.6;
const speedUpTime = 0.8;

/** A pointer that was on the lever before the channel was held is forgotten when the channel does not come within (s). */
const patience = 3;

/** A part of the reach that is a rounding error. */
const nothing = 1e-9;

export class Lever {
  value: number;
  /** Whether this session holds the channel: only then a hand moves it. */
  held = false;
  /** Whether a hand has moved it since the session holds it: only then its value is sent. */
  moved = false;
  /** Where a pointer holds it. */
  private hand: number | null = null;
  /** What the pointer did last has not moved the lever yet. */
  private unseen = false;
  /** The pointer has let go before the channel was held. */
  private handGone = false;
  private waited = 0;
  /** What pushes it, -1..1 of the rate: a key, or a stick that sets the speed of the lever. */
  private push = 0;
  private pushedFor = 0;
  /** Stopped on its way through neutral, until it is pushed anew. */
  private detent = false;

  constructor(readonly channel: Channel) {
    this.value = channel.neutral;
  }

  /** The largest way from neutral. */
  get reach(): number {
    const { minimum, maximum, neutral } = this.channel;
    return Math.max(maximum - neutral, neutral - minimum);
  }

  /** Where `part` (-1..1) of the way from neutral to either end is. */
  at(part: number): number {
    const { minimum, maximum, neutral } = this.channel;
    return neutral + part * (part >= 0 ? maximum - neutral : neutral - minimum);
  }

  /** The value that acts, as the server says: it is this lever's, too, unless a hand has moved it. */
  adopt(applied: number): void {
    if (!this.moved) this.value = applied;
  }

  setHeld(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    this.moved = false;
  }

  /** A new stream, or a state of another time: what acts now is not what a hand here has set. */
  forget(): void {
    this.moved = false;
    this.unseen = false;
  }

  /** A pointer is on it, or a stick whose place is the lever's. */
  grasp(value: number): void {
    this.hand = value;
    this.unseen = true;
    this.handGone = false;
  }

  /** The pointer is off it again. What it did counts, however short it was, and before the channel was held, too. */
  letGoOf(): void {
    if (!this.held) {
      this.handGone = true;
      return;
    }
    if (this.hand !== null && this.unseen) this.set(this.hand);
    this.hand = null;
  }

  /** -1..1; 0: nothing pushes. */
  setPush(push: number): void {
    if (push === this.push) return;
    if (Math.sign(push) !== Math.sign(this.push)) {
      this.pushedFor = 0;
      this.detent = false;
    }
    this.push = push;
  }

  /** A hand is on it. */
  get touched(): boolean {
    return this.hand !== null || this.push !== 0;
  }

  /** Sets it, and no hand is on it any more. */
  put(value: number): void {
    this.drop();
    this.set(value);
    this.detent = true;
  }

  /** No hand is on it. */
  drop(): void {
    this.hand = null;
    this.handGone = false;
    this.push = 0;
  }

  /** Lets `dt` (s) pass. */
  advance(dt: number): void {
    if (!this.held) {
      this.waited = this.handGone ? this.waited + dt : 0;
      if (this.waited > patience) this.drop();
      return;
    }
    const { springsBack, neutral } = this.channel;
    if (this.hand !== null) {
      this.set(this.hand);
      this.unseen = false;
      if (this.handGone) this.drop();
    } else if (this.push !== 0) {
      if (springsBack) this.approach(this.at(this.push), dt);
      else this.shove(dt);
    } else if (springsBack && this.moved) {
      this.approach(neutral, dt);
    }
  }

  /** Towards `goal`: out at the pushing rate, back towards neutral at the spring's. */
  private approach(goal: number, dt: number): void {
    const { neutral } = this.channel;
    const [there, here] = [goal - neutral, this.value - neutral];
    const back = Math.abs(there) < Math.abs(here) || there * here < 0;
    const step = (back ? returnRate : pushRate) * this.reach * dt;
    this.set(step >= Math.abs(goal - this.value) ? goal : this.value + Math.sign(goal - this.value) * step);
  }

  /** A lever that stays, pushed. One that goes to neutral by itself when its console is silent stops there, too. */
  private shove(dt: number): void {
    if (this.detent) return;
    this.pushedFor += dt;
    const rate = slowRate + (fastRate - slowRate) * Math.min(1, this.pushedFor / speedUpTime);
    const { neutral, holds } = this.channel;
    const before = this.value - neutral;
    let after = before + this.push * rate * this.reach * dt;
    if (!holds && before * after < 0) {
      after = 0;
      this.detent = true;
    }
    this.set(neutral + (Math.abs(after) < nothing * this.reach ? 0 : after));
  }

  private set(value: number): void {
    const { minimum, maximum } = this.channel;
    this.value = Math.min(maximum, Math.max(minimum, value));
    this.moved = true;
  }
}
