// Wires the page: connection, picture, hands and panels.
import "./style.css";
import { Hands } from "./hands";
import { Devices } from "./input/devices/devices";
import { Levers } from "./input/levers";
import { drivenMachine, machinesOf, type Machine } from "./machines";
import { Connection, type ConnectionState } from "./protocol/connection";
import { control, ErrorCode, EventKind, Role } from "./protocol/messages";
import type { EventMessage, SceneMessage, ServerMessage, Stamp, TelemetryMessage, WelcomeMessage } from "./protocol/messages";
import { restValuesOf, type RestValues } from "./scene/rest_values";
import { SessionView } from "./session";
import { byId, make, setData } from "./ui/dom";
import { DeviceDialog } from "./ui/device_dialog";
import { DrivingPanel } from "./ui/driving_panel";
import { EventList } from "./ui/event_list";
import { Instruments } from "./ui/instruments";
import { Notice } from "./ui/notice";
import { StatusBar } from "./ui/status_bar";
import { Transport } from "./ui/transport";
import type { CameraMode } from "./view/cameras";
import type { Quality } from "./view/stage";
import { Viewer } from "./viewer";
import { words } from "./words";

/** Without frames for so long the picture says that it is old. */
const staleMs = 600;

const status = new StatusBar();
const instruments = new Instruments();
const events = new EventList();
const session = new SessionView();
const notice = new Notice({ retry: () => connection.open(), useToken: (token) => connection.reopenWithToken(token) });
const transport = new Transport((body) => void connection.send(body));
const levers = new Levers();
const hands = new Hands(levers, new Devices(levers), session, {
  take,
  rest: () => restValues(telemetry?.jointPositions ?? new Float64Array()),
  tell: (text) => events.add(text, "caution"),
  looked: () => connection?.drive(session.held.length > 0, levers.commands),
});
const driving = new DrivingPanel(hands, { take: () => take(false), release, devices: () => deviceDialog.show() });
const deviceDialog = new DeviceDialog(hands.devices, levers);

let viewer: Viewer;
let connection: Connection;
let state: ConnectionState = { phase: "connecting", attempt: 0 };
let sceneShown: SceneMessage | null = null;
let machines: Machine[] = [];
let restValues: RestValues = () => [];
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
      if (message.stamp.branch !== stamp?.branch) levers.forget();
      stamp = message.stamp;
      return viewer.push(message);
    case "telemetry":
      telemetry = message;
      session.setHolders(message.holders);
      levers.setHeld(session.held);
      return levers.adopt(message.controls);
    case "event":
      session.note(message);
      return showEvent(message);
    case "error":
      // Before the welcome the notice says it. Hands that were on their way when control was lost are no news.
      if (state.phase === "live" && message.code !== ErrorCode.NotHeld) events.add(message.text, "bad");
      return;
    case "reply":
      return;
  }
}

function welcomed(message: WelcomeMessage): void {
  session.welcome(message);
  levers.forget();
  telemetry = null;
  if (sceneShown?.fingerprint !== message.scene.fingerprint) showScene(message.scene);
  viewer.restartStream();
}

function showScene(message: SceneMessage): void {
  sceneShown = message;
  status.setScene(message.name);
  viewer.setScene(message);
  machines = machinesOf(message);
  restValues = restValuesOf(message);
  instruments.setScene(message, machines, () => session.mayInstruct);
  levers.setChannels(message.channels);
  driveFollowed();
  const options = message.bodyNames.flatMap((name, id) =>
    message.content.bodies[id]?.static_ ? [] : [new Option(name, `${id}`, false, id === viewer.followed)],
  );
  byId<HTMLSelectElement>("followed").replaceChildren(...options);
  chooseCamera(levers.throttle >= 0 && viewer.followed >= 0 ? "chase" : message.content.camera?.follow ? "follow" : "orbit");
}

/** Events that everybody sees in the status line anyway are not told again. */
const quietEvents = new Set<EventKind>([EventKind.Unknown, EventKind.Overrun, EventKind.Slip, EventKind.Stepped]);
/** Only for instructors: the trainee shall find a malfunction, not be told of it. */
const secretEvents = new Set<EventKind>([EventKind.DriveFaultChanged]);
const badEvents = new Set<EventKind>([EventKind.RecordingFailed, EventKind.JointBroke, EventKind.ShuttingDown]);
const cautionEvents = new Set<EventKind>([EventKind.ControlRequested, EventKind.ControlSilent, EventKind.ControlClamped]);

function showEvent(event: EventMessage): void {
  if (quietEvents.has(event.event) || (secretEvents.has(event.event) && !session.mayInstruct)) return;
  const level = badEvents.has(event.event) ? "bad" : cautionEvents.has(event.event) ? "caution" : "";
  if (event.event === EventKind.ControlRequested && session.drives) {
    const name = event.name || session.nameOf(event.session);
    events.add(words("{name} asks for control: press C to release.", { name }), "caution");
  } else if (event.text) {
    events.add(event.text, level);
  }
}

function changeState(next: ConnectionState): void {
  state = next;
  session.live = next.phase === "live";
  // While it only tries again, the card with the reason stays.
  if (!(next.phase === "connecting" && next.attempt > 0)) notice.show(next);
}

// --- what the hands do ---

function take(force: boolean): void {
  if (session.mayDrive && !session.drivesAll) connection.send(new control.TakeControlT(session.machine, force));
}

/** Levers stay as they are: what becomes of their values is the server's, as the scene says. */
function release(): void {
  connection.send(new control.ReleaseControlT(session.machine.filter((channel) => session.held.includes(channel))));
}

function chooseCamera(mode: CameraMode): void {
  viewer.setCamera(mode);
  for (const button of document.querySelectorAll<HTMLElement>("[data-camera]")) {
    button.setAttribute("aria-pressed", `${button.dataset.camera === mode}`);
  }
}

/** Keys, pad and devices drive the machine in sight, whose instruments are shown. */
function driveFollowed(): void {
  const machine = drivenMachine(machines, viewer.followed);
  session.machine = machine?.channels ?? [];
  levers.setMachine(session.machine);
  hands.devices.setMachine(sceneShown?.name ?? "", machines.length > 1 && machine ? `${machine.name}_` : "");
  instruments.showMachine(machine);
  driving.showMachine((channel) => hands.devices.nameOf(channel));
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
  KeyC: () => (session.drives ? release() : take(false)),
  Space: () => hands.allNeutral(),
  KeyI: () => instruments.toggle(),
  KeyH: () => showHelp(byId("help").hidden),
  Escape: () => showHelp(false),
};

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox";
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
    if (!ours && !event.repeat) shortcuts[event.code]?.();
  });
  addEventListener("keyup", (event) => {
    levers.key(event.code, false);
    // Space is all neutral, also while a button has the keyboard: Enter presses that.
    if (event.code === "Space" && !isText(event.target) && !document.querySelector("dialog[open]")) event.preventDefault();
  });
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
    status.setPace(telemetry.speed);
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
  requestAnimationFrame(draw);
}

start();
