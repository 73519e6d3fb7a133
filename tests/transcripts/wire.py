#!/usr/bin/env python3
"""wire.py PORT: speaks to a daemon over TCP by the schemas alone, and prints what it answers.

Lines of standard input: NAME BODY JSON. Whoever says Hello first is connected; "resume_key": "NAME" is the key of NAME's last Welcome.
NAME later BODY JSON does not wait for the answer, NAME score waits for the next Score, which goes by the wall clock and is not shown
else, NAME drop ends a connection without a word, NAME bytes HEX sends these. After each line comes what everybody was sent: every message
but poses and telemetry, of those what is new in the newest. What is of this moment or of the machine's load reads N, or is left out. At the end
each says Goodbye.
"""

import json
import selectors
import socket
import struct
import sys
import time

import tables

LIMIT = 120  # s
OF_THIS_MOMENT = {"high", "low", "udp_port", "server", "monotonic_ns", "utc_offset_ns", "server_receive_ns", "server_send_ns", "build"}
LEFT_OUT = {"compute_ns", "lateness_ns", "misses", "slips", "image_delay"}
BYTES = {"scene", "data", "state", "exercise"}
NEWEST = ("Frame", "Telemetry", "GhostFrame")


def steady(value, key=""):
    if key in BYTES and isinstance(value, list):
        return f"{len(value)} bytes"
    if key in OF_THIS_MOMENT:
        return "N" if value else value
    if key == "stamp":
        return "branch {branch} frame {frame} at {time:.6g} s flags {flags}".format(**value)
    if isinstance(value, dict) and set(value) <= set("wxyz"):
        return list(value.values())
    if isinstance(value, dict):
        return {k: steady(v, k) for k, v in value.items() if k not in LEFT_OUT}
    return [steady(v) for v in value] if isinstance(value, list) else value


def news(body, before):
    """What of it stood otherwise before."""
    bodies = {"bodies": [one for one in body["bodies"] if one not in before.get("bodies", [])]} if "bodies" in body else {}
    return {key: value for key, value in (body | bodies).items() if value != before.get(key) and (key != "bodies" or value)}


class Person:
    """A connection, and what came over it."""

    def __init__(self, name, port):
        self.name, self.socket, self.unread, self.open = name, socket.create_connection(("127.0.0.1", port)), b"", True
        self.socket.setblocking(False)
        self.fresh, self.shown, self.welcome = [], {}, False

    def send(self, body, fields, request=0):
        data = tables.client_message(body, fields, request)
        self.send_bytes(struct.pack("<I", len(data)) + data)

    def send_bytes(self, data):
        self.socket.setblocking(True)
        self.socket.sendall(data)
        self.socket.setblocking(False)

    def receive(self):
        """The messages that are whole by now."""
        try:
            data = self.socket.recv(1 << 20)
        except BlockingIOError:
            return []
        except ConnectionResetError:
            data = b""
        self.open = bool(data)
        self.unread += data
        messages = []
        while len(self.unread) >= 4 and len(self.unread) >= 4 + struct.unpack_from("<I", self.unread)[0]:
            (size,) = struct.unpack_from("<I", self.unread)
            messages.append(self.unread[4 : 4 + size])
            self.unread = self.unread[4 + size :]
        return messages


def is_answer(message, request):
    kind, body = message
    return kind in ("Welcome", "Pong") or body.get("request") == request and kind != "StateFile"


class Session:
    """Everybody, and what was last asked."""

    def __init__(self, port):
        self.port, self.people, self.request, self.keys = port, {}, 0, {}

    def pump(self, enough):
        """Reads on until `enough`."""
        end = time.monotonic() + LIMIT
        while not enough():
            if time.monotonic() > end:
                sys.exit("nothing came")
            with selectors.DefaultSelector() as waiting:
                for person in self.people.values():
                    if person.open:
                        waiting.register(person.socket, selectors.EVENT_READ, person)
                ready = [key.data for key, _ in waiting.select(1)]
            got = [(person, message) for person in ready for message in person.receive()]
            for (person, _), message in zip(got, tables.read([message for _, message in got], "stream.fbs")):
                if message["body"].get("kind") not in tables.BY_LOAD:
                    person.fresh.append((message["body_type"], message["body"]))

    def say(self, person, body, fields):
        self.request += 1
        person.send(body, fields, self.request)
        return self.request

    def settle(self):
        """Until everybody has all that was sent so far, and the telemetry of what is so now."""
        asked = {}
        for person in self.people.values():
            if person.open:
                asked[person.name] = len(person.fresh)
                person.send("Ping", {"client_ns": 1})

        def settled(person):
            fresh = [kind for kind, _ in person.fresh[asked[person.name] :]]
            return not person.open or ("Pong" in fresh and fresh[fresh.index("Pong") :].count("Telemetry") >= 2)

        self.pump(lambda: all(settled(self.people[name]) for name in asked))

    def await_leaving(self, who):
        """Until the others know that he has gone, if he was there."""
        others = [person for person in self.people.values() if person.open and person is not who]
        if who.welcome:
            self.pump(lambda: all(any(kind == "Event" and body["kind"] == "Left" for kind, body in other.fresh) for other in others))

    def show(self, scores):
        shown = {}
        for person in self.people.values():
            newest = {kind: body for kind, body in person.fresh if kind in NEWEST}
            for kind, body in [message for message in person.fresh if message[0] not in NEWEST] + list(newest.items()):
                if (kind == "Pong" and body["client_ns"] == 1) or (kind == "Score" and not scores):
                    continue
                if kind == "Welcome":
                    self.keys[person.name] = body["resume_key"]
                    person.welcome = True
                body = steady(body)
                if kind in NEWEST:
                    before, person.shown[kind] = person.shown.get(kind, {}), body
                    body = news(body, before)
                    if not body:
                        continue
                text = json.dumps(body, ensure_ascii=False)
                print(person.name, kind, f"as {shown[text]}" if text in shown else text)
                shown.setdefault(text, person.name)
            person.fresh = []
            if not person.open:
                print(person.name, "closed")
        self.people = {name: person for name, person in self.people.items() if person.open}

    def line(self, name, word, rest):
        if word == "Hello" and name not in self.people:
            self.people[name] = Person(name, self.port)
        person = self.people[name]
        if word == "drop":
            person.socket.close()
            del self.people[name]
            self.await_leaving(person)
        elif word == "bytes":
            person.send_bytes(bytes.fromhex(rest))
            self.pump(lambda: not person.open)
            self.await_leaving(person)
        elif word == "score":
            self.pump(lambda: any(kind == "Score" for kind, _ in person.fresh))
        elif word == "later":
            body, _, fields = rest.partition(" ")
            self.say(person, body, json.loads(fields or "{}"))
        else:
            fields = json.loads(rest or "{}")
            if isinstance(fields.get("resume_key"), str):
                fields["resume_key"] = self.keys[fields["resume_key"]]
            request = self.say(person, word, fields)
            self.pump(lambda: not person.open or any(is_answer(message, request) for message in person.fresh))
        self.settle()
        self.show(scores=word == "score")


def main():
    session = Session(int(sys.argv[1]))
    for line in sys.stdin:
        print("--", line.rstrip())
        session.line(*(line.split(None, 2) + [""])[:3])
    for name in list(session.people):
        session.line(name, "Goodbye", "")


if __name__ == "__main__":
    main()
