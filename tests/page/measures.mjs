// No test: prints what the page costs. Its files, the first picture, draw calls and triangles of every scene, the main thread's time per
// pose frame with 500 bodies, and memory over time.
// usage: tests/page/run.sh --measure [MINUTES]   minutes of the memory part, 2 unless said otherwise; 30 for what is claimed
import fs from "node:fs";
import path from "node:path";
import { countDrawing, drawingOfPage, live, scenes, startBrowser, startDaemon, temporaryFolder } from "./support.mjs";

const minutes = Number(process.argv[2] ?? 2);
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
const pass = (ms) => new Promise((passed) => setTimeout(passed, ms));

async function filesOfPage() {
  const daemon = await startDaemon();
  const browser = await startBrowser();
  try {
    await browser.page.goto(`${daemon.web}#quality=off`);
    await live(browser.page);
    const files = await browser.page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map(({ name, encodedBodySize, decodedBodySize }) => ({ name: new URL(name).pathname, encodedBodySize, decodedBodySize })));
    console.log("files                                sent    as they are");
    for (const { name, encodedBodySize, decodedBodySize } of files) console.log(`  ${name.padEnd(32)} ${kB(encodedBodySize).padStart(7)} ${kB(decodedBodySize).padStart(9)}`);
    const sum = (key) => files.reduce((total, file) => total + file[key], 0);
    console.log(`  ${"together".padEnd(32)} ${kB(sum("encodedBodySize")).padStart(7)} ${kB(sum("decodedBodySize")).padStart(9)}`);
  } finally {
    await browser.stop();
    await daemon.stop();
  }
}

async function drawingOf(scene) {
  const daemon = await startDaemon({ scene: path.join(scenes, `${scene}.json`) });
  const browser = await startBrowser();
  try {
    await browser.page.addInitScript(countDrawing);
    await browser.page.goto(`${daemon.web}#place=console`);
    const { calls, triangles, firstAt } = await drawingOfPage(browser.page);
    console.log(`  ${scene.padEnd(20)} ${`${calls}`.padStart(5)} ${Math.round(triangles).toLocaleString("en").padStart(10)} ${(firstAt / 1000).toFixed(2).padStart(8)} s`);
  } finally {
    await browser.stop();
    await daemon.stop();
  }
}

/** 500 boxes that fly and turn, none touching another. */
export function manyBodies(folder, count = 500) {
  const bodies = Array.from({ length: count }, (_, i) => ({
    name: `box_${i}`, mass: 1, inertia: [0.01, 0.01, 0.01], position: [(i % 10) * 2, (Math.floor(i / 10) % 10) * 2, Math.floor(i / 100) * 2 + 1],
    angular_velocity: [0.3, 0.2 + i / count, 0.5], linear_velocity: [0.1, 0, 0], shapes: [{ type: "box", size: [0.5, 0.4, 0.3] }],
  }));
  const file = path.join(folder, "many_bodies.json");
  fs.writeFileSync(file, JSON.stringify({ name: "many_bodies", gravity: [0, 0, 0], frame: { period_ms: 40, substeps: 4 }, bodies }));
  return file;
}

/** Processor time of the page's main thread (s) and the frames that it has been shown. */
async function threadTime(page, session) {
  const { metrics } = await session.send("Performance.getMetrics");
  const value = (name) => metrics.find((metric) => metric.name === name).value;
  return { task: value("TaskDuration"), script: value("ScriptDuration") };
}

async function mainThread() {
  const folder = temporaryFolder();
  const daemon = await startDaemon({ scene: manyBodies(folder) });
  try {
    for (const [fragment, what] of [["quality=off", "without drawing"], ["quality=adaptive", "with drawing"]]) {
      const browser = await startBrowser();
      await browser.page.goto(`${daemon.web}#place=console&${fragment}`);
      await live(browser.page);
      await pass(3000);
      const session = await browser.page.context().newCDPSession(browser.page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      const pictures = () => browser.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(performance.now()))));
      await pictures();
      const before = await threadTime(browser.page, session);
      const seconds = 10;
      await pass(seconds * 1000);
      const after = await threadTime(browser.page, session);
      const perFrame = (key) => ((1000 * (after[key] - before[key])) / (seconds * 25)).toFixed(2);
      console.log(`  ${what.padEnd(18)} ${perFrame("script")} ms of scripts, ${perFrame("task")} ms in all, per pose frame`);
      await browser.stop();
    }
  } finally {
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

async function memory() {
  const daemon = await startDaemon({ scene: path.join(scenes, "training_ground.json") });
  const browser = await startBrowser({ width: 640, height: 360 });
  try {
    await browser.page.goto(`${daemon.web}#place=instructor&quality=off`);
    await live(browser.page);
    const session = await browser.page.context().newCDPSession(browser.page);
    const steps = 6;
    for (let i = 0; i <= steps; ++i) {
      if (i > 0) await pass((minutes * 60_000) / steps);
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const { nodes } = await session.send("Memory.getDOMCounters");
      const buffers = await browser.page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
      console.log(`  ${((minutes * i) / steps).toFixed(1).padStart(5)} min   heap ${(usedSize / 1e6).toFixed(1)} MB, with buffers ${(buffers / 1e6).toFixed(1)} MB, ${nodes} nodes`);
    }
  } finally {
    await browser.stop();
    await daemon.stop();
  }
}

const only = process.env.DRAWBAR_MEASURE;
const part = async (name, title, measure) => {
  if (only && only !== name) return;
  console.log(title);
  await measure();
};
await part("files", "", filesOfPage);
await part("drawing", "scene                  calls  triangles  first picture (with shadows, 1280x720, drawn by the processor)", async () => {
  const all = fs.readdirSync(scenes).filter((name) => name.endsWith(".json")).map((name) => name.replace(/\.json$/, ""));
  for (const scene of process.env.DRAWBAR_MEASURE_SCENES?.split(",") ?? all) await drawingOf(scene);
});
await part("thread", "main thread, 500 bodies, 25 frames a second", mainThread);
await part("memory", `memory, training ground, instructor's station, ${minutes} minutes`, memory);
