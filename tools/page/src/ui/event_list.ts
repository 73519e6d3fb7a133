// What happened, one line each, gone after a few seconds.
import { byId, make } from "./dom";
import type { Level } from "../quantities/quantity";

const shownMs = 5000;
const most = 4;

export class EventList {
  private list = byId("events");

  add(text: string, level: Level = ""): void {
    const newest = this.list.lastElementChild as HTMLElement | null;
    if (newest?.textContent === text) newest.remove();
    const item = make("li", "", text);
    item.dataset.level = level;
    this.list.append(item);
    while (this.list.children.length > most) this.list.firstElementChild?.remove();
    setTimeout(() => item.classList.add("leaving"), shownMs);
    setTimeout(() => item.remove(), shownMs + 600);
  }
}
