// What the browser tests share: a real drawbard, a real Chromium, and looking at pictures.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

/** Set by run.sh. */
export const drawbard = process.env.DRAWBAR_DRAWBARD;
export const drawbar = process.env.DRAWBAR_DRAWBAR;
export const scenes = process.env.DRAWBAR_SCENES;

const browserFlags = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export function temporaryFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), "drawbar-page-"));
}

/**
 * Starts drawbard, on the KRT100 scene unless another file is named (null: none), and waits for its ready line. `web`: the page's address;
 * `connect`: where its other clients find it; `stop()` ends it. `webPort` 0: a free one.
 */
export async function startDaemon({ webPort = 0, options = [], scene = path.join(scenes, "krt100_trolley.json") } = {}) {
  const line = [...(scene ? [scene] : []), "--port", "0", "--web-port", `${webPort}`, ...options];
  const child = spawn(drawbard, line, { stdio: ["ignore", "pipe", "pipe"] });
  let log = "";
  child.stderr.on("data", (data) => (log += data));
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const [connect, web] = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      const ready = /^ready tcp=(\S+) .*web=(\S+)/m.exec((text += data));
      if (ready) resolve(ready.slice(1));
    });
    child.on("error", reject);
    ended.then((code) => reject(new Error(`drawbard ended with ${code} before it was ready:\n${log}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    if (code !== 0) throw new Error(`drawbard ended with ${code}:\n${log}`);
  };
  return { web, connect, port: new URL(web).port, stop };
}

/** Runs a command of `drawbar` against the daemon to its end. */
export async function command(daemon, name, ...words) {
  const child = spawn(drawbar, [name, "--connect", daemon.connect, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (data) => (log += data));
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`drawbar ${name} ended with ${code}:\n${log}`);
}

/** Another client that only watches: the newest telemetry, and what events have said, as `drawbar watch --json` prints them. */
export async function watch(daemon) {
  const child = spawn(drawbar, ["watch", "--connect", daemon.connect, "--json"], { stdio: ["ignore", "pipe", "ignore"] });
  const watched = { telemetry: null, events: [], stop: () => child.kill("SIGTERM") };
  let rest = "";
  child.stdout.on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.type === "telemetry") watched.telemetry = message;
      if (message.type === "event") watched.events.push(message.text);
    }
  });
  await waitFor(() => watched.telemetry !== null, "telemetry");
  return watched;
}

/** Waits until the condition holds; `what` says in the error what did not come. */
export async function waitFor(condition, what, patienceMs = 60_000) {
  const end = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`this did not come: ${what}`);
    await new Promise((passed) => setTimeout(passed, 20));
  }
}

/** A browser with a profile of its own; `errors` and `requests` collect what the pages do. `still`: without transitions and animations. */
export async function startBrowser({ width = 1280, height = 720, still = false } = {}) {
  const profile = temporaryFolder();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    viewport: { width, height },
    reducedMotion: still ? "reduce" : "no-preference",
    args: browserFlags,
  });
  // The tests read engineering numbers, which a page hides unless asked for.
  await context.addInitScript(() => localStorage.setItem("drawbar.numbers", "on"));
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(120_000);
  const errors = [];
  const requests = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(`${error}`));
  page.on("request", (request) => requests.push(request.url()));
  const stop = async () => {
    await context.close();
    fs.rmSync(profile, { recursive: true, force: true });
  };
  return { page, errors, requests, stop };
}

/** A daemon with one of the shipped scenes, a client that watches it, and a page that is live in it; `draws`: with its picture, which costs time. */
export async function open(scene, { options = [], fragment = "", draws = false, init, width, height } = {}) {
  const daemon = await startDaemon({ scene: path.join(scenes, `${scene}.json`), options });
  const watched = await watch(daemon);
  const browser = await startBrowser({ width, height });
  const { page } = browser;
  if (init) await page.addInitScript(init);
  await page.goto(`${daemon.web}#${draws ? "" : "quality=off&"}${fragment}`);
  await live(page);
  const close = async () => {
    await browser.stop();
    watched.stop();
    await daemon.stop();
  };
  const applied = () => watched.telemetry.controls;
  /** The value that acts on a channel fits. */
  const acts = (channel, fits) => waitFor(() => fits(applied()[channel]), `${channel}, which is ${applied()[channel]}`);
  /** Frames go by: more than the time after which a silent channel does what its scene says. */
  const framesPass = async (count = 40) => {
    const { tick } = watched.telemetry;
    await waitFor(() => watched.telemetry.tick > tick + count, `${count} frames`);
  };
  return { daemon, watched, browser, page, close, applied, acts, framesPass };
}

export const near = (wanted, tolerance = 0.02) => (value) => Math.abs(value - wanted) <= tolerance;

/** Until the page is painted: before that Chromium throws away keys and pointers. */
export async function painted(page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}

/** Until the page is live, and painted. Its first frame may come later. */
export async function live(page) {
  await waitForText(page, "connection", /^live$/);
  await painted(page);
}

/** Makes the window so large, and waits until the page has been laid out in it. */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([width, height]) => innerWidth === width && innerHeight === height, [width, height]);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Text of the element with this data-testid. */
export const read = (page, id) => page.getByTestId(id).innerText();

/** Waits until the element's text fits the pattern. */
export async function waitForText(page, id, pattern) {
  const wanted = { id, source: pattern.source, flags: pattern.flags };
  await page.waitForFunction(
    ({ id, source, flags }) => new RegExp(source, flags).test(document.querySelector(`[data-testid="${id}"]`)?.innerText ?? ""),
    wanted,
  );
}

/** x, y, z (m) of the body that the page follows, once it has had a frame. */
export async function position(page) {
  await waitForText(page, "body-position", /\d/);
  return [...(await read(page, "body-position")).replaceAll("−", "-").matchAll(/-?\d+\.\d+/g)].map(Number);
}

export const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

/** What panels leave free of the picture. */
export async function picture(page) {
  return page.screenshot({ clip: await page.locator("#free").boundingBox() });
}

/** What `count`, which runs in the page, says of the pixels of these pictures (PNG) and of `what`: four channels for each pixel. */
async function countPixels(page, pictures, count, what) {
  const pixels = await Promise.all(pictures.map((png) => page.evaluateHandle(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
  }, png.toString("base64"))));
  try {
    return await page.evaluate(count, { pixels, what });
  } finally {
    await Promise.all(pixels.map((handle) => handle.dispose()));
  }
}

/** Part of the pixels, 0 to 1, that clearly differ between two pictures (PNG). */
export function differentPixels(page, before, after) {
  return countPixels(page, [before, after], ({ pixels: [a, b] }) => {
    let different = 0;
    for (let i = 0; i < a.length; i += 4) {
      const change = Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);
      if (change > 40) ++different;
    }
    return different / (a.length / 4);
  });
}

/** Part of the pixels, 0 to 1, of about this colour. */
export function partOfColor(page, png, color) {
  return countPixels(page, [png], ({ pixels: [data], what: color }) => {
    let found = 0;
    for (let i = 0; i < data.length; i += 4) if (color.every((value, k) => Math.abs(data[i + k] - value) < 40)) ++found;
    return found / (data.length / 4);
  }, color);
}

/** Runs in the page before its own scripts: counts what WebGL is told to draw between two pictures. */
export function countDrawing() {
  const now = { calls: 0, triangles: 0 };
  window.drawn = { calls: 0, triangles: 0, pictures: 0, firstAt: 0 };
  const trianglesOf = { 4: (n) => n / 3, 5: (n) => n - 2, 6: (n) => n - 2 };
  const wrap = (name, count, instances) => {
    const original = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...given) {
      now.calls += 1;
      now.triangles += (trianglesOf[given[0]]?.(given[count]) ?? 0) * (instances ? given[instances] : 1);
      return original.apply(this, given);
    };
  };
  wrap("drawArrays", 2);
  wrap("drawElements", 1);
  wrap("drawArraysInstanced", 2, 3);
  wrap("drawElementsInstanced", 1, 4);
  // Many ranges in one call, which is one call.
  const { getExtension } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getExtension = function (name) {
    const extension = getExtension.call(this, name);
    if (name !== "WEBGL_multi_draw" || !extension || extension.counted) return extension;
    const original = extension.multiDrawArraysWEBGL.bind(extension);
    extension.counted = true;
    extension.multiDrawArraysWEBGL = (mode, firsts, firstAt, counts, countAt, draws) => {
      now.calls += 1;
      for (let i = 0; i < draws; ++i) now.triangles += trianglesOf[mode]?.(counts[countAt + i]) ?? 0;
      return original(mode, firsts, firstAt, counts, countAt, draws);
    };
    return extension;
  };
  const next = () => {
    if (now.calls > 0) {
      // The most of a picture: a station draws its small pictures in turn.
      window.drawn.calls = Math.max(window.drawn.calls, now.calls);
      window.drawn.triangles = Math.max(window.drawn.triangles, now.triangles);
      window.drawn.pictures += 1;
      const { state } = document.querySelector('[data-testid="connection"]')?.dataset ?? {};
      if (state === "live" || state === "frozen") window.drawn.firstAt ||= performance.now();
    }
    now.calls = now.triangles = 0;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** What the costliest of some pictures takes in a page that counts its drawing, and when it drew the first one (ms). */
export async function drawingOfPage(page) {
  await page.waitForFunction(() => window.drawn.pictures >= 3 && window.drawn.firstAt > 0);
  await page.evaluate(() => Object.assign(window.drawn, { calls: 0, triangles: 0, pictures: 0 }));
  await page.waitForFunction(() => window.drawn.pictures >= 3);
  return page.evaluate(() => window.drawn);
}

export const magenta = [0, 2];

/** Part of the pixels, 0 to 1, in which these channels (0 red, 1 green, 2 blue) are far above the others. */
export function partOfChannels(page, png, channels) {
  return countPixels(page, [png], ({ pixels: [data], what: channels }) => {
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const pixel = [...data.subarray(i, i + 3)];
      const others = Math.max(...pixel.filter((_, k) => !channels.includes(k)));
      if (channels.every((k) => pixel[k] > 1.6 * others + 20)) ++count;
    }
    return count / (data.length / 4);
  }, channels);
}

/** Imports a robot into the folder: a link that is felt as a thin bar and looks like a magenta box. Returns the scene's name. */
export function importSign(folder) {
  fs.writeFileSync(path.join(folder, "sign.urdf"), `<robot name="sign"><link name="post"/>
    <link name="board"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
      <visual><geometry><box size="0.5 0.5 0.5"/></geometry><material name="m"><color rgba="1 0 1 1"/></material></visual>
      <collision><geometry><box size="0.05 0.05 0.5"/></geometry></collision></link>
    <joint name="hinge" type="continuous"><parent link="post"/><child link="board"/><axis xyz="0 0 1"/></joint></robot>`);
  execFileSync(drawbar, ["import", path.join(folder, "sign.urdf"), "--output", path.join(folder, "sign.json")], { stdio: "pipe" });
  return "sign.json";
}

/** Buttons of the sheets and of the instructor's bar that are not wholly in sight, in words; empty: all are. */
export function cutOff(page) {
  return page.evaluate(() => ["station-tabs", "transport"].flatMap((id) => {
    const panel = document.getElementById(id);
    const box = panel.getBoundingClientRect();
    return [...panel.querySelectorAll("button, select")].filter((button) => button.offsetParent !== null).flatMap((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const inside = left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
      return inside && right <= innerWidth && bottom <= innerHeight ? [] : [`${id}: ${button.id || button.innerText}`];
    });
  }));
}

/** Panels of the desk that cover each other or reach out of the window, in words; empty: none does. */
export function overlaps(page) {
  return page.evaluate(() => {
    const panels = [...document.querySelectorAll("#desk > *")].filter((panel) => panel.offsetParent !== null && panel.childElementCount > 0)
      .map((panel) => ({ name: panel.id || panel.className, box: panel.getBoundingClientRect() })).filter(({ box }) => box.width * box.height > 0);
    const outside = panels.filter(({ box }) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
    const pairs = panels.flatMap((a, i) => panels.slice(i + 1).map((b) => [a, b])).filter(([{ box: a }, { box: b }]) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1);
    return [...outside.map(({ name }) => `${name} is outside`), ...pairs.map(([a, b]) => `${a.name} and ${b.name}`)];
  });
}

/** Texts of the line at the top that are cut off; a figure that has no room at all is none. */
export function cutTexts(page) {
  return page.evaluate(() => {
    const bar = document.querySelector(".bar");
    const facts = bar.querySelector(".facts").getBoundingClientRect();
    const shown = [...bar.querySelectorAll(".wordmark, .scene-name, .places button, .pill, .clock, .driver")].filter((part) => part.offsetParent !== null);
    const cut = shown.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.innerText);
    const figures = [...bar.querySelectorAll(".facts > div")].filter((part) => part.offsetParent !== null).map((part) => [part, part.getBoundingClientRect()])
      .filter(([, box]) => box.top < facts.bottom - 1);
    return [...cut, ...figures.filter(([, box]) => box.right > facts.right + 1 || box.bottom > facts.bottom + 1).map(([part]) => part.innerText)];
  });
}
