// A daemon, and Foxglove's published client of it; messages decoded by their advertised schemas, as Lichtblick does.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { ByteBuffer } from "flatbuffers";
import reflection from "flatbuffers_reflection";
import WebSocket from "ws";

// CommonJS: named imports do not find it.
const { FoxgloveClient } = createRequire(import.meta.url)("@foxglove/ws-protocol");
const { Parser, Schema, Table } = reflection;

export const scenes = process.env.DRAWBAR_SCENES;

/** Starts drawbard and waits for its ready line. */
export async function startDaemon(options = ["--foxglove"], scene = path.join(scenes, "krt100_trolley.json")) {
  const child = spawn(process.env.DRAWBAR_DRAWBARD, [scene, "--port", "0", "--web-port", "0", ...options]);
  let log = "";
  child.stderr.on("data", (data) => (log += data));
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const web = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      const ready = /^ready .*web=(\S+)/m.exec((text += data));
      if (ready) resolve(ready[1]);
    });
    ended.then((code) => reject(new Error(`drawbard ended with ${code}:\n${log}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    if (code !== 0) throw new Error(`drawbard ended with ${code}:\n${log}`);
  };
  return { web, stop, socket: web.replace(/^http/, "ws") };
}

function decoder(channel) {
  const bytes = Buffer.from(channel.schema, "base64");
  const raw = Schema.getRootAsSchema(new ByteBuffer(new Uint8Array(bytes)));
  let index = -1;
  for (let i = 0; i < raw.objectsLength(); i++) if (raw.objects(i).name() === channel.schemaName) index = i;
  const toObject = new Parser(raw).toObjectLambda(index, true);
  return (data) => {
    const buffer = new ByteBuffer(new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice());
    return toObject(new Table(buffer, index, buffer.readInt32(buffer.position()) + buffer.position(), false));
  };
}

const within = 15_000;

/** Connects and waits for what a server says first. */
export async function connect(daemon, { query = "", protocols = [FoxgloveClient.SUPPORTED_SUBPROTOCOL], headers = {} } = {}) {
  const ws = new WebSocket(`${daemon.socket}/${query}`, protocols, { headers });
  const client = new FoxgloveClient({ ws });
  const seen = { statuses: [], times: [], parameters: [], messages: new Map(), latest: new Map() };
  const waiting = new Set();
  const look = () => waiting.forEach((check) => check());
  let closed = false;
  client.on("error", (error) => {
    seen.error = error;
    look();
  });
  client.on("close", () => {
    closed = true;
    look();
  });
  client.on("serverInfo", (info) => (seen.info = info));
  client.on("advertise", (channels) => {
    seen.channels = new Map(channels.map((channel) => [channel.topic, channel]));
    look();
  });
  client.on("advertiseServices", (services) => {
    seen.services = new Map(services.map((one) => [one.name, one]));
    look();
  });
  client.on("status", (status) => {
    seen.statuses.push(status);
    look();
  });
  client.on("time", (time) => {
    seen.times.push(time.timestamp);
    look();
  });
  client.on("parameterValues", (values) => {
    seen.parameters.push(values);
    look();
  });

  /** Waits until `condition()` gives something. */
  const until = (what, condition) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`waited in vain for ${what}; statuses: ${JSON.stringify(seen.statuses)}`));
      }, within);
      const check = () => {
        const value = condition();
        if (!value) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(value);
      };
      waiting.add(check);
      check();
    });

  const topics = new Map();
  client.on("message", ({ subscriptionId, timestamp, data }) => {
    const { topic, decode } = topics.get(subscriptionId);
    const message = { timestamp, bytes: data.byteLength, value: decode(data) };
    seen.latest.set(topic, message);
    seen.messages.set(topic, [...(seen.messages.get(topic) ?? []), message].slice(-50));
    look();
  });
  const subscribe = (topic) => {
    const channel = seen.channels.get(topic);
    const id = client.subscribe(channel.id);
    topics.set(id, { topic, decode: decoder(channel) });
    return id;
  };
  /** The newest message of a topic for which `condition` holds. */
  const message = (topic, condition = () => true) =>
    until(topic, () => {
      const newest = seen.latest.get(topic);
      return newest && condition(newest.value) ? newest : undefined;
    });

  let lastCall = 0;
  const answers = new Map();
  client.on("serviceCallResponse", (response) => {
    answers.set(response.callId, { answer: JSON.parse(Buffer.from(response.data.buffer, response.data.byteOffset, response.data.byteLength).toString()) });
    look();
  });
  client.on("serviceCallFailure", (failure) => {
    answers.set(failure.callId, { failure: failure.message });
    look();
  });
  const call = async (name, request = {}, id = undefined) => {
    const serviceId = id ?? (await until(`the service ${name}`, () => seen.services?.get(name))).id;
    const callId = ++lastCall;
    const data = new TextEncoder().encode(JSON.stringify(request));
    client.sendServiceCallRequest({ serviceId, callId, encoding: "json", data: new DataView(data.buffer) });
    return until(`the answer of ${name}`, () => answers.get(callId));
  };
  const publish = (channel, value) => client.sendMessage(channel, new TextEncoder().encode(JSON.stringify(value)));
  const parameters = async (names = []) => {
    const id = `get ${seen.parameters.length} ${Math.random()}`;
    client.getParameters(names, id);
    const found = await until("parameters", () => seen.parameters.find((one) => one.id === id));
    return Object.fromEntries(found.parameters.map(({ name, value }) => [name, value]));
  };
  const close = async () => {
    client.close();
    await until("the end", () => closed);
  };
  await until("the advertised channels or an end", () => seen.channels || closed || seen.error);
  return { client, ws, seen, until, subscribe, message, call, publish, parameters, close, isClosed: () => closed };
}
