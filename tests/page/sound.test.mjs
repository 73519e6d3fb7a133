// The page is silent until it is asked to sound, says so to everybody, and is silent again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, waitFor, waitForText } from "./support.mjs";

/** Runs in the page before its own scripts: keeps every audio context that it makes. */
function keepContexts() {
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor(...given) {
      super(...given);
      window.contexts.push(this);
    }
  };
}

test("no sound is made until B or the switch is pressed, and it ends with the same", async () => {
  const { page, browser, close } = await open("motor_bench", { fragment: "place=console", init: keepContexts });
  try {
    const button = page.getByTestId("sound-toggle");
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.equal(await button.getAttribute("aria-label"), "Sound");
    assert.equal(await page.evaluate(() => window.contexts.length), 0);
    await page.keyboard.press("b");
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await page.waitForFunction(() => window.contexts.length === 1 && window.contexts[0].state === "running");
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await page.waitForFunction(() => window.contexts[0].state === "suspended");
    assert.deepEqual(browser.errors, []);
  } finally {
    await close();
  }
});

test("asked for, motor and wheels are heard while the machine drives", { timeout: 200_000 }, async () => {
  const { page, browser, close } = await open("car_trailer");
  const levels = async () => (await page.evaluate(() => document.body.dataset.soundLevels ?? "")).split(" ").map(Number);
  try {
    await page.keyboard.down("w");
    await waitForText(page, "driver", /you drive/);
    await page.keyboard.up("w");
    await page.getByTestId("sound-toggle").click();
    assert.equal(await page.getByTestId("sound-toggle").getAttribute("aria-pressed"), "true");
    await page.keyboard.down("w");
    await waitFor(async () => (await levels())[0] > 0.3, "the motor");
    await waitFor(async () => (await levels())[1] > 0.05, "the wheels");
    await page.keyboard.up("w");
    await page.getByTestId("freeze").click();
    await waitFor(async () => (await levels()).every((level) => level === 0), "silence while time stands still");
    assert.deepEqual(browser.errors, []);
  } finally {
    await close();
  }
});
