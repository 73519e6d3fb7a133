// Malfunctions of drives, machine by machine.
import type { Machine } from "../../machines";
import { control, type ClientBody, type TelemetryMessage } from "../../protocol/messages";
import type { SceneView } from "../../scene_view";
import { words } from "../../words";
import { byId, make, setText } from "../dom";

export class FaultsSheet {
  private root = byId("sheet-faults");
  private buttons: { drive: number; button: HTMLButtonElement; off: boolean }[] = [];

  constructor(private ask: (body: ClientBody) => void) {}

  setScene(scene: SceneView): void {
    this.buttons = [];
    const machines = scene.machines.filter(({ drives }) => drives.length > 0);
    this.root.replaceChildren(...(machines.length === 0 ? [make("p", "hint", words("This scene has no motors."))] : machines.flatMap((machine) => this.machine(scene, machine))));
  }

  show({ drives }: TelemetryMessage): void {
    if (this.root.hidden) return;
    for (const entry of this.buttons) {
      const off = (drives[entry.drive]?.fault ?? 0) !== 0;
      entry.off = off;
      setText(entry.button, off ? words("Clear") : words("Switch off"));
      entry.button.setAttribute("aria-pressed", `${off}`);
    }
  }

  private machine(scene: SceneView, machine: Machine): HTMLElement[] {
    const rows = machine.drives.map((drive) => {
      const name = scene.message.driveNames[drive];
      const button = make("button", "", words("Switch off"));
      button.dataset.testid = `fault-${name}`;
      const entry = { drive, button, off: false };
      button.addEventListener("click", () => this.ask(new control.DriveFaultT(drive, entry.off ? control.FaultKind.Ok : control.FaultKind.Off)));
      this.buttons.push(entry);
      return make("div", "station-row", make("span", "", name), button);
    });
    return [...(scene.many ? [make("h2", "", machine.name)] : []), ...rows];
  }
}
