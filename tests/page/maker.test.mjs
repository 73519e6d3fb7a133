// An exercise is made in the page: a zone drawn on the map, a trigger, a malfunction from the server's list; checked, mended, stored, begun.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { live, overlaps, resize, scenes, startBrowser, startDaemon, temporaryFolder, waitForText } from "./support.mjs";

test("from the live session to the library, with what is wrong shown at its place", { timeout: 300_000 }, async () => {
  // A library of our own beside the scene: what is stored goes into no folder of the sources.
  const folder = temporaryFolder();
  fs.copyFileSync(path.join(scenes, "car_trailer.json"), path.join(folder, "car_trailer.json"));
  const daemon = await startDaemon({ scene: path.join(folder, "car_trailer.json"), options: ["--library", folder] });
  const browser = await startBrowser({ width: 1280, height: 800 });
  try {
    const { page, errors } = browser;
    await page.goto(`${daemon.web}#place=instructor&name=Boss&quality=off`);
    await live(page);
    await page.getByTestId("tab-exercises").click();
    await waitForText(page, "library", /car_trailer/);
    await page.getByTestId("tab-faults").click();
    await page.getByTestId("fault-target").selectOption("car");
    await page.getByTestId("fault-type").selectOption("force");

    await page.getByTestId("tab-maker").click();
    await page.getByTestId("maker-name").fill("parking");
    await page.getByTestId("maker-title").fill("Parking");
    await page.getByTestId("maker-briefing").fill("Stop in the bay.");
    // Said before it is sent: a message as large would cost the connection.
    await page.getByTestId("maker-briefing").fill("Stop. ".repeat(12_000));
    await page.getByTestId("maker-check").click();
    await waitForText(page, "maker-state", /too large: 7\d kB, and the server takes 63 kB/);
    await page.getByTestId("maker-briefing").fill("Stop in the bay.");
    await page.getByTestId("maker-zone").click();
    const map = await page.locator("#station-map canvas").boundingBox();
    await page.mouse.move(map.x + 60, map.y + 40);
    await page.mouse.down();
    await page.mouse.move(map.x + 110, map.y + 80);
    await page.mouse.up();
    await waitForText(page, "maker-zones", /zone_1/);
    await page.getByTestId("maker-trigger").click();
    await page.locator("#maker-triggers label", { hasText: "text" }).locator("input").fill("You are in the bay.");
    await page.getByTestId("maker-malfunction").click();
    await waitForText(page, "maker-triggers", /trigger_2/);
    assert.match(await page.locator("#maker-triggers [data-path='triggers[1]'] label", { hasText: /^malfunction$/ }).locator("input").inputValue(), /^car force/);

    await page.getByTestId("maker-criterion").click();
    const quantity = page.locator("#maker-criteria [data-path='criteria[1]'] label", { hasText: "quantity" }).locator("input");
    await quantity.fill("car.sped");
    await page.getByTestId("maker-check").click();
    await waitForText(page, "maker-criteria", /quantity: no quantity is called "car.sped"; allowed: .*car\.speed/);
    assert.equal(fs.existsSync(path.join(folder, "parking.json")), false);

    await quantity.fill("car.speed");
    await page.getByTestId("maker-check").click();
    await waitForText(page, "maker-state", /Nothing is wrong/);
    assert.equal(await page.locator(".complaint").count(), 0);
    for (const [width, height] of [[1440, 900], [1024, 768], [390, 844], [844, 390]]) {
      await resize(page, width, height);
      assert.deepEqual(await overlaps(page), [], `${width}x${height}`);
    }
    await resize(page, 1280, 800);

    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("maker-download").click()]);
    await page.getByTestId("maker-store").click();
    await waitForText(page, "maker-state", /in the library/);
    const stored = fs.readFileSync(path.join(folder, "parking.json"), "utf8");
    assert.equal(fs.readFileSync(await download.path(), "utf8"), stored, "what is downloaded is what is stored");
    assert.equal(JSON.parse(stored).scene, "car_trailer.json");

    await page.getByTestId("tab-exercises").click();
    await waitForText(page, "library", /Parking\s+Stop in the bay/);
    await page.getByTestId("load-parking.json").click();
    await waitForText(page, "exercise-state", /attempt 1 .* set up/);
    await page.getByTestId("exercise-start").click();
    await waitForText(page, "exercise-state", /attempt 1 .* running/);
    await waitForText(page, "exercise-criteria", /car\.speed|criterion_2/);
    assert.deepEqual(errors, []);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});
