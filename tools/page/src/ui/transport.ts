// The instructor's buttons: freeze, run, step, speed, restart.
import { control } from "../protocol/messages";
import type { ClientBody } from "../protocol/messages";
import { words } from "../words";
import { ask } from "./ask";
import { byId } from "./dom";

const orders: Record<string, () => ClientBody> = {
  freeze: () => new control.FreezeT(),
  run: () => new control.RunT(),
  step: () => new control.StepT(1),
};

export class Transport {
  private root = byId("transport");
  private restart = byId("restart");
  private again = byId("again-10");
  private liveHere = byId("live-here");
  private speed = byId<HTMLSelectElement>("speed");
  private buttons = [...this.root.querySelectorAll<HTMLButtonElement>("button[data-order]")];

  /** `again`: everything again from ten seconds ago. `shownFrame`: of a recording. */
  constructor(send: (body: ClientBody) => void, again: () => void, shownFrame: () => bigint) {
    for (const button of this.buttons) {
      button.addEventListener("click", () => {
        send(orders[button.dataset.order!]());
        // Keys go on driving, not pressing this button again.
        button.blur();
      });
    }
    this.again.addEventListener("click", () => {
      this.again.blur();
      again();
    });
    this.liveHere.addEventListener("click", async () => {
      this.liveHere.blur();
      const frame = shownFrame();
      const text = words("What was recorded stays as it is; what follows is recorded into a file of its own. Everybody here goes on with it.");
      if (await ask(words("Go on live from here?"), text, words("Live from here"))) send(new control.TakeOverT(null, frame, null));
    });
    this.restart.addEventListener("click", async () => {
      this.restart.blur();
      const text = words("The scene is read again and begins at its first frame, for everybody here. What was saved is gone.");
      if (await ask(words("Start again from the beginning?"), text, words("Restart"))) send(new control.ReloadT());
    });
    this.speed.addEventListener("change", () => {
      send(new control.SpeedT(Number(this.speed.value)));
      this.speed.blur();
    });
  }

  update(visible: boolean, frozen: boolean, replay: boolean): void {
    this.root.hidden = !visible;
    for (const button of this.buttons) {
      const { order } = button.dataset;
      if (order === "freeze") button.setAttribute("aria-pressed", `${frozen}`);
      if (order === "run") button.setAttribute("aria-pressed", `${!frozen}`);
    }
    this.restart.hidden = this.again.hidden = replay;
    this.liveHere.hidden = !replay;
  }

  setSpeed(factor: number): void {
    if (Number(this.speed.value) === factor || document.activeElement === this.speed) return;
    const known = [...this.speed.options].find((option) => Number(option.value) === factor);
    if (known) this.speed.value = known.value;
  }
}
