// What Foxglove's own client sees and does: topics, clock, services, parameters, controls; and what it may not.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import WebSocket from "ws";
import { connect, startDaemon } from "./support.mjs";

let daemon;
before(async () => (daemon = await startDaemon()));
after(async () => daemon.stop());

const robot = (transforms) => transforms.transforms.find((one) => one.child_frame_id === "robot").translation;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

test("the server says who it is and what it has, under both names of the protocol", async () => {
  for (const name of ["foxglove.websocket.v1", "foxglove.sdk.v1"]) {
    const viewer = await connect(daemon, { protocols: ["unknown.v1", name] });
    assert.equal(viewer.ws.protocol, name);
    assert.match(viewer.seen.info.name, /^drawbard/);
    assert.deepEqual(viewer.seen.info.capabilities, ["time", "parameters", "parametersSubscribe"]);
    assert.deepEqual([...viewer.seen.channels.keys()].sort(), ["/events", "/poses", "/scene", "/telemetry", "/tf"]);
    assert.equal(viewer.seen.services, undefined);
    await viewer.close();
  }
});

test("frames, geometry and telemetry are decoded by their schemas and carry the frame's time", async () => {
  const viewer = await connect(daemon);
  for (const topic of ["/tf", "/scene", "/poses", "/telemetry"]) viewer.subscribe(topic);
  const scene = await viewer.message("/scene");
  assert(scene.value.entities.some((one) => one.frame_id === "robot" && one.cubes.length + one.cylinders.length + one.triangles.length > 0));
  const transforms = await viewer.message("/tf");
  const stamp = transforms.value.transforms[0].timestamp;
  assert.equal(BigInt(stamp.sec) * 1_000_000_000n + BigInt(stamp.nsec), transforms.timestamp);
  assert(Math.abs(Number(transforms.timestamp) / 1e6 - Date.now()) < 5_000);
  const poses = await viewer.message("/poses");
  assert.equal(poses.value.bodies.length, transforms.value.transforms.length);
  const telemetry = await viewer.message("/telemetry");
  assert.equal(telemetry.value.controls.length, 2);
  await viewer.until("thirty times", () => viewer.seen.times.length >= 30);
  const times = viewer.seen.times.map(Number);
  assert(times.every((time, i) => i === 0 || time > times[i - 1]));
  await viewer.close();
});

test("what is no longer subscribed no longer comes", async () => {
  const viewer = await connect(daemon);
  const id = viewer.subscribe("/tf");
  await viewer.message("/tf");
  viewer.client.unsubscribe(id);
  await viewer.parameters();
  viewer.seen.latest.delete("/tf");
  const before = viewer.seen.times.length;
  await viewer.until("ten times", () => viewer.seen.times.length >= before + 10);
  assert.equal(viewer.seen.latest.get("/tf"), undefined);
  await viewer.close();
});

test("published controls move the machine, and the last of them is let go with the client", async () => {
  const operator = await connect(daemon, { query: "?role=operator&name=anna" });
  operator.subscribe("/tf");
  operator.subscribe("/telemetry");
  const start = robot((await operator.message("/tf")).value);
  const channel = operator.client.advertise({ topic: "/drawbar/controls", encoding: "json", schemaName: "" });
  const driving = setInterval(() => operator.publish(channel, { throttle: 0.6 }), 100);
  await operator.message("/telemetry", (value) => Math.abs(value.controls[0] - 0.6) < 1e-9);
  await operator.message("/tf", (value) => distance(robot(value), start) > 0.3);
  assert.equal((await operator.parameters(["controls.throttle"]))["controls.throttle"], 0.6);
  clearInterval(driving);
  const viewer = await connect(daemon);
  viewer.subscribe("/telemetry");
  await operator.close();
  await viewer.message("/telemetry", (value) => value.controls[0] === 0 && value.holders[0] === 0);
  await viewer.close();
});

test("who holds no channel is told once by whom it is held", async () => {
  const first = await connect(daemon, { query: "?role=operator&name=first" });
  const second = await connect(daemon, { query: "?role=operator&name=second" });
  const advertise = (who) => who.client.advertise({ topic: "/drawbar/controls", encoding: "json", schemaName: "" });
  const held = advertise(first);
  first.subscribe("/telemetry");
  const driving = setInterval(() => first.publish(held, { steer: 0.1 }), 100);
  await first.message("/telemetry", (value) => value.holders[1] !== 0);
  second.publish(advertise(second), { steer: 0.5 });
  const refused = await second.until("a refusal", () => second.seen.statuses.at(-1));
  assert.match(refused.message, /steer is held by session \d+ \(first\)/);
  clearInterval(driving);
  await second.close();
  await first.close();
});

test("an instructor freezes, steps, saves, drives on and takes everybody back", async () => {
  const instructor = await connect(daemon, { query: "?role=instructor" });
  instructor.subscribe("/telemetry");
  instructor.subscribe("/events");
  const frozen = await instructor.call("/drawbar/freeze");
  assert.equal(frozen.answer.frozen, true);
  const frame = Number((await instructor.message("/telemetry", (value) => value.stamp.flags & 1)).value.stamp.frame);
  const stepped = await instructor.call("/drawbar/step", { frames: 5 });
  assert.equal(stepped.answer.frame, frame + 5);
  assert.ok((await instructor.call("/drawbar/save", { name: "here" })).answer);
  assert.deepEqual((await instructor.parameters(["states"])).states, ["here"]);
  assert.ok((await instructor.call("/drawbar/run")).answer);
  await instructor.message("/telemetry", (value) => Number(value.stamp.frame) > frame + 30);
  const restored = await instructor.call("/drawbar/restore", { name: "here" });
  assert.equal(restored.answer.branch, stepped.answer.branch + 1);
  await instructor.message("/events", (value) => value.kind === 16);
  const back = await instructor.call("/drawbar/rewind", { branch: stepped.answer.branch, frame: 2 });
  assert.equal(back.answer.branch, restored.answer.branch + 1);
  assert.match((await instructor.call("/drawbar/restore", { name: "nowhere" })).failure, /nowhere|no .*state/i);
  assert.match((await instructor.call("/drawbar/step", { frame: 5 })).failure, /no member 'frame'; members: frames, fast/);
  await instructor.close();
});

test("parameters are read, watched and, with the right, set", async () => {
  const instructor = await connect(daemon, { query: "?role=instructor" });
  const viewer = await connect(daemon);
  viewer.client.subscribeParameterUpdates(["frozen", "speed"]);
  const all = await viewer.parameters();
  assert.equal(all.scene, "krt100_trolley");
  assert.equal(all.role, "Viewer");
  assert.equal(all["controls.throttle"], 0);
  instructor.client.setParameters([{ name: "frozen", value: true }, { name: "speed", value: 0.5 }], "set");
  const set = await instructor.until("what was set", () => instructor.seen.parameters.find((one) => one.id === "set"));
  assert.deepEqual(Object.fromEntries(set.parameters.map(({ name, value }) => [name, value])), { frozen: true, speed: 0.5 });
  await viewer.until("news", () => viewer.seen.parameters.some((one) => one.parameters.some(({ name, value }) => name === "frozen" && value === true)));
  viewer.client.setParameters([{ name: "frozen", value: false }], "mine");
  assert.match((await viewer.until("a refusal", () => viewer.seen.statuses.at(-1))).message, /Run is for instructors/);
  assert.equal((await instructor.parameters(["frozen"])).frozen, true);
  instructor.client.setParameters([{ name: "frozen", value: false }, { name: "speed", value: 1 }], "again");
  await instructor.until("what was set", () => instructor.seen.parameters.find((one) => one.id === "again"));
  await viewer.close();
  await instructor.close();
});

test("malfunctions come and go by services, and trainees hear nothing of them", async () => {
  const instructor = await connect(daemon, { query: "?role=instructor" });
  const trainee = await connect(daemon, { query: "?role=operator" });
  assert.equal((await trainee.until("its services", () => trainee.seen.services)).get("/drawbar/begin_effect"), undefined);
  for (const one of [instructor, trainee]) one.subscribe("/events");
  trainee.subscribe("/telemetry");
  instructor.subscribe("/telemetry");
  const offered = (await instructor.call("/drawbar/list_effects")).answer;
  const off = offered.types.find((type) => type.name === "off");
  const target = off.targets[0];
  assert.ok((await instructor.call("/drawbar/begin_effect", { target, type: "off" })).answer);
  await instructor.message("/events", (value) => value.kind === 28);
  await instructor.message("/telemetry", (value) => value.drives.some((drive) => drive.fault !== 0));
  const active = (await instructor.call("/drawbar/list_effects")).answer.active;
  assert.deepEqual(active.map(({ target, type }) => [target, type]), [[target, "off"]]);
  const denied = await trainee.call("/drawbar/list_effects", {}, instructor.seen.services.get("/drawbar/list_effects").id);
  assert.match(denied.failure, /for instructors/);
  const seen = trainee.seen.times.length;
  await trainee.until("ten frames", () => trainee.seen.times.length > seen + 10);
  assert((trainee.seen.messages.get("/telemetry") ?? []).every(({ value }) => value.drives.every((drive) => drive.fault === 0)));
  assert(!(trainee.seen.messages.get("/events") ?? []).some(({ value }) => [19, 28, 29].includes(value.kind)));
  assert.ok((await instructor.call("/drawbar/clear_effect")).answer);
  await instructor.message("/events", (value) => value.kind === 29);
  await trainee.close();
  await instructor.close();
});

test("hostile messages are answered with one clear status and counted, and the rest goes on", async () => {
  const viewer = await connect(daemon);
  const hostile = [
    ["{", /not JSON/],
    ["[1]", /one JSON object/],
    ['{"op": "dance"}', /op 'dance' is not served/],
    ['{"op": "subscribe", "subscriptions": [{"id": -1, "channelId": 7}]}', /subscribe\.subscriptions\[0\]\.id: an integer/],
    ['{"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 99}]}', /channel 99 was not advertised/],
    [Buffer.from([9]), /binary opcode 9/],
    [Buffer.from([2, 1, 0]), /at least 13 bytes/],
    [Buffer.from([1, 1, 0, 0, 0, 123]), /channel 1 was not advertised by this client/],
  ];
  for (const [bytes, words] of hostile) {
    const before = viewer.seen.statuses.length;
    viewer.ws.send(bytes);
    const status = await viewer.until("a status", () => viewer.seen.statuses[before]);
    assert.match(status.message, words);
    assert.equal(status.level, 2);
  }
  assert.equal((await viewer.parameters(["scene"])).scene, "krt100_trolley");
  const metrics = await (await fetch(`${daemon.web}/metrics`)).text();
  assert(Number(/^drawbar_foxglove_bad_messages_total (\d+)/m.exec(metrics)[1]) >= hostile.length);
  await viewer.close();
});

test("a page of another site and a message too long are refused", async () => {
  const stranger = await connect(daemon, { headers: { Origin: "https://elsewhere.example" } });
  assert.match(stranger.seen.error.message, /403/);
  const viewer = await connect(daemon);
  viewer.ws.send("x".repeat(70_000));
  await viewer.until("the end", viewer.isClosed);
  assert.match(viewer.seen.statuses.at(-1).message, /longer than the 65536 bytes/);
});

test("without a token of the role nobody comes in, and without --foxglove nobody is understood", async (t) => {
  const fs = await import("node:fs");
  const os = await import("node:os");
  const path = await import("node:path");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "drawbar-foxglove-"));
  const tokens = path.join(folder, "tokens");
  fs.writeFileSync(tokens, "viewer onlylooking\ninstructor incommand\n");
  const guarded = await startDaemon(["--foxglove", "--token-file", tokens]);
  const silent = await startDaemon([]);
  t.after(async () => {
    await guarded.stop();
    await silent.stop();
    fs.rmSync(folder, { recursive: true });
  });
  for (const [query, words] of [["", /a token is needed/], ["?token=wrong", /no such token/], ["?token=onlylooking&role=operator", /no role above Viewer/]]) {
    const refused = await connect(guarded, { query });
    await refused.until("the end", refused.isClosed);
    assert.match(refused.seen.statuses[0].message, words);
    assert.equal(refused.seen.info, undefined);
  }
  const instructor = await connect(guarded, { query: "?token=incommand&role=instructor" });
  await instructor.until("an instructor's services", () => instructor.seen.services?.get("/drawbar/freeze"));
  await instructor.close();
  const nobody = new WebSocket(`${silent.socket}/`, ["foxglove.websocket.v1"]);
  const error = await new Promise((resolve) => nobody.on("error", resolve));
  assert.match(error.message, /404/);
});
