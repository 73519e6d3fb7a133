// Over the picture: contact forces, balance and ways by key; measuring between two points; an instructor's hand that pulls a body.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import {
  command, distance, drawbar, live, partOfColor, position, read, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText,
} from "./support.mjs";

/** A box of 1 m and 100 kg on the ground, seen from a corner above. */
const box = {
  name: "box", gravity: [0, 0, -9.81], camera: { position: [-4, -4, 4], target: [0, 0, 0.5] },
  materials: [{ name: "floor", friction: 0.5 }],
  bodies: [
    { name: "ground", static: true, shapes: [{ type: "plane", normal: [0, 0, 1], material: "floor" }] },
    { name: "box", mass: 100, inertia: [17, 17, 17], position: [0, 0, 0.5], shapes: [{ type: "box", size: [1, 1, 1], material: "floor" }] },
  ],
};

const yellow = [255, 210, 74];
const green = [99, 214, 139];
const blue = [127, 208, 255];
const pink = [255, 122, 217];

/** Half the width (px) of what is looked at: below the cards, where texts come and go. */
const reach = 130;

const shot = async (page, name) => process.env.DRAWBAR_SHOTS && page.screenshot({ path: path.join(process.env.DRAWBAR_SHOTS, `${name}.png`) });

describe("over the picture", () => {
  let folder, recording, daemon, browser, page;
  /** Middle of what is free of panels: there the box is drawn. */
  const middle = async () => {
    const { x, y, width, height } = await page.locator("#free").boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const boxPicture = async () => {
    const [x, y] = await middle();
    return page.screenshot({ clip: { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach } });
  };
  /** Lines of this colour are drawn about the box. */
  const drawn = (color) => waitFor(async () => (await partOfColor(page, await boxPicture(), color)) > 0.001, `lines of the colour ${color}`);
  before(async () => {
    folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "box.json"), JSON.stringify(box));
    recording = path.join(folder, "pulled.mcap");
    daemon = await startDaemon({ scene: path.join(folder, "box.json"), options: ["--record", recording] });
    browser = await startBrowser({ width: 1000, height: 640 });
    page = browser.page;
    await page.goto(`${daemon.web}#`);
    await live(page);
  });
  after(async () => {
    await browser.stop();
    await daemon?.stop();
    fs.rmSync(folder, { recursive: true });
  });

  test("contact forces carry the weight, and are drawn", { timeout: 200_000 }, async () => {
    for (const color of [yellow, green, blue, pink]) assert.equal(await partOfColor(page, await boxPicture(), color), 0);
    for (let i = 0; i < 4; ++i) await page.keyboard.press("v");
    await waitForText(page, "figures", /^[4-8] contact points, the largest force is \d+ N$/);
    const [, force] = /is (\d+) N/.exec(await read(page, "figures"));
    assert.ok(force > 120 && force < 500, `${force}`);
    await drawn(yellow);
    await shot(page, "contacts");
  });

  test("the centre of mass stands inside of what carries it", { timeout: 200_000 }, async () => {
    await page.keyboard.press("v");
    await waitForText(page, "figures", /^Centre of mass at 0\.50 m, 0\.(49|50) m inside of its support$/);
    await drawn(green);
    assert.equal(await partOfColor(page, await boxPicture(), yellow), 0);
    await shot(page, "balance");
  });

  test("two points are measured: from the top of the box to the ground it is one metre down", { timeout: 200_000 }, async () => {
    await page.keyboard.press("v");
    await page.keyboard.press("m");
    await waitForText(page, "figures", /Click on two points/);
    const [x, y] = await middle();
    await page.mouse.click(x, y - 60);
    await waitForText(page, "figures", /second point/);
    await page.mouse.click(x + 260, y + 40);
    await waitForText(page, "figures", /^Distance \d\.\d{3} m, height −(1\.00|0\.99)\d m, −\d+\.\d° up$/);
    await drawn(pink);
    await shot(page, "measure");
    await page.keyboard.press("m");
    await page.getByTestId("figures").waitFor({ state: "hidden" });
  });

  test("an instructor pulls the box: it moves, is let go, and its way is drawn", { timeout: 200_000 }, async () => {
    // A force that no other has followed ends after half a second of simulation, less than a busy machine may need for a picture.
    await command(daemon, "instructor", "speed", "0.25");
    const start = await position(page);
    await page.keyboard.press("p");
    const [x, y] = await middle();
    await page.mouse.move(x, y - 30);
    await page.mouse.down();
    await page.mouse.move(x + 160, y - 60, { steps: 4 });
    await waitForText(page, "figures", /^box: \d{3,} N$/);
    await waitFor(async () => distance(await position(page), start) > 0.4, "the box moves");
    await shot(page, "push");
    await page.mouse.up();
    await command(daemon, "instructor", "speed", "1");
    await waitFor(async () => {
      const a = await position(page);
      await page.waitForTimeout(300);
      return distance(await position(page), a) < 0.005;
    }, "the box comes to rest");
    await page.keyboard.press("p");
    await drawn(blue);
    await shot(page, "way");
    // One that follows the pointer is one happening, not ten a second.
    await page.getByTestId("place-instructor").click();
    await page.getByTestId("tab-log").click();
    const log = await read(page, "log");
    const began = log.split("\n").filter((line) => /box force/.test(line)).length;
    assert.ok(began >= 1 && began <= 4, log);
    assert.deepEqual(browser.errors, []);
  });

  test("who only drives has no such hand", { timeout: 200_000 }, async () => {
    assert.equal(await page.getByTestId("push").isVisible(), true);
    await page.goto("about:blank");
    await page.goto(`${daemon.web}#role=operator&quality=off`);
    await live(page);
    assert.equal(await page.getByTestId("measure").isVisible(), true);
    assert.equal(await page.getByTestId("push").isVisible(), false);
  });

  test("a pull is an input: the recording is computed again from it, bit for bit", { timeout: 120_000 }, async () => {
    await daemon.stop();
    daemon = null;
    const { status, stdout, stderr } = spawnSync(drawbar, ["verify", recording]);
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
});
