// Bodies of a scene without shapes: bars from their centre of mass to their joints, and a ball at each joint.
import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import { BodyAnchors, type BodyPoint } from "./body_point";
import type { PoseReader } from "./pose_reader";

/** Thickness of a bar by the longest one's length, and a ball's by a bar's. */
const slender = 0.02;
const ball = 1.8;
const colors = ["#f2a33a", "#5aa9e6", "#58c48c", "#c977c9", "#e6d15a", "#e67a5a"];

const up = new Vector3(0, 0, 1);

export class Skeleton {
  readonly group = new Group();
  private bars: { mesh: Mesh; from: BodyPoint; to: BodyPoint }[] = [];
  private balls: { mesh: Mesh; at: BodyPoint }[] = [];
  /** Longest bar of each body (m). */
  readonly reach: number[];

  /** `bare`: the bodies to draw. */
  constructor(content: scene.SceneT, bare: ReadonlySet<number>) {
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
    const bar = new CylinderGeometry(radius, radius, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    const joint = new SphereGeometry(ball * radius, 16, 12);
    for (const end of ends) {
      const material = new MeshStandardMaterial({ color: colors[end.body % colors.length], roughness: 0.6 });
      this.balls.push({ mesh: this.add(new Mesh(joint, material)), at: end });
      if (end.point.length() > radius) {
        this.bars.push({ mesh: this.add(new Mesh(bar, material)), from: { body: end.body, point: new Vector3() }, to: end });
      }
    }
  }

  place(poses: PoseReader): void {
    for (const { mesh, from, to } of this.bars) {
      const a = poses.toWorld(from.body, from.point);
      const way = poses.toWorld(to.body, to.point).sub(a);
      mesh.scale.z = way.length();
      mesh.position.copy(a);
      mesh.quaternion.setFromUnitVectors(up, way.normalize());
    }
    for (const { mesh, at } of this.balls) mesh.position.copy(poses.toWorld(at.body, at.point));
  }

  private add(mesh: Mesh): Mesh {
    mesh.castShadow = true;
    this.group.add(mesh);
    return mesh;
  }
}
