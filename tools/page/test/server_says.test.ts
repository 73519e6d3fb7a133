// What the server says, in Russian.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ErrorCode, EventKind, heldBack, type ErrorMessage, type EventMessage, type SceneMessage } from "../src/protocol/messages";
import { speak } from "../src/words";
import { happened, refusal } from "../src/words/server_says";
import { channel } from "./channels";

function event(kind: EventKind): EventMessage {
  return { event: kind, text: "said in English", textRu: "", name: "Анна", session: 1, ids: [0, 0, 0], value: 1, recorded: false } as unknown as EventMessage;
}

/** Their text is somebody's own, or nobody is told. */
const others = [EventKind.Unknown, EventKind.Overrun, EventKind.Slip, EventKind.Stepped, EventKind.Bookmark,
  EventKind.ExerciseText, EventKind.ExerciseMark, EventKind.ExerciseEnded];

test("every event that is told has a Russian sentence, and what an author has said in Russian goes before it", () => {
  speak("ru");
  for (const kind of Object.values(EventKind).filter((value) => typeof value === "number")) {
    const text = happened(event(kind as EventKind), null);
    assert.equal(text === "said in English", others.includes(kind as EventKind), EventKind[kind as number]);
  }
  assert.equal(happened({ ...event(EventKind.Joined), textRu: "по-русски" }, null), "по-русски");
  speak("en");
  assert.equal(happened(event(EventKind.Joined), null), "said in English");
});

test("an attempt that is kept is no recording that has ended", () => {
  speak("ru");
  assert.match(happened({ ...event(EventKind.RecordingFailed), value: 0 }, null), /^Запись прервана/);
  assert.match(happened({ ...event(EventKind.RecordingFailed), value: 1 }, null), /^Попытка .* хранится/);
  speak("en");
});

test("who was given less than all channels is told in Russian which", () => {
  speak("ru");
  const scene = { channels: [channel("throttle"), channel("steer")] } as unknown as SceneMessage;
  const taken = (ids: number[], session = 1) => happened({ ...event(EventKind.TookControl), ids, session }, scene);
  assert.equal(taken([1]), "Управляет Анна: steer");
  assert.equal(taken([0, 1]), "Управляет Анна");
  assert.equal(taken([0], heldBack), "Управление удерживает инструктор: throttle");
  assert.equal(happened({ ...event(EventKind.ReleasedControl), ids: [1] }, scene), "Анна: управление отдано: steer");
  speak("en");
});

test("every refusal has its Russian", () => {
  speak("ru");
  for (const code of Object.values(ErrorCode).filter((value) => typeof value === "number")) {
    const text = refusal({ code, text: "said in English" } as ErrorMessage);
    assert.equal(text === "said in English", code === ErrorCode.Unknown, ErrorCode[code as number]);
  }
  speak("en");
});
