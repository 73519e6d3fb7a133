// The messages of an MCAP file (https://mcap.dev/spec), chunk by chunk; also of one whose writer was killed.
import { decompress } from "fzstd";
import { words } from "../words";
import { crc32 } from "./crc32";

export interface RecordedMessage {
  topic: string;
  data: Uint8Array;
}

const magic = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];
const opcodes = { channel: 0x04, message: 0x05, chunk: 0x06, dataEnd: 0x0f };
/** Opcode and length before every record (bytes). */
const headSize = 9;
/** Largest chunk, unpacked, that our writer makes (bytes). */
const chunkLimit = 64 * 1024 * 1024;

/**
 * One list per chunk, in the order of the file; null: something is missing there, for it is damaged, or the file was cut off. Throws with
 * what to tell if it is no such file.
 */
export function* chunksOf(file: Uint8Array): Generator<RecordedMessage[] | null> {
  if (!magic.every((byte, i) => file[i] === byte)) throw new Error(words("This is no recording (.mcap)."));
  const topics = new Map<number, string>();
  let checksum = crc32(file.subarray(0, magic.length));
  for (const { opcode, head, body } of recordsOf(file.subarray(magic.length))) {
    if (opcode === opcodes.dataEnd) {
      const told = body.length >= 4 ? viewOf(body).getUint32(0, true) : 0;
      if (told !== 0 && told !== checksum) yield null;
      return;
    }
    checksum = crc32(body, crc32(head, checksum));
    if (opcode === opcodes.channel) noteChannel(body, topics);
    if (opcode !== opcodes.chunk) continue;
    const records = unpacked(body);
    yield records && messagesIn(records, topics);
  }
  yield null;
}

function messagesIn(records: Uint8Array, topics: Map<number, string>): RecordedMessage[] {
  const list: RecordedMessage[] = [];
  for (const { opcode, body } of recordsOf(records)) {
    if (opcode === opcodes.channel) noteChannel(body, topics);
    if (opcode !== opcodes.message || body.length < 22) continue;
    const topic = topics.get(viewOf(body).getUint16(0, true));
    if (topic !== undefined) list.push({ topic, data: body.subarray(22) });
  }
  return list;
}

/** Up to the last whole one. */
function* recordsOf(bytes: Uint8Array): Generator<{ opcode: number; head: Uint8Array; body: Uint8Array }> {
  const view = viewOf(bytes);
  for (let at = 0; at + headSize <= bytes.length; ) {
    const length = Number(view.getBigUint64(at + 1, true));
    const end = at + headSize + length;
    if (end > bytes.length) return;
    yield { opcode: bytes[at], head: bytes.subarray(at, at + headSize), body: bytes.subarray(at + headSize, end) };
    at = end;
  }
}

function noteChannel(body: Uint8Array, topics: Map<number, string>): void {
  const topic = body.length >= 8 ? textAt(body, 4) : null;
  if (topic) topics.set(viewOf(body).getUint16(0, true), topic.text);
}

/** The records of a chunk; null: it is damaged, or packed in a way that our writer does not know. */
function unpacked(body: Uint8Array): Uint8Array | null {
  if (body.length < 32) return null;
  const view = viewOf(body);
  const size = Number(view.getBigUint64(16, true));
  const compression = textAt(body, 28);
  if (!compression || compression.end + 8 > body.length || size > chunkLimit) return null;
  const packed = body.subarray(compression.end + 8, compression.end + 8 + Number(view.getBigUint64(compression.end, true)));
  try {
    const records = compression.text === "" ? packed : compression.text === "zstd" ? decompress(packed, new Uint8Array(size)) : null;
    const told = view.getUint32(24, true);
    return records && (told === 0 || told === crc32(records)) ? records : null;
  } catch {
    return null;
  }
}

function textAt(bytes: Uint8Array, at: number): { text: string; end: number } | null {
  const end = at + 4 + viewOf(bytes).getUint32(at, true);
  return end > bytes.length ? null : { text: new TextDecoder().decode(bytes.subarray(at + 4, end)), end };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
