// Course records in the page: an attempt that has ended stands there with its points, for who has an instructor's token; a ghost beside the session.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { command, live, read, scenes, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText } from "./support.mjs";

/** A library of our own with one scene and a recording of it. */
async function library() {
  const folder = temporaryFolder();
  fs.copyFileSync(path.join(scenes, "car_trailer.json"), path.join(folder, "car_trailer.json"));
  const daemon = await startDaemon({ scene: path.join(folder, "car_trailer.json"), options: ["--record", path.join(folder, "good.mcap")] });
  await command(daemon, "watch", "--count", "5"); // a recording that was stopped at once has no frame
  await command(daemon, "instructor", "bookmark", "here");
  await daemon.stop();
  return folder;
}

test("an attempt that ended stands in the course records; who has no right to them, and a daemon without, say so", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const options = ["--library", path.join(scenes, "exercises"), "--records", path.join(folder, "course.sqlite")];
  const daemon = await startDaemon({ scene: null, options });
  const browser = await startBrowser({ width: 1440, height: 900 });
  try {
    const { page, errors } = browser;
    await page.goto(`${daemon.web}#place=instructor&name=Boss&quality=off`);
    await live(page);
    await page.getByTestId("tab-records").click();
    await waitForText(page, "records-state", /No attempt has ended yet/);
    await page.getByTestId("tab-exercises").click();
    await page.getByTestId("exercise-trainee").fill("anna");
    await page.getByTestId("load-reverse_trolley.json").click();
    await waitForText(page, "exercise-state", /anna, attempt 1 .* set up/);
    await page.getByTestId("exercise-start").click();
    await waitForText(page, "exercise-state", /running/);
    await page.getByTestId("exercise-end").click();
    await waitForText(page, "exercise-state", /ended by the instructor/);
    await page.getByTestId("tab-records").click();
    // The daemon keeps an attempt a little after it has ended.
    await waitFor(async () => {
      await page.getByTestId("records-again").click();
      return (await page.getByTestId("record-2").count()) > 0;
    }, "the second attempt");
    assert.match(await read(page, "record-1"), /nobody was named[\s\S]*broken off/, "what the daemon began with");
    assert.match(await read(page, "record-2"), /anna[\s\S]*attempt 1[\s\S]*ended by the instructor/);
    await page.getByTestId("records-filter").fill("boris");
    await waitForText(page, "records-state", /None of \d+ attempts/);
    await page.getByTestId("records-filter").fill("ANNA");
    await page.getByTestId("record-2").waitFor();
    assert.deepEqual(errors, []);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});

test("a recording runs beside the session as a ghost, which a wrong name does not; without records the page says so", { timeout: 240_000 }, async () => {
  const folder = await library();
  const daemon = await startDaemon({ scene: path.join(folder, "car_trailer.json") });
  const browser = await startBrowser({ width: 1440, height: 900 });
  try {
    const { page } = browser;
    await page.goto(`${daemon.web}#place=instructor&name=Boss&quality=off`);
    await live(page);
    await page.getByTestId("tab-records").click();
    await waitForText(page, "records-state", /keeps no course records/);
    await page.getByTestId("ghost-recording").fill("gone.mcap");
    await page.getByTestId("ghost-show").click();
    await page.locator("#events", { hasText: "gone.mcap" }).waitFor();
    assert.equal(await read(page, "ghost-state"), "");
    await page.getByTestId("ghost-recording").fill("good.mcap");
    await page.getByTestId("ghost-show").click();
    await waitForText(page, "ghost-state", /good\.mcap runs beside/);
    await page.getByTestId("ghost-hide").click();
    await waitForText(page, "ghost-state", /^$/);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});
