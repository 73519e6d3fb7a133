// All that is solid in one draw call: looks in degrees of detail, and things that each have one of the looks and a place.
import { BatchedMesh, BufferGeometry, Material, Matrix4, Quaternion, Raycaster, Vector3 } from "three";

/** From finest to coarsest. */
export const details = [0, 1, 2] as const;
export type Detail = (typeof details)[number];

/** A thing is drawn at a degree from such a size per distance on; at the last one whatever is smaller. */
const sizesFrom = [0.17, 0.045];

interface Look {
  geometries: BufferGeometry[];
  /** Of the batch, once it is built; by degree. */
  ids: number[];
  /** Largest extent (m). */
  size: number;
}

export class Batch {
  mesh: BatchedMesh | null = null;
  private looks: Look[] = [];
  /** By thing: its look, and the degree in which it is drawn. */
  private lookOf: number[] = [];
  private detailOf: Detail[] = [];
  private matrix = new Matrix4();
  private at = new Vector3();

  /**
   * A look, to be made in every degree, or the same for several: triangles without index, with position, normal and colour. Returns its
   * number.
   */
  look(make: (detail: Detail) => BufferGeometry): number {
    const geometries = details.map(make);
    geometries[0].computeBoundingBox();
    const extent = geometries[0].boundingBox!.getSize(new Vector3());
    return this.looks.push({ geometries, ids: [], size: Math.max(extent.x, extent.y, extent.z) }) - 1;
  }

  size(look: number): number {
    return this.looks[look].size;
  }

  /** One more thing with a look; returns its number. */
  thing(look: number): number {
    this.detailOf.push(1);
    return this.lookOf.push(look) - 1;
  }

  /** Nothing can be added after it. */
  build(material: Material): void {
    const vertices = this.looks.flatMap(({ geometries }) => [...new Set(geometries)].map((geometry) => geometry.getAttribute("position").count));
    if (this.lookOf.length === 0) return;
    const mesh = new BatchedMesh(this.lookOf.length, vertices.reduce((sum, count) => sum + count, 0), 0, material);
    // What is opaque needs no order.
    mesh.sortObjects = false;
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    for (const look of this.looks) {
      const added = new Map([...new Set(look.geometries)].map((geometry) => [geometry, mesh.addGeometry(geometry)]));
      look.ids = look.geometries.map((geometry) => added.get(geometry)!);
      for (const geometry of look.geometries) geometry.dispose();
      look.geometries = [];
    }
    this.lookOf.forEach((look, thing) => mesh.addInstance(this.looks[look].ids[this.detailOf[thing]]));
    this.mesh = mesh;
  }

  place(thing: number, matrix: Matrix4): void {
    this.mesh!.setMatrixAt(thing, matrix);
  }

  show(thing: number, visible: boolean): void {
    this.mesh!.setVisibleAt(thing, visible);
  }

  /**
   * Chooses for every thing the degree that it needs when it is seen from there. `afresh`: whatever it was before, so that the same
   * things look the same.
   */
  seeFrom(eye: Vector3, afresh = false): void {
    const { mesh } = this;
    if (!mesh) return;
    for (let thing = 0; thing < this.lookOf.length; ++thing) {
      const look = this.looks[this.lookOf[thing]];
      const distance = this.at.setFromMatrixPosition(mesh.getMatrixAt(thing, this.matrix)).distanceTo(eye);
      const detail = detailFor(look.size / Math.max(distance, 1e-3), afresh ? null : this.detailOf[thing]);
      if (detail === this.detailOf[thing]) continue;
      this.detailOf[thing] = detail;
      mesh.setGeometryIdAt(thing, look.ids[detail]);
    }
  }

  /** The nearest thing under the ray, or null; where it is hit (m, world). */
  pick(ray: Raycaster): { thing: number; distance: number; point: Vector3 } | null {
    if (!this.mesh) return null;
    const [hit] = ray.intersectObject(this.mesh, false).sort((a, b) => a.distance - b.distance);
    return hit?.batchId === undefined ? null : { thing: hit.batchId, distance: hit.distance, point: hit.point };
  }

  dispose(): void {
    this.mesh?.dispose();
  }
}

/** With some play from the present one, so that what stands at a border does not change to and fro. */
export function detailFor(size: number, present: Detail | null): Detail {
  const play = (border: number) => (present === null ? 1 : present <= border ? 0.85 : 1.15);
  if (size > sizesFrom[0] * play(0)) return 0;
  return size > sizesFrom[1] * play(1) ? 1 : 2;
}

const one = new Vector3(1, 1, 1);
/** The place of what is not to be seen. */
export const nowhere = new Matrix4().makeScale(0, 0, 0);

/** Placed without a change of size. */
export function compose(matrix: Matrix4, position: Vector3, rotation: Quaternion): Matrix4 {
  return matrix.compose(position, rotation, one);
}
