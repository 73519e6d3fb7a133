// The station's sheets, one at a time: plots, log, malfunctions, states, health.
import { byId } from "../dom";

export class Tabs {
  private list = byId("station-tabs");
  private buttons = [...this.list.querySelectorAll<HTMLButtonElement>("button")];

  constructor() {
    this.list.addEventListener("click", (event) => {
      const button = (event.target as HTMLElement).closest("button");
      if (button) this.show(button.dataset.sheet!);
    });
    this.list.addEventListener("keydown", ({ code }) => {
      const step = code === "ArrowRight" ? 1 : code === "ArrowLeft" ? -1 : 0;
      const shown = this.buttons.filter(({ hidden }) => !hidden);
      if (step !== 0) shown.at((shown.findIndex((button) => button.ariaSelected === "true") + step) % shown.length)!.click();
    });
    this.show("plots");
  }

  /** Sheets that this page has no use for, as of malfunctions without the right to them. */
  allow(sheet: string, allowed: boolean): void {
    const button = this.buttons.find((candidate) => candidate.dataset.sheet === sheet)!;
    button.hidden = !allowed;
    if (!allowed && button.ariaSelected === "true") this.show("plots");
  }

  private show(sheet: string): void {
    for (const button of this.buttons) {
      const own = button.dataset.sheet === sheet;
      button.ariaSelected = `${own}`;
      button.tabIndex = own ? 0 : -1;
      byId(`sheet-${button.dataset.sheet}`).hidden = !own;
      if (own && this.list.contains(document.activeElement)) button.focus();
    }
  }
}
