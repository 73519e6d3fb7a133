// Who holds what: of this session while live, of those who took part while a recording is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventKind, heldBack, Role, type EventMessage, type WelcomeMessage } from "../src/protocol/messages";
import { SessionView } from "../src/session";
import { channel } from "./channels";

function joined(recordedNames: [number, string][]): SessionView {
  const session = new SessionView();
  session.welcome({
    session: 1, role: Role.Instructor, sessions: [], scene: { channels: [channel("throttle")] }, recordedNames: new Map(recordedNames),
  } as unknown as WelcomeMessage);
  session.live = true;
  session.machine = [0];
  return session;
}

test("in a replay a number of then that is this page's own now drives under its name of then", () => {
  const session = joined([[1, "Anna"]]);
  session.setHolders(Uint32Array.of(1), true);
  assert.equal(session.drives, false);
  assert.deepEqual(session.held, []);
  assert.equal(session.otherDrivers, "Anna");
  session.setHolders(Uint32Array.of(1), false);
  assert.equal(session.drives, true);
});

test("who joined in the recording is not here", () => {
  const session = joined([]);
  session.note({ event: EventKind.Joined, session: 7, name: "Anna", ids: [], recorded: true } as unknown as EventMessage);
  assert.equal(session.everybody.length, 1);
});

test("of a machine that others drive in part, what is free and what is not given is known, and who has it", () => {
  const session = joined([]);
  session.setChannels([channel("throttle"), channel("steer"), channel("brake"), channel("other machine's")]);
  session.machine = [0, 1, 2];
  session.note({ event: EventKind.Joined, session: 7, name: "Anna", ids: [], recorded: false } as unknown as EventMessage);
  session.setHolders(Uint32Array.of(7, 0, heldBack, 7), false);
  assert.deepEqual(session.free, [1]);
  session.note({ event: EventKind.TookControl, session: 1, name: "", ids: [1], recorded: false } as unknown as EventMessage);
  assert.deepEqual(session.free, []);
  assert.deepEqual(session.notGiven, [{ channel: 0, holder: "Anna" }, { channel: 2, holder: "held back by an instructor" }]);
  session.setHolders(Uint32Array.of(1, 1, 1, 7), false);
  assert.deepEqual(session.notGiven, []);
});
