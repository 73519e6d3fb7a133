// Colours and light of the world: one place, so that everything in the picture agrees.
import { Color, Vector3 } from "three";

/** From the ground to the sun: low enough that hills throw shade. */
export const sunDirection = new Vector3(-0.42, -0.76, 0.46).normalize();

export const skyHorizon = new Color("#a9bac8");
export const skyZenith = new Color("#33608f");
export const sunLight = new Color("#ffe9cc");
export const earthSide = new Color("#2c2a27");
export const hillSoil = new Color("#64704f");
export const levelSoil = new Color("#575c62");
export const tyre = new Color("#23262b");
export const sensorColor = new Color("#7fd6ff");
export const rim = new Color("#aab2bb");
export const steel = new Color("#b4bac2");
export const tubeColor = new Color("#3d4650");
export const ropeColor = new Color("#3a3632");
export const glass = new Color("#16212b");
export const plastic = new Color("#1f2226");
export const headLamp = new Color("#e8ecef");
export const rearLamp = new Color("#a3121a");

/** For shapes whose scene gives no colour, by body. */
const bodyColors = ["#d08b3c", "#5b8fb0", "#8f9aa6", "#7fa06a", "#b0707a", "#8a7fb5", "#c2a75a", "#5fa39a"];
const staticColor = "#7d7f80";

/** A scene's colour of the ground, brought down to the tone that the rest of the picture is made for; or ours. */
export function groundColor(color: string | Uint8Array | null, otherwise: Color): Color {
  if (!isColor(color)) return otherwise;
  const { h, s, l } = new Color(color).getHSL({ h: 0, s: 0, l: 0 });
  return new Color().setHSL(h, 0.7 * s, 0.72 * l);
}

/** For materials of the ground whose scene gives no colour. */
const soils = ["#7d8f5a", "#7a6a52", "#8f8f86", "#5b4a3a", "#9fb4c0", "#55585c", "#a08f60", "#6b7f72"];

/** The colour of ground that is made of the scene's material of this number. */
export function soilColor(color: string | Uint8Array | null, material: number): Color {
  return groundColor(isColor(color) ? color : soils[material % soils.length], hillSoil);
}

/** The colour that the scene gives a shape, or the next of ours. */
export function shapeColor(color: string | Uint8Array | null, body: number, isStatic: boolean): Color {
  if (isColor(color)) return new Color(color);
  return new Color(isStatic ? staticColor : bodyColors[body % bodyColors.length]);
}

/** The colour that the scene gives a belt, or that of rubber. */
export function beltColor(color: string | Uint8Array | null): Color {
  return isColor(color) ? new Color(color) : tyre;
}

function isColor(color: unknown): color is string {
  return typeof color === "string" && /^#[0-9a-fA-F]{6}$/.test(color);
}
