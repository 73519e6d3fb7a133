// Sends what the levers say: on change, and often enough while channels are held that no dead man's handle acts.
import { control } from "../protocol/messages";
import type { Command } from "./levers";

/** Consoles send at least every 100 ms; more than one message per frame would change nothing. */
const heartbeatMs = 80;
const shortestMs = 30;

export class ControlSender {
  private sequence = 0n;
  private lastSent = -Infinity;
  private lastValues = "";

  constructor(private send: (body: control.ControlT) => boolean) {}

  /** To be called often. `holding`: this session holds channels; without commands it only says that it is there. */
  update(now: number, holding: boolean, commands: readonly Command[]): void {
    if (!holding) {
      this.lastValues = "";
      return;
    }
    const text = commands.map(({ channel, value }) => `${channel}=${value}`).join();
    const due = now - this.lastSent >= (text === this.lastValues ? heartbeatMs : shortestMs);
    if (!due) return;
    const list = commands.map(({ channel, value }) => new control.ChannelValueT(channel, value));
    if (!this.send(new control.ControlT(this.sequence + 1n, list))) return;
    this.sequence += 1n;
    this.lastSent = now;
    this.lastValues = text;
  }
}
