// What the pointer does on the picture besides turning the view: measuring between two points, and pushing a body.
import type { Pick, Viewer } from "../viewer";
import type { Pushing } from "../pushing";
import { words } from "../words";
import { byId, setText, signed } from "./dom";

type Tool = "none" | "measure" | "push";

/** A pointer that moved farther (px) between down and up has turned the view. */
const stillPx = 5;

export class PointerTools {
  private tool: Tool = "none";
  private measureButton = byId("measure");
  private pushButton = byId("push");
  private figures = byId("figures");
  private marks: Pick[] = [];
  private down: { x: number; y: number } | null = null;
  private mayPush = false;

  constructor(
    private canvas: HTMLCanvasElement,
    private viewer: Viewer,
    private pushing: Pushing,
  ) {
    this.measureButton.addEventListener("click", () => this.choose("measure"));
    this.pushButton.addEventListener("click", () => this.choose("push"));
    // Before the camera's own, which must not turn while a body is pushed.
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.pushing.pull(event.offsetX, event.offsetY), { capture: true });
    for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, (event) => this.release(event), { capture: true });
    addEventListener("blur", () => this.pushing.end());
  }

  /** Chooses it, or none if it is chosen already. */
  choose(tool: "measure" | "push"): void {
    if (tool === "push" && !this.mayPush) return;
    this.tool = this.tool === tool ? "none" : tool;
    this.pushing.end();
    this.setMarks([]);
    this.measureButton.setAttribute("aria-pressed", `${this.tool === "measure"}`);
    this.pushButton.setAttribute("aria-pressed", `${this.tool === "push"}`);
    this.measureButton.blur();
    this.pushButton.blur();
  }

  /** Points belong to a scene. */
  forget(): void {
    this.pushing.end();
    this.setMarks([]);
  }

  /** Once per picture. `overlay`: what the overlay tells, where no tool does. */
  show(mayPush: boolean, overlay: string): void {
    this.mayPush = mayPush;
    this.pushButton.hidden = !mayPush;
    if (!mayPush && this.tool === "push") {
      this.tool = "none";
      this.pushing.end();
      this.pushButton.setAttribute("aria-pressed", "false");
    }
    const text = this.text || overlay;
    setText(this.figures, text);
    this.figures.hidden = text === "";
  }

  private get text(): string {
    if (this.tool === "push") return this.pushing.text || words("Drag a body: the farther, the harder it is pulled.");
    if (this.tool !== "measure") return "";
    const [a, b] = this.marks.map((mark) => this.viewer.placeOf(mark));
    if (!a) return words("Click on two points: their distance is measured.");
    if (!b) return words("Click on the second point.");
    const across = Math.hypot(b.x - a.x, b.y - a.y);
    const values = { distance: a.distanceTo(b).toFixed(3), height: signed(b.z - a.z, 3), angle: signed((180 / Math.PI) * Math.atan2(b.z - a.z, across), 1) };
    return words("Distance {distance} m, height {height} m, {angle}° up", values);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.down = { x: event.offsetX, y: event.offsetY };
    if (this.tool !== "push" || !this.pushing.begin(event.offsetX, event.offsetY)) return;
    this.canvas.setPointerCapture(event.pointerId);
    event.stopImmediatePropagation();
  }

  private release(event: PointerEvent): void {
    this.pushing.end();
    const { down } = this;
    this.down = null;
    if (this.tool !== "measure" || !down || Math.hypot(event.offsetX - down.x, event.offsetY - down.y) > stillPx) return;
    const hit = this.viewer.pickAt(event.offsetX, event.offsetY);
    if (hit) this.setMarks(this.marks.length === 1 ? [this.marks[0], hit] : [hit]);
  }

  private setMarks(marks: Pick[]): void {
    this.marks = marks;
    this.viewer.setMeasured(marks);
  }
}
