// Wires the page: connection, picture, hands and panels.
import "./style.css";
import { Hands } from "./hands";
import { Devices } from "./input/devices/devices";
import { Levers } from "./input/levers";
import { consoleOf } from "./console/console_of";
import { connectedWith, drivenMachine, type Machine } from "./machines";
import { Connection, type ConnectionState } from "./protocol/connection";
import { control, ErrorCode, EventKind, Role } from "./protocol/messages";
import { fetchRecording, fetchRecords } from "./protocol/records";
import type { ClientBody, EventMessage, SceneMessage, ServerMessage, Stamp, TelemetryMessage, WelcomeMessage } from "./protocol/messages";
import type { Moment } from "./quantities/quantity";
import { Pushing } from "./pushing";
import { SceneView } from "./scene_view";
import { sameThings } from "./scene/same_things";
import { Room } from "./sound/room";
import { Station } from "./station";
import { Ways } from "./story/ways";
import { SessionView } from "./session";
import { BesidePanel } from "./ui/beside_panel";
import { byId, make, setData, setText } from "./ui/dom";
import { CameraBar, type CameraChoice } from "./ui/camera_bar";
import { ConsolePanel } from "./ui/console_panel";
import { DeviceDialog } from "./ui/device_dialog";
import { DrivingPanel } from "./ui/driving_panel";
import { EventList } from "./ui/event_list";
import { ExerciseCards } from "./ui/exercise_cards";
import { FreeSpace } from "./ui/free_space";
import { InsetPanel } from "./ui/inset_panel";
import { MapPanel } from "./ui/map_panel";
import { Notice } from "./ui/notice";
import { NumbersPanel } from "./ui/numbers_panel";
import { PointerTools } from "./ui/pointer_tools";
import { Places, type Place } from "./ui/places";
import { seen } from "./ui/seen";
import { Settings } from "./ui/settings";
import { StatusBar } from "./ui/status_bar";
import { Transport } from "./ui/transport";
import { needContacts } from "./view/overlays";
import type { Mount } from "./view/mounted_camera";
import type { Quality } from "./view/stage";
import { Viewer } from "./viewer";
import { words } from "./words";
import { happened, refusal } from "./words/server_says";

/** Without frames for so long the picture says that it is old. */
const staleMs = 600;
/** Without frames the words about them are looked at so often. */
const statusMs = 100;

const status = new StatusBar();
const numbers = new NumbersPanel();
const consolePanel = new ConsolePanel();
const ways = new Ways();
const map = new MapPanel(byId("map"), ways, true);
const inset = new InsetPanel(() => viewer.top);
const cameraBar = new CameraBar({ camera: chooseCamera, machine: chooseMachine, follow });
const settings = new Settings({ spoken, numbers: (shown) => (byId("numbers").hidden = !shown), overlay(kind) {
  viewer.showOverlay(kind);
  connection.wantContacts(needContacts.has(kind));
} });
const events = new EventList();
const exerciseCards = new ExerciseCards();
const freeSpace = new FreeSpace();
const room = new Room(byId("sound-toggle"));
const session = new SessionView();
const notice = new Notice({ retry: () => connection.open(), useToken: (token) => connection.reopenWithToken(token) });
const transport = new Transport((body) => void ask(body), () => station.againFrom(10), () => stamp!.frame);
const places = new Places(() => {});
const station: Station = new Station(session, ways, {
  watch: (chosen) => chooseMachine(chosen),
  ask,
  request: (body) => connection.request(body),
  describe: (file) => connection.describe(file),
  still: (shown, width, height) => viewer.still(shown, width, height),
  records: () => fetchRecords(connection.token),
  send: (body) => void connection?.send(body),
  preview: (poses, time) => viewer.preview(poses, time),
  beside: (file) => beside.open(file),
  mountOf: (chosen) => overview(scene!.bodyOf(chosen)),
});
const beside = new BesidePanel({
  fetch: (name) => fetchRecording(connection.token, name),
  changed(recording) {
    viewer.setSecond(recording);
    // Those of another scene would be of other things.
    const same = recording !== null && scene !== null && sameThings(scene.message.content, recording.content);
    station.setBeside(same ? recording : null, () => beside.offset);
  },
});
const levers = new Levers();
const hands = new Hands(levers, new Devices(levers), session, {
  take,
  rest: () => scene?.restValues(telemetry?.jointPositions ?? new Float64Array()) ?? [],
  tell: (text) => events.add(text, "caution"),
  looked: () => connection?.drive(session.held.length > 0, levers.commands),
});
const driving = new DrivingPanel(hands, { take: () => take(false), release, devices: () => deviceDialog.show() });
const deviceDialog = new DeviceDialog(hands.devices, levers);

let viewer: Viewer;
let connection: Connection;
let pushing: Pushing;
let pointerTools: PointerTools;
let state: ConnectionState = { phase: "connecting", attempt: 0 };
let scene: SceneView | null = null;
let machine: Machine | undefined;
let stamp: Stamp | null = null;
let telemetry: TelemetryMessage | null = null;
let moment: Moment | null = null;
let shownMoment: Moment | null = null;
let statusStamp: Stamp | null = null;
let statusAt = -Infinity;
let wishedPlace: Place | undefined;

// --- what the server says ---

function receive(message: ServerMessage): void {
  switch (message.kind) {
    case "welcome":
      return welcomed(message);
    case "scene":
      session.setChannels(message.channels);
      return showScene(message);
    case "frame":
      if (message.stamp.branch !== stamp?.branch) levers.forget();
      if (message.stamp.replay !== (stamp?.replay ?? false)) places.suit(session.mayInstruct, message.stamp.replay, wishedPlace);
      stamp = message.stamp;
      return viewer.push(message);
    case "ghost":
      return viewer.pushGhost(message.frame);
    case "telemetry":
      telemetry = message;
      viewer.setContacts(message.contacts ?? []);
      newMoment(message);
      session.setHolders(message.holders, message.stamp.replay);
      levers.setHeld(session.held);
      return levers.adopt(message.controls);
    case "event":
      session.note(message);
      if (!pushing.isFollowing(message, session.own)) showEvent(message);
      return pushing.note(message, session.own);
    case "error":
      // Before the welcome the notice says it. Hands that were on their way when control was lost are no news.
      if (state.phase === "live" && message.code !== ErrorCode.NotHeld) events.add(refusal(message), "bad");
      return;
    case "effects":
      return station.effects(message);
    case "scenes":
      return station.library(message);
    case "score":
      return station.score(message);
    case "pong":
      return station.roundTrip(performance.now() - message.sentAt);
    case "reply":
    case "description":
      return;
  }
}

/** Poses and telemetry of one frame, which come one after the other. */
function newMoment(message: TelemetryMessage): void {
  const poses = viewer.newestPoses;
  if (!poses) return;
  moment = { telemetry: message, poses };
  ways.note(moment);
  room.note(moment);
  station.note(moment);
}

/** Sends a request; what the server refuses is told. */
async function ask(body: ClientBody): Promise<boolean> {
  try {
    await connection.request(body);
    return true;
  } catch (error) {
    if (state.phase === "live") events.add((error as Error).message, "bad");
    return false;
  }
}

function welcomed(message: WelcomeMessage): void {
  session.welcome(message);
  levers.forget();
  telemetry = null;
  moment = null;
  places.suit(session.mayInstruct, message.recordedBranches.length > 0, wishedPlace);
  const before = scene?.message;
  if (before?.fingerprint !== message.scene.fingerprint || before.exercise?.name !== message.scene.exercise?.name) showScene(message.scene);
  station.welcome(message);
  viewer.restartStream();
}

function showScene(message: SceneMessage): void {
  status.setScene(message.name);
  viewer.setScene(message);
  room.setScene(message);
  scene = new SceneView(message, viewer.followed);
  pushing.setScene(message);
  pointerTools.forget();
  levers.setChannels(message.channels);
  ways.setScene(scene.machines, scene.bodies);
  const picture = viewer.map(message.content);
  map.setScene(picture);
  station.begin(scene, picture);
  exerciseCards.begin(message);
  furnish();
  // The author's first view is kept; without one a vehicle is chased.
  const { camera } = message.content;
  if (camera?.position && camera.target) {
    if (camera.follow) viewer.followFirstView();
    cameraBar.mark(viewer.cameraMode);
  } else {
    chooseCamera(levers.sticks.length > 0 && viewer.followed >= 0 ? "chase" : "orbit");
  }
}

/** Whoever looks after the page finds it later, too. */
function withoutFiles(text: string): void {
  events.add(text, "caution");
  console.warn(text);
}

/** After the ground's look has changed. */
function drawMapAgain(): void {
  const picture = viewer.map(scene!.message.content);
  map.setPicture(picture);
  station.setMap(picture);
}

/** What is made of the scene in words; again when they change. */
function furnish(): void {
  if (!scene) return;
  numbers.setScene(scene.message, scene.machines, () => session.mayInstruct);
  cameraBar.setScene(scene, viewer.mounts);
  inset.setScene(viewer.mounts);
  byId("task").hidden = scene.task === "";
  setText(byId("task"), scene.task);
  driveFollowed();
}

function spoken(): void {
  if (!scene) return;
  viewer.speak(scene.message.content);
  station.furnish(scene);
  exerciseCards.speak();
  furnish();
}

/** Events that everybody sees in the status line anyway are not told again. */
const quietEvents = new Set<EventKind>([EventKind.Unknown, EventKind.Overrun, EventKind.Slip, EventKind.Stepped]);
/** Only for instructors: the trainee shall find a malfunction, not be told of it, nor of what costs him points. */
const secretEvents = new Set<EventKind>([EventKind.DriveFaultChanged, EventKind.ExerciseMark]);
/** Who drives has them on cards. */
const cardEvents = new Set<EventKind>([EventKind.ExerciseText, EventKind.ExerciseEnded]);
const badEvents = new Set<EventKind>([
  EventKind.RecordingFailed, EventKind.DiskLow, EventKind.JointBroke, EventKind.MotionDiverged, EventKind.ShuttingDown,
]);
const cautionEvents = new Set<EventKind>([EventKind.ControlRequested, EventKind.ControlSilent, EventKind.ControlClamped]);

function showEvent(event: EventMessage): void {
  if (quietEvents.has(event.event) || (secretEvents.has(event.event) && !session.mayInstruct)) return;
  const level = badEvents.has(event.event) ? "bad" : cautionEvents.has(event.event) ? "caution" : "";
  const text = happened(event, scene?.message ?? null);
  if (text) station.add({ event, level, text, at: Date.now() }, event.event === EventKind.Saved ? event.name : "");
  if (!event.recorded) exerciseCards.note(event, text);
  if (cardEvents.has(event.event) && places.place === "console") return;
  if (event.event === EventKind.ControlRequested && session.drives) {
    const name = event.name || session.nameOf(event.session);
    events.add(words("{name} asks for control: press C to release.", { name }), "caution");
  } else if (text) {
    events.add(text, level);
  }
}

function changeState(next: ConnectionState): void {
  state = next;
  session.live = next.phase === "live";
  // While it only tries again, the card with the reason stays.
  if (!(next.phase === "connecting" && next.attempt > 0)) notice.show(next);
}

// --- what the hands do ---

/** What is free, or by force all of it. Where nothing is free all of it is asked for: who holds it is told so. */
function take(force: boolean): void {
  if (!session.mayDrive || session.drivesAll) return;
  const { free, machine } = session;
  connection.send(new control.TakeControlT(force || free.length === 0 ? machine : free, force));
}

/** Levers stay as they are: what becomes of their values is the server's, as the scene says. */
function release(): void {
  connection.send(new control.ReleaseControlT(session.machine.filter((channel) => session.held.includes(channel))));
}

function chooseCamera(choice: CameraChoice): void {
  if (typeof choice === "string") viewer.setCamera(choice);
  else viewer.setMount(choice);
  cameraBar.mark(choice);
}

/** Keys, pads and devices drive the machine in sight, whose instruments are shown. */
function driveFollowed(): void {
  if (!scene) return;
  machine = drivenMachine(scene.machines, viewer.followed);
  session.machine = machine?.channels ?? [];
  levers.setMachine(session.machine);
  hands.devices.setMachine(scene.message.name, scene.prefixOf(machine));
  numbers.showMachine(machine);
  map.showMachine(machine);
  station.showMachine(machine);
  cameraBar.showMachine(machine, viewer.followed);
  const shown = machine ?? scene.machines[0];
  if (shown) consolePanel.showMachine(consoleOf(scene.message, shown, Math.max(scene.bodyOf(shown), viewer.followed)));
  driving.showMachine((channel) => hands.devices.nameOf(channel), (group) => scene!.groupName(group));
}

function overview(body: number): Mount | null {
  return body < 0 ? null : viewer.overview(body, connectedWith(scene!.message, body));
}

function chooseMachine(chosen: Machine): void {
  const body = scene!.bodyOf(chosen);
  if (body >= 0) follow(body);
}

function follow(body: number): void {
  viewer.followed = body;
  driveFollowed();
  chooseCamera(viewer.cameraMode === "orbit" ? "follow" : viewer.cameraMode);
}

function showInstruments(visible: boolean): void {
  byId("side").hidden = !visible;
  byId("panel-toggle").setAttribute("aria-pressed", `${visible}`);
}

function showHelp(visible: boolean): void {
  byId("help").hidden = !visible;
  byId("help-toggle").setAttribute("aria-pressed", `${visible}`);
}

const shortcuts: Record<string, () => void> = {
  KeyC: () => (session.drives ? release() : take(false)),
  Space: () => hands.allNeutral(),
  KeyI: () => showInstruments(byId("side").hidden),
  KeyV: () => settings.nextOverlay(),
  KeyM: () => pointerTools.choose("measure"),
  KeyP: () => pointerTools.choose("push"),
  KeyB: () => room.toggle(),
  KeyN: () => settings.toggleNumbers(),
  KeyH: () => showHelp(byId("help").hidden),
  Escape: () => showHelp(false),
};

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox");
}

function hasArrows(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}

function listen(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target) || document.querySelector("dialog[open]")) return;
    // The arrows of a slider or a list that has the keyboard are its own; everything else drives.
    if (event.code.startsWith("Arrow") && hasArrows(event.target)) return;
    const ours = levers.key(event.code, true, event.repeat);
    if (ours || event.code === "Space") event.preventDefault();
    if (ours || event.repeat) return;
    if (/^Digit[1-9]$/.test(event.code)) cameraBar.choose(Number(event.code[5]) - 1);
    else shortcuts[event.code]?.();
  });
  addEventListener("keyup", (event) => {
    levers.key(event.code, false);
    // Space is all neutral, also while a button has the keyboard: Enter presses that.
    if (event.code === "Space" && !isText(event.target) && !document.querySelector("dialog[open]")) event.preventDefault();
  });
  byId("panel-toggle").addEventListener("click", () => showInstruments(byId("side").hidden));
  byId("help-toggle").addEventListener("click", () => showHelp(byId("help").hidden));
  byId("help-close").addEventListener("click", () => showHelp(false));
}

// --- time ---

/** Once per frame, and every so often without: pictures may follow each other faster. */
function showStatus(now: number): void {
  if (stamp === statusStamp && moment === shownMoment && now - statusAt < statusMs) return;
  statusStamp = stamp;
  statusAt = now;
  const silence = viewer.silence(now);
  const stale = state.phase === "live" && silence > staleMs;
  setData(document.body, "stale", `${scene !== null && (stale || state.phase === "waiting")}`);
  if (state.phase !== "live") status.setState(state.phase, words({ connecting: "connecting", waiting: "no connection", refused: "refused" }[state.phase]));
  else if (stale) status.setState("stale", words("no frames for {seconds} s", { seconds: (silence / 1000).toFixed(1) }));
  else if (stamp?.frozen) status.setState("frozen", words(stamp.replay ? "replay, frozen" : "frozen"));
  else if (stamp?.replay) status.setState("replay", words("replay"));
  else status.setState("live", words("live"));

  if (stamp) status.setStamp(stamp);
  if (telemetry) {
    status.setTiming(telemetry, scene?.message.periodMs ?? 40);
    transport.setSpeed(telemetry.speed);
    status.setPace(telemetry.speed);
  }
  const own = session.drives;
  const live = state.phase === "live";
  status.setDriver(live ? session.otherDrivers : "", live && own);
  driving.update(live && session.mayDrive && !stamp?.replay, own, session);
  transport.update(live && session.mayInstruct, stamp?.frozen ?? false, stamp?.replay ?? false);
  station.show(now, moment, stamp, machine);
  if (moment && moment !== shownMoment) showMoment(moment, now);
}

/** The newest frame on the operator's instruments, once. */
function showMoment(newest: Moment, now: number): void {
  shownMoment = newest;
  map.show(newest, now);
  if (!seen(byId("side"))) return;
  consolePanel.show(newest);
  if (byId("numbers").hidden) return;
  numbers.setTelemetry(newest.telemetry);
  numbers.setMotion(newest, viewer.followed);
}

function draw(now: number): void {
  requestAnimationFrame(draw);
  showStatus(now);
  room.listen(now);
  pointerTools.show(session.live && session.mayInstruct && !(stamp?.replay ?? true), viewer.figures);
  const { half } = freeSpace;
  viewer.draw(now, freeSpace.middle, [...inset.list, ...station.tiles], { ...half, offset: beside.offset });
  beside.show(half, viewer.secondTime);
}

// --- start ---

const qualities: Quality[] = ["adaptive", "full", "off"];

/** The fragment never leaves the browser: `#token=...`, `&role=...`, `&name=...`, `&quality=full|off`, `&place=...`. */
function readFragment(): { token: string; role?: Role; name: string; quality: Quality; place?: Place } {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const roles: Record<string, Role> = { viewer: Role.Viewer, operator: Role.Operator, instructor: Role.Instructor };
  return {
    token: fragment.get("token") ?? "",
    role: roles[fragment.get("role") ?? ""],
    name: fragment.get("name") ?? words("web page"),
    quality: qualities.find((quality) => quality === fragment.get("quality")) ?? "adaptive",
    place: (fragment.get("place") ?? undefined) as Place | undefined,
  };
}

function start(): void {
  const canvas = byId<HTMLCanvasElement>("view");
  const wishes = readFragment();
  wishedPlace = wishes.place;
  session.ownName = wishes.name;
  try {
    const files = { base: new URL("/scene/files/", location.href).href, token: () => connection.token, failed: withoutFiles };
    viewer = new Viewer(canvas, wishes.quality, files, { picked: follow, dressed: drawMapAgain });
  } catch {
    notice.fail(words("No 3D here"), words("This browser offers no WebGL 2, which the picture needs. Any current browser with hardware acceleration does."));
    canvas.replaceWith(make("div"));
    return;
  }
  pushing = new Pushing(viewer, { request: (body) => connection.request(body), tell: (text) => events.add(text, "bad") });
  pointerTools = new PointerTools(canvas, viewer, pushing);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const options = { url: `${scheme}://${location.host}/ws`, ...wishes };
  connection = new Connection(options, { state: changeState, message: receive });
  listen();
  settings.start();
  connection.open();
  requestAnimationFrame(draw);
}

start();
