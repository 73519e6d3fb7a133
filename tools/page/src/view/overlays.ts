// What engineers want to see over the picture: names of bodies, joint axes with their limits, frames of bodies.
import { BufferAttribute, BufferGeometry, CanvasTexture, Color, Group, LineBasicMaterial, LineSegments, Quaternion, Sprite, SpriteMaterial, Vector3 } from "three";
import * as scene from "#protocol/scene";
import { BodyAnchors, type BodyPoint } from "./body_point";
import type { PoseReader } from "./pose_reader";

const { JointType } = scene;

export const overlayKinds = ["none", "names", "joints", "frames", "contacts", "balance", "ways", "all"] as const;
export type OverlayKind = (typeof overlayKinds)[number];
/** Those that need contact points, which the server sends to who asks. */
export const needContacts: ReadonlySet<OverlayKind> = new Set<OverlayKind>(["contacts", "balance", "all"]);

/** A segment whose ends are fixed to bodies. */
interface Segment {
  from: BodyPoint;
  to: BodyPoint;
  color: Color;
}

/** Told apart by tone, too: x, y, z. */
const axisColors = ["#ff6b5e", "#63d68b", "#5aa9ff"].map((color) => new Color(color));
const jointColor = new Color("#ffd24a");
const limitColor = new Color("#ff9f43");
/** Turned away from zero so far the joint is now. */
const needleColor = new Color("#ffffff");
const arcSteps = 24;
/** Part of the picture's height that a name takes. */
const nameHeight = 0.032;

export class Overlays {
  readonly group = new Group();
  private lines = new Map<"joints" | "frames", { segments: Segment[]; drawn: LineSegments }>();
  private names: { body: number; sprite: Sprite }[] = [];
  private point = new Vector3();

  /** `sizes`: largest extent of each body (m). */
  constructor(private content: scene.SceneT, private sizes: readonly number[]) {
    this.group.renderOrder = 10;
    this.show("none");
  }

  /** Made when they are first asked for. */
  show(kind: OverlayKind): void {
    const wanted = (name: OverlayKind) => kind === name || kind === "all";
    if (wanted("joints")) this.lines.get("joints") ?? this.addLines("joints", jointSegments(this.content, this.sizes));
    if (wanted("frames")) this.lines.get("frames") ?? this.addLines("frames", frameSegments(this.content, this.sizes));
    if (wanted("names") && this.names.length === 0) this.addNames();
    for (const [name, { drawn }] of this.lines) drawn.visible = wanted(name);
    for (const { sprite } of this.names) sprite.visible = wanted("names");
    this.group.visible = kind !== "none";
  }

  place(poses: PoseReader): void {
    if (!this.group.visible) return;
    for (const { segments, drawn } of this.lines.values()) {
      if (!drawn.visible) continue;
      const places = drawn.geometry.getAttribute("position") as BufferAttribute;
      segments.forEach(({ from, to }, i) => {
        const there = !poses.isHidden(from.body) && !poses.isHidden(to.body);
        const a = poses.toWorld(from.body, from.point);
        const b = there ? poses.toWorld(to.body, to.point) : a;
        places.setXYZ(2 * i, a.x, a.y, a.z).setXYZ(2 * i + 1, b.x, b.y, b.z);
      });
      places.needsUpdate = true;
    }
    for (const { body, sprite } of this.names) {
      poses.position(body, this.point);
      sprite.position.copy(this.point);
      sprite.position.z += 0.55 * this.sizes[body];
      sprite.material.opacity = poses.isHidden(body) ? 0 : 1;
    }
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { drawn } of this.lines.values()) {
      drawn.geometry.dispose();
      (drawn.material as LineBasicMaterial).dispose();
    }
    for (const { sprite } of this.names) {
      sprite.material.map?.dispose();
      sprite.material.dispose();
    }
  }

  private addLines(name: "joints" | "frames", segments: Segment[]): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(6 * segments.length), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(segments.flatMap(({ color }) => [...color.toArray(), ...color.toArray()])), 3));
    // Over everything: what they tell lies inside of bodies.
    const material = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, fog: false, toneMapped: false });
    const drawn = new LineSegments(geometry, material);
    drawn.frustumCulled = false;
    drawn.renderOrder = 10;
    this.lines.set(name, { segments, drawn });
    this.group.add(drawn);
  }

  private addNames(): void {
    this.content.bodies.forEach((body, id) => {
      if (body.static_) return;
      const { texture, aspect } = nameTexture(`${body.name}`);
      const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, sizeAttenuation: false, fog: false, toneMapped: false }));
      sprite.scale.set(nameHeight * aspect, nameHeight, 1);
      sprite.center.set(0.5, 0);
      sprite.renderOrder = 11;
      this.names.push({ body: id, sprite });
      this.group.add(sprite);
    });
  }
}

function nameTexture(name: string): { texture: CanvasTexture; aspect: number } {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const font = "600 26px system-ui, sans-serif";
  context.font = font;
  canvas.width = Math.ceil(context.measureText(name).width) + 20;
  canvas.height = 40;
  context.font = font;
  context.fillStyle = "rgb(18 22 28 / 78%)";
  context.roundRect(0, 0, canvas.width, canvas.height, 8);
  context.fill();
  context.fillStyle = "#ffffff";
  context.textBaseline = "middle";
  context.fillText(name, 10, canvas.height / 2 + 1);
  return { texture: new CanvasTexture(canvas), aspect: canvas.width / canvas.height };
}

function typicalSize(sizes: readonly number[]): number {
  const seen = sizes.filter((size) => size > 0).sort((a, b) => a - b);
  return seen[seen.length >> 1] ?? 1;
}

/** Origin and axes of every body that moves. */
function frameSegments(content: scene.SceneT, sizes: readonly number[]): Segment[] {
  const usual = typicalSize(sizes);
  return content.bodies.flatMap((body, id) => {
    if (body.static_) return [];
    const length = 0.6 * (sizes[id] || usual);
    return axisColors.map((color, axis): Segment => ({
      from: { body: id, point: new Vector3() }, to: { body: id, point: new Vector3().setComponent(axis, length) }, color,
    }));
  });
}

/** Axes of joints; how far they go: an arc or a way on the parent, and where the child is in it. */
function jointSegments(content: scene.SceneT, sizes: readonly number[]): Segment[] {
  const anchors = new BodyAnchors(content);
  const usual = typicalSize(sizes);
  return content.joints.flatMap((joint) => {
    const child = anchors.id(joint.child);
    const length = 0.5 * Math.min(2 * usual, sizes[child] || usual);
    const parentPoint = anchors.point(joint.parent, joint.position);
    const childPoint = anchors.point(joint.child, joint.childPosition ?? joint.position);
    if (!joint.axis) return [{ from: parentPoint, to: childPoint, color: jointColor }];
    const axis = anchors.direction(joint.parent, joint.axis);
    const on = (point: BodyPoint, way: Vector3, far: number): BodyPoint => ({ body: point.body, point: point.point.clone().addScaledVector(way, far) });
    const list: Segment[] = [{ from: on(parentPoint, axis, -length), to: on(parentPoint, axis, length), color: jointColor }];
    if (joint.type === JointType.prismatic) return [...list, ...slide(joint, parentPoint, childPoint, axis, length)];
    if (joint.type === JointType.revolute) return [...list, ...turn(joint, anchors, parentPoint, childPoint, axis, length)];
    return list;
  });
}

/** The way that a slider's anchor may go. */
function slide(joint: scene.JointT, parent: BodyPoint, child: BodyPoint, axis: Vector3, length: number): Segment[] {
  const list: Segment[] = [{ from: parent, to: child, color: needleColor }];
  const range = joint.limits[0];
  if (!range) return list;
  const across = anyAcross(axis).multiplyScalar(0.25 * length);
  const at = (far: number, side: number): BodyPoint => ({ body: parent.body, point: parent.point.clone().addScaledVector(axis, far).addScaledVector(across, side) });
  const { lower, upper } = range;
  return [...list, { from: at(lower, 0), to: at(upper, 0), color: limitColor }, ...[lower, upper].map((end) => ({ from: at(end, -1), to: at(end, 1), color: limitColor }))];
}

/** The arc that a hinge may turn through, and the child's zero in it. */
function turn(joint: scene.JointT, anchors: BodyAnchors, parent: BodyPoint, child: BodyPoint, axis: Vector3, length: number): Segment[] {
  // Zero, in the world at the initial pose, in which both bodies' zeros are the same.
  const worldAxis = new Vector3(joint.axis!.x, joint.axis!.y, joint.axis!.z).normalize();
  const zero = anyAcross(worldAxis).multiplyScalar(0.8 * length);
  const onParent = zero.clone().applyQuaternion(anchors.toBody(parent.body));
  const onChild = zero.clone().applyQuaternion(anchors.toBody(child.body));
  const needle: Segment = { from: child, to: { body: child.body, point: child.point.clone().add(onChild) }, color: needleColor };
  const range = joint.limitsDeg[0];
  if (!range) return [needle];
  const at = (degrees: number): BodyPoint => {
    const way = onParent.clone().applyQuaternion(new Quaternion().setFromAxisAngle(axis, (degrees * Math.PI) / 180));
    return { body: parent.body, point: parent.point.clone().add(way) };
  };
  const { lower, upper } = range;
  const ends = Array.from({ length: arcSteps + 1 }, (_, i) => at(lower + ((upper - lower) * i) / arcSteps));
  const arc = ends.slice(1).map((end, i): Segment => ({ from: ends[i], to: end, color: limitColor }));
  return [needle, ...arc, ...[ends[0], ends[arcSteps]].map((end): Segment => ({ from: parent, to: end, color: limitColor }))];
}

function anyAcross(axis: Vector3): Vector3 {
  const helper = Math.abs(axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  return helper.addScaledVector(axis, -helper.dot(axis)).normalize();
}
