// The loop's health: how late frames begin and how long they take, as histograms since this page joined; the way to the server.
import type { SceneMessage, TelemetryMessage } from "../../protocol/messages";
import { words } from "../../words";
import { byId, make, setText } from "../dom";

/** Ends of the bins as parts of the period; the last bin is beyond. */
const ends = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];

class Histogram {
  readonly element: HTMLElement;
  private counts = ends.map(() => 0).concat(0);
  private bars = this.counts.map(() => make("i"));
  private worst = 0;
  private worstText = make("output");

  constructor(title: string, periodMs: number) {
    const labels = ends.map((end) => `≤ ${(end * periodMs).toPrecision(2)}`).concat(`> ${periodMs}`);
    const rows = this.bars.map((bar, i) => make("div", "bin", make("span", "", labels[i]), make("span", "bin-bar", bar)));
    this.element = make("div", "histogram", make("h2", "", `${title}, ${words("ms")}`), ...rows,
      make("div", "fact", make("span", "name", words("longest")), this.worstText));
  }

  add(ms: number, periodMs: number): void {
    const bin = ends.findIndex((end) => ms <= end * periodMs);
    this.counts[bin < 0 ? ends.length : bin] += 1;
    this.worst = Math.max(this.worst, ms);
  }

  show(): void {
    const total = this.counts.reduce((sum, count) => sum + count, 0) || 1;
    this.counts.forEach((count, i) => {
      const width = `${((100 * count) / total).toFixed(1)}%`;
      if (this.bars[i].style.width !== width) this.bars[i].style.width = width;
      this.bars[i].parentElement!.title = `${count}`;
    });
    setText(this.worstText, `${this.worst.toFixed(2)} ${words("ms")}`);
  }
}

export class HealthSheet {
  private root = byId("sheet-health");
  private lateness!: Histogram;
  private compute!: Histogram;
  private facts = { misses: make("output"), slips: make("output"), substeps: make("output"), roundTrip: make("output"), gaps: make("output") };
  private periodMs = 40;
  private lastTick = -1n;
  private gaps = 0;
  private seen = 0;

  setScene({ periodMs }: SceneMessage): void {
    this.periodMs = periodMs;
    this.lateness = new Histogram(words("lateness"), periodMs);
    this.compute = new Histogram(words("compute"), periodMs);
    const fact = (name: string, value: HTMLElement) => make("div", "fact", make("span", "name", name), value);
    const { misses, slips, substeps, roundTrip, gaps } = this.facts;
    this.root.replaceChildren(
      this.lateness.element, this.compute.element, fact(words("frames missed"), misses), fact(words("periods slipped"), slips),
      fact(words("substeps"), substeps), fact(words("this page: there and back"), roundTrip), fact(words("this page: frames that did not come"), gaps),
    );
  }

  /** Of every frame. */
  note(telemetry: TelemetryMessage): void {
    this.lateness.add(telemetry.latenessMs, this.periodMs);
    this.compute.add(telemetry.computeMs, this.periodMs);
    const { tick } = telemetry.stamp;
    if (this.lastTick >= 0n && tick > this.lastTick) this.gaps += Number(tick - this.lastTick) - 1;
    this.lastTick = tick;
    this.seen += 1;
  }

  /** A new connection: its first frame follows no other. */
  restart(): void {
    this.lastTick = -1n;
  }

  setRoundTrip(ms: number): void {
    setText(this.facts.roundTrip, `${ms.toFixed(1)} ${words("ms")}`);
  }

  show({ misses, slips, substeps }: TelemetryMessage): void {
    if (this.root.hidden) return;
    this.lateness.show();
    this.compute.show();
    setText(this.facts.misses, `${misses}`);
    setText(this.facts.slips, `${slips}`);
    setText(this.facts.substeps, `${substeps}`);
    setText(this.facts.gaps, `${this.gaps} (${((100 * this.gaps) / (this.gaps + this.seen || 1)).toFixed(1)} %)`);
  }
}
