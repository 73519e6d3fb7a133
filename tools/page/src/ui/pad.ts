// The round pad of a vehicle: shows throttle and steering, and takes a hand that drags.
import { keyName } from "../input/keys";
import type { Levers } from "../input/levers";
import { byId, setText } from "./dom";

/** Room of the knob inside the pad's rim (px). */
const rim = 20;

export class Pad {
  private root = byId("pad");
  private knob = this.root.querySelector<HTMLElement>(".knob")!;

  constructor(private levers: Levers) {
    this.root.addEventListener("pointerdown", (event) => {
      this.root.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (this.root.hasPointerCapture(event.pointerId)) this.drag(event);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
      this.root.addEventListener(end, () => this.channels.forEach((channel) => this.levers.letGoOf(channel)));
    }
  }

  /** After the levers got another machine. */
  showMachine(): void {
    const { levers } = this;
    this.root.hidden = this.channels.length === 0;
    const print = (side: string, codes: string[] | undefined) =>
      setText(this.root.querySelector(`[data-side="${side}"]`)!, codes?.[0] ? keyName(codes[0]) : "");
    const [throttle, steer] = [levers.keys.get(levers.throttle), levers.keys.get(levers.steer)];
    print("up", throttle?.raise);
    print("down", throttle?.lower);
    print("left", steer?.raise);
    print("right", steer?.lower);
  }

  show(): void {
    if (this.root.hidden) return;
    const { levers } = this;
    const part = (index: number) => {
      if (index < 0) return 0;
      const { value, channel: { minimum, maximum, neutral } } = levers.list[index];
      return (value - neutral) / (value >= neutral ? maximum - neutral || 1 : neutral - minimum || 1);
    };
    const reach = this.root.clientWidth / 2 - rim;
    this.knob.style.transform = `translate(${-part(levers.steer) * reach}px, ${-part(levers.throttle) * reach}px)`;
  }

  private get channels(): number[] {
    return [this.levers.throttle, this.levers.steer].filter((channel) => channel >= 0);
  }

  private drag(event: PointerEvent): void {
    const box = this.root.getBoundingClientRect();
    const reach = box.width / 2 - rim;
    const x = (event.clientX - box.left - box.width / 2) / reach;
    const y = (box.top + box.height / 2 - event.clientY) / reach;
    const length = Math.max(1, Math.hypot(x, y));
    const { levers } = this;
    if (levers.throttle >= 0) levers.grasp(levers.throttle, levers.list[levers.throttle].at(y / length));
    // Positive steering turns left.
    if (levers.steer >= 0) levers.grasp(levers.steer, levers.list[levers.steer].at(-x / length));
  }
}
