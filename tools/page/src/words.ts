// Sentences in the language of who reads them, with values in them.
import { russian } from "./words/ru";

export type Language = "en" | "ru";

const storageKey = "drawbar.language";
let language: Language = kept() ?? (globalThis.navigator?.language?.startsWith("ru") ? "ru" : "en");

/** `{name}` in the sentence stands for `values.name`. A sentence without a translation stays English. */
export function words(sentence: string, values: Record<string, string | number> = {}): string {
  const said = language === "ru" ? (russian[sentence] ?? sentence) : sentence;
  if (!said.includes("{")) return said;
  return said.replace(/\{(\w+)\}/g, (whole: string, name: string) => `${values[name] ?? whole}`);
}

type Text = string | Uint8Array | null | undefined;

/** What a scene's author calls something: in this language, else in English, else `otherwise`. */
export function labelOf(part: { label?: Text; labelRu?: Text }, otherwise: string): string {
  return `${(language === "ru" ? part.labelRu : null) || part.label || otherwise}`;
}

/** A text in this language, else in English. */
export function inLanguage({ en, ru }: { en: string; ru: string }): string {
  return (language === "ru" && ru) || en;
}

export function currentLanguage(): Language {
  return language;
}

export function speak(next: Language): void {
  language = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // A forbidden storage: it holds for this page.
  }
}

/** The page's own texts: of elements with `data-words`, and every title and name for screen readers. */
const originals = new Map<Element, { text: string | null; attributes: [string, string][] }>();

export function translatePage(): void {
  document.documentElement.lang = language;
  if (originals.size === 0) {
    for (const element of document.querySelectorAll("[data-words], [title], [aria-label], [placeholder]")) {
      const attributes = ["title", "aria-label", "placeholder"].flatMap((name): [string, string][] => {
        const value = element.getAttribute(name);
        return value === null ? [] : [[name, value]];
      });
      originals.set(element, { text: element.hasAttribute("data-words") ? element.textContent : null, attributes });
    }
  }
  for (const [element, { text, attributes }] of originals) {
    if (text !== null) element.textContent = words(text.trim().replace(/\s+/g, " "));
    for (const [name, value] of attributes) element.setAttribute(name, words(value));
  }
}

function kept(): Language | null {
  try {
    const value = localStorage.getItem(storageKey);
    return value === "en" || value === "ru" ? value : null;
  } catch {
    return null;
  }
}
