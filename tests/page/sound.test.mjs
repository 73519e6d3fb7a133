// The page is silent until it is asked to sound, says so to everybody, and is silent again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support.mjs";

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

test("no sound is made until M or the switch is pressed, and it ends with the same", async () => {
  const { page, browser, close } = await open("motor_bench", { fragment: "place=console", init: keepContexts });
  try {
    const button = page.getByTestId("sound-toggle");
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.equal(await button.getAttribute("aria-label"), "Sound");
    assert.equal(await page.evaluate(() => window.contexts.length), 0);
    await page.keyboard.press("m");
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
