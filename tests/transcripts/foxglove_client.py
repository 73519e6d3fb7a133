#!/usr/bin/env python3
"""Clients of drawbard's Foxglove port, led by the lines of standard input, and what they are told; argument: the port.

    NAME open PATH [SUB-PROTOCOL...]   comes, and prints the greeting
    NAME join PATH                     comes
    NAME say TEXT                      sends it as it stands
    NAME bytes HEX...                  sends a binary message
    NAME subscribe TOPIC...            each by the number of its channel
    NAME unsubscribe TOPIC...
    NAME advertise ID                  is going to publish controls
    NAME publish ID TEXT
    NAME get NAMES                     parameters, a JSON list
    NAME set PARAMETERS                a JSON list; prints how they stand then
    NAME call SERVICE [TEXT]           prints the answer
    NAME hear KIND...                  prints the next message of a topic or with an op, of each
    NAME skip KIND                     waits for it, likewise
    NAME count TOPIC                   prints how many messages of it came that were not heard, with two frames from now on
    NAME until TOPIC FRAME             prints the first message that is of this frame
    NAME closed                        waits until the server has ended it
    NAME leave
    NAME run COMMAND                   of the shell, in between

Statuses are printed as they come. Frames stand still while time does: of them the next one is that which comes from now on.
"""

import asyncio
import base64
import json
import re
import struct
import subprocess
import sys
import tempfile
import time

import websockets

from tables import BY_LOAD

LIMIT = 120  # s, for a machine of any load
FRAMES = ("/tf", "/poses", "/telemetry", "time")
SERVICES = ("freeze", "run", "step", "speed", "rewind", "seek", "save", "restore", "delete_state", "list_effects", "begin_effect", "clear_effect",
            "take_control", "release_control")
BY_THE_CLOCK = ("compute_ns", "lateness_ns", "misses", "slips", "clients")
WIDTH = 400
offsets = set()  # of UTC from the server's clock: one


def steady(value, now=None):
    """Without what is of this moment; `now`: of the message (ns)."""
    if isinstance(value, list):
        return [steady(one, now) for one in value]
    if isinstance(value, float):
        return value if value.is_integer() else float("%.6g" % (round(value, 6) + 0.0))
    if isinstance(value, str):
        return re.sub(r"@(\d+)", lambda found: "@" + clock(int(found[1])), re.sub(r"^(drawbard) .*", r"\1 BUILD", value))
    if not isinstance(value, dict):
        return value
    if set(value) == {"sec", "nsec"} and value["sec"] > 0:
        own = value["sec"] * 10**9 + value["nsec"]
        return "NOW" if own == now else "EARLIER" if own < now else "LATER"
    found = {key: "N" if key in BY_THE_CLOCK else steady(one, now) for key, one in value.items()}
    if isinstance(value.get("tick"), int):
        found["tick"] = "TICK"
    if "monotonic_ns" in found:
        offsets.add(now - value["monotonic_ns"])
        found["monotonic_ns"] = "NOW" if len(offsets) == 1 else "WRONG"
    return found


def clock(ns):
    return "NOW" if abs(ns / 1e9 - time.time()) < LIMIT else "WRONG"


def greeting(content):
    """Readable: schemas of channels are binary; those of services are JSON, and come once more in the words of before 2024."""
    channels = [{**one, "schema": base64.b64decode(one["schema"], validate=True)[4:8].decode()} for one in content.get("channels", [])]
    services = []
    for one in content.get("services", []):
        parts = {part: {**one[part], "schema": json.loads(one[part]["schema"])} for part in ("request", "response")}
        older = {key: "the same" if one[key] == one[part]["schema"] else one[key] for part in parts for key in [part + "Schema"]}
        services.append({**one, **parts, **older})
    return {**content, **({"channels": channels} if channels else {}), **({"services": services} if services else {})}


def show(name, value, depth, margin=""):
    """In one line if it fits or lies deep, else member by member; the short ones of an object share lines."""
    line = "%s%s %s" % (margin, name, json.dumps(value, ensure_ascii=False))
    if len(line) <= WIDTH or depth == 0 or not isinstance(value, (dict, list)):
        print(line)
        return
    print(margin + name)
    margin += "  "
    row = margin
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        text = "%s %s, " % (key, json.dumps(one, ensure_ascii=False))
        long = len(margin + text) > WIDTH or isinstance(value, list)
        if row != margin and (long or len(row + text) > WIDTH):
            print(row.rstrip(", "))
            row = margin
        if long:
            show(str(key), one, depth - 1, margin)
        else:
            row += text
    if row != margin:
        print(row.rstrip(", "))


def decode(channel, payload):
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("schema.bfbs", base64.b64decode(channel["schema"], validate=True)), ("message.bin", payload)):
            with open(folder + "/" + name, "wb") as file:
                file.write(data)
        command = ["flatc", "--json", "--raw-binary", "--strict-json", "--defaults-json", "--root-type", channel["schemaName"]]
        subprocess.run([*command, "-o", folder, folder + "/schema.bfbs", "--", folder + "/message.bin"], check=True, stdout=sys.stderr)
        with open(folder + "/message.json") as file:
            return json.load(file)


def frame_of(payload):
    """Of a message of ours: the stamp is its table's first field."""
    table = struct.unpack_from("<I", payload, 0)[0]
    vtable = table - struct.unpack_from("<i", payload, table)[0]
    stamp = table + struct.unpack_from("<H", payload, vtable + 4)[0]
    return struct.unpack_from("<8xQ", payload, stamp)[0]


class Client:
    def __init__(self, name):
        self.name = name
        self.socket = None
        self.inbox = []  # kind, time and content of what nobody asked for yet
        self.channels, self.subscriptions = {}, {}
        self.last_time = self.calls = self.questions = 0

    async def come(self, path, protocols, loud):
        try:
            self.socket = await websockets.connect("ws://127.0.0.1:%s%s" % (sys.argv[1], path), subprotocols=protocols, max_size=None,
                                                   max_queue=None, ping_interval=None, open_timeout=LIMIT, close_timeout=10)
        except Exception as error:
            self.show("refused", str(error))
            return
        if loud:
            self.show("speaks", self.socket.subprotocol)
        if not await self.settle():
            return
        for kind, _, content in self.inbox:
            if kind == "advertise":
                self.channels = {one["topic"]: one for one in content["channels"]}
            if loud and kind not in FRAMES:
                self.show(kind, steady(greeting(content)), 2)
        self.inbox.clear()

    def show(self, kind, content, depth=0):
        show("%s: %s" % (self.name, kind), content, depth)

    async def receive(self):
        """The next message goes to the inbox. False: there is no more."""
        try:
            message = await self.socket.recv()
        except websockets.ConnectionClosed:
            return False
        if isinstance(message, str):
            content = json.loads(message)
            if content["op"] == "status":
                self.show("status", {key: one for key, one in content.items() if key != "op"})
            else:
                self.inbox.append((content["op"], 0, content))
        elif message[0] == 1:
            number, now = struct.unpack_from("<IQ", message, 1)
            self.inbox.append((self.subscriptions.get(number, "subscription %d" % number), now, message[13:]))
        elif message[0] == 2:
            (now,) = struct.unpack("<Q", message[1:])
            self.inbox.append(("time", now, clock(now)))
            if now <= self.last_time:
                self.show("time went back", self.last_time - now)
            self.last_time = now
        else:
            _, service, call, length = struct.unpack_from("<BIII", message)
            answer = json.loads(message[13 + length :])
            self.inbox.append(("answer", 0, {"serviceId": service, "callId": call, "encoding": message[13 : 13 + length].decode(), "answer": answer}))
        return True

    async def find(self, wanted):
        """The first of the inbox that is `wanted`, taken out of it; None: it will not come."""

        async def search():
            while True:
                for at, one in enumerate(self.inbox):
                    if wanted(*one):
                        return self.inbox.pop(at)
                if not await self.receive():
                    return None

        try:
            found = await asyncio.wait_for(search(), LIMIT)
        except asyncio.TimeoutError:
            sys.exit("%s waited in vain" % self.name)
        if found is None:
            self.show("closed", [self.socket.close_code, self.socket.close_reason])
        return found

    async def ask(self, message):
        """What is answered to a message with an id."""
        self.questions += 1
        question = "question %d" % self.questions
        try:
            await self.say({**message, "id": question})
        except websockets.ConnectionClosed:
            pass  # find() says so
        return await self.find(lambda kind, _, content: kind == "parameterValues" and content.get("id") == question)

    async def settle(self):
        """Until what has been said is understood."""
        return await self.ask({"op": "getParameters", "parameterNames": ["session"]})

    async def parameters(self, message):
        _, now, content = await self.ask(message)
        self.print_one("parameters", now, content["parameters"], 0)

    async def say(self, message):
        await self.socket.send(json.dumps(message))

    def print_one(self, kind, now, content, depth=4):
        if isinstance(content, bytes):
            content = decode(self.channels[kind], content)
        self.show(kind, steady(content, now), depth)

    async def subscribe(self, topics):
        for topic in topics:
            self.subscriptions[100 + self.channels[topic]["id"]] = topic
        await self.say({"op": "subscribe", "subscriptions": [{"id": 100 + self.channels[topic]["id"], "channelId": self.channels[topic]["id"]} for topic in topics]})

    def forget(self, kind):
        if kind in FRAMES:
            self.inbox = [one for one in self.inbox if one[0] != kind]

    async def hear(self, kind):
        self.forget(kind)
        while one := await self.find(lambda found, *_: found == kind):
            if kind != "/events" or decode(self.channels[kind], one[2])["kind"] not in BY_LOAD:
                return self.print_one(*one)

    async def count(self, topic):
        self.forget(topic)
        for _ in range(2):
            await self.find(lambda kind, *_: kind == "time")
        await self.settle()
        self.show("count of " + topic, sum(kind == topic for kind, *_ in self.inbox))

    async def until(self, topic, frame):
        self.print_one(*await self.find(lambda kind, _, content: kind == topic and frame_of(content) == frame))

    async def call(self, service, text):
        self.calls += 1
        number = SERVICES.index(service) + 1
        await self.socket.send(struct.pack("<BIII", 2, number, self.calls, 4) + b"json" + text.encode())
        kind, now, content = await self.find(lambda kind, _, content: kind in ("answer", "serviceCallFailure") and content["callId"] == self.calls)
        self.print_one("%s %s" % (service, kind), now, {key: one for key, one in content.items() if key != "op"}, 2)

    async def do(self, verb, rest):
        words = rest.split()
        if verb in ("open", "join"):
            return await self.come(words[0], words[1:] or ["foxglove.websocket.v1"], verb == "open")
        if verb == "say":
            await self.socket.send(rest)
        elif verb == "bytes":
            await self.socket.send(bytes.fromhex(rest))
        elif verb == "subscribe":
            await self.subscribe(words)
        elif verb == "unsubscribe":
            await self.say({"op": "unsubscribe", "subscriptionIds": [100 + self.channels[topic]["id"] for topic in words]})
        elif verb == "advertise":
            await self.say({"op": "advertise", "channels": [{"id": int(rest), "topic": "/drawbar/controls", "encoding": "json", "schemaName": ""}]})
        elif verb == "publish":
            await self.socket.send(struct.pack("<BI", 1, int(words[0])) + rest.partition(" ")[2].encode())
        elif verb == "get":
            return await self.parameters({"op": "getParameters", "parameterNames": json.loads(rest)})
        elif verb == "set":
            return await self.parameters({"op": "setParameters", "parameters": json.loads(rest)})
        elif verb == "call":
            return await self.call(words[0], rest.partition(" ")[2])
        elif verb == "hear":
            for kind in words:
                await self.hear(kind)
            return
        elif verb == "skip":
            self.forget(rest)
            return await self.find(lambda kind, *_: kind == rest)
        elif verb == "count":
            return await self.count(rest)
        elif verb == "until":
            return await self.until(words[0], int(words[1]))
        elif verb == "closed":
            return await self.find(lambda *_: False)
        elif verb == "leave":
            return await self.leave()
        elif verb == "run":
            sys.stdout.flush()
            return await (await asyncio.create_subprocess_shell(rest)).wait()
        else:
            raise ValueError(verb)
        await self.settle()

    async def leave(self):
        await self.settle()
        for kind, _, content in self.inbox:
            if kind != "time" and not kind.startswith("/"):
                self.show("unheard", content)
        await self.close()

    async def close(self):
        if self.socket:
            await self.socket.close()


async def main():
    clients = {}
    for line in sys.stdin:
        name, verb, *rest = line.rstrip("\n").split(" ", 2)
        await clients.setdefault(name, Client(name)).do(verb, "".join(rest))
    for client in clients.values():
        await client.close()


asyncio.run(main())
