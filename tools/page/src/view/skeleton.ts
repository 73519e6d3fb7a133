// Bodies of a scene without shapes: bars from their centre of mass to their joints, and a ball at each joint.
import { Color, CylinderGeometry, Matrix4, Quaternion, SphereGeometry, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { nowhere, type Batch } from "./batch";
import { BodyAnchors, type BodyPoint } from "./body_point";
import { painted, sides } from "./paint";
import type { PoseReader } from "./pose_reader";

/** Thickness of a bar by the longest one's length, and a ball's by a bar's. */
const slender = 0.03;
const ball = 1.8;
const colors = ["#f2a33a", "#5aa9e6", "#58c48c", "#c977c9", "#e6d15a", "#e67a5a"];

const up = new Vector3(0, 0, 1);

export class Skeleton {
  private bars: { thing: number; from: BodyPoint; to: BodyPoint }[] = [];
  private balls: { thing: number; at: BodyPoint }[] = [];
  private matrix = new Matrix4();
  private turn = new Quaternion();
  private size = new Vector3();
  /** Longest bar of each body (m). */
  readonly reach: number[];

  /** `bare`: the bodies to draw. */
  constructor(content: scene.SceneT, bare: ReadonlySet<number>, private batch: Batch) {
    const anchors = new BodyAnchors(content);
    this.reach = content.bodies.map(() => 0);
    const ends: BodyPoint[] = [];
    for (const joint of content.joints) {
      for (const name of [joint.parent, joint.child]) {
        const end = anchors.point(name, name === joint.child && joint.childPosition ? joint.childPosition : joint.position);
        if (!bare.has(end.body)) continue;
        ends.push(end);
        this.reach[end.body] = Math.max(this.reach[end.body], end.point.length());
      }
    }
    const radius = slender * Math.max(0.05, ...this.reach);
    const looks = [...new Set(ends.map(({ body }) => body % colors.length))].map((number) => {
      const color = new Color(colors[number]);
      const bar = batch.look((detail) => painted(new CylinderGeometry(radius, radius, 1, sides[detail]).rotateX(Math.PI / 2).translate(0, 0, 0.5), () => color));
      const joint = batch.look((detail) => painted(new SphereGeometry(ball * radius, sides[detail], sides[detail] / 2), () => color));
      return [number, { bar, joint }] as const;
    });
    const lookOf = new Map(looks);
    for (const end of ends) {
      const { bar, joint } = lookOf.get(end.body % colors.length)!;
      this.balls.push({ thing: batch.thing(joint), at: end });
      if (end.point.length() > radius) this.bars.push({ thing: batch.thing(bar), from: { body: end.body, point: new Vector3() }, to: end });
    }
  }

  /** Numbers in the batch of all that it has there. */
  get things(): number[] {
    return [...this.bars, ...this.balls].map(({ thing }) => thing);
  }

  place(poses: PoseReader): void {
    const { matrix, turn, size } = this;
    for (const { thing, from, to } of this.bars) {
      const a = poses.toWorld(from.body, from.point);
      const way = poses.toWorld(to.body, to.point).sub(a);
      size.set(1, 1, way.length());
      const placed = matrix.compose(a, turn.setFromUnitVectors(up, way.normalize()), size);
      this.batch.place(thing, poses.isHidden(to.body) ? nowhere : placed);
    }
    for (const { thing, at } of this.balls) {
      const placed = matrix.identity().setPosition(poses.toWorld(at.body, at.point));
      this.batch.place(thing, poses.isHidden(at.body) ? nowhere : placed);
    }
  }
}
