// Wires the page: connection, picture, hands and panels.
import "./style.css";
import { Levers } from "./input/levers";
import { drivenMachine, machinesOf, type Machine } from "./machines";
import { Connection, type ConnectionState } from "./protocol/connection";
import { control, EventKind, Role } from "./protocol/messages";
import type { EventMessage, SceneMessage, ServerMessage, Stamp, TelemetryMessage, WelcomeMessage } from "./protocol/messages";
import { SessionView } from "./session";
import { byId, make, setData } from "./ui/dom";
import { DrivingPanel } from "./ui/driving_panel";
import { EventList } from "./ui/event_list";
import { Instruments } from "./ui/instruments";
import { Notice } from "./ui/notice";
import { StatusBar } from "./ui/status_bar";
import { Transport } from "./ui/transport";
import type { CameraMode } from "./view/cameras";
import type { Quality } from "./view/stage";
import { Viewer } from "./viewer";

/** Without frames for so long the picture says that it is old. */
const staleMs = 600;
const inputMs = 20;
/** A hand that stays on a lever asks for control no more often than this. */
const attemptMs = 2000;

const status = new StatusBar();
const instruments = new Instruments();
const events = new EventList();
const session = new SessionView();
const notice = new Notice({ retry: () => connection.open(), useToken: (token) => connection.reopenWithToken(token) });
const transport = new Transport((body) => void connection.send(body));
const levers = new Levers();
const driving = new DrivingPanel(levers, { take, release });

let viewer: Viewer;
let connection: Connection;
let state: ConnectionState = { phase: "connecting", attempt: 0 };
let sceneShown: SceneMessage | null = null;
let machines: Machine[] = [];
let stamp: Stamp | null = null;
let telemetry: TelemetryMessage | null = null;

// --- what the server says ---

function receive(message: ServerMessage): void {
  switch (message.kind) {
    case "welcome":
      return welcomed(message);
    case "scene":
      session.setChannels(message.channels);
      return showScene(message);
    case "frame":
      stamp = message.stamp;
      return viewer.push(message);
    case "telemetry":
      telemetry = message;
      return session.setHolders(message.holders);
    case "event":
      session.note(message);
      return showEvent(message);
    case "error":
      // Before the welcome the notice says it.
      if (state.phase === "live") events.add(message.text, "bad");
      return;
    case "reply":
      return;
  }
}

function welcomed(message: WelcomeMessage): void {
  session.welcome(message);
  telemetry = null;
  if (sceneShown?.fingerprint !== message.scene.fingerprint) showScene(message.scene);
  viewer.restartStream();
}

function showScene(message: SceneMessage): void {
  sceneShown = message;
  status.setScene(message.name);
  viewer.setScene(message);
  machines = machinesOf(message);
  instruments.setScene(message, machines);
  levers.setChannels(message.channels);
  driveFollowed();
  const options = message.bodyNames.flatMap((name, id) =>
    message.content.bodies[id]?.static_ ? [] : [new Option(name, `${id}`, false, id === viewer.followed)],
  );
  byId<HTMLSelectElement>("followed").replaceChildren(...options);
  chooseCamera(levers.drivable && viewer.followed >= 0 ? "chase" : message.content.camera?.follow ? "follow" : "orbit");
}

/** Events that everybody sees in the status line anyway are not told again. */
const quietEvents = new Set<EventKind>([EventKind.Unknown, EventKind.Overrun, EventKind.Slip, EventKind.Stepped]);
const badEvents = new Set<EventKind>([EventKind.RecordingFailed, EventKind.JointBroke, EventKind.ShuttingDown]);
const cautionEvents = new Set<EventKind>([EventKind.ControlRequested, EventKind.ControlSilent, EventKind.ControlClamped]);

function showEvent(event: EventMessage): void {
  if (quietEvents.has(event.event)) return;
  const level = badEvents.has(event.event) ? "bad" : cautionEvents.has(event.event) ? "caution" : "";
  if (event.event === EventKind.ControlRequested && session.drives) {
    events.add(`${event.name || session.nameOf(event.session)} asks for control: press T to release`, "caution");
  } else if (event.text) {
    events.add(event.text, level);
  }
}

function changeState(next: ConnectionState): void {
  const wasLive = state.phase === "live";
  state = next;
  if (wasLive && next.phase !== "live") levers.letGo();
  // While it only tries again, the card with the reason stays.
  if (!(next.phase === "connecting" && next.attempt > 0)) notice.show(next);
}

// --- what the hands do ---

function take(): void {
  if (session.mayDrive && !session.drives) connection.send(new control.TakeControlT(session.machine));
}

function release(): void {
  levers.letGo();
  connection.send(new control.ReleaseControlT(session.machine.filter((channel) => session.held.includes(channel))));
}

let lastAttempt = -Infinity;

/** Driving without holding: the free wheel is taken at once; whose it is, is said. */
function startDriving(now: number): void {
  if (session.drives || state.phase !== "live" || now - lastAttempt < attemptMs) return;
  lastAttempt = now;
  if (!session.mayDrive) events.add("This page only watches: its token or role does not allow driving.", "caution");
  else if (!session.otherDrivers) take();
  else events.add(`${session.otherDrivers} drives: press T to ask for control`, "caution");
}

function chooseCamera(mode: CameraMode): void {
  viewer.setCamera(mode);
  for (const button of document.querySelectorAll<HTMLElement>("[data-camera]")) {
    button.setAttribute("aria-pressed", `${button.dataset.camera === mode}`);
  }
}

/** Keys and pad drive the machine in sight, whose instruments are shown. */
function driveFollowed(): void {
  const machine = drivenMachine(machines, viewer.followed);
  session.machine = machine?.channels ?? [];
  levers.setMachine(session.machine);
  instruments.showMachine(machine);
  driving.showChannels();
}

function follow(body: number): void {
  viewer.followed = body;
  driveFollowed();
  byId<HTMLSelectElement>("followed").value = `${body}`;
  chooseCamera(viewer.cameraMode === "orbit" ? "follow" : viewer.cameraMode);
}

function showHelp(visible: boolean): void {
  byId("help").hidden = !visible;
  byId("help-toggle").setAttribute("aria-pressed", `${visible}`);
}

const shortcuts: Record<string, () => void> = {
  Digit1: () => chooseCamera("orbit"),
  Digit2: () => chooseCamera("follow"),
  Digit3: () => chooseCamera("chase"),
  KeyT: () => (session.drives ? release() : take()),
  KeyI: () => instruments.toggle(),
  KeyH: () => showHelp(byId("help").hidden),
  Escape: () => showHelp(false),
};

function listen(): void {
  addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (levers.key(event.code, true)) event.preventDefault();
    else if (!event.repeat) shortcuts[event.code]?.();
  });
  addEventListener("keyup", (event) => void levers.key(event.code, false));
  // Nobody sees a key go up in another window.
  addEventListener("blur", () => levers.letGo());
  document.addEventListener("visibilitychange", () => document.hidden && levers.letGo());
  for (const button of document.querySelectorAll<HTMLElement>("[data-camera]")) {
    button.addEventListener("click", () => {
      chooseCamera(button.dataset.camera as CameraMode);
      button.blur();
    });
  }
  const followed = byId<HTMLSelectElement>("followed");
  followed.addEventListener("change", () => {
    follow(Number(followed.value));
    followed.blur();
  });
  byId("help-toggle").addEventListener("click", () => showHelp(byId("help").hidden));
  byId("help-close").addEventListener("click", () => showHelp(false));
}

// --- time ---

let lastInput = performance.now();

/** Apart from drawing, which may be slow. */
function updateInput(): void {
  const now = performance.now();
  levers.advance((now - lastInput) / 1000);
  lastInput = now;
  if (levers.touched) startDriving(now);
  connection.drive(session.held, levers.values);
}

function showStatus(now: number): void {
  const silence = viewer.silence(now);
  const stale = state.phase === "live" && silence > staleMs;
  setData(document.body, "stale", `${sceneShown !== null && (stale || state.phase === "waiting")}`);
  if (state.phase !== "live") status.setState(state.phase, { connecting: "connecting", waiting: "no connection", refused: "refused" }[state.phase]);
  else if (stale) status.setState("stale", `no frames for ${(silence / 1000).toFixed(1)} s`);
  else if (stamp?.frozen) status.setState("frozen", stamp.replay ? "replay, frozen" : "frozen");
  else if (stamp?.replay) status.setState("replay", "replay");
  else status.setState("live", "live");

  if (stamp) status.setStamp(stamp);
  if (telemetry) {
    status.setTiming(telemetry, sceneShown?.periodMs ?? 40);
    instruments.setTelemetry(telemetry);
    transport.setSpeed(telemetry.speed);
  }
  const own = session.drives;
  const live = state.phase === "live";
  status.setDriver(live ? session.otherDrivers : "", live && own);
  driving.update(live && session.mayDrive && !stamp?.replay, own, session.otherDrivers);
  transport.update(live && session.mayInstruct, stamp?.frozen ?? false, stamp?.replay ?? false);
  const motion = viewer.followedMotion();
  if (motion) instruments.setMotion(motion.velocity, motion.position, motion.orientation);
}

function draw(now: number): void {
  requestAnimationFrame(draw);
  showStatus(now);
  viewer.draw(now);
}

// --- start ---

/** The fragment never leaves the browser: `#token=...`, `&role=...`, `&name=...`, `&quality=full`. */
function readFragment(): { token: string; role?: Role; name: string; quality: Quality } {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const roles: Record<string, Role> = { viewer: Role.Viewer, operator: Role.Operator, instructor: Role.Instructor };
  return {
    token: fragment.get("token") ?? "",
    role: roles[fragment.get("role") ?? ""],
    name: fragment.get("name") ?? "web page",
    quality: fragment.get("quality") === "full" ? "full" : "adaptive",
  };
}

function start(): void {
  const canvas = byId<HTMLCanvasElement>("view");
  const wishes = readFragment();
  try {
    viewer = new Viewer(canvas, wishes.quality, follow);
  } catch {
    notice.fail("No 3D here", "This browser offers no WebGL 2, which the picture needs. Any current browser with hardware acceleration does.");
    canvas.replaceWith(make("div"));
    return;
  }
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const options = { url: `${scheme}://${location.host}/ws`, ...wishes };
  connection = new Connection(options, { state: changeState, message: receive });
  listen();
  connection.open();
  setInterval(updateInput, inputMs);
  requestAnimationFrame(draw);
}

start();
