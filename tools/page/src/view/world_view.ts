// The scene as three.js objects: built from the scene file, placed from poses.
import {
  Box3, BufferGeometry, Group, InstancedMesh, Material, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, Object3D,
  Quaternion, Raycaster, Vector3,
} from "three";
import * as scene from "#protocol/scene";
import { heightfieldMesh, planeMesh, type SoilOf } from "./ground";
import { Links } from "./links";
import { hillSoil, soilColor } from "./palette";
import { PoseReader } from "./pose_reader";
import { bodyGeometry, isGround, orientationOf, sensorGeometry, shapePlacement } from "./shapes";
import { Skeleton } from "./skeleton";
import { Tracks } from "./tracks";

const { JointType, ShapeType } = scene;

const one = new Vector3(1, 1, 1);

export class WorldView {
  readonly group = new Group();
  /** Nothing solid below: the stage draws a reference grid. */
  readonly hasGround: boolean;
  /** Bodies that look the same are one draw call. */
  private batches: { mesh: InstancedMesh; bodies: number[] }[] = [];
  /** Ground and sensors. */
  private placed: { object: Group; body: number }[] = [];
  private links: Links;
  private tracks: Tracks;
  private skeleton: Skeleton;
  /** Largest extent of each body (m); 0: nothing to see. */
  private sizes: number[];
  private fixed: boolean[];
  private matrix = new Matrix4();
  private position = new Vector3();
  private rotation = new Quaternion();

  constructor(content: scene.SceneT) {
    const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.55, metalness: 0.12 });
    const rolling = rollingBodies(content);
    const colors = new Map(content.materials.map(({ name, color }, i) => [name, soilColor(color, i)]));
    const soilOf: SoilOf = (name) => colors.get(name) ?? hillSoil;
    const looks = new Map<string, { geometry: BufferGeometry; bodies: number[] }>();
    this.sizes = content.bodies.map(() => 0);
    this.fixed = content.bodies.map((body) => body.static_);
    content.bodies.forEach((body, id) => {
      this.addGround(body.shapes.filter(isGround), id, soilOf);
      this.addSensors(body, id);
      const colored = body.shapes.every((shape) => isGround(shape) || shape.color) || rolling.has(id);
      const key = JSON.stringify([body.shapes, rolling.has(id), colored ? "" : id]);
      const look = looks.get(key);
      const geometry = look?.geometry ?? bodyGeometry(body, id, rolling.has(id));
      if (geometry === null) return;
      if (look) look.bodies.push(id);
      else looks.set(key, { geometry, bodies: [id] });
      const extent = new Box3().setFromBufferAttribute(geometry.getAttribute("position") as never).getSize(new Vector3());
      this.sizes[id] = Math.max(extent.x, extent.y, extent.z);
    });
    for (const { geometry, bodies } of looks.values()) {
      const mesh = new InstancedMesh(geometry, material, bodies.length);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.group.add(mesh);
      this.batches.push({ mesh, bodies });
    }
    this.links = new Links(content);
    this.tracks = new Tracks(content, material);
    // In a scene where nothing that moves has a shape; elsewhere a body without one is inside of others.
    const moving = content.bodies.flatMap(({ static_ }, id) => (static_ ? [] : [id]));
    const bare = moving.every((id) => content.bodies[id].shapes.length === 0) ? moving : [];
    this.skeleton = new Skeleton(content, new Set(bare));
    for (const id of bare) this.sizes[id] = this.skeleton.reach[id];
    this.group.add(this.links.group, this.tracks.group, this.skeleton.group);
    this.hasGround = content.bodies.some((body) => body.shapes.some(isGround));
  }

  size(body: number): number {
    return this.sizes[body] ?? 0;
  }

  /** Whether bodies that move are drawn, and sensors; for a map of what does not. */
  showMoving(visible: boolean): void {
    for (const { mesh, bodies } of this.batches) mesh.visible = visible || bodies.every((body) => this.fixed[body]);
    this.links.group.visible = this.tracks.group.visible = this.skeleton.group.visible = visible;
  }

  place(poses: PoseReader): void {
    for (const { mesh, bodies } of this.batches) {
      bodies.forEach((body, i) => {
        poses.position(body, this.position);
        poses.orientation(body, this.rotation);
        mesh.setMatrixAt(i, this.matrix.compose(this.position, this.rotation, one));
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
    for (const { object, body } of this.placed) {
      poses.position(body, object.position);
      poses.orientation(body, object.quaternion);
    }
    this.links.place(poses);
    this.tracks.place(poses);
    this.skeleton.place(poses);
  }

  /** The nearest body under the ray, or -1. */
  pick(ray: Raycaster): number {
    let nearest = { distance: Infinity, body: -1 };
    for (const { mesh, bodies } of this.batches) {
      mesh.computeBoundingSphere();
      for (const hit of ray.intersectObject(mesh, false)) {
        if (hit.distance < nearest.distance) nearest = { distance: hit.distance, body: bodies[hit.instanceId ?? 0] };
      }
    }
    return nearest.body;
  }

  dispose(): void {
    this.group.removeFromParent();
    this.group.traverse((object: Object3D & { geometry?: BufferGeometry; material?: Material }) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
  }

  /** Seen through: nothing is there to touch. */
  private addSensors(body: scene.BodyT, id: number): void {
    const geometry = sensorGeometry(body);
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
    this.group.add(object);
  }
}

function groundMesh(shape: scene.ShapeT, soilOf: SoilOf): Mesh {
  if (shape.type === ShapeType.plane) return planeMesh(shape);
  const mesh = heightfieldMesh(shape, soilOf);
  mesh.applyMatrix4(shapePlacement(shape));
  return mesh;
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
    if (body.shapes.length > 0 && body.shapes.every(rolls)) rolling.add(id);
  });
  return rolling;
}
