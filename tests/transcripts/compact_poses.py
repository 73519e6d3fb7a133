#!/usr/bin/env python3
"""compact_poses.py PORT: takes poses over UDP, plain and compact, by protocol/README.md alone, and sets them side by side.

Lines of standard input:
    NAME joins {SUBSCRIBE}     a session of an instructor that is to take its poses over UDP
    NAME proves                that the address is its own: poses come
    NAME wrong OTHER           what proves nothing gets no answer and no poses while OTHER gets its own
    NAME moves OTHER           proves another address: what went to the one before goes there, and so it does for OTHER
    NAME ends OTHER            proves nothing any more: its poses end, OTHER's go on
    NAME asks BODY {FIELDS}    something over its connection
    NAME frame                 the frame that stands, every body
    NAME key                   the datagrams of the next key, or of the next plain frame
    NAME interval              how long from key to key, while nothing changes
    NAME step                  from the state `begin` one frame on, right behind a key: the datagrams that differ from it
    NAME beside OTHER          of three frames, how much it differs from OTHER's plain one
Ticks, ports and keys are not printed. Nothing here waits for a time, but for what comes.
"""

import json
import math
import select
import socket
import struct
import sys
import time
import zlib

import tables

LIMIT = 120  # s
BOUNDS = (0.5 / 2048, 3.1e-4, 0.5 / 128, 0.5 / 128)  # m, rad, m/s, rad/s
WELCOME, FRAME, COMPACT, ERROR, REPLY, CHALLENGE = 1, 3, 4, 7, 8, 10
SESSIONS = {}


class Table:
    """Of a FlatBuffer, fields by their ids."""

    def __init__(self, data, at=None):
        self.data, self.at = data, struct.unpack_from("<I", data)[0] if at is None else at
        self.fields = self.at - struct.unpack_from("<i", data, self.at)[0]

    def place(self, id_):
        inside = 4 + 2 * id_ < struct.unpack_from("<H", self.data, self.fields)[0]
        offset = struct.unpack_from("<H", self.data, self.fields + 4 + 2 * id_)[0] if inside else 0
        return self.at + offset if offset else None

    def number(self, id_, form, default=0):
        """Or the numbers of a struct."""
        place = self.place(id_)
        values = (default,) if place is None else struct.unpack_from("<" + form, self.data, place)
        return values if len(values) > 1 else values[0]

    def table(self, id_):
        return Table(self.data, self.there(id_))

    def there(self, id_):
        return self.place(id_) + struct.unpack_from("<I", self.data, self.place(id_))[0]

    def list(self, id_, form):
        if self.place(id_) is None:
            return []
        begin, size = self.there(id_), struct.calcsize("<" + form)
        (count,) = struct.unpack_from("<I", self.data, begin)
        return list(struct.iter_unpack("<" + form, self.data[begin + 4 : begin + 4 + size * count]))


class Bits:
    """Least significant bit of each byte first."""

    def __init__(self, data):
        self.left, self.count = int.from_bytes(data, "little"), 8 * len(data)

    def number(self, width):
        assert width <= self.count, "data ends within a body"
        value = self.left & ((1 << width) - 1)
        self.left, self.count = self.left >> width, self.count - width
        return value

    def signed(self, width):
        value = self.number(width)
        return value - (1 << width) if width and value >> (width - 1) else value

    def three(self):
        width = self.number(6)
        return [self.signed(width) for _ in range(3)]


class Poses:
    """A Frame or CompactFrame: bodies by id, each (position, orientation, linear velocity, angular velocity, absent)."""

    def __init__(self, kind, table, size):
        self.kind, self.size, self.bodies = kind, size, {}
        self.tick, self.frame, _, _, self.branch, self.flags = table.number(0, "QQdQII")
        if kind == FRAME:
            self.part, self.parts, self.key_tick = table.number(2, "H"), table.number(3, "H", 1), None
            for v in table.list(1, "3d4f3f3f2I"):
                self.bodies[v[13]] = (v[0:3], v[3:7], v[7:10], v[10:13], bool(v[14] & 1))
        else:
            self.part, self.parts, self.key_tick = table.number(5, "H"), table.number(6, "H", 1), table.number(1, "Q")
            self.origin, self.data = table.number(2, "3d"), bytes(b for (b,) in table.list(4, "B"))
            self.absent = [id_ for (id_,) in table.list(7, "I")]
            self.take_compact(table.number(3, "H"))

    def take_compact(self, count):
        bits, id_ = Bits(self.data), -1
        for _ in range(count):
            id_ += 1 + (bits.number(bits.number(6)) if bits.number(1) else 0)
            position = tuple(o + step / 2048 for o, step in zip(self.origin, bits.three()))
            largest = bits.number(2)
            turn = [bits.signed(14) / (8191 * math.sqrt(2)) for _ in range(3)]
            turn.insert(largest, math.sqrt(max(0.0, 1 - sum(c * c for c in turn))))
            linear, angular = (tuple(step / 128 for step in bits.three()) for _ in range(2))
            self.bodies[id_] = (position, tuple(turn), linear, angular, id_ in self.absent)
        assert bits.count < 8 and bits.left == 0, "data goes on behind the last body"

    def say(self):
        if self.kind == FRAME:
            print("  part", self.part, "of", self.parts, "bodies", *self.bodies, "of", self.size, "bytes")
            return
        data = self.data.hex() if len(self.data) < 200 else "%d bytes, crc %08x" % (len(self.data), zlib.crc32(self.data))
        print("  part", self.part, "of", self.parts, "bodies", *self.bodies, "absent", self.absent, "origin", list(self.origin), data)


def errors(a, b):
    across = lambda k: max(abs(x - y) for x, y in zip(a[k], b[k]))
    nearest = min(math.dist(a[1], [sign * c for c in b[1]]) for sign in (1, -1))
    return across(0), 4 * math.asin(nearest / 2), across(2), across(3)


class Session:
    replied = 0  # tick of the newest reply to anybody

    def __init__(self, name, port, subscribe):
        self.name, self.request, self.answers, self.welcome = name, 0, {}, None
        self.tcp, self.unread = socket.create_connection(("127.0.0.1", port)), b""
        self.keys, self.seen, self.parts = {}, {}, {}
        self.listen()
        SESSIONS[name] = self
        self.send("Hello", {"major": 1, "minor": 2, "name": name, "role": "Instructor"})
        wait(lambda: self.welcome)
        self.to = ("127.0.0.1", self.welcome.number(9, "H"))
        high, low = self.welcome.number(18, "QQ")
        self.key = {"high": high, "low": low}
        self.ask("Subscribe", {"udp": True, "telemetry_every_nth": 0, **subscribe})

    def listen(self):
        self.udp, self.challenges, self.datagrams, self.echoed = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), [], 0, None
        self.udp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.udp.bind(("127.0.0.1", 0))

    # --- what it says ---

    def send(self, body, fields, request=0):
        data = tables.client_message(body, fields, request)
        self.tcp.sendall(struct.pack("<I", len(data)) + data)

    def ask(self, body, fields):
        self.request += 1
        self.send(body, fields, self.request)
        wait(lambda: self.request in self.answers)
        assert self.answers[self.request] == REPLY, body

    def datagram(self, body, **fields):
        self.udp.sendto(tables.client_message(body, fields), self.to)

    def greet(self):
        before = len(self.challenges)
        self.datagram("UdpHello", padding=[0] * 64, udp_key=self.key)
        wait(lambda: len(self.challenges) > before)

    def echo(self):
        self.datagram("UdpChallengeEcho", challenge=self.challenges[-1], udp_key=self.key)
        self.echoed = time.monotonic()

    # --- what it hears ---

    def hear(self):
        self.unread += self.tcp.recv(1 << 20) or sys.exit("%s: closed" % self.name)
        while len(self.unread) >= 4 and len(self.unread) >= 4 + struct.unpack_from("<I", self.unread)[0]:
            size = 4 + struct.unpack_from("<I", self.unread)[0]
            message = Table(self.unread[4:size])
            self.unread = self.unread[size:]
            kind, body = message.number(0, "B"), message.table(1)
            if kind == WELCOME:
                self.welcome = body
            elif kind in (REPLY, ERROR):
                self.answers[body.number(0, "I")] = kind
                if kind == REPLY:
                    Session.replied = body.number(1, "QQdQII")[0]
            elif kind == COMPACT:
                key = Poses(kind, body, size)
                assert key.key_tick == key.tick and key.parts == 1, "no key"
                self.keys[key.tick] = key

    def take(self):
        data = self.udp.recv(65536)
        assert len(data) <= 1200 and data[4:8] == b"DBRS"
        message = Table(data)
        kind, body = message.number(0, "B"), message.table(1)
        if kind == CHALLENGE:
            high, low = body.number(0, "QQ")
            self.challenges.append({"high": high, "low": low})
            return
        self.datagrams += 1
        poses = Poses(kind, body, len(data))
        parts = self.parts.setdefault(poses.tick, {})
        parts[poses.part] = poses
        if len(parts) == poses.parts:
            self.seen[poses.tick] = [parts[k] for k in range(poses.parts)]

    def bodies(self, tick):
        """Of a whole frame, every body; None where its key has not come."""
        parts, found = self.seen[tick], {}
        if parts[0].key_tick not in (None, tick):
            if parts[0].key_tick not in self.keys:
                return None
            found = dict(self.keys[parts[0].key_tick].bodies)
        for part in parts:
            found.update(part.bodies)
        return dict(sorted(found.items()))

    def fresh(self, good=lambda parts: True):
        """The tick of the next whole frame that is so, behind every reply."""
        known, found = set(self.seen), []

        def come():
            found[:] = [tick for tick in sorted(set(self.seen) - known) if tick > Session.replied and good(self.seen[tick])]
            return found

        wait(come)
        return found[0]


def wait(come):
    """Reads what comes to anybody until then; who has proved an address goes on proving it."""
    end = time.monotonic() + LIMIT
    while not come():
        if time.monotonic() > end:
            sys.exit("nothing came")
        for session in SESSIONS.values():
            if session.echoed and time.monotonic() > session.echoed + 1:
                session.echo()
        ready = {s: take for one in SESSIONS.values() for s, take in ((one.tcp, one.hear), (one.udp, one.take))}
        for readable in select.select(list(ready), [], [], 0.25)[0]:
            ready[readable]()


def proves(one):
    one.greet()
    one.echo()
    one.fresh()


def wrong(one, other):
    no_key = {"high": 1, "low": one.key["low"]}
    one.udp.sendto(b"", one.to)
    one.udp.sendto(b"x" * 1201, one.to)
    one.datagram("UdpHello", padding=[0] * 64, udp_key=no_key)
    one.datagram("UdpHello", padding=[0] * 64)
    one.datagram("UdpHello", udp_key=one.key)
    one.datagram("Ping", client_ns=5)
    one.greet()
    one.greet()
    print("  answers", len(one.challenges), "to two questions, the same:", one.challenges[0] == one.challenges[-1])
    one.datagram("UdpChallengeEcho", challenge=no_key, udp_key=one.key)
    one.datagram("UdpChallengeEcho", challenge=one.challenges[0], udp_key=no_key)
    one.datagram("UdpChallengeEcho", challenge=one.challenges[0])
    stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    stranger.sendto(tables.client_message("UdpChallengeEcho", {"challenge": one.challenges[0], "udp_key": one.key}), one.to)
    for _ in range(3):
        other.fresh()
    print("  poses", one.datagrams, "elsewhere", len(select.select([stranger], [], [], 0)[0]))


def moves(one, other):
    before = one.udp
    one.listen()
    proves(one)
    while select.select([before], [], [], 0)[0]:
        before.recv(65536)
    for _ in range(3):
        other.fresh()
    print("  poses to the address before:", len(select.select([before], [], [], 0)[0]))


def ends(one, other):
    began, quiet = time.monotonic(), 0
    one.echo()
    one.echoed = None
    while quiet < 25:
        before = one.datagrams
        other.fresh()
        quiet = quiet + 1 if one.datagrams == before else 0
    print("  ended, after five seconds at least:", time.monotonic() - began > 5)


def frame(one):
    for id_, body in one.bodies(one.fresh(lambda parts: one.bodies(parts[0].tick))).items():
        print("  body", id_, *["(%s)" % " ".join("%.9g" % (x + 0) for x in part) for part in body[:4]], *["absent"] * body[4])


def key(one):
    for part in one.seen[one.fresh(lambda parts: parts[0].key_tick in (None, parts[0].tick))]:
        part.say()


def interval(one):
    """Ticks that nobody served make one longer, never shorter."""
    def apart():
        ticks = sorted(one.keys)
        return [b - a for a, b in zip(ticks, ticks[1:])]
    one.keys.clear()
    wait(lambda: 25 in apart())
    print("  ticks from key to key, at least:", min(apart()))


def step(one):
    """A key may come with the very frame that was stepped: then again."""
    while True:
        one.ask("Restore", {"name": "begin"})
        begin = one.seen[one.fresh(lambda parts: parts[0].key_tick == parts[0].tick)][0]
        known = set(one.seen)
        one.ask("Step", {"frames": 1, "fast": True})
        wait(lambda: any(one.seen[t][0].frame > begin.frame and one.seen[t][0].branch == begin.branch for t in set(one.seen) - known))
        first = min(t for t in set(one.seen) - known if one.seen[t][0].frame > begin.frame)
        if one.seen[first][0].key_tick == begin.tick:
            break
    for part in one.seen[first]:
        part.say()


def beside(one, other):
    for _ in range(3):
        tick = one.fresh(lambda parts: parts[0].tick in other.seen and one.bodies(parts[0].tick))
        theirs = other.bodies(tick)
        mine = one.bodies(tick)
        assert all(mine[k][4] == theirs[k][4] for k in mine), "others are absent"
        worst = [max(each) for each in zip(*(errors(mine[k], theirs[k]) for k in mine))]
        assert all(w <= 1.0001 * b for w, b in zip(worst, BOUNDS)), "differs by %s" % worst
    print(" ", len(mine), "bodies, within the bounds")


def main():
    for line in sys.stdin:
        name, what, *rest = line.strip().split(maxsplit=2)
        print("--", line.strip())
        if what == "joins":
            Session(name, int(sys.argv[1]), json.loads(rest[0]))
        elif what == "asks":
            SESSIONS[name].ask(rest[0].split(maxsplit=1)[0], json.loads(rest[0].split(maxsplit=1)[1]))
        else:
            globals()[what](SESSIONS[name], *(SESSIONS[other] for other in rest))


if __name__ == "__main__":
    main()
