// What the ground and the clouds are made of: one small picture that repeats without a seam, worked out at the start.
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping } from "three";

/** Texels along a side; a power of two. */
export const grainSize = 256;
/** Cells along a side in the coarsest and the finest noise. */
const coarsest = 4;
const octaves = 6;
/** What height differences between neighbours are multiplied by to fill a byte. */
const slopeGain = 6;

/** 0 to 1, the same for the same cell. */
function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Adds smooth noise of `cells` along a side, which repeats, to a square of `size`. */
function addNoise(square: Float32Array, size: number, cells: number, seed: number, amplitude: number): void {
  const corners = Float32Array.from({ length: cells * cells }, (_, k) => amplitude * hash(k % cells, Math.floor(k / cells), seed));
  const steps = size / cells;
  const eased = Float32Array.from({ length: steps }, (_, k) => (k / steps) ** 2 * (3 - (2 * k) / steps));
  for (let y = 0; y < size; ++y) {
    const j = Math.floor(y / steps);
    const [row, next] = [j * cells, ((j + 1) % cells) * cells];
    const v = eased[y - j * steps];
    for (let x = 0; x < size; ++x) {
      const i = Math.floor(x / steps);
      const beside = (i + 1) % cells;
      const u = eased[x - i * steps];
      const low = corners[row + i] + (corners[row + beside] - corners[row + i]) * u;
      const high = corners[next + i] + (corners[next + beside] - corners[next + i]) * u;
      square[y * size + x] += low + (high - low) * v;
    }
  }
}

/** Row by row, four bytes each: slope along x and y (128: none), height, and pebbles (high where one lies). */
export function grainTexels(size = grainSize): Uint8Array {
  const heights = new Float32Array(size * size);
  const whole = (1 - 0.6 ** octaves) / 0.4;
  for (let octave = 0; octave < octaves; ++octave) addNoise(heights, size, Math.min(size, coarsest << octave), octave, 0.6 ** octave / whole);
  const pebbles = new Float32Array(size * size);
  addNoise(pebbles, size, Math.min(size, 64), 17, 1);
  const texels = new Uint8Array(size * size * 4);
  const byte = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value)));
  const height = (x: number, y: number) => heights[((y + size) % size) * size + ((x + size) % size)];
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const at = y * size + x;
      texels[4 * at] = byte(0.5 + 0.5 * slopeGain * (height(x + 1, y) - height(x - 1, y)));
      texels[4 * at + 1] = byte(0.5 + 0.5 * slopeGain * (height(x, y + 1) - height(x, y - 1)));
      // Contrast: what octaves add up to lies round the middle.
      texels[4 * at + 2] = byte(0.5 + 1.7 * (heights[at] - 0.5));
      texels[4 * at + 3] = byte(pebbles[at]);
    }
  }
  return texels;
}

let made: DataTexture | null = null;

/** Shared by all that is drawn with it. */
export function grainTexture(): DataTexture {
  if (made) return made;
  made = new DataTexture(grainTexels(), grainSize, grainSize);
  made.wrapS = made.wrapT = RepeatWrapping;
  made.magFilter = LinearFilter;
  made.minFilter = LinearMipmapLinearFilter;
  made.generateMipmaps = true;
  made.anisotropy = 4;
  made.needsUpdate = true;
  return made;
}
