// What files show in place of shapes: how their parts are taken, and when a body keeps its shapes.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as scene from "#protocol/scene";
import { BoxGeometry, DoubleSide, Group, InterleavedBuffer, InterleavedBufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial, Texture, Vector3 } from "three";
import { Batch } from "../src/view/batch";
import { visualOf } from "../src/view/gltf";
import { bodyGeometry, looksOf, undressed } from "../src/view/shapes";
import { Visuals } from "../src/view/visuals";

const red = () => new MeshStandardMaterial({ color: "#ff0000" });
const boxAt = (x: number, material: MeshStandardMaterial) => {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1), material);
  mesh.position.x = x;
  return mesh;
};
const extent = (geometry: BufferGeometry) => {
  geometry.computeBoundingBox();
  return [geometry.boundingBox!.min.toArray(), geometry.boundingBox!.max.toArray()].flat();
};

test("plain parts are one, placed by their nodes, with their colours; parts with a picture are one for each material", () => {
  const pictured = new MeshStandardMaterial({ map: new Texture() });
  const root = new Group().add(boxAt(0, red()), boxAt(4, new MeshStandardMaterial({ color: "#0000ff" })), boxAt(8, pictured), boxAt(10, pictured));
  const [plain, picture, ...rest] = visualOf(root);
  assert.equal(rest.length, 0);
  assert.equal(plain.material, null);
  assert.deepEqual(extent(plain.geometry), [-0.5, -0.5, -0.5, 4.5, 0.5, 0.5]);
  assert.deepEqual([...plain.geometry.getAttribute("color").array.slice(0, 3)], [1, 0, 0]);
  assert.deepEqual([...plain.geometry.getAttribute("color").array.slice(-3)], [0, 0, 1]);
  assert.deepEqual(Object.keys(plain.geometry.attributes).sort(), ["color", "normal", "position"]);
  assert.equal(picture.material!.map, pictured.map);
  assert.deepEqual(extent(picture.geometry), [7.5, -0.5, -0.5, 10.5, 0.5, 0.5]);
});

/** Of the first triangle: whether its corners go round its normal as they should. */
function facesOut(geometry: BufferGeometry): boolean {
  const at = (name: string, i: number) => new Vector3().fromArray(geometry.getAttribute(name).array as unknown as number[], 3 * i);
  const [a, b, c] = [0, 1, 2].map((i) => at("position", i));
  return b.sub(a).cross(c.sub(a)).dot(at("normal", 0)) > 0;
}

test("a mirrored part faces out still, and one to be seen from both sides has every triangle twice", () => {
  const mirrored = boxAt(0, red());
  mirrored.scale.x = -1;
  assert.ok(facesOut(visualOf(new Group().add(mirrored))[0].geometry));
  assert.ok(facesOut(visualOf(new Group().add(boxAt(0, red())))[0].geometry));
  const both = visualOf(new Group().add(boxAt(0, new MeshStandardMaterial({ side: DoubleSide }))))[0].geometry;
  assert.equal(both.getAttribute("position").count, 2 * 36);
  assert.deepEqual([...both.getAttribute("normal").array.slice(0, 3)], [...both.getAttribute("normal").array.slice(108, 111)].map((n) => -n || 0));
});

test("corners that lie interleaved, without normals, become flat triangles", () => {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new InterleavedBufferAttribute(new InterleavedBuffer(new Float32Array([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]), 4), 3, 0));
  const [{ geometry: made }] = visualOf(new Group().add(new Mesh(geometry, red())));
  assert.deepEqual([...made.getAttribute("position").array], [0, 0, 0, 1, 0, 0, 0, 1, 0]);
  assert.deepEqual([...made.getAttribute("normal").array.slice(0, 3)], [0, 0, 1]);
});

test("what has no triangles shows nothing", () => assert.deepEqual(visualOf(new Group()), []));

function body(...visuals: (string | null)[]): scene.BodyT {
  const made = new scene.BodyT();
  made.shapes = visuals.map((visual) => {
    const shape = new scene.ShapeT();
    shape.type = scene.ShapeType.sphere;
    shape.radius = 0.1;
    shape.visual = visual;
    return shape;
  });
  return made;
}

test("a body is drawn by its files when all are there, and by its shapes otherwise", () => {
  const box = visualOf(new Group().add(boxAt(0, red())));
  const files = new Map([["box.glb", box], ["nothing.glb", []]]);
  const seen = (made: scene.BodyT) => {
    const looks = looksOf(made, new Visuals(files));
    const geometry = bodyGeometry(made, looks, 0, undressed, 0);
    return geometry === null ? null : Math.max(...extent(geometry).map(Math.abs));
  };
  assert.equal(seen(body("box.glb")), 0.5);
  assert.equal(seen(body("box.glb", "nothing.glb")), 0.5);
  assert.equal(seen(body("nothing.glb")), null);
  assert.equal(seen(body("box.glb", "gone.glb")), Math.fround(0.1));
  assert.equal(seen(body("nothing.glb", "gone.glb")), Math.fround(0.1));
  const placed = body("box.glb");
  placed.shapes[0].position = new scene.Vec3T(2, 0, 0);
  assert.equal(seen(placed), 2.5, "in shape axes");
});

test("a look that is the same in every degree is in the batch once", () => {
  const batch = new Batch();
  const [{ geometry }] = visualOf(new Group().add(boxAt(0, red())));
  batch.thing(batch.look(() => geometry));
  batch.build(red());
  assert.equal(batch.mesh!.geometry.getAttribute("position").count, 36);
});
