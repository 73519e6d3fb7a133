// Reads sample recordings with MCAP's own library, and their messages as Lichtblick does. check.mjs PLAIN ZSTD CUT MARKED CUT_AND_MARKED
import assert from "node:assert/strict";
import { open, readFile } from "node:fs/promises";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { decompress } from "fzstd";
import { ByteBuffer } from "flatbuffers";
import reflection from "flatbuffers_reflection";

const { Parser, Schema, Table } = reflection;
const decompressHandlers = { zstd: (bytes, size) => decompress(bytes, new Uint8Array(Number(size))) };
const frames = 100;
const expected = {
  "/drawbar/build": 1, "/drawbar/scene": 1, "/drawbar/branch": 1, "/drawbar/input": frames, "/drawbar/hash": frames,
  "/drawbar/snapshot": frames / 25, "/poses": frames, "/telemetry": frames, "/events": 1, "/tf": frames, "/scene": 1,
};

/** Lichtblick refuses a schema with a union or an array anywhere, and needs every field's type. */
function decoder(schema) {
  const raw = Schema.getRootAsSchema(new ByteBuffer(schema.data));
  let index = -1;
  for (let i = 0; i < raw.objectsLength(); i++) {
    const object = raw.objects(i);
    if (object.name() === schema.name) index = i;
    for (let j = 0; j < object.fieldsLength(); j++) {
      const type = object.fields(j).type();
      assert(![15 + 1, 17].includes(type.baseType()), `${schema.name}: ${object.name()} has a union or an array`);
    }
  }
  assert(index >= 0, `${schema.name} is not in its schema`);
  const toObject = new Parser(raw).toObjectLambda(index, true);
  return (data) => {
    const buffer = new ByteBuffer(data);
    return toObject(new Table(buffer, index, buffer.readInt32(buffer.position()) + buffer.position(), false));
  };
}

async function readable(path) {
  const file = await open(path);
  return {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, length) => {
      const out = new Uint8Array(Number(length));
      await file.read(out, 0, out.length, Number(offset));
      return out;
    },
  };
}

async function checkIndexed(path, notes = 0) {
  const reader = await McapIndexedReader.Initialize({ readable: await readable(path), decompressHandlers });
  assert.equal(reader.header.profile, "drawbar");
  assert.equal(reader.chunkIndexes.length, 5 + notes);
  const decoders = new Map([...reader.schemasById].map(([id, schema]) => [id, decoder(schema)]));
  const counts = {};
  let scene, transforms, telemetry, input;
  for await (const message of reader.readMessages({ validateCrcs: true })) {
    const channel = reader.channelsById.get(message.channelId);
    counts[channel.topic] = (counts[channel.topic] ?? 0) + 1;
    const value = decoders.get(channel.schemaId)(message.data);
    if (channel.topic === "/scene") scene = value;
    if (channel.topic === "/tf") transforms = value;
    if (channel.topic === "/telemetry") telemetry = value;
    if (channel.topic === "/drawbar/input") input = value;
  }
  assert.deepEqual(counts, { ...expected, "/events": expected["/events"] + notes });
  assert.equal(Number(reader.statistics.messageCount), Object.values(expected).reduce((a, b) => a + b) + notes);

  assert.equal(scene.entities.length, 3);
  assert.equal(scene.entities[0].frame_id, "body 0");
  assert.deepEqual({ ...scene.entities[0].cubes[0].size }, { x: 1, y: 2, z: 3 });
  assert.deepEqual(scene.entities[0].arrows, []);
  assert.equal(transforms.transforms.length, 3);
  assert.equal(transforms.transforms[2].child_frame_id, "body 2");
  const q = transforms.transforms[2].rotation;
  assert(Math.abs(Math.hypot(q.x, q.y, q.z, q.w) - 1) < 1e-6);
  assert.equal(transforms.transforms[2].timestamp.sec, 1_700_000_004);
  assert(Math.abs(telemetry.joint_positions[0] - 10) < 1e-9);
  assert.equal(input.control.value, 0);
  assert.equal(Number(input.frame), frames);

  const start = 1_700_000_001_400_000_000n;
  let inWindow = 0;
  for await (const message of reader.readMessages({ topics: ["/poses"], startTime: start, endTime: start + 299_999_999n })) {
    inWindow += message.logTime >= start ? 1 : 0;
  }
  assert.equal(inWindow, 8);
  const metadata = [];
  for await (const record of reader.readMetadata()) metadata.push(record);
  assert.equal(metadata[0].metadata.get("program"), "test 1.0");
}

async function checkStream(path, messages) {
  const reader = new McapStreamReader({ validateCrcs: true, decompressHandlers });
  reader.append(await readFile(path));
  let count = 0;
  try {
    for (let record; (record = reader.nextRecord()); ) count += record.type === "Message" ? 1 : 0;
  } catch (error) {
    assert.fail(`${path}: ${error}`);
  }
  assert.equal(count, messages);
  return reader.done();
}

/** The note that was appended to a recording, by the index. */
async function checkNote(path) {
  const reader = await McapIndexedReader.Initialize({ readable: await readable(path), decompressHandlers });
  const notes = [];
  for await (const message of reader.readMessages({ topics: ["/events"], validateCrcs: true })) {
    const value = decoder(reader.schemasById.get(reader.channelsById.get(message.channelId).schemaId))(message.data);
    if (value.text === "too fast") notes.push(message.logTime);
  }
  assert.deepEqual(notes, [1_700_000_000_400_000_000n]);
  let frames = 0;
  for await (const message of reader.readMessages({ topics: ["/poses"] })) frames += message.logTime > 0n ? 1 : 0;
  return frames;
}

const [plain, zstd, cut, marked, cutAndMarked] = process.argv.slice(2);
const all = Object.values(expected).reduce((a, b) => a + b);
for (const path of [plain, zstd]) {
  await checkIndexed(path);
  assert(await checkStream(path, all));
}
// Killed after frame 100: the chunk of frames 75 to 99 is whole, the last frame's never came.
assert(!(await checkStream(cut, all - 6)));
// A note appended later: the same, and the note; also behind a recording that a kill left without an end.
await checkIndexed(marked, 1);
assert(await checkStream(marked, all + 1));
assert.equal(await checkNote(marked), frames);
assert.equal(await checkNote(cutAndMarked), frames - 1);
console.log("recordings: MCAP's own readers agree");
