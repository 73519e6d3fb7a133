// The faces of gauges: a number with a bar, a dial against its limits, a compass, a horizon, a point in space.
import type { Instrument } from "../../console/instrument";
import { words } from "../../words";
import { bearingOf } from "../../quantities/of_bodies";
import { make, setData, setText, signed } from "../dom";
import type { GaugeFace } from "./gauge";

const svgNamespace = "http://www.w3.org/2000/svg";

/** Angles that differ by less are the same picture. */
const leastTurn = 0.2;

function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number>, ...parts: Element[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  element.append(...parts);
  return element;
}

/** Turns an element about a point, when the angle has changed so that it is seen. */
class Turning {
  private shown = NaN;

  constructor(
    private element: Element,
    private center = "60 60",
    private shift = 0,
  ) {}

  turn(angle: number, shift = 0): void {
    if (Math.abs(angle - this.shown) < leastTurn && Math.abs(shift - this.shift) < leastTurn) return;
    this.shown = angle;
    this.shift = shift;
    this.element.setAttribute("transform", `rotate(${angle.toFixed(1)} ${this.center}) translate(0 ${shift.toFixed(1)})`);
  }
}

class Figure {
  readonly output = make("output");
  readonly element: HTMLElement;

  constructor(unit: string, private digits: number) {
    this.element = make("div", "gauge-figure", this.output, make("span", "", unit));
  }

  /** Three digits before and after the point are read at a glance; more do not fit. */
  show(value: number): void {
    const whole = Math.floor(Math.log10(Math.max(1, Math.abs(value))));
    const text = Number.isFinite(value) ? signed(value, Math.max(0, Math.min(this.digits, 2 - whole))) : "–";
    setText(this.output, text);
    setData(this.element, "long", `${text.length > 4}`);
  }
}

export class NumberFace implements GaugeFace {
  readonly element: HTMLElement;
  private figure: Figure;
  private bar: HTMLElement | null = null;
  private shownFrom = NaN;
  private shownTo = NaN;

  constructor(private instrument: Instrument) {
    const { unit, digits, lower, upper } = instrument.quantities[0];
    this.figure = new Figure(unit, digits);
    this.element = make("div", "", this.figure.element);
    if (!(upper > lower)) return;
    this.bar = make("i");
    const track = make("div", "gauge-bar", this.bar);
    track.style.setProperty("--zero", `${100 * this.place(0)}%`);
    this.element.append(track);
  }

  show([value]: number[]): void {
    this.figure.show(value);
    if (!this.bar || !Number.isFinite(value)) return;
    const [from, to] = [this.place(0), this.place(value)].sort((a, b) => a - b);
    if (Math.abs(from - this.shownFrom) < 2e-3 && Math.abs(to - this.shownTo) < 2e-3) return;
    this.shownFrom = from;
    this.shownTo = to;
    this.bar.style.left = `${100 * from}%`;
    this.bar.style.width = `${100 * (to - from)}%`;
  }

  private place(value: number): number {
    const { lower, upper } = this.instrument.quantities[0];
    return Math.min(1, Math.max(0, (value - lower) / (upper - lower)));
  }
}

/** Half a circle from the lower to the upper limit; what lies beyond the thresholds is marked. */
export class DialFace implements GaugeFace {
  readonly element: HTMLElement;
  private figure: Figure;
  private needle: Turning;
  private lower: number;
  private upper: number;

  constructor({ quantities, normal, safe }: Instrument) {
    const { unit, digits, lower, upper } = quantities[0];
    [this.lower, this.upper] = [lower, upper];
    this.figure = new Figure(unit, digits);
    const needle = svg("path", { d: "M60 60 L60 16", class: "needle" });
    this.needle = new Turning(needle);
    const zones = [
      svg("path", { d: this.arc(lower, upper), class: "zone" }),
      ...[[normal, "caution"], [safe, "bad"]].flatMap(([range, level]) => {
        const r = range as { lower: number; upper: number } | undefined;
        return r ? [[lower, r.lower], [r.upper, upper]].map(([a, b]) => svg("path", { d: this.arc(a, b), class: `zone zone-${level as string}` })) : [];
      }),
      svg("path", { d: "M60 10 L60 4", transform: `rotate(${this.angle(Math.min(upper, Math.max(lower, 0)))} 60 60)`, class: "tick" }),
    ];
    const picture = svg("svg", { viewBox: "0 0 120 66", "aria-hidden": "true" }, ...zones, needle, svg("circle", { cx: 60, cy: 60, r: 4, class: "hub" }));
    this.element = make("div", "", picture, this.figure.element);
  }

  show([value]: number[]): void {
    this.figure.show(value);
    if (Number.isFinite(value)) this.needle.turn(this.angle(Math.min(this.upper, Math.max(this.lower, value))));
  }

  /** To the left what is positive, as seen from above. */
  private angle(value: number): number {
    return 80 - (160 * (value - this.lower)) / (this.upper - this.lower);
  }

  private arc(from: number, to: number): string {
    const point = (value: number) => {
      const angle = ((this.angle(value) - 90) * Math.PI) / 180;
      return `${(60 + 52 * Math.cos(angle)).toFixed(2)} ${(60 + 52 * Math.sin(angle)).toFixed(2)}`;
    };
    return `M${point(from)} A52 52 0 0 0 ${point(to)}`;
  }
}

/** The rose turns under a fixed mark: north is the world's y, east its x. The figure is what stands under it, clockwise from north. */
export class CompassFace implements GaugeFace {
  readonly element: HTMLElement;
  private figure = new Figure("°", 0);
  private rose: Turning;

  constructor() {
    const letters = (["N", "E", "S", "W"] as const).map((letter, i) => {
      const text = svg("text", { x: 60, y: 25, transform: `rotate(${90 * i} 60 60)`, class: i === 0 ? "north" : "" });
      text.textContent = words(letter);
      return text;
    });
    const rose = svg("g", {}, svg("circle", { cx: 60, cy: 60, r: 50, class: "ring" }), ...letters);
    this.rose = new Turning(rose);
    const picture = svg("svg", { viewBox: "0 0 120 120", "aria-hidden": "true" }, rose, svg("path", { d: "M60 2 L66 14 L54 14 Z", class: "mark" }));
    this.element = make("div", "", picture, this.figure.element);
  }

  show([value]: number[]): void {
    this.figure.show(Math.round(bearingOf(value)) % 360);
    if (Number.isFinite(value)) this.rose.turn(value - 90);
  }
}

/** Pitch moves the horizon, roll turns it. */
export class HorizonFace implements GaugeFace {
  readonly element: HTMLElement;
  private pitch = make("output");
  private roll = make("output");
  private ground: Turning;

  constructor() {
    const ground = svg("g", {}, svg("rect", { x: -40, y: 60, width: 200, height: 160, class: "earth" }), svg("path", { d: "M-40 60 L160 60", class: "tick" }));
    this.ground = new Turning(ground);
    const clip = svg("clipPath", { id: "horizon-round" }, svg("circle", { cx: 60, cy: 60, r: 50 }));
    const round = svg("g", { "clip-path": "url(#horizon-round)" }, svg("circle", { cx: 60, cy: 60, r: 50, class: "air" }), ground);
    const picture = svg("svg", { viewBox: "0 0 120 120", "aria-hidden": "true" }, clip, round,
      svg("path", { d: "M28 60 L50 60 M70 60 L92 60 M60 57 L60 63", class: "mark-line" }), svg("circle", { cx: 60, cy: 60, r: 50, class: "ring" }));
    const line = (name: string, output: HTMLElement) => make("div", "gauge-small", make("span", "", name), output);
    this.element = make("div", "", picture, make("div", "gauge-lines", line("↕", this.pitch), line("↻", this.roll)));
  }

  show([pitch, roll]: number[]): void {
    setText(this.pitch, Number.isFinite(pitch) ? `${signed(pitch, 1)}°` : "–");
    setText(this.roll, Number.isFinite(roll) ? `${signed(roll, 1)}°` : "–");
    // Nose up: the horizon sinks. Left side up: seen from behind the machine leans right, the horizon left.
    if (Number.isFinite(pitch + roll)) this.ground.turn(-roll, Math.max(-45, Math.min(45, 1.5 * pitch)));
  }
}

export class PointFace implements GaugeFace {
  readonly element: HTMLElement;
  private figures: Figure[];

  constructor({ quantities }: Instrument) {
    this.figures = quantities.map(({ digits }) => new Figure("", digits));
    this.element = make("div", "gauge-points", ...this.figures.map((figure, i) => {
      const { name, unit } = quantities[i];
      return make("div", "", make("span", "gauge-axis", `${name}, ${unit}`), figure.element);
    }));
  }

  show(values: number[]): void {
    values.forEach((value, i) => this.figures[i].show(value));
  }
}
