// glTF files as the picture takes them. Loaded only where a scene names some.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, LoadingManager, Matrix3, Mesh, MeshStandardMaterial, Object3D, Vector2, Vector3,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { SceneFiles, Visual } from "./visuals";

/** Rejects with what to tell. */
export async function readGltf(path: string, source: SceneFiles): Promise<Visual> {
  const token = source.token() && `?token=${encodeURIComponent(source.token())}`;
  const address = source.base + path.split("/").map(encodeURIComponent).join("/");
  const answer = await fetch(address + token);
  if (!answer.ok) throw new Error((await answer.text()).trim() || `${answer.status}`);
  const missing: string[] = [];
  const manager = new LoadingManager(undefined, undefined, (url) => missing.push(url.replace(token, "")));
  // Nothing is asked for anywhere else.
  manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : url.startsWith(source.base) ? url + token : "data:,"));
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const { scene } = await new GLTFLoader(manager).parseAsync(await answer.arrayBuffer(), folder);
  if (missing.length > 0) throw new Error(missing[0]);
  return visualOf(scene);
}

/** What is plainly coloured becomes one part, everything else one for each material. */
export function visualOf(root: Object3D): Visual {
  root.updateMatrixWorld(true);
  const plain: BufferGeometry[] = [];
  const others = new Map<MeshStandardMaterial, BufferGeometry[]>();
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const material = object.material as MeshStandardMaterial;
    if (!material.map && !material.transparent && material.alphaTest === 0) {
      plain.push(flat(object, material, material.side === DoubleSide).deleteAttribute("uv"));
    } else {
      others.set(material, [...(others.get(material) ?? []), flat(object, material, false)]);
    }
  });
  const parts = [...others].map(([material, geometries]) => ({ geometry: mergeGeometries(geometries), material: like(material) }));
  return plain.length === 0 ? parts : [{ geometry: mergeGeometries(plain), material: null }, ...parts];
}

/** As what is solid looks, with the picture; the colour is the geometry's. */
function like({ map, transparent, opacity, alphaTest, side, depthWrite }: MeshStandardMaterial): MeshStandardMaterial {
  return new MeshStandardMaterial({ vertexColors: true, roughness: 0.55, metalness: 0.12, map, transparent, opacity, alphaTest, side, depthWrite });
}

/** Triangles without index, where the file's nodes place them. `bothSides`: the same seen from behind, too. */
function flat(mesh: Mesh, { color: tint }: MeshStandardMaterial, bothSides: boolean): BufferGeometry {
  const { index, attributes: from } = mesh.geometry as BufferGeometry;
  const { matrixWorld } = mesh;
  const order = matrixWorld.determinant() < 0 ? [0, 2, 1] : [0, 1, 2];
  const sides = bothSides ? [order, [...order].reverse()] : [order];
  const count = Math.floor((index?.count ?? from.position.count) / 3) * 3;
  const normalMatrix = new Matrix3().getNormalMatrix(matrixWorld);
  const geometry = new BufferGeometry();
  const [place, color, tone, uv] = [new Vector3(), new Color(), new Color(), new Vector2()];
  const fill = (name: string, size: number, write: (corner: number, to: Float32Array, at: number, side: number) => void) => {
    const values = new Float32Array(count * size * sides.length);
    let at = 0;
    sides.forEach((corners, side) => {
      for (let first = 0; first < count; first += 3) {
        for (const k of corners) {
          write(index ? index.getX(first + k) : first + k, values, at, side);
          at += size;
        }
      }
    });
    geometry.setAttribute(name, new BufferAttribute(values, size));
  };
  fill("position", 3, (corner, to, at) => place.fromBufferAttribute(from.position, corner).applyMatrix4(matrixWorld).toArray(to, at));
  if (from.normal) {
    fill("normal", 3, (corner, to, at, side) =>
      place.fromBufferAttribute(from.normal, corner).applyNormalMatrix(normalMatrix).multiplyScalar(side === 0 ? 1 : -1).toArray(to, at));
  } else {
    geometry.computeVertexNormals();
  }
  fill("color", 3, (corner, to, at) => {
    tone.copy(tint);
    if (from.color) tone.multiply(color.setRGB(from.color.getX(corner), from.color.getY(corner), from.color.getZ(corner)));
    tone.toArray(to, at);
  });
  fill("uv", 2, (corner, to, at) => (from.uv ? uv.set(from.uv.getX(corner), from.uv.getY(corner)) : uv).toArray(to, at));
  return geometry;
}
