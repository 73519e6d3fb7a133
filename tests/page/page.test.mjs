// The page in a real browser against a real daemon: seen, driven, steered by an instructor, lost and found again.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import {
  differentPixels, distance, live, painted, picture, position, read, startBrowser, startDaemon, temporaryFolder, waitForText,
} from "./support.mjs";

describe("the page", () => {
  let daemon, browser, page;

  before(async () => {
    daemon = await startDaemon();
    browser = await startBrowser();
    page = browser.page;
    await page.goto(`${daemon.web}#quality=off`);
    await live(page);
  });
  after(async () => {
    await browser?.stop();
    await daemon?.stop();
  });

  test("shows the scene, its frames and that nobody drives", async () => {
    await waitForText(page, "scene-name", /krt100/i);
    await waitForText(page, "frame", /^\d+/);
    await waitForText(page, "driver", /nobody drives/);
    const frame = Number(await read(page, "frame"));
    await page.waitForFunction((past) => Number(document.querySelector('[data-testid="frame"]').innerText) > past + 20, frame);
  });

  test("letting go returns the channel to neutral, and giving it up is shown", async () => {
    await waitForText(page, "channel-throttle", /(^|\D)0\.00$/);
    await page.keyboard.down("w");
    await waitForText(page, "channel-throttle", /[1-9]/);
    await page.keyboard.up("w");
    await waitForText(page, "channel-throttle", /(^|\D)0\.00$/);
    await page.getByTestId("release").click();
    await waitForText(page, "driver", /nobody drives/);
  });

  test("the pad drives like the keys do", async () => {
    const box = await page.getByTestId("pad").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 8);
    await waitForText(page, "channel-throttle", /1\.00$/);
    await page.mouse.up();
    await waitForText(page, "channel-throttle", /(^|\D)0\.00$/);
  });

  test("the instructor's buttons stop time, take one step and let it go on", async () => {
    await page.getByTestId("freeze").click();
    await waitForText(page, "connection", /frozen/);
    const frozen = Number(await read(page, "frame"));
    const tick = Number(await read(page, "tick"));
    await page.waitForFunction((past) => Number(document.querySelector('[data-testid="tick"]').innerText) > past + 10, tick);
    assert.equal(Number(await read(page, "frame")), frozen);
    await page.getByTestId("step").click();
    await waitForText(page, "frame", new RegExp(`^${frozen + 1}$`));
    await page.getByTestId("run").click();
    await live(page);
  });

  test("asks nobody but the daemon, and nothing went wrong on the way", () => {
    const origin = new URL(daemon.web).origin;
    for (const url of browser.requests) assert.ok(url.startsWith(origin) || /^(data|blob):/.test(url), url);
    assert.deepEqual(browser.errors, []);
  });
});

describe("the picture", () => {
  let daemon, browser, page;

  before(async () => {
    daemon = await startDaemon();
    // Small: without a graphics card a large one takes the processor from all else.
    browser = await startBrowser({ width: 960, height: 600 });
    page = browser.page;
    await page.goto(daemon.web);
    await live(page);
  });
  after(async () => {
    await browser?.stop();
    await daemon?.stop();
  });

  test("a key drives the robot: it moves, the picture changes, and the page says who drives", { timeout: 240_000 }, async () => {
    const start = await position(page);
    const still = await picture(page);
    await page.keyboard.down("ArrowUp");
    try {
      await waitForText(page, "driver", /you drive/);
      while (distance(await position(page), start) < 1) await page.waitForTimeout(200);
    } finally {
      await page.keyboard.up("ArrowUp");
    }
    assert.ok((await differentPixels(page, still, await picture(page))) > 0.02);
  });

  test("the mouse turns the view, and every camera can be chosen", { timeout: 240_000 }, async () => {
    for (const mode of ["orbit", "follow", "chase"]) {
      await page.getByTestId(`camera-${mode}`).click();
      assert.equal(await page.getByTestId(`camera-${mode}`).getAttribute("aria-pressed"), "true");
      const before = await picture(page);
      await page.mouse.move(400, 280);
      await page.mouse.down();
      await page.mouse.move(620, 350, { steps: 4 });
      await page.mouse.up();
      while ((await differentPixels(page, before, await picture(page))) < 0.02) await page.waitForTimeout(200);
    }
  });

  test("nothing went wrong on the way", () => assert.deepEqual(browser.errors, []));
});

/** Two turntables, which are two machines. */
const turntables = {
  name: "turntables", camera: { follow: "left" },
  bodies: ["left", "right"].map((name, i) => ({ name, mass: 1, inertia: [1, 1, 1], position: [0, i, 1] })),
  joints: ["left", "right"].map((name, i) => ({
    name: `${name}_axle`, type: "revolute", parent: "world", child: name, position: [0, i, 1], axis: [0, 0, 1],
  })),
  drives: ["left", "right"].map((name) => ({
    name: `${name}_motor`, type: "dc_motor", joint: `${name}_axle`, control: `${name}_throttle`, supply_voltage: 24,
    resistance: 0.3, torque_constant: 0.03,
  })),
  controls: ["left", "right"].map((name) => ({ name: `${name}_throttle` })),
};

test("of many machines the one that is followed shows its instruments, and a key takes its channels and no other's", async () => {
  const folder = temporaryFolder();
  const scene = path.join(folder, "turntables.json");
  fs.writeFileSync(scene, JSON.stringify(turntables));
  const daemon = await startDaemon({ scene });
  const browser = await startBrowser();
  const { page } = browser;
  const unfolded = () => page.locator("details[open]").evaluateAll((folds) => folds.map((fold) => fold.dataset.testid));
  try {
    await page.goto(`${daemon.web}#quality=off`);
    await live(page);
    assert.deepEqual(await unfolded(), ["machine-left"]);
    await page.getByTestId("machine").selectOption("right");
    assert.deepEqual(await unfolded(), ["machine-right"]);
    await page.keyboard.down("ArrowUp");
    await waitForText(page, "driver", /you drive/);
    await waitForText(page, "channel-right_throttle", /1\.00$/);
    await page.keyboard.up("ArrowUp");
    await page.getByTestId("machine").selectOption("left");
    await waitForText(page, "driver", /nobody drives/);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test("the page comes back by itself when the daemon is started again", async () => {
  const first = await startDaemon();
  const browser = await startBrowser();
  const { page } = browser;
  try {
    await page.goto(`${first.web}#quality=off`);
    await live(page);
    await first.stop();
    await waitForText(page, "connection", /no connection|connecting/);
    await waitForText(page, "notice-text", /by itself/);
    const second = await startDaemon({ webPort: first.port });
    try {
      await live(page);
      assert.equal(await page.getByTestId("notice").isVisible(), false);
      await page.keyboard.down("ArrowUp");
      await waitForText(page, "driver", /you drive/);
      await waitForText(page, "body-speed", /0\.[2-9]|[1-9]\./);
      await page.keyboard.up("ArrowUp");
    } finally {
      await second.stop();
    }
  } finally {
    await browser.stop();
  }
});

test("a wrong token is refused in words, the right one lets in, and a viewer's token only watches", async () => {
  const folder = temporaryFolder();
  const tokens = path.join(folder, "tokens");
  fs.writeFileSync(tokens, "instructor teach-1234567890abcdef\nviewer watch-1234567890abcdef\n", { mode: 0o600 });
  const daemon = await startDaemon({ options: ["--token-file", tokens] });
  const browser = await startBrowser();
  const { page } = browser;
  try {
    await page.goto(`${daemon.web}#token=wrong&quality=off`);
    await waitForText(page, "notice-text", /token/i);
    await waitForText(page, "connection", /refused/);
    await painted(page);
    await page.getByTestId("token").fill("watch-1234567890abcdef");
    await page.getByTestId("token-send").click();
    await live(page);
    assert.equal(await page.getByTestId("notice").isVisible(), false);
    assert.equal(await page.getByTestId("driving").isVisible(), false);
    assert.equal(await page.getByTestId("transport").isVisible(), false);
    await page.goto("about:blank");
    await page.goto(`${daemon.web}#token=teach-1234567890abcdef&quality=off`);
    await live(page);
    assert.equal(await page.getByTestId("transport").isVisible(), true);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});

test("a phone's width shows picture and pad without scrolling sideways", async () => {
  const daemon = await startDaemon();
  const browser = await startBrowser({ width: 390, height: 844 });
  const { page } = browser;
  try {
    await page.goto(`${daemon.web}#quality=off`);
    await live(page);
    await page.getByTestId("pad").waitFor();
    for (const id of ["pad", "take", "camera-chase", "freeze", "panel-toggle", "gauge-robot.speed"]) {
      const box = await page.getByTestId(id).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844, `${id} is outside`);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await page.getByTestId("panel-toggle").click();
    assert.equal(await page.getByTestId("instruments").isVisible(), false);
    assert.deepEqual(browser.errors, []);
  } finally {
    await browser.stop();
    await daemon.stop();
  }
});
