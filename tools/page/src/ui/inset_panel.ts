// Picture in picture: a second camera beside the main one.
import type { Mount } from "../view/mounted_camera";
import { words } from "../words";
import { byId, setText } from "./dom";

export class InsetPanel {
  private root = byId("inset");
  private choice = byId<HTMLSelectElement>("inset-choice");
  private picture = this.root.querySelector("canvas")!.getContext("2d")!;
  private caption = this.root.querySelector("figcaption")!;
  private mounts: Mount[] = [];

  /** `top`: the camera from above on the body that is followed now. */
  constructor(private top: () => Mount) {
    this.choice.addEventListener("change", () => {
      this.choice.blur();
      this.update();
    });
  }

  setScene(mounts: Mount[]): void {
    this.mounts = mounts;
    const names = [words("No second picture"), ...mounts.map(({ label }) => label), words("Top")];
    this.choice.replaceChildren(...names.map((name, i) => new Option(name, `${i}`)));
    this.update();
  }

  /** What to draw beside the main picture. */
  get list(): { picture: CanvasRenderingContext2D; mount: Mount }[] {
    const mount = this.mount;
    return mount ? [{ picture: this.picture, mount }] : [];
  }

  private get mount(): Mount | undefined {
    const index = Number(this.choice.value);
    if (index === 0) return undefined;
    return index <= this.mounts.length ? this.mounts[index - 1] : this.top();
  }

  private update(): void {
    const { mount } = this;
    this.root.hidden = mount === undefined;
    if (mount) setText(this.caption, mount.label);
  }
}
