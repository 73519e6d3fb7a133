// Runs as a worker: the WebSocket and the rhythm of controls, so that they keep time however slowly the picture is drawn.
import type { Command } from "../input/levers";
import { ControlSender } from "../input/sender";
import { encode } from "./messages";
import type { FromWorker, ToWorker } from "./socket_thread";

const rhythmMs = 20;
/**
 * The page has not said for so long (ms) where its levers are: it hangs, and the dead man's handle shall act. A page in the
 * background says it once a second.
 */
const handsTimeoutMs = 1500;

let socket: WebSocket | null = null;
let generation = 0;
let holding = false;
let commands: readonly Command[] = [];
let heardAt = -Infinity;

const say = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });

const sender = new ControlSender((body) => send(encode(body)));

function send(bytes: Uint8Array): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(bytes as Uint8Array<ArrayBuffer>);
  return true;
}

function open(url: string, id: number): void {
  socket?.close();
  const opened = new WebSocket(url);
  opened.binaryType = "arraybuffer";
  socket = opened;
  generation = id;
  holding = false;
  opened.onopen = () => say({ kind: "opened", generation: id });
  opened.onmessage = ({ data }) => {
    if (data instanceof ArrayBuffer) say({ kind: "message", generation: id, data }, [data]);
  };
  opened.onclose = ({ reason }) => say({ kind: "closed", generation: id, reason });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "open":
      return open(data.url, data.generation);
    case "send":
      return void (data.generation === generation && send(data.bytes));
    case "hands":
      holding = data.holding;
      commands = data.commands;
      heardAt = performance.now();
      return;
    case "close":
      return socket?.close();
  }
});

setInterval(() => {
  const now = performance.now();
  sender.update(now, holding && now - heardAt < handsTimeoutMs, commands);
}, rhythmMs);
