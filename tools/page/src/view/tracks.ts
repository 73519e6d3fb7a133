// Belts of tracked machines: shoes that run round with the sprocket, and the wheels that hold them. Neither are bodies;
// what drives them is the angle of the sprocket's joint, read from the two bodies it joins.
import { BoxGeometry, BufferGeometry, Matrix4, Quaternion, Vector3 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type * as scene from "#protocol/scene";
import { compose, nowhere, type Batch, type Detail } from "./batch";
import { BeltPath, type BeltWheel } from "./belt_path";
import { BodyAnchors, type BodyPoint } from "./body_point";
import { block, cylinder, painted, quarters } from "./paint";
import { beltColor, rim, tyre } from "./palette";
import type { PoseReader } from "./pose_reader";

/** A belt without thickness is drawn so thick, per radius of its smallest wheel. */
const thinnest = 0.1;
/** Of a shoe: height of its plate, length of plate and of ridge per pitch; the rest of the height is the ridge. */
const plateHeight = 0.6;
const plateLength = 0.86;
const ridgeLength = 0.3;
const rollerArms = 5;

export class Tracks {
  private tracks: Track[];

  constructor(content: scene.SceneT, batch: Batch) {
    const anchors = new BodyAnchors(content);
    this.tracks = content.tracks.flatMap((track) => {
      const joint = content.joints.find((candidate) => candidate.name === track.sprocket);
      return joint ? [new Track(track, joint, content, anchors, batch)] : [];
    });
  }

  /** Numbers in the batch of all that it has there. */
  get things(): number[] {
    return this.tracks.flatMap(({ things }) => things);
  }

  place(poses: PoseReader): void {
    for (const track of this.tracks) track.place(poses);
  }
}

class Track {
  readonly things: number[] = [];
  private carrier: number;
  private sprocket: number;
  private sprocketRadius: number;
  private centers: BodyPoint[];
  /** Of the wheels without the belt (m), the sprocket first. */
  private radii: number[];
  private thickness: number;
  /** Axes on the carrier: of the sprocket, and of the group (z is the sprocket's). */
  private axis: Vector3;
  private axes: Quaternion;
  private shoes: number[];
  private wheels: { thing: number; place: number }[] = [];
  private toWorld = new Matrix4();
  private matrix = new Matrix4();
  private size = new Vector3();
  /** Carrier against sprocket at the initial pose. */
  private rest: Quaternion;
  /** Of the sprocket's joint (rad), with whole turns. */
  private angle = 0;

  constructor(
    track: scene.TrackT, joint: scene.JointT, content: scene.SceneT, anchors: BodyAnchors, private batch: Batch,
  ) {
    this.carrier = anchors.id(joint.parent);
    this.sprocket = anchors.id(joint.child);
    this.sprocketRadius = track.sprocketRadius ?? 0;
    this.centers = [
      anchors.point(joint.parent, joint.position),
      ...track.wheels.map((wheel) => anchors.point(wheel.body || joint.parent, wheel.position)),
    ];
    this.radii = [this.sprocketRadius, ...track.wheels.map((wheel) => wheel.radius ?? 0)];
    this.thickness = track.thickness;
    this.axis = anchors.direction(joint.parent, joint.axis);
    this.axes = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.axis);
    this.rest = anchors.toBody(this.sprocket).multiply(anchors.toBody(this.carrier).invert());

    const color = beltColor(track.color);
    const width = track.width ?? 0;
    const height = this.thickness || thinnest * Math.min(...this.radii);
    const box = (from: number, to: number, length: number) =>
      new BoxGeometry((to - from) * height, length, width).translate((0.5 * (from + to) - 1) * height, 0, 0);
    const lighter = color.clone().lerp(rim, 0.35);
    const shoe = mergeGeometries([
      painted(box(0, plateHeight, plateLength), () => color),
      painted(box(plateHeight, 1, ridgeLength), () => lighter),
    ]);
    const shoeLook = batch.look(() => shoe.clone());
    this.shoes = Array.from({ length: track.shoes }, () => this.add(shoeLook));
    // A sprocket whose body has shapes is drawn as that.
    const drawn = (content.bodies[this.sprocket]?.shapes.length ?? 0) > 0;
    for (const radius of new Set(drawn ? this.radii.slice(1) : this.radii)) {
      const look = batch.look((detail) => mergeGeometries(rollerParts(radius, 0.7 * width, detail)));
      this.radii.forEach((r, place) => {
        if (r === radius && !(drawn && place === 0)) this.wheels.push({ thing: this.add(look), place });
      });
    }
  }

  place(poses: PoseReader): void {
    const origin = poses.toWorld(this.carrier, this.centers[0].point);
    const turn = poses.orientation(this.carrier);
    this.readAngle(poses, turn);
    const axes = turn.multiply(this.axes);
    if (poses.isHidden(this.carrier)) this.toWorld.copy(nowhere);
    else compose(this.toWorld, origin, axes);
    const toPlane = axes.clone().invert();
    const centers: BeltWheel[] = this.centers.map(({ body, point }, i) => {
      const { x, y } = poses.toWorld(body, point).sub(origin).applyQuaternion(toPlane);
      return { x, y, radius: this.radii[i] + this.thickness };
    });
    const travel = this.angle * this.sprocketRadius;

    const path = new BeltPath(centers);
    const pitch = path.length / this.shoes.length;
    const { matrix, toWorld, batch } = this;
    this.size.set(1, pitch, 1);
    this.shoes.forEach((thing, i) => {
      const { x, y, normal } = path.at(travel + i * pitch);
      batch.place(thing, matrix.makeRotationZ(normal).scale(this.size).setPosition(x, y, 0).premultiply(toWorld));
    });
    for (const { thing, place } of this.wheels) {
      const { x, y } = centers[place];
      batch.place(thing, matrix.makeRotationZ(travel / this.radii[place]).setPosition(x, y, 0).premultiply(toWorld));
    }
  }

  /** Turns are counted: between two pictures the sprocket turns by less than half a turn, or shoes skip part of a pitch. */
  private readAngle(poses: PoseReader, carrier: Quaternion): void {
    const relative = carrier.clone().invert().multiply(poses.orientation(this.sprocket));
    relative.multiply(this.rest);
    const angle = 2 * Math.atan2(this.axis.dot(new Vector3(relative.x, relative.y, relative.z)), relative.w);
    this.angle += Math.atan2(Math.sin(angle - this.angle), Math.cos(angle - this.angle));
  }

  private add(look: number): number {
    const thing = this.batch.thing(look);
    this.things.push(thing);
    return thing;
  }
}

/** A wheel that a belt runs over: rubber round a disc with arms and a hub. From afar a disc that one sees turn. */
function rollerParts(radius: number, width: number, detail: Detail): BufferGeometry[] {
  const dark = rim.clone().multiplyScalar(0.45);
  if (detail === 2) return [painted(cylinder(radius, width, detail), quarters(dark))];
  const arms = Array.from({ length: rollerArms }, (_, i) =>
    block(new Vector3(0.42 * radius, 0, 0), [0.56 * radius, 0.2 * radius, 1.05 * width], rim).rotateZ((2 * Math.PI * i) / rollerArms));
  return [
    painted(cylinder(radius, 0.94 * width, detail), () => tyre), painted(cylinder(0.76 * radius, width, detail), () => dark), ...arms,
    painted(cylinder(0.26 * radius, 1.12 * width, detail), () => rim),
  ];
}
