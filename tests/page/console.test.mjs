// The operator's console in a real browser against a real daemon: made from the scene, legible, without one panel over another.
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { distance, live, near, open, overlaps, position, read, resize, scenes, startBrowser, startDaemon, waitFor, waitForText } from "./support.mjs";

/** The number on a gauge. */
async function gauge(page, key, which = 0) {
  const text = await page.getByTestId(`gauge-${key}`).locator("output").nth(which).innerText();
  return Number(text.replace("−", "-").replace("°", ""));
}

/** Pixels of the map in the colour of the way, which is also that of the machine's mark. */
function wayDrawn(page) {
  return page.getByTestId("map").locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += Math.hypot(data[i] - 255, data[i + 1] - 180, data[i + 2] - 84) < 12;
    return count;
  });
}

describe("a crane's console", () => {
  let table;
  before(async () => (table = await open("tower_crane")));
  after(() => table.close());

  test("has load, radius, sway and slew, which tell what the crane does", { timeout: 240_000 }, async () => {
    const { page } = table;
    await waitFor(async () => near(4.5, 0.05)(await gauge(page, "trolley.radius")), "the trolley's radius");
    await waitFor(async () => (await gauge(page, "motor_hoist.load")) < 200, "the panel stands on the ground");
    await page.keyboard.down("r");
    await waitFor(async () => (await gauge(page, "motor_hoist.load")) > 1000, "the hook takes the panel up");
    await page.keyboard.up("r");
    await waitFor(async () => near(1200, 40)(await gauge(page, "motor_hoist.load")), "the panel's 1200 kg hang from the hook");
    await page.keyboard.down("w");
    await waitFor(async () => (await gauge(page, "trolley.radius")) > 4.8, "the trolley runs out");
    await page.keyboard.up("w");
    await waitFor(async () => (await gauge(page, "hook.sway")) > 0.5, "the load swings");
    const size = await page.getByTestId("gauge-motor_hoist.load").locator("output").evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
    assert.ok(size >= 30, `${size} px are not read from two metres`);
  });
});

test("the author's cameras stand beside the free ones, and one of them can be a second picture", async () => {
  const { page, close } = await open("tower_crane");
  try {
    await page.getByTestId("camera-Cab").click();
    assert.equal(await page.getByTestId("camera-Cab").getAttribute("aria-pressed"), "true");
    await page.getByTestId("inset-choice").selectOption("Trolley");
    await waitForText(page, "inset", /Trolley/);
    await page.getByTestId("inset-choice").selectOption({ index: 0 });
    assert.equal(await page.getByTestId("inset").isVisible(), false);
    await page.keyboard.press("1");
    assert.equal(await page.getByTestId("camera-orbit").getAttribute("aria-pressed"), "true");
  } finally {
    await close();
  }
});

test("the author's first view is kept where a channel is called throttle", async () => {
  const { page, close } = await open("krt100_trolley");
  try {
    assert.equal(await page.getByTestId("camera-follow").getAttribute("aria-pressed"), "true");
    assert.equal(await page.getByTestId("camera-chase").getAttribute("aria-pressed"), "false");
  } finally {
    await close();
  }
});

test("a motor at its rated current is not red", async () => {
  const { page, close, acts, framesPass } = await open("andrews_squeezer");
  try {
    await page.keyboard.down("w");
    await acts("torque", (value) => value > 0.9);
    await framesPass(10);
    await waitForText(page, "channel-torque", /(0\.9\d|1\.00)$/);
    // Of the machine: the line at the top is red where the daemon comes late.
    const levels = await page.getByTestId("instruments").locator("[data-level]").evaluateAll((all) => all.map((e) => e.dataset.level));
    assert.ok(levels.length > 0 && !levels.includes("bad"), `${levels}`);
    await page.keyboard.up("w");
  } finally {
    await close();
  }
});

test("the trolley's hitch at its stop lights its lamp, and the map draws the way driven", { timeout: 240_000 }, async () => {
  const { page, close } = await open("krt100_trolley");
  try {
    let still = 0;
    await waitFor(async () => (still = await wayDrawn(page)) > 0, "the machine's mark on the map");
    const start = await position(page);
    await page.keyboard.down("w");
    await page.keyboard.down("a");
    await page.waitForFunction(() => document.querySelector('[data-testid="lamp-hitch z"]').dataset.level === "bad");
    await waitFor(async () => distance(await position(page), start) > 2, "two metres of way");
    // A map of 30 m across draws two metres as a line of 37 by 5 pixels, in part under the mark.
    await waitFor(async () => (await wayDrawn(page)) > still + 120, "the way on the map");
    await page.keyboard.up("w");
    await page.keyboard.up("a");
  } finally {
    await close();
  }
});

describe("no panel covers another", () => {
  for (const scene of ["car_trailer", "six_axis_arm", "training_ground"]) {
    test(`in ${scene}, at six sizes, and what is touched is 44 px`, { timeout: 280_000 }, async () => {
      const daemon = await startDaemon({ scene: path.join(scenes, `${scene}.json`) });
      const browser = await startBrowser();
      const { page } = browser;
      try {
        await page.goto(`${daemon.web}#quality=off`);
        await live(page);
        await page.getByTestId("inset-choice").selectOption("Top");
        for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768], [390, 844], [844, 390], [568, 320]]) {
          await resize(page, width, height);
          assert.deepEqual(await overlaps(page), [], `${width}x${height}`);
          const reached = await page.getByTestId("stop").evaluate((stop) => {
            const { left, top, width, height } = stop.getBoundingClientRect();
            const at = document.elementFromPoint(left + width / 2, top + height / 2);
            return top + height <= innerHeight && left + width <= innerWidth && stop.contains(at);
          });
          assert.ok(reached, `the emergency stop at ${width}x${height}`);
          if (width > 1180) continue;
          const small = await page.locator("#desk button, #desk select").evaluateAll((all) => all
            .filter((e) => e.offsetParent !== null && e.getBoundingClientRect().height < 43.5).map((e) => `${e.id || e.innerText} ${e.getBoundingClientRect().height}`));
          assert.deepEqual(small, [], `${width}x${height}`);
        }
        assert.deepEqual(browser.errors, []);
      } finally {
        await browser.stop();
        await daemon.stop();
      }
    });
  }
});

test("in Russian every word of the page is Russian, and the console has the author's Russian labels", async () => {
  const { page, close } = await open("tower_crane");
  try {
    await page.getByTestId("help-toggle").click();
    await page.getByTestId("language").selectOption("ru");
    await waitForText(page, "task", /Поднимите панель/);
    await page.getByTestId("help-close").click();
    await waitForText(page, "gauges", /груз/);
    // The map says it when it is drawn anew, with the next frame.
    await waitForText(page, "map-scale", /^(всё|\d+ м)$/);
    assert.equal(await read(page, "take"), "Взять управление");
    const texts = await page.locator("#desk button:visible, #desk .gauge-label, #desk .pad-names span, #desk h2").allInnerTexts();
    const known = /^(|[A-Z0-9.×%↑↓←→\s…-]+|[А-Яа-яёЁ0-9 .,:·×…()—−+-]+)$/;
    for (const text of texts) assert.match(text, known);
  } finally {
    await close();
  }
});
