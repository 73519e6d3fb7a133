// An exercise from choosing to its end, with the instructor's station and the trainee's console in two browsers.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { live, overlaps, painted, read, resize, scenes, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText } from "./support.mjs";

const sizes = [[1440, 900], [1280, 720], [1024, 768], [390, 844], [844, 390], [568, 320]];

async function fits(page) {
  const { width, height } = page.viewportSize();
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    assert.deepEqual(await overlaps(page), [], `${width}x${height}`);
  }
  await resize(page, width, height);
}

describe("an exercise", () => {
  let daemon, instructor, trainee;
  before(async () => {
    daemon = await startDaemon({ scene: path.join(scenes, "car_trailer.json"), options: ["--library", path.join(scenes, "exercises")] });
    instructor = await startBrowser();
    await instructor.page.goto(`${daemon.web}#place=instructor&name=Boss&quality=off`);
    trainee = await startBrowser({ width: 1024, height: 768 });
    await trainee.page.goto(`${daemon.web}#role=operator&name=Anna&quality=off`);
    for (const { page } of [instructor, trainee]) await live(page);
  });
  after(async () => {
    await trainee.stop();
    await instructor.stop();
    await daemon.stop();
  });

  test("is chosen from the library and set up for a trainee, who reads the briefing", { timeout: 240_000 }, async () => {
    const { page } = instructor;
    assert.equal(await trainee.page.getByTestId("briefing").count(), 0);
    await page.getByTestId("tab-exercises").click();
    await waitForText(page, "library", /Slalom with a trailer on wet ground\s+The road is wet/);
    await page.getByTestId("exercise-trainee").fill("anna");
    await page.getByTestId("load-slalom_wet.json").click();
    await waitForText(page, "exercise-state", /anna, attempt 1 .* set up/);
    await waitForText(trainee.page, "briefing", /The road is wet/);
    assert.equal(await page.getByTestId("briefing").isVisible(), false, "the station has the exercise's sheet");
    await fits(trainee.page);
    await fits(page);
    await trainee.page.getByTestId("briefing-close").click();
    assert.equal(await trainee.page.getByTestId("briefing").count(), 0);
  });

  test("runs: the instructor sees the score, the trainee is told what the exercise says and nothing of points", { timeout: 240_000 }, async () => {
    const { page } = instructor;
    await page.getByTestId("exercise-start").click();
    await trainee.page.getByTestId("take").click();
    await waitForText(trainee.page, "driver", /you drive/);
    await trainee.page.keyboard.down("w");
    await trainee.page.getByTestId("exercise-message").waitFor();
    assert.match(await read(trainee.page, "exercise-message"), /Slow down: 45 km\/h at most/);
    await trainee.page.getByTestId("exercise-message-close").click();
    await trainee.page.keyboard.up("w");
    assert.equal(await trainee.page.getByTestId("exercise-message").count(), 0);
    // Once it costs points, the moments to go to stand between the title and the figure.
    await waitForText(page, "exercise-criteria", /Time above 45 km\/h\s+(\d+:\d\d\.\d\s+)*(?!0\.00)\d+\.\d\d s/);
    await waitForText(page, "exercise-triggers", /too_fast\s+[1-9]\d*\s+(armed|holds now)/);
    await waitFor(async () => Number(await read(page, "exercise-points")) > 0, "points");
    assert.equal(await trainee.page.getByTestId("exercise-points").isVisible(), false);
    assert.doesNotMatch(await trainee.page.locator("body").innerText(), /criterion|of 100/);
  });

  test("ends for both, and is set up again as another attempt", { timeout: 240_000 }, async () => {
    const { page } = instructor;
    await page.getByTestId("exercise-end").click();
    await waitForText(page, "exercise-state", /ended by the instructor/);
    await waitForText(trainee.page, "outcome", /the instructor ended the exercise/);
    await page.getByTestId("exercise-again").click();
    await waitForText(page, "exercise-state", /anna, attempt 2 .* set up/);
    await waitForText(trainee.page, "briefing", /The road is wet/);
    assert.equal(await trainee.page.getByTestId("outcome").count(), 0);
    await trainee.page.getByTestId("help-toggle").click();
    await trainee.page.getByTestId("language").selectOption("ru");
    await waitForText(trainee.page, "briefing", /Дорога мокрая[\s\S]*Закрыть/);
    for (const { errors } of [instructor, trainee]) assert.deepEqual(errors, []);
  });

  test("is set up in the variant that the instructor chooses, which both see", { timeout: 240_000 }, async () => {
    const { page } = instructor;
    await waitForText(page, "exercise", /Slalom with a trailer on wet ground · Wet/);
    await page.getByTestId("variant-slalom_wet.json").selectOption({ label: "Icy" });
    await fits(page);
    await page.getByTestId("load-slalom_wet.json").click();
    await waitForText(page, "exercise", /Slalom with a trailer on wet ground · Icy/);
    await waitForText(trainee.page, "briefing", / · Гололёд/);
    await waitForText(page, "exercise-state", /anna, attempt 3 .* set up/);
    await page.getByTestId("exercise-again").click();
    await waitForText(page, "exercise-state", /anna, attempt 4 .* set up/);
    assert.match(await read(page, "exercise"), / · Icy/, "again is the same again");
    await page.getByTestId("variant-slalom_wet.json").selectOption({ label: "without any variant" });
    await page.getByTestId("load-slalom_wet.json").click();
    await waitForText(page, "exercise", /Slalom with a trailer on wet ground\n/);
    for (const { errors } of [instructor, trainee]) assert.deepEqual(errors, []);
  });
});

test("the library shows what a scene looks like, what there is to do and by which keys, and begins nothing", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  fs.copyFileSync(path.join(scenes, "tower_crane.json"), path.join(folder, "tower_crane.json"));
  fs.writeFileSync(path.join(folder, "wrong.json"), '{ "name": "wrong", "bodies": [ { "name": "a", "mass": -1 } ] }');
  const daemon = await startDaemon({ scene: path.join(scenes, "incline.json"), options: ["--start", "frozen", "--library", folder] });
  const { page, errors, stop } = await startBrowser({ width: 960, height: 600, still: true });
  try {
    await page.goto(`${daemon.web}#place=instructor`);
    await waitForText(page, "connection", /^frozen$/);
    // No click: that waits for a picture to stand, and pictures are slow here.
    await page.getByTestId("tab-exercises").dispatchEvent("click");
    const picture = page.getByTestId("still-tower_crane.json").locator("canvas");
    await picture.waitFor({ timeout: 120_000 });
    const colors = await picture.evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    assert.ok(colors > 500, `${colors} colours: sky, ground and crane`);
    await waitForText(page, "library", /panel[\s\S]*W[\s\S]*trolley[\s\S]*hoist/);
    // Looked into when it is in sight.
    await page.getByTestId("load-wrong.json").evaluate((button) => button.scrollIntoView());
    await waitForText(page, "library", /wrong[\s\S]*mass/);
    assert.equal(await page.getByTestId("load-wrong.json").isDisabled(), true);
    assert.equal(await read(page, "scene-name"), "incline");
    assert.deepEqual(errors, []);
  } finally {
    await stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});

test("two instructors who look into the library at once both learn of every exercise", { timeout: 240_000 }, async () => {
  const daemon = await startDaemon({ scene: path.join(scenes, "incline.json"), options: ["--start", "frozen", "--library", path.join(scenes, "exercises")] });
  const browsers = [];
  try {
    for (const name of ["Anna", "Boris"]) {
      const browser = await startBrowser({ width: 1440, height: 2000 });
      browsers.push(browser);
      await browser.page.goto(`${daemon.web}#place=instructor&name=${name}&quality=off`);
      await waitForText(browser.page, "connection", /^frozen$/);
      await painted(browser.page);
    }
    await Promise.all(browsers.map(({ page }) => page.getByTestId("tab-exercises").click()));
    for (const { page, errors } of browsers) {
      await waitFor(async () => (await page.locator(".library-file .keys").count()) === 6, "keys of all six");
      assert.equal(await page.locator(".library .wrong").count(), 0);
      assert.deepEqual(errors, []);
    }
  } finally {
    for (const { stop } of browsers) await stop();
    await daemon.stop();
  }
});
