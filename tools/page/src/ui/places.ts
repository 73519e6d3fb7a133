// The three places of the page, and which of them is shown: the operator's console, the instructor's station, the review.
import { byId } from "./dom";

export type Place = "console" | "instructor" | "review";

export class Places {
  private tabs = byId("places");
  /** Whether somebody has chosen; until then role and task do. */
  private chosen = false;

  constructor(private changed: (place: Place) => void) {
    this.tabs.addEventListener("click", (event) => {
      const button = (event.target as HTMLElement).closest<HTMLElement>("button[data-place]");
      if (!button) return;
      button.blur();
      this.chosen = true;
      this.show(button.dataset.place as Place);
    });
    this.show("console");
  }

  get place(): Place {
    return document.body.dataset.place as Place;
  }

  /** After the server has said what this page may do and what it serves. */
  suit(mayInstruct: boolean, replay: boolean, wished: Place | undefined): void {
    const allowed: Record<Place, boolean> = { console: !replay, instructor: mayInstruct && !replay, review: replay };
    for (const button of this.tabs.querySelectorAll<HTMLElement>("button[data-place]")) button.hidden = !allowed[button.dataset.place as Place];
    this.tabs.hidden = Object.values(allowed).filter(Boolean).length < 2;
    const best: Place = replay ? "review" : wished && allowed[wished] ? wished : "console";
    if (!this.chosen || !allowed[this.place]) this.show(best);
  }

  private show(place: Place): void {
    document.body.dataset.place = place;
    for (const button of this.tabs.querySelectorAll<HTMLElement>("button[data-place]")) {
      button.setAttribute("aria-pressed", `${button.dataset.place === place}`);
    }
    this.changed(place);
  }
}

