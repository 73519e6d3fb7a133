// What an exercise is called.
import type { ExerciseInfo } from "../protocol/exercises";
import { inLanguage } from "../words";

/** With the variant that runs, if one does. */
export function exerciseTitle(info: ExerciseInfo): string {
  const title = inLanguage(info.title) || info.name;
  const variant = inLanguage(info.variantTitle) || info.variant;
  return variant ? `${title} · ${variant}` : title;
}
