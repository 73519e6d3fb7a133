// The scene as the page works with it: what is said of it once, for all panels.
import { machinesOf, mainBody, type Machine } from "./machines";
import type { SceneMessage } from "./protocol/messages";
import { inLanguage, labelOf } from "./words";
import { restValuesOf, type RestValues } from "./scene/rest_values";

export class SceneView {
  readonly machines: Machine[];
  /** By machine: the body that stands for it; -1: none. */
  readonly bodies: number[];
  readonly restValues: RestValues;

  /** `followed`: the body that the scene's camera follows. */
  constructor(
    readonly message: SceneMessage,
    followed: number,
  ) {
    this.machines = machinesOf(message);
    this.bodies = this.machines.map((machine) => mainBody(message, machine, followed));
    this.restValues = restValuesOf(message);
  }

  get many(): boolean {
    return this.machines.length > 1;
  }

  bodyOf(machine: Machine | undefined): number {
    return machine ? this.bodies[this.machines.indexOf(machine)] : -1;
  }

  /** What names of the machine's parts begin with, where there are many. */
  prefixOf(machine: Machine | undefined): string {
    return this.many && machine ? `${machine.name}_` : "";
  }

  /** Heading of a group of levers. */
  groupName(group: string): string {
    return labelOf(this.message.content.console?.groups.find(({ name }) => name === group) ?? {}, group);
  }

  /** For the operator: what to do here; empty: neither exercise nor scene says. */
  get task(): string {
    const { console, description } = this.message.content;
    const briefing = this.message.exercise && inLanguage(this.message.exercise.briefing);
    if (briefing) return briefing;
    return labelOf({ label: console?.task, labelRu: console?.taskRu }, `${description ?? ""}`);
  }
}
