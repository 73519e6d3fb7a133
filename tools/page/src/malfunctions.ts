// What of a machine an instructor can break, push or falsify, from the server's list.
import type { Machine } from "./machines";
import type { EffectType } from "./protocol/effects";
import type { SceneMessage } from "./protocol/messages";

export type TargetKind = "motors" | "joints" | "wheels" | "controls" | "readings" | "bodies" | "others";

export interface TargetGroup {
  kind: TargetKind;
  /** In the server's order. */
  names: string[];
}

/** What is broken most comes first. */
const kinds: TargetKind[] = ["motors", "joints", "wheels", "controls", "readings", "bodies", "others"];

/**
 * Targets of a machine, and those that are nobody's, as the air and materials. With one machine, or none at hand: all.
 * `machines`: all of the scene.
 */
export function targetsOf(scene: SceneMessage, machines: readonly Machine[], machine: Machine | undefined, types: readonly EffectType[]): TargetGroup[] {
  const kindOf = kindsOf(scene);
  const owners = ownersOf(scene, machines);
  const groups = new Map<TargetKind, string[]>(kinds.map((kind) => [kind, []]));
  for (const name of new Set(types.flatMap(({ targets }) => targets))) {
    const part = partOf(name);
    const owner = owners.get(part) ?? machines.find((other) => other.name !== "" && part.startsWith(`${other.name}_`));
    if (machines.length > 1 && machine && owner && owner !== machine) continue;
    const kind = kindOf.get(name) ?? (name === part ? "others" : "readings");
    groups.get(kind)!.push(name);
  }
  return kinds.flatMap((kind) => (groups.get(kind)!.length > 0 ? [{ kind, names: groups.get(kind)! }] : []));
}

/** What can be done to a target. */
export function typesOf(types: readonly EffectType[], target: string): EffectType[] {
  return types.filter(({ targets }) => targets.includes(target));
}

/** The part that a reading such as `hitch.position[2]` is of. */
function partOf(name: string): string {
  return name.split(".")[0];
}

/** A name that parts of two kinds have is listed with the first kind. */
function kindsOf({ content, driveNames, joints, channels, bodyNames }: SceneMessage): Map<string, TargetKind> {
  const lists: [TargetKind, string[]][] = [
    ["bodies", bodyNames],
    ["controls", channels.map(({ name }) => name)],
    ["wheels", content.wheels.map(({ name }) => `${name}`)],
    ["joints", joints.map(({ name }) => name)],
    ["motors", driveNames],
  ];
  return new Map(lists.flatMap(([kind, names]) => names.map((name): [string, TargetKind] => [name, kind])));
}

function ownersOf({ content, driveNames, joints, channels, bodyNames }: SceneMessage, machines: readonly Machine[]): Map<string, Machine> {
  return new Map(machines.flatMap((machine) => [
    ...machine.bodies.map((id) => bodyNames[id]),
    ...machine.joints.map((id) => joints[id].name),
    ...machine.drives.map((id) => driveNames[id]),
    ...machine.wheels.map((id) => `${content.wheels[id].name}`),
    ...machine.channels.map((id) => channels[id].name),
  ].map((name): [string, Machine] => [name, machine])));
}
