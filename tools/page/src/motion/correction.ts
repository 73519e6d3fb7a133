// What was shown beyond the newest frame and turned out otherwise: the difference goes away smoothly.

/** Time constant (ms). */
const fading = 150;
/** A difference beyond this (m) is no error of going on: the body was moved. */
const largest = 0.5;

export class Correction {
  /** By body, x y z. */
  private difference: Float64Array;
  private wanted: Float64Array;
  private active = false;
  private lastNow = NaN;

  /** `shown`: 7 numbers per body, position first. */
  constructor(private shown: Float64Array) {
    this.difference = new Float64Array((shown.length / 7) * 3);
    this.wanted = new Float64Array(this.difference.length);
  }

  forget(): void {
    this.active = false;
    this.difference.fill(0);
  }

  /** Where bodies would be without the news. */
  from(poses: Float64Array): void {
    for (let i = 0; i < this.wanted.length; ++i) this.wanted[i] = poses[Math.floor(i / 3) * 7 + (i % 3)];
  }

  /** Adds what is left of the difference to `shown`; `news`: begin with what leads to the places of `from`. */
  apply(now: number, news: boolean): void {
    const rest = this.active ? Math.exp(-(now - this.lastNow) / fading) : 0;
    this.lastNow = now;
    if (!this.active && !news) return;
    this.active = false;
    for (let i = 0; i < this.difference.length; ++i) {
      const at = Math.floor(i / 3) * 7 + (i % 3);
      const difference = rest * this.difference[i] + (news ? this.wanted[i] - this.shown[at] : 0);
      this.difference[i] = Math.abs(difference) > largest ? 0 : difference;
      this.shown[at] += this.difference[i];
      this.active ||= Math.abs(this.difference[i]) > 1e-6;
    }
  }
}
