// MCAP as the page reads it: whole, cut off anywhere, damaged, or something else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "../src/recording/crc32";
import { chunksOf } from "../src/recording/mcap";
import { readRecording } from "../src/recording/recording";

const magic = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];

function number(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, i) => Math.floor(value / 2 ** (8 * i)) % 256);
}

function text(value: string): number[] {
  const bytes = [...new TextEncoder().encode(value)];
  return [...number(bytes.length, 4), ...bytes];
}

const entry = (opcode: number, body: number[]): number[] => [opcode, ...number(body.length, 8), ...body];
const channel = (id: number, topic: string) => entry(0x04, [...number(id, 2), ...number(1, 2), ...text(topic), ...text("flatbuffer"), ...number(0, 4)]);
const said = (id: number, data: number[]) => entry(0x05, [...number(id, 2), ...number(0, 4), ...number(0, 8), ...number(0, 8), ...data]);

/** `checksum`: 0: none is told. */
function chunk(records: number[], compression = "", checksum = 0): number[] {
  return entry(0x06, [...number(0, 16), ...number(records.length, 8), ...number(checksum, 4), ...text(compression), ...number(records.length, 8), ...records]);
}

const end = entry(0x0f, number(0, 4));
const file = new Uint8Array([
  ...magic, ...entry(0x01, [...text("drawbar"), ...text("")]), ...chunk([...channel(3, "/poses"), ...said(3, [1, 2]), ...said(9, [5])]), ...chunk([...said(3, [7])]), ...end,
]);

const read = (bytes: Uint8Array) => [...chunksOf(bytes)].map((messages) => messages?.map(({ topic, data }) => [topic, ...data]) ?? null);

test("messages come chunk by chunk with their topics; those of an unknown channel do not", () => {
  assert.deepEqual(read(file), [[["/poses", 1, 2]], [["/poses", 7]]]);
});

test("a file that was cut off holds its whole chunks, wherever the cut is; only another kind of file is refused", () => {
  for (let length = magic.length; length < file.length; ++length) {
    const found = read(file.slice(0, length));
    assert.ok(found.length <= 3);
    assert.equal(found[found.length - 1], null, `cut off at ${length} is told`);
  }
  assert.deepEqual(read(file.slice(0, file.length - 20)), [[["/poses", 1, 2]], null]);
  assert.throws(() => read(new Uint8Array([1, 2, 3])), /no recording/);
});

test("a chunk that is packed wrong or unknown is passed over", () => {
  const others = new Uint8Array([...magic, ...chunk([1, 2, 3], "zstd"), ...chunk([1], "lz4"), ...chunk([...channel(1, "/a"), ...said(1, [4])]), ...end]);
  assert.deepEqual(read(others), [null, null, [["/a", 4]]]);
});

test("check sums are CRC-32", () => {
  const bytes = new TextEncoder().encode("123456789");
  assert.equal(crc32(bytes), 0xcbf43926);
  assert.equal(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4))), 0xcbf43926);
});

test("one wrong bit anywhere in a file with check sums is told, and costs no more than its chunk", () => {
  const records = [...channel(1, "/a"), ...said(1, [4])];
  const last = chunk([...channel(1, "/a"), ...said(1, [5])]);
  const data = [...magic, ...chunk(records, "", crc32(new Uint8Array(records))), ...last];
  const whole = new Uint8Array([...data, ...entry(0x0f, number(crc32(new Uint8Array(data)), 4))]);
  assert.deepEqual(read(whole), [[["/a", 4]], [["/a", 5]]]);
  for (let bit = 8 * magic.length; bit < 8 * data.length; ++bit) {
    const damaged = whole.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    assert.ok(read(damaged).includes(null), `bit ${bit}`);
  }
  const damaged = whole.slice();
  damaged[data.length - last.length - 1] ^= 1;
  assert.deepEqual(read(damaged), [null, [["/a", 5]], null]);
});

test("any byte may be wrong without a hang or a crash", async () => {
  for (let at = 0; at < file.length; ++at) {
    const damaged = file.slice();
    damaged[at] ^= 0xff;
    await assert.rejects(readRecording("bad.mcap", damaged), /bad\.mcap has no frames|no recording/);
  }
});
