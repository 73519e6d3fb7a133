// A joystick's round pad: shows where its levers stand, and takes a hand that drags.
import { keyName, type LeverKeys } from "../input/keys";
import type { Levers } from "../input/levers";
import type { Stick } from "../input/sticks";
import { words } from "../words";
import { make } from "./dom";

/** Room of the knob inside the pad's rim (px). */
const rim = 20;

export class Pad {
  readonly element: HTMLElement;
  private knob = make("span", "knob");
  private shown = "";

  /** `names`: what is printed beside it: up and down, then across. */
  constructor(
    private levers: Levers,
    private stick: Stick,
    names: string[],
  ) {
    const { up, across, sign } = stick;
    const right = sign > 0 ? "raise" : "lower";
    const left = sign > 0 ? "lower" : "raise";
    const printed = [
      this.key("up", up, "raise"), this.key("down", up, "lower"), this.key("left", across, left), this.key("right", across, right),
    ].flat();
    const pad = make("div", "pad", make("span", "cross"), this.knob, ...printed);
    pad.dataset.axes = `${up >= 0 ? "up" : ""}${across >= 0 ? "across" : ""}`;
    pad.dataset.testid = stick.group ? `pad-${stick.group}` : "pad";
    pad.setAttribute("role", "img");
    pad.ariaLabel = words("Joystick: {names}. Drag it, or use the keys.", { names: names.join(", ") });
    this.element = make("div", "pad-card", pad, make("div", "pad-names", ...names.map((name) => make("span", "", name))));
    this.listen(pad);
  }

  show(): void {
    const { levers, stick } = this;
    const part = (index: number) => {
      if (index < 0) return 0;
      const { value, channel: { minimum, maximum, neutral } } = levers.list[index];
      return (value - neutral) / (value >= neutral ? maximum - neutral || 1 : neutral - minimum || 1);
    };
    const [x, y] = [stick.sign * part(stick.across), -part(stick.up)].map((way) => way.toFixed(3));
    if (`${x} ${y}` === this.shown) return;
    this.shown = `${x} ${y}`;
    this.knob.style.setProperty("--x", x);
    this.knob.style.setProperty("--y", y);
  }

  /** The first key that pushes it to this side. */
  private key(side: string, channel: number, effect: keyof LeverKeys): HTMLElement[] {
    const code = this.levers.keys.get(channel)?.[effect][0];
    if (!code) return [];
    const key = make("kbd", "", keyName(code));
    key.dataset.side = side;
    key.dataset[`${effect}s`] = this.levers.list[channel].channel.name;
    return [key];
  }

  private listen(pad: HTMLElement): void {
    const channels = [this.stick.up, this.stick.across].filter((channel) => channel >= 0);
    pad.addEventListener("pointerdown", (event) => {
      pad.setPointerCapture(event.pointerId);
      this.drag(pad, event);
    });
    pad.addEventListener("pointermove", (event) => {
      if (pad.hasPointerCapture(event.pointerId)) this.drag(pad, event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      pad.addEventListener(end, () => channels.forEach((channel) => this.levers.letGoOf(channel)));
    }
  }

  private drag(pad: HTMLElement, event: PointerEvent): void {
    const box = pad.getBoundingClientRect();
    const reach = box.width / 2 - rim;
    const x = (event.clientX - box.left - box.width / 2) / reach;
    const y = (box.top + box.height / 2 - event.clientY) / reach;
    const { levers, stick: { up, across, sign } } = this;
    const length = Math.max(1, up >= 0 && across >= 0 ? Math.hypot(x, y) : Math.abs(up >= 0 ? y : x));
    if (up >= 0) levers.grasp(up, levers.list[up].at(y / length));
    if (across >= 0) levers.grasp(across, levers.list[across].at((sign * x) / length));
  }
}
