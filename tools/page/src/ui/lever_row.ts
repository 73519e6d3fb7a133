// One lever of the operator's panel: name, keys, value, and a slider that shows it and takes a hand.
import { keyName, type LeverKeys } from "../input/keys";
import type { Lever } from "../input/lever";
import { make, setText, signed } from "./dom";

export interface LeverHand {
  grasp(value: number): void;
  letGo(): void;
  neutral(): void;
}

const steps = 400;

export class LeverRow {
  readonly element: HTMLElement;
  private input = make("input");
  private output = make("output", "lever-value");
  /** Pointers and keys that are on the slider now. */
  private grasped = false;

  constructor(
    private lever: Lever,
    name: string,
    keys: LeverKeys,
    private hand: LeverHand,
  ) {
    const { channel } = lever;
    const { input } = this;
    input.type = "range";
    input.min = `${channel.minimum}`;
    input.max = `${channel.maximum}`;
    input.step = `${(channel.maximum - channel.minimum) / steps}`;
    input.dataset.testid = `slider-${channel.name}`;
    const chips = [...keys.lower.map((code) => keyChip(code, "−")), ...keys.raise.map((code) => keyChip(code, "+"))];
    const head = make("span", "lever-head", make("span", "lever-name", name), make("span", "chips", ...chips), this.output);
    this.element = make("label", "lever", head, input);
    this.element.dataset.testid = `lever-${channel.name}`;
    this.element.dataset.springs = `${channel.springsBack}`;
    this.listen();
    this.show();
  }

  show(): void {
    const { lever, input } = this;
    setText(this.output, signed(lever.value, Math.abs(lever.reach) >= 20 ? 1 : 2));
    if (!this.grasped && input.value !== `${lever.value}`) input.value = `${lever.value}`;
  }

  private listen(): void {
    const { input, hand } = this;
    const letGo = () => {
      if (!this.grasped) return;
      this.grasped = false;
      hand.letGo();
    };
    input.addEventListener("input", () => {
      this.grasped = true;
      hand.grasp(Number(input.value));
    });
    // A pointer gives the keyboard back to the machine; who came by Tab keeps the slider's own arrow keys.
    for (const end of ["pointerup", "pointercancel"] as const) {
      input.addEventListener(end, () => {
        letGo();
        input.blur();
      });
    }
    for (const end of ["keyup", "blur", "change"] as const) input.addEventListener(end, letGo);
    input.addEventListener("dblclick", () => hand.neutral());
  }
}

export function keyChip(code: string, sign: string): HTMLElement {
  return make("kbd", "", sign ? `${keyName(code)} ${sign}` : keyName(code));
}
