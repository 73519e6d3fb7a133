#!/usr/bin/python3
"""The Python client, written from protocol/README.md alone, against that document and against drawbard itself.

python_client_test.py DRAWBARD"""

import collections
import math
import pathlib
import re
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "python"))
import drawbar_client as d  # noqa: E402

SCENE = """{
  "name": "spinner",
  "bodies": [
    { "name": "arm", "mass": 2.0, "inertia": [0.17, 0.17, 0.2], "position": [1, 0, 2] },
    { "name": "stone", "mass": 1.0, "inertia": [0.1, 0.1, 0.1], "position": [5, 0, 100], "angular_velocity": [0, 0, 3] },
    { "name": "post", "static": true, "position": [0, 0, 0] }
  ],
  "joints": [ { "name": "pivot", "type": "revolute", "parent": "world", "child": "arm", "position": [0, 0, 2],
                "axis": [0, 0, 1], "friction": { "viscous": 0.02 } } ],
  "drives": [ { "name": "motor", "type": "dc_motor", "joint": "pivot", "control": "throttle", "supply_voltage": 24,
                "resistance": 0.3, "torque_constant": 0.03, "gear": { "ratio": 43 } } ],
  "controls": [ { "name": "throttle", "range": [-1, 1], "timeout_ms": 300 } ]
}"""


class Document(unittest.TestCase):
    """The examples in hex say what their headings say."""

    @classmethod
    def setUpClass(cls):
        blocks = re.findall(r"### (\w+) .*?\n\n```hex\n(.*?)```", (ROOT / "protocol" / "README.md").read_text(), re.S)
        cls.examples = {name: bytes.fromhex(text) for name, text in blocks}

    def test_every_server_message_decodes(self):
        for name in set(d.SERVER_BODIES.values()) - {"NONE"}:
            self.assertEqual(d.decode(self.examples[name])[0], name)

    def test_plain_and_compact_poses_say_the_same(self):
        plain = d.plain_bodies(d.decode(self.examples["Frame"])[1])
        compact = d.compact_bodies(d.decode(self.examples["CompactFrame"])[1])
        self.assertEqual(plain, compact)  # their numbers are multiples of the steps
        self.assertEqual(plain[1].position, (2.5, -2.0, 0.25))
        self.assertEqual(plain[0].angular_velocity, (0.0, 0.0, -0.125))
        self.assertEqual([plain[i].absent for i in (0, 1)], [False, True])

    def test_a_message_written_here_is_no_larger_than_the_example(self):
        message = d.encode("Control", sequence=1, values=[(0, 0.5), (1, -0.25)])
        self.assertLessEqual(len(message), len(self.examples["Control"]) + 16)
        self.assertEqual(message[4:8], b"DBRC")


def stamp_at(tick, branch=0, time_=None, monotonic=None):
    return d.Stamp(tick, tick, 0.04 * tick if time_ is None else time_, 40_000_000 * tick if monotonic is None else monotonic, branch, 0)


def body_at(id_, x, **changes):
    return d.Body(id_, (x, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))._replace(**changes)


def bodies_at(**positions):
    """a=3: body 0 at x = 3; b: body 1; ..."""
    return {ord(name) - ord("a"): body_at(ord(name) - ord("a"), x) for name, x in positions.items()}


class CompactBits(unittest.TestCase):
    def test_come_from_the_lowest_on_and_have_a_sign(self):
        bits = d._Bits(bytes([0b10110101, 0xFC]))
        self.assertEqual([bits.unsigned(3), bits.unsigned(5), bits.signed(3), bits.signed(0), bits.left], [5, 22, -4, 0, 5])
        self.assertEqual([bits.signed(5), bits.left], [-1, 0])
        with self.assertRaisesRegex(d.DrawbarError, "ends within a body"):
            bits.unsigned(1)
        self.assertEqual(d._Bits((3 | 1 << 6 | 7 << 9 | 4 << 12).to_bytes(2, "little")).triple(), [1, -1, -4])
        self.assertEqual(d._Bits(bytes(1)).triple(), [0, 0, 0])


class Assembled(unittest.TestCase):
    def take(self, assembler, tick, part, parts, bodies, key_tick=None):
        """What is finished: its tick, whether it is complete, where its bodies are."""
        return [(frame.stamp.tick, frame.complete, {id_: body.position[0] for id_, body in frame.bodies.items()})
                for frame in assembler.take(stamp_at(tick), key_tick, part, parts, bodies)]

    def test_parts_come_in_any_order_and_what_is_lost_stays_where_it_was(self):
        assembler = d._Assembler()
        self.assertEqual(self.take(assembler, 1, 1, 2, bodies_at(b=11)), [])
        self.assertEqual(self.take(assembler, 1, 1, 2, bodies_at(b=99)), [], "again")
        self.assertEqual(self.take(assembler, 1, 0, 3, bodies_at(a=99)), [], "cut otherwise")
        self.assertEqual(self.take(assembler, 1, 0, 2, bodies_at(a=10)), [(1, True, {0: 10, 1: 11})])
        self.assertEqual(self.take(assembler, 1, 0, 1, bodies_at(a=99)), [], "the same once more")
        self.assertEqual(self.take(assembler, 3, 0, 2, bodies_at(a=30)), [])
        self.assertEqual(self.take(assembler, 2, 0, 1, bodies_at(a=99)), [], "older than what is under way")
        self.assertEqual(self.take(assembler, 4, 0, 1, bodies_at(a=40, c=42)),
                         [(3, False, {0: 30, 1: 11}), (4, True, {0: 40, 2: 42})])
        self.assertEqual(self.take(assembler, 3, 1, 2, bodies_at(b=99)), [], "too late")
        self.assertEqual(assembler.incomplete, 1)

    def test_what_differs_from_a_key_is_laid_over_it_once_the_key_is_there(self):
        assembler = d._Assembler()
        self.assertEqual(self.take(assembler, 10, 0, 1, bodies_at(a=0, b=1, c=2), 10), [(10, True, {0: 0, 1: 1, 2: 2})])
        self.assertEqual(self.take(assembler, 11, 0, 1, bodies_at(b=11), 10), [(11, True, {0: 0, 1: 11, 2: 2})])
        self.assertEqual(self.take(assembler, 12, 0, 1, bodies_at(c=12), 10), [(12, True, {0: 0, 1: 1, 2: 12})])
        self.assertEqual(self.take(assembler, 15, 0, 1, bodies_at(a=15), 14), [(15, False, {0: 15, 1: 1, 2: 12})])
        self.assertEqual(self.take(assembler, 14, 0, 2, bodies_at(a=4), 14), [])
        self.assertEqual(self.take(assembler, 16, 0, 1, bodies_at(b=16), 14), [(16, False, {0: 15, 1: 16, 2: 12})])
        self.assertEqual(self.take(assembler, 14, 1, 2, bodies_at(b=5, c=6), 14), [])
        self.assertEqual(self.take(assembler, 17, 0, 1, bodies_at(b=17), 14), [(17, True, {0: 4, 1: 17, 2: 6})])
        self.assertEqual(self.take(assembler, 10, 0, 1, bodies_at(a=99), 10), [], "an older key")
        self.assertEqual(self.take(assembler, 18, 0, 1, {}, 14), [(18, True, {0: 4, 1: 5, 2: 6})])
        self.assertEqual(assembler.incomplete, 2)


class Interpolated(unittest.TestCase):
    def test_a_throw_is_exact_and_nothing_goes_beyond_its_frames(self):
        fall, period = -9.81, 0.04

        def thrown(tick):
            t = period * tick
            return {0: body_at(0, 2 * t, position=(2 * t, 1.0, 5 + 3 * t + fall * t * t / 2), linear_velocity=(2.0, 0.0, 3 + fall * t))}

        earlier, later = d.Frame(stamp_at(3), thrown(3), True), d.Frame(stamp_at(4), thrown(4), True)
        for share in (0.0, 0.25, 0.5, 1.0):
            position, _ = d.interpolate(earlier, later, round(40_000_000 * (3 + share)))[0]
            for found, wanted in zip(position, thrown(3 + share)[0].position):
                self.assertAlmostEqual(found, wanted, places=12)
        for outside, frame in ((0, earlier), (10**9, later)):
            for found, wanted in zip(d.interpolate(earlier, later, outside)[0][0], frame.bodies[0].position):
                self.assertAlmostEqual(found, wanted, places=12)

    def test_what_was_not_there_or_on_another_branch_stands_where_it_comes(self):
        middle = 40_000_000 * 3 + 20_000_000
        earlier = {**bodies_at(a=0, b=0, c=0), 1: body_at(1, 0, absent=True)}
        later = {**bodies_at(a=8, b=8, d=8), 2: body_at(2, 8, absent=True)}

        def shown(before, after):
            return {id_: pose[0][0] for id_, pose in d.interpolate(d.Frame(before, earlier, True), d.Frame(after, later, True), middle).items()}

        self.assertEqual(shown(stamp_at(3), stamp_at(4)), {0: 4, 1: 8, 3: 8})
        self.assertEqual(shown(stamp_at(3), stamp_at(4, branch=1)), {0: 8, 1: 8, 3: 8})
        self.assertEqual(shown(stamp_at(3), stamp_at(4, time_=0.1)), {0: 8, 1: 8, 3: 8}, "time went back")

    def test_turns_go_the_short_way_at_one_rate(self):
        def about_z(degrees):
            return (math.cos(math.radians(degrees) / 2), 0.0, 0.0, math.sin(math.radians(degrees) / 2))

        for begin, end, share, wanted in ((0, 90, 0.5, 45), (0, 90, 0.25, 22.5), (10, 10.5, 0.5, 10.25), (-170, 170, 0.5, 180)):
            for sign in (1, -1):
                q = d._slerp(about_z(begin), tuple(sign * c for c in about_z(end)), share)
                self.assertAlmostEqual(abs(sum(x * y for x, y in zip(q, about_z(wanted)))), 1, places=9)
                self.assertAlmostEqual(sum(c * c for c in q), 1, places=12)

    def test_poses_at_a_time_are_those_between_its_frames(self):
        client = d.Client.__new__(d.Client)
        client.history = collections.deque()
        self.assertEqual(client.poses_at(0), {})
        for tick, x in ((1, 10), (2, 20), (3, 40)):
            client.history.append(d.Frame(stamp_at(tick), {**bodies_at(a=x), 1: body_at(1, x, absent=True)}, True))
        shown = [client.poses_at(round(40_000_000 * tick))[0][0][0] for tick in (0.5, 1, 1.5, 2, 2.5, 3, 9)]
        self.assertEqual(shown, [10, 10, 15, 20, 30, 40, 40])
        self.assertEqual({tuple(client.poses_at(round(40_000_000 * tick))) for tick in (0.5, 1.5, 9)}, {(0,)})


class Clocks(unittest.TestCase):
    def test_the_offset_is_that_of_the_quickest_answer_of_the_last_sixteen(self):
        client = d.Client.__new__(d.Client)
        client._clock = collections.deque(maxlen=16)

        def pong(sent, received, answered, arrival):
            table = mock.Mock(ClientNs=lambda: sent, ServerReceiveNs=lambda: received, ServerSendNs=lambda: answered)
            with mock.patch.object(d.time, "monotonic_ns", return_value=arrival):
                client._take_pong(table)
            return client.clock_offset_ns

        self.assertEqual(pong(1000, 5000, 5100, 1300), 3900)  # there 4000, back 3800, 200 on the way
        self.assertEqual(pong(2000, 9000, 9000, 4000), 3900)  # 2000 on the way
        self.assertEqual(pong(3000, 6990, 7190, 3300), 3940)  # 100
        for _ in range(15):
            self.assertEqual(pong(2000, 9000, 9000, 4000), 3940)
        self.assertEqual(pong(2000, 9000, 9000, 4000), 6000, "the quickest is forgotten")

    def test_frames_are_drawn_so_late_that_the_latest_of_three_seconds_is_there(self):
        ms, period = 1_000_000, 40_000_000
        playout = d._Playout()
        self.assertIsNone(playout.shown(5))
        playout.arrived(stamp_at(0), period, 10 * ms)
        self.assertEqual(playout.shown(10 * ms), (10 - 53) * ms)  # 10 late, a frame of 40, and 3
        playout.arrived(stamp_at(1), period, 70 * ms)  # 30 late: 20 more are wanted, and come by a quarter of the time
        self.assertEqual(playout.shown(70 * ms), (70 - 53 - 15) * ms)
        self.assertEqual(playout.shown(90 * ms), (90 - 73) * ms)
        self.assertEqual(playout.shown(80 * ms), (90 - 73) * ms, "never back")
        for tick in range(2, 77):
            playout.arrived(stamp_at(tick), period, (40 * tick + 10) * ms)
        self.assertEqual(playout.shown(3060 * ms), (3060 - 73) * ms)
        for tick in range(77, 89):  # the late one was more than three seconds ago
            playout.arrived(stamp_at(tick), period, (40 * tick + 10) * ms)
        self.assertEqual(playout.shown(3160 * ms), (3160 - 71) * ms, "it comes back by a fiftieth of the time")
        self.assertEqual(playout.shown(9000 * ms), (9000 - 53) * ms)

    def test_time_that_stands_is_no_gap_and_another_clock_begins_anew(self):
        ms, period = 1_000_000, 40_000_000
        playout = d._Playout()
        playout.arrived(stamp_at(1), period, 50 * ms)
        for k in range(2, 8):  # frozen: the same frame, 40 ms later each
            playout.arrived(stamp_at(1, monotonic=40 * k * ms), period, (40 * k + 10) * ms)
        playout.arrived(stamp_at(2, monotonic=320 * ms), period, 330 * ms)
        self.assertEqual(playout._needs[-1][1], 53 * ms)
        playout.arrived(stamp_at(3, monotonic=480 * ms), period, 490 * ms)
        self.assertEqual(playout._needs[-1][1], (10 + 160 + 3) * ms)
        playout.arrived(stamp_at(4, monotonic=2000 * ms), period, 2010 * ms)
        self.assertEqual(playout._needs[-1][1], (10 + 200 + 3) * ms, "five frames at most")
        playout.arrived(stamp_at(5, monotonic=0), period, 2050 * ms)
        self.assertEqual(list(playout._needs), [(2050 * ms, (2050 + 40 + 3) * ms)])
        self.assertEqual(playout.shown(2050 * ms), -43 * ms)


class Sealed(unittest.TestCase):
    def setUp(self):
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError:
            self.skipTest("no python3-cryptography")
        self.key = bytes(range(16))
        self.cipher, self.seal = AESGCM(self.key), d._Seal(self.key, 7)

    def from_server(self, number, text=b"poses", direction=1):
        head = struct.pack("<I4sQ", 7, b"DBRX", number)
        return head + self.cipher.encrypt(struct.pack("<IQ", direction, number), text, head)

    def test_what_is_sent_has_its_session_its_number_and_its_way_in_it(self):
        for number in range(3):
            sealed = self.seal.seal(b"hello")
            self.assertEqual(struct.unpack("<I4sQ", sealed[:16]), (7, b"DBRX", number))
            self.assertEqual(self.cipher.decrypt(struct.pack("<IQ", 0, number), sealed[16:], sealed[:16]), b"hello")

    def test_what_comes_is_opened_once_in_any_order_within_its_window(self):
        self.assertEqual(self.seal.open(self.from_server(5)), b"poses")
        self.assertEqual(self.seal.open(self.from_server(3, b"older")), b"older")
        for again in (5, 3):
            with self.assertRaisesRegex(d.DrawbarError, "came before"):
                self.seal.open(self.from_server(again))
        self.seal.open(self.from_server(2000))
        self.seal.open(self.from_server(977))
        with self.assertRaisesRegex(d.DrawbarError, "came before"):
            self.seal.open(self.from_server(976))

    def test_what_was_not_sealed_by_the_server_of_this_session_is_refused_and_takes_no_number(self):
        good = self.from_server(1)
        for spoiled in (good[:-1] + bytes([good[-1] ^ 1]), b"\x08" + good[1:], self.from_server(1, direction=0)):
            with self.assertRaisesRegex(d.DrawbarError, "not sealed for this session"):
                self.seal.open(spoiled)
        for none in (b"", good[:31], good[:4] + b"DBRS" + good[8:]):
            with self.assertRaisesRegex(d.DrawbarError, "not sealed$"):
                self.seal.open(none)
        self.assertEqual(self.seal.open(good), b"poses")


def start(scene, *arguments):
    return subprocess.Popen([DRAWBARD, str(scene), "--port", "0", "--web-port", "0", *map(str, arguments)],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def port_of(daemon):
    return int(re.search(r"tcp=\S*:(\d+)", daemon.stdout.readline()).group(1))


def stop(daemon):
    daemon.terminate()
    daemon.wait(60)
    daemon.stdout.close()


class Daemon(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        scene = pathlib.Path(cls.folder.name) / "spinner.json"
        scene.write_text(SCENE)
        cls.daemon = start(scene)
        cls.port = port_of(cls.daemon)

    @classmethod
    def tearDownClass(cls):
        stop(cls.daemon)
        cls.folder.cleanup()

    def receive(self, frames, **options):
        """So many of the stream that was asked for: the first ones come with the Welcome, none while an address is proved."""
        client = d.Client(port=self.port, **options)
        out = []
        end = time.monotonic() + 60
        while client._udp and not client._last_pose_datagram and time.monotonic() < end:
            client.poll()
            client.frames.clear()
        while len(out) < frames and time.monotonic() < end:
            client.poll()
            while client.frames:
                out.append(client.frames.popleft())
        return client, out

    def check_frames(self, frames):
        numbers = [frame.stamp.frame for frame in frames[3:]]  # the first came with the Welcome
        self.assertGreater(len(numbers), 20)
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
        for frame in frames:
            self.assertEqual(sorted(frame.bodies), [0, 1, 2])

    def test_receives_every_frame(self):
        for udp in (False, True):
            for encoding in ("plain", "compact"):
                with self.subTest(udp=udp, encoding=encoding):
                    client, frames = self.receive(30, udp=udp, encoding=encoding)
                    self.check_frames(frames)
                    self.assertEqual(client.bad_datagrams, 0)
                    client.close()

    def test_a_client_that_is_held_up_anywhere_takes_keys_over_the_connection_and_datagrams_in_their_order(self):
        def held_up(method, after, waited):  # once, after so many frames, as a busy machine does it; long enough for a key
            def call(client, *arguments):
                result = method(client, *arguments)
                if client._challenge and len(client.history) >= after and not waited:
                    waited.append(2.5)
                    time.sleep(waited[0])
                return result

            return call

        for name in ("_receive_datagrams", "_read_connection", "_echo_challenge", "_advance"):
            for after, frames in ((0, 30), (10, 75)):
                with self.subTest(name, after=after):
                    waited = []
                    with mock.patch.object(d.Client, name, held_up(getattr(d.Client, name), after, waited)):
                        client, received = self.receive(frames, udp=True, encoding="compact")
                    self.assertEqual(waited, [2.5])
                    self.check_frames(received)
                    self.assertEqual(client._assembler.incomplete, 0)
                    client.close()

    def test_free_fall_is_interpolated_exactly(self):
        client, frames = self.receive(10)
        stamp = frames[6].stamp
        middle = stamp.monotonic_ns - 20_000_000
        position, orientation = client.poses_at(middle)[1]
        a, b = frames[5].bodies[1], frames[6].bodies[1]
        expected = (a.position[2] + b.position[2]) / 2 + 0.02 * 0.02 * 9.81 / 2
        self.assertAlmostEqual(position[2], expected, delta=2e-3)
        self.assertAlmostEqual(math.sqrt(sum(c * c for c in orientation)), 1, delta=1e-9)
        client.close()

    def test_drives(self):
        client, _ = self.receive(1, role="operator", name="driver")
        with self.assertRaisesRegex(d.DrawbarError, "NotHeld.*Control.values"):
            client.request("Control", sequence=1, values=[(0, 0.5)])
        client.take_control("throttle")
        client._sequence = 1
        client.set_control("throttle", 0.5)
        angle = None
        end = time.monotonic() + 60
        while (angle is None or angle < 0.5) and time.monotonic() < end:
            client.poll()
            while client.messages:
                name, table = client.messages.popleft()
                if name == "Telemetry" and table.Controls(0) == 0.5:
                    angle = table.JointPositions(0)
        self.assertGreater(angle, 0.5)
        client.close()

    def test_receives_only_the_bodies_named(self):
        client, frames = self.receive(10, bodies=["post", "arm"])
        self.assertEqual(sorted(frames[-1].bodies), [0, 2])
        client.close()
        with self.assertRaisesRegex(d.DrawbarError, "NoSuchName.*Subscribe.body_names"):
            self.receive(10)[0].request("Subscribe", body_names=["arm", "leg"])

    def test_goes_on_with_the_session_of_a_lost_connection(self):
        lost, _ = self.receive(1, role="operator", name="driver")
        lost.take_control("throttle")
        lost._tcp.close()
        client, _ = self.receive(1, role="operator", name="driver", resume_key=lost.resume_key)
        self.assertEqual(client.welcome.Session(), lost.welcome.Session())
        client.request("Control", sequence=1, values=[(0, 0)])  # still held
        client.close()
        another, _ = self.receive(1, resume_key=lost.resume_key)  # it said good-bye: gone
        self.assertGreater(another.welcome.Session(), lost.welcome.Session())
        another.close()

    def test_reload_gives_the_names_anew_and_frames_go_on(self):
        client, _ = self.receive(1, role="instructor")
        client.body_names = []
        client.request("Reload")
        end = time.monotonic() + 60
        while not (client.frames and client.frames[-1].stamp.branch > 0) and time.monotonic() < end:
            client.poll()
        self.assertGreater(client.frames[-1].stamp.branch, 0)
        self.assertEqual(client.body_names, ["arm", "stone", "post"])
        client.close()

    def test_connects_over_tls_only_to_a_certificate_that_it_trusts(self):
        folder = pathlib.Path(self.folder.name)
        for name in ("good", "other"):
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                            "-nodes", "-days", "2", "-subj", "/CN=drawbard", "-addext", "subjectAltName=IP:127.0.0.1",
                            "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.cert"],
                           check=True, stderr=subprocess.DEVNULL)
        daemon = start(folder / "spinner.json", "--tls-cert", folder / "good.cert", "--tls-key", folder / "good.key")
        try:
            port = port_of(daemon)
            client = d.Client(port=port, tls_ca=str(folder / "good.cert"), udp=True, role="operator")
            client.take_control("throttle")
            end = time.monotonic() + 60
            while len(client.frames) < 5 and time.monotonic() < end:
                client.poll()
            self.assertGreaterEqual(len(client.frames), 5)
            client.close()
            with self.assertRaises(ssl.SSLCertVerificationError):
                d.Client(port=port, tls_ca=str(folder / "other.cert"))
        finally:
            stop(daemon)

    def test_clock_offset_of_one_machine_is_nearly_nothing(self):
        client, _ = self.receive(5)
        end = time.monotonic() + 60
        while abs(client.clock_offset_ns) >= 50_000_000 and time.monotonic() < end:  # until one ping was quick
            client.poll()
        self.assertLess(abs(client.clock_offset_ns), 50_000_000)
        client.close()


if __name__ == "__main__":
    DRAWBARD = sys.argv.pop(1)
    unittest.main(verbosity=2)
