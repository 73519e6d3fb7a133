// An exercise made in the page: start, zones, triggers and criteria, checked by the server and put into its library.
import {
  complaintsOf, criterionTypes, emptyDraft, exerciseOf, startsOf, type ActionDraft, type Complaint, type ConditionDraft, type CriterionDraft, type CriterionType,
  type TriggerDraft,
} from "../../making/draft";
import { control, poseStride, type ClientBody } from "../../protocol/messages";
import type { Moment } from "../../quantities/quantity";
import type { SceneView } from "../../scene_view";
import { words } from "../../words";
import { byId, make, setText } from "../dom";
import type { MapPanel } from "../map_panel";
import { entry, fieldRow, type Field } from "./maker_rows";

/** What the server takes in one message is 64 KiB, with its head and the file's name. */
const mostBytes = 63_000;

export interface MakerActions {
  /** Rejects with the server's words. */
  request(body: ClientBody): Promise<void>;
  /** As the malfunctions sheet is set now: "TARGET TYPE KEY=VALUE ..."; empty: nothing is chosen. */
  malfunction(): string;
  ask(body: ClientBody): Promise<boolean>;
}

export class MakerSheet {
  private draft = emptyDraft();
  private head = byId("maker-head");
  private lists = { starts: byId("maker-starts"), zones: byId("maker-zones"), triggers: byId("maker-triggers"), criteria: byId("maker-criteria") };
  private state = byId("maker-state");
  private complaints = byId("maker-complaints");
  private replace = byId<HTMLInputElement>("maker-replace");
  private scene: SceneView | null = null;
  private sceneFile = "";
  private moment: Moment | null = null;

  constructor(
    private map: MapPanel,
    private actions: MakerActions,
  ) {
    const on = (id: string, act: () => void) => byId(id).addEventListener("click", act);
    on("maker-start", () => this.takeStart());
    on("maker-zone", () => this.drawZone());
    on("maker-zone-here", () => this.zoneHere());
    on("maker-trigger", () => this.add("triggers", this.newTrigger({ type: "message", text: "" })));
    on("maker-malfunction", () => this.addMalfunction());
    on("maker-criterion", () => this.add("criteria", this.newCriterion()));
    on("maker-check", () => void this.store(true));
    on("maker-store", () => void this.store(false));
    on("maker-download", () => this.download());
  }

  /** Another scene: what was made for the one before names its parts. */
  begin(scene: SceneView): void {
    if (this.scene?.message.fingerprint !== scene.message.fingerprint) this.draft = emptyDraft();
    this.furnish(scene);
  }

  /** What is made of words. */
  furnish(scene: SceneView): void {
    this.scene = scene;
    this.build();
  }

  /** What a file in the library says as its scene. */
  setSceneFile(file: string): void {
    this.sceneFile = file;
  }

  note(moment: Moment): void {
    this.moment = moment;
  }

  private get text(): string {
    return `${JSON.stringify(exerciseOf(this.draft, this.sceneFile, this.ground), null, 2)}\n`;
  }

  /** Height (m) on which the machines stand, about. */
  private get ground(): number {
    const heights = (this.scene?.bodies ?? []).filter((id) => id >= 0).map((id) => this.scene!.message.content.bodies[id]?.position?.z ?? 0);
    return heights.length === 0 ? 0 : Math.min(...heights);
  }

  private takeStart(): void {
    if (!this.scene || !this.moment) return;
    this.draft.starts = startsOf(this.scene.message.content, this.scene.bodies, this.moment);
    this.build();
    setText(this.state, this.draft.starts.length > 0 ? words("Machines begin where they stand now.") : words("No machine has moved from where its scene begins."));
  }

  private drawZone(): void {
    setText(this.state, words("Draw the zone on the map at the left."));
    this.map.drawRectangle((rectangle) => {
      this.draft.zones.push({ name: this.unused("zone", this.draft.zones), ...rectangle });
      setText(this.state, "");
      this.build();
    });
  }

  /** To be put right by its numbers: without a pointer, or where there is no room for a map. */
  private zoneHere(): void {
    const id = this.scene?.bodies.find((body) => body >= 0) ?? -1;
    const [x, y] = this.moment && id >= 0 ? [this.moment.poses[id * poseStride], this.moment.poses[id * poseStride + 1]] : [0, 0];
    this.draft.zones.push({ name: this.unused("zone", this.draft.zones), x: Math.round(x) - 2, y: Math.round(y) - 2, width: 4, height: 4 });
    this.build();
    this.lists.zones.lastElementChild?.querySelector("input")?.focus();
  }

  private addMalfunction(): void {
    const effect = this.actions.malfunction();
    if (effect === "") return setText(this.state, words("Choose the malfunction under Malfunctions first: as it is set there it comes here."));
    this.add("triggers", this.newTrigger({ type: "malfunction", effect }));
  }

  private add(list: "triggers", item: TriggerDraft): void;
  private add(list: "criteria", item: CriterionDraft): void;
  private add(list: "triggers" | "criteria", item: TriggerDraft | CriterionDraft): void {
    (this.draft[list] as (TriggerDraft | CriterionDraft)[]).push(item);
    this.build();
    this.lists[list].lastElementChild?.querySelector<HTMLElement>("input, select")?.focus();
  }

  private newTrigger(action: ActionDraft): TriggerDraft {
    return { name: this.unused("trigger", this.draft.triggers), when: this.newCondition(), forAtLeast: 0, action };
  }

  private newCriterion(): CriterionDraft {
    const body = this.bodyName;
    return {
      name: this.unused("criterion", this.draft.criteria), type: "peak", title: "", when: this.newCondition(), quantity: `${body}.speed`, body, other: "",
      tolerance: 0, penalty: 1, weight: 50,
    };
  }

  private newCondition(): ConditionDraft {
    const zone = this.draft.zones.at(-1);
    return zone ? { type: "zone", zone: zone.name, body: this.bodyName } : { type: "time", after: 10 };
  }

  private unused(stem: string, list: readonly { name: string }[]): string {
    for (let i = list.length + 1; ; ++i) if (!list.some(({ name }) => name === `${stem}_${i}`)) return `${stem}_${i}`;
  }

  private get bodyName(): string {
    const id = this.scene?.bodies.find((body) => body >= 0) ?? -1;
    return this.scene?.message.bodyNames[id] ?? "";
  }

  /** Makes all rows anew. */
  private build(): void {
    const { draft } = this;
    const set = (key: "name" | "title" | "titleRu" | "briefing" | "briefingRu", label: string, long = false, optional = false): Field =>
      ({ label, value: draft[key], long, optional, testid: `maker-${key}`, set: (value) => (draft[key] = value) });
    this.head.replaceChildren(...[
      set("name", words("name of the file")), set("title", words("title")), set("titleRu", words("title in Russian"), false, true), set("briefing", words("task"), true),
      set("briefingRu", words("task in Russian"), true, true),
      number(words("time limit (s)"), draft.timeLimit, (value) => (draft.timeLimit = value), "maker-limit"),
      number(words("points to pass"), draft.passMark, (value) => (draft.passMark = value)),
    ].map(fieldRow));
    this.head.dataset.path = "";
    this.lists.starts.replaceChildren(...draft.starts.map((start, i) =>
      entry(`changes.places[${i}]`, start.machine, [
        number("x (m)", start.move[0], (value) => (start.move[0] = value)), number("y (m)", start.move[1], (value) => (start.move[1] = value)),
        number(words("turned by (°)"), start.turnDeg, (value) => (start.turnDeg = value)),
      ], () => this.remove(draft.starts, start))));
    this.lists.zones.replaceChildren(...draft.zones.map((zone, i) =>
      entry(`changes.bodies[${i}]`, zone.name, [
        { label: words("name"), value: zone.name, set: (value) => (zone.name = value) },
        ...(["x", "y", "width", "height"] as const).map((key) => number({ x: "x (m)", y: "y (m)", width: words("length along x (m)"), height: words("length along y (m)") }[key], zone[key], (value) => {
          zone[key] = value;
          this.map.zones = [...draft.zones];
        })),
      ], () => this.remove(draft.zones, zone))));
    this.lists.triggers.replaceChildren(...draft.triggers.map((trigger, i) => entry(`triggers[${i}]`, trigger.name, this.triggerFields(trigger), () => this.remove(draft.triggers, trigger))));
    this.lists.criteria.replaceChildren(...draft.criteria.map((criterion, i) =>
      entry(`criteria[${i}]`, criterion.name, this.criterionFields(criterion), () => this.remove(draft.criteria, criterion))));
    this.map.zones = [...draft.zones];
    this.complaints.replaceChildren();
    byId("maker-quantities").replaceChildren(...quantityNames(this.scene).map((name) => new Option(name, name)));
    byId("maker-bodies").replaceChildren(...(this.scene?.message.bodyNames ?? []).map((name) => new Option(name, name)));
  }

  private remove<T>(list: T[], item: T): void {
    list.splice(list.indexOf(item), 1);
    this.build();
  }

  private triggerFields(trigger: TriggerDraft): Field[] {
    const { action } = trigger;
    const actionType: Field = {
      label: words("then"), value: action.type, choices: [["message", words("tell the trainee")], ["bookmark", words("bookmark")], ["malfunction", words("malfunction")], ["clear", words("malfunctions end")], ["mark", words("costs points")], ["end", words("the exercise ends")]],
      set: (type) => {
        trigger.action = newAction(type as ActionDraft["type"]);
        this.build();
      },
    };
    return [
      { label: words("name"), value: trigger.name, set: (value) => (trigger.name = value) },
      ...this.conditionFields(trigger.when, (when) => (trigger.when = when)),
      number(words("for at least (s)"), trigger.forAtLeast, (value) => (trigger.forAtLeast = value)), actionType, ...actionFields(action),
    ];
  }

  private conditionFields(when: ConditionDraft, set: (when: ConditionDraft) => void): Field[] {
    const zones = this.draft.zones.map(({ name }): [string, string] => [name, name]);
    const type: Field = {
      label: words("when"), value: when.type, choices: [["zone", words("a body is in a zone")], ["quantity", words("a quantity is")], ["time", words("time has passed")]],
      set: (value) => {
        const made: Record<string, ConditionDraft> = {
          zone: { type: "zone", zone: this.draft.zones.at(-1)?.name ?? "", body: this.bodyName }, time: { type: "time", after: 10 },
          quantity: { type: "quantity", quantity: `${this.bodyName}.speed`, above: 1, below: null, unit: "" },
        };
        set(made[value]);
        this.build();
      },
    };
    if (when.type === "zone") {
      return [type, { label: words("zone"), value: when.zone, choices: zones, set: (value) => (when.zone = value) }, { label: words("body"), value: when.body, list: "maker-bodies", set: (value) => (when.body = value) }];
    }
    if (when.type === "time") return [type, number(words("after (s)"), when.after, (value) => (when.after = value))];
    return [
      type, { label: words("quantity"), value: when.quantity, list: "maker-quantities", set: (value) => (when.quantity = value) },
      bound(words("above"), when.above, (value) => (when.above = value)), bound(words("below"), when.below, (value) => (when.below = value)),
      { label: words("unit"), value: when.unit, optional: true, set: (value) => (when.unit = value) },
    ];
  }

  private criterionFields(criterion: CriterionDraft): Field[] {
    const type: Field = {
      label: words("counts"), value: criterion.type, choices: criterionTypes.map((name) => [name, criterionName(name)]),
      set: (value) => {
        criterion.type = value as CriterionType;
        this.build();
      },
    };
    const body = (key: "body" | "other", label: string): Field => ({ label, value: criterion[key], list: "maker-bodies", set: (value) => (criterion[key] = value) });
    const quantity: Field = { label: words("quantity"), value: criterion.quantity, list: "maker-quantities", set: (value) => (criterion.quantity = value) };
    const condition = () => this.conditionFields(criterion.when, (when) => (criterion.when = when));
    const own: Record<CriterionType, () => Field[]> = {
      time: condition, count: condition, peak: () => [quantity], final: () => [quantity], rms: () => [quantity],
      impulse: () => [body("body", words("body")), body("other", words("with"))], jerk: () => [body("body", words("body"))], duration: () => [], marks: () => [],
    };
    return [
      { label: words("name"), value: criterion.name, set: (value) => (criterion.name = value) },
      { label: words("title"), value: criterion.title, optional: true, set: (value) => (criterion.title = value) }, type, ...own[criterion.type](),
      number(words("free up to"), criterion.tolerance, (value) => (criterion.tolerance = value)),
      number(words("points per unit"), criterion.penalty, (value) => (criterion.penalty = value)),
      number(words("points at most"), criterion.weight, (value) => (criterion.weight = value)),
    ];
  }

  private get fileName(): string {
    return `${this.draft.name.trim()}.json`;
  }

  private async store(checkOnly: boolean): Promise<void> {
    const size = new TextEncoder().encode(this.text).length;
    if (size > mostBytes) {
      const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);
      setText(this.state, words("It is too large: {size} kB, and the server takes {most} kB.", { size: kilobytes(size), most: kilobytes(mostBytes) }));
      return;
    }
    setText(this.state, words("It is being checked."));
    try {
      await this.actions.request(new control.StoreExerciseT(this.fileName, this.text, checkOnly, this.replace.checked));
      this.showComplaints([]);
      setText(this.state, checkOnly ? words("Nothing is wrong with it.") : words("It is in the library."));
      if (!checkOnly) void this.actions.ask(new control.ListScenesT());
    } catch (error) {
      this.showComplaints(complaintsOf((error as Error).message));
      setText(this.state, words("There is something to mend, marked at its place."));
    }
  }

  /** Each at the entry that it is about; the others below. */
  private showComplaints(list: readonly Complaint[]): void {
    for (const old of byId("sheet-maker").querySelectorAll(".complaint")) old.remove();
    const rows = [...byId("sheet-maker").querySelectorAll<HTMLElement>("[data-path]")].filter(({ dataset }) => dataset.path !== "");
    for (const { path, text } of list) {
      const row = rows.find(({ dataset }) => path.startsWith(dataset.path!));
      const within = row ? path.slice(row.dataset.path!.length + 1) : path;
      const said = make(row ? "p" : "li", "complaint wrong", within ? `${within}: ${text}` : text);
      (row ?? this.complaints).append(said);
    }
    byId("sheet-maker").querySelector(".complaint")?.scrollIntoView({ block: "nearest" });
  }

  private download(): void {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([this.text], { type: "application/json" }));
    link.download = this.fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

function number(label: string, value: number, set: (value: number) => void, testid?: string): Field {
  return { label, value, testid, set: (text) => set(Number(text)) };
}

/** Empty: no bound. */
function bound(label: string, value: number | null, set: (value: number | null) => void): Field {
  return { label, value: value ?? NaN, optional: true, set: (text) => set(text === "" ? null : Number(text)) };
}

function newAction(type: ActionDraft["type"]): ActionDraft {
  switch (type) {
    case "malfunction": return { type, effect: "" };
    case "clear": return { type };
    case "mark": return { type, criterion: "", points: 10 };
    case "end": return { type, outcome: "completed" };
    default: return { type, text: "" };
  }
}

function actionFields(action: ActionDraft): Field[] {
  switch (action.type) {
    case "malfunction": return [{ label: words("malfunction"), value: action.effect, set: (value) => (action.effect = value) }];
    case "clear": return [];
    case "mark": return [{ label: words("criterion"), value: action.criterion, set: (value) => (action.criterion = value) }, number(words("points"), action.points, (value) => (action.points = value))];
    case "end": return [{ label: words("as"), value: action.outcome, choices: [["completed", words("completed")], ["failed", words("failed")]], set: (value) => (action.outcome = value as "completed" | "failed") }];
    default: return [{ label: words("text"), value: action.text, set: (value) => (action.text = value) }];
  }
}

/** As exercises and tables name them. */
function quantityNames(scene: SceneView | null): string[] {
  if (!scene) return [];
  const { bodyNames, content, joints, driveNames, channels } = scene.message;
  const moving = bodyNames.filter((_, id) => !content.bodies[id]?.static_);
  return [
    ...moving.flatMap((name) => ["speed", "x", "y", "z", "heading", "tilt"].map((what) => `${name}.${what}`)),
    ...joints.flatMap(({ name, axes }) => (axes === 1 ? [`${name}.position`] : Array.from({ length: axes }, (_, i) => `${name}.position[${i}]`))),
    ...driveNames.map((name) => `${name}.current`), ...channels.map(({ name }) => `${name}.command`),
  ];
}

function criterionName(type: CriterionType): string {
  return {
    duration: words("time needed"), time: words("time that something holds"), count: words("how often something happens"), peak: words("largest value"), final: words("value at the end"),
    rms: words("mean deviation"), impulse: words("collisions"), jerk: words("jerk"), marks: words("points of triggers"),
  }[type];
}
