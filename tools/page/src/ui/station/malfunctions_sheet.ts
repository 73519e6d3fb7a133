// Malfunctions and outside influences, from the server's list: one is chosen and begun; what acts is listed, and cleared.
import type { Machine } from "../../machines";
import { targetsOf, typesOf, type TargetKind } from "../../malfunctions";
import type { ActiveEffect, EffectParameter, EffectsMessage, EffectType } from "../../protocol/effects";
import { control, type ClientBody } from "../../protocol/messages";
import type { SceneView } from "../../scene_view";
import { words } from "../../words";
import { effectMeaning, effectName, serverUnit } from "../../words/effects";
import { byId, make, setText } from "../dom";
import { seen } from "../seen";
import { figure } from "./figure";

export interface MalfunctionActions {
  ask(body: ClientBody): Promise<boolean>;
  send(body: ClientBody): void;
}

/** ms between looks at what acts, while the sheet is seen: effects end by themselves, and triggers begin some. */
const lookMs = 1000;

export class MalfunctionsSheet {
  private root = byId("sheet-faults");
  private form = byId<HTMLFormElement>("fault-form");
  private machineName = byId("fault-machine");
  private target = byId<HTMLSelectElement>("fault-target");
  private type = byId<HTMLSelectElement>("fault-type");
  private meaning = byId("fault-meaning");
  private parameters = byId("fault-parameters");
  private strength = byId<HTMLInputElement>("fault-strength");
  private ramp = byId<HTMLInputElement>("fault-ramp");
  private duration = byId<HTMLInputElement>("fault-duration");
  private list = byId("fault-active");
  private empty = byId("fault-none");
  private clearAll = byId<HTMLButtonElement>("fault-clear-all");
  private rows = new Map<number, { row: HTMLElement; age: HTMLElement }>();
  private scene: SceneView | null = null;
  private machine: Machine | undefined;
  private types: EffectType[] = [];
  /** What the lists of choice were made of. */
  private furnished = "";
  private lookedAt = -Infinity;

  constructor(private actions: MalfunctionActions) {
    this.target.addEventListener("change", () => this.chooseTarget());
    this.type.addEventListener("change", () => this.chooseType());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.order(this.begun());
    });
    this.clearAll.addEventListener("click", () => void this.order(new control.ClearEffectT(0)));
  }

  /** What is chosen, as exercises say it: "TARGET TYPE KEY=VALUE ..."; empty: nothing is, or a number is missing. */
  get text(): string {
    if (!this.type.value || !this.form.checkValidity()) return "";
    const { target, type, parameters, strength, ramp, duration } = this.begun();
    const numbers = parameters.filter(({ value }) => value !== 0).map(({ name, value }) => `${name}=${value}`);
    const times = [strength < 1 && `strength=${strength}`, ramp > 0 && `ramp=${ramp}`, duration > 0 && `duration=${duration}`].filter(Boolean);
    return [target, type, ...numbers, ...times].join(" ");
  }

  /** Another scene, or other words. */
  setScene(scene: SceneView): void {
    this.scene = scene;
    this.furnished = "";
    this.rows.clear();
    this.list.replaceChildren();
    this.lookedAt = -Infinity;
  }

  /** Once per picture. `machine`: the one at hand. */
  show(now: number, machine: Machine | undefined): void {
    if (!seen(this.root)) return;
    if (machine !== this.machine) {
      this.machine = machine;
      this.furnish();
    }
    if (now - this.lookedAt > lookMs) this.look(now);
  }

  receive({ types, active }: EffectsMessage): void {
    this.types = types;
    this.furnish();
    this.showActive(active);
  }

  private look(now: number): void {
    this.lookedAt = now;
    this.actions.send(new control.ListEffectsT());
  }

  private async order(body: ClientBody): Promise<void> {
    await this.actions.ask(body);
    this.look(performance.now());
  }

  /** Makes the lists of choice, when they have changed; what is chosen stays chosen. */
  private furnish(): void {
    const { scene, machine } = this;
    if (!scene) return;
    setText(this.machineName, scene.many && machine ? machine.name : "");
    this.machineName.hidden = this.machineName.textContent === "";
    const groups = targetsOf(scene.message, scene.machines, machine, this.types);
    const made = JSON.stringify([groups, this.types.map(({ name }) => name)]);
    if (made === this.furnished) return;
    this.furnished = made;
    const chosen = this.target.value;
    this.target.replaceChildren(...groups.map(({ kind, names }) => {
      const group = make("optgroup", "", ...names.map((name) => make("option", "", name)));
      group.label = kindName(kind);
      return group;
    }));
    if (groups.some(({ names }) => names.includes(chosen))) this.target.value = chosen;
    this.chooseTarget();
  }

  private chooseTarget(): void {
    const chosen = this.type.value;
    const types = typesOf(this.types, this.target.value);
    this.type.replaceChildren(...types.map(({ name }) => {
      const option = make("option", "", effectName(name));
      option.value = name;
      return option;
    }));
    if (types.some(({ name }) => name === chosen)) this.type.value = chosen;
    this.chooseType();
  }

  private chooseType(): void {
    const type = this.types.find(({ name }) => name === this.type.value);
    setText(this.meaning, type ? effectMeaning(type.meaning) : "");
    this.parameters.replaceChildren(...(type?.parameters ?? []).map(parameterRow));
    byId("fault-times").hidden = type?.atOnce ?? true;
    byId<HTMLButtonElement>("fault-begin").disabled = !type;
  }

  private begun(): control.BeginEffectT {
    const inputs = [...this.parameters.querySelectorAll("input")].filter(({ value }) => value !== "");
    const parameters = inputs.map((input) => new control.EffectParameterT(input.name, input.valueAsNumber));
    const atOnce = byId("fault-times").hidden;
    const seconds = (input: HTMLInputElement) => (atOnce ? 0 : Number(input.value));
    return new control.BeginEffectT(this.target.value, this.type.value, parameters, this.strength.valueAsNumber / 100, seconds(this.ramp), seconds(this.duration));
  }

  /** Rows stay while their effects act: a button does not go from under a finger. */
  private showActive(active: readonly ActiveEffect[]): void {
    this.empty.hidden = active.length > 0;
    this.clearAll.hidden = active.length === 0;
    for (const [effect, { row }] of this.rows) {
      if (active.some((other) => other.effect === effect)) continue;
      row.remove();
      this.rows.delete(effect);
    }
    for (const effect of active) {
      let shown = this.rows.get(effect.effect);
      if (!shown) {
        shown = this.activeRow(effect);
        this.rows.set(effect.effect, shown);
        this.list.append(shown.row);
      }
      setText(shown.age, words("for {seconds} s", { seconds: effect.age.toFixed(1) }));
    }
  }

  private activeRow({ effect, target, type, parameters, strength }: ActiveEffect): { row: HTMLElement; age: HTMLElement } {
    const clear = make("button", "", words("Clear"));
    clear.dataset.testid = `clear-${target}-${type}`;
    clear.addEventListener("click", () => void this.order(new control.ClearEffectT(effect)));
    const numbers = parameters.filter(({ value }) => value !== 0).map(({ name, value }) => `${effectName(name)} ${figure(value)}`);
    if (strength < 1) numbers.unshift(`${Math.round(100 * strength)} %`);
    const age = make("span", "quiet");
    const what = make("div", "", make("strong", "", target), ` ${effectName(type)}`, make("div", "quiet", numbers.join(", ")), age);
    return { row: make("li", "", what, clear), age };
  }
}

function parameterRow({ name, unit, minimum, maximum, preset, meaning }: EffectParameter): HTMLElement {
  const input = make("input");
  input.type = "number";
  input.name = name;
  input.step = "any";
  input.min = `${minimum}`;
  input.max = `${maximum}`;
  input.required = preset === null;
  input.value = preset === null ? "" : `${preset}`;
  input.dataset.testid = `parameter-${name}`;
  const range = minimum === -maximum ? `±${figure(maximum)}` : `${figure(minimum)} … ${figure(maximum)}`;
  const about = [effectMeaning(meaning), range].filter(Boolean).join("; ");
  return make("label", "fault-number", make("span", "", effectName(name)), input, make("span", "quiet", serverUnit(unit)), make("span", "quiet about", about));
}

function kindName(kind: TargetKind): string {
  return {
    motors: words("motors"), joints: words("joints"), wheels: words("wheels"), controls: words("controls"), readings: words("readings"),
    bodies: words("bodies"), others: words("other things"),
  }[kind];
}
