// Springs as coils, rods as bars, ropes that hang when they are slack: drawn between points that are fixed to two bodies.
import { BufferGeometry, Color, CylinderGeometry, Matrix4, Quaternion, Vector3 } from "three";
import * as scene from "#protocol/scene";
import { nowhere, type Batch, type Detail } from "./batch";
import { BodyAnchors, type BodyPoint } from "./body_point";
import { coilGeometry, sagOf } from "./coil";
import { painted, sides } from "./paint";
import { ropeColor, steel } from "./palette";
import type { PoseReader } from "./pose_reader";

const { JointType } = scene;

const up = new Vector3(0, 0, 1);
/** A coil's radius and a rope's and a rod's by their length, and at the most (m). */
const coilPart = 0.06;
const widestCoil = 0.05;
const ropePart = 0.006;
const widestRope = 0.015;
const rodPart = 0.015;
const widestRod = 0.03;
/** Straight pieces of a rope. */
const ropePieces = 8;

interface Link {
  /** One after the other from `from` to `to`. */
  things: number[];
  from: BodyPoint;
  to: BodyPoint;
  /** Of a rope (m); 0: it never hangs. */
  length: number;
}

export class Links {
  private links: Link[] = [];
  private matrix = new Matrix4();
  private turn = new Quaternion();
  private size = new Vector3();

  constructor(content: scene.SceneT, private batch: Batch) {
    const anchors = new BodyAnchors(content);
    for (const { from, to, restLength } of content.springs) {
      if (!from || !to) continue;
      const ends = { from: anchors.point(from.body, from.position), to: anchors.point(to.body, to.position) };
      const rest = restLength ?? apart(from.position, to.position);
      const radius = Math.min(widestCoil, coilPart * rest);
      this.add((detail) => painted(coilGeometry(radius, rest, detail), () => steel), 1, ends, 0);
    }
    for (const joint of content.joints) {
      const rope = joint.type === JointType.rope;
      if (!rope && joint.type !== JointType.distance) continue;
      const ends = { from: anchors.point(joint.parent, joint.position), to: anchors.point(joint.child, joint.childPosition) };
      const length = apart(joint.position, joint.childPosition);
      const radius = rope ? Math.min(widestRope, ropePart * length) : Math.min(widestRod, rodPart * length);
      this.add((detail) => bar(radius, rope ? ropeColor : steel, detail), rope ? ropePieces : 1, ends, rope ? length : 0);
    }
  }

  /** Numbers in the batch of all that it has there. */
  get things(): number[] {
    return this.links.flatMap(({ things }) => things);
  }

  place(poses: PoseReader): void {
    for (const { things, from, to, length } of this.links) {
      if (poses.isHidden(from.body) || poses.isHidden(to.body)) {
        for (const thing of things) this.batch.place(thing, nowhere);
        continue;
      }
      let a = poses.toWorld(from.body, from.point);
      const way = poses.toWorld(to.body, to.point).sub(a);
      const sag = length > 0 ? sagOf(length, way.length()) : 0;
      const begin = a.clone();
      things.forEach((thing, i) => {
        const part = (i + 1) / things.length;
        const b = begin.clone().addScaledVector(way, part);
        b.z -= 4 * sag * part * (1 - part);
        this.placePiece(thing, a, b);
        a = b;
      });
    }
  }

  private placePiece(thing: number, a: Vector3, b: Vector3): void {
    const way = b.clone().sub(a);
    this.size.set(1, 1, Math.max(1e-6, way.length()));
    this.batch.place(thing, this.matrix.compose(a, this.turn.setFromUnitVectors(up, way.normalize()), this.size));
  }

  private add(make: (detail: Detail) => BufferGeometry, pieces: number, ends: { from: BodyPoint; to: BodyPoint }, length: number): void {
    const look = this.batch.look(make);
    this.links.push({ things: Array.from({ length: pieces }, () => this.batch.thing(look)), ...ends, length });
  }
}

function apart(a: scene.Vec3T | null, b: scene.Vec3T | null): number {
  const [p, q] = [a, b].map((v) => v ?? { x: 0, y: 0, z: 0 });
  return Math.max(1e-3, Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z));
}

/** From 0 to 1 along z. */
function bar(radius: number, color: Color, detail: Detail): BufferGeometry {
  const round = new CylinderGeometry(radius, radius, 1, sides[detail] / 2).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  return painted(round, () => color);
}
