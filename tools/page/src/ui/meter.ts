// One line of an instrument: name, bar from zero, value; it turns amber near its limits, red where something is wrong.
import type { Level } from "../quantities/quantity";
import { make, setData, setText } from "./dom";

export class Meter {
  readonly element: HTMLElement;
  private bar = make("i");
  private value = make("span", "value");
  private shownFrom = NaN;
  private shownTo = NaN;

  /** `zero`: where the bar starts. */
  constructor(
    name: string,
    private minimum: number,
    private maximum: number,
    private zero = 0,
    className = "",
  ) {
    const label = make("span", "name", name);
    label.title = name;
    const meter = make("span", "meter", this.bar);
    meter.style.setProperty("--zero", `${100 * this.place(zero)}%`);
    this.element = make("div", `row ${className}`, label, meter, this.value);
  }

  set(value: number, text: string, level: Level = ""): void {
    const from = Math.min(this.place(this.zero), this.place(value));
    const to = Math.max(this.place(this.zero), this.place(value));
    // Less than a tenth of a percent is no pixel.
    if (!(Math.abs(from - this.shownFrom) < 1e-3 && Math.abs(to - this.shownTo) < 1e-3)) {
      this.bar.style.left = `${100 * from}%`;
      this.bar.style.width = `${100 * (to - from)}%`;
      this.shownFrom = from;
      this.shownTo = to;
    }
    setText(this.value, text);
    setData(this.element, "level", level);
  }

  private place(value: number): number {
    const span = this.maximum - this.minimum;
    return span > 0 ? Math.min(1, Math.max(0, (value - this.minimum) / span)) : 0.5;
  }
}
