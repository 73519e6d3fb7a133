// What no batch can hold: parts of visuals with pictures, or seen through. One draw call for each, however many bodies have it.
import { Group, InstancedMesh, Matrix4, Quaternion, Raycaster, Vector3 } from "three";
import { compose, nowhere } from "./batch";
import type { PoseReader } from "./pose_reader";
import type { VisualPart } from "./visuals";

interface Place {
  body: number;
  /** Shape axes to body axes. */
  local: Matrix4;
}

export class OwnLooks {
  readonly group = new Group();
  private places = new Map<VisualPart, Place[]>();
  private meshes: { mesh: InstancedMesh; places: Place[] }[] = [];
  private matrix = new Matrix4();
  private position = new Vector3();
  private turn = new Quaternion();

  add(part: VisualPart, body: number, local: Matrix4): void {
    this.places.set(part, [...(this.places.get(part) ?? []), { body, local }]);
  }

  /** Nothing can be added after it. */
  build(): void {
    for (const [{ geometry, material }, places] of this.places) {
      const mesh = new InstancedMesh(geometry, material!, places.length);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.meshes.push({ mesh, places });
      this.group.add(mesh);
    }
  }

  /** Those that no other body than these has, or all. */
  showOnly(fixed: readonly boolean[] | null): void {
    for (const { mesh, places } of this.meshes) mesh.visible = !fixed || places.every(({ body }) => fixed[body]);
  }

  place(poses: PoseReader): void {
    const { matrix, position, turn } = this;
    for (const { mesh, places } of this.meshes) {
      places.forEach(({ body, local }, i) => {
        poses.position(body, position);
        poses.orientation(body, turn);
        mesh.setMatrixAt(i, poses.isHidden(body) ? nowhere : compose(matrix, position, turn).multiply(local));
      });
      mesh.instanceMatrix.needsUpdate = true;
      // For rays: where they were is of no use.
      mesh.boundingSphere = null;
    }
  }

  /** The nearest body under the ray, or null; where it is hit (m, world). */
  pick(ray: Raycaster): { body: number; distance: number; point: Vector3 } | null {
    const hits = this.meshes.flatMap(({ mesh, places }) =>
      ray.intersectObject(mesh, false).map(({ instanceId, distance, point }) => ({ body: places[instanceId!].body, distance, point })));
    return hits.sort((a, b) => a.distance - b.distance)[0] ?? null;
  }

  dispose(): void {
    for (const { geometry, material } of this.places.keys()) {
      geometry.dispose();
      material!.map?.dispose();
      material!.dispose();
    }
    for (const { mesh } of this.meshes) mesh.dispose();
  }
}
