// Course records: the attempts that the daemon keeps, newest first; and a recording beside the session, as a ghost.
import { outcomeNamed } from "../../protocol/exercises";
import { control, type ClientBody } from "../../protocol/messages";
import type { AttemptRecord } from "../../protocol/records";
import { currentLanguage, words } from "../../words";
import { outcomeName } from "../../words/outcomes";
import { byId, make, setText } from "../dom";
import { seen } from "../seen";
import { clockText } from "../timeline";

/** More of them are found by name. */
const mostRows = 200;

export interface RecordsActions {
  ask(body: ClientBody): Promise<boolean>;
  /** Oldest first; rejects with what to tell. */
  records(): Promise<AttemptRecord[]>;
  /** Opens a recording of the daemon's beside the session. */
  beside(file: string): void;
}

export class RecordsSheet {
  private root = byId("sheet-records");
  private filter = byId<HTMLInputElement>("records-filter");
  private state = byId("records-state");
  private table = byId("records-table");
  private rows = byId("records");
  private recording = byId<HTMLInputElement>("ghost-recording");
  private ghostState = byId("ghost-state");
  /** null: the daemon has not told yet. */
  private records: AttemptRecord[] | null = null;
  private trouble = "";
  private asked = false;

  constructor(private actions: RecordsActions) {
    this.filter.addEventListener("input", () => this.render());
    byId("records-again").addEventListener("click", () => void this.read());
    byId("ghost-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.setGhost(this.recording.value.trim());
    });
    byId("ghost-hide").addEventListener("click", () => void this.setGhost(""));
  }

  /** Once per picture; attempts may have ended since it was last looked at. */
  show(): void {
    const looked = seen(this.root) && !this.root.hidden;
    if (looked && !this.asked) void this.read();
    this.asked = looked;
  }

  /** What is made of words. */
  furnish(): void {
    this.render();
  }

  private async read(): Promise<void> {
    try {
      this.records = await this.actions.records();
      this.trouble = "";
    } catch (error) {
      this.records = null;
      this.trouble = (error as Error).message;
    }
    this.render();
  }

  private render(): void {
    const wanted = this.filter.value.trim().toLocaleLowerCase();
    const records = this.records ?? [];
    const found = records.filter(({ trainee, exercise, station }) => `${trainee}\n${exercise}\n${station}`.toLocaleLowerCase().includes(wanted));
    const shown = found.slice(-mostRows).reverse();
    this.rows.replaceChildren(...shown.map((record) => this.row(record)));
    this.table.hidden = shown.length === 0;
    setText(this.state, this.records ? stateText(records.length, found.length, shown.length) : this.trouble);
    this.state.classList.toggle("wrong", this.trouble !== "");
  }

  private row(record: AttemptRecord): HTMLElement {
    const { trainee, exercise, variant, attempt, ended, points, passed, outcome, time, recording } = record;
    const file = recording.split(/[\\/]/).at(-1)!;
    const who = make("td", "", make("strong", "", trainee || words("nobody was named")), make("div", "quiet", new Date(ended).toLocaleString(currentLanguage())));
    if (file) {
      const ghost = make("button", "jump", words("As ghost"));
      ghost.title = words("Shows {file} beside the session", { file });
      ghost.addEventListener("click", () => void this.setGhost(file));
      const beside = make("button", "jump", words("Beside"));
      beside.title = words("Shows {file} in a picture of its own", { file });
      beside.addEventListener("click", () => this.actions.beside(file));
      who.append(ghost, beside);
    }
    const what = make("td", "", variant ? `${exercise} · ${variant}` : exercise, make("div", "quiet", words("attempt {number}", { number: attempt })));
    const how = make("td", "", make("strong", passed ? "" : "wrong", points.toFixed(1)), make("div", "quiet", `${outcomeName(outcomeNamed(outcome))} · ${clockText(time)}`));
    const row = make("tr", "", who, what, how);
    row.dataset.testid = `record-${record.id}`;
    return row;
  }

  /** Empty: none. */
  private async setGhost(file: string): Promise<void> {
    this.recording.value = file;
    if (!(await this.actions.ask(new control.SetGhostT(file || null)))) return;
    setText(this.ghostState, file ? words("{file} runs beside, seen through.", { file }) : "");
  }
}

function stateText(all: number, found: number, shown: number): string {
  if (all === 0) return words("No attempt has ended yet.");
  if (found === 0) return words("None of {count} attempts is of that name.", { count: all });
  if (shown < found) return words("The newest {shown} of {count} attempts.", { shown, count: found });
  return words("attempts: {count}", { count: found });
}
