// How high the ground is at a place: what marks lie on and dust rises from. Drawing only.
import * as scene from "#protocol/scene";
import { heightsOf } from "./ground";
import { orientationOf } from "./shapes";

const { ShapeType } = scene;

export interface GroundPlace {
  z: number;
  /** Earth, which takes prints; else it is paved. */
  soft: boolean;
}

interface Field {
  x: number;
  y: number;
  z: number;
  columns: number;
  rows: number;
  spacing: number;
  heights: Float32Array;
}

/** Ground that stands level as the scene gives it; what is turned has no marks. */
export class GroundHeights {
  private planes: number[] = [];
  private fields: Field[] = [];

  constructor(content: scene.SceneT) {
    for (const body of content.bodies) {
      if (!body.static_ || Math.abs(orientationOf(body).w) < 0.9999) continue;
      for (const shape of body.shapes) {
        const [x, y, z] = (["x", "y", "z"] as const).map((axis) => (body.position?.[axis] ?? 0) + (shape.position?.[axis] ?? 0));
        if (shape.type === ShapeType.plane && (shape.normal?.z ?? 1) > 0.999) this.planes.push(z);
        if (shape.type !== ShapeType.heightfield || Math.abs(orientationOf(shape).w) < 0.9999) continue;
        this.fields.push({ x, y, z, columns: shape.columns ?? 0, rows: shape.rows ?? 0, spacing: shape.spacing ?? 1, heights: heightsOf(shape) });
      }
    }
  }

  /** The highest ground there; null: there is none. */
  at(x: number, y: number): GroundPlace | null {
    let found: GroundPlace | null = null;
    for (const z of this.planes) if (!found || z > found.z) found = { z, soft: false };
    for (const field of this.fields) {
      const z = heightIn(field, x, y);
      if (!Number.isNaN(z) && (!found || z > found.z)) found = { z, soft: true };
    }
    return found;
  }
}

/** On the triangle, cut by the diagonal from (0, 0) to (1, 1) of a cell; NaN: outside. */
function heightIn({ x: x0, y: y0, z, columns, rows, spacing, heights }: Field, x: number, y: number): number {
  const u = (x - x0) / spacing + (columns - 1) / 2;
  const v = (y - y0) / spacing + (rows - 1) / 2;
  const [i, j] = [Math.floor(u), Math.floor(v)];
  if (!(i >= 0 && j >= 0 && i + 1 < columns && j + 1 < rows)) return NaN;
  const [a, b] = [u - i, v - j];
  const at = (column: number, row: number) => heights[(j + row) * columns + i + column];
  const low = at(0, 0);
  const high = at(1, 1);
  return z + (a > b ? low + a * (at(1, 0) - low) + b * (high - at(1, 0)) : low + b * (at(0, 1) - low) + a * (high - at(0, 1)));
}
