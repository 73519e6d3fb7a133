// Everybody can use the page: axe-core finds nothing on any of the three places, in both looks; everything is reached by keyboard.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { command, live, scenes, startBrowser, startDaemon, temporaryFolder, waitForText } from "./support.mjs";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds, in words; empty: nothing. */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`));
}

async function findNothing(page, where) {
  for (const theme of ["dark", "light"]) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    assert.deepEqual(await findings(page), [], `${where}, ${theme}`);
  }
}

/** What Tab comes to, from the beginning of the page until it comes round. */
async function reachedByTab(page) {
  const reached = new Set();
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 120; ++i) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body ? "" : (element.dataset.testid ?? element.id ?? element.textContent);
    });
    if (reached.has(at) && at !== "") break;
    reached.add(at);
  }
  return reached;
}

/** Every sheet in view of the instructor's station is opened, and axe-core finds nothing on any. */
async function findNothingOnSheets(page) {
  for (const sheet of await page.locator("[role=tab]").all()) {
    if (!(await sheet.isVisible())) continue;
    await sheet.click();
    await findNothing(page, await sheet.innerText());
  }
}

describe("axe-core and the keyboard", () => {
  let daemon, browser;
  before(async () => {
    daemon = await startDaemon({ scene: path.join(scenes, "car_trailer.json"), options: ["--library", path.join(scenes, "exercises")] });
    browser = await startBrowser({ width: 1440, height: 900, still: true });
    await browser.page.goto(`${daemon.web}#name=Boss&quality=off`);
    await live(browser.page);
  });
  after(async () => {
    await browser.stop();
    await daemon.stop();
  });

  test("the operator's console", { timeout: 240_000 }, async () => {
    const { page } = browser;
    await findNothing(page, "console");
    const reached = await reachedByTab(page);
    for (const id of ["take", "stop", "devices", "freeze", "speed", "help-toggle", "camera-orbit"]) assert.ok(reached.has(id), `${id} is not reached: ${[...reached]}`);
    await page.getByTestId("help-toggle").click();
    await findNothing(page, "keys and settings");
    await page.keyboard.press("Escape");
    await page.getByTestId("devices").click();
    await findNothing(page, "devices");
    await page.keyboard.press("Escape");
  });

  test("every sheet of the instructor's station", { timeout: 240_000 }, async () => {
    const { page } = browser;
    await page.getByTestId("place-instructor").click();
    await page.getByTestId("timeline").waitFor();
    await findNothingOnSheets(page);
    const reached = await reachedByTab(page);
    for (const id of ["seek", "bookmark", "freeze"]) assert.ok(reached.has(id), `${id} is not reached: ${[...reached]}`);
  });

  test("every sheet before the server has answered what it asks", { timeout: 240_000 }, async () => {
    const page = await browser.page.context().newPage();
    // The page's socket is in a worker, which Playwright's routes do not reach: what the worker is to send is withheld from it.
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message, ...rest) {
        if (!window.unheard || message.kind !== "send") postMessage.call(this, message, ...rest);
      };
    });
    await page.goto(`${daemon.web}#name=Second&quality=off`);
    await live(page);
    await page.evaluate(() => (window.unheard = true));
    await page.route("**/records*", () => {}); // never answered
    await page.getByTestId("place-instructor").click();
    await page.getByTestId("timeline").waitFor();
    await findNothingOnSheets(page);
    for (const id of ["library", "records-state"]) assert.equal(await page.getByTestId(id).textContent(), "", `${id} says what nobody has told`);
    await page.close();
  });
});

test("the review of a recording: axe-core finds nothing", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const recording = path.join(folder, "ride.mcap");
  let daemon = await startDaemon({ options: ["--record", recording] });
  await command(daemon, "watch", "--count", "5"); // a recording that was stopped at once has no frame
  await command(daemon, "instructor", "bookmark", "here");
  await daemon.stop();
  daemon = await startDaemon({ scene: null, options: ["--replay", recording] });
  const browser = await startBrowser({ width: 1440, height: 900, still: true });
  try {
    await browser.page.goto(`${daemon.web}#quality=off`);
    await waitForText(browser.page, "connection", /^replay/);
    await findNothing(browser.page, "review");
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});
