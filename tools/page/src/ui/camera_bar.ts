// Which camera draws the picture, which machine is driven, and which body is followed.
import type { SceneView } from "../scene_view";
import type { Machine } from "../machines";
import type { CameraMode } from "../view/cameras";
import type { Mount } from "../view/mounted_camera";
import { words } from "../words";
import { byId, make } from "./dom";

/** A free camera, or a mount. */
export type CameraChoice = CameraMode | Mount;

const free: CameraMode[] = ["orbit", "follow", "chase"];

export interface CameraActions {
  camera(choice: CameraChoice): void;
  machine(machine: Machine): void;
  follow(body: number): void;
}

export class CameraBar {
  private modes = byId("camera-modes");
  private machineList = byId<HTMLSelectElement>("machine");
  private bodyList = byId<HTMLSelectElement>("followed");
  private choices: CameraChoice[] = [...free];
  private scene: SceneView | null = null;

  constructor(private actions: CameraActions) {
    this.modes.addEventListener("click", (event) => {
      const button = (event.target as HTMLElement).closest("button");
      if (!button) return;
      button.blur();
      this.choose([...this.modes.children].indexOf(button));
    });
    this.machineList.addEventListener("change", () => {
      this.machineList.blur();
      actions.machine(this.scene!.machines[Number(this.machineList.value)]);
    });
    this.bodyList.addEventListener("change", () => {
      this.bodyList.blur();
      actions.follow(Number(this.bodyList.value));
    });
  }

  /** Of the scene, cameras and machines. */
  setScene(scene: SceneView, mounts: readonly Mount[]): void {
    this.scene = scene;
    this.choices = [...free, ...mounts];
    while (this.modes.children.length > free.length) this.modes.lastElementChild!.remove();
    mounts.forEach((mount, i) => {
      const button = make("button", "", mount.label);
      button.dataset.testid = `camera-${mount.label}`;
      button.title = `${mount.label} (${free.length + i + 1})`;
      this.modes.append(button);
    });
    this.machineList.hidden = !scene.many;
    this.machineList.replaceChildren(...scene.machines.map(({ name }, i) => new Option(words(name), `${i}`)));
  }

  /** The bodies of the machine that is shown, and which is followed. */
  showMachine(machine: Machine | undefined, followed: number): void {
    const { message, machines } = this.scene!;
    this.machineList.value = `${machine ? machines.indexOf(machine) : 0}`;
    const bodies = message.bodyNames.flatMap((name, id) => {
      const ours = !machine || machine.bodies.length === 0 || machine.bodies.includes(id);
      return ours && !message.content.bodies[id]?.static_ ? [new Option(name, `${id}`, false, id === followed)] : [];
    });
    this.bodyList.replaceChildren(...bodies);
    this.bodyList.hidden = bodies.length === 0;
  }

  /** By its place: 0 orbit, 1 follow, 2 chase, then the author's. */
  choose(index: number): void {
    const choice = this.choices[index];
    if (choice !== undefined) this.actions.camera(choice);
  }

  /** Brings the buttons on. */
  mark(choice: CameraChoice): void {
    const at = this.choices.indexOf(choice);
    [...this.modes.children].forEach((button, i) => button.setAttribute("aria-pressed", `${i === at}`));
  }
}
