// Fields of the maker sheet: each is bound to one value of the draft.
import { words } from "../../words";
import { make } from "../dom";

/** A text, a number or a choice, with what is done with a new value. */
export interface Field {
  label: string;
  value: string | number;
  /** Choices: value and name; without: free. */
  choices?: [string, string][];
  /** Id of a list of suggestions. */
  list?: string;
  long?: boolean;
  optional?: boolean;
  testid?: string;
  set(value: string): void;
}

export function fieldRow({ label, value, choices, list, long, optional, testid, set }: Field): HTMLElement {
  const input = choices ? make("select", "", ...choices.map(([key, name]) => new Option(name, key))) : long ? make("textarea") : make("input");
  if (input instanceof HTMLInputElement) {
    if (typeof value === "number") Object.assign(input, { type: "number", step: "any" });
    if (list) input.setAttribute("list", list);
    input.required = !optional;
    input.autocomplete = "off";
  }
  input.value = typeof value === "number" && Number.isNaN(value) ? "" : `${value}`;
  if (testid) input.dataset.testid = testid;
  input.addEventListener(choices ? "change" : "input", () => set(input.value));
  return make("label", "", make("span", "", label), input);
}

/** One entry of a list of the draft: its fields, a button that removes it, and room for what is wrong with it. */
export function entry(path: string, title: string, fields: Field[], remove: () => void): HTMLElement {
  const close = make("button", "icon", "×");
  close.type = "button";
  close.ariaLabel = words("Remove {name}", { name: title });
  close.addEventListener("click", remove);
  const row = make("li", "made", make("div", "station-row", make("strong", "", title), close), ...fields.map(fieldRow));
  row.dataset.path = path;
  return row;
}
