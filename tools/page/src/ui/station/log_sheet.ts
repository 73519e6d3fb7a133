// The log: everything that happened, newest first, until the page is closed.
import type { Happening } from "../../story/story";
import { currentLanguage, words } from "../../words";
import { byId, make } from "../dom";
import { clockText } from "../timeline";

export class LogSheet {
  private list = byId("log");
  private empty = make("p", "hint", words("Nothing has happened yet."));

  /** `go`: shows the moment at which something happened. */
  constructor(private go: (happening: Happening) => void) {
    byId("sheet-log").prepend(this.empty);
  }

  clear(): void {
    this.list.replaceChildren();
    this.empty.hidden = false;
  }

  add(happening: Happening): void {
    this.empty.hidden = true;
    const { event, level, text, at } = happening;
    const time = make("button", "log-time", clockText(event.stamp.time));
    time.title = words("Show this moment");
    time.addEventListener("click", () => this.go(happening));
    const line = make("li", "", time, make("span", "log-text", text), make("time", "", at === null ? "" : new Date(at).toLocaleTimeString(currentLanguage())));
    line.dataset.level = level;
    this.list.prepend(line);
  }
}
