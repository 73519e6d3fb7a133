// Springs as coils, dampers as tube and rod, rods as bars, ropes that hang when they are slack: drawn between points that are fixed to two
// bodies.
import { BufferGeometry, Color, CylinderGeometry, Matrix4, Quaternion, Vector3 } from "three";
import * as scene from "#protocol/scene";
import { nowhere, type Batch, type Detail } from "./batch";
import { BodyAnchors, type BodyPoint } from "./body_point";
import { coilGeometry, sagOf } from "./coil";
import { painted, sides } from "./paint";
import { ropeColor, steel, tubeColor } from "./palette";
import type { PoseReader } from "./pose_reader";
import { suspensionsOf } from "./suspensions";

const { JointType } = scene;

const up = new Vector3(0, 0, 1);
/** A coil's radius and a rope's and a rod's by their length, and at the most (m). */
const coilPart = 0.06;
const widestCoil = 0.05;
const ropePart = 0.006;
const widestRope = 0.015;
const rodPart = 0.015;
const widestRod = 0.03;
const guideRodPart = 0.06;
/** Radii of a damper's tube and rod by the coil's; the tube's length by the spring's at rest, and at the most by the present one. */
const tubePart = 0.6;
const damperRodPart = 0.25;
const tubeLength = 0.55;
const mostOfWay = 0.85;
/** Straight pieces of a rope. */
const ropePieces = 8;

interface Link {
  /** One after the other from `from` to `to`. */
  things: number[];
  from: BodyPoint;
  to: BodyPoint;
  /** Of a rope (m); 0: it never hangs. */
  length: number;
  /** Of a damper: it goes so far (m) from `from`. */
  tube?: { thing: number; length: number };
}

export class Links {
  private links: Link[] = [];
  private matrix = new Matrix4();
  private turn = new Quaternion();
  private size = new Vector3();

  constructor(content: scene.SceneT, private batch: Batch) {
    const anchors = new BodyAnchors(content);
    for (const spring of content.springs) {
      const { from, to, restLength } = spring;
      if (!from || !to) continue;
      const ends = { from: anchors.point(from.body, from.position), to: anchors.point(to.body, to.position) };
      const rest = restLength ?? apart(from.position, to.position);
      const radius = Math.min(widestCoil, coilPart * rest);
      if (pulls(spring)) this.add((detail) => painted(coilGeometry(radius, rest, detail), () => steel), 1, ends, 0);
      if (damps(spring)) this.addDamper(radius, rest, ends);
    }
    const { struts, rods } = suspensionsOf(content);
    for (const { from, to, length, radius, damps } of struts) {
      this.add((detail) => painted(coilGeometry(radius, length, detail), () => steel), 1, { from, to }, 0);
      if (damps) this.addDamper(radius, length, { from, to });
    }
    for (const { from, to, length } of rods) {
      const radius = Math.min(widestRod, guideRodPart * length);
      this.add((detail) => bar(radius, tubeColor, detail), 1, { from, to }, 0);
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
    return this.links.flatMap(({ things, tube }) => (tube ? [...things, tube.thing] : things));
  }

  place(poses: PoseReader): void {
    for (const { things, from, to, length, tube } of this.links) {
      if (poses.isHidden(from.body) || poses.isHidden(to.body)) {
        for (const thing of things) this.batch.place(thing, nowhere);
        if (tube) this.batch.place(tube.thing, nowhere);
        continue;
      }
      let a = poses.toWorld(from.body, from.point);
      const way = poses.toWorld(to.body, to.point).sub(a);
      const sag = length > 0 ? sagOf(length, way.length()) : 0;
      const begin = a.clone();
      if (tube) this.placePiece(tube.thing, a, begin.clone().addScaledVector(way, Math.min(mostOfWay, tube.length / Math.max(1e-6, way.length()))));
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

  /** The rod runs from end to end: it is not seen within the tube. */
  private addDamper(radius: number, rest: number, ends: { from: BodyPoint; to: BodyPoint }): void {
    const tube = this.batch.thing(this.batch.look((detail) => bar(tubePart * radius, tubeColor, detail)));
    const rod = this.batch.thing(this.batch.look((detail) => bar(damperRodPart * radius, steel, detail)));
    this.links.push({ things: [rod], ...ends, length: 0, tube: { thing: tube, length: tubeLength * rest } });
  }
}

/** It has a force at a length: it is a spring. */
function pulls({ stiffness, table }: scene.SpringT): boolean {
  return stiffness > 0 || table.length > 0;
}

/** It has a force at a speed: it is a damper. */
function damps({ damping, damperTable }: scene.SpringT): boolean {
  return damping > 0 || damperTable.length > 0;
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
