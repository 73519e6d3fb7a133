// The page's end of the WebSocket worker.
import type { Command } from "../input/levers";

export type ToWorker =
  | { kind: "open"; generation: number; url: string }
  | { kind: "send"; generation: number; bytes: Uint8Array }
  | { kind: "hands"; holding: boolean; commands: readonly Command[] }
  | { kind: "close" };

export type FromWorker =
  | { kind: "opened"; generation: number }
  | { kind: "message"; generation: number; data: ArrayBuffer }
  | { kind: "closed"; generation: number; reason: string };

export interface SocketEvents {
  opened(): void;
  message(bytes: Uint8Array): void;
  closed(reason: string): void;
}

export class SocketThread {
  private worker = new Worker(new URL("./socket_worker.ts", import.meta.url), { type: "module" });
  /** Of the socket that counts: what an older one still says is of no interest. */
  private generation = 0;
  private holding = false;

  constructor(events: SocketEvents) {
    this.worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if (data.generation !== this.generation) return;
      if (data.kind === "opened") events.opened();
      else if (data.kind === "message") events.message(new Uint8Array(data.data));
      else events.closed(data.reason);
    });
  }

  open(url: string): void {
    this.generation += 1;
    this.post({ kind: "open", generation: this.generation, url });
  }

  send(bytes: Uint8Array): void {
    this.post({ kind: "send", generation: this.generation, bytes });
  }

  /** What the hands want of channels that are held; to be said again and again, or the page counts as silent. */
  hands(holding: boolean, commands: readonly Command[]): void {
    // Of empty hands once is enough.
    if (!holding && !this.holding) return;
    this.holding = holding;
    this.post({ kind: "hands", holding, commands });
  }

  /** Closes; nothing is heard of this socket any more. */
  close(): void {
    this.generation += 1;
    this.post({ kind: "close" });
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}
