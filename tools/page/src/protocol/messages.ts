// Plain values for what travels: server messages decoded to them, client messages encoded from them.
import * as flatbuffers from "flatbuffers";
import * as control from "#protocol/control";
import * as stream from "#protocol/stream";
import * as scene from "#protocol/scene";
import type { LeverKeys } from "../input/keys";
import { effectsFrom, type EffectsMessage } from "./effects";
import { exerciseFrom, scenesFrom, scoreFrom, type ExerciseInfo, type ScenesMessage, type ScoreMessage } from "./exercises";

/** Version of the protocol that this page speaks. */
export const protocolVersion = { major: 1, minor: 2 };

/** An id that means the world, or nobody. */
export const worldId = 0xffffffff;
/** As Channel.holder: nobody holds it, and only an instructor gives it away. */
export const heldBack = 0xffffffff;

/** What every frame says about itself; times in ms of the server's monotonic clock unless said otherwise. */
export interface Stamp {
  tick: bigint;
  branch: number;
  frame: bigint;
  /** s of simulation at the end of the frame. */
  time: number;
  /** When the poses are valid. */
  validAt: number;
  frozen: boolean;
  replay: boolean;
}

/** Numbers per body in FrameMessage.poses: position 3, orientation w x y z, velocity 3, angular velocity 3, absence. */
export const poseStride = 14;
/** Place of the last of them: 1 where the body is not there, else 0. */
export const poseAbsence = 13;
const absentFlag = 1;

export interface FrameMessage {
  kind: "frame";
  stamp: Stamp;
  ids: Uint32Array;
  poses: Float64Array;
}

/** Where a reference run was at the session's frame. */
export interface GhostMessage {
  kind: "ghost";
  frame: FrameMessage;
}

export interface DriveReading {
  current: number;
  voltage: number;
  torque: number;
  temperature: number;
  fault: number;
}

export interface WheelReading {
  /** N along the ground's normal. */
  load: number;
  /** 1 spins on the spot, -1 is locked. */
  slip: number;
  /** rad, positive where the wheel moves to its left. */
  slipAngle: number;
}

/** Of the frame's last substep. */
export interface ContactPoint {
  /** m, world. */
  position: [number, number, number];
  /** N, on `bodyB`. */
  force: [number, number, number];
  bodyA: number;
  bodyB: number;
}

export interface TelemetryMessage {
  kind: "telemetry";
  stamp: Stamp;
  jointPositions: Float64Array;
  jointVelocities: Float64Array;
  jointErrors: Float32Array;
  jointBroken: boolean[];
  drives: DriveReading[];
  wheels: WheelReading[];
  /** By body that has one: roll, pitch, heading (rad) as its gyroscope shows them, right or wrong. */
  gyroscopes?: Map<number, [number, number, number]>;
  controls: Float64Array;
  holders: Uint32Array;
  energyKinetic: number;
  energyPotential: number;
  contactCount: number;
  /** When they were asked for. */
  contacts?: ContactPoint[];
  substeps: number;
  speed: number;
  computeMs: number;
  latenessMs: number;
  misses: number;
  slips: number;
  clients: number;
}

export interface Channel {
  name: string;
  minimum: number;
  maximum: number;
  neutral: number;
  holder: number;
  /** Keeps its value when its console is silent or gives it up; else it goes to neutral. */
  holds: boolean;
  /** The lever goes back to neutral when it is let go. */
  springsBack: boolean;
  /** Of the scene's console section; empty: the console's choice. */
  keys: LeverKeys;
  axis: string;
  /** What its lever is, and under which heading it stands. */
  lever: scene.LeverType;
  group: string;
  /** For people; empty: the channel's name. */
  label: string;
  labelRu: string;
  /** What is shown is `factor` x the value, in this unit. */
  factor: number;
  unit: string;
}

export const LeverType = scene.LeverType;

/** The scene that runs, with the lists that ids index. */
export interface SceneMessage {
  kind: "scene";
  name: string;
  /** The normalised scene file. */
  content: scene.SceneT;
  /** Same bytes, same scene. */
  fingerprint: string;
  bodyNames: string[];
  joints: { name: string; axes: number }[];
  driveNames: string[];
  channels: Channel[];
  periodMs: number;
  /** The first branch that runs it. */
  branch: number;
  /** null: the scene alone runs. */
  exercise: ExerciseInfo | null;
}

export interface Session {
  session: number;
  name: string;
  role: Role;
}

export interface WelcomeMessage {
  kind: "welcome";
  server: string;
  session: number;
  resumeKey: control.KeyT | null;
  resumed: boolean;
  role: Role;
  scene: SceneMessage;
  sessions: Session[];
  saves: string[];
  /** For instructors: marked in the recording or in this session so far. */
  bookmarks: EventMessage[];
  /** Of a recording; empty while live. */
  recordedBranches: RecordedBranch[];
  /** Who took part in the recording, by the numbers that its events and holders use. */
  recordedNames: Map<number, string>;
}

/** A branch of a recording, frames by their numbers. */
export interface RecordedBranch {
  branch: number;
  /** The branch that it goes on from; itself: it began with a scene. */
  parent: number;
  parentFrame: number;
  lastFrame: number;
}

export interface EventMessage {
  kind: "event";
  stamp: Stamp;
  event: stream.EventKind;
  session: number;
  name: string;
  text: string;
  /** Empty: only in English. */
  textRu: string;
  ids: number[];
  value: number;
  /** In a replay: it happened in the recording, whose sessions `session` counts. */
  recorded: boolean;
}

export interface ErrorMessage {
  kind: "error";
  request: number;
  code: stream.ErrorCode;
  text: string;
  field: string;
}

export interface ReplyMessage {
  kind: "reply";
  request: number;
}

/** What a file of the library is like. */
export interface DescriptionMessage {
  kind: "description";
  request: number;
  scene: SceneMessage;
}

export interface PongMessage {
  kind: "pong";
  /** As the Ping said (ms of the page's clock). */
  sentAt: number;
}

export type ServerMessage =
  | WelcomeMessage
  | PongMessage
  | SceneMessage
  | FrameMessage
  | TelemetryMessage
  | EventMessage
  | ErrorMessage
  | ReplyMessage
  | EffectsMessage
  | ScenesMessage
  | DescriptionMessage
  | ScoreMessage
  | GhostMessage;

export const Role = control.Role;
export type Role = control.Role;
export const ErrorCode = stream.ErrorCode;
export type ErrorCode = stream.ErrorCode;
export const EventKind = stream.EventKind;
export type EventKind = stream.EventKind;

const frozenFlag = 1;
const replayFlag = 2;

/** null: a kind of message that this version does not know, to be skipped. Throws on bytes that are not a message. */
export function decode(bytes: Uint8Array): ServerMessage | null {
  const buffer = new flatbuffers.ByteBuffer(bytes);
  if (bytes.length < 8 || !stream.ServerMessage.bufferHasIdentifier(buffer)) {
    throw new Error("The server sent bytes that are not a drawbar message.");
  }
  const message = stream.ServerMessage.getRootAsServerMessage(buffer);
  switch (message.bodyType()) {
    case stream.ServerBody.Welcome:
      return welcomeFrom(message.body(new stream.Welcome()));
    case stream.ServerBody.Scene:
      return sceneFrom(message.body(new stream.Scene()));
    case stream.ServerBody.Frame:
      return frameFrom(message.body(new stream.Frame()));
    case stream.ServerBody.Telemetry:
      return telemetryFrom(message.body(new stream.Telemetry()));
    case stream.ServerBody.Event:
      return eventFrom(message.body(new stream.Event()));
    case stream.ServerBody.Error: {
      const error = message.body(new stream.Error()) as stream.Error;
      return {
        kind: "error",
        request: error.request(),
        code: error.code(),
        text: error.text() ?? "",
        field: error.field() ?? "",
      };
    }
    case stream.ServerBody.Reply:
      return { kind: "reply", request: (message.body(new stream.Reply()) as stream.Reply).request() };
    case stream.ServerBody.Effects:
      return effectsFrom(message.body(new stream.Effects()));
    case stream.ServerBody.Scenes:
      return scenesFrom(message.body(new stream.Scenes()));
    case stream.ServerBody.SceneDescription: {
      const description = message.body(new stream.SceneDescription()) as stream.SceneDescription;
      return { kind: "description", request: description.request(), scene: sceneFrom(description.scene()!) };
    }
    case stream.ServerBody.Score:
      return scoreFrom(message.body(new stream.Score()));
    case stream.ServerBody.GhostFrame:
      return { kind: "ghost", frame: frameFrom(message.body(new stream.GhostFrame())) };
    case stream.ServerBody.Pong:
      return { kind: "pong", sentAt: Number((message.body(new stream.Pong()) as stream.Pong).clientNs()) / 1e6 };
    default:
      return null;
  }
}

function stampFrom(stamp: stream.FrameStamp): Stamp {
  return {
    tick: stamp.tick(),
    branch: stamp.branch(),
    frame: stamp.frame(),
    time: stamp.time(),
    validAt: Number(stamp.monotonicNs()) / 1e6,
    frozen: (stamp.flags() & frozenFlag) !== 0,
    replay: (stamp.flags() & replayFlag) !== 0,
  };
}

export function frameFrom(frame: stream.Frame | stream.GhostFrame): FrameMessage {
  const count = frame.bodiesLength();
  const ids = new Uint32Array(count);
  const poses = new Float64Array(count * poseStride);
  const body = new stream.BodyState();
  const position = new control.Point();
  const orientation = new stream.Quaternionf();
  const linear = new stream.Vec3f();
  const angular = new stream.Vec3f();
  for (let i = 0; i < count; ++i) {
    frame.bodies(i, body);
    ids[i] = body.id();
    let at = i * poseStride;
    body.position(position);
    poses[at++] = position.x();
    poses[at++] = position.y();
    poses[at++] = position.z();
    body.orientation(orientation);
    poses[at++] = orientation.w();
    poses[at++] = orientation.x();
    poses[at++] = orientation.y();
    poses[at++] = orientation.z();
    for (const velocity of [body.linearVelocity(linear)!, body.angularVelocity(angular)!]) {
      poses[at++] = velocity.x();
      poses[at++] = velocity.y();
      poses[at++] = velocity.z();
    }
    poses[at] = body.flags() & absentFlag;
  }
  return { kind: "frame", stamp: stampFrom(frame.stamp()!), ids, poses };
}

export function telemetryFrom(telemetry: stream.Telemetry): TelemetryMessage {
  const drives: DriveReading[] = [];
  for (let i = 0; i < telemetry.drivesLength(); ++i) {
    const drive = telemetry.drives(i)!;
    drives.push({
      current: drive.current(),
      voltage: drive.voltage(),
      torque: drive.torque(),
      temperature: drive.temperature(),
      fault: drive.fault(),
    });
  }
  const wheels: WheelReading[] = [];
  for (let i = 0; i < telemetry.wheelsLength(); ++i) {
    const wheel = telemetry.wheels(i)!;
    wheels.push({ load: wheel.load(), slip: wheel.slip(), slipAngle: wheel.slipAngle() });
  }
  const gyroscopes = new Map<number, [number, number, number]>();
  for (let i = 0; i < telemetry.gyroscopesLength(); ++i) {
    const shown = telemetry.gyroscopes(i)!;
    gyroscopes.set(shown.body(), [shown.roll(), shown.pitch(), shown.heading()]);
  }
  return {
    kind: "telemetry",
    stamp: stampFrom(telemetry.stamp()!),
    jointPositions: telemetry.jointPositionsArray() ?? new Float64Array(),
    jointVelocities: telemetry.jointVelocitiesArray() ?? new Float64Array(),
    jointErrors: telemetry.jointErrorsArray() ?? new Float32Array(),
    jointBroken: Array.from({ length: telemetry.jointBrokenLength() }, (_, i) => telemetry.jointBroken(i) ?? false),
    drives,
    wheels,
    gyroscopes,
    controls: telemetry.controlsArray() ?? new Float64Array(),
    holders: telemetry.holdersArray() ?? new Uint32Array(),
    energyKinetic: telemetry.energyKinetic(),
    energyPotential: telemetry.energyPotential(),
    contactCount: telemetry.contactCount(),
    contacts: contactsFrom(telemetry),
    substeps: telemetry.substeps(),
    speed: telemetry.speed(),
    computeMs: Number(telemetry.computeNs()) / 1e6,
    latenessMs: Number(telemetry.latenessNs()) / 1e6,
    misses: Number(telemetry.misses()),
    slips: Number(telemetry.slips()),
    clients: telemetry.clients(),
  };
}

function contactsFrom(telemetry: stream.Telemetry): ContactPoint[] {
  return Array.from({ length: telemetry.contactsLength() }, (_, i) => {
    const contact = telemetry.contacts(i)!;
    const [position, force] = [contact.position()!, contact.force()!];
    return {
      position: [position.x(), position.y(), position.z()], force: [force.x(), force.y(), force.z()],
      bodyA: contact.bodyA(), bodyB: contact.bodyB(),
    };
  });
}

function eventFrom(event: stream.Event): EventMessage {
  return {
    kind: "event",
    stamp: stampFrom(event.stamp()!),
    event: event.kind(),
    session: event.session(),
    name: event.name() ?? "",
    text: event.text() ?? "",
    textRu: event.textRu() ?? "",
    ids: Array.from(event.idsArray() ?? []),
    value: event.value(),
    recorded: event.recorded(),
  };
}

function sceneFrom(message: stream.Scene): SceneMessage {
  const bytes = message.sceneArray() ?? new Uint8Array();
  const joints = [];
  for (let i = 0; i < message.jointsLength(); ++i) {
    joints.push({ name: message.joints(i)!.name() ?? "", axes: message.joints(i)!.axes() });
  }
  const names = (length: number, at: (i: number) => string) => Array.from({ length }, (_, i) => at(i) ?? "");
  // A buffer of its own: the scene's own fields must be aligned, wherever they lay in the message.
  const content = scene.Scene.getRootAsScene(new flatbuffers.ByteBuffer(bytes.slice())).unpack();
  return {
    kind: "scene",
    name: message.name() ?? "",
    content,
    fingerprint: fingerprint(bytes),
    bodyNames: names(message.bodyNamesLength(), (i) => message.bodyNames(i)),
    joints,
    driveNames: names(message.driveNamesLength(), (i) => message.driveNames(i)),
    channels: channelsFrom(message, content),
    periodMs: Number(message.periodNs()) / 1e6,
    branch: message.branch(),
    exercise: exerciseFrom(message.exercise()),
  };
}

function channelsFrom(message: stream.Scene, content: scene.SceneT): Channel[] {
  return Array.from({ length: message.channelsLength() }, (_, i) => {
    const channel = message.channels(i)!;
    const described = content.controls[i];
    const shown = content.console?.levers.find(({ control }) => control === described?.name);
    return {
      name: channel.name() ?? "",
      minimum: channel.minimum(),
      maximum: channel.maximum(),
      neutral: channel.neutral(),
      holder: channel.holder(),
      holds: described?.onSilence === scene.OnSilence.hold,
      springsBack: described?.springsBack ?? false,
      keys: { raise: keyCodes(shown?.raiseKeys), lower: keyCodes(shown?.lowerKeys) },
      axis: `${shown?.axis ?? ""}`,
      lever: shown?.type ?? scene.LeverType.slider,
      group: `${shown?.group ?? ""}`,
      label: `${shown?.label ?? ""}`,
      labelRu: `${shown?.labelRu ?? ""}`,
      factor: shown?.factor ?? 1,
      unit: `${shown?.unit ?? ""}`,
    };
  });
}

/** Letters and arrows of a scene to KeyboardEvent.code. */
function keyCodes(names: readonly (string | Uint8Array)[] = []): string[] {
  const code = (name: string) => (name.length === 1 ? `Key${name.toUpperCase()}` : `Arrow${name[0].toUpperCase()}${name.slice(1)}`);
  return names.map((name) => code(`${name}`));
}

function welcomeFrom(welcome: stream.Welcome): WelcomeMessage {
  const sessions: Session[] = [];
  for (let i = 0; i < welcome.sessionsLength(); ++i) {
    const session = welcome.sessions(i)!;
    sessions.push({ session: session.session(), name: session.name() ?? "", role: session.role() });
  }
  const recordedBranches = Array.from({ length: welcome.recordedBranchesLength() }, (_, i): RecordedBranch => {
    const part = welcome.recordedBranches(i)!;
    return { branch: part.branch(), parent: part.parentBranch(), parentFrame: Number(part.parentFrame()), lastFrame: Number(part.lastFrame()) };
  });
  const recordedNames = new Map<number, string>();
  for (let i = 0; i < welcome.recordedSessionsLength(); ++i) {
    const recorded = welcome.recordedSessions(i)!;
    recordedNames.set(recorded.session(), recorded.name() ?? "");
  }
  const saves = Array.from({ length: welcome.savesLength() }, (_, i) => welcome.saves(i) as string);
  return {
    kind: "welcome",
    server: welcome.server() ?? "",
    session: welcome.session(),
    resumeKey: welcome.resumeKey()?.unpack() ?? null,
    resumed: welcome.resumed(),
    role: welcome.role(),
    scene: sceneFrom(welcome.scene()!),
    sessions,
    saves,
    bookmarks: Array.from({ length: welcome.bookmarksLength() }, (_, i) => eventFrom(welcome.bookmarks(i)!)),
    recordedBranches,
    recordedNames,
  };
}

/** FNV-1a of the bytes: enough to see whether a scene is the same as before. */
function fingerprint(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.length}:${hash >>> 0}`;
}

/** What a client may say: the object forms of control.fbs. */
export type ClientBody = NonNullable<control.ClientMessageT["body"]>;

const bodyTypes = new Map<Function, control.ClientBody>([
  [control.HelloT, control.ClientBody.Hello],
  [control.ControlT, control.ClientBody.Control],
  [control.TakeControlT, control.ClientBody.TakeControl],
  [control.ReleaseControlT, control.ClientBody.ReleaseControl],
  [control.SubscribeT, control.ClientBody.Subscribe],
  [control.GoodbyeT, control.ClientBody.Goodbye],
  [control.FreezeT, control.ClientBody.Freeze],
  [control.RunT, control.ClientBody.Run],
  [control.StepT, control.ClientBody.Step],
  [control.SpeedT, control.ClientBody.Speed],
  [control.SaveT, control.ClientBody.Save],
  [control.RestoreT, control.ClientBody.Restore],
  [control.RewindT, control.ClientBody.Rewind],
  [control.SeekT, control.ClientBody.Seek],
  [control.TakeOverT, control.ClientBody.TakeOver],
  [control.HandOverT, control.ClientBody.HandOver],
  [control.PingT, control.ClientBody.Ping],
  [control.ReloadT, control.ClientBody.Reload],
  [control.BeginEffectT, control.ClientBody.BeginEffect],
  [control.ClearEffectT, control.ClientBody.ClearEffect],
  [control.ListEffectsT, control.ClientBody.ListEffects],
  [control.ListScenesT, control.ClientBody.ListScenes],
  [control.DescribeSceneT, control.ClientBody.DescribeScene],
  [control.EndExerciseT, control.ClientBody.EndExercise],
  [control.StoreExerciseT, control.ClientBody.StoreExercise],
  [control.SetGhostT, control.ClientBody.SetGhost],
  [control.BookmarkT, control.ClientBody.Bookmark],
]);

/**
 * The code that flatc 2.0.8 generates leaves out a field that may be absent where its value is 0, as if it were: the beginning
 * of time could not be asked for. Numbers are always written.
 */
class NumberBuilder extends flatbuffers.Builder {
  override addFieldInt32(field: number, value: number): void {
    this.addInt32(value);
    this.slot(field);
  }

  override addFieldInt64(field: number, value: bigint): void {
    this.addInt64(value);
    this.slot(field);
  }

  override addFieldFloat64(field: number, value: number): void {
    this.addFloat64(value);
    this.slot(field);
  }
}

/** `request` 0: no reply is wanted; errors come all the same. */
export function encode(body: ClientBody, request = 0): Uint8Array {
  const builder = new NumberBuilder(256);
  const message = new control.ClientMessageT(request, bodyTypes.get(body.constructor)!, body);
  control.ClientMessage.finishClientMessageBuffer(builder, message.pack(builder));
  return builder.asUint8Array();
}

export { control };
