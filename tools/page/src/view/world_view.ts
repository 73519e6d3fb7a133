// The scene as three.js objects: built from the scene file, placed from poses.
import {
  BufferGeometry, Group, Material, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, Object3D, Quaternion, Raycaster, Vector3,
} from "three";
import * as scene from "#protocol/scene";
import { Batch, compose, nowhere, type Detail } from "./batch";
import { cabsOf } from "./cab";
import { coachesOf, type Coach } from "./coaches";
import { heightfieldMesh, planeMesh, type SoilOf } from "./ground";
import { GroundHeights } from "./ground_heights";
import { Links } from "./links";
import { limbAngle } from "./limb";
import { OwnLooks } from "./own_looks";
import { hillSoil, soilColor } from "./palette";
import { PoseReader } from "./pose_reader";
import { bodyGeometry, type Dressing, isGround, looksOf, orientationOf, sensorGeometry, shapePlacement } from "./shapes";
import { Skeleton } from "./skeleton";
import { Tracks } from "./tracks";
import { Visuals } from "./visuals";
import { WheelTraces } from "./wheel_traces";

const { JointType, ShapeType } = scene;

export class WorldView {
  readonly group = new Group();
  /** Nothing solid below: the stage draws a reference grid. */
  readonly hasGround: boolean;
  private batch!: Batch;
  private ownLooks!: OwnLooks;
  /** By thing of the batch that is a body: its number. */
  private bodyOf = new Map<number, number>();
  /** Ground and sensors. */
  private placed: { object: Group; body: number }[] = [];
  private grounds: { object: Group; body: number }[] = [];
  private links!: Links;
  private tracks!: Tracks;
  private skeleton!: Skeleton;
  private traces: WheelTraces;
  /** Cylinders that are drawn as wheels. */
  private rolling: Set<number>;
  private coaches: Map<number, Coach>;
  private cabs: ReadonlySet<scene.ShapeT>;
  /** Largest extent of each body (m); 0: nothing to see. */
  private sizes: number[] = [];
  private fixed: boolean[];
  private matrix = new Matrix4();
  private position = new Vector3();
  private rotation = new Quaternion();

  constructor(private content: scene.SceneT) {
    this.rolling = rollingBodies(content);
    this.coaches = coachesOf(content);
    this.cabs = cabsOf(content);
    this.fixed = content.bodies.map((body) => body.static_);
    this.hasGround = content.bodies.some((body) => body.shapes.some(isGround));
    this.traces = new WheelTraces(content, this.rolling, new GroundHeights(content));
    this.dress(new Visuals());
  }

  /** Everything anew, as the scene's files show it. */
  dress(visuals: Visuals): void {
    this.undress();
    const { content, rolling } = this;
    const colors = new Map(content.materials.map(({ name, color }, i) => [name, soilColor(color, i)]));
    const soilOf: SoilOf = (name) => colors.get(name) ?? hillSoil;
    this.batch = new Batch();
    this.ownLooks = new OwnLooks();
    this.sizes = content.bodies.map(() => 0);
    const known = new Map<string, number>();
    content.bodies.forEach((body, id) => {
      this.addGround(body.shapes.filter((shape) => isGround(shape) && !visuals.of(body, shape)), id, soilOf);
      this.addSensors(body, id, visuals);
      this.addOwnLooks(body, id, visuals);
      const looks = looksOf(body, visuals);
      if (looks.length === 0) return;
      const colored = looks.every(({ shape, parts }) => parts || shape.color) || rolling.has(id);
      const dressing: Dressing = { rolls: rolling.has(id), coach: this.coaches.get(id) ?? null, cabs: this.cabs };
      const key = JSON.stringify([body.shapes, dressing.rolls, dressing.coach, body.shapes.map((shape) => this.cabs.has(shape)), colored ? "" : id]);
      const make = (detail: Detail) => bodyGeometry(body, looks, id, dressing, detail)!;
      // What comes from files has one degree of detail.
      const only = looks.every(({ parts }) => parts) ? make(0) : null;
      const look = known.get(key) ?? this.batch.look((detail) => only ?? make(detail));
      known.set(key, look);
      this.bodyOf.set(this.batch.thing(look), id);
      this.sizes[id] = Math.max(this.sizes[id], this.batch.size(look));
    });
    this.links = new Links(content, this.batch);
    this.tracks = new Tracks(content, this.batch);
    const bare = bareBodies(content);
    this.skeleton = new Skeleton(content, new Set(bare), this.batch);
    for (const id of bare) this.sizes[id] = this.skeleton.reach[id];
    this.batch.build(new MeshStandardMaterial({ vertexColors: true, roughness: 0.55, metalness: 0.12 }));
    if (this.batch.mesh) this.group.add(this.batch.mesh);
    this.ownLooks.build();
    this.group.add(this.ownLooks.group, this.traces.group);
  }

  size(body: number): number {
    return this.sizes[body] ?? 0;
  }

  /** Whether bodies that move are drawn, and sensors; for a map of what does not. */
  showMoving(visible: boolean): void {
    for (const [thing, body] of this.bodyOf) this.batch.show(thing, visible || this.fixed[body]);
    this.ownLooks.showOnly(visible ? null : this.fixed);
    this.showTraces(visible);
    for (const thing of [...this.tracks.things, ...this.skeleton.things, ...this.links.things]) this.batch.show(thing, visible);
  }

  place(poses: PoseReader): void {
    for (const [thing, body] of this.bodyOf) {
      poses.position(body, this.position);
      poses.orientation(body, this.rotation);
      this.batch.place(thing, poses.isHidden(body) ? nowhere : compose(this.matrix, this.position, this.rotation));
    }
    for (const { object, body } of this.placed) {
      poses.position(body, object.position);
      poses.orientation(body, object.quaternion);
      object.visible = !poses.isHidden(body);
    }
    this.ownLooks.place(poses);
    this.links.place(poses);
    this.tracks.place(poses);
    this.skeleton.place(poses);
  }

  /** What wheels and belts leave behind, once per picture; as WheelTraces.update. */
  leaveTraces(dt: number, poses: PoseReader, newest: Float64Array | null, dusty: boolean): void {
    this.traces.update(dt, poses, newest, dusty);
  }

  /** Time has jumped: nothing has left anything behind. */
  clearTraces(): void {
    this.traces.clear();
  }

  /** Whether what wheels have left behind is drawn. */
  showTraces(visible: boolean): void {
    this.traces.group.visible = visible;
  }

  /** As much detail as is seen from there; `afresh`: however much it was before. */
  seeFrom(eye: Vector3, afresh = false): void {
    this.batch.seeFrom(eye, afresh);
  }

  /** The nearest body under the ray, or -1. */
  pick(ray: Raycaster): number {
    return this.hitSolid(ray)?.body ?? -1;
  }

  /** The nearest point under the ray, of bodies and of the ground; null: it meets nothing. */
  hit(ray: Raycaster): { body: number; point: Vector3 } | null {
    let best = this.hitSolid(ray);
    for (const { object, body } of this.grounds) {
      const [hit] = ray.intersectObject(object, true).sort((a, b) => a.distance - b.distance);
      if (hit && !(best && best.distance <= hit.distance)) best = { body, point: hit.point, distance: hit.distance };
    }
    return best;
  }

  dispose(): void {
    this.group.removeFromParent();
    this.undress();
    disposeAll(this.traces.group);
  }

  /** Everything but what wheels have left behind. */
  private undress(): void {
    this.group.remove(this.traces.group);
    this.batch?.dispose();
    this.ownLooks?.dispose();
    disposeAll(this.group);
    this.group.clear();
    this.bodyOf.clear();
    this.placed = [];
    this.grounds = [];
  }

  private hitSolid(ray: Raycaster): { body: number; point: Vector3; distance: number } | null {
    const own = this.ownLooks.pick(ray);
    const hit = this.batch.pick(ray);
    if (!hit || (own && own.distance < hit.distance)) return own;
    return { body: this.bodyOf.get(hit.thing) ?? -1, point: hit.point, distance: hit.distance };
  }

  private addOwnLooks(body: scene.BodyT, id: number, visuals: Visuals): void {
    for (const shape of body.shapes) {
      for (const part of visuals.of(body, shape) ?? []) {
        if (!part.material) continue;
        this.ownLooks.add(part, id, shapePlacement(shape));
        part.geometry.computeBoundingBox();
        const extent = part.geometry.boundingBox!.getSize(this.position);
        this.sizes[id] = Math.max(this.sizes[id], extent.x, extent.y, extent.z);
      }
    }
  }

  /** Seen through: nothing is there to touch. */
  private addSensors(body: scene.BodyT, id: number, visuals: Visuals): void {
    const geometry = sensorGeometry(body, visuals);
    if (geometry === null) return;
    const material = new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.16, depthWrite: false });
    const object = new Group().add(new Mesh(geometry, material));
    this.placed.push({ object, body: id });
    this.group.add(object);
  }

  private addGround(shapes: scene.ShapeT[], body: number, soilOf: SoilOf): void {
    if (shapes.length === 0) return;
    const object = new Group();
    for (const shape of shapes) object.add(groundMesh(shape, soilOf));
    this.placed.push({ object, body });
    this.grounds.push({ object, body });
    this.group.add(object);
  }
}

function disposeAll(root: Object3D): void {
  root.traverse((object: Object3D & { geometry?: BufferGeometry; material?: Material }) => {
    object.geometry?.dispose();
    object.material?.dispose();
  });
}

function groundMesh(shape: scene.ShapeT, soilOf: SoilOf): Mesh {
  if (shape.type === ShapeType.plane) return planeMesh(shape);
  const mesh = heightfieldMesh(shape, soilOf);
  mesh.applyMatrix4(shapePlacement(shape));
  return mesh;
}

/** Bodies to be drawn by their joints: those without shapes where the heaviest is one of them. Elsewhere such a body is inside of others. */
function bareBodies(content: scene.SceneT): number[] {
  const moving = content.bodies.flatMap(({ static_ }, id) => (static_ ? [] : [id]));
  const bare = moving.filter((id) => content.bodies[id].shapes.length === 0);
  const most = Math.max(...moving.map((id) => content.bodies[id].mass ?? 0));
  return bare.length === moving.length || bare.some((id) => content.bodies[id].mass === most) ? bare : [];
}

/** Bodies that are nothing but cylinders about the axis of their revolute joint, and have a surface to roll on: wheels. */
function rollingBodies(content: scene.SceneT): Set<number> {
  const rolling = new Set<number>();
  content.bodies.forEach((body, id) => {
    const joint = content.joints.find((j) => j.child === body.name && j.type === JointType.revolute);
    if (!joint?.axis) return;
    const axis = new Vector3(joint.axis.x, joint.axis.y, joint.axis.z).normalize();
    axis.applyQuaternion(orientationOf(body).invert());
    const along = (shape: scene.ShapeT) => new Vector3(0, 0, 1).applyQuaternion(orientationOf(shape)).dot(axis);
    const rolls = (s: scene.ShapeT) => s.type === ShapeType.cylinder && s.material && Math.abs(along(s)) > 0.999;
    if (body.shapes.length > 0 && body.shapes.every(rolls) && limbAngle(body, orientationOf) === null) rolling.add(id);
  });
  return rolling;
}
