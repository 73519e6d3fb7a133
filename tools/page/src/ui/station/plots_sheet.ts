// Live plots of any quantity: several per chart, several charts, remembered for each scene.
import type { Quantity } from "../../quantities/quantity";
import type { Recording } from "../../recording/recording";
import { gapsIn, type Past } from "../../story/past";
import type { Story } from "../../story/story";
import { words } from "../../words";
import { byId, make } from "../dom";
import { seen } from "../seen";
import { Chart } from "./chart";

/** ms between drawings. */
const rhythmMs = 250;

export class PlotsSheet {
  private root = byId("charts");
  private choice = byId<HTMLInputElement>("plot-choice");
  private target = byId<HTMLSelectElement>("plot-chart");
  private spanChoice = byId<HTMLSelectElement>("plot-span");
  private quantities: Quantity[] = [];
  private charts: { chart: Chart; keys: string[] }[] = [];
  private unseen = byId("plots-unseen");
  private scene = "";
  private drawnAt = -Infinity;
  private beside: Recording | null = null;
  private offset = () => 0;

  constructor(
    private story: Story,
    private past: Past,
  ) {
    byId("plot-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(this.choice.value);
    });
    this.choice.addEventListener("change", () => this.add(this.choice.value));
  }

  /** `usual`: keys of what is plotted where nothing was chosen before. */
  setScene(scene: string, quantities: Quantity[], usual: string[][]): void {
    this.scene = scene;
    this.quantities = quantities;
    byId("plot-list").replaceChildren(...quantities.map(({ name }) => new Option(name, name)));
    this.build(this.kept() ?? usual);
  }

  /** Plotted with the session, `offset` (s) ahead of it; null: none. */
  setBeside(recording: Recording | null, offset: () => number): void {
    this.beside = recording;
    this.offset = offset;
    this.build(this.charts.map(({ keys }) => keys));
  }

  show(now: number, time: number): void {
    if (now - this.drawnAt < rhythmMs || !seen(this.root)) return;
    this.drawnAt = now;
    const span = Number(this.spanChoice.value);
    const from = span > 0 ? Math.max(0, time - span) : 0;
    const to = span > 0 ? from + span : Math.max(this.story.end, time);
    const moments = this.story.lineage.flatMap((part) => this.past.between(part.branch, Math.max(from, part.from), Math.min(to + 1e-6, part.to)));
    const unseen = gapsIn(moments.map(({ telemetry }) => telemetry.stamp.time), from, Math.min(to, this.story.end));
    const offset = this.offset();
    const beside = { moments: this.beside?.between(from + offset, to + offset + 1e-6) ?? [], offset };
    for (const { chart } of this.charts) chart.draw(moments, from, to, time, unseen, beside);
    this.unseen.hidden = unseen.length === 0 || this.charts.length === 0;
  }

  private add(name: string): void {
    const quantity = this.quantities.find((candidate) => candidate.name === name);
    if (!quantity) return;
    this.choice.value = "";
    const lists = this.charts.map(({ keys }) => keys);
    const at = this.target.value === "new" ? lists.push([]) - 1 : Number(this.target.value);
    if (!lists[at].includes(quantity.key)) lists[at].push(quantity.key);
    this.build(lists);
    this.keep(lists);
  }

  private build(lists: string[][]): void {
    for (const { chart } of this.charts) chart.destroy();
    this.charts = lists.flatMap((keys) => {
      const shown = keys.flatMap((key) => this.quantities.find((quantity) => quantity.key === key) ?? []);
      return shown.length === 0 ? [] : [{ chart: new Chart(shown, this.beside?.name), keys: shown.map(({ key }) => key) }];
    });
    this.root.replaceChildren(...this.charts.map(({ chart }, i) => {
      const close = make("button", "icon", "×");
      close.ariaLabel = words("Remove this chart");
      close.addEventListener("click", () => {
        const left = this.charts.map(({ keys }) => keys).filter((_, k) => k !== i);
        this.build(left);
        this.keep(left);
      });
      return make("div", "chart", chart.element, close);
    }));
    const numbers = this.charts.map((_, i) => new Option(words("chart {number}", { number: i + 1 }), `${i}`));
    this.target.replaceChildren(new Option(words("new chart"), "new"), ...numbers);
    this.drawnAt = -Infinity;
  }

  private kept(): string[][] | null {
    try {
      return JSON.parse(localStorage.getItem(`drawbar.plots.${this.scene}`) ?? "null") as string[][] | null;
    } catch {
      return null;
    }
  }

  private keep(lists: string[][]): void {
    try {
      localStorage.setItem(`drawbar.plots.${this.scene}`, JSON.stringify(lists));
    } catch {
      // A forbidden storage: it holds for this page.
    }
  }
}
