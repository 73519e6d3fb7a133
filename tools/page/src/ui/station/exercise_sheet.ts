// The exercise that runs, with what it is worth so far; below it what there is to choose from.
import { Outcome, type CriterionScore, type ExerciseInfo, type ScenesMessage, type ScoreMessage, type TriggerState } from "../../protocol/exercises";
import { control, type ClientBody, type SceneMessage, type Stamp } from "../../protocol/messages";
import { currentLanguage, inLanguage, words } from "../../words";
import { serverUnit } from "../../words/effects";
import { exerciseTitle } from "../../words/exercises";
import { outcomeName } from "../../words/outcomes";
import { byId, make, setData, setText } from "../dom";
import { seen } from "../seen";
import { clockText } from "../timeline";
import { LibraryList, type ChoosingActions } from "./library_list";

export class ExerciseSheet {
  private root = byId("sheet-exercises");
  private running = byId("exercise");
  private title = byId("exercise-title");
  private state = byId("exercise-state");
  private points = byId("exercise-points");
  private verdict = byId("exercise-verdict");
  private criteria = byId("exercise-criteria");
  private triggers = byId("exercise-triggers");
  private triggersTable = byId("exercise-triggers-table");
  private start = byId<HTMLButtonElement>("exercise-start");
  private end = byId<HTMLButtonElement>("exercise-end");
  private trainee = byId<HTMLInputElement>("exercise-trainee");
  private library: LibraryList;
  private info: ExerciseInfo | null = null;
  private score: ScoreMessage | null = null;
  private asked = false;
  private shownCriteria = "";

  /** `show`: the picture at a moment (s). */
  constructor(private actions: ChoosingActions & { send(body: ClientBody): void; show(time: number): void }) {
    this.library = new LibraryList(actions, () => this.trainee.value.trim());
    this.start.addEventListener("click", () => void actions.ask(new control.RunT()));
    this.end.addEventListener("click", () => void actions.ask(new control.EndExerciseT()));
    byId("exercise-again").addEventListener("click", () => void actions.ask(new control.ReloadT(null, true)));
  }

  /** Another scene, with its exercise or none. */
  begin({ exercise }: SceneMessage): void {
    this.info = exercise;
    this.score = null;
    if (exercise) this.trainee.value = exercise.trainee;
    this.furnish();
  }

  /** What is made of words. */
  furnish(): void {
    this.running.hidden = this.info === null;
    this.showTitle();
    this.showScore();
    this.library.furnish();
  }

  receiveLibrary({ files }: ScenesMessage): void {
    this.library.receive(files);
  }

  receiveScore(score: ScoreMessage): void {
    this.score = score;
    this.showScore();
  }

  /** Once per picture. */
  show(stamp: Stamp): void {
    if (!seen(this.root)) {
      this.asked = false;
      return;
    }
    // The folder may have changed since it was last looked at.
    if (!this.asked) this.actions.send(new control.ListScenesT());
    this.asked = true;
    this.library.show();
    if (!this.info) return;
    const outcome = this.score?.outcome ?? Outcome.running;
    const limit = this.info.timeLimit === null ? "" : ` / ${clockText(this.info.timeLimit)}`;
    const who = this.info.trainee ? `${this.info.trainee}, ` : "";
    const attempt = words("attempt {number}", { number: this.score?.attempt ?? this.info.firstAttempt });
    setText(this.state, `${who}${attempt} · ${clockText(stamp.time)}${limit} · ${outcome === Outcome.running ? progress(stamp) : outcomeName(outcome)}`);
    this.start.disabled = !stamp.frozen || outcome !== Outcome.running;
    this.end.disabled = outcome !== Outcome.running;
  }

  private showTitle(): void {
    if (this.info) setText(this.title, exerciseTitle(this.info));
  }

  private showScore(): void {
    const { score, info } = this;
    setText(this.points, score ? score.score.toFixed(1) : "–");
    // An attempt that still runs has not passed, which is no reproach.
    const over = score !== null && score.outcome !== Outcome.running;
    setData(this.points, "level", over && !score.passed ? "bad" : "");
    setText(this.verdict, info ? verdict(over ? score.passed : null, info.passMark) : "");
    this.showCriteria(score?.criteria ?? []);
    const triggers = score?.triggers ?? [];
    this.triggersTable.hidden = triggers.length === 0;
    this.triggers.replaceChildren(...triggers.map((trigger) => triggerRow(trigger, over)));
  }

  /** Anew only when something has changed: a button does not go from under a finger. */
  private showCriteria(criteria: readonly CriterionScore[]): void {
    const shown = JSON.stringify([currentLanguage(), criteria]);
    if (shown === this.shownCriteria) return;
    this.shownCriteria = shown;
    this.criteria.replaceChildren(...criteria.map((criterion) => criterionRow(criterion, this.actions.show)));
  }
}

/** The newest moments that cost points can be gone to; more than these fill the sheet. */
const mostJumps = 6;
/** What led to it is shown, too (s). */
const before = 1;

function criterionRow({ name, title, figure, unit, lost, moments }: CriterionScore, show: (time: number) => void): HTMLElement {
  const begins = moments.filter((_, i) => i % 2 === 0).slice(-mostJumps);
  const jumps = begins.map((time) => {
    const jump = make("button", "jump", clockText(time));
    jump.title = words("Show what cost points at {time}", { time: clockText(time) });
    jump.addEventListener("click", () => show(Math.max(0, time - before)));
    return jump;
  });
  const what = make("td", "", inLanguage(title) || name, ...(jumps.length > 0 ? [make("div", "", ...jumps)] : []));
  const row = make("tr", "", what, make("td", "", `${figure.toFixed(2)} ${serverUnit(unit)}`), make("td", "", lost > 0.05 ? `−${lost.toFixed(1)}` : "0"));
  row.dataset.testid = `criterion-${name}`;
  row.dataset.level = lost > 0.05 ? "caution" : "";
  return row;
}

/** `over`: nothing fires any more. */
function triggerRow({ name, fired, armed, holds }: TriggerState, over: boolean): HTMLElement {
  const state = over ? "" : !armed ? words("done") : holds ? words("holds now") : words("armed");
  const row = make("tr", "", make("td", "", name), make("td", "", `${fired}`), make("td", "quiet", state));
  row.dataset.testid = `trigger-${name}`;
  return row;
}

/** `passed` null: it is not over. */
function verdict(passed: boolean | null, mark: number): string {
  if (passed === null) return words("of 100, passes from {mark} on", { mark });
  return passed ? words("of 100: passed, {mark} were needed", { mark }) : words("of 100: not passed, {mark} are needed", { mark });
}

function progress({ frozen, time }: Stamp): string {
  return frozen ? (time === 0 ? words("set up") : words("frozen")) : words("running");
}
