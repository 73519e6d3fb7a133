// The check sum of MCAP: CRC-32 of IEEE 802.3.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; ++bit) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  return rest;
});

/** `before`: of the bytes in front of these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before;
  for (let i = 0; i < bytes.length; ++i) rest = (rest >>> 8) ^ table[(rest ^ bytes[i]) & 0xff];
  return ~rest >>> 0;
}
