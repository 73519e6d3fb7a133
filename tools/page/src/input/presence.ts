// Whether an operator is there: the dead man's handle of a keyboard, as in the terminal's console.

/** Without a sign of a hand for so long (ms) everything goes to neutral; its end is announced so long before. */
export const presenceMs = 6000;
export const warningMs = 3000;

export class Presence {
  private lastSign: number;

  constructor(now: number) {
    this.lastSign = now;
  }

  sign(now: number): void {
    this.lastSign = now;
  }

  /** ms until the operator counts as gone; 0: gone. */
  left(now: number): number {
    return Math.max(0, this.lastSign + presenceMs - now);
  }
}
