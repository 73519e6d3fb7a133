// What a page remembers for its user: language, colours, engineering numbers.
import { currentLanguage, speak, translatePage, type Language } from "../words";
import type { OverlayKind } from "../view/overlays";
import { byId } from "./dom";

type Theme = "auto" | "dark" | "light";

const themeKey = "drawbar.theme";
const numbersKey = "drawbar.numbers";

export class Settings {
  private theme = byId<HTMLSelectElement>("theme");
  private language = byId<HTMLSelectElement>("language");
  private overlay = byId<HTMLSelectElement>("overlay");

  /** `spoken`: the language has changed, and what was made of words must be made anew. */
  constructor(private actions: { spoken(): void; numbers(shown: boolean): void; overlay(kind: OverlayKind): void }) {
    this.overlay.addEventListener("change", () => actions.overlay(this.overlay.value as OverlayKind));
    this.language.value = currentLanguage();
    this.language.addEventListener("change", () => {
      speak(this.language.value as Language);
      translatePage();
      actions.spoken();
    });
    this.theme.value = read(themeKey) ?? "auto";
    this.theme.addEventListener("change", () => this.dress(this.theme.value as Theme));
    this.dress(this.theme.value as Theme);
    byId("numbers-toggle").addEventListener("click", () => this.toggleNumbers());
    translatePage();
  }

  /** Once the page stands. */
  start(): void {
    this.showNumbers(read(numbersKey) === "on");
  }

  toggleNumbers(): void {
    this.showNumbers(document.body.dataset.numbers !== "on");
  }

  nextOverlay(): void {
    this.overlay.selectedIndex = (this.overlay.selectedIndex + 1) % this.overlay.options.length;
    this.actions.overlay(this.overlay.value as OverlayKind);
  }

  private showNumbers(shown: boolean): void {
    write(numbersKey, shown ? "on" : "off");
    document.body.dataset.numbers = shown ? "on" : "off";
    byId("numbers-toggle").setAttribute("aria-pressed", `${shown}`);
    this.actions.numbers(shown);
  }

  private dress(theme: Theme): void {
    write(themeKey, theme);
    document.documentElement.dataset.theme = theme;
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A forbidden storage: it holds for this page.
  }
}
