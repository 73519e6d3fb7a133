// Files that are drawn in place of shapes: of an imported robot, with pictures, and when they do not come.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import zlib from "node:zlib";
import { importSign, live, magenta, partOfChannels, picture, startBrowser, startDaemon, temporaryFolder, waitFor } from "./support.mjs";

const part = async (page, channels) => partOfChannels(page, await picture(page), channels);
const green = [1];
const cyan = [1, 2];

function pngOf(red, green, blue) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const pixels = zlib.deflateSync(Buffer.from([0, red, green, blue]));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function crc32(bytes) {
  let rest = ~0;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; ++bit) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}

/** Two triangles of 1 m in the plane y = 0 that both sides show, with the picture over all. `image`, `buffer`: as the file names them. */
function panel(image, buffer, views = []) {
  return {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    materials: [{ doubleSided: true, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }], textures: [{ source: 0 }], images: [image], buffers: [buffer],
    bufferViews: [{ buffer: 0, byteLength: 72 }, { buffer: 0, byteOffset: 72, byteLength: 48 }, ...views],
    accessors: [{ bufferView: 0, componentType: 5126, type: "VEC3", count: 6, min: [-0.5, 0, -0.5], max: [0.5, 0, 0.5] }, { bufferView: 1, componentType: 5126, type: "VEC2", count: 6 }],
  };
}
const h = 0.5;
const corners = Buffer.from(new Float32Array([-h, 0, -h, h, 0, -h, h, 0, h, -h, 0, -h, h, 0, h, -h, 0, h, 0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1]).buffer);

function glb(image) {
  const padded = Buffer.concat([corners, image, Buffer.alloc((4 - (image.length % 4)) % 4)]);
  const json = Buffer.from(JSON.stringify(panel({ bufferView: 2, mimeType: "image/png" }, { byteLength: padded.length }, [{ buffer: 0, byteOffset: 120, byteLength: image.length }])));
  const text = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, " ")]);
  const words = (...values) => Buffer.from(new Uint32Array(values).buffer);
  return Buffer.concat([words(0x46546c67, 2, 28 + text.length + padded.length, text.length, 0x4e4f534a), text, words(padded.length, 0x004e4942), padded]);
}

/** Two static bodies that are green balls but for their files. */
const gallery = JSON.stringify({
  name: "gallery", camera: { position: [0, -3, 0.5], target: [0, 0, 0] },
  bodies: [["left", -0.7, "parts/left one.gltf"], ["right", 0.7, "right.glb"]].map(([name, x, visual]) => ({
    name, static: true, position: [x, 0, 0], shapes: [{ type: "sphere", radius: 0.4, color: "#00ff00", visual }],
  })),
});

async function shown(folder, scene, { fragment = "", options = [] } = {}) {
  const daemon = await startDaemon({ scene: path.join(folder, scene), options });
  const browser = await startBrowser();
  await browser.page.goto(`${daemon.web}#quality=full&${fragment}`);
  await live(browser.page);
  const stop = async () => {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { ...browser, stop };
}

test("an imported robot is drawn as its visuals look, and by its shapes when they are gone", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const { page, errors, stop } = await shown(folder, importSign(folder));
  try {
    await waitFor(async () => (await part(page, magenta)) > 0.01, "the magenta board");
    assert.deepEqual(errors, []);
    assert.doesNotMatch(await page.innerText("#events"), /did not come/);
    for (const file of fs.readdirSync(path.join(folder, "sign_files"))) fs.rmSync(path.join(folder, "sign_files", file));
    await page.reload();
    await live(page);
    await waitFor(async () => /files of the picture did not come/.test(await page.innerText("#events")), "what is told of it");
    assert.equal((await page.innerText("#events")).split("did not come").length, 2, "told once");
    assert.equal(await part(page, magenta), 0);
  } finally {
    await stop();
  }
});

test("files with pictures are drawn, inside or beside them, with a viewer's token and under the page's policy", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "parts"));
  fs.writeFileSync(path.join(folder, "parts/left one.gltf"), JSON.stringify(panel({ uri: "../skin+1.png" }, { uri: "left%20one.bin", byteLength: 120 })));
  fs.writeFileSync(path.join(folder, "parts/left one.bin"), corners);
  fs.writeFileSync(path.join(folder, "skin+1.png"), pngOf(255, 0, 255));
  fs.writeFileSync(path.join(folder, "right.glb"), glb(pngOf(0, 255, 255)));
  fs.writeFileSync(path.join(folder, "gallery.json"), gallery);
  fs.writeFileSync(path.join(folder, "tokens"), "viewer onlyforlooking\n");
  const { page, errors, requests, stop } = await shown(folder, "gallery.json", { fragment: "token=onlyforlooking", options: ["--token-file", path.join(folder, "tokens")] });
  try {
    await waitFor(async () => (await part(page, magenta)) > 0.01 && (await part(page, cyan)) > 0.01, "both panels");
    assert.equal(await part(page, green), 0, "no shape is left");
    assert.deepEqual(errors, []);
    assert.ok(requests.every((url) => /^(blob|data):/.test(url) || url.startsWith(new URL(page.url()).origin)), "nothing is asked for elsewhere");
  } finally {
    await stop();
  }
});
