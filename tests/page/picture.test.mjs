// What is drawn: a car as a car, within the budget of calls and triangles where twenty machines are; a map without shadows.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import {
  countDrawing, differentPixels, drawingOfPage, partOfChannels, scenes, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText,
} from "./support.mjs";

/** A page with the scene of this file. */
async function shown(scene, { fragment = "quality=full", init } = {}) {
  const daemon = await startDaemon({ scene, options: ["--start", "frozen"] });
  const browser = await startBrowser({ still: true });
  if (init) await browser.page.addInitScript(init);
  await browser.page.goto(`${daemon.web}#place=console&${fragment}`);
  await waitForText(browser.page, "connection", /^(live|frozen)/);
  const stop = async () => {
    await browser.stop();
    await daemon.stop();
  };
  return { ...browser, stop };
}

test("the training ground takes fewer than 60 draw calls and 300 000 triangles", { timeout: 240_000 }, async () => {
  const { page, errors, stop } = await shown(path.join(scenes, "training_ground.json"), { fragment: "", init: countDrawing });
  try {
    const { calls, triangles } = await drawingOfPage(page);
    assert.ok(calls > 3 && calls < 60, `${calls} calls`);
    assert.ok(triangles > 50_000 && triangles < 300_000, `${triangles} triangles`);
    assert.deepEqual(errors, []);
  } finally {
    await stop();
  }
});

test("the car is drawn as a car: where nothing steers it stays the boxes that it is felt as", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const text = fs.readFileSync(path.join(scenes, "car_trailer.json"), "utf8").replace(/"camera": \{[^}]*\}/, '"camera": { "position": [2.5, -6, 1.4], "target": [0, 0, 0.6] }');
  fs.writeFileSync(path.join(folder, "car.json"), text);
  fs.writeFileSync(path.join(folder, "boxes.json"), text.replace(/"steerings": \[[^\]]*\[[^\]]*\][^\]]*\],/, ""));
  const pictures = [];
  try {
    for (const scene of ["car.json", "boxes.json"]) {
      const { page, errors, stop } = await shown(path.join(folder, scene));
      try {
        const take = async () => page.screenshot({ clip: { x: 320, y: 120, width: 520, height: 300 } });
        // The same twice, the scene's colour in sight: it is drawn.
        await waitFor(async () => (await partOfChannels(page, await take(), [0])) > 0.1, "the red car");
        pictures.push(await take());
        assert.deepEqual(errors, []);
        if (pictures.length === 2) assert.ok((await differentPixels(page, ...pictures)) > 0.1);
      } finally {
        await stop();
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("the map of level ground has no dark patch where shadows would be", { timeout: 240_000 }, async () => {
  const { page, errors, stop } = await shown(path.join(scenes, "tower_crane.json"));
  try {
    const map = page.getByTestId("map").locator("canvas");
    /** Pixels that are drawn, and those darker than the paint of anything there. */
    const count = () => map.evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let [drawn, dark] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] > 90 && data[i] > data[i + 2] + 15) ++drawn;
        // Blue is what shadows are, and nothing else on this map.
        if (data[i] < 60 && data[i + 2] > data[i] + 12) ++dark;
      }
      return { drawn, dark };
    });
    await waitFor(async () => (await count()).drawn > 2000, "the map");
    const { dark } = await count();
    assert.ok(dark < 10, `${dark} dark pixels`);
    assert.deepEqual(errors, []);
  } finally {
    await stop();
  }
});
