// The line at the top: connection, frame, timing, and who drives.
import type { Stamp, TelemetryMessage } from "../protocol/messages";
import { words } from "../words";
import { byId, make, setData, setText } from "./dom";
import { clockText } from "./timeline";

export type StatusState = "connecting" | "live" | "frozen" | "replay" | "stale" | "waiting" | "refused";

export class StatusBar {
  private pill = byId("connection");
  private fields = Object.fromEntries(
    ["frame", "tick", "lateness", "compute", "misses", "clients"].map((id) => [id, byId(id)]),
  );
  private clock = byId("clock");
  private pace = byId("pace");
  private driver = byId("driver");

  setScene(name: string): void {
    setText(byId("scene-name"), name);
    document.title = name ? `${name} · drawbar` : "drawbar";
  }

  setState(state: StatusState, text: string): void {
    setData(this.pill, "state", state);
    setText(this.pill, text);
  }

  /** Simulated seconds per second; said unless it is 1. */
  setPace(speed: number): void {
    this.pace.hidden = speed === 1;
    setText(this.pace, words("time {speed}×", { speed }));
  }

  setStamp(stamp: Stamp): void {
    setText(this.fields.frame, `${stamp.frame}${stamp.branch > 0 ? ` · ${words("branch {branch}", { branch: stamp.branch })}` : ""}`);
    setText(this.fields.tick, `${stamp.tick}`);
    setText(this.clock, clockText(stamp.time));
  }

  setTiming(telemetry: TelemetryMessage, periodMs: number): void {
    this.duration("lateness", telemetry.latenessMs, 0.05 * periodMs, 0.25 * periodMs);
    this.duration("compute", telemetry.computeMs, 0.5 * periodMs, 0.9 * periodMs);
    setText(this.fields.misses, `${telemetry.misses}`);
    setText(this.fields.clients, `${telemetry.clients}`);
  }

  /** `name` empty: nobody. */
  setDriver(name: string, own: boolean): void {
    const [strong, rest] = driverText(name, own);
    setData(this.driver, "own", `${own}`);
    if (this.driver.textContent !== strong + rest) this.driver.replaceChildren(...(strong ? [make("strong", "", strong)] : []), rest);
  }

  private duration(field: string, ms: number, caution: number, bad: number): void {
    setText(this.fields[field], ms < 0.1 ? `${(1000 * ms).toFixed(0)} ${words("µs")}` : `${ms.toFixed(2)} ${words("ms")}`);
    setData(this.fields[field], "level", ms > bad ? "bad" : ms > caution ? "caution" : "");
  }
}

/** What is said strongly, and the rest. */
function driverText(name: string, own: boolean): [string, string] {
  if (own) return [words("you drive"), ""];
  return name ? [name, ` ${words("drives")}`] : ["", words("nobody drives")];
}
