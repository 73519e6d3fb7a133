// One lever of the operator's panel: name, keys, value, and what shows it and takes a hand: a slider, a switch or a button.
import { keyName, type LeverKeys } from "../input/keys";
import type { Lever } from "../input/lever";
import { LeverType } from "../protocol/messages";
import { words } from "../words";
import { make, setData, setText, signed } from "./dom";

export interface LeverHand {
  grasp(value: number): void;
  letGo(): void;
  neutral(): void;
}

/** Shows where the lever is. */
interface Handle {
  element: HTMLElement;
  show(value: number): void;
}

const steps = 400;

export class LeverRow {
  readonly element: HTMLElement;
  private handle: Handle;
  private output = make("output", "lever-value");

  constructor(
    private lever: Lever,
    name: string,
    keys: LeverKeys,
    hand: LeverHand,
  ) {
    const { channel } = lever;
    this.handle = handleOf(lever, name, hand);
    const chips = [...keyChips(keys.lower, "−", "lowers", channel.name), ...keyChips(keys.raise, "+", "raises", channel.name)];
    const head = make("span", "lever-head", make("span", "lever-name", name), make("span", "chips", ...chips), this.output);
    this.element = make("div", "lever", head, this.handle.element);
    this.element.dataset.testid = `lever-${channel.name}`;
    this.element.dataset.springs = `${channel.springsBack}`;
    this.show();
  }

  show(): void {
    const { value, channel: { factor, unit, lever }, reach } = this.lever;
    if (lever !== LeverType.toggle && lever !== LeverType.button) setText(this.output, `${signed(factor * value, Math.abs(factor * reach) >= 20 ? 0 : 2)}${unit ? ` ${unit}` : ""}`);
    this.handle.show(value);
  }
}

function handleOf(lever: Lever, name: string, hand: LeverHand): Handle {
  switch (lever.channel.lever) {
    case LeverType.toggle: return toggle(lever, name, hand);
    case LeverType.button: return pushButton(lever, name, hand);
    default: return slider(lever, name, hand);
  }
}

function slider({ channel }: Lever, name: string, hand: LeverHand): Handle {
  const input = make("input");
  /** A pointer or a key is on the slider now. */
  let grasped = false;
  input.type = "range";
  input.min = `${channel.minimum}`;
  input.max = `${channel.maximum}`;
  input.step = `${(channel.maximum - channel.minimum) / steps}`;
  input.ariaLabel = name;
  input.dataset.testid = `slider-${channel.name}`;
  const letGo = () => {
    if (!grasped) return;
    grasped = false;
    hand.letGo();
  };
  input.addEventListener("input", () => {
    grasped = true;
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
  const show = (value: number) => {
    if (!grasped && input.value !== `${value}`) input.value = `${value}`;
  };
  return { element: input, show };
}

/** Lower end, neutral, upper end, as far as they differ. */
function toggle({ channel: { name: channel, minimum, neutral, maximum } }: Lever, name: string, hand: LeverHand): Handle {
  const places = [...new Set([minimum, neutral, maximum])];
  const signs = places.map((place) => (place > neutral ? "+" : place < neutral ? "−" : "0"));
  const buttons = places.map((place, i) => {
    const button = make("button", "", signs[i]);
    button.dataset.testid = `switch-${channel}-${signs[i]}`;
    button.ariaLabel = `${name} ${signs[i]}`;
    button.addEventListener("click", () => {
      hand.grasp(place);
      hand.letGo();
      button.blur();
    });
    return button;
  });
  const element = make("div", "segmented switch", ...buttons);
  element.setAttribute("role", "group");
  element.ariaLabel = name;
  const show = (value: number) => buttons.forEach((button, i) => setData(button, "on", `${Math.abs(value - places[i]) < 1e-6}`));
  return { element, show };
}

function pushButton({ channel: { name: channel, minimum, neutral, maximum } }: Lever, name: string, hand: LeverHand): Handle {
  const button = make("button", "push", words("Press"));
  button.dataset.testid = `button-${channel}`;
  button.ariaLabel = name;
  const pressed = neutral < maximum ? maximum : minimum;
  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId);
    hand.grasp(pressed);
  });
  for (const end of ["pointerup", "pointercancel"] as const) button.addEventListener(end, () => (hand.letGo(), hand.neutral(), button.blur()));
  button.addEventListener("keydown", ({ code, repeat }) => code === "Enter" && !repeat && hand.grasp(pressed));
  button.addEventListener("keyup", ({ code }) => code === "Enter" && (hand.letGo(), hand.neutral()));
  return { element: button, show: (value) => setData(button, "on", `${value === pressed}`) };
}

/** One chip for all keys that do the same. */
export function keyChips(codes: readonly string[], sign: string, effect: "raises" | "lowers", channel: string): HTMLElement[] {
  if (codes.length === 0) return [];
  const chip = make("kbd", "", `${codes.map(keyName).join(" ")} ${sign}`);
  chip.dataset[effect] = channel;
  return [chip];
}
