// The operator's corner: the pad that shows and takes throttle and steering, sliders for other channels, take and release.
import type { Levers } from "../input/levers";
import { byId, make, setData, setText, signed } from "./dom";

export interface DrivingActions {
  take(): void;
  release(): void;
}

export class DrivingPanel {
  private root = byId("driving");
  private pad = byId("pad");
  private knob = this.pad.querySelector<HTMLElement>(".knob")!;
  private sliders = byId("sliders");
  private takeButton = byId<HTMLButtonElement>("take");
  private releaseButton = byId("release");
  private outputs: { channel: number; input: HTMLInputElement; output: HTMLElement }[] = [];

  constructor(
    private levers: Levers,
    private actions: DrivingActions,
  ) {
    this.takeButton.addEventListener("click", () => actions.take());
    this.releaseButton.addEventListener("click", () => actions.release());
    this.pad.addEventListener("pointerdown", (event) => {
      this.pad.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    this.pad.addEventListener("pointermove", (event) => {
      if (this.pad.hasPointerCapture(event.pointerId)) this.drag(event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      this.pad.addEventListener(end, () => this.levers.setPad(null));
    }
  }

  /** After the levers got another machine. */
  showChannels(): void {
    const { levers } = this;
    this.pad.hidden = !levers.drivable;
    this.outputs = [];
    this.sliders.replaceChildren();
    for (const i of levers.machine) {
      if (i === levers.throttle || i === levers.steer) continue;
      const channel = levers.channels[i];
      const input = make("input");
      input.type = "range";
      input.min = `${channel.minimum}`;
      input.max = `${channel.maximum}`;
      input.step = `${(channel.maximum - channel.minimum) / 200}`;
      input.value = `${channel.neutral}`;
      input.dataset.testid = `slider-${channel.name}`;
      input.addEventListener("input", () => {
        this.actions.take();
        levers.setSlider(i, Number(input.value));
      });
      input.addEventListener("dblclick", () => levers.setSlider(i, channel.neutral));
      const output = make("span");
      this.sliders.append(make("label", "", make("span", "", channel.name), output, input));
      this.outputs.push({ channel: i, input, output });
    }
  }

  /** `otherDrivers`: names, empty: nobody else drives. */
  update(visible: boolean, held: boolean, otherDrivers: string): void {
    this.root.hidden = !visible;
    if (!visible) return;
    setData(this.root, "held", `${held}`);
    this.takeButton.hidden = held;
    this.releaseButton.hidden = !held;
    setText(this.takeButton, otherDrivers ? "Ask for control" : "Take control");
    const keys = this.levers.drivable ? "Arrow keys or WASD, gamepad, or drag the pad." : "Move the sliders.";
    setText(byId("driving-hint"), otherDrivers ? `${otherDrivers} drives.` : keys);
    this.place();
  }

  private place(): void {
    const { levers } = this;
    const part = (channel: number) => {
      if (channel < 0) return 0;
      const { minimum, maximum, neutral } = levers.channels[channel];
      const away = levers.values[channel] - neutral;
      return away / (away >= 0 ? maximum - neutral || 1 : neutral - minimum || 1);
    };
    const reach = this.pad.clientWidth / 2 - 20;
    this.knob.style.transform = `translate(${-part(levers.steer) * reach}px, ${-part(levers.throttle) * reach}px)`;
    for (const { channel, input, output } of this.outputs) {
      setText(output, signed(levers.values[channel], 2));
      if (document.activeElement !== input) input.value = `${levers.values[channel]}`;
    }
  }

  private drag(event: PointerEvent): void {
    const box = this.pad.getBoundingClientRect();
    const reach = box.width / 2 - 20;
    const x = (event.clientX - box.left - box.width / 2) / reach;
    const y = (box.top + box.height / 2 - event.clientY) / reach;
    const length = Math.max(1, Math.hypot(x, y));
    this.levers.setPad({ x: x / length, y: y / length });
  }
}
