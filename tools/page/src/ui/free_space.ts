// Where the picture is free of panels, so that cameras can look at the middle of that.
import { byId } from "./dom";

export interface Place {
  x: number;
  y: number;
}

/**
 * Halves are a multiple of so many px wide: as many picture pixels at every quality that a picture is drawn in, so that both begin at
 * the same place of one.
 */
const halfStep = 4;

export class FreeSpace {
  /** Middle of the free part of the window (px). */
  middle: Place = { x: 0, y: 0 };
  /** The right half of it (px), for a second picture. */
  half = { x: 0, right: 0, top: 0, bottom: 0 };
  private free = byId("free");
  private levers = byId("driving");

  constructor() {
    const observer = new ResizeObserver(() => this.measure());
    for (const element of [this.free, this.levers, document.body]) observer.observe(element);
  }

  /** The levers stand in a corner of it, or below: above or beside them there is more room. */
  private measure(): void {
    const free = this.free.getBoundingClientRect();
    const levers = this.levers.getBoundingClientRect();
    let { left, bottom } = free;
    if (levers.width > 0 && levers.right > free.left && levers.top < free.bottom) {
      const above = Math.max(0, levers.top - free.top) * free.width;
      const beside = Math.max(0, free.right - levers.right) * free.height;
      if (above > beside) bottom = levers.top;
      else left = levers.right;
    }
    const right = Math.floor(free.right);
    this.half = { x: right - Math.floor((right - left) / 2 / halfStep) * halfStep, right, top: free.top, bottom };
    this.middle = { x: (left + free.right) / 2, y: (free.top + bottom) / 2 };
  }
}
