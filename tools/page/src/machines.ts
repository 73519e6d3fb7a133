// Machines, as people see them: what joints connect, with the channels, joints, drives and wheels that are theirs.
import type { SceneMessage } from "./protocol/messages";

/** Indices in the scene's lists. */
export interface Machine {
  name: string;
  bodies: number[];
  joints: number[];
  drives: number[];
  wheels: number[];
  channels: number[];
}

type Text = string | Uint8Array | null;

/** Something that acts on a joint by channels. */
interface Acting {
  joint: Text;
  controls: Text[];
}

/** Every machine of the scene that has something to show; channels that act on none come last. A scene with one machine is one. */
export function machinesOf(scene: SceneMessage): Machine[] {
  const { content, bodyNames } = scene;
  const { moving, first } = connections(scene);
  const machines = new Map<number, Machine>();
  bodyNames.forEach((name, id) => {
    if (moving(name) < 0) return;
    const machine = machines.get(first(id));
    if (machine) machine.bodies.push(id);
    else machines.set(id, { name: "", bodies: [id], joints: [], drives: [], wheels: [], channels: [] });
  });
  const ofJoint = new Map<string, Machine>();
  content.joints.forEach(({ name, parent, child }, i) => {
    const machine = machines.get(first(Math.max(moving(child), moving(parent))));
    if (!machine) return;
    ofJoint.set(`${name}`, machine);
    machine.joints.push(i);
  });
  content.drives.forEach((drive, i) => ofJoint.get(`${drive.joint}`)?.drives.push(i));
  content.wheels.forEach((wheel, i) => ofJoint.get(`${wheel.joint}`)?.wheels.push(i));

  const inputs = (part: { control: Text; inputs: { control: Text }[] }) => [part.control, ...part.inputs.map((input) => input.control)];
  const acting: Acting[] = [
    ...[...content.drives, ...content.brakes].map((part) => ({ joint: part.joint, controls: inputs(part) })),
    ...content.steerings.map((part) => ({ joint: part.joints[0] ?? null, controls: inputs(part) })),
    ...content.hitches.map((part) => ({ joint: part.joint, controls: [part.control] })),
    ...content.couplings.map((part) => ({ joint: part.joints[0] ?? null, controls: [part.lockControl] })),
  ];
  const ofChannel = new Map(acting.flatMap(({ joint, controls }) => controls.map((control) => [`${control}`, ofJoint.get(`${joint}`)])));
  const others: Machine = { name: "others", bodies: [], joints: [], drives: [], wheels: [], channels: [] };
  scene.channels.forEach(({ name }, i) => (ofChannel.get(name) ?? others).channels.push(i));

  const list = [...machines.values()].filter((m) => m.joints.length + m.channels.length > 0);
  if (list.length <= 1) list.splice(0, 1, all(scene));
  else if (others.channels.length > 0) list.push(others);
  if (list.length > 1) for (const machine of list) if (machine !== others) machine.name = nameOf(machine.bodies.map((id) => bodyNames[id]));
  return list;
}

/** The bodies that joints connect with this one, itself among them. */
export function connectedWith(scene: SceneMessage, body: number): number[] {
  const { first } = connections(scene);
  return scene.bodyNames.flatMap((_, id) => (first(id) === first(body) ? [id] : []));
}

/** `moving`: index of a body that is not static, else -1. `first`: the lowest of those that joints connect with a body. */
function connections({ content, bodyNames }: SceneMessage): { moving(name: Text): number; first(id: number): number } {
  const idOf = new Map(bodyNames.map((name, id) => [name, id]));
  const moving = (name: Text) => {
    const id = idOf.get(`${name}`) ?? -1;
    return id < 0 || content.bodies[id]?.static_ ? -1 : id;
  };
  const before = bodyNames.map((_, id) => id);
  const first = (id: number): number => (before[id] === id ? id : (before[id] = first(before[id])));
  for (const { parent, child } of content.joints) {
    const [a, b] = [moving(parent), moving(child)];
    if (a >= 0 && b >= 0) before[Math.max(first(a), first(b))] = Math.min(first(a), first(b));
  }
  return { moving, first };
}

/** The machine that a hand on the keys drives while `body` is followed: its own, else the first that can be driven. */
export function drivenMachine(machines: Machine[], body: number): Machine | undefined {
  const drivable = machines.filter((machine) => machine.channels.length > 0);
  return drivable.find((machine) => machine.bodies.includes(body)) ?? drivable[0];
}

function all(scene: SceneMessage): Machine {
  const indices = (list: readonly unknown[]) => list.map((_, i) => i);
  const { content, bodyNames, channels } = scene;
  return {
    name: "", bodies: indices(bodyNames), joints: indices(content.joints), drives: indices(content.drives),
    wheels: indices(content.wheels), channels: indices(channels),
  };
}

/** What the names of its bodies begin with, up to an underscore; else the first one's name. */
function nameOf(bodies: string[]): string {
  let same = bodies.length > 1 ? bodies[0].length : 0;
  for (const name of bodies) while (!name.startsWith(bodies[0].slice(0, same))) --same;
  const end = bodies[0].slice(0, same).lastIndexOf("_");
  return end > 0 ? bodies[0].slice(0, end) : bodies[0];
}

/** A part's name without what those of its machine begin with. */
export function shortName(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** The body that stands for a machine, on a map and for cameras: the one followed from the start, else what its drives push, else the heaviest. */
export function mainBody({ content, bodyNames }: SceneMessage, machine: Machine, followed: number): number {
  if (machine.bodies.includes(followed)) return followed;
  const moving = machine.bodies.filter((id) => !content.bodies[id]?.static_);
  const joint = content.joints.find(({ name }) => name === content.drives[machine.drives[0]]?.joint);
  const pushed = joint ? bodyNames.indexOf(`${joint.parent}`) : -1;
  if (moving.includes(pushed)) return pushed;
  return moving.reduce((best, id) => (best < 0 || (content.bodies[id].mass ?? 0) > (content.bodies[best].mass ?? 0) ? id : best), -1);
}
