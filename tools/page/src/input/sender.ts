// Sends what the levers say: on change, and often enough while channels are held that no dead man's handle acts.
import { control } from "../protocol/messages";

/** Consoles send at least every 100 ms; more than one message per frame would change nothing. */
const heartbeatMs = 80;
const shortestMs = 30;

export class ControlSender {
  private sequence = 0n;
  private lastSent = -Infinity;
  private lastValues = "";

  constructor(private send: (body: control.ControlT) => boolean) {}

  /** To be called often; `held`: the channels that this session holds. */
  update(now: number, held: readonly number[], values: Float64Array): void {
    if (held.length === 0) {
      this.lastValues = "";
      return;
    }
    const text = held.map((channel) => `${channel}=${values[channel]}`).join();
    const due = now - this.lastSent >= (text === this.lastValues ? heartbeatMs : shortestMs);
    if (!due) return;
    const list = held.map((channel) => new control.ChannelValueT(channel, values[channel]));
    if (!this.send(new control.ControlT(this.sequence + 1n, list))) return;
    this.sequence += 1n;
    this.lastSent = now;
    this.lastValues = text;
  }
}
