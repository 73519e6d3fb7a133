// Sentences with values in them.

/** `{name}` in the sentence stands for `values.name`. */
export function words(sentence: string, values: Record<string, string | number> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => `${values[name] ?? whole}`);
}
