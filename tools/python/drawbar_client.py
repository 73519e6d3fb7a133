"""Client of drawbard, written from protocol/README.md alone.

Connects over TCP, receives poses over TCP or UDP (plain or compact), interpolates them at any display time, holds
control channels and sends their values. One thread; call poll() often (every 20 ms keeps controls and clocks alive).

Needs python3-flatbuffers, and flatc once: code for the schemas is generated into the user's cache.
"""

import collections
import functools
import hashlib
import importlib
import math
import os
import pathlib
import socket
import ssl
import struct
import subprocess
import sys
import time

import flatbuffers

MAJOR, MINOR = 1, 2
CLIENT_LIMIT, SERVER_LIMIT = 64 * 1024, 16 * 1024 * 1024
CONTROL_INTERVAL, PING_INTERVAL = 0.04, 1.0
UDP_ASKING_INTERVAL, UDP_RENEWAL_INTERVAL, UDP_SILENCE = 0.25, 1.0, 1.0
ROLES = {"viewer": 0, "operator": 1, "instructor": 2}
ENCODINGS = {"none": 0, "plain": 1, "compact": 2}
POSES = ("Frame", "CompactFrame")


class DrawbarError(Exception):
    """The server refused something, or the connection is of no more use."""


# What decoding raises of bytes that are no message.
BAD_MESSAGE = (DrawbarError, struct.error, IndexError, TypeError)


def _generated_modules():
    """Puts the code generated from the schemas on the module path, generating it when the schemas are new."""
    schemas = pathlib.Path(__file__).resolve().parents[2] / "protocol"
    names = ["types", "control", "frame", "stream"]
    digest = hashlib.sha256(b"".join((schemas / f"{name}.fbs").read_bytes() for name in names)).hexdigest()[:16]
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "drawbar" / digest
    if not (cache / "done").exists():
        cache.mkdir(parents=True, exist_ok=True)
        files = [str(schemas / f"{name}.fbs") for name in names]
        subprocess.run(["flatc", "--python", "-I", str(schemas), "-o", str(cache), *files], check=True)
        (cache / "done").touch()
    sys.path.insert(0, str(cache))


_generated_modules()


def _module(namespace, name):
    return importlib.import_module(f"drawbar.{namespace}.{name}")


def _enum_names(namespace, name):
    """Numbers of an enum to their names."""
    return {value: key for key, value in vars(getattr(_module(namespace, name), name)).items() if key[0] != "_"}


CLIENT_BODY = _module("control", "ClientBody").ClientBody
SERVER_BODIES = _enum_names("stream", "ServerBody")
ERROR_CODES = _enum_names("stream", "ErrorCode")
EVENT_KINDS = _enum_names("stream", "EventKind")
ServerMessage = _module("stream", "ServerMessage").ServerMessage

Stamp = collections.namedtuple("Stamp", "tick frame time monotonic_ns branch flags")
# absent: it is not there, its pose is where it was or will be
Body = collections.namedtuple(
    "Body", "id position orientation linear_velocity angular_velocity absent", defaults=(False,)
)
# bodies: dict by id; complete: every body is where it was then, else those of lost parts keep the poses they had
Frame = collections.namedtuple("Frame", "stamp bodies complete")


# --- encoding ---


def encode(body_name, request=0, **fields):
    """A ClientMessage. Fields in snake_case: numbers, strings, lists of strings or numbers (u32), (high, low) keys,
    [(channel, value), ...] for Control.values."""
    builder = flatbuffers.Builder(256)
    module = _module("control", body_name)
    offsets = {}
    for name, value in fields.items():
        if isinstance(value, str):
            offsets[name] = builder.CreateString(value)
        elif isinstance(value, bytes):
            offsets[name] = builder.CreateByteVector(value)
        elif isinstance(value, list) and name == "values":
            module.StartValuesVector(builder, len(value))
            for channel, number in reversed(value):
                _module("control", "ChannelValue").CreateChannelValue(builder, channel, number)
            offsets[name] = builder.EndVector()
        elif isinstance(value, list):
            strings = [builder.CreateString(entry) for entry in value if isinstance(entry, str)]
            getattr(module, f"Start{_camel(name)}Vector")(builder, len(value))
            for entry in reversed(strings or value):
                (builder.PrependUOffsetTRelative if strings else builder.PrependUint32)(entry)
            offsets[name] = builder.EndVector()
    module.Start(builder)
    for name, value in fields.items():
        if isinstance(value, tuple):  # a struct lies inside its table: made between Start and End
            make = _module("control", "Key").CreateKey if len(value) == 2 else _module("control", "Point").CreatePoint
            value = make(builder, *value)
        getattr(module, f"Add{_camel(name)}")(builder, offsets.get(name, value))
    body = module.End(builder)
    message = _module("control", "ClientMessage")
    message.Start(builder)
    message.AddRequest(builder, request)
    message.AddBodyType(builder, getattr(CLIENT_BODY, body_name))
    message.AddBody(builder, body)
    builder.Finish(message.End(builder), file_identifier=b"DBRC")
    return bytes(builder.Output())


def _camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


# --- decoding ---


def decode(data):
    """(name of the body, its table), or (None, None) for a body of a newer minor version."""
    if len(data) < 8 or data[4:8] != b"DBRS":
        raise DrawbarError(f"a message of {len(data)} bytes is not from drawbard")
    message = ServerMessage.GetRootAs(data, 0)
    name = SERVER_BODIES.get(message.BodyType())
    if name in (None, "NONE"):
        return None, None
    table = getattr(_module("stream", name), name)()
    union = message.Body()
    table.Init(union.Bytes, union.Pos)
    return name, table


def stamp_of(table):
    stamp = table.Stamp()
    return Stamp(*struct.unpack_from("<QQdQII", stamp._tab.Bytes, stamp._tab.Pos))


def text(value):
    return (value or b"").decode("utf-8", "replace")


def plain_bodies(frame):
    """Bodies of a Frame, from the 72-byte layout of the document."""
    if frame.BodiesLength() == 0:
        return {}
    first = frame.Bodies(0)._tab
    data = memoryview(first.Bytes)[first.Pos : first.Pos + 72 * frame.BodiesLength()]
    return {
        v[13]: Body(v[13], v[0:3], v[3:7], v[7:10], v[10:13], bool(v[14] & 1))
        for v in struct.iter_unpack("<3d4f3f3f2I", data)
    }


class _Bits:
    def __init__(self, data):
        self.value = int.from_bytes(data, "little")
        self.left = 8 * len(data)

    def unsigned(self, width):
        if width > self.left:
            raise DrawbarError("compact data ends within a body")
        out = self.value & ((1 << width) - 1)
        self.value >>= width
        self.left -= width
        return out

    def signed(self, width):
        out = self.unsigned(width)
        return out - (1 << width) if width and out >> (width - 1) else out

    def triple(self):
        width = self.unsigned(6)
        return [self.signed(width) for _ in range(3)]


def compact_bodies(frame):
    """Bodies that a CompactFrame lists, from the bit layout of the document."""
    bits = _Bits(bytes(frame.Data(i) for i in range(frame.DataLength())))
    origin = (frame.Origin().X(), frame.Origin().Y(), frame.Origin().Z())
    absent = {frame.Absent(i) for i in range(frame.AbsentLength())}
    bodies, expected = {}, 0
    for _ in range(frame.BodyCount()):
        gap = bits.unsigned(bits.unsigned(6)) if bits.unsigned(1) else 0
        position = tuple(o + value / 2048 for o, value in zip(origin, bits.triple()))
        largest = bits.unsigned(2)
        others = [bits.signed(14) / (8191 * math.sqrt(2)) for _ in range(3)]
        others.insert(largest, math.sqrt(max(0.0, 1 - sum(c * c for c in others))))
        linear = tuple(value / 128 for value in bits.triple())
        angular = tuple(value / 128 for value in bits.triple())
        id_ = expected + gap
        bodies[id_] = Body(id_, position, tuple(others), linear, angular, id_ in absent)
        expected = id_ + 1
    return bodies


class _Assembler:
    """Parts of frames, in any order, to frames: the latest tick wins."""

    def __init__(self):
        self.current, self.newest, self.pending = {}, -1, None
        self.key, self.key_tick, self.pending_key = {}, None, None
        self.incomplete = 0

    def take(self, stamp, key_tick, part, parts, bodies):
        """Frames that are now finished: whole ones, and older ones of which a part was lost."""
        out = []
        if key_tick == stamp.tick:
            self._take_key(key_tick, part, parts, bodies)
        if stamp.tick <= self.newest or (self.pending and stamp.tick < self.pending[0].tick):
            return out
        if self.pending and stamp.tick > self.pending[0].tick:
            out.append(self._give(*self.pending))
            self.pending = None
        if self.pending is None:
            self.pending = (stamp, key_tick, _Parts(parts))
        if self.pending[2].take(part, parts, bodies):
            out.append(self._give(*self.pending))
            self.pending = None
        return out

    def _take_key(self, tick, part, parts, bodies):
        """Keys come as datagrams and, in other parts, over the connection, maybe after frames that differ from them."""
        if self.key_tick is not None and tick <= self.key_tick:
            return
        pending = self.pending_key
        if pending is None or tick > pending[0] or (tick == pending[0] and parts < pending[1].count):
            pending = self.pending_key = (tick, _Parts(parts))
        if tick == pending[0] and pending[1].take(part, parts, bodies):
            self.key, self.key_tick, self.pending_key = pending[1].bodies, tick, None

    def _give(self, stamp, key_tick, parts):
        holds_all = key_tick in (None, stamp.tick)
        complete = not parts.missing and (holds_all or key_tick == self.key_tick)
        if complete:
            self.current = {} if holds_all else self.key
        else:
            self.incomplete += 1
        self.current = {**self.current, **parts.bodies}
        self.newest = stamp.tick
        return Frame(stamp, dict(sorted(self.current.items())), complete)


class _Parts:
    """Bodies of one frame while parts of it are missing."""

    def __init__(self, count):
        self.count, self.missing, self.bodies = count, set(range(count)), {}

    def take(self, part, parts, bodies):
        """Is it whole now? Parts of the same frame cut in another number of parts are ignored."""
        if parts == self.count and part in self.missing:
            self.missing.discard(part)
            self.bodies.update(bodies)
        return not self.missing


# --- interpolation ---


def interpolate(earlier, later, monotonic_ns):
    """{id: (position, orientation)} at a time of the server's clock between two frames; what is absent is left out."""
    a_ns, b_ns = earlier.stamp.monotonic_ns, later.stamp.monotonic_ns
    u = min(max((monotonic_ns - a_ns) / (b_ns - a_ns), 0.0), 1.0)
    seconds = later.stamp.time - earlier.stamp.time
    out = {}
    for id_, b in later.bodies.items():
        if b.absent:
            continue
        a = earlier.bodies.get(id_)
        if a is None or a.absent or earlier.stamp.branch != later.stamp.branch or seconds < 0:
            out[id_] = (b.position, b.orientation)
            continue
        v = 1 - u
        position = tuple(
            v * v * ((1 + 2 * u) * pa + u * va * seconds) + u * u * ((1 + 2 * v) * pb - v * vb * seconds)
            for pa, va, pb, vb in zip(a.position, a.linear_velocity, b.position, b.linear_velocity)
        )
        out[id_] = (position, _slerp(a.orientation, b.orientation, u))
    return out


def _slerp(a, b, u):
    cosine = sum(x * y for x, y in zip(a, b))
    sign = -1 if cosine < 0 else 1
    angle = math.acos(min(abs(cosine), 1.0))
    wa, wb = (1 - u, u) if angle < 1e-2 else (math.sin((1 - u) * angle), math.sin(u * angle))
    q = [wa * x + wb * sign * y for x, y in zip(a, b)]
    length = math.sqrt(sum(c * c for c in q))
    return tuple(c / length for c in q)


# --- sealed datagrams ---


class _Seal:
    """AES-128-GCM with the key of the Welcome, README section "UDP"."""

    TO_SERVER, TO_CLIENT, WINDOW = 0, 1, 1024

    def __init__(self, key, session):
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._cipher, self._session = AESGCM(key), session
        self._sent, self._highest, self._seen = 0, -1, set()

    def seal(self, datagram):
        head = struct.pack("<I4sQ", self._session, b"DBRX", self._sent)
        nonce = struct.pack("<IQ", self.TO_SERVER, self._sent)
        self._sent += 1
        return head + self._cipher.encrypt(nonce, datagram, head)

    def open(self, datagram):
        from cryptography.exceptions import InvalidTag

        if len(datagram) < 32 or datagram[4:8] != b"DBRX":
            raise DrawbarError("a datagram that is not sealed")
        (number,) = struct.unpack_from("<Q", datagram, 8)
        if number <= self._highest - self.WINDOW or number in self._seen:
            raise DrawbarError("a datagram that came before")
        try:
            opened = self._cipher.decrypt(struct.pack("<IQ", self.TO_CLIENT, number), datagram[16:], datagram[:16])
        except InvalidTag:
            raise DrawbarError("a datagram that was not sealed for this session") from None
        self._highest = max(self._highest, number)
        self._seen.add(number)
        if len(self._seen) > 2 * self.WINDOW:
            self._seen = {seen for seen in self._seen if seen > self._highest - self.WINDOW}
        return opened


# --- what to show when ---


class _Playout:
    """The server's time to draw: local time minus the largest of arrival - stamp + segment + 3 ms over 3 s of frames, README
    section "Drawing"."""

    MEMORY, MARGIN, JUMP, LONGEST_SEGMENT = 3_000_000_000, 3_000_000, 400_000_000, 5
    SLOWER, FASTER = 0.25, 0.02

    def __init__(self):
        self._last, self._held_until, self._late, self._needs = None, 0, 0, collections.deque()
        self._lag, self._last_now = None, 0

    def arrived(self, stamp, period_ns, now):
        late = now - stamp.monotonic_ns
        # From one frame to the next only another clock differs so much: what is known of the one before is void.
        if self._last and abs(late - self._late) > self.JUMP:
            self.__init__()
        self._late, last = late, self._last
        if last and (stamp.branch, stamp.frame) == (last.branch, last.frame):
            self._held_until = stamp.monotonic_ns
            return
        goes_on = last and stamp.branch == last.branch and stamp.time > last.time
        gap = stamp.monotonic_ns - self._held_until if goes_on else 0 if last else period_ns
        self._last, self._held_until = stamp, stamp.monotonic_ns
        need = late + min(max(gap, 0), self.LONGEST_SEGMENT * period_ns) + self.MARGIN
        while self._needs and self._needs[-1][1] <= need:
            self._needs.pop()
        self._needs.append((now, need))
        while now - self._needs[0][0] > self.MEMORY:
            self._needs.popleft()
        if self._lag is None or abs(self._needs[0][1] - self._lag) > self.JUMP:
            self._lag, self._last_now = self._needs[0][1], now

    def shown(self, now):
        if self._lag is None:
            return None
        passed = max(0, now - self._last_now)
        change = self._needs[0][1] - self._lag
        self._lag += min(change, passed * self.SLOWER) if change > 0 else max(change, -passed * self.FASTER)
        self._last_now = max(now, self._last_now)
        return self._last_now - round(self._lag)


# --- the client ---


class Client:
    """A session. After poll(): frames in `frames`, other messages in `messages` as (name, table)."""

    def __init__(self, host="127.0.0.1", port=4040, name="python", role="viewer", token="", udp=False,
                 encoding="plain", every_nth=1, bodies=(), resume_key=None, tls=False, tls_ca=None, timeout=5.0,
                 udp_clear=False):
        """`bodies`: names of those to receive, none: all. `resume_key`: of a client whose connection was lost, to go on
        with its session and channels if they still exist. `tls`: the server speaks TLS and its certificate must be good for `host`; `tls_ca`: PEM file of the
        authorities to trust instead of the system's (says tls, too). With TLS datagrams are sealed (needs
        python3-cryptography) unless `udp_clear`."""
        self.frames = collections.deque()
        self.messages = collections.deque()
        self.history = collections.deque(maxlen=32)
        self.skipped = self.bad_datagrams = 0
        self.clock_offset_ns = 0
        self._clock = collections.deque(maxlen=16)
        self._assembler, self._playout = _Assembler(), _Playout()
        self._controls, self._sequence, self._request = {}, 0, 0
        self._due = {"control": 0.0, "ping": 0.0, "udp": 0.0}
        self._buffer, self._udp = bytearray(), None
        self._challenge, self._last_pose_datagram = None, 0.0
        self._udp_key = self._seal = None
        self._tcp = socket.create_connection((host, port), timeout)
        self._tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls or tls_ca:
            self._tcp = ssl.create_default_context(cafile=tls_ca).wrap_socket(self._tcp, server_hostname=host)
        self.welcome, self.period = None, 0.0
        hello = {"major": MAJOR, "minor": MINOR, "name": name, "role": ROLES[role], "token": token}
        self._new_session = functools.partial(self.send, "Hello", **hello)
        self._new_session(**({"resume_key": resume_key} if resume_key else {}))
        self._wait(lambda: self.welcome is not None, timeout, "no Welcome")
        self._begin_scene(self.welcome.Scene())
        key = self.welcome.ResumeKey()
        self.resume_key = (key.High(), key.Low())
        udp_key = self.welcome.UdpKey()
        udp = udp and udp_key is not None  # a server of before has none: poses come over the connection
        if udp:
            self._udp_key = (udp_key.High(), udp_key.Low())
            if self.welcome.UdpSealed() and not udp_clear:
                self._seal = _Seal(struct.pack("<QQ", *self._udp_key), self.welcome.Session())
            self._udp = socket.socket(self._tcp.family, socket.SOCK_DGRAM)
            self._udp.connect((host, self.welcome.UdpPort()))
            self._udp.setblocking(False)
        self.send("Subscribe", encoding=ENCODINGS[encoding], every_nth=every_nth, body_names=list(bodies), udp=udp,
                  udp_clear=udp_clear)

    # --- doing ---

    def send(self, body_name, request=0, **fields):
        message = encode(body_name, request, **fields)
        self._tcp.sendall(struct.pack("<I", len(message)) + message)

    def request(self, body_name, timeout=5.0, **fields):
        """Sends, and waits until it has taken effect. Raises DrawbarError when it is refused."""
        self._request += 1
        number, answer = self._request, []
        self.send(body_name, number, **fields)

        def answered():
            for name, table in list(self.messages):
                if name in ("Reply", "Error") and table.Request() == number:
                    self.messages.remove((name, table))
                    answer.append((name, table))
                    return True
            return False

        self._wait(answered, timeout, f"no answer to {body_name}")
        name, table = answer[0]
        if name == "Error":
            field = text(table.Field())
            raise DrawbarError(f"{ERROR_CODES.get(table.Code())}: {text(table.Text())}" + (f" ({field})" if field else ""))

    def take_control(self, *names):
        """Of these channels, or of all."""
        self.request("TakeControl", channels=[self.channels[name] for name in names])

    def set_control(self, name, value):
        """Sent at the next poll(), then repeated, so that the dead man's handle does not act."""
        self._controls[self.channels[name]] = value
        self._due["control"] = 0.0

    def close(self):
        try:
            self.send("Goodbye")
        except OSError:
            pass
        self._tcp.close()
        if self._udp:
            self._udp.close()

    # --- time ---

    def poll(self, timeout=0.02):
        """Receives for at most `timeout` seconds, and does what is due."""
        self._advance()
        self._read_connection(timeout if not self._udp else min(timeout, 0.005))
        poses = collections.deque()
        while self._udp and (self._receive_datagrams(poses) or self._read_connection(0)):
            pass  # until neither has more, so that nothing is missing of what came before the last
        # In the order of their ticks: a key of compact poses over the connection makes datagrams from before it too old, and
        # those after it say only what differs from it.
        for name, table in self._arrived_messages():
            if name in POSES:
                self._take_datagrams(poses, stamp_of(table).tick)
            self._take(name, table)
        self._take_datagrams(poses)

    def poses_at(self, monotonic_ns):
        """{id: (position, orientation)} at a time of the server's clock of every body that is there: do not draw others."""
        if not self.history:
            return {}
        later = next((i for i, f in enumerate(self.history) if f.stamp.monotonic_ns >= monotonic_ns), None)
        if later is None or later == 0:
            frame = self.history[-1 if later is None else 0]
            return {id_: (body.position, body.orientation) for id_, body in frame.bodies.items() if not body.absent}
        return interpolate(self.history[later - 1], self.history[later], monotonic_ns)

    def shown_time_ns(self):
        """The server's time to draw now, for poses_at(): it adapts to the network. None before the first frame."""
        return self._playout.shown(time.monotonic_ns())

    def server_time_ns(self):
        return time.monotonic_ns() + self.clock_offset_ns

    # --- inside ---

    def _advance(self):
        now = time.monotonic()
        if self._controls and now >= self._due["control"]:
            self._due["control"] = now + CONTROL_INTERVAL
            self._sequence += 1
            self.send("Control", sequence=self._sequence, values=sorted(self._controls.items()))
        if self.welcome is None:
            return
        if now >= self._due["ping"]:
            self._due["ping"] = now + PING_INTERVAL
            self.send("Ping", client_ns=time.monotonic_ns())
        if self._udp and now >= self._due["udp"]:
            flows = self._challenge is not None and now < self._last_pose_datagram + UDP_SILENCE
            self._due["udp"] = now + (UDP_RENEWAL_INTERVAL if flows else UDP_ASKING_INTERVAL)
            if flows:
                self._echo_challenge()
            else:
                self._send_datagram("UdpHello", padding=bytes(64))

    def _echo_challenge(self):
        self._send_datagram("UdpChallengeEcho", challenge=self._challenge)

    def _send_datagram(self, body_name, **fields):
        if self._seal:
            self._udp.send(self._seal.seal(encode(body_name, **fields)))
        else:
            self._udp.send(encode(body_name, udp_key=self._udp_key, **fields))

    def _read_connection(self, timeout):
        """Has it brought something?"""
        self._tcp.settimeout(max(timeout, 1e-4))
        try:
            data = self._tcp.recv(1 << 16)
        except (socket.timeout, BlockingIOError):
            return False
        finally:
            self._tcp.settimeout(None)
        if not data:
            raise DrawbarError("the server closed the connection" + self._last_error())
        self._buffer += data
        return True

    def _receive_datagrams(self, poses):
        """Answers what asks; poses that have come go to `poses` as (tick, name, table). Has anything?"""
        any_came = False
        while True:
            try:
                datagram = self._udp.recv(2048)
            except (BlockingIOError, ConnectionRefusedError):
                return any_came
            any_came = True
            try:
                name, table = decode(self._seal.open(datagram) if self._seal else datagram)
                if name == "UdpChallenge":
                    self._challenge = (table.Challenge().High(), table.Challenge().Low())
                    self._echo_challenge()
                elif name in POSES:
                    poses.append((stamp_of(table).tick, name, table))
            except BAD_MESSAGE:
                self.bad_datagrams += 1

    def _take_datagrams(self, poses, end=math.inf):
        """Of the poses that have come, from the first on, those before the tick `end`."""
        while poses and poses[0][0] < end:
            _, name, table = poses.popleft()
            try:
                self._take_poses(name, table)
                self._last_pose_datagram = time.monotonic()
            except BAD_MESSAGE:
                self.bad_datagrams += 1

    def _arrived_messages(self):
        """What the connection has brought whole, as (name, table)."""
        while len(self._buffer) >= 4:
            (size,) = struct.unpack_from("<I", self._buffer)
            if not 8 <= size <= SERVER_LIMIT:
                raise DrawbarError(f"message length {size}")
            if len(self._buffer) < 4 + size:
                return
            message = bytes(self._buffer[4 : 4 + size])
            del self._buffer[: 4 + size]
            yield decode(message)

    def _take(self, name, table):
        if name is None:
            self.skipped += 1
        elif name == "Welcome":
            self.welcome = table
        elif name in POSES:
            self._take_poses(name, table)
        elif name == "Pong":
            self._take_pong(table)
        elif name == "Error" and ERROR_CODES.get(table.Code()) == "ResumeExpired":
            self._new_session()
        else:
            if name == "Scene":
                self._begin_scene(table)
            self.messages.append((name, table))

    def _begin_scene(self, scene):
        """Names and period of the scene that runs; after a reload, too."""
        self.body_names = [text(scene.BodyNames(i)) for i in range(scene.BodyNamesLength())]
        self.channels = {text(scene.Channels(i).Name()): i for i in range(scene.ChannelsLength())}
        self.period = scene.PeriodNs() * 1e-9
        held = {i for i in self.channels.values() if scene.Channels(i).Holder() == self.welcome.Session()}
        self._controls = {channel: value for channel, value in self._controls.items() if channel in held}
        self._assembler = _Assembler()
        self.history.clear()

    def _take_poses(self, name, table):
        stamp = stamp_of(table)
        compact = name == "CompactFrame"
        bodies = compact_bodies(table) if compact else plain_bodies(table)
        key_tick = table.KeyTick() if compact else None
        for frame in self._assembler.take(stamp, key_tick, table.Part(), table.Parts(), bodies):
            self._playout.arrived(frame.stamp, round(self.period * 1e9), time.monotonic_ns())
            self.frames.append(frame)
            self.history.append(frame)

    def _take_pong(self, pong):
        arrival = time.monotonic_ns()
        there = pong.ServerReceiveNs() - pong.ClientNs()
        back = pong.ServerSendNs() - arrival
        round_trip = (arrival - pong.ClientNs()) - (pong.ServerSendNs() - pong.ServerReceiveNs())
        self._clock.append((round_trip, (there + back) // 2))
        self.clock_offset_ns = min(self._clock)[1]

    def _last_error(self):
        errors = [text(table.Text()) for name, table in self.messages if name == "Error"]
        return f": {errors[-1]}" if errors else ""

    def _wait(self, ready, timeout, what):
        end = time.monotonic() + timeout
        while not ready():
            if time.monotonic() > end:
                raise DrawbarError(f"{what} within {timeout} s{self._last_error()}")
            self.poll()
