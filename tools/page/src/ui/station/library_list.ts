// The scenes and exercises to choose from: what each looks like, what there is to do and by which keys, and its variants.
import { keysFor } from "../../input/keys";
import { drivenMachine, shortName } from "../../machines";
import { Refused } from "../../protocol/connection";
import type { LibraryFile, Variant } from "../../protocol/exercises";
import { control, ErrorCode, type Channel, type ClientBody, type SceneMessage } from "../../protocol/messages";
import { followedBody } from "../../scene/followed_body";
import { SceneView } from "../../scene_view";
import { inLanguage, labelOf, words } from "../../words";
import { byId, make } from "../dom";
import { keyChips } from "../lever_row";
import { seen } from "../seen";

export interface ChoosingActions {
  /** Sends; what is refused is told. */
  ask(body: ClientBody): Promise<boolean>;
  /** What a file is like; rejects with a Refused where it cannot run. */
  describe(file: string): Promise<SceneMessage>;
  /** A picture of a scene as it begins (px); null where nothing is drawn. */
  still(scene: SceneMessage, width: number, height: number): Promise<HTMLCanvasElement | null>;
}

/** What a look into the file has told. */
interface Look {
  picture: HTMLCanvasElement | null;
  /** Of the machine that keys drive, with its short name. */
  levers: { channel: Channel; name: string }[];
  /** Why it cannot run; empty: it can. */
  wrong: string;
}

interface Row {
  file: string;
  element: HTMLElement;
  picture: HTMLElement;
  text: HTMLElement;
  load: HTMLButtonElement;
}

const still = { width: 288, height: 162 };
/** Refusals that are the file's own fault; any other is of the moment: another instructor looks, say, or the connection was lost. */
const wrongFile = new Set<ErrorCode>([ErrorCode.NoSuchName, ErrorCode.SceneInvalid]);
const retryMs = 1000;

export class LibraryList {
  private list = byId("library");
  /** null: the server has not told yet. */
  private files: LibraryFile[] | null = null;
  private rows: Row[] = [];
  /** By file: the variant that was chosen for the next time. */
  private chosen = new Map<string, VariantChoice>();
  private looks = new Map<string, Look>();
  /** A look is on its way, or the next one waits a little. */
  private busy = false;

  /** `trainee`: who is to do the exercise; empty: as before. */
  constructor(private actions: ChoosingActions, private trainee: () => string) {}

  /** Rows stay while nothing has changed: a button does not go from under a finger. What is wrong with a file may have been mended. */
  receive(files: LibraryFile[]): void {
    const wrong = [...this.looks].filter(([, look]) => look.wrong !== "").map(([file]) => file);
    if (wrong.length === 0 && JSON.stringify(files) === JSON.stringify(this.files)) return;
    for (const file of wrong) this.looks.delete(file);
    this.files = files;
    this.furnish();
  }

  /** What is made of words. */
  furnish(): void {
    const { files } = this;
    if (!files) return;
    const exercises = files.filter(({ isExercise }) => isExercise).map((file) => this.row(file));
    const scenes = files.filter(({ isExercise }) => !isExercise).map((file) => this.row(file));
    this.rows = [...exercises, ...scenes];
    for (const row of this.rows) this.showLook(row);
    this.list.replaceChildren(
      ...(exercises.length === 0 ? [make("li", "hint", words("There are no exercises in the library."))] : exercises.map(({ element }) => element)),
      ...(scenes.length === 0 ? [] : [make("li", "", make("h2", "", words("Scenes without an exercise"))), ...scenes.map(({ element }) => element)]),
    );
  }

  /** Once per picture: looks into one file in sight after the other. */
  show(): void {
    if (this.busy) return;
    const row = this.rows.find(({ file, load, element }) => !load.disabled && !this.looks.has(file) && seen(element));
    if (row) void this.look(row);
  }

  private async look({ file }: Row): Promise<void> {
    this.busy = true;
    try {
      const message = await this.actions.describe(file);
      const picture = await this.actions.still(message, still.width, still.height);
      this.looks.set(file, { picture, levers: leversOf(message), wrong: "" });
    } catch (error) {
      if (!(error instanceof Refused && wrongFile.has(error.code))) {
        setTimeout(() => (this.busy = false), retryMs);
        return;
      }
      this.looks.set(file, { picture: null, levers: [], wrong: error.message });
    }
    this.busy = false;
    // The list may have been made anew meanwhile.
    const row = this.rows.find((candidate) => candidate.file === file);
    if (row) this.showLook(row);
  }

  private showLook({ file, picture, text, load }: Row): void {
    const look = this.looks.get(file);
    if (!look) return;
    if (look.picture) picture.replaceChildren(look.picture);
    const keys = keysFor(look.levers.map(({ channel }) => channel));
    const chips = look.levers.map(({ channel, name }, i) => [keyChips(keys[i].lower, "−", "lowers", channel.name), keyChips(keys[i].raise, "+", "raises", channel.name), labelOf(channel, words(name))] as const);
    const told = chips.filter(([lower, raise]) => lower.length + raise.length > 0);
    if (told.length > 0) text.append(make("div", "quiet keys", ...told.map(([lower, raise, name]) => make("span", "", ...lower, ...raise, ` ${name}`))));
    if (look.wrong) text.append(make("div", "wrong", look.wrong));
    load.disabled = look.wrong !== "";
  }

  private row({ file, title, briefing, isExercise, wrong, variants }: LibraryFile): Row {
    const load = make("button", "", words("Set up"));
    load.dataset.testid = `load-${file}`;
    load.disabled = wrong !== "";
    load.addEventListener("click", () => {
      // An exercise waits for Start; whoever opens a scene wants to see it move.
      void this.actions.ask(new control.ReloadT(file, isExercise, isExercise ? this.trainee() || null : null, variantOf(this.chosen.get(file) ?? "")));
    });
    const name = inLanguage(title) || file;
    const text = make("div", "library-text", make("div", "quiet", inLanguage(briefing)));
    if (wrong) text.append(make("div", "wrong", wrong));
    if (variants.length > 0) text.append(this.variantChoice(file, variants));
    const picture = make("div", "still");
    picture.role = "img";
    picture.ariaLabel = words("Picture of {name}", { name });
    picture.dataset.testid = `still-${file}`;
    return { file, element: make("li", "library-file", picture, make("strong", "", name), text, load), picture, text, load };
  }

  private variantChoice(file: string, variants: readonly Variant[]): HTMLElement {
    const choices: [VariantChoice, string][] = [
      ["", words("as its file says")], ...variants.map(({ name, title }): [VariantChoice, string] => [`=${name}`, inLanguage(title) || name]),
      ["=", words("without any variant")],
    ];
    const select = make("select", "", ...choices.map(([value, text]) => new Option(text, value)));
    select.ariaLabel = words("Variant");
    select.title = words("Variant");
    select.dataset.testid = `variant-${file}`;
    select.value = this.chosen.get(file) ?? "";
    select.addEventListener("change", () => this.chosen.set(file, select.value as VariantChoice));
    return select;
  }
}

/** Empty: as the exercise's file says; else an equals sign and the variant's name, which is empty for the scene as it is. */
type VariantChoice = "" | `=${string}`;

/** For Reload. */
function variantOf(choice: VariantChoice): string | null {
  return choice === "" ? null : choice.slice(1);
}

/** Of the machine that keys drive from the start. */
function leversOf(message: SceneMessage): Look["levers"] {
  const followed = followedBody(message.content);
  const view = new SceneView(message, followed);
  const machine = drivenMachine(view.machines, followed);
  const prefix = view.prefixOf(machine);
  return (machine?.channels ?? []).map((i) => ({ channel: message.channels[i], name: shortName(message.channels[i].name, prefix) }));
}
