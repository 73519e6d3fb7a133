"""A stand-in for an image generator, written from the byte layouts of CIGI 3.3 alone: it draws nothing, and remembers what it
was told. Nothing of drawbar's own is used here."""

import math
import random
import select
import socket
import struct
import time

MAGIC = 0x8000
STANDBY, OPERATE = 0, 1
TICK = 1e-5  # s, of time stamps


class Malformed(Exception):
    pass


def packets(message):
    """(byte order for struct, [(id, bytes), ...]) of one message."""
    if len(message) < 8:
        raise Malformed("shorter than a packet")
    order = {b"\x80\x00": ">", b"\x00\x80": "<"}.get(message[6:8])
    if order is None:
        raise Malformed("no byte order")
    found, at = [], 0
    while at < len(message):
        if at + 2 > len(message):
            raise Malformed("a packet without a size")
        size = message[at + 1]
        if size < 8 or size % 8 or at + size > len(message):
            raise Malformed(f"a packet of {size} bytes at {at} of {len(message)}")
        found.append((message[at], message[at : at + size]))
        at += size
    return order, found


class Entity:
    def __init__(self):
        self.state, self.type, self.parent = 0, 0, None
        self.position = self.angles = (0.0, 0.0, 0.0)
        self.linear = self.angular = (0.0, 0.0, 0.0)
        self.parts, self.components = {}, {}


class Capture:
    """Datagrams as a file of libpcap, raw IPv4."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))

    def add(self, source, target, payload):
        now = time.time()
        udp = struct.pack(">HHHH", source[1], target[1], 8 + len(payload), 0) + payload
        head = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0,
                           socket.inet_aton(source[0]), socket.inet_aton(target[0]))
        checksum = sum(struct.unpack(">10H", head))
        checksum = (checksum & 0xFFFF) + (checksum >> 16)
        head = head[:10] + struct.pack(">H", 0xFFFF - checksum) + head[12:]
        size = len(head) + len(udp)
        self.file.write(struct.pack("<IIII", int(now), int(now % 1 * 1e6), size, size) + head + udp)

    def close(self):
        self.file.close()


class ImageGenerator:
    """Stands by until it is told to operate, loads its database within half a second, then takes what it is told. poll()
    must be called often. After that: `entities` by id, `history` of (time stamp, {id: (position, angles, linear, angular)})
    as they were after each message. `loss`: part of the datagrams, both ways, that get lost. `height`: f(x, y, z) gives the
    terrain's height below a point for HAT requests in an entity's axes."""

    def __init__(self, order=">", rate=60, loss=0.0, seed=1, capture=None, height=None):
        self.order, self.period, self.loss = order, 1.0 / rate, loss
        self.random, self.capture, self.height = random.Random(seed), capture, height
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.setblocking(False)
        self.address = self.socket.getsockname()
        self.host = None
        self.mode, self.database, self.loaded_at = STANDBY, 0, None
        self.entities, self.system = {}, {}
        self.history, self.timestamps = [], []
        self.frame, self.host_frame, self.next_frame = 0, 0, time.monotonic()
        self.received = self.lost = self.malformed = self.ignored = 0
        self.answers = []

    def close(self):
        self.socket.close()

    def poll(self, seconds):
        """Takes and answers messages for so long."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            if self.host is not None and now >= self.next_frame:
                self.begin_frame()
                self.next_frame = max(self.next_frame + self.period, now)
            wait = max(0.0, min(end, self.next_frame if self.host else end) - time.monotonic())
            if not select.select([self.socket], [], [], wait)[0]:
                continue
            try:
                message, sender = self.socket.recvfrom(65536)
            except OSError:
                continue
            if self.capture:
                self.capture.add(sender, self.address, message)
            if self.random.random() < self.loss:
                self.lost += 1
                continue
            self.host = self.host or sender
            self.received += 1
            try:
                self.take(message)
            except (Malformed, struct.error):
                self.malformed += 1

    # --- what it says ---

    def begin_frame(self):
        self.frame += 1
        if self.loaded_at is not None and time.monotonic() >= self.loaded_at and self.released:
            self.database, self.loaded_at = abs(self.database), None
        flags = 3 << 4 | 1 << 2 | self.mode
        stamp = int(time.monotonic() / TICK) & 0xFFFFFFFF
        message = struct.pack(self.order + "BBBbBBHIIII", 101, 24, 3, self.database, 0, flags, MAGIC, self.frame, stamp,
                              self.host_frame, 0)
        for answer in self.answers:
            message += answer
        self.answers = []
        if self.capture:
            self.capture.add(self.address, self.host, message)
        if self.random.random() >= self.loss:
            self.socket.sendto(message, self.host)

    # --- what it is told ---

    def take(self, message):
        order, found = packets(message)
        if found[0][0] != 1 or any(id_ == 1 for id_, _ in found[1:]):
            raise Malformed("IG Control must come first, and once")
        self.take_control(order, found[0][1])
        if self.mode != OPERATE:
            self.ignored += len(found) - 1
            return
        for id_, packet in found[1:]:
            take = {2: self.take_entity, 5: self.take_component, 7: self.take_parts, 8: self.take_rate,
                    24: self.take_height}.get(id_)
            if take is None:
                raise Malformed(f"packet {id_}")
            take(order, packet)
        self.history.append((self.timestamp, {
            id_: (e.position, e.angles, e.linear, e.angular) for id_, e in self.entities.items() if e.state == 1}))

    def take_control(self, order, packet):
        _, size, major, database, flags, _, _, frame, stamp, self.echo, _ = struct.unpack(order + "BBBbBBHIIII", packet)
        if (size, major, flags >> 4) != (24, 3, 3):
            raise Malformed("not CIGI 3.3")
        if not flags >> 2 & 1:
            raise Malformed("no time stamp")
        self.smoothing = bool(flags >> 3 & 1)
        self.host_frame, self.timestamp = frame, stamp
        self.mode = flags & 3
        self.released = database == 0
        if database > 0 and self.database not in (database, -database):
            self.database, self.loaded_at = -database, time.monotonic() + 0.5

    def take_entity(self, order, packet):
        (_, size, id_, state, animation, alpha, _, type_, parent, roll, pitch, yaw, x, y, z) = struct.unpack(
            order + "BBHBBBBHHfffddd", packet)
        if not (-180 <= roll <= 180 and -90 <= pitch <= 90 and 0 <= yaw < 360) or alpha != 255:
            raise Malformed(f"entity {id_}: {roll}, {pitch}, {yaw}, alpha {alpha}")
        if state & 3 == 2:
            self.entities.pop(id_, None)
            return
        attached = bool(state >> 2 & 1)
        if attached and parent not in self.entities:
            self.ignored += 1
            return
        entity = self.entities.setdefault(id_, Entity())
        if entity.type not in (0, type_):
            raise Malformed(f"entity {id_} changes its type while it lives")
        entity.state, entity.type, entity.parent = state & 3, type_, parent if attached else None
        entity.position, entity.angles = (x, y, z), (roll, pitch, yaw)

    def take_rate(self, order, packet):
        _, _, id_, part, flags, _, *rates = struct.unpack(order + "BBHBBHffffff", packet)
        if flags != 2:
            raise Malformed("rates that are not in the entity's axes")
        if id_ in self.entities:
            self.entities[id_].linear, self.entities[id_].angular = tuple(rates[:3]), tuple(rates[3:])

    def take_parts(self, order, packet):
        _, _, id_, first, second, flags, _, one, two = struct.unpack(order + "BBHBBBBff", packet)
        if id_ not in self.entities:
            return
        if flags >> 6 & 1:
            self.entities[id_].parts[first, flags & 7] = one
        if flags >> 7 & 1:
            self.entities[id_].parts[second, flags >> 3 & 7] = two

    def take_component(self, order, packet):
        _, _, component, instance, class_, state, value, _ = struct.unpack(order + "BBHHBBfI", packet)
        if class_ == 0 and instance in self.entities:
            self.entities[instance].components[component] = (state, value)
        elif class_ != 0:
            self.system[class_, instance, component] = (state, value)

    def take_height(self, order, packet):
        _, _, id_, flags, period, entity, x, y, z = struct.unpack(order + "BBHBBHddd", packet)
        if flags != 4 or period != 0 or entity not in self.entities:
            raise Malformed("a question for a height that this stand-in does not answer")
        # Under an entity whose z axis points down: the height above it is the opposite.
        terrain = self.height(x, -y) if self.height else None
        valid = terrain is not None
        lsn = (self.host_frame & 15) << 4
        self.answers.append(struct.pack(self.order + "BBHBBHd", 102, 16, id_, lsn | valid, 0, 0,
                                        -z - terrain if valid else 0.0))


# --- turning what was told back into poses: quaternions (w, x, y, z), model axes to those of the parent ---


def multiply(a, b):
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw)


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    return multiply(multiply(q, (0.0, *v)), conjugate(q))[1:]


def of_rotation(r):
    angle = math.sqrt(sum(c * c for c in r))
    factor = math.sin(angle / 2) / angle if angle > 1e-9 else 0.5
    return (math.cos(angle / 2), *(factor * c for c in r))


def rotation_of(q):
    sign = -1.0 if q[0] < 0 else 1.0
    length = math.sqrt(sum(c * c for c in q[1:]))
    factor = 2 * math.atan2(length, sign * q[0]) / length if length > 1e-12 else 2.0
    return tuple(sign * factor * c for c in q[1:])


def of_angles(roll, pitch, yaw):
    """Yaw about z, then pitch about y, then roll about x; degrees."""
    half = [math.radians(a) / 2 for a in (roll, pitch, yaw)]
    x, y, z = ((math.cos(h), *(math.sin(h) if i == axis else 0.0 for i in range(3))) for axis, h in enumerate(half))
    return multiply(multiply(z, y), x)


def between(a, b, u, seconds):
    """Pose at part `u` of the way from `a` to `b`, each (position, angles, linear, angular), so many seconds apart: the cubic
    curve through both with the velocities of both."""
    qa, qb = of_angles(*a[1]), of_angles(*b[1])
    v = 1 - u
    value = (v * v * (1 + 2 * u), u * u * (1 + 2 * v))
    slope = (v * v * u * seconds, -u * u * v * seconds)
    va, vb = rotate(qa, a[2]), rotate(qb, b[2])
    position = tuple(value[0] * pa + value[1] * pb + slope[0] * da + slope[1] * db
                     for pa, pb, da, db in zip(a[0], b[0], va, vb))
    turn = rotation_of(multiply(conjugate(qa), qb))
    wa = [math.radians(c) for c in a[3]]
    wb = [math.radians(c) for c in b[3]]
    wb = rate_of_rotation(turn, wb)
    # A turn of several revolutions is known by its rates only.
    r = tuple(value[1] * t + slope[0] * p + slope[1] * q for t, p, q in zip(turn, wa, wb))
    return position, multiply(qa, of_rotation(r))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rate_of_rotation(r, w):
    """Rate of the rotation vector `r` (rad) of a body that turns at `w` (rad/s) in its own axes: the inverse of the right Jacobian
    of SO(3), w + r x w / 2 + (1/t^2 - (1 + cos t)/(2 t sin t)) r x (r x w) with t = |r| (Chirikjian, Stochastic Models,
    Information Theory, and Lie Groups 2, 2012, section 10.6)."""
    t = math.sqrt(sum(c * c for c in r))
    part = 1 / 12 if t < 1e-3 else 1 / (t * t) - (1 + math.cos(t)) / (2 * t * math.sin(t))
    once = cross(r, w)
    return tuple(c + 0.5 * x + part * y for c, x, y in zip(w, once, cross(r, once)))


def angle_between(a, b):
    """Degrees."""
    return math.degrees(math.sqrt(sum(c * c for c in rotation_of(multiply(conjugate(a), b)))))
