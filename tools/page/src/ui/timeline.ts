// The timeline: how far the session or the recording has come, its branches and what happened; dragging goes back in time.
import type { Happening, Story } from "../story/story";
import { EventKind } from "../protocol/messages";
import { byId, setText } from "./dom";

/** ms between drawings. */
const rhythmMs = 120;
const laneHeight = 7;
const marksTop = 5;
/** Set by people and exercises, to be found again: flags, larger than what merely happened. */
const flags = new Set<EventKind>([EventKind.Bookmark, EventKind.ExerciseMark]);

export interface TimelineActions {
  /** The thumb is dragged over this moment (s). */
  preview(time: number): void;
  /** It was let go there. */
  chosen(time: number): void;
}

/** Minutes and seconds of the simulation. */
export function clockText(time: number): string {
  const tenths = Math.round(10 * Math.max(0, time));
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}`;
}

/** The moment (s) that is chosen by this place of the thumb: what reads as the end is the end, however times are rounded. */
export function momentOf(place: number, end: number): number {
  return clockText(place) === clockText(end) ? end : place;
}

export class Timeline {
  private root = byId("timeline");
  private canvas = this.root.querySelector("canvas")!;
  private slider = byId<HTMLInputElement>("seek");
  private now = byId("timeline-now");
  private total = byId("timeline-total");
  private context = this.canvas.getContext("2d")!;
  private drawnAt = -Infinity;
  private dragging = false;

  constructor(
    private story: Story,
    actions: TimelineActions,
  ) {
    this.slider.addEventListener("input", () => {
      this.dragging = true;
      setText(this.now, clockText(this.value));
      actions.preview(this.value);
    });
    this.slider.addEventListener("change", () => {
      this.dragging = false;
      actions.chosen(this.value);
    });
  }

  get value(): number {
    return momentOf(Number(this.slider.value), this.story.end);
  }

  /** `time`: what is shown (s). */
  show(now: number, time: number): void {
    const total = Math.max(this.story.end, 0.04);
    if (now - this.drawnAt < rhythmMs || this.root.hidden) return;
    this.drawnAt = now;
    this.slider.max = total.toFixed(3);
    if (!this.dragging) {
      this.slider.value = `${time}`;
      setText(this.now, clockText(time));
    }
    this.slider.setAttribute("aria-valuetext", clockText(this.value));
    setText(this.total, clockText(total));
    this.draw(total);
  }

  private draw(total: number): void {
    const { canvas, context, story } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(this.root);
    const color = (name: string) => style.getPropertyValue(name).trim();
    const place = (time: number) => (width * Math.min(time, total)) / total;
    this.drawBranches(place, height, color);
    for (const happening of story.happenings) this.drawMark(happening, place, color);
  }

  /** The present branch and those that led to it at the bottom; those that were left above, where they grew out. */
  private drawBranches(place: (time: number) => number, height: number, color: (name: string) => string): void {
    const { context, story } = this;
    const present = new Set(story.lineage.map(({ branch }) => branch));
    const left = [...story.branches.values()].filter(({ branch }) => !present.has(branch)).slice(-3);
    left.forEach(({ begin, end }, i) => {
      context.fillStyle = color("--raised-more");
      context.fillRect(place(begin), height - laneHeight * (i + 2), Math.max(2, place(end) - place(begin)), laneHeight - 3);
    });
    for (const { from, to } of story.lineage) {
      context.fillStyle = color("--blue");
      context.fillRect(place(from), height - laneHeight, place(Math.min(to, story.end)) - place(from), laneHeight - 2);
      if (from > 0) context.fillRect(place(from) - 1, height - 3 * laneHeight, 2, 3 * laneHeight);
    }
  }

  private drawMark({ event, level }: Happening, place: (time: number) => number, color: (name: string) => string): void {
    const { context } = this;
    const x = place(event.stamp.time);
    context.fillStyle = level === "bad" ? color("--bad") : level === "caution" ? color("--caution") : color("--quiet");
    context.beginPath();
    if (flags.has(event.event)) {
      context.fillStyle = color("--accent");
      context.rect(x - 1, marksTop - 4, 2, 17);
      context.moveTo(x, marksTop - 4);
      context.lineTo(x + 9, marksTop);
      context.lineTo(x, marksTop + 5);
    } else if (level === "bad") context.rect(x - 4, marksTop, 8, 8);
    else if (level === "caution") {
      context.moveTo(x, marksTop - 1);
      context.lineTo(x + 5, marksTop + 8);
      context.lineTo(x - 5, marksTop + 8);
    } else context.arc(x, marksTop + 4, 2.5, 0, 7);
    context.fill();
  }
}

