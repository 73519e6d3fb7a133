// Springs as coils, rods and ropes as lines: drawn between points that are fixed to two bodies.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from "three";
import * as scene from "#protocol/scene";
import type { PoseReader } from "./pose_reader";
import { orientationOf } from "./shapes";

const { JointType } = scene;

/** A point in the axes of a body; body -1 is the world. */
interface End {
  body: number;
  point: Vector3;
}

const up = new Vector3(0, 0, 1);

export class Links {
  readonly group = new Group();
  private links: { line: Line; from: End; to: End }[] = [];
  private material = new LineBasicMaterial({ color: "#d7dde3" });

  constructor(content: scene.SceneT) {
    const ids = new Map(content.bodies.map((body, id) => [body.name, id]));
    const end = (name: string | Uint8Array | null, world: scene.Vec3T | null): End => {
      const id = ids.get(name) ?? -1;
      const point = new Vector3(world?.x ?? 0, world?.y ?? 0, world?.z ?? 0);
      if (id < 0) return { body: -1, point };
      const body = content.bodies[id];
      if (body.position) point.sub(new Vector3(body.position.x, body.position.y, body.position.z));
      return { body: id, point: point.applyQuaternion(orientationOf(body).invert()) };
    };
    for (const { from, to, restLength } of content.springs) {
      if (from && to) this.add(coil(restLength ?? 1), end(from.body, from.position), end(to.body, to.position));
    }
    for (const joint of content.joints) {
      if (joint.type !== JointType.distance && joint.type !== JointType.rope) continue;
      this.add(straight(), end(joint.parent, joint.position), end(joint.child, joint.childPosition));
    }
  }

  place(poses: PoseReader): void {
    for (const { line, from, to } of this.links) {
      const a = poses.toWorld(from.body, from.point);
      const way = poses.toWorld(to.body, to.point).sub(a);
      line.scale.set(1, 1, Math.max(1e-6, way.length()));
      line.position.copy(a);
      line.quaternion.setFromUnitVectors(up, way.normalize());
    }
  }

  private add(geometry: BufferGeometry, from: End, to: End): void {
    const line = new Line(geometry, this.material);
    line.frustumCulled = false;
    this.group.add(line);
    this.links.push({ line, from, to });
  }
}

/** From 0 to 1 along z; as thick as a spring of this length (m) may be. */
function coil(length: number): BufferGeometry {
  const points = 240;
  const turns = 12;
  const positions = new Float32Array((points + 1) * 3);
  for (let i = 0; i <= points; ++i) {
    const z = i / points;
    const radius = Math.min(0.04, 0.08 * length) * Math.min(1, 12 * z, 12 * (1 - z));
    const angle = turns * 2 * Math.PI * z;
    positions.set([radius * Math.cos(angle), radius * Math.sin(angle), z], i * 3);
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
}

function straight(): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.of(0, 0, 0, 0, 0, 1), 3));
}
