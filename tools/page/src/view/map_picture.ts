// The ground seen from straight above, once per scene: what a map shows under its signs.
import { Color, OrthographicCamera, Vector3 } from "three";
import type * as scene from "#protocol/scene";
import type { Stage } from "./stage";

const { max, min } = Math;

/** Part of the world that a map shows (m). */
export interface MapExtent {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MapPicture {
  extent: MapExtent;
  canvas: HTMLCanvasElement;
}

/** Round what is there at the start (m): a quarter of its longer side, from `leastMargin` to `mostMargin`. */
const leastMargin = 1;
const mostMargin = 6;
/** Either side is as long as the longer one, up to `square` m: what turns needs room on all sides. */
const least = 6;
const square = 24;
/** Above everything that is drawn, and down to below it (m). */
const above = 400;
const longestSide = 640;
/** Where there is no ground. */
const noGround = new Color("#4a4f54");

/** What there is: terrain, and the bodies where they begin. */
export function extentOf(content: scene.SceneT): MapExtent {
  let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { position, shapes } of content.bodies) {
    const at = position ?? { x: 0, y: 0, z: 0 };
    const place = (x: number, y: number, reach: [number, number]) => {
      x0 = min(x0, at.x + x - reach[0]);
      x1 = max(x1, at.x + x + reach[0]);
      y0 = min(y0, at.y + y - reach[1]);
      y1 = max(y1, at.y + y + reach[1]);
    };
    place(0, 0, [0, 0]);
    for (const shape of shapes) {
      const p = shape.position ?? { x: 0, y: 0, z: 0 };
      const spacing = shape.spacing ?? 0;
      if (shape.columns && shape.rows) place(p.x, p.y, [(spacing * (shape.columns - 1)) / 2, (spacing * (shape.rows - 1)) / 2]);
      else if (shape.size) place(p.x, p.y, [shape.size.x / 2, shape.size.y / 2]);
      else place(p.x, p.y, [0, 0]);
    }
  }
  const longer = max(x1 - x0, y1 - y0);
  const margin = min(mostMargin, max(leastMargin, longer / 4));
  const side = min(square, max(least, longer));
  const grow = (a: number, b: number) => max(0, side - (b - a)) / 2 + margin;
  const [gx, gy] = [grow(x0, x1), grow(y0, y1)];
  return { x: x0 - gx, y: y0 - gy, width: x1 - x0 + 2 * gx, height: y1 - y0 + 2 * gy };
}

export function drawMap(stage: Stage, extent: MapExtent): MapPicture {
  const scale = longestSide / max(extent.width, extent.height);
  const canvas = document.createElement("canvas");
  canvas.width = max(1, Math.round(extent.width * scale));
  canvas.height = max(1, Math.round(extent.height * scale));
  const camera = new OrthographicCamera(-extent.width / 2, extent.width / 2, extent.height / 2, -extent.height / 2, 1, 2 * above);
  camera.position.set(extent.x + extent.width / 2, extent.y + extent.height / 2, above);
  camera.up.set(0, 1, 0);
  camera.lookAt(new Vector3(camera.position.x, camera.position.y, 0));
  const picture = canvas.getContext("2d")!;
  stage.withoutAir(() => stage.drawInto(picture, camera), noGround);
  return { extent, canvas };
}
