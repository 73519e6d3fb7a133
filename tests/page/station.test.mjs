// The instructor's station and the review in a real browser against a real daemon.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import {
  cutOff, cutTexts, live, near, open, overlaps, painted, read, resize, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText, watch,
} from "./support.mjs";

/** s on the timeline, which says at once what is wished; "clock": of the frame that has come. */
async function shownTime(page, id = "timeline-now") {
  const [minutes, seconds] = (await read(page, id)).split(":").map(Number);
  return 60 * minutes + seconds;
}

/** Lets the timeline's thumb go at a moment. */
async function choose(page, time) {
  await page.getByTestId("seek").evaluate((slider, value) => {
    slider.value = `${value}`;
    slider.dispatchEvent(new Event("input"));
    slider.dispatchEvent(new Event("change"));
  }, time);
}

/** Pixels of the timeline in the colour of bookmarks. */
function flagsDrawn(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector("#timeline canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const wanted = document.createElement("canvas").getContext("2d");
    wanted.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
    wanted.fillRect(0, 0, 1, 1);
    const [r, g, b] = wanted.getImageData(0, 0, 1, 1).data;
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) ++count;
    return count;
  });
}

const branchOf = async (page) => Number((await read(page, "frame")).match(/branch (\d+)/)?.[1] ?? 0);

describe("the instructor", () => {
  let table, trainee;
  before(async () => {
    table = await open("krt100_trolley", { fragment: "place=instructor" });
    trainee = await startBrowser({ width: 480, height: 320 });
    await trainee.page.goto(`${table.daemon.web}#role=operator&name=trainee&quality=off`);
    await live(trainee.page);
  });
  after(async () => {
    await trainee.stop();
    await table.close();
  });

  test("sees machines, people and a timeline, with no panel over another at six sizes", { timeout: 280_000 }, async () => {
    const { page } = table;
    await waitForText(page, "people", /trainee/);
    await waitFor(async () => (await shownTime(page, "timeline-total")) > 1, "time goes by");
    for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768], [390, 844], [844, 390], [568, 320]]) {
      await resize(page, width, height);
      assert.deepEqual(await overlaps(page), [], `${width}x${height}`);
    }
    await resize(page, 1280, 720);
  });

  test("takes control over and hands it back by a click each, and the trainee is told", { timeout: 240_000 }, async () => {
    const { page } = table;
    await trainee.page.getByTestId("take").click();
    await waitForText(trainee.page, "driver", /you drive/);
    await waitForText(page, "machines", /trainee/);
    await page.getByTestId("take-krt100_trolley").click();
    await waitForText(page, "machines", /you drive/);
    await waitForText(trainee.page, "driver", /drives/);
    await page.getByTestId("give-krt100_trolley").selectOption("trainee");
    await waitForText(trainee.page, "driver", /you drive/);
  });

  test("begins malfunctions of the server's list with their numbers, sees what acts, and clears one and all", async () => {
    const { page } = table;
    await page.getByTestId("tab-faults").click();
    await page.getByTestId("fault-target").selectOption("motor_front_left");
    await page.getByTestId("fault-type").selectOption("off");
    await page.getByTestId("fault-begin").click();
    const motorOff = page.getByTestId("clear-motor_front_left-off");
    await motorOff.waitFor();
    await page.getByTestId("fault-target").selectOption("hitch");
    await page.getByTestId("fault-type").selectOption("jam");
    // It has no preset: without a number nothing is begun.
    await page.getByTestId("fault-begin").click();
    assert.equal(await page.getByTestId("parameter-friction").evaluate((input) => input.validity.valueMissing), true);
    await page.getByTestId("parameter-friction").fill("250");
    await page.getByTestId("fault-strength").fill("40");
    await page.getByTestId("fault-ramp").fill("2");
    await page.getByTestId("fault-begin").click();
    await waitForText(page, "fault-active", /hitch jam\s+40 %, friction 250\s+for \d+\.\d s/);
    await motorOff.click();
    await motorOff.waitFor({ state: "detached" });
    await page.getByTestId("fault-clear-all").click();
    await waitForText(page, "faults", /No malfunction acts/);
    await page.getByTestId("tab-log").click();
    await waitForText(page, "log", /motor_front_left/);
  });

  test("previews a moment, goes on from there on a branch, and from ten seconds ago by one click", { timeout: 240_000 }, async () => {
    const { page } = table;
    await waitFor(async () => (await shownTime(page, "timeline-total")) > 6, "six seconds");
    await choose(page, 2);
    await waitForText(page, "again", /0:02\.0/);
    assert.equal(await page.evaluate(() => document.body.dataset.preview), "true");
    assert.equal(await branchOf(page), 0, "a preview changes nothing");
    await page.getByTestId("again-back").click();
    assert.equal(await page.evaluate(() => document.body.dataset.preview), "false");
    await choose(page, 2);
    await page.getByTestId("again-go").click();
    await waitFor(async () => (await branchOf(page)) === 1, "a branch");
    assert.ok((await shownTime(page)) < 60);
    await page.getByTestId("again-10").click();
    await waitFor(async () => (await branchOf(page)) === 2, "another branch");
  });

  test("marks a moment with a note, which the log, the timeline and a page that comes later have", { timeout: 240_000 }, async () => {
    const { page, daemon } = table;
    await page.getByTestId("freeze").click();
    await waitForText(page, "connection", /frozen/);
    const before = await flagsDrawn(page);
    await page.getByTestId("bookmark").click();
    assert.deepEqual(await overlaps(page), []);
    await page.getByTestId("bookmark-note").fill("too fast");
    await page.getByTestId("bookmark-set").click();
    await page.getByTestId("bookmark-form").waitFor({ state: "hidden" });
    await waitFor(async () => (await flagsDrawn(page)) > before, "the flag on the timeline");
    await page.getByTestId("tab-log").click();
    await waitForText(page, "log", /too fast/);
    const later = await startBrowser();
    await later.page.goto(`${daemon.web}#place=instructor&quality=off`);
    await painted(later.page);
    await later.page.getByTestId("tab-log").click();
    await waitForText(later.page, "log", /too fast/);
    await later.stop();
    await page.getByTestId("run").click();
    await live(page);
  });

  test("keeps a state and goes back to it", async () => {
    const { page } = table;
    const branch = await branchOf(page);
    await page.getByTestId("tab-states").click();
    await page.getByTestId("state-name").fill("before the bend");
    await page.getByTestId("state-save").click();
    await page.getByTestId("restore-before the bend").click();
    await waitFor(async () => (await branchOf(page)) === branch + 1, "a branch");
  });

  test("plots any quantity, several in a chart", async () => {
    const { page } = table;
    await page.getByTestId("tab-plots").click();
    const charts = page.getByTestId("charts").locator(".chart");
    const before = await charts.count();
    await page.getByTestId("plot-choice").fill("robot: speed");
    await page.getByTestId("plot-add").click();
    await waitFor(async () => (await charts.count()) === before + 1, "a chart");
    await page.getByTestId("plot-chart").selectOption({ index: before + 1 });
    await page.getByTestId("plot-choice").fill("robot: pitch");
    await page.getByTestId("plot-add").click();
    await waitForText(page, "charts", /robot: speed[\s\S]*robot: pitch/);
    assert.deepEqual(table.browser.errors, []);
  });
});

/** From now on, once per picture: where the orange of the robot is in its tile, as parts of width and height; null: not there. */
function followTile(page) {
  return page.evaluate(() => {
    const canvas = document.querySelector(".tile");
    const { width, height } = canvas;
    window.robotPlaces = [];
    const look = () => {
      requestAnimationFrame(look);
      const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
      let [count, x, y] = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] < 170 || data[i + 1] > 0.8 * data[i] || data[i + 2] > 0.45 * data[i]) continue;
        count += 1;
        x += (i / 4) % width;
        y += Math.floor(i / 4 / width);
      }
      window.robotPlaces.push(count < 20 ? null : [x / count / width, y / count / height]);
    };
    requestAnimationFrame(look);
  });
}

test("a machine's tile shows it where it is in every picture, also in that of a jump", { timeout: 240_000 }, async () => {
  const { page, close, framesPass } = await open("krt100_trolley", { fragment: "place=instructor", draws: true, width: 640, height: 360 });
  const places = () => page.evaluate(() => window.robotPlaces);
  try {
    // What was before it the page cannot show.
    let begun = 0;
    await waitFor(async () => (begun = await shownTime(page)) > 0, "the page's first moments");
    await page.keyboard.down("w");
    await framesPass(75);
    await page.keyboard.up("w");
    await page.getByTestId("freeze").click();
    await waitForText(page, "connection", /frozen/);
    await followTile(page);
    await waitFor(async () => (await places()).at(-1), "a picture of the robot");
    const before = (await places()).length;
    // Metres back, from one picture to the next.
    await choose(page, begun);
    assert.match(await read(page, "again"), /This was at/);
    await waitFor(async () => (await places()).length > before + 4, "pictures");
    for (const place of (await places()).slice(before)) {
      assert.ok(place && near(0.5, 0.12)(place[0]) && near(0.5, 0.2)(place[1]), `${place}`);
    }
  } finally {
    await close();
  }
});

test("in Russian every word of the station is Russian, and so is what the server says", async () => {
  const init = () => localStorage.setItem("drawbar.language", "ru");
  const daemon = await startDaemon({ scene: path.join(process.env.DRAWBAR_SCENES, "tower_crane.json") });
  const browser = await startBrowser();
  const { page } = browser;
  try {
    await page.addInitScript(init);
    await page.goto(`${daemon.web}#place=instructor&quality=off&name=A`);
    await waitForText(page, "connection", /^в эфире$/);
    await painted(page);
    await page.getByTestId("freeze").click();
    for (const sheet of ["plots", "log", "faults", "exercises", "states", "health"]) {
      await page.getByTestId(`tab-${sheet}`).click();
      const texts = await page.locator("#desk :is(button, h2, .name, .hint, .log-text, label, dt, .pill, .driver, .driver-name):visible").allInnerTexts();
      assert.ok(texts.length > 20);
      for (const text of texts) assert.doesNotMatch(text.replace(/^A:/, ""), /[A-Za-z]/, sheet);
    }
    await page.getByTestId("tab-log").click();
    await waitForText(page, "log", /A: пауза/);
    assert.deepEqual(browser.errors, []);
  } finally {
    await browser.stop();
    await daemon.stop();
  }
});

describe("no panel covers another and no button is cut off", () => {
  const sizes = [[1440, 900], [1280, 720], [1024, 768], [390, 844], [844, 390]];
  const look = async (page, where) => {
    for (const [width, height] of sizes) {
      await resize(page, width, height);
      if (process.env.DRAWBAR_SHOTS) await page.screenshot({ path: path.join(process.env.DRAWBAR_SHOTS, `${where.replaceAll(" ", "_")}_${width}.png`) });
      assert.deepEqual([...(await overlaps(page)), ...(await cutOff(page))], [], `${where}, ${width}x${height}`);
      // On a desk the line at the top says all that it says in whole words.
      if (width >= 1440) assert.deepEqual(await cutTexts(page), [], `${where}, ${width}x${height}`);
    }
    await resize(page, 1440, 900);
  };
  for (const language of ["en", "ru"]) {
    test(`at the instructor's station and in the review, at five sizes, in ${language}`, { timeout: 240_000 }, async () => {
      const folder = temporaryFolder();
      const file = path.join(folder, "ground.mcap");
      const scene = path.join(process.env.DRAWBAR_SCENES, "training_ground.json");
      const browser = await startBrowser({ width: 1440, height: 900 });
      const { page } = browser;
      await page.addInitScript((spoken) => localStorage.setItem("drawbar.language", spoken), language);
      const daemon = await startDaemon({ scene, options: ["--record", file] });
      try {
        await page.goto(`${daemon.web}#quality=off&place=instructor`);
        await waitFor(async () => (await shownTime(page, "timeline-total")) > 2, "two seconds");
        await look(page, `station ${language}`);
        await choose(page, 1);
        await page.getByTestId("again").waitFor();
        await look(page, `past ${language}`);
        await page.getByTestId("again-back").click();
        await page.getByTestId("bookmark").click();
        await look(page, `bookmark ${language}`);
      } finally {
        await daemon.stop();
      }
      const replay = await startDaemon({ scene: null, options: ["--replay", file] });
      try {
        await page.goto("about:blank");
        await page.goto(`${replay.web}#quality=off`);
        await page.getByTestId("live-here").waitFor();
        await painted(page);
        await waitFor(async () => (await shownTime(page, "timeline-total")) > 2, "how long the recording is");
        await page.getByTestId("freeze").click();
        await choose(page, await shownTime(page, "timeline-total"));
        await page.getByTestId("ended").waitFor();
        await look(page, `review ${language}`);
      } finally {
        await browser.stop();
        await replay.stop();
        fs.rmSync(folder, { recursive: true });
      }
    });
  }
});

test("a trainee is told of no malfunction and has no station", async () => {
  const { page, close } = await open("motor_bench", { fragment: "role=operator&place=instructor" });
  try {
    assert.equal(await page.getByTestId("places").isVisible(), false);
    assert.equal(await page.getByTestId("station").isVisible(), false);
    assert.equal(await page.getByTestId("timeline").isVisible(), false);
  } finally {
    await close();
  }
});

test("a recording is sought, shows its end, begins again and goes on live", { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "bench.mcap");
  const scene = path.join(process.env.DRAWBAR_SCENES, "motor_bench.json");
  const first = await startDaemon({ scene, options: ["--record", file] });
  const watched = await watch(first);
  await waitFor(() => watched.telemetry.tick > 150, "six seconds");
  watched.stop();
  await first.stop();
  const daemon = await startDaemon({ scene: null, options: ["--replay", file] });
  const browser = await startBrowser();
  const { page } = browser;
  try {
    await page.goto(`${daemon.web}#quality=off`);
    await waitForText(page, "connection", /replay/);
    assert.equal(await page.evaluate(() => document.body.dataset.place), "review");
    await painted(page);
    await waitFor(async () => (await shownTime(page, "timeline-total")) > 5, "how long the recording is");
    await page.getByTestId("freeze").click();
    await choose(page, 3);
    await waitFor(async () => near(3, 0.05)(await shownTime(page, "clock")), "the moment");
    await choose(page, 1);
    await waitFor(async () => near(1, 0.05)(await shownTime(page, "clock")), "the moment before");
    await choose(page, await shownTime(page, "timeline-total"));
    await page.getByTestId("run").click();
    await page.getByTestId("ended").waitFor();
    await page.getByTestId("ended-begin").click();
    await page.getByTestId("ended").waitFor({ state: "hidden" });
    await waitFor(async () => (await shownTime(page, "clock")) > 0.2, "time goes by");
    assert.deepEqual(await overlaps(page), []);
    await page.getByTestId("freeze").click();
    await choose(page, 4);
    await waitFor(async () => near(4, 0.05)(await shownTime(page, "clock")), "the moment to go on from");
    await page.getByTestId("live-here").click();
    await page.getByTestId("ask-yes").click();
    await live(page);
    await waitFor(async () => (await branchOf(page)) === 1, "a branch of its own");
    await waitFor(async () => await page.evaluate(() => document.body.dataset.place === "console"), "the console of what is live");
    assert.equal(await page.getByTestId("live-here").isVisible(), false);
    await page.getByTestId("place-instructor").click();
    assert.ok((await shownTime(page)) > 3.9);
    assert.deepEqual(browser.errors, []);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});
