// The picture for somebody's own page: a canvas that shows what a daemon simulates, and the numbers behind it.
import { Connection, type ConnectionState } from "./protocol/connection";
import { Role, type ServerMessage, type Stamp, type TelemetryMessage } from "./protocol/messages";
import type { CameraMode } from "./view/cameras";
import type { Quality } from "./view/stage";
import { Viewer } from "./viewer";

export type { CameraMode, ConnectionState, Quality, Stamp, TelemetryMessage };

export interface ViewerOptions {
  /** Its size on the page is the picture's. Dragging turns, the wheel zooms, a double click follows a body. */
  canvas: HTMLCanvasElement;
  /** The daemon's WebSocket, as `ws://127.0.0.1:8040/ws`. */
  url: string;
  /** Needed where the daemon has a token file. */
  token?: string;
  /** Who this is, for the others. */
  name?: string;
  quality?: Quality;
  /** The connection: connecting, live, waiting (it tries again by itself), refused. */
  onState?(state: ConnectionState): void;
  /** Another scene: names of bodies, in the order of their numbers. */
  onScene?(name: string, bodies: readonly string[]): void;
  /** Every frame: when it is, and joints, drives, wheels and levers. */
  onTelemetry?(telemetry: TelemetryMessage): void;
}

/** What is drawn of a body: m, and a quaternion from body axes to world. */
export interface ShownPose {
  position: [number, number, number];
  /** w, x, y, z */
  orientation: [number, number, number, number];
}

export class DrawbarViewer {
  private viewer: Viewer;
  private connection: Connection;
  private bodies: string[] = [];
  private picture = 0;

  /** Connects and draws until `close()`. Throws where the browser has no WebGL 2. */
  constructor(private options: ViewerOptions) {
    const { url, token = "", name = "viewer" } = options;
    const files = { base: new URL("/scene/files/", url.replace(/^ws/, "http")).href, token: () => token, failed: (text: string) => console.warn(text) };
    this.viewer = new Viewer(options.canvas, options.quality ?? "adaptive", files, { picked: (body) => this.followBody(body) });
    const events = { state: (state: ConnectionState) => options.onState?.(state), message: (message: ServerMessage) => this.receive(message) };
    this.connection = new Connection({ url, token, name, role: Role.Viewer }, events);
    this.connection.open();
    this.draw(performance.now());
  }

  /** "orbit" turns about a point, "follow" goes along with the followed body, "chase" stays behind it. */
  setCamera(mode: CameraMode): void {
    this.viewer.setCamera(mode);
  }

  /** The camera goes along with a body of this name; false: there is none. */
  follow(body: string): boolean {
    const id = this.bodies.indexOf(body);
    if (id >= 0) this.followBody(id);
    return id >= 0;
  }

  /** Where a body is drawn now, between frames, too; null: there is none of this name. */
  pose(body: string): ShownPose | null {
    const id = this.bodies.indexOf(body);
    const shown = this.viewer.shownPoses;
    if (id < 0 || !shown) return null;
    const [x, y, z, ...orientation] = shown.subarray(id * 7, id * 7 + 7);
    return { position: [x, y, z], orientation: orientation as [number, number, number, number] };
  }

  /** Nothing is drawn or received any more. */
  close(): void {
    cancelAnimationFrame(this.picture);
    this.connection.close();
  }

  private receive(message: ServerMessage): void {
    switch (message.kind) {
      case "welcome":
        this.begin(message.scene);
        return this.viewer.restartStream();
      case "scene":
        return this.begin(message);
      case "frame":
        return this.viewer.push(message);
      case "telemetry":
        return this.options.onTelemetry?.(message);
    }
  }

  private begin(scene: Parameters<Viewer["setScene"]>[0]): void {
    this.bodies = scene.bodyNames;
    this.viewer.setScene(scene);
    this.options.onScene?.(scene.name, scene.bodyNames);
  }

  private followBody(id: number): void {
    this.viewer.followed = id;
    this.viewer.setCamera("follow");
  }

  private draw(now: number): void {
    this.picture = requestAnimationFrame((next) => this.draw(next));
    const { clientWidth, clientHeight } = this.options.canvas;
    this.viewer.draw(now, { x: clientWidth / 2, y: clientHeight / 2 }, []);
  }
}
