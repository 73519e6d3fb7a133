// Two recordings side by side: both pictures and plots in step, by time or by a chosen difference; a file that is none is told.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { differentPixels, drawbar, overlaps, painted, read, scenes, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText } from "./support.mjs";

const scene = path.join(scenes, "car_trailer.json");
const seconds = 12;

/** A drive of the car with these levers, recorded. */
function recordDrive(folder, name, throttle, steer) {
  const controls = path.join(folder, `${name}.csv`);
  fs.writeFileSync(controls, `time,name,value\n0,throttle,${throttle}\n0,steer,${steer}\n`);
  const words = ["simulate", scene, "--duration", `${seconds}`, "--controls", controls, "--output", path.join(folder, `${name}.table`), "--record", path.join(folder, `${name}.mcap`)];
  const { status, stderr } = spawnSync(drawbar, words);
  assert.equal(status, 0, `${stderr}`);
}

/** Moves the slider of the timeline to this time (s) and waits until it is shown: the timeline itself says at once what is wished. */
async function seek(page, time) {
  await page.getByTestId("seek").evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
    slider.dispatchEvent(new Event("change"));
  }, time);
  await waitFor(async () => Math.abs(clock(await read(page, "clock")) - time) < 0.06, `${time} s`);
}

/** s of "m:ss.s", at the end of a text. */
const clock = (text) => {
  const [, minutes, rest] = /(\d+):(\d+\.\d)$/.exec(text);
  return 60 * Number(minutes) + Number(rest);
};

/** The same part of both pictures: beside the line between them and above the second one's name. */
async function halves(page) {
  const { x, y, width, height } = await page.getByTestId("halves").boundingBox();
  const part = { x: x + 4, y, width: width - 4, height: height - 36 };
  const pictures = { left: await page.screenshot({ clip: { ...part, x: part.x - width } }), right: await page.screenshot({ clip: part }) };
  const folder = process.env.DRAWBAR_SHOTS;
  if (folder) for (const [name, png] of Object.entries(pictures)) fs.writeFileSync(path.join(folder, `beside_${name}.png`), png);
  return pictures;
}

describe("a recording beside a recording", () => {
  let folder, daemon, browser, page;
  before(async () => {
    folder = temporaryFolder();
    recordDrive(folder, "slow", 0.3, 0);
    // In a bend: cameras go along, and a car alone on level ground looks the same wherever it is.
    recordDrive(folder, "fast", 0.9, 0.03);
    fs.writeFileSync(path.join(folder, "none.mcap"), "no recording at all");
    // With course records: their sheet asks for them, and a daemon that keeps none refuses that, too.
    const options = ["--replay", path.join(folder, "slow.mcap"), "--records", path.join(folder, "course.sqlite")];
    daemon = await startDaemon({ scene: null, options });
    browser = await startBrowser({ width: 1440, height: 900 });
    page = browser.page;
    await page.goto(daemon.web);
    await waitForText(page, "connection", /replay/);
    await painted(page);
    await page.getByTestId("freeze").click();
    await page.getByTestId("tab-records").click();
  });
  after(async () => {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  });

  test("what is no recording, or none that the daemon has, is told", { timeout: 120_000 }, async () => {
    await page.getByTestId("beside-file").setInputFiles(path.join(folder, "none.mcap"));
    await waitForText(page, "beside-state", /no recording/);
    await page.getByTestId("beside-recording").fill("gone.mcap");
    await page.getByTestId("beside-show").click();
    await waitForText(page, "beside-state", /has no recording gone\.mcap/);
    assert.equal(await page.getByTestId("halves").isVisible(), false);
    // Chromium calls the refused request an error, a little later.
    await waitFor(() => browser.errors.some((text) => /404/.test(text)), "what Chromium says of the refused file");
    assert.equal(browser.errors.length, 1, browser.errors.join("; "));
    browser.errors.length = 0;
  });

  test("a file with one wrong bit is told, and shows what is left of it", { timeout: 120_000 }, async () => {
    const bytes = fs.readFileSync(path.join(folder, "fast.mcap"));
    bytes[bytes.length >> 1] ^= 1;
    fs.writeFileSync(path.join(folder, "spoiled.mcap"), bytes);
    await page.getByTestId("beside-file").setInputFiles(path.join(folder, "spoiled.mcap"));
    await waitForText(page, "beside-state", /spoiled\.mcap is damaged or was cut off; what is left of it runs beside, as far as 0:1[12]/);
    await page.getByTestId("beside-close").click();
  });

  test("the daemon's own opens in a half of its own, and is the same picture at the same moment", { timeout: 240_000 }, async () => {
    await seek(page, 4);
    await page.getByTestId("beside-recording").fill("slow.mcap");
    await page.getByTestId("beside-show").click();
    await waitForText(page, "beside-state", /slow\.mcap runs beside, as far as 0:1[12]/);
    await waitForText(page, "halves-second", /slow\.mcap · 0:04\.0/);
    await waitFor(async () => {
      const { left, right } = await halves(page);
      return (await differentPixels(page, left, right)) < 0.02;
    }, "the same picture twice");
    assert.deepEqual(await overlaps(page), []);
  });

  test("a dropped file is in step with the session, by time and by a chosen difference", { timeout: 240_000 }, async () => {
    await page.evaluate((base64) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "fast.mcap"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }, fs.readFileSync(path.join(folder, "fast.mcap")).toString("base64"));
    await waitForText(page, "beside-state", /fast\.mcap runs beside/);
    await seek(page, 6);
    await waitForText(page, "halves-second", /fast\.mcap · 0:06\.0/);
    const both = await halves(page);
    assert.ok((await differentPixels(page, both.left, both.right)) > 0.02, "another drive, another picture");
    await page.getByTestId("beside-offset").fill("-2");
    await waitForText(page, "halves-second", /0:04\.0/);
    await page.getByTestId("beside-offset").fill("0");
    await seek(page, 9);
    await waitForText(page, "halves-second", /0:09\.0/);
    if (process.env.DRAWBAR_SHOTS) await page.screenshot({ path: path.join(process.env.DRAWBAR_SHOTS, "beside.png") });
  });

  test("its quantities are plotted with the session's", { timeout: 120_000 }, async () => {
    await page.getByTestId("tab-plots").click();
    await page.getByTestId("plot-choice").fill("throttle: lever");
    await page.getByTestId("plot-add").click();
    await waitFor(async () => /throttle[^\n]*fast\.mcap[^\n]*\n?\s*0?\.?9|fast\.mcap\s*90|fast\.mcap\s*0\.90/.test(await page.getByTestId("charts").innerText()), "the other throttle at the moment shown");
    if (process.env.DRAWBAR_SHOTS) await page.screenshot({ path: path.join(process.env.DRAWBAR_SHOTS, "beside_plots.png") });
  });

  test("closed, the session has the whole picture again", { timeout: 120_000 }, async () => {
    await page.getByTestId("tab-records").click();
    await page.getByTestId("beside-close").click();
    await page.getByTestId("halves").waitFor({ state: "hidden" });
    assert.deepEqual(browser.errors, []);
  });
});
