#!/usr/bin/env python3
"""A stand-in for an image generator of CIGI 3.3 that prints what it is told, read by the layouts of the ICD alone.

    cigi_packets.py serve NAME        is one: its UDP port is in the file NAME.port; it hears questions at the socket NAME
    cigi_packets.py NAME WORD ...     asks it, or tells it how to be

Numbers that go by the clock are judged in place of printed: a message's own number is the one before and one, the image generator's is one
that it sent, the time stamp is of now. Nothing here waits for a time: every wait is for something that comes.
"""

import collections
import math
import os
import select
import socket
import struct
import sys
import time

LIMIT = 120  # s, of every wait
PERIOD = 4000  # ticks of 10 us, of the host's frames
FIRST = 0x01020300  # number of the first Start of Frame
MODES = ("standby", "operate", "debug", "offline")

# By packet id: its name, its size, fields in their order. (name, form), or a byte as bit fields (name, bits) from the lowest.
LAYOUTS = {
    1: ("IG Control", 24, [("major", "B"), ("database", "b"), [("mode", 2), ("stamped", 1), ("smoothing", 1), ("minor", 4)], ("reserved", "B"),
                           ("magic", "H"), ("frame", "I"), ("stamp", "I"), ("ig_frame", "I"), ("reserved", "I")]),
    2: ("Entity", 48, [("entity", "H"), [("state", 2), ("attach", 1), ("collision", 1), ("inherit_alpha", 1), ("clamp", 2), ("reserved", 1)],
                       [("animation", 4), ("smoothing", 1), ("reserved", 3)], ("alpha", "B"), ("reserved", "B"), ("type", "H"), ("parent", "H"),
                       ("roll", "f"), ("pitch", "f"), ("yaw", "f"), ("x", "d"), ("y", "d"), ("z", "d")]),
    5: ("Component", 16, [("component", "H"), ("instance", "H"), [("class", 6), ("reserved", 2)], ("state", "B"), ("data1", "f"), ("data2", "I")]),
    7: ("Parts", 16, [("entity", "H"), ("part1", "B"), ("part2", "B"), [("dof1", 3), ("dof2", 3), ("enable1", 1), ("enable2", 1)],
                      ("reserved", "B"), ("value1", "f"), ("value2", "f")]),
    8: ("Rate", 32, [("entity", "H"), ("part", "B"), [("to_part", 1), ("own_axes", 1), ("reserved", 6)], ("reserved", "H"), ("x", "f"), ("y", "f"),
                     ("z", "f"), ("roll", "f"), ("pitch", "f"), ("yaw", "f")]),
    24: ("Height", 32, [("id", "H"), [("type", 2), ("of_entity", 1), ("reserved", 5)], ("period", "B"), ("entity", "H"), ("x", "d"), ("y", "d"),
                        ("z", "d")]),
}
# What tells a packet from others of its kind.
KEYS = ("entity", "component", "instance", "class", "part", "part1", "dof1", "part2", "dof2", "id")


def fields_of(order, packet):
    name, size, layout = LAYOUTS[packet[0]]
    assert len(packet) == size, "%s of %d bytes" % (name, len(packet))
    fields, at = {"packet": name}, 2
    for entry in layout:
        bits = isinstance(entry, list)
        form = order + ("B" if bits else entry[1])
        (value,) = struct.unpack_from(form, packet, at)
        at += struct.calcsize(form)
        for field, width in entry if bits else [(entry[0], None)]:
            number = value if width is None else value & ((1 << width) - 1)
            value = value if width is None else value >> width
            if field != "reserved":
                fields[field] = number if form[1] not in "fd" else ("%.7g" if form[1] == "f" else "%.10g") % (round(number, 9) + 0.0)
            elif number:
                fields["RESERVED"] = number
    assert at == size
    return fields


def packets_of(message):
    """(byte order, fields of every packet)."""
    order = {b"\x80\x00": ">", b"\x00\x80": "<"}[message[6:8]]
    found, at = [], 0
    while at < len(message):
        size = message[at + 1]
        found.append(fields_of(order, message[at : at + size]))
        at += size
    assert at == len(message) and [f["packet"] for f in found].count("IG Control") == 1 and found[0]["packet"] == "IG Control"
    return order, found


def line_of(fields):
    return " ".join(str(value) if name == "packet" else "%s %s" % (name, value) for name, value in fields.items())


def key_of(fields):
    return (fields["packet"], *(fields[key] for key in KEYS if key in fields))


def place_of(fields):
    """For an order that does not go by what came first: entities with their rates, then parts, then components."""
    kind = ("IG Control", "Entity", "Rate", "Parts", "Component", "Height").index(fields["packet"])
    return (1, fields["entity"], kind) if kind in (1, 2) else (kind, *key_of(fields)[1:])


def ticks():
    return time.monotonic_ns() // 10000 & 0xFFFFFFFF


def since(a, b):
    """Ticks from b to a."""
    return (a - b + 0x80000000 & 0xFFFFFFFF) - 0x80000000


def runs(numbers):
    """1, 2, 3, 7 as 1-3 7."""
    begins = [n for n in numbers if n - 1 not in numbers]
    ends = [n for n in numbers if n + 1 not in numbers]
    return " ".join(str(a) if a == b else "%d-%d" % (a, b) for a, b in zip(begins, ends))


def axes_of(entity):
    """Columns of Rz(yaw) Ry(pitch) Rx(roll)."""
    (r, p, y) = (math.radians(float(entity[k])) for k in ("roll", "pitch", "yaw"))
    (a, b, c, d, e, f) = (math.cos(r), math.sin(r), math.cos(p), math.sin(p), math.cos(y), math.sin(y))
    return ((e * c, f * c, -d), (e * d * b - f * a, f * d * b + e * a, c * b), (e * d * a + f * b, f * d * a - e * b, c * a))


class Generator:
    def __init__(self, name):
        self.name = name
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.udp.bind(("127.0.0.1", 0))
        self.asked = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.asked.bind(name)
        self.asked.listen()
        self.host, self.order, self.version = None, ">", 3
        self.mode, self.database, self.read = 0, 0, 0
        self.speaks, self.loads, self.terrain = False, False, None
        self.sent, self.known, self.expected, self.next_start = FIRST, 0, 1, 0.0
        self.frames = collections.deque(maxlen=3000)  # (stamp, [size], [fields])
        self.answered = collections.deque(maxlen=60)  # of every message, the image generator's frame that it knows
        self.shown, self.heights = {}, {}
        with open(name + ".tmp", "w") as file:
            file.write(str(self.udp.getsockname()[1]))
        os.rename(name + ".tmp", name + ".port")

    # --- what it says ---

    def start_of_frame(self, answers=b""):
        self.sent += 1
        flags = 3 << 4 | 1 << 2 | self.mode
        head = struct.pack(self.order + "BBBbBBHIIII", 101, 24, self.version, self.database, 0, flags, 0x8000, self.sent, ticks(),
                           self.read, 0)
        self.udp.sendto(head + answers, self.host)

    def answer(self, question):
        """To a question for a height above the terrain, of which x and y are told as they are."""
        id_, kind, (x, y, z) = question["id"], self.terrain[0], [float(question[k]) for k in "xyz"]
        self.heights[id_] = question
        if kind == "deaf" and id_ == 1:
            return b""
        height = sum(a * b for a, b in zip(self.terrain[1:], (1, x, -y)))
        above = (-z if question["of_entity"] else z) - height + 0.25 * (kind == "bump" and id_ == 1)
        valid, of_terrain = not (kind == "hole" and id_ == 2), kind == "deaf" and id_ == 2
        return struct.pack(self.order + "BBHB3xd", 102, 16, id_, valid | of_terrain << 1, above)

    # --- what it is told ---

    def serve(self):
        shell = os.getppid()
        while os.getppid() == shell:
            pause = min(1.0, max(0.0, self.next_start - time.monotonic())) if self.speaks and self.host else 1.0
            ready = select.select([self.udp, self.asked], [], [], pause)[0]
            if self.udp in ready:
                self.take()
            if self.asked in ready:
                question, _ = self.asked.accept()
                self.question(question)
            self.speak()

    def speak(self):
        if self.speaks and self.host and time.monotonic() >= self.next_start:
            self.start_of_frame()
            self.next_start = time.monotonic() + 0.01

    def take(self):
        message, self.host = self.udp.recvfrom(65536)
        order, packets = packets_of(message)
        control = packets[0]
        stamp = control["stamp"]
        control["order"] = "big" if order == ">" else "little"
        control["frame"] = "next" if control["frame"] == self.expected else "NOT NEXT"
        self.expected = struct.unpack_from(order + "I", message, 8)[0] + 1
        known = self.known <= control["ig_frame"] <= self.sent or control["ig_frame"] == 0
        self.known = control["ig_frame"]
        self.answered.append(self.known)
        control["ig_frame"] = "0" if self.known == 0 else "of one sent" if known else "NOT SENT"
        control["stamp"] = "now" if abs(since(stamp, ticks())) < 60 * 100000 else "ANY"
        if not self.frames or self.frames[-1][0] != stamp:
            self.frames.append((stamp, [], []))
        self.frames[-1][1].append(len(message))
        self.frames[-1][2].extend(packets)
        if self.loads and control["database"] > 0 and self.database != control["database"]:
            self.database = -control["database"]
        elif self.loads and control["database"] == 0:
            self.database = abs(self.database)
        questions = [p for p in packets if p["packet"] == "Height"]
        if questions and self.terrain:
            self.start_of_frame(b"".join(self.answer(q) for q in questions))

    # --- what it is asked ---

    def question(self, connection):
        """A word and its arguments; the answer goes back as text."""
        words = connection.makefile().readline().split()
        out = []
        getattr(self, "do_" + words[0])(lambda *what: out.append(" ".join(map(str, what))), *words[1:])
        connection.sendall("".join(line + "\n" for line in out).encode())
        connection.close()
        if words[0] == "end":
            os.unlink(self.name)
            sys.exit()

    def until(self, come):
        """What come() gives once it gives something; None: it never does."""
        end = time.monotonic() + LIMIT
        while not (found := come()) and time.monotonic() < end:
            if select.select([self.udp], [], [], 0.005)[0]:
                self.take()
            self.speak()
        return found or None

    def whole(self):
        """Frames of which every message has come."""
        return list(self.frames)[:-1]

    def do_be(self, say, *words):
        """mode, database, order, loads, version: how it is from now on; waits for a message that knows of it."""
        self.do_be_for_anyone(say, *words)
        before = self.sent
        if self.until(lambda: self.known > before) is None:
            say("no message knows of it")

    def do_be_for_anyone(self, say, *words):
        """The same, for whoever comes."""
        for name, value in zip(words[::2], words[1::2]):
            setattr(self, name, MODES.index(value) if name == "mode" else {"big": ">", "little": "<"}[value] if name == "order" else int(value))
        self.speaks = True

    def do_still(self, say):
        """Says nothing any more; waits until it is told no entities: for longer than a round of what stands still takes."""
        self.speaks = False
        if self.until(lambda: len(self.frames) > 30 and all(len(packets) == 1 for _, _, packets in list(self.frames)[-30:])) is None:
            say("it goes on being told entities")

    def do_told(self, say):
        """What is new since the last time, of a frame that began after this question and those before."""
        now = ticks()
        if self.until(lambda: any(since(stamp, now) >= PERIOD for stamp, _, _ in self.whole())) is None:
            say("no such frame comes")
        self.say_new(say, self.whole())

    def do_heard(self, say):
        """What was new, of a host that has ended."""
        self.say_new(say, self.frames)

    def say_new(self, say, frames):
        newest = {}
        for _, _, packets in frames:
            newest.update((key_of(p), p) for p in packets if p["packet"] != "Height")
        for key, fields in sorted(newest.items(), key=lambda entry: place_of(entry[1])):
            if self.shown.get(key) != line_of(fields):
                self.shown[key] = line_of(fields)
                say(self.shown[key])

    def do_forget(self, say, *what):
        """What came before does not count any more; `all`: nor what was printed."""
        self.frames.clear()
        if what:
            self.shown.clear()

    def do_when(self, say, count):
        """In which frames what is told, from the first that tells anything behind one that does not."""
        count = int(count)

        def found():
            frames = self.whole()
            bare = [i for i, frame in enumerate(frames) if len(frame[2]) == 1]
            begin = next((i for i in bare if i + 1 < len(frames) and len(frames[i + 1][2]) > 1), None)
            return None if begin is None or len(frames) < begin + 1 + count else frames[begin + 1 : begin + 1 + count]

        frames = self.until(found) or []
        say("of %d frames, each a whole number of periods after the one before: %s" %
            (len(frames), all(since(b[0], a[0]) % PERIOD == 0 for a, b in zip(frames, frames[1:]))))
        self.say_frames(say, frames)

    def do_cuts(self, say):
        """Frames that are not to be smoothed from the one before: of these who was told otherwise than was printed."""
        for _, _, packets in self.whole():
            if not packets[0]["smoothing"]:
                cut = [p for p in packets if p.get("smoothing") == 0 and len(key_of(p)) > 1]
                say("not smoothed:", *["%s %s" % key_of(p)[:2] for p in cut if line_of(p) != self.shown.get(key_of(p))])

    def do_scene(self, say):
        """As `when`, of twelve frames from the first on that destroys an entity."""

        def found():
            frames = self.whole()
            begin = next((i for i, f in enumerate(frames) if any(p.get("state") == 2 for p in f[2] if p["packet"] == "Entity")), None)
            return None if begin is None or len(frames) < begin + 12 else frames[begin : begin + 12]

        self.say_frames(say, self.until(found) or [])

    def say_frames(self, say, frames):
        places = {}
        for number, (_, sizes, packets) in enumerate(frames, 1):
            places.setdefault("datagrams of %s bytes" % sizes, []).append(number)
            for p in packets:
                what = " ".join(str(part) for part in key_of(p)) + (" destroyed" if p["packet"] == "Entity" and p["state"] == 2 else "")
                places.setdefault(what, []).append(number)
        for what, numbers in places.items():
            if what != "IG Control":
                say(what + ":", runs(sorted(set(numbers))))

    def do_farewell(self, say):
        """The last message, which destroys."""
        last = self.until(lambda: self.frames and any(p.get("state") == 2 for p in self.frames[-1][2]) and self.frames[-1])
        for packet in last[2] if last else []:
            say(line_of(packet))

    def do_ack(self, say, *words):
        """It shows the newest message that it has read."""
        self.read = self.expected - 1
        self.do_be(say, *words)

    def do_raw(self, say, *datagrams):
        """Sends these, `-` for an empty one; a Start of Frame behind them has been heard when this ends."""
        for datagram in datagrams:
            self.udp.sendto(bytes.fromhex(datagram.replace("-", "")), self.host)
        self.do_be(say)

    def do_burst(self, say, count):
        for _ in range(int(count)):
            self.start_of_frame()
        self.do_be(say)

    def do_rates(self, say, *entities):
        """Once each moves, to five digits: of bodies whose rates do not change."""
        for entity in entities:
            rate = self.until(lambda: self.newest("Rate", entity, lambda r: r["x"] != "0"))
            say("Rate entity", entity, *["%s %.5g" % (k, float(rate[k]) + 0) for k in ("x", "y", "z", "roll", "pitch", "yaw")])

    def newest(self, packet, entity, good=lambda _: True):
        for _, _, packets in reversed(self.whole()):
            for p in packets:
                if p["packet"] == packet and p["entity"] == int(entity) and good(p):
                    return p
        return None

    def do_moves(self, say, entity, *accelerations):
        """Between two messages less than half a frame apart it moves and turns as its rates tell, and they change as given."""
        names, wanted = ("x", "y", "z", "roll", "pitch", "yaw"), [float(a) for a in accelerations]

        def states():
            for stamp, _, packets in self.whole():
                found = [p for p in packets if p["packet"] in ("Entity", "Rate") and p["entity"] == int(entity)]
                if len(found) == 2:
                    yield stamp, found[0], [float(found[1][k]) for k in names]

        def good(a, b):
            time = since(b[0], a[0]) * 1e-5
            if not 0.004 < time < 0.018:
                return False
            mean = [(v + w) / 2 for v, w in zip(a[2], b[2])]
            axes, after = axes_of(a[1]), axes_of(b[1])
            way = [float(b[1][k]) - float(a[1][k]) for k in "xyz"]
            told = [time * sum(axes[i][k] * mean[i] for i in range(3)) for k in range(3)]
            dots = [[sum(axes[i][k] * after[j][k] for k in range(3)) for j in range(3)] for i in range(3)]
            turn = [math.degrees(dots[2][1] - dots[1][2]) / 2, math.degrees(dots[0][2] - dots[2][0]) / 2, math.degrees(dots[1][0] - dots[0][1]) / 2]
            changed = [(w - v) / time for v, w in zip(a[2], b[2])]
            fast, turns = 2e-5 * math.dist(mean[:3], (0, 0, 0)), 2e-5 * math.dist(mean[3:], (0, 0, 0))
            return (math.dist(way, told) < 1e-4 + fast and math.dist(turn, [time * r for r in mean[3:]]) < 2e-3 + turns and
                    all(abs(c - w) < 0.02 * max(1, abs(w)) for c, w in zip(changed, wanted)))

        def found():
            known = list(states())[-40:]
            return any(good(a, b) for a, b in zip(known, known[1:]))

        say("entity", entity, "moves, turns and gains as it is told:", bool(self.until(found)))

    def do_paced(self, say):
        self.answered.clear()
        full = lambda: len(self.answered) == 60 and all(b == a + 1 for a, b in zip(self.answered, list(self.answered)[1:]))
        say("sixty messages answer sixty of its frames, one each:", bool(self.until(full)))

    def do_asked(self, say):
        """Which heights, each once; not of which message, which goes by the clock."""
        for _, question in sorted(self.heights.items()):
            say(line_of(question))
        self.heights.clear()

    def do_land(self, say, kind, *plane):
        """Terrain: height = plane[0] + plane[1] x + plane[2] y; bump and hole are at questions 1 and 2; deaf does not answer question
        1, and 2 with the terrain's own height."""
        self.terrain = (kind, *map(float, plane))

    def do_end(self, say):
        pass


def main():
    if sys.argv[1] == "serve":
        Generator(sys.argv[2]).serve()
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(sys.argv[1])
    connection.sendall((" ".join(sys.argv[2:]) + "\n").encode())
    for line in connection.makefile():
        print(line, end="")


if __name__ == "__main__":
    main()
