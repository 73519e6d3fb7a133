// A bookmark: marks the moment that is shown when its note is done, in the recording and on the timeline.
import { control, type ClientBody } from "../protocol/messages";
import { words } from "../words";
import { byId } from "./dom";

export class BookmarkForm {
  private button = byId<HTMLButtonElement>("bookmark");
  private form = byId<HTMLFormElement>("bookmark-form");
  private note = byId<HTMLInputElement>("bookmark-note");

  constructor(ask: (body: ClientBody) => Promise<boolean>) {
    this.button.addEventListener("click", () => this.show(this.form.hidden));
    this.form.addEventListener("keydown", ({ code }) => {
      if (code === "Escape") this.show(false);
    });
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      // What was refused, as without a recording, can be tried again.
      if (await ask(new control.BookmarkT(this.note.value.trim() || words("bookmark")))) this.show(false);
    });
  }

  allow(allowed: boolean): void {
    this.button.hidden = !allowed;
    if (!allowed) this.show(false);
  }

  private show(shown: boolean): void {
    if (this.form.hidden !== shown) return;
    this.form.hidden = !shown;
    this.button.ariaExpanded = `${shown}`;
    this.note.value = "";
    if (shown) this.note.focus();
  }
}
