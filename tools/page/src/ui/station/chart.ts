// One chart: some quantities over time, with a line where the picture is.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Moment, Quantity } from "../../quantities/quantity";
import type { Span } from "../../story/past";
import { make, signed } from "../dom";
import { chartRange } from "./chart_range";

/** Told apart without colour sight, too: by tone and dash. */
const strokes: { stroke: string; dash: number[] }[] = [
  { stroke: "#4c9be8", dash: [] }, { stroke: "#e89a2c", dash: [7, 4] }, { stroke: "#3fae78", dash: [2, 3] }, { stroke: "#c977c9", dash: [10, 3, 2, 3] },
];
const height = 150;
/** Pixels between strokes. */
const hatching = 9;

export class Chart {
  readonly element = make("div", "chart-picture");
  private plot: uPlot;
  private unseen: readonly Span[] = [];
  private cursor = NaN;

  /** `beside`: name of a recording whose quantities are drawn, too. */
  constructor(private quantities: Quantity[], private beside = "") {
    // Asked for in every drawing: the page may be dressed in other colours meanwhile.
    const color = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const ink = () => color("--ink");
    const line = () => color("--line");
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: "12px system-ui, sans-serif" };
    const finest = Math.max(...quantities.map(({ digits }) => digits));
    // Nothing is known yet: uPlot asks with null for both.
    const range = (_: uPlot, lower: number | null, upper: number | null): uPlot.Range.MinMax =>
      lower === null || upper === null ? [0, 1] : uPlot.rangeNum(...chartRange(lower, upper, finest), 0.1, true);
    this.plot = new uPlot(
      {
        width: 360, height, legend: { live: true }, cursor: { drag: { x: false, y: false } }, scales: { x: { time: false }, y: { range } },
        axes: [{ ...axis, size: 28 }, { ...axis, size: 52 }],
        series: [
          { label: "s", value: (_, value: number | null | undefined) => value?.toFixed(2) ?? "–" },
          ...quantities.map(({ name, unit, digits }, i) => ({
            label: `${name} (${unit})`, width: 1.6, spanGaps: false, ...strokes[i % strokes.length],
            value: (_: uPlot, value: number | null | undefined) => (value === null || value === undefined ? "–" : signed(value, digits)),
          })),
          ...(beside ? quantities : []).map(({ name, unit, digits }, i) => ({
            label: `${name} (${unit}) · ${beside}`, width: 1.1, spanGaps: false, ...strokes[i % strokes.length], alpha: 0.6,
            value: (_: uPlot, value: number | null | undefined) => (value === null || value === undefined ? "–" : signed(value, digits)),
          })),
        ],
        hooks: { drawAxes: [(plot) => this.hatch(plot, color("--faint"))], draw: [(plot) => this.mark(plot, ink())] },
      },
      [[], ...quantities.map(() => []), ...(beside ? quantities : []).map(() => [])],
      this.element,
    );
    new ResizeObserver(([{ contentRect }]) => contentRect.width > 0 && this.plot.setSize({ width: contentRect.width, height })).observe(this.element);
  }

  /** `time`: the moment that the picture shows. `unseen`: where nothing is known, which is hatched. `beside`: of the recording, `offset` (s) ahead. */
  draw(moments: readonly Moment[], from: number, to: number, time: number, unseen: readonly Span[], beside: { moments: readonly Moment[]; offset: number }): void {
    this.cursor = time;
    this.unseen = unseen;
    const own = this.table(moments, 0);
    const data = this.beside ? uPlot.join([own, this.table(beside.moments, beside.offset)]) : own;
    const times = data[0];
    this.plot.batch(() => {
      this.plot.setData(data, true);
      this.plot.setScale("x", { min: from, max: Math.max(to, from + 0.1) });
    });
    // Without a pointer on the chart the figures below are those of the moment in the picture.
    const after = [...times].findIndex((at) => at > time + 1e-6);
    if (!((this.plot.cursor.left ?? -1) >= 0)) this.plot.setLegend({ idx: (after < 0 ? times.length : after) - 1 }, false);
  }

  /** Times of the session (s), and by quantity its values; null: it is not known then. */
  private table(moments: readonly Moment[], offset: number): uPlot.AlignedData {
    const values = this.quantities.map(({ read }) => moments.map((moment) => {
      const value = read(moment);
      return Number.isFinite(value) ? value : null;
    }));
    return [moments.map(({ telemetry }) => telemetry.stamp.time - offset), ...values];
  }

  destroy(): void {
    this.plot.destroy();
  }

  /** No line there does not mean zero. */
  private hatch({ ctx, bbox: { left, top, width, height: high }, valToPos }: uPlot, color: string): void {
    ctx.save();
    ctx.strokeStyle = color;
    ctx.globalAlpha = 0.45;
    for (const [from, to] of this.unseen) {
      const begin = Math.max(left, valToPos(from, "x", true));
      const end = Math.min(left + width, valToPos(to, "x", true));
      if (!(end > begin)) continue;
      ctx.beginPath();
      ctx.rect(begin, top, end - begin, high);
      ctx.save();
      ctx.clip();
      ctx.beginPath();
      for (let x = begin - high; x < end; x += hatching) {
        ctx.moveTo(x, top + high);
        ctx.lineTo(x + high, top);
      }
      ctx.stroke();
      ctx.restore();
    }
    ctx.restore();
  }

  private mark(plot: uPlot, color: string): void {
    const x = plot.valToPos(this.cursor, "x", true);
    const { left, top, width, height: high } = plot.bbox;
    if (!(x >= left && x <= left + width)) return;
    plot.ctx.save();
    plot.ctx.strokeStyle = color;
    plot.ctx.lineWidth = 1;
    plot.ctx.beginPath();
    plot.ctx.moveTo(x, top);
    plot.ctx.lineTo(x, top + high);
    plot.ctx.stroke();
    plot.ctx.restore();
  }
}
