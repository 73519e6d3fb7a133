// Learning an axis: which one moves, from where it rests, which way, and how far it goes until it is back.
import { buttonShape, stickShape, widened, type AxisShape } from "./axis_shape";
import type { Binding, Source } from "./profile";

/** An axis that moves by so much is meant; a hand that rests on another one moves it less. */
const meant = 0.4;
/** It is back when it is so near to its rest. */
const back = 0.1;
/** An axis that rests so near to an end is a pedal's. */
const atEnd = 0.8;

export class Learning {
  private restAxes: number[];
  private restButtons: number[];
  private found: Pick<Binding, "source" | "shape" | "sign"> | null = null;

  /** Nothing is moved at this moment. */
  constructor(pad: Gamepad) {
    this.restAxes = [...pad.axes];
    this.restButtons = pad.buttons.map(({ value }) => value);
  }

  /** To be called again and again; the binding once its axis has gone its way and is back, until then null. */
  look(pad: Gamepad): Pick<Binding, "source" | "shape" | "sign"> | null {
    this.found ??= this.moved(pad);
    if (this.found === null) return null;
    const { source, shape } = this.found;
    const now = source.kind === "axis" ? pad.axes[source.index] : pad.buttons[source.index].value;
    this.found.shape = widened(shape, now);
    return Math.abs(now - shape.rest) < back ? { ...this.found, shape: bothWays(this.found.shape) } : null;
  }

  private moved(pad: Gamepad): Pick<Binding, "source" | "shape" | "sign"> | null {
    const button = pad.buttons.findIndex(({ value }, i) => Math.abs(value - (this.restButtons[i] ?? 0)) > meant);
    if (button >= 0) return { source: { kind: "button", index: button }, shape: { ...buttonShape }, sign: 1 };
    const index = pad.axes.findIndex((value, i) => Math.abs(value - (this.restAxes[i] ?? 0)) > meant);
    if (index < 0) return null;
    const rest = this.restAxes[index] ?? 0;
    const source: Source = { kind: "axis", index };
    const sign = pad.axes[index] > rest ? 1 : -1;
    return { source, shape: { ...stickShape, rest, minimum: rest, maximum: rest }, sign };
  }
}

/** A stick that was only moved one way goes as far the other way; a pedal, which rests at an end, has no other way. */
function bothWays(shape: AxisShape): AxisShape {
  const { minimum, rest, maximum } = shape;
  if (Math.abs(rest) > atEnd) return shape;
  const way = Math.max(maximum - rest, rest - minimum);
  return { ...shape, minimum: Math.min(minimum, rest - way), maximum: Math.max(maximum, rest + way) };
}
