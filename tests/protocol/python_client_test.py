#!/usr/bin/python3
"""The Python client, written from protocol/README.md alone, against that document and against drawbard itself.

python_client_test.py DRAWBARD"""

import math
import pathlib
import re
import ssl
import subprocess
import sys
import tempfile
import time
import unittest

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
        client = d.Client(port=self.port, **options)
        out = []
        end = time.monotonic() + 60
        while len(out) < frames and time.monotonic() < end:
            client.poll()
            while client.frames:
                out.append(client.frames.popleft())
        return client, out

    def check_frames(self, frames):
        numbers = [frame.stamp.frame for frame in frames[3:]]  # the first came with the Welcome
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
