// An exercise in the making: what the maker sheet edits, and the exercise file (protocol/exercise.fbs) that it becomes.
import type { Moment } from "../quantities/quantity";
import { poseStride } from "../protocol/messages";
import type * as scene from "#protocol/scene";
import { orientationOf } from "../view/shapes";

/** On the map (m): a corner, and how far it goes from there. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Zone extends Rectangle {
  name: string;
}

/** A machine that begins elsewhere than in its scene. */
export interface Start {
  machine: string;
  turnDeg: number;
  move: [number, number, number];
}

export type ConditionDraft =
  | { type: "quantity"; quantity: string; above: number | null; below: number | null; unit: string }
  | { type: "zone"; zone: string; body: string }
  | { type: "time"; after: number };

export type ActionDraft =
  | { type: "message" | "bookmark"; text: string }
  | { type: "malfunction"; effect: string }
  | { type: "clear" }
  | { type: "mark"; criterion: string; points: number }
  | { type: "end"; outcome: "completed" | "failed" };

export interface TriggerDraft {
  name: string;
  when: ConditionDraft;
  /** s without a break. */
  forAtLeast: number;
  action: ActionDraft;
}

export const criterionTypes = ["duration", "time", "count", "peak", "final", "rms", "impulse", "jerk", "marks"] as const;
export type CriterionType = (typeof criterionTypes)[number];

export interface CriterionDraft {
  name: string;
  type: CriterionType;
  title: string;
  /** Of time and count. */
  when: ConditionDraft;
  /** Of peak, final and rms. */
  quantity: string;
  /** Of impulse and jerk. */
  body: string;
  /** Of impulse: what is not to be touched. */
  other: string;
  tolerance: number;
  penalty: number;
  weight: number;
}

export interface Draft {
  name: string;
  title: string;
  titleRu: string;
  briefing: string;
  briefingRu: string;
  /** s; 0: none. */
  timeLimit: number;
  passMark: number;
  starts: Start[];
  zones: Zone[];
  triggers: TriggerDraft[];
  criteria: CriterionDraft[];
}

export function emptyDraft(): Draft {
  const criterion = { name: "time", type: "duration", title: "", when: { type: "time", after: 0 }, quantity: "", body: "", other: "", tolerance: 60, penalty: 1, weight: 100 } as const;
  return {
    name: "my_exercise", title: "", titleRu: "", briefing: "", briefingRu: "", timeLimit: 120, passMark: 60, starts: [], zones: [], triggers: [],
    criteria: [{ ...criterion }],
  };
}

/** How high a drawn zone is (m), and how far below the machines' ground it begins. */
const zoneHeight = 6;
const zoneBelow = 2;
/** Less than this (m, degrees) has not moved. */
const stillMove = 0.02;
const stillTurn = 0.5;
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Where machines stand now against where their scene begins; those that have not moved are left out. `bodies`: each one's own. */
export function startsOf(content: scene.SceneT, bodies: readonly number[], { poses }: Moment): Start[] {
  return bodies.flatMap((id): Start[] => {
    const body = content.bodies[id];
    if (!body) return [];
    const at = id * poseStride;
    const { x, y, z } = body.position ?? { x: 0, y: 0, z: 0 };
    const move: [number, number, number] = [rounded(poses[at] - x), rounded(poses[at + 1] - y), rounded(poses[at + 2] - z)];
    const q = orientationOf(body);
    const turn = headingDeg(poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]) - headingDeg(q.w, q.x, q.y, q.z);
    const turnDeg = rounded(turn - 360 * Math.round(turn / 360));
    if (Math.hypot(...move) < stillMove && Math.abs(turnDeg) < stillTurn) return [];
    return [{ machine: `${body.name}`, turnDeg, move }];
  });
}

function headingDeg(w: number, x: number, y: number, z: number): number {
  return (Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * 180) / Math.PI;
}

/** `scene`: what the file says as its scene. `ground`: the height (m) where zones begin. */
export function exerciseOf(draft: Draft, scene: string, ground: number): object {
  const changes = {
    ...some("places", draft.starts.map(({ machine, turnDeg, move }) => ({ machine, turn_deg: turnDeg, move }))),
    ...some("bodies", draft.zones.map((zone) => zoneBody(zone, ground))),
  };
  return {
    name: draft.name, scene, title: text(draft.title, draft.titleRu), briefing: text(draft.briefing, draft.briefingRu),
    ...(Object.keys(changes).length > 0 && { changes }),
    ...(draft.timeLimit > 0 && { time_limit: draft.timeLimit }),
    ...some("triggers", draft.triggers.map(triggerOf)),
    criteria: draft.criteria.map(criterionOf), pass_mark: draft.passMark,
  };
}

function some<T>(name: string, list: T[]): Record<string, T[]> {
  return list.length > 0 ? { [name]: list } : {};
}

function text(en: string, ru: string): { en: string; ru?: string } {
  return ru ? { en: en || ru, ru } : { en };
}

/** A sensor that stands on the ground. */
function zoneBody({ name, x, y, width, height }: Zone, ground: number): object {
  const shape = { type: "box", size: [width, height, zoneHeight], position: [x + width / 2, y + height / 2, ground - zoneBelow + zoneHeight / 2].map(rounded), sensor: true };
  return { name, static: true, shapes: [shape] };
}

function triggerOf({ name, when, forAtLeast, action }: TriggerDraft): object {
  return { name, when: { ...conditionOf(when), ...(forAtLeast > 0 && { for_at_least: forAtLeast }) }, actions: [actionOf(action)] };
}

function actionOf(action: ActionDraft): object {
  return action.type === "message" || action.type === "bookmark" ? { type: action.type, text: { en: action.text } } : { ...action };
}

function conditionOf(when: ConditionDraft): object {
  if (when.type === "zone") return { type: "zone", zone: when.zone, bodies: [when.body] };
  if (when.type === "time") return { ...when };
  const { type, quantity, above, below, unit } = when;
  return { type, quantity, ...(above !== null && { above }), ...(below !== null && { below }), ...(unit && { unit }) };
}

function criterionOf({ name, type, title, when, quantity, body, other, tolerance, penalty, weight }: CriterionDraft): object {
  const own = {
    time: { when: conditionOf(when) }, count: { when: conditionOf(when) }, peak: { quantity }, final: { quantity }, rms: { quantity },
    impulse: { bodies: [body], with: [other] }, jerk: { body }, duration: {}, marks: {},
  }[type];
  return { name, type, ...(title && { title: { en: title } }), ...own, tolerance, penalty, weight };
}

/** A complaint of the server about a text: where, and what. */
export interface Complaint {
  /** As `triggers[0].when.quantity`; empty: the text as a whole. */
  path: string;
  text: string;
}

/** Of lines such as "my.json:1: triggers[0].name: is missing". */
export function complaintsOf(said: string): Complaint[] {
  return said.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const without = line.replace(/^[^:]*:(\d+:)?\s*/, "");
    const place = /^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*): (.*)$/.exec(without);
    return place ? { path: place[1], text: place[2] } : { path: "", text: without };
  });
}
