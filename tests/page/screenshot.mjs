// Makes the README's picture from the real thing: drawbard, the page, and somebody who drives up a hill and turns.
// usage: tests/page/run.sh --screenshot FILE.png
import { read, startBrowser, startDaemon, waitForText } from "./support.mjs";

const file = process.argv[2];
const daemon = await startDaemon();
// Driven in a small window, which a machine without graphics card draws in time, and then made large.
const browser = await startBrowser({ width: 640, height: 360 });
const { page } = browser;
try {
  await page.goto(`${daemon.web}#quality=full`);
  await waitForText(page, "connection", /^live$/);
  // From the side, closer, so that robot, hitch and trolley are all in sight.
  await page.mouse.move(250, 150);
  await page.mouse.down();
  await page.mouse.move(298, 147, { steps: 6 });
  await page.mouse.up();
  await page.mouse.wheel(0, -300);
  await page.keyboard.down("ArrowUp");
  const x = async () => Number((await read(page, "body-position")).replaceAll("−", "-").match(/-?[\d.]+/)[0]);
  while ((await x()) < 11) await page.waitForTimeout(100);
  await page.keyboard.down("ArrowLeft");
  // The hitch turns until it is near its limit; by then the word of who took the levers is gone, too.
  while (Math.abs(parseFloat((await read(page, "joint-hitch-z")).match(/[\d.]+°/)[0])) < 13) await page.waitForTimeout(50);
  // A loaded machine may draw the large window so slowly that the server misses the hands, and says so: then once more.
  const toldNothing = () => page.getByTestId("events").evaluate((list) => list.children.length === 0);
  for (let attempt = 1; ; ++attempt) {
    if (attempt > 10) throw new Error("this machine is too busy to draw and drive at once; try again when it is not");
    while (!(await toldNothing())) await page.waitForTimeout(200);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    await page.screenshot({ path: file });
    if (await toldNothing()) break;
    await page.setViewportSize({ width: 640, height: 360 });
  }
  if (browser.errors.length > 0) throw new Error(browser.errors.join("\n"));
} finally {
  await browser.stop();
  await daemon.stop();
}
console.log(`wrote ${file}`);
