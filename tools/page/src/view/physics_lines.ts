// What the physics does, over the picture: contact points and forces, centres of mass over what carries them, ways of machines.
import { Color, Vector3 } from "three";
import { connectedWith, machinesOf, mainBody } from "../machines";
import { poseStride, type ContactPoint, type SceneMessage } from "../protocol/messages";
import { balanceOf, type Balance, type Point } from "../scene/balance";
import { words } from "../words";
import type { OverlayKind } from "./overlays";
import type { PoseReader } from "./pose_reader";
import type { Strokes } from "./strokes";

const forceColor = new Color("#ffd24a");
const standing = new Color("#63d68b");
const falling = new Color("#ff8576");
const wayColor = new Color("#7fd0ff");
/** The largest force is as long as so many of the machine's sizes. */
const longest = 1;
/** Part by which the length of forces comes down in a picture when none is as large any more. */
const easing = 0.02;
/** m between the points of a way, for each m of the body; and so many points at the most. */
const stepPart = 0.1;
const mostPoints = 1500;

interface Way {
  body: number;
  branch: number;
  points: Vector3[];
}

export class PhysicsLines {
  /** Bodies that joints hold together, and how large (m) the largest of them is. */
  private wholes: { bodies: Set<number>; size: number }[];
  private ways: Way[];
  private contacts: readonly ContactPoint[] = [];
  private scale = 0;
  private balance: Balance | null = null;
  private followed = -1;

  constructor(private message: SceneMessage, private sizes: readonly number[], followed: number) {
    this.wholes = wholesOf(message).map((bodies) => ({ bodies: new Set(bodies), size: Math.max(0.1, ...bodies.map((id) => sizes[id])) }));
    this.ways = machinesOf(message).map((machine) => ({ body: mainBody(message, machine, followed), branch: -1, points: [] })).filter(({ body }) => body >= 0);
  }

  /** Of the newest frame. */
  setContacts(contacts: readonly ContactPoint[]): void {
    this.contacts = contacts;
  }

  /** The ways go on while nobody looks, so that they are there when somebody does. `poses`: poseStride numbers per body. */
  note(poses: Float64Array, branch: number, followed: number): void {
    this.followed = followed;
    if (followed >= 0 && !this.ways.some(({ body }) => body === followed)) this.ways.push({ body: followed, branch, points: [] });
    for (const way of this.ways) {
      if (way.branch !== branch) way.points = [];
      way.branch = branch;
      const at = new Vector3().fromArray(poses, way.body * poseStride);
      const last = way.points.at(-1);
      if (last && last.distanceTo(at) < stepPart * Math.max(0.1, this.sizes[way.body])) continue;
      way.points.push(at);
      if (way.points.length > mostPoints) way.points.shift();
    }
  }

  draw(strokes: Strokes, kind: OverlayKind, poses: PoseReader): void {
    const wanted = (name: OverlayKind) => kind === name || kind === "all";
    if (wanted("contacts")) this.drawContacts(strokes);
    if (wanted("balance")) this.drawBalance(strokes, poses);
    if (wanted("ways")) this.drawWays(strokes, poses);
  }

  /** In words and numbers; empty: nothing to tell. */
  figures(kind: OverlayKind): string {
    if (kind === "contacts") {
      const largest = this.contacts.reduce((most, { force }) => Math.max(most, Math.hypot(...force)), 0);
      return words("{count} contact points, the largest force is {force} N", { count: this.contacts.length, force: largest.toFixed(largest < 10 ? 2 : 0) });
    }
    if (kind !== "balance") return "";
    if (!this.balance) return words("No mass is known of what is watched.");
    const { center, margin } = this.balance;
    const height = center[2].toFixed(2);
    if (Number.isNaN(margin)) return words("Centre of mass at {height} m; nothing carries it", { height });
    if (margin < 0) return words("Centre of mass at {height} m, {margin} m outside of its support", { height, margin: (-margin).toFixed(2) });
    return words("Centre of mass at {height} m, {margin} m inside of its support", { height, margin: margin.toFixed(2) });
  }

  private drawContacts(strokes: Strokes): void {
    const { contacts } = this;
    const size = this.wholes.find(({ bodies }) => bodies.has(this.followed))?.size ?? 1;
    const largest = contacts.reduce((most, { force }) => Math.max(most, Math.hypot(...force)), 0);
    this.scale = Math.max(largest, (1 - easing) * this.scale);
    if (this.scale === 0) return;
    for (const { position, force, bodyB } of contacts) {
      const at = new Vector3(...position);
      // On what moves: at the ground's side it would be hidden below.
      const sign = this.message.content.bodies[bodyB]?.static_ ? -1 : 1;
      strokes.cross(at, 0.03 * size, forceColor);
      strokes.arrow(at, new Vector3(...force).multiplyScalar((sign * longest * size) / this.scale).add(at), forceColor);
    }
  }

  private drawBalance(strokes: Strokes, poses: PoseReader): void {
    const at = (body: number, point: Point): Point => poses.toWorld(body, new Vector3(...point)).toArray();
    this.balance = null;
    for (const { bodies, size } of this.wholes) {
      // Marks on every loose stone would hide the machines.
      if (bodies.size < 2 && !bodies.has(this.followed)) continue;
      const balance = balanceOf(this.message, bodies, this.contacts, at);
      if (bodies.has(this.followed)) this.balance = balance;
      if (!balance) continue;
      const color = balance.margin >= 0 ? standing : falling;
      const support = balance.support.map((point) => new Vector3(...point));
      const center = new Vector3(...balance.center);
      strokes.cross(center, 0.08 * size, color);
      support.forEach((point, i) => strokes.line(point, support[(i + 1) % support.length], color));
      if (support.length === 0) continue;
      const foot = center.clone().setZ(support[0].z);
      strokes.line(center, foot, color);
      strokes.cross(foot, 0.05 * size, color);
    }
  }

  private drawWays(strokes: Strokes, poses: PoseReader): void {
    for (const { body, points } of this.ways) {
      points.slice(1).forEach((point, i) => strokes.line(points[i], point, wayColor));
      if (points.length > 0 && !poses.isHidden(body)) strokes.line(points.at(-1)!, poses.position(body), wayColor);
    }
  }
}

/** Every body that moves, with those that joints connect with it. */
function wholesOf(message: SceneMessage): number[][] {
  const { bodies } = message.content;
  const known = new Set<number>();
  return bodies.flatMap((body, id) => {
    if (body.static_ || known.has(id)) return [];
    const whole = connectedWith(message, id).filter((other) => !bodies[other].static_);
    for (const other of whole) known.add(other);
    return [whole];
  });
}
