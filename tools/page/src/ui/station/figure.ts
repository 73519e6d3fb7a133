// A number in few signs.

/** Ranges reach to a thousand millions, which nobody reads as digits. */
export function figure(value: number): string {
  const size = Math.abs(value);
  const text = size >= 1e6 ? size.toExponential(0).replace("e+", "·10^").replace(/^1·/, "") : `${Number(size.toPrecision(4))}`;
  return `${value < 0 ? "−" : ""}${text}`;
}
