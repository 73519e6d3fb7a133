// The ground: heightfields and planes with a material that has detail near the eye and makes hills readable by height, slope and contours.
import {
  BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, LinearFilter, Mesh, MeshBasicMaterial, MeshStandardMaterial, PlaneGeometry,
  Vector2, Vector3,
} from "three";
import type * as scene from "#protocol/scene";
import { grainTexture } from "./grain";
import { earthSide, groundColor, hillSoil, levelSoil, sunDirection } from "./palette";

/** More samples than this along a side are thinned out for display. */
const mostSamples = 1024;
/** Half the side of the square that stands for an endless plane (m). */
const levelPlaneReach = 250;
const tiltedPlaneReach = 25;

/** The colour of ground that is made of a material. */
export type SoilOf = (material: string | Uint8Array) => Color;

/** Heights (m) of a normalised heightfield, row by row. */
export function heightsOf(shape: scene.ShapeT): Float32Array {
  if (shape.heights.length > 0) return Float32Array.from(shape.heights);
  const low = shape.minHeight ?? 0;
  const scale = ((shape.maxHeight ?? 0) - low) / 65535;
  return Float32Array.from(shape.samples, (sample) => low + sample * scale);
}

/** Centred on the local origin, with a skirt down to a level underside, so that it looks like a block of land. */
export function heightfieldMesh(shape: scene.ShapeT, soilOf: SoilOf): Mesh {
  const columns = shape.columns ?? 0;
  const rows = shape.rows ?? 0;
  const spacing = shape.spacing ?? 1;
  const heights = heightsOf(shape);
  const stride = Math.max(1, Math.ceil(Math.max(columns, rows) / mostSamples));
  const xs = everyNth(columns, stride);
  const ys = everyNth(rows, stride);
  const width = xs.length;
  const positions = new Float32Array(width * ys.length * 3);
  const places = new Float32Array(width * ys.length * 2);
  let lowest = Infinity;
  let highest = -Infinity;
  ys.forEach((row, j) =>
    xs.forEach((column, i) => {
      const height = heights[row * columns + column];
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
      const place = [(column - (columns - 1) / 2) * spacing, (row - (rows - 1) / 2) * spacing, height];
      positions.set(place, (j * width + i) * 3);
      places.set([column / (columns - 1), row / (rows - 1)], (j * width + i) * 2);
    }),
  );
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new BufferAttribute(places, 2));
  geometry.setIndex(gridTriangles(width, ys.length));
  geometry.computeVertexNormals();
  const caster = shadowCaster(positions, width, ys.length);
  const soils = shape.map.length > 0 ? soilMap(shape, columns - 1, rows - 1, soilOf) : null;
  const mesh = new Mesh(geometry, groundMaterial(lowest, highest, groundColor(shape.color, hillSoil), soils));
  mesh.receiveShadow = true;
  const bottom = lowest - 0.03 * spacing * columns;
  mesh.add(caster, skirt(positions, width, ys.length, bottom), plainBelow(bottom));
  return mesh;
}

/** The colour of what the ground is made of, cell by cell; cells beyond the finest picture are thinned out. */
function soilMap(
  shape: scene.ShapeT, columns: number, rows: number, soilOf: SoilOf,
): DataTexture {
  const soils = shape.mapMaterials.map(soilOf);
  const stride = Math.max(1, Math.ceil(Math.max(columns, rows) / mostSamples));
  const width = Math.ceil(columns / stride);
  const height = Math.ceil(rows / stride);
  const texels = new Uint8Array(width * height * 4);
  for (let j = 0; j < height; ++j) {
    for (let i = 0; i < width; ++i) {
      const { r, g, b } = soils[shape.map[j * stride * columns + i * stride]] ?? hillSoil;
      texels.set([255 * Math.sqrt(r), 255 * Math.sqrt(g), 255 * Math.sqrt(b), 255], (j * width + i) * 4);
    }
  }
  const texture = new DataTexture(texels, width, height);
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Of a grid of corners, cut by the diagonal (x, y) to (x + 1, y + 1), like the ground that wheels roll on. */
function gridTriangles(columns: number, rows: number): number[] {
  const indices: number[] = [];
  for (let j = 0; j + 1 < rows; ++j) {
    for (let i = 0; i + 1 < columns; ++i) {
      const corner = j * columns + i;
      indices.push(corner, corner + 1, corner + columns + 1, corner, corner + columns + 1, corner + columns);
    }
  }
  return indices;
}

/** 0, n, 2n, ... and the last. */
function everyNth(count: number, n: number): number[] {
  const picked = [];
  for (let i = 0; i < count - 1; i += n) picked.push(i);
  picked.push(count - 1);
  return picked;
}

/** Every so many samples a corner of what throws the ground's shadow. */
const casterStride = 4;

/**
 * What throws the shadow of a grid of heights: a coarse one that is nowhere above it, so that it shades only what lies behind a
 * hill, at a sixteenth of the triangles. Drawn into shadow maps alone.
 */
function shadowCaster(positions: Float32Array, width: number, height: number): Mesh {
  const [xs, ys] = [everyNth(width, casterStride), everyNth(height, casterStride)];
  const lowestNear = (row: number, column: number) => {
    let lowest = Infinity;
    for (let j = Math.max(0, row - casterStride); j <= Math.min(height - 1, row + casterStride); ++j) {
      for (let i = Math.max(0, column - casterStride); i <= Math.min(width - 1, column + casterStride); ++i) {
        lowest = Math.min(lowest, positions[(j * width + i) * 3 + 2]);
      }
    }
    return lowest;
  };
  const corners = ys.flatMap((row) => xs.flatMap((column) => {
    const at = (row * width + column) * 3;
    return [positions[at], positions[at + 1], lowestNear(row, column)];
  }));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners), 3));
  geometry.setIndex(gridTriangles(xs.length, ys.length));
  const caster = new Mesh(geometry, new MeshBasicMaterial({ colorWrite: false, depthWrite: false, side: DoubleSide }));
  caster.castShadow = true;
  geometry.setDrawRange(0, 0);
  caster.onBeforeShadow = () => geometry.setDrawRange(0, Infinity);
  caster.onAfterShadow = () => geometry.setDrawRange(0, 0);
  return caster;
}

/** Walls from the border of the grid down to `bottom`. */
function skirt(positions: Float32Array, width: number, height: number, bottom: number): Mesh {
  const border: number[] = [];
  for (let i = 0; i < width; ++i) border.push(i);
  for (let j = 1; j < height; ++j) border.push(j * width + width - 1);
  for (let i = width - 2; i >= 0; --i) border.push((height - 1) * width + i);
  for (let j = height - 2; j >= 0; --j) border.push(j * width);
  const corners: number[] = [];
  for (let k = 0; k + 1 < border.length; ++k) {
    const a = positions.subarray(border[k] * 3, border[k] * 3 + 3);
    const b = positions.subarray(border[k + 1] * 3, border[k + 1] * 3 + 3);
    corners.push(...a, a[0], a[1], bottom, b[0], b[1], bottom, ...a, b[0], b[1], bottom, ...b);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners), 3));
  geometry.computeVertexNormals();
  return new Mesh(geometry, new MeshStandardMaterial({ color: earthSide, roughness: 1 }));
}

/** What is drawn and is not there: cameras that show what is there, as a map's, do not see this layer. */
export const scenery = 1;

/** The land on which the block stands, into the haze. Nothing touches it: what leaves the block is seen to fall. */
function plainBelow(bottom: number): Mesh {
  const plain = new Mesh(new PlaneGeometry(2 * levelPlaneReach, 2 * levelPlaneReach), groundMaterial(0, 1, hillSoil, null));
  plain.position.z = bottom;
  plain.layers.set(scenery);
  return plain;
}

/** A square that stands for the half space's surface, placed on its body; level ones reach into the haze. */
export function planeMesh(shape: scene.ShapeT): Mesh {
  const normal = new Vector3(shape.normal?.x ?? 0, shape.normal?.y ?? 0, shape.normal?.z ?? 1).normalize();
  const reach = normal.z > 0.999 ? levelPlaneReach : tiltedPlaneReach;
  const mesh = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), groundMaterial(0, 0, groundColor(shape.color, levelSoil), null));
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), normal);
  if (shape.position) mesh.position.set(shape.position.x, shape.position.y, shape.position.z);
  mesh.receiveShadow = true;
  return mesh;
}

const vertexHead = /* glsl */ `
varying vec3 groundPosition;
varying vec3 groundNormal;
varying vec2 mapPlace;
`;
const vertexBody = /* glsl */ `
groundPosition = (modelMatrix * vec4(position, 1.0)).xyz;
groundNormal = normalize(mat3(modelMatrix) * normal);
mapPlace = uv;
`;
const fragmentHead = /* glsl */ `
varying vec3 groundPosition;
varying vec3 groundNormal;
varying vec2 mapPlace;
uniform vec2 heightRange;
uniform vec3 levelSoil;
uniform sampler2D soils;
uniform bool mapped;
uniform sampler2D grain;
uniform vec2 sunward;

// Coverage of lines, so many pixels wide, at every whole number; they fade before they would alias.
float lines(float coordinate, float pixels) {
  float perPixel = fwidth(coordinate);
  float away = abs(fract(coordinate - 0.5) - 0.5) / max(perPixel, 1e-6);
  float fade = 1.0 - smoothstep(0.06, 0.30, perPixel);
  return (1.0 - smoothstep(pixels * 0.5, pixels * 0.5 + 1.0, away)) * fade;
}
float gridLines(vec2 p, float pixels) { return max(lines(p.x, pixels), lines(p.y, pixels)); }
`;
const fragmentBody = /* glsl */ `
vec3 soil = levelSoil;
if (mapped) {
  // Stored as roots: eight bits would not tell dark soils apart.
  vec3 root = texture2D(soils, mapPlace).rgb;
  soil = root * root;
}
float span = heightRange.y - heightRange.x;
bool hilly = span > 0.05;
float h = clamp((groundPosition.z - heightRange.x) / max(span, 0.05), 0.0, 1.0);
vec3 low = soil * vec3(0.40, 0.60, 0.80);
vec3 middle = soil;
vec3 high = soil * vec3(2.1, 1.75, 1.6) + vec3(0.11, 0.07, 0.04);
vec3 ground = h < 0.5 ? mix(low, middle, h * 2.0) : mix(middle, high, h * 2.0 - 1.0);
float level = normalize(groundNormal).z;
ground = hilly ? mix(vec3(0.170, 0.130, 0.105), ground, smoothstep(0.80, 0.96, level)) : soil;
// Slopes of a few degrees hardly change real light: what faces the sun is made lighter, the rest darker.
ground *= clamp(1.0 + 1.7 * dot(normalize(groundNormal).xy, sunward), 0.45, 1.7);
vec2 p = groundPosition.xy;
// The same picture at three sizes, turned against each other so that it is not seen to repeat.
vec4 near = texture2D(grain, p / 2.3);
vec4 middling = texture2D(grain, vec2(0.8 * p.x + 0.6 * p.y, 0.8 * p.y - 0.6 * p.x) / 17.0 + 0.37);
vec4 wide = texture2D(grain, vec2(0.3 * p.x - 0.95 * p.y, 0.3 * p.y + 0.95 * p.x) / 97.0 + 0.71);
ground *= 0.58 + 0.46 * near.b + 0.20 * middling.b + 0.20 * wide.b;
// Dry and damp, grown over and worn.
float worn = smoothstep(0.40, 0.66, 0.5 * wide.b + 0.35 * middling.b + 0.15 * near.b);
ground *= hilly ? mix(vec3(0.84, 1.04, 0.80), vec3(1.26, 1.04, 0.84), worn) : mix(vec3(0.96, 0.99, 1.02), vec3(1.06, 1.02, 0.96), worn);
float pebble = smoothstep(0.86, 0.94, near.a) * (hilly ? 0.40 : 0.15);
ground = mix(ground, ground * 1.35 + 0.03, pebble);
vec2 roughSlope = (near.rg - 0.5) * (hilly ? 0.9 : 0.5) + (middling.rg - 0.5) * 0.5;
if (hilly) {
  float contour = lines(groundPosition.z / 0.25, 0.9) * (1.0 - smoothstep(0.992, 0.9995, level));
  ground = mix(ground, ground * 0.7, contour * 0.35);
} else {
  // Paved: slabs of five metres, and a metre's marks for a measure.
  ground *= 1.0 - max(gridLines(p, 0.5) * 0.08, gridLines(p / 5.0, 1.0) * 0.20);
}
diffuseColor.rgb = ground;
`;

const fragmentNormal = /* glsl */ `
normal = normalize(normal - (viewMatrix * vec4(roughSlope, 0.0, 0.0)).xyz);
`;

/** `soil`: at middle height; lower is darker and cooler, higher lighter and drier. `soils`: in its place, over the field. */
function groundMaterial(lowest: number, highest: number, soil: Color, soils: DataTexture | null): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.95, metalness: 0 });
  if (soils) material.addEventListener("dispose", () => soils.dispose());
  material.onBeforeCompile = (shader) => {
    shader.uniforms.heightRange = { value: [lowest, highest] };
    shader.uniforms.levelSoil = { value: soil };
    shader.uniforms.soils = { value: soils };
    shader.uniforms.mapped = { value: soils !== null };
    shader.uniforms.grain = { value: grainTexture() };
    shader.uniforms.sunward = { value: new Vector2(sunDirection.x, sunDirection.y).normalize() };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\n${vertexHead}`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>\n${vertexBody}`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${fragmentHead}`)
      .replace("#include <color_fragment>", `#include <color_fragment>\n${fragmentBody}`)
      .replace("#include <normal_fragment_maps>", `#include <normal_fragment_maps>\n${fragmentNormal}`);
  };
  return material;
}
