// Messages: what is encoded is what the schema says, what is decoded is what was sent, and garbage is an error.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as flatbuffers from "flatbuffers";
import * as stream from "#protocol/stream";
import * as scene from "#protocol/scene";
import type { EffectsMessage } from "../src/protocol/effects";
import { Outcome, type ScenesMessage } from "../src/protocol/exercises";
import { control, decode, encode, ErrorCode, Role, type FrameMessage, type SceneMessage, type WelcomeMessage } from "../src/protocol/messages";

function sent(body: stream.ServerMessageT["body"], type: stream.ServerBody): Uint8Array {
  const builder = new flatbuffers.Builder();
  stream.ServerMessage.finishServerMessageBuffer(builder, new stream.ServerMessageT(type, body).pack(builder));
  return builder.asUint8Array();
}

/** A scene with nothing in it. */
function sceneBytes(): number[] {
  const builder = new flatbuffers.Builder();
  scene.Scene.finishSceneBuffer(builder, new scene.SceneT("pit").pack(builder));
  return Array.from(builder.asUint8Array());
}

const stamp = new stream.FrameStampT(7n, 6n, 0.24, 123_456_789_000n, 2, 1);

test("a control carries its sequence, channels and values", () => {
  const bytes = encode(new control.ControlT(9n, [new control.ChannelValueT(1, -0.5)]), 3);
  const buffer = new flatbuffers.ByteBuffer(bytes);
  assert.ok(control.ClientMessage.bufferHasIdentifier(buffer));
  const message = control.ClientMessage.getRootAsClientMessage(buffer).unpack();
  assert.equal(message.request, 3);
  assert.equal(message.bodyType, control.ClientBody.Control);
  const body = message.body as control.ControlT;
  assert.equal(body.sequence, 9n);
  assert.equal(body.applyAtFrame, null);
  assert.deepEqual(body.values, [new control.ChannelValueT(1, -0.5)]);
});

test("messages without fields and with defaults keep their type", () => {
  for (const [body, type] of [
    [new control.FreezeT(), control.ClientBody.Freeze],
    [new control.StepT(1), control.ClientBody.Step],
    [new control.SpeedT(0.5), control.ClientBody.Speed],
    [new control.TakeControlT([]), control.ClientBody.TakeControl],
  ] as const) {
    const message = control.ClientMessage.getRootAsClientMessage(new flatbuffers.ByteBuffer(encode(body)));
    assert.equal(message.bodyType(), type);
  }
});

test("the beginning of time is a moment that can be asked for", () => {
  const message = control.ClientMessage.getRootAsClientMessage(new flatbuffers.ByteBuffer(encode(new control.RewindT(0, null, 0))));
  const rewind = message.body(new control.Rewind()) as control.Rewind;
  assert.deepEqual([rewind.branch(), rewind.frame(), rewind.time()], [0, null, 0]);
});

test("a frame's poses are read body by body", () => {
  const body = new stream.BodyStateT(
    new control.PointT(1, 2, 3),
    new stream.QuaternionfT(0.5, 0.5, -0.5, 0.5),
    new stream.Vec3fT(4, 5, 6),
    new stream.Vec3fT(7, 8, 9),
    11,
    1,
  );
  const message = decode(sent(new stream.FrameT(stamp, [body]), stream.ServerBody.Frame)) as FrameMessage;
  assert.deepEqual([...message.ids], [11]);
  assert.deepEqual([...message.poses], [1, 2, 3, 0.5, 0.5, -0.5, 0.5, 4, 5, 6, 7, 8, 9, 1]);
  assert.equal(message.stamp.tick, 7n);
  assert.equal(message.stamp.frozen, true);
  assert.equal(message.stamp.validAt, 123_456.789);
});

test("the welcome brings the scene, whatever its place in the message", () => {
  const content = new flatbuffers.Builder();
  const ball = new scene.BodyT("ball", false, 1);
  const pit = new scene.SceneT("pit", null, null, null, undefined, [], [], [ball]);
  pit.controls = [new scene.ControlT("throttle", null, 0, scene.OnSilence.hold, 500, false)];
  pit.console = new scene.ConsoleT([new scene.ConsoleLeverT("throttle", ["w", "up"], ["s"], "-left_y")]);
  scene.Scene.finishSceneBuffer(content, pit.pack(content));
  const info = new stream.SceneT("pit", Array.from(content.asUint8Array()), ["ball"]);
  info.channels = [new stream.ChannelInfoT("throttle", -1, 1, 0, 500, 4)];
  info.periodNs = 40_000_000n;
  const welcome = new stream.WelcomeT(1, 0, "drawbard", 4);
  welcome.role = Role.Operator;
  welcome.scene = info;
  welcome.bookmarks = [new stream.EventT(stamp, stream.EventKind.Bookmark, 2, "Anna", "too fast")];
  const message = decode(sent(welcome, stream.ServerBody.Welcome)) as WelcomeMessage;
  assert.deepEqual(message.bookmarks.map(({ name, text, stamp: { time } }) => [name, text, time]), [["Anna", "too fast", 0.24]]);
  assert.equal(message.session, 4);
  assert.equal(message.role, Role.Operator);
  assert.equal(message.scene.content.bodies[0].name, "ball");
  assert.equal(message.scene.periodMs, 40);
  assert.deepEqual(message.scene.channels[0], {
    name: "throttle", minimum: -1, maximum: 1, neutral: 0, holder: 4, holds: true, springsBack: false,
    keys: { raise: ["KeyW", "ArrowUp"], lower: ["KeyS"] }, axis: "-left_y",
    lever: scene.LeverType.slider, group: "", label: "", labelRu: "", factor: 1, unit: "",
  });
});

test("errors keep their code, text and field", () => {
  const error = new stream.ErrorT(5, ErrorCode.Held, "throttle is held by Ann", "TakeControl.channels[0]");
  assert.deepEqual(decode(sent(error, stream.ServerBody.Error)), {
    kind: "error",
    request: 5,
    code: ErrorCode.Held,
    text: "throttle is held by Ann",
    field: "TakeControl.channels[0]",
  });
});

test("effects come with what the scene allows, presets or none, and what acts", () => {
  const friction = new stream.EffectParameterInfoT("friction", "N", 0, 1e9, null, "that it resists with");
  const seed = new stream.EffectParameterInfoT("seed", "", 0, 10, 1, "lot");
  const type = new stream.EffectTypeInfoT("jam", "a joint resists", false, [friction, seed], ["hitch"]);
  const active = new stream.EffectInfoT(7, "hitch", "jam", [new control.EffectParameterT("friction", 300)], 0.5, 0, 0, 2.5);
  const message = decode(sent(new stream.EffectsT(0, [type], [active]), stream.ServerBody.Effects)) as EffectsMessage;
  assert.deepEqual(message.types, [{
    name: "jam", meaning: "a joint resists", atOnce: false, targets: ["hitch"],
    parameters: [
      { name: "friction", unit: "N", minimum: 0, maximum: 1e9, preset: null, meaning: "that it resists with" },
      { name: "seed", unit: "", minimum: 0, maximum: 10, preset: 1, meaning: "lot" },
    ],
  }]);
  assert.deepEqual(message.active, [
    { effect: 7, target: "hitch", type: "jam", parameters: [{ name: "friction", value: 300 }], strength: 0.5, age: 2.5 },
  ]);
});

test("an order to begin an effect keeps a duration and a parameter of 0", () => {
  const body = new control.BeginEffectT("hitch", "jam", [new control.EffectParameterT("friction", 0)], 0, 0, 0);
  const message = control.ClientMessage.getRootAsClientMessage(new flatbuffers.ByteBuffer(encode(body))).unpack();
  assert.equal(message.bodyType, control.ClientBody.BeginEffect);
  assert.deepEqual(message.body, body);
});

test("the library's files come with title and briefing in two languages, and what is wrong with them", () => {
  const slalom = new stream.SceneFileT("slalom.json", new control.TextT("Slalom", "Змейка"), new control.TextT("Drive."), true, null, [new stream.SceneVariantT("icy", new control.TextT("Icy", "Гололёд"))]);
  const broken = new stream.SceneFileT("broken.json", new control.TextT("broken"), null, false, "line 3: no such body");
  const message = decode(sent(new stream.ScenesT(0, [slalom, broken]), stream.ServerBody.Scenes)) as ScenesMessage;
  assert.deepEqual(message.files, [
    { file: "slalom.json", title: { en: "Slalom", ru: "Змейка" }, briefing: { en: "Drive.", ru: "" }, isExercise: true, wrong: "", variants: [{ name: "icy", title: { en: "Icy", ru: "Гололёд" } }] },
    { file: "broken.json", title: { en: "broken", ru: "" }, briefing: { en: "", ru: "" }, isExercise: false, wrong: "line 3: no such body", variants: [] },
  ]);
});

test("a score says what each criterion has cost, and what the triggers have done", () => {
  const speed = new stream.CriterionScoreT("speed", new control.TextT("Too fast", "Быстро"), 1.5, "s", 5, [12, 13.5]);
  const fog = new stream.TriggerStateT("fog", 1, false, true);
  const score = new stream.ScoreT(stamp, 2, Outcome.stopped, 39.6, 95, true, [speed], "", [fog]);
  assert.deepEqual(decode(sent(score, stream.ServerBody.Score)), {
    kind: "score", attempt: 2, outcome: Outcome.stopped, time: 39.6, score: 95, passed: true,
    criteria: [{ name: "speed", title: { en: "Too fast", ru: "Быстро" }, figure: 1.5, unit: "s", lost: 5, moments: [12, 13.5] }],
    triggers: [{ name: "fog", fired: 1, armed: false, holds: true }],
  });
});

test("a scene brings its exercise, or none", () => {
  const info = new stream.SceneT("pit", sceneBytes());
  info.branch = 3;
  assert.equal((decode(sent(info, stream.ServerBody.Scene)) as SceneMessage).exercise, null);
  info.exercise = new stream.ExerciseInfoT("slalom", new control.TextT("Slalom", "Змейка"), null, 60, 70, "anna", 2, "icy", new control.TextT("Icy", "Гололёд"));
  const message = decode(sent(info, stream.ServerBody.Scene)) as SceneMessage;
  assert.equal(message.branch, 3);
  assert.deepEqual(message.exercise, {
    name: "slalom", title: { en: "Slalom", ru: "Змейка" }, briefing: { en: "", ru: "" }, timeLimit: 60, passMark: 70, trainee: "anna", firstAttempt: 2,
    variant: "icy", variantTitle: { en: "Icy", ru: "Гололёд" },
  });
});

test("an unknown kind of message is skipped and garbage is refused", () => {
  assert.equal(decode(sent(null, 200 as stream.ServerBody)), null);
  assert.throws(() => decode(new Uint8Array(64)), /not a drawbar message/);
  assert.throws(() => decode(new Uint8Array(3)), /not a drawbar message/);
});
