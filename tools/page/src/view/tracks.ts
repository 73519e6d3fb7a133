// Belts of tracked machines: shoes that run round with the sprocket, and the wheels that hold them. Neither are bodies;
// what drives them is the angle of the sprocket's joint, read from the two bodies it joins.
import { BoxGeometry, Group, InstancedMesh, Material, Matrix4, Quaternion, Vector3 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type * as scene from "#protocol/scene";
import { BeltPath, type BeltWheel } from "./belt_path";
import { BodyAnchors, type BodyPoint } from "./body_point";
import { cylinder, painted, quarters } from "./paint";
import { beltColor, rim } from "./palette";
import type { PoseReader } from "./pose_reader";

/** A belt without thickness is drawn so thick, per radius of its smallest wheel. */
const thinnest = 0.1;
/** Of a shoe: height of its plate, length of plate and of ridge per pitch; the rest of the height is the ridge. */
const plateHeight = 0.6;
const plateLength = 0.86;
const ridgeLength = 0.3;

export class Tracks {
  readonly group = new Group();
  private tracks: Track[];

  constructor(content: scene.SceneT, material: Material) {
    const anchors = new BodyAnchors(content);
    this.tracks = content.tracks.flatMap((track) => {
      const joint = content.joints.find((candidate) => candidate.name === track.sprocket);
      return joint ? [new Track(track, joint, content, anchors, material)] : [];
    });
    for (const track of this.tracks) this.group.add(track.group);
  }

  place(poses: PoseReader): void {
    for (const track of this.tracks) track.place(poses);
  }
}

class Track {
  readonly group = new Group();
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
  private shoes: InstancedMesh;
  private wheels: { mesh: InstancedMesh; places: number[] }[] = [];
  /** Carrier against sprocket at the initial pose. */
  private rest: Quaternion;
  /** Of the sprocket's joint (rad), with whole turns. */
  private angle = 0;

  constructor(
    track: scene.TrackT, joint: scene.JointT, content: scene.SceneT, anchors: BodyAnchors, material: Material,
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
    this.shoes = this.add(new InstancedMesh(shoe, material, track.shoes));
    // A sprocket whose body has shapes is drawn as that.
    const drawn = (content.bodies[this.sprocket]?.shapes.length ?? 0) > 0;
    const dark = rim.clone().multiplyScalar(0.45);
    for (const radius of new Set(drawn ? this.radii.slice(1) : this.radii)) {
      const places = this.radii.flatMap((r, i) => (r === radius && !(drawn && i === 0) ? [i] : []));
      const disc = painted(cylinder(radius, 0.7 * width), quarters(dark));
      this.wheels.push({ mesh: this.add(new InstancedMesh(disc, material, places.length)), places });
    }
  }

  place(poses: PoseReader): void {
    const origin = poses.toWorld(this.carrier, this.centers[0].point);
    const turn = poses.orientation(this.carrier);
    this.readAngle(poses, turn);
    this.group.position.copy(origin);
    this.group.quaternion.copy(turn.multiply(this.axes));
    const toPlane = this.group.quaternion.clone().invert();
    const centers: BeltWheel[] = this.centers.map(({ body, point }, i) => {
      const { x, y } = poses.toWorld(body, point).sub(origin).applyQuaternion(toPlane);
      return { x, y, radius: this.radii[i] + this.thickness };
    });
    const travel = this.angle * this.sprocketRadius;

    const path = new BeltPath(centers);
    const pitch = path.length / this.shoes.count;
    const matrix = new Matrix4();
    for (let i = 0; i < this.shoes.count; ++i) {
      const { x, y, normal } = path.at(travel + i * pitch);
      this.shoes.setMatrixAt(i, matrix.makeRotationZ(normal).scale(new Vector3(1, pitch, 1)).setPosition(x, y, 0));
    }
    this.shoes.instanceMatrix.needsUpdate = true;
    for (const { mesh, places } of this.wheels) {
      places.forEach((wheel, i) => {
        const { x, y } = centers[wheel];
        mesh.setMatrixAt(i, matrix.makeRotationZ(travel / this.radii[wheel]).setPosition(x, y, 0));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** Turns are counted: between two pictures the sprocket turns by less than half a turn, or shoes skip part of a pitch. */
  private readAngle(poses: PoseReader, carrier: Quaternion): void {
    const relative = carrier.clone().invert().multiply(poses.orientation(this.sprocket));
    relative.multiply(this.rest);
    const angle = 2 * Math.atan2(this.axis.dot(new Vector3(relative.x, relative.y, relative.z)), relative.w);
    this.angle += Math.atan2(Math.sin(angle - this.angle), Math.cos(angle - this.angle));
  }

  private add(mesh: InstancedMesh): InstancedMesh {
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.group.add(mesh);
    return mesh;
  }
}
