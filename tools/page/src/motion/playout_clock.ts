// When to show what: the server's clock as seen from here, behind it by just what the network's jitter needs.

/** How long a late arrival is remembered (ms). */
const memoryMs = 3000;
/** Kept in hand beyond the latest arrival remembered (ms). */
const marginMs = 3;
/** How fast shown time may run apart from real time while the delay adapts: slowly, so that no eye sees it. */
const slewSlower = 0.06;
const slewFaster = 0.02;
/** Beyond this the clocks have nothing to do with each other any more: jump. */
const jumpMs = 400;

/**
 * Shown time = local time - lag, in the server's clock. A frame is valid at the END of its slot and leaves as soon as
 * it is computed, so on a good network it arrives before it is due and nothing has to wait for it.
 */
export class PlayoutClock {
  private lag = NaN;
  private target = NaN;
  private lastNow = NaN;
  private needs: { at: number; need: number }[] = [];

  /** A frame valid at `validAt` arrived `now`; motion towards it starts `segment` ms before (all ms). */
  observe(now: number, validAt: number, segment: number): void {
    const need = now - validAt + segment + marginMs;
    // Only ever the largest of what is still remembered matters: smaller ones before it can go.
    while (this.needs.length > 0 && this.needs[this.needs.length - 1].need <= need) this.needs.pop();
    this.needs.push({ at: now, need });
    while (this.needs[0].at < now - memoryMs) this.needs.shift();
    this.target = this.needs[0].need;
    if (Number.isNaN(this.lag) || Math.abs(this.target - this.lag) > jumpMs) {
      this.lag = this.target;
      this.lastNow = now;
    }
  }

  /** The server's time (ms) to show at the local time `now` (ms); it never runs backwards between jumps. */
  shown(now: number): number {
    const passed = Math.max(0, now - this.lastNow);
    const change = this.target - this.lag;
    this.lag += change > 0 ? Math.min(change, passed * slewSlower) : Math.max(change, -passed * slewFaster);
    this.lastNow = Math.max(now, this.lastNow);
    return this.lastNow - this.lag;
  }

  reset(): void {
    this.lag = this.target = this.lastNow = NaN;
    this.needs = [];
  }
}
