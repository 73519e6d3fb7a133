// Springs as coils, rods and ropes as lines: drawn between points that are fixed to two bodies.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from "three";
import * as scene from "#protocol/scene";
import { BodyAnchors, type BodyPoint } from "./body_point";
import type { PoseReader } from "./pose_reader";

const { JointType } = scene;

const up = new Vector3(0, 0, 1);

export class Links {
  readonly group = new Group();
  private links: { line: Line; from: BodyPoint; to: BodyPoint }[] = [];
  private material = new LineBasicMaterial({ color: "#d7dde3" });

  constructor(content: scene.SceneT) {
    const anchors = new BodyAnchors(content);
    for (const { from, to, restLength } of content.springs) {
      if (!from || !to) continue;
      this.add(coil(restLength ?? 1), anchors.point(from.body, from.position), anchors.point(to.body, to.position));
    }
    for (const joint of content.joints) {
      if (joint.type !== JointType.distance && joint.type !== JointType.rope) continue;
      this.add(straight(), anchors.point(joint.parent, joint.position), anchors.point(joint.child, joint.childPosition));
    }
  }

  place(poses: PoseReader): void {
    for (const { line, from, to } of this.links) {
      const a = poses.toWorld(from.body, from.point);
      const way = poses.toWorld(to.body, to.point).sub(a);
      line.scale.set(1, 1, Math.max(1e-6, way.length()));
      line.position.copy(a);
      line.quaternion.setFromUnitVectors(up, way.normalize());
      line.visible = !poses.isHidden(from.body) && !poses.isHidden(to.body);
    }
  }

  private add(geometry: BufferGeometry, from: BodyPoint, to: BodyPoint): void {
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
