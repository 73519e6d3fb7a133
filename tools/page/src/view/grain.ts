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

/** Smooth noise that repeats after `cells`. */
function noise(x: number, y: number, cells: number, seed: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - i), ease(y - j)];
  const [i0, i1, j0, j1] = [i % cells, (i + 1) % cells, j % cells, (j + 1) % cells];
  const low = hash(i0, j0, seed) * (1 - u) + hash(i1, j0, seed) * u;
  return low * (1 - v) + (hash(i0, j1, seed) * (1 - u) + hash(i1, j1, seed) * u) * v;
}

/** Row by row, four bytes each: slope along x and y (128: none), height, and pebbles (high where one lies). */
export function grainTexels(size = grainSize): Uint8Array {
  const heights = new Float32Array(size * size);
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      let sum = 0;
      for (let octave = 0; octave < octaves; ++octave) {
        const cells = coarsest << octave;
        sum += 0.6 ** octave * noise((x * cells) / size, (y * cells) / size, cells, octave);
      }
      heights[y * size + x] = sum / ((1 - 0.6 ** octaves) / 0.4);
    }
  }
  const texels = new Uint8Array(size * size * 4);
  const byte = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value)));
  const height = (x: number, y: number) => heights[((y + size) % size) * size + ((x + size) % size)];
  for (let y = 0; y < size; ++y) {
    for (let x = 0; x < size; ++x) {
      const slopes = [height(x + 1, y) - height(x - 1, y), height(x, y + 1) - height(x, y - 1)];
      const pebble = noise((x * 64) / size, (y * 64) / size, 64, 17);
      // Contrast: what octaves add up to lies round the middle.
      texels.set([...slopes.map((slope) => byte(0.5 + slopeGain * slope * 0.5)), byte(0.5 + 1.7 * (height(x, y) - 0.5)), byte(pebble)], (y * size + x) * 4);
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
