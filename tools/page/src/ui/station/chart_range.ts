// How high a chart is: never less than the figures beside it can show, or a still quantity's last bits would fill it.

/** From `lower` to `upper`, about the same middle; `digits`: of the figures, behind the point. */
export function chartRange(lower: number, upper: number, digits: number): [number, number] {
  const least = 2 * 10 ** -digits;
  if (upper - lower >= least) return [lower, upper];
  const middle = Number(((lower + upper) / 2).toFixed(digits));
  return [middle - least / 2, middle + least / 2];
}
