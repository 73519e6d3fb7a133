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
  private speed = byId<HTMLSelectElement>("speed");
  private buttons = [...this.root.querySelectorAll<HTMLButtonElement>("button[data-order]")];

  constructor(send: (body: ClientBody) => void) {
    for (const button of this.buttons) {
      button.addEventListener("click", () => {
        send(orders[button.dataset.order!]());
        // Keys go on driving, not pressing this button again.
        button.blur();
      });
    }
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
    this.restart.hidden = replay;
  }

  setSpeed(factor: number): void {
    const known = [...this.speed.options].find((option) => Number(option.value) === factor);
    if (known && document.activeElement !== this.speed) this.speed.value = known.value;
  }
}
