// The small map: the ground from above, every machine with its heading, and the way that the driven one has gone.
import type { Machine } from "../machines";
import type { Moment } from "../quantities/quantity";
import type { Marked, Way, Ways } from "../story/ways";
import type { MapExtent, MapPicture } from "../view/map_picture";
import type { Rectangle, Zone } from "../making/draft";
import { words } from "../words";
import { setText } from "./dom";
import { seen } from "./seen";

/** ms between drawings. */
const rhythmMs = 150;
/** Metres across, following the machine; 0: everything. */
const spans = [30, 100, 0];

export class MapPanel {
  private canvas: HTMLCanvasElement;
  private context: CanvasRenderingContext2D;
  private scaleButton: HTMLElement;
  private span = spans[0];
  private picture: MapPicture | null = null;
  private driven: Marked | undefined;
  private drawnAt = -Infinity;
  /** Marked on it with their names. */
  zones: readonly Zone[] = [];
  /** What the map shows now: its middle (m) and pixels per metre. */
  private shown = { x: 0, y: 0, scale: 1 };
  private rectangle: { begin: [number, number]; end: [number, number] } | null = null;
  private drawn: ((rectangle: Rectangle) => void) | null = null;

  /** `root`: has a canvas and a button that changes the scale. `follows`: begins with what is round the machine, in large scenes. */
  constructor(
    root: HTMLElement,
    private ways: Ways,
    private follows: boolean,
  ) {
    this.canvas = root.querySelector("canvas")!;
    this.context = this.canvas.getContext("2d")!;
    this.scaleButton = root.querySelector("button")!;
    this.scaleButton.addEventListener("click", () => {
      this.span = spans[(spans.indexOf(this.span) + 1) % spans.length];
      this.drawnAt = -Infinity;
    });
    this.canvas.addEventListener("pointerdown", (event) => {
      if (!this.drawn) return;
      this.canvas.setPointerCapture(event.pointerId);
      this.rectangle = { begin: this.worldAt(event), end: this.worldAt(event) };
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!this.rectangle) return;
      this.rectangle.end = this.worldAt(event);
      this.drawnAt = -Infinity;
    });
    this.canvas.addEventListener("pointerup", () => this.finishRectangle());
    this.canvas.addEventListener("pointercancel", () => (this.rectangle = null));
  }

  /** The next rectangle that is drawn on the map with the pointer. */
  drawRectangle(drawn: (rectangle: Rectangle) => void): void {
    this.drawn = drawn;
    this.canvas.style.cursor = "crosshair";
  }

  /** The same scene, drawn anew. */
  setPicture(picture: MapPicture): void {
    this.picture = picture;
    this.drawnAt = -Infinity;
  }

  setScene(picture: MapPicture): void {
    this.setPicture(picture);
    const across = Math.max(picture.extent.width, picture.extent.height);
    this.span = this.follows && across > 60 ? spans[0] : 0;
  }

  showMachine(machine: Machine | undefined): void {
    this.driven = this.ways.marks.find((mark) => mark.machine === machine);
    this.drawnAt = -Infinity;
  }

  show(moment: Moment, now: number): void {
    if (!seen(this.canvas) || now - this.drawnAt < rhythmMs) return;
    this.drawnAt = now;
    this.draw(moment);
  }

  private worldAt({ clientX, clientY }: PointerEvent): [number, number] {
    const { canvas, shown } = this;
    const box = canvas.getBoundingClientRect();
    const [px, py] = [((clientX - box.left) / box.width) * canvas.width, ((clientY - box.top) / box.height) * canvas.height];
    return [shown.x + (px - canvas.width / 2) / shown.scale, shown.y - (py - canvas.height / 2) / shown.scale];
  }

  private finishRectangle(): void {
    const { rectangle, drawn } = this;
    this.rectangle = null;
    if (!rectangle || !drawn) return;
    const { x, y, width, height } = span(rectangle);
    // A click draws nothing: the next try counts.
    if (width < 0.05 || height < 0.05) return;
    this.drawn = null;
    this.canvas.style.cursor = "";
    const decimetres = (value: number) => Math.round(value * 10) / 10;
    drawn({ x: decimetres(x), y: decimetres(y), width: Math.max(0.1, decimetres(width)), height: Math.max(0.1, decimetres(height)) });
  }

  private drawZones(place: (x: number, y: number) => [number, number], scale: number): void {
    const { context } = this;
    const zones: (Rectangle & { name?: string })[] = this.rectangle ? [...this.zones, span(this.rectangle)] : [...this.zones];
    context.lineWidth = 3;
    context.font = "22px system-ui, sans-serif";
    for (const { x, y, width, height, name } of zones) {
      const [left, top] = place(x, y + height);
      context.fillStyle = "#7fd6ff40";
      context.strokeStyle = "#7fd6ff";
      context.fillRect(left, top, width * scale, height * scale);
      context.strokeRect(left, top, width * scale, height * scale);
      context.fillStyle = "#ffffff";
      if (name) context.fillText(name, left + 4, top + 22);
    }
  }

  private draw(moment: Moment): void {
    const { context, canvas, picture, driven } = this;
    if (!picture) return;
    const { extent } = picture;
    const all = Math.max(extent.width / canvas.width, extent.height / canvas.height);
    // A machine that leaves what was there at the start is gone along with.
    const span = driven && this.span === 0 && !holds(extent, driven.reader.position(moment)) ? spans[0] : this.span;
    const scale = span > 0 && driven ? canvas.width / span : 1 / all;
    const [cx, cy] = span > 0 && driven ? driven.reader.position(moment) : [extent.x + extent.width / 2, extent.y + extent.height / 2];
    const place = (x: number, y: number): [number, number] => [canvas.width / 2 + (x - cx) * scale, canvas.height / 2 - (y - cy) * scale];
    this.shown = { x: cx, y: cy, scale };
    context.fillStyle = "#4a4f54";
    context.fillRect(0, 0, canvas.width, canvas.height);
    const [left, top] = place(extent.x, extent.y + extent.height);
    context.drawImage(picture.canvas, left, top, extent.width * scale, extent.height * scale);
    this.drawZones(place, scale);
    const { marks } = this.ways;
    for (const { machine } of marks) this.drawWay(this.ways.of(machine), place, machine === driven?.machine);
    for (const mark of marks) if (mark !== driven) this.drawMark(mark, moment, place, false);
    if (driven) this.drawMark(driven, moment, place, true);
    setText(this.scaleButton, span > 0 ? words("{span} m", { span }) : words("all"));
    this.drawRule(scale);
  }

  private drawWay(way: Way, place: (x: number, y: number) => [number, number], own: boolean): void {
    const { context } = this;
    context.beginPath();
    for (const [x, y] of way) context.lineTo(...place(x, y));
    context.lineWidth = own ? 5 : 3;
    context.strokeStyle = own ? "#ffb454" : "#e8edf266";
    context.stroke();
  }

  private drawMark({ reader, machine }: Marked, moment: Moment, place: (x: number, y: number) => [number, number], own: boolean): void {
    const { context } = this;
    const [x, y] = reader.position(moment);
    const [fx, fy] = reader.forward(moment);
    context.save();
    context.translate(...place(x, y));
    context.rotate(Math.atan2(-fy, fx));
    context.beginPath();
    context.moveTo(18, 0);
    context.lineTo(-12, 11);
    context.lineTo(-6, 0);
    context.lineTo(-12, -11);
    context.closePath();
    context.fillStyle = own ? "#ffb454" : "#9ec7e8";
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = "#10141a";
    context.stroke();
    context.restore();
    if (!own || !machine.name) return;
    context.font = "22px system-ui, sans-serif";
    context.fillStyle = "#ffffff";
    context.fillText(machine.name, place(x, y)[0] + 18, place(x, y)[1] - 14);
  }

  /** A rule of a round length, so that the map has a measure. */
  private drawRule(scale: number): void {
    const { context, canvas } = this;
    const wanted = (canvas.width / 4) / scale;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const length = power * [5, 2, 1].find((part) => part * power <= wanted)!;
    const [x, y] = [16, canvas.height - 18];
    context.lineWidth = 4;
    context.strokeStyle = "#ffffff";
    context.beginPath();
    context.moveTo(x, y - 8);
    context.lineTo(x, y);
    context.lineTo(x + length * scale, y);
    context.lineTo(x + length * scale, y - 8);
    context.stroke();
    context.font = "22px system-ui, sans-serif";
    context.fillStyle = "#ffffff";
    context.fillText(words("{length} m", { length }), x + 8, y - 8);
  }
}

function span({ begin, end }: { begin: [number, number]; end: [number, number] }): Rectangle {
  const [x, y] = [Math.min(begin[0], end[0]), Math.min(begin[1], end[1])];
  return { x, y, width: Math.abs(end[0] - begin[0]), height: Math.abs(end[1] - begin[1]) };
}

function holds({ x, y, width, height }: MapExtent, [px, py]: readonly number[]): boolean {
  return px >= x && px <= x + width && py >= y && py <= y + height;
}
