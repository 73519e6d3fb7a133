// The operator's hands in a real browser against a real daemon: nothing moves that no hand has moved, and everything that moves can be stopped.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { command, live, near, open, painted, read, scenes, startBrowser, startDaemon, temporaryFolder, waitFor, waitForText } from "./support.mjs";

/** Puts a slider as a hand would: presses it where the value is. */
async function slide(page, channel, part) {
  const slider = page.getByTestId(`slider-${channel}`);
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const thumb = 16;
  await page.mouse.move(box.x + thumb / 2 + part * (box.width - thumb), box.y + box.height / 2);
  await page.mouse.down();
}

/** Pushes a joystick as a hand would, a part of its way up. */
async function pushUp(page, pad, part) {
  const box = await page.getByTestId(pad).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - part * (box.height / 2));
}

async function takeControl(page) {
  await page.getByTestId("take").click();
  await waitForText(page, "driver", /you drive/);
}

describe("letting go moves nothing of itself", () => {
  let table;
  before(async () => (table = await open("six_axis_arm")));
  after(() => table.close());

  test("an arm stays posed when the window is lost, the tab hidden, the page reloaded and control released", async () => {
    const { applied, acts, framesPass, page } = table;
    await takeControl(page);
    await slide(page, "j2", 0.7);
    await page.mouse.up();
    await acts("j2", (value) => value > 30);
    const pose = applied().j2;
    const stays = async (what) => {
      await framesPass(40);
      assert.equal(applied().j2, pose, what);
    };
    await page.evaluate(() => dispatchEvent(new Event("blur")));
    await stays("the window lost the keyboard");
    await page.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await stays("the tab is hidden");
    await page.reload();
    await live(page);
    await stays("the connection was lost");
    await takeControl(page);
    await stays("control was taken");
    await page.getByTestId("release").click();
    await waitForText(page, "driver", /nobody drives/);
    await stays("control was released");
  });
});

test("a vehicle's throttle goes to neutral when the window is lost", async () => {
  const { page, close, acts } = await open("krt100_trolley");
  try {
    await page.keyboard.down("w");
    await acts("throttle", near(1));
    await page.evaluate(() => dispatchEvent(new Event("blur")));
    await acts("throttle", near(0));
  } finally {
    await close();
  }
});

test("levers show what another driver does, and control is taken with the egg in the grip", { timeout: 240_000 }, async () => {
  const { daemon, watched, page, close, applied, framesPass } = await open("six_axis_arm");
  const folder = temporaryFolder();
  try {
    // The shipped file, until the egg is in the grip and up.
    const rows = fs.readFileSync(path.join(scenes, "six_axis_arm.csv"), "utf8").split("\n");
    const file = path.join(folder, "grip.csv");
    fs.writeFileSync(file, rows.filter((row) => !/^\d/.test(row) || parseFloat(row) < 7).join("\n"));
    const played = command(daemon, "drive", "--controls", file);
    await waitForText(page, "driver", /drives/);
    const slider = page.getByTestId("slider-grip");
    await waitFor(async () => Number(await slider.inputValue()) < -9, "the lever of another driver");
    await played;
    // What the watching client shows may lag behind: the file's last rows must have reached it.
    const last = new Map(rows.filter((row) => parseFloat(row) < 7).map((row) => row.split(",").slice(1)));
    await waitFor(() => [...last].every(([channel, value]) => near(Number(value), 1e-6)(applied()[channel])), "the file's last values");
    const gripped = applied();
    assert.ok(gripped.grip > 5, `${gripped.grip}`);
    await takeControl(page);
    await waitFor(async () => Math.abs(Number(await slider.inputValue()) - gripped.grip) < 0.06, "the lever adopts");
    await framesPass(40);
    assert.deepEqual(applied(), gripped);
    assert.deepEqual(watched.events.filter((event) => /egg_shell/.test(event)), []);
  } finally {
    await close();
    fs.rmSync(folder, { recursive: true });
  }
});

test("of a machine that is held in part what is free is taken, and what was not given is said in both languages", { timeout: 200_000 }, async () => {
  const { daemon, page, close, acts } = await open("krt100_trolley");
  const taken = async (nobody, said) => {
    await waitForText(page, "driver", nobody);
    await page.getByTestId("take").click();
    await waitFor(async () => (await read(page, "driving-hint")) === said, said);
    await page.keyboard.down("a");
    await acts("steer", near(1));
    await page.keyboard.up("a");
  };
  try {
    await command(daemon, "instructor", "take", "throttle");
    // A page that does not know of it yet asks for all, and as an instructor's gets it.
    await waitFor(async () => /throttle held back/.test(await page.innerText("#log")), "that throttle is held back");
    await taken(/nobody drives/, "Not given: throttle (held back by an instructor).");
    await page.evaluate(() => localStorage.setItem("drawbar.language", "ru"));
    await page.reload();
    await waitForText(page, "connection", /^в эфире$/);
    await painted(page);
    await taken(/никто не управляет/, "Не получено: газ (удерживает инструктор).");
  } finally {
    await close();
  }
});

describe("the keyboard", () => {
  test("drives a car after its brake was touched, by letters and by arrows, and the brake has a key", async () => {
    const { page, close, acts } = await open("car_trailer");
    try {
      await slide(page, "brake", 0.6);
      await acts("brake", (value) => value > 0.4);
      await page.mouse.up();
      await acts("brake", near(0));
      for (const key of ["w", "ArrowUp"]) {
        await page.keyboard.down(key);
        await acts("throttle", near(1));
        await page.keyboard.up(key);
        await acts("throttle", near(0));
      }
      const key = (await page.locator('kbd[data-raises="brake"]').innerText())[0];
      await page.keyboard.down(key.toLowerCase());
      await acts("brake", near(1));
      await page.keyboard.up(key.toLowerCase());
    } finally {
      await close();
    }
  });

  for (const [scene, channels] of [["tower_crane", ["slew", "travel", "hoist"]], ["six_axis_arm", ["j1", "j2", "j3", "j4", "j5", "j6", "grip"]]]) {
    test(`moves every channel of ${scene} by the keys that stand beside it`, async () => {
      const { page, close, applied, acts } = await open(scene);
      try {
        for (const channel of channels) {
          const raises = (await page.locator(`kbd[data-raises="${channel}"]`).first().innerText())[0];
          const before = applied()[channel];
          await page.keyboard.down(raises.toLowerCase());
          await acts(channel, (value) => value > before + 0.01);
          await page.keyboard.up(raises.toLowerCase());
        }
      } finally {
        await close();
      }
    });
  }
});

describe("levers that are let go", () => {
  test("a crane's hoist springs back, Space makes all neutral, and the emergency stop holds until it is lifted", async () => {
    const { page, close, applied, acts, framesPass } = await open("tower_crane");
    try {
      await pushUp(page, "pad-hook", 0.9);
      await acts("hoist", (value) => value > 0.6);
      await page.mouse.up();
      await acts("hoist", near(0));
      await pushUp(page, "pad-jib", 0.9);
      await acts("travel", (value) => value > 0.6);
      await page.keyboard.press("Space");
      await acts("travel", near(0));
      await page.mouse.up();
      await page.getByTestId("stop").click();
      await waitForText(page, "driving-hint", /emergency stop/i);
      await page.keyboard.down("t");
      await framesPass(25);
      assert.deepEqual(Object.values(applied()), [0, 0, 0]);
      await page.keyboard.up("t");
      await page.getByTestId("stop").click();
      await pushUp(page, "pad-hook", 0.9);
      await acts("hoist", (value) => value > 0.6);
      await page.mouse.up();
    } finally {
      await close();
    }
  });

  test("a bench's voltage stays where it is put, and goes to neutral when nobody is seen any more", async () => {
    const { page, close, applied, acts, framesPass } = await open("slider_crank");
    try {
      await slide(page, "voltage", 0.8);
      await acts("voltage", (value) => value > 0.4);
      await page.mouse.up();
      const put = applied().voltage;
      await framesPass(25);
      assert.equal(applied().voltage, put);
      await waitForText(page, "driving-hint", /nobody there/i);
      await acts("voltage", near(0));
    } finally {
      await close();
    }
  });

  test("the emergency stop halts an arm where it is", async () => {
    const { daemon, page, close, applied, acts } = await open("six_axis_arm");
    try {
      // At full speed the arm passes 140 degrees after 1.6 s, less than a busy browser may need from lever to button.
      await command(daemon, "instructor", "speed", "0.1");
      await slide(page, "j1", 1);
      await acts("j1", (value) => value > 150);
      await page.mouse.up();
      await page.getByTestId("stop").click();
      await acts("j1", (value) => value < 140);
      const angle = applied().j1;
      assert.ok(angle > -1, `${angle}: neither on to 160 nor home`);
    } finally {
      await close();
    }
  });
});

describe("devices", () => {
  /** Devices that the test holds, shown to the page in place of the browser's. */
  const emulated = () => {
    window.pads = [];
    navigator.getGamepads = () => window.pads;
    window.connect = (id, mapping, axes, buttons) => window.pads.push({
      id, mapping, axes, connected: true, index: window.pads.length, buttons: Array.from({ length: buttons }, () => ({ value: 0, pressed: false })),
    });
  };

  test("a standard gamepad drives the crane", async () => {
    const { page, close, acts } = await open("tower_crane", { init: emulated });
    try {
      await page.evaluate(() => window.connect("pad", "standard", [0, 0, 0, 0], 17));
      await page.evaluate(() => (window.pads[0].axes = [1, -1, 0, -1]));
      for (const channel of ["slew", "travel", "hoist"]) await acts(channel, (value) => Math.abs(value) > 0.9);
      await page.evaluate(() => (window.pads[0].axes = [0, 0, 0, 0]));
      for (const channel of ["slew", "travel", "hoist"]) await acts(channel, near(0));
    } finally {
      await close();
    }
  });

  test("a wheel of another layout is named, learns its axes, and is known again after a reload", async () => {
    const { page, close, acts } = await open("krt100_trolley", { init: emulated });
    const axes = (values) => page.evaluate((axes) => (window.pads[0].axes = axes), values);
    try {
      await page.evaluate(() => window.connect("Wheel 9", "", [0, 1], 4));
      await waitForText(page, "driving-hint", /Wheel 9/);
      await page.getByTestId("devices").click();
      const learn = async (channel, rest, way) => {
        await page.getByTestId(`learn-${channel}`).click();
        await waitForText(page, `device-${channel}`, /whole way/);
        for (const step of [...way, rest]) {
          await axes(step);
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        }
        await waitForText(page, `device-${channel}`, /axis/);
      };
      await learn("throttle", [0, 1], [[0, 0], [0, -1], [0, 0]]);
      await learn("steer", [0, 1], [[-0.5, 1], [-0.8, 1], [-0.5, 1]]);
      await page.getByTestId("devices-done").click();
      await page.reload();
      await live(page);
      await page.evaluate(() => window.connect("Wheel 9", "", [0, 1], 4));
      await axes([-0.8, -1]);
      await acts("throttle", near(1));
      await acts("steer", near(1));
    } finally {
      await close();
    }
  });
});

test("Restart asks before it starts again", async () => {
  const { page, close } = await open("pendulum_spring");
  const frame = async () => Number((await read(page, "frame")).match(/^\d+/)?.[0] ?? 0);
  try {
    await waitFor(async () => (await frame()) > 50, "frames");
    await page.getByTestId("reload").click();
    await page.getByTestId("ask-no").click();
    assert.ok((await frame()) > 50);
    assert.doesNotMatch(await read(page, "frame"), /branch/);
    await page.getByTestId("reload").click();
    await page.getByTestId("ask-yes").click();
    await waitForText(page, "frame", /branch 1/);
  } finally {
    await close();
  }
});

test("a trainee is not told of a malfunction, an instructor is; everybody sees how time runs", async () => {
  const { daemon, page, close } = await open("motor_bench", { fragment: "role=operator" });
  const second = await startBrowser();
  try {
    await second.page.goto(`${daemon.web}#quality=off`);
    await live(second.page);
    await command(daemon, "instructor", "fault", "motor", "off");
    await waitForText(second.page, "instruments", /off/);
    await waitForText(second.page, "events", /switched off/);
    // What the trainee's page gets after the malfunction, it has by now.
    await command(daemon, "instructor", "speed", "0.25");
    await waitForText(page, "pace", /0\.25/);
    assert.doesNotMatch(await page.locator("body").innerText(), /\boff\b|malfunction|fault/i);
    await command(daemon, "instructor", "freeze");
    await waitForText(page, "connection", /frozen/);
    await command(daemon, "instructor", "run");
    await command(daemon, "instructor", "speed", "1");
    await page.getByTestId("pace").waitFor({ state: "hidden" });
  } finally {
    await second.stop();
    await close();
  }
});

test("no token, a wrong one and one that is not enough are three messages", async () => {
  const folder = temporaryFolder();
  const tokens = path.join(folder, "tokens");
  fs.writeFileSync(tokens, "instructor teach-1234567890abcdef\nviewer watch-1234567890abcdef\n", { mode: 0o600 });
  const daemon = await startDaemon({ options: ["--token-file", tokens] });
  const browser = await startBrowser();
  const { page } = browser;
  const told = async (fragment) => {
    await page.goto("about:blank");
    await page.goto(`${daemon.web}#quality=off&${fragment}`);
    await waitForText(page, "connection", /refused/);
    return page.getByTestId("notice").innerText();
  };
  try {
    const messages = [await told(""), await told("token=wrong-1234567890"), await told("token=watch-1234567890abcdef&role=instructor")];
    assert.equal(new Set(messages).size, 3);
    assert.match(messages[0], /wants a token/);
    assert.match(messages[1], /wrong/);
    assert.match(messages[2], /not enough/);
    // Without a wish for a role the same token watches.
    await page.goto("about:blank");
    await page.goto(`${daemon.web}#token=watch-1234567890abcdef`);
    await live(page);
  } finally {
    await browser.stop();
    await daemon.stop();
    fs.rmSync(folder, { recursive: true });
  }
});
