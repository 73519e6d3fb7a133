// The connection to the daemon: joins, comes back by itself, and says in words what went wrong.
import { control, decode, encode, ErrorCode, protocolVersion, Role } from "./messages";
import type { ClientBody, DescriptionMessage, ErrorMessage, ReplyMessage, SceneMessage, ServerMessage, WelcomeMessage } from "./messages";
import type { Command } from "../input/levers";
import { words } from "../words";
import { refusal } from "../words/server_says";
import { SocketThread } from "./socket_thread";

export type ConnectionState =
  | { phase: "connecting"; attempt: number }
  | { phase: "live" }
  | { phase: "waiting"; reason: string; retryInMs: number }
  /** Trying again would not help; `code` says why. With `Token`: whether one was given. */
  | { phase: "refused"; reason: string; code: ErrorCode; tokenGiven: boolean };

export interface ConnectionEvents {
  state(state: ConnectionState): void;
  message(message: ServerMessage): void;
}

export interface ConnectionOptions {
  url: string;
  name: string;
  token: string;
  /** Absent: the most that the token allows. */
  role?: Role;
}

/** The server will not do what was asked for, and says why. */
export class Refused extends Error {
  constructor(text: string, readonly code: ErrorCode) {
    super(text);
  }
}

/** What a request that the server carries out is answered with. */
type Answer = ReplyMessage | DescriptionMessage;

const firstRetryMs = 500;
const longestRetryMs = 4000;
/** A server that accepts the connection but never answers. */
const welcomeTimeoutMs = 5000;
const rolesFromMost = [Role.Instructor, Role.Operator, Role.Viewer];

export class Connection {
  private socket: SocketThread;
  private retryTimer = 0;
  private welcomeTimer = 0;
  private attempts = 0;
  private resumeKey: control.KeyT | null = null;
  private roles: Role[];
  private lastError: ErrorMessage | null = null;
  private contacts = false;
  private live = false;
  private lastRequest = 0;
  private pending = new Map<number, { done(answer: Answer): void; refused(error: Error): void }>();

  constructor(
    private options: ConnectionOptions,
    private events: ConnectionEvents,
  ) {
    this.roles = this.rolesToTry();
    this.socket = new SocketThread({
      opened: () => this.sayHello(),
      message: (bytes) => this.receive(bytes),
      closed: (reason) => this.closed(reason),
    });
    addEventListener("pagehide", () => this.send(new control.GoodbyeT()));
  }

  open(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.welcomeTimer);
    this.live = false;
    this.lastError = null;
    this.events.state({ phase: "connecting", attempt: this.attempts });
    this.socket.open(this.options.url);
    this.welcomeTimer = window.setTimeout(() => {
      this.socket.close();
      this.closed(words("The server does not answer."));
    }, welcomeTimeoutMs);
  }

  /** For good: it does not come back by itself. */
  close(): void {
    this.send(new control.GoodbyeT());
    clearTimeout(this.retryTimer);
    clearTimeout(this.welcomeTimer);
    this.live = false;
    this.socket.close();
  }

  /** Empty: none was given. */
  get token(): string {
    return this.options.token;
  }

  /** With another token, from the start. */
  reopenWithToken(token: string): void {
    this.options = { ...this.options, token };
    this.roles = this.rolesToTry();
    this.attempts = 0;
    this.open();
  }

  /** False: there is nobody to hear it. What is refused comes back as an Error message. */
  send(body: ClientBody): boolean {
    if (this.live) this.socket.send(encode(body));
    return this.live;
  }

  /** Resolves when the server has carried it out; rejects with its words when it will not. */
  async request(body: ClientBody): Promise<void> {
    await this.ask(body);
  }

  /** What a file of the library is like; rejects with the server's words. */
  async describe(file: string): Promise<SceneMessage> {
    return ((await this.ask(new control.DescribeSceneT(file))) as DescriptionMessage).scene;
  }

  private ask(body: ClientBody): Promise<Answer> {
    if (!this.live) return Promise.reject(new Error(words("There is no connection.")));
    const request = ++this.lastRequest;
    this.socket.send(encode(body, request));
    return new Promise((done, refused) => this.pending.set(request, { done, refused }));
  }

  /** Contact points in the telemetry: they cost, and few look at them. */
  wantContacts(wanted: boolean): void {
    if (wanted === this.contacts) return;
    this.contacts = wanted;
    if (this.live) this.subscribe();
  }

  /** What the hands want of the channels that are held, if any are. To be called again and again. */
  drive(holding: boolean, commands: readonly Command[]): void {
    this.socket.hands(this.live && holding, commands);
  }

  private rolesToTry(): Role[] {
    return this.options.role === undefined ? [...rolesFromMost] : [this.options.role];
  }

  private sayHello(): void {
    const { major, minor } = protocolVersion;
    const { name, token } = this.options;
    this.socket.send(encode(new control.HelloT(major, minor, name, this.roles[0], token || null, this.resumeKey)));
  }

  private receive(bytes: Uint8Array): void {
    let message: ServerMessage | null;
    try {
      message = decode(bytes);
    } catch (error) {
      this.refuse(ErrorCode.BadMessage, `${(error as Error).message} ${words("Is this page as new as the server? Reload it.")}`);
      return;
    }
    if (message === null) return;
    if (message.kind === "error" && message.code === ErrorCode.TakenOver) {
      // Going on from here would take the session back, and so on for ever.
      this.resumeKey = null;
      return this.refuse(message.code, refusal(message));
    }
    if (message.kind === "error" && !this.live) {
      if (message.code === ErrorCode.ResumeExpired) {
        // The server still listens: another one, perhaps, that knows nothing of our session.
        this.resumeKey = null;
        return this.sayHello();
      }
      this.lastError = message;
    }
    if (message.kind === "welcome") this.welcomed(message);
    if (this.answered(message)) return;
    this.events.message(message);
  }

  /** Whether it answers a request of ours, whose asker hears it. */
  private answered(message: ServerMessage): boolean {
    if (message.kind !== "reply" && message.kind !== "description" && message.kind !== "error") return false;
    const asked = this.pending.get(message.request);
    if (!asked) return false;
    this.pending.delete(message.request);
    if (message.kind === "error") asked.refused(new Refused(refusal(message), message.code));
    else asked.done(message);
    return true;
  }

  private welcomed(welcome: WelcomeMessage): void {
    clearTimeout(this.welcomeTimer);
    this.live = true;
    this.attempts = 0;
    this.resumeKey = welcome.resumeKey;
    this.subscribe();
    this.events.state({ phase: "live" });
  }

  private subscribe(): void {
    const wanted = new control.SubscribeT();
    wanted.ghost = true;
    wanted.contacts = this.contacts;
    this.socket.send(encode(wanted));
  }

  private closed(why: string): void {
    clearTimeout(this.welcomeTimer);
    const wasLive = this.live;
    this.live = false;
    for (const { refused } of this.pending.values()) refused(new Error(words("The connection was lost.")));
    this.pending.clear();
    const error = this.lastError;
    if (error?.code === ErrorCode.NotAllowed && !wasLive) {
      this.roles.shift();
      if (this.roles.length > 0) return this.open();
    }
    if (!wasLive && (error?.code === ErrorCode.Token || error?.code === ErrorCode.NotAllowed)) {
      return this.refuse(error.code, refusal(error));
    }
    if (error?.code === ErrorCode.Version) {
      return this.refuse(error.code, refusal(error));
    }
    const reason = (error && refusal(error)) || why || words(wasLive ? "The server ended the connection." : "No server answers.");
    const retryInMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.attempts);
    this.attempts += 1;
    this.events.state({ phase: "waiting", reason, retryInMs });
    this.retryTimer = window.setTimeout(() => this.open(), retryInMs);
  }

  private refuse(code: ErrorCode, reason: string): void {
    clearTimeout(this.welcomeTimer);
    this.live = false;
    this.socket.close();
    this.events.state({ phase: "refused", reason, code, tokenGiven: this.options.token !== "" });
  }
}
