// What glTF files show in place of shapes: each file of a scene is fetched once; where one does not come its body keeps its shapes.
import type { BufferGeometry, MeshStandardMaterial } from "three";
import type * as scene from "#protocol/scene";
import { words } from "../words";

/** Triangles without index in shape axes, with position, normal and colour; with uv where there is a material. */
export interface VisualPart {
  geometry: BufferGeometry;
  /** null: the colours say all. Else it has a picture, or is seen through. */
  material: MeshStandardMaterial | null;
}

/** What one file shows; nothing at all is allowed. */
export type Visual = readonly VisualPart[];

/** The daemon's files of the scene at hand. */
export interface SceneFiles {
  /** Address of the folder, with a slash at its end. */
  base: string;
  /** Empty: none is needed. */
  token(): string;
  /** Called once for a scene of which files did not come. */
  failed(text: string): void;
}

export class Visuals {
  constructor(private files: ReadonlyMap<string, Visual> = new Map()) {}

  /** What is drawn in place of the shape; null: the shape itself. All files of a body are there, or none counts. */
  of(body: scene.BodyT, shape: scene.ShapeT): Visual | null {
    const visual = shape.visual ? this.files.get(`${shape.visual}`) : undefined;
    return visual && body.shapes.every((other) => !other.visual || this.files.has(`${other.visual}`)) ? visual : null;
  }
}

/** null: the scene names no file. */
export async function fetchVisuals(content: scene.SceneT, source: SceneFiles): Promise<Visuals | null> {
  const paths = new Set(content.bodies.flatMap(({ shapes }) => shapes.flatMap(({ visual }) => (visual ? [`${visual}`] : []))));
  if (paths.size === 0) return null;
  const files = new Map<string, Visual>();
  const missing: string[] = [];
  const reader = import("./gltf");
  await Promise.all([...paths].map(async (path) => {
    try {
      files.set(path, await (await reader).readGltf(path, source));
    } catch (error) {
      missing.push(`${path}: ${(error as Error).message}`);
    }
  }));
  if (missing.length > 0) source.failed(words("{count} files of the picture did not come; shapes are drawn in their place. {first}", { count: missing.length, first: missing[0] }));
  return new Visuals(files);
}
