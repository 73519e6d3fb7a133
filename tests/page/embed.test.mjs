// The example of an integrator's page: on a web server of its own it shows what the daemon simulates, and tells where bodies are.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { test } from "node:test";
import { differentPixels, importSign, magenta, partOfChannels, scenes, startBrowser, startDaemon, temporaryFolder, waitFor } from "./support.mjs";

/** Set by run.sh: the example, and what the page was built to. */
const { DRAWBAR_EXAMPLE: example, DRAWBAR_PAGE_DIST: built } = process.env;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Serves the example beside the built assets, as an integrator's server would. */
async function serve() {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname;
    const file = name === "/viewer.html" ? example : path.join(built, path.normalize(name));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[path.extname(file)] ?? "application/octet-stream" }).end(fs.readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

test("a page of somebody else's shows the daemon's picture by a dozen lines", { timeout: 240_000 }, async () => {
  const site = await serve();
  const daemon = await startDaemon({ scene: path.join(scenes, "wrecking_ball.json"), options: ["--web-origin", site.origin] });
  const browser = await startBrowser({ width: 800, height: 600 });
  try {
    const { page, errors } = browser;
    await page.goto(`${site.origin}/viewer.html?daemon=${encodeURIComponent(`${daemon.web.replace("http", "ws")}/ws`)}`);
    await page.waitForFunction(() => document.getElementById("state").value === "live");
    await page.waitForFunction(() => Number(document.getElementById("time").value) > 0.5);
    const before = await page.evaluate(() => window.viewer.pose("ball"));
    assert.equal(before.orientation.length, 4);
    const first = await page.locator("#picture").screenshot();
    await waitFor(async () => {
      const { position } = await page.evaluate(() => window.viewer.pose("ball"));
      return Math.hypot(...position.map((value, k) => value - before.position[k])) > 1;
    }, "the ball a metre further");
    // Not once: by the time that a picture is taken the ball may have swung back.
    await waitFor(async () => (await differentPixels(page, first, await page.locator("#picture").screenshot())) > 0.0005, "the picture moves");
    assert.equal(await page.evaluate(() => window.viewer.follow("ball")), true);
    assert.equal(await page.evaluate(() => window.viewer.pose("nobody")), null);
    await page.evaluate(() => window.viewer.close());
    const { time } = await page.evaluate(() => ({ time: document.getElementById("time").value }));
    await page.evaluate(() => new Promise((passed) => setTimeout(passed, 1000)));
    assert.equal(await page.evaluate(() => document.getElementById("time").value), time, "closed, nothing comes any more");
    assert.deepEqual(errors.filter((text) => !text.includes("favicon") && !text.includes("404")), []);
  } finally {
    await browser.stop();
    await daemon.stop();
    site.stop();
  }
});

test("a page of somebody else's draws the files of the scene, too, which the daemon gives it", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const site = await serve();
  const daemon = await startDaemon({ scene: path.join(folder, importSign(folder)), options: ["--web-origin", site.origin] });
  const browser = await startBrowser({ width: 800, height: 600 });
  try {
    const { page, errors } = browser;
    await page.goto(`${site.origin}/viewer.html?daemon=${encodeURIComponent(`${daemon.web.replace("http", "ws")}/ws`)}`);
    await waitFor(async () => (await partOfChannels(page, await page.locator("#picture").screenshot(), magenta)) > 0.01, "the magenta board");
    assert.deepEqual(errors.filter((text) => !text.includes("favicon") && !text.includes("404")), []);
  } finally {
    await browser.stop();
    await daemon.stop();
    site.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
