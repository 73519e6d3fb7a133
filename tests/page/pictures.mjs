// Makes the README's pictures from the real thing: the operator's console, the instructor's station and the review of a ride.
// usage: tests/page/run.sh --pictures FOLDER
import fs from "node:fs";
import path from "node:path";
import { live, position, scenes, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText } from "./support.mjs";

const folder = process.argv[2];
const large = { width: 1280, height: 720 };
// Driven in a small window, which a machine without graphics card draws in time, and then made large.
const small = { width: 640, height: 360 };
/** ms; others may want the processor, too. */
const patience = 300_000;

async function openPage(daemon, fragment, numbers = "off") {
  const browser = await startBrowser(small);
  await browser.page.addInitScript((shown) => {
    localStorage.setItem("drawbar.numbers", shown);
    localStorage.setItem("drawbar.theme", "dark");
  }, numbers);
  await browser.page.goto(`${daemon.web}#quality=full&${fragment}`);
  await waitForText(browser.page, "connection", /^(live|replay)/);
  return browser;
}

async function take({ page, errors }, name) {
  await page.setViewportSize(large);
  // The first picture at this size still has the old one's buttons under the pointer and its text half laid out.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.screenshot({ path: path.join(folder, name) });
  if (errors.length > 0) throw new Error(errors.join("\n"));
  console.log(`wrote ${path.join(folder, name)}`);
}

/** Up a hill and round, until the hitch is near its stop. */
async function drive(page) {
  await page.keyboard.down("ArrowUp");
  await waitFor(async () => (await position(page))[0] > 11, "eleven metres", patience);
  await page.keyboard.down("ArrowLeft");
  await waitFor(async () => Math.abs(parseFloat((await page.getByTestId("joint-hitch-z").innerText()).match(/[−-]?[\d.]+°/)[0].replace("−", "-"))) > 13, "the hitch", patience);
}

const kept = temporaryFolder();
const recording = path.join(kept, "ride.mcap");

let daemon = await startDaemon({ options: ["--record", recording] });
let browser = await openPage(daemon, "name=Anna", "on");
try {
  const { page } = browser;
  await drive(page);
  await page.keyboard.press("n");
  await take(browser, "screenshot.png");
} finally {
  await browser.stop();
  await daemon.stop();
}

daemon = await startDaemon({ scene: null, options: ["--replay", recording] });
browser = await openPage(daemon, "");
try {
  await browser.page.getByTestId("ended").waitFor({ timeout: patience });
  await take(browser, "review.png");
} finally {
  await browser.stop();
  await daemon.stop();
}

daemon = await startDaemon({ scene: path.join(scenes, "training_ground.json") });
const trainee = await startBrowser(small);
browser = await openPage(daemon, "place=instructor&name=Instructor");
try {
  await trainee.page.goto(`${daemon.web}#role=operator&name=Anna&quality=off`);
  await live(trainee.page);
  const start = await position(trainee.page);
  await trainee.page.keyboard.down("w");
  await waitFor(async () => (await position(trainee.page))[0] > start[0] + 6, "six metres", patience);
  await take(browser, "station.png");
} finally {
  await trainee.stop();
  await browser.stop();
  await daemon.stop();
}
fs.rmSync(kept, { recursive: true });
