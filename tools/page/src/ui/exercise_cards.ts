// What an exercise says to who drives: the briefing when it is set up, its messages, how it ended. Nothing of points or marks.
import type { ExerciseInfo } from "../protocol/exercises";
import { EventKind, type EventMessage, type SceneMessage } from "../protocol/messages";
import { inLanguage, words } from "../words";
import { exerciseTitle } from "../words/exercises";
import { byId, make } from "./dom";

/** A message stays until it is read, or so long. */
const messageMs = 10_000;
/** More messages at once leave no picture; the oldest go. */
const mostMessages = 3;

export class ExerciseCards {
  private root = byId("exercise-cards");
  /** Set up for this page already: a connection that comes back says nothing again. */
  private told = "";
  private briefing: HTMLElement | null = null;
  private outcome: HTMLElement | null = null;
  private messages: HTMLElement[] = [];
  private info: ExerciseInfo | null = null;

  begin({ exercise, branch }: SceneMessage): void {
    const told = exercise ? `${exercise.name}:${branch}` : "";
    if (told === this.told) return;
    this.told = told;
    this.info = exercise;
    this.root.replaceChildren();
    this.messages = [];
    this.briefing = this.outcome = null;
    if (exercise) this.showBriefing(exercise);
  }

  /** Other words. */
  speak(): void {
    if (this.briefing?.isConnected && this.info) {
      this.briefing.remove();
      this.showBriefing(this.info);
    }
  }

  /** What happened, and the text of it. */
  note({ event }: EventMessage, text: string): void {
    if (event === EventKind.ExerciseText) this.say(text);
    if (event === EventKind.ExerciseEnded) this.end(text);
    // Whoever goes back in time does it again.
    if (event === EventKind.Rewound || event === EventKind.Restored) this.outcome?.remove();
  }

  private showBriefing(exercise: ExerciseInfo): void {
    const text = make("div", "card-text", make("strong", "", exerciseTitle(exercise)), make("p", "", inLanguage(exercise.briefing)));
    this.briefing = this.card("briefing", text, words("Close"));
    this.root.prepend(this.briefing);
  }

  private say(text: string): void {
    const card = this.card("exercise-message", make("div", "card-text", text), words("Read"));
    this.messages = [...this.messages.filter(({ isConnected }) => isConnected), card];
    while (this.messages.length > mostMessages) this.messages.shift()!.remove();
    setTimeout(() => card.remove(), messageMs);
    this.root.append(card);
  }

  private end(text: string): void {
    this.outcome?.remove();
    this.outcome = this.card("outcome", make("div", "card-text", make("strong", "", text)), words("Close"));
    this.root.append(this.outcome);
  }

  private card(kind: string, text: HTMLElement, close: string): HTMLElement {
    const button = make("button", "", close);
    const card = make("section", "card", text, button);
    card.dataset.testid = kind;
    card.dataset.kind = kind;
    card.setAttribute("role", kind === "briefing" ? "region" : "alert");
    if (kind === "briefing") card.ariaLabel = words("Briefing");
    button.dataset.testid = `${kind}-close`;
    button.addEventListener("click", () => card.remove());
    return card;
  }
}
