#!/usr/bin/python3
"""drawbard drives over the hills, and a stand-in for an image generator finds the drive again in what it is told.

drive_test.py DRAWBARD DRAWBAR [--tshark]: with it, tshark must be there and decode every datagram."""

import bisect
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "python"))
import drawbar_client as d  # noqa: E402
import image_generator as ig  # noqa: E402

SECONDS = 20
TOLERANCE_M, TOLERANCE_DEG = 0.001, 0.02
LOSS = 0.05
PERIOD_TICKS = 4000  # of time stamps, from frame to frame
WORLD = 1

CHILDREN = """ "cigi": { "database": 3, "world_type": 700 }, """
# By latitude and longitude, some wheels as parts of their machine, lamps and malfunctions as components.
GEODETIC = """ "cigi": {
  "placement": "geodetic", "origin": { "latitude_deg": 59.93, "longitude_deg": 30.31, "altitude": 12, "heading_deg": 30 },
  "byte_order": "little", "datagram_bytes": 512,
  "entities": [
    { "body": "robot", "id": 10, "type": 100, "parts": [
      { "joint": "axle_rear_left", "part": 1, "degree": "pitch", "factor": -1 },
      { "joint": "axle_rear_right", "part": 2, "degree": "pitch", "factor": -1 },
      { "joint": "axle_pivot", "part": 3, "degree": "roll" } ] },
    { "body": "trolley", "id": 11, "type": 101, "position": [-0.65, 0, 0.1] } ],
  "components": [
    { "component": 1, "body": "robot", "quantity": "motor_rear_left.current", "above": 5 },
    { "component": 2, "body": "robot", "malfunction": "motor_front_left off", "on": 7 },
    { "component": 40, "component_class": "system", "instance": 3, "quantity": "robot.z", "above": -100 } ] }, """
LITTLE = """{
  "name": "slope", %s
  "bodies": [ { "name": "ground", "static": true, "shapes": [ { "type": "heightfield", "spacing": 2, "columns": 3, "rows": 3,
    "heights": [0, 0.2, 0.4, 0.1, 0.3, 0.5, 0.2, 0.4, 0.6] } ] } ]
}"""

DRAWBARD, DRAWBAR, NEEDS_TSHARK = None, None, False


class Daemon:
    def __init__(self, folder, section, generators, *arguments):
        text = (ROOT / "scenes" / "krt100_trolley.json").read_text()
        scene = folder / "krt100_trolley.json"
        scene.write_text(text.replace('"name": "krt100_trolley",', '"name": "krt100_trolley",' + section, 1))
        shutil.copy(ROOT / "scenes" / "krt100_hills.png", folder)
        self.log = open(folder / "log", "w")
        addresses = ",".join("%s:%d" % g.address for g in generators)
        self.process = subprocess.Popen(
            [DRAWBARD, scene, "--port", "0", "--web-port", "0", "--start", "on-control", "--realtime", "off",
             "--hello-timeout", "60", "--cigi", addresses, "--cigi-port", "0", *arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.ready = self.process.stdout.readline()
        self.port = int(re.search(r"tcp=\S+:(\d+)", self.ready).group(1))
        self.web = re.search(r"web=(\S+)", self.ready).group(1)

    def metrics(self):
        text = urllib.request.urlopen(self.web + "/metrics", timeout=10).read().decode()
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line[0] != "#"}

    def end(self):
        self.process.terminate()
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        self.log.close()
        return code


class Truth(threading.Thread):
    """The frames as drawbar's own client gets them."""

    def __init__(self, port, drives=()):
        super().__init__()
        self.frames, self.came, self.ending, self.drives = [], [], False, list(drives)
        self.client = d.Client(port=port, name="truth", role="operator" if drives else "viewer", timeout=60)
        self.names = self.client.body_names
        self.delays = []

    def run(self):
        began = time.monotonic()
        if self.drives:
            self.client.take_control()
        while not self.ending:
            while self.drives and time.monotonic() - began >= self.drives[0][0]:
                self.client.set_control(*self.drives.pop(0)[1:])
            self.client.poll()
            while self.client.messages:
                name, table = self.client.messages.popleft()
                if name == "Telemetry" and table.ImageDelay():
                    self.delays.append(table.ImageDelay())
            while self.client.frames:
                self.frames.append(self.client.frames.popleft())
                self.came.append(ticks(time.monotonic_ns()))
        self.client.close()


def drive_rows():
    rows = [line.split(",") for line in (ROOT / "scenes" / "krt100_trolley.csv").read_text().splitlines()
            if line and line[0] not in "#t"]
    return [(float(t), name, float(value)) for t, name, value in rows]


def turned_over(body):
    """Position and orientation under the entity that stands for the world: y and z of both sides opposite."""
    x, y, z = body.position
    w, qx, qy, qz = body.orientation
    return (x, -y, -z), (w, qx, -qy, -qz)


def difference(a, b):
    """Of two poses: m, degrees."""
    return math.dist(a[0], b[0]), ig.angle_between(a[1], b[1])


def ticks(monotonic_ns):
    return monotonic_ns // 10_000 & 0xFFFFFFFF


def check_with_tshark(case, capture, count):
    """Not one malformed packet, nothing that is not CIGI."""
    if shutil.which("tshark") is None:
        if NEEDS_TSHARK:
            case.fail("tshark is not installed")
        print("tshark is not installed: the capture was not decoded", file=sys.stderr)
        return
    done = subprocess.run(["tshark", "-r", capture, "-T", "fields", "-E", "separator=;", "-e", "_ws.col.Protocol", "-e", "_ws.malformed",
                           "-e", "_ws.expert.severity", "-e", "cigi.version"], capture_output=True, text=True, timeout=300)
    lines = done.stdout.splitlines()
    case.assertGreater(len(lines), count, done.stderr)
    chat = str(0x200000)  # no fault: of UDP ports 33434 to 33534, which the system gives, too, tshark says "possible traceroute"
    wrong = []
    for line in lines:
        protocol, malformed, severity, version = line.split(";")[:4]
        if protocol != "CIGI" or malformed or severity not in ("", chat) or not version.startswith("3"):
            wrong.append(line)
    case.assertEqual(wrong, [], "as tshark reads them")


class Drive(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def compare(self, generator, truth, ids, expected_pose, tolerance=(TOLERANCE_M, TOLERANCE_DEG)):
        """Every frame of the drive against what was told: of it, or, where it was lost, before and after it. Of what arrived every
        pose is within the tolerance, and so is what was lost, where the machine itself follows the curve through the frames before
        and after. What hits something in between (the hitch its stop) leaves that curve: told is then the curve, no more. A slot that
        passed without a frame, on a machine that is too slow, stops the simulation for it: there time stamps tell no curve."""
        history = [h for h in generator.history if h[1]]
        stamps = [h[0] for h in history]
        computed = [ticks(frame.stamp.monotonic_ns) for frame in truth.frames]
        worst = {}
        for frame, stamp in zip(truth.frames, computed):
            if not stamps[0] <= stamp <= stamps[-1]:
                continue
            at = bisect.bisect_left(stamps, stamp)
            lost = stamps[at] != stamp
            if lost:
                ends = [truth.frames[bisect.bisect_left(computed, stamps[k])] for k in (at - 1, at)]
                duration = stamps[at] - stamps[at - 1]
                if abs(duration - (ends[1].stamp.frame - ends[0].stamp.frame) * PERIOD_TICKS) > 1:
                    continue
                way = ((stamp - stamps[at - 1]) / duration, duration * ig.TICK)
            for id_, name in ids.items():
                earlier, later = (history[k][1].get(id_) for k in (at - 1, at))
                if later is None or lost and earlier is None:
                    continue
                body = truth.names.index(name)
                exact = expected_pose(frame.bodies[body])
                if lost:
                    kind, told = "lost", ig.between(earlier, later, *way)
                    curve = ig.between(*(state(end.bodies[body]) for end in ends), *way)
                    if any(e > 0.5 * t for e, t in zip(difference(curve, exact), tolerance)):
                        kind, exact = "hit", curve
                else:
                    kind, told = "told", (later[0], ig.of_angles(*later[1]))
                error = difference(told, exact)
                kept = worst.get((name, kind), (0, 0.0, 0.0))
                worst[name, kind] = (kept[0] + 1, max(kept[1], error[0]), max(kept[2], error[1]))
        for (name, kind), error in sorted(worst.items(), key=lambda entry: entry[0][1]):
            print("%s of %d poses of %s: at most %.6f m, %.4f deg" % (kind, error[0], name, *error[1:]), file=sys.stderr)
        count = lambda *kinds: sum(error[0] for (_, kind), error in worst.items() if kind in kinds)
        told_of = sum(stamps[0] <= stamp <= stamps[-1] for stamp in computed)
        self.assertGreater(count("told", "lost", "hit"), 0.8 * len(ids) * told_of)
        self.assertGreater(told_of, 5 * SECONDS)
        self.assertLess(count("hit"), 0.2 * count("lost") + 1)
        for (name, kind), error in worst.items():
            self.assertLess(error[1], tolerance[0], (name, kind))
            self.assertLess(error[2], tolerance[1], (name, kind))

    def test_drive_over_the_hills_with_five_percent_lost(self):
        capture = ig.Capture(self.folder / "drive.pcap")
        generator = ig.ImageGenerator(order="<", loss=LOSS, capture=capture)
        daemon = Daemon(self.folder, CHILDREN, [generator])
        self.addCleanup(daemon.process.kill)
        generator.poll(3.0)
        self.assertEqual((generator.mode, generator.database), (ig.OPERATE, 3))
        truth = Truth(daemon.port)
        truth.start()
        driver = subprocess.Popen([DRAWBAR, "drive", "--controls", ROOT / "scenes" / "krt100_trolley.csv", "--connect",
                                   f"127.0.0.1:{daemon.port}"], stdout=subprocess.DEVNULL)
        generator.poll(SECONDS + 1.0)
        truth.ending = True
        truth.join()
        metrics = daemon.metrics()
        driver.terminate()
        driver.wait()
        ids = {id_: truth.names[id_ - 2] for id_ in generator.entities if id_ != WORLD}
        self.assertIn("trolley_wheel_left", ids.values())
        self.assertNotIn("ground", ids.values())
        self.assertEqual(generator.entities[WORLD].type, 700)
        self.assertEqual({e.parent for id_, e in generator.entities.items() if id_ != WORLD}, {WORLD})
        self.assertGreater(generator.lost, 10)
        self.compare(generator, truth, ids, turned_over)
        to = '{to="%s:%d"}' % generator.address
        self.assertEqual(metrics["drawbar_cigi_ready" + to], 1)
        self.assertEqual(metrics["drawbar_cigi_malformed_total" + to], 0)
        self.assertGreater(metrics["drawbar_cigi_round_trip_seconds_count" + to], 20 * SECONDS)
        self.assertEqual(daemon.end(), 0)
        generator.loss = 0
        generator.poll(0.1)
        self.assertEqual(generator.entities, {}, "the last message destroys every entity")
        self.assertEqual(generator.malformed, 0)
        capture.close()
        check_with_tshark(self, self.folder / "drive.pcap", 24 * SECONDS)
        generator.close()

    def test_image_generator_that_paces_on_the_earth(self):
        capture = ig.Capture(self.folder / "paced.pcap")
        generator = ig.ImageGenerator(order=">", capture=capture)
        daemon = Daemon(self.folder, GEODETIC, [generator], "--cigi-pacing", "sync")
        self.addCleanup(daemon.process.kill)
        generator.poll(1.0)
        truth = Truth(daemon.port, drive_rows())
        truth.start()
        generator.poll(4.0)
        self.assertEqual(generator.entities[10].components[2], (0, 0.0))
        # The image generator goes on meanwhile: one that is silent for a second is greeted anew.
        instructor = subprocess.Popen([DRAWBAR, "instructor", "malfunction", "motor_front_left", "off", "--connect",
                                       f"127.0.0.1:{daemon.port}"], stdout=subprocess.DEVNULL)
        generator.poll(4.0)
        self.assertEqual(instructor.wait(timeout=60), 0)
        truth.ending = True
        truth.join()
        metrics = daemon.metrics()
        self.assertEqual(daemon.end(), 0)
        answered = len({stamp for stamp, _ in generator.history})
        self.assertGreater(answered, 0.8 * generator.frame - 60, "every frame that it begins is answered")
        history = dict(generator.history)
        drawn = [(stamp, told[10]) for stamp, told in history.items() if 10 in told]
        frames = {ticks(f.stamp.monotonic_ns): f for f in truth.frames}
        came = dict(zip(frames, truth.came))
        stamps = sorted(frames)
        worst, compared = (0.0, 0.0), 0
        for stamp, pose in drawn:
            at = bisect.bisect_left(stamps, stamp)
            # Where a frame is late, on a machine that is too slow, the picture is of the one before, driven on.
            if at == 0 or at == len(stamps) or stamps[at] - stamps[at - 1] > 4100 or came[stamps[at]] > stamp:
                continue
            compared += 1
            a, b = (frames[stamps[k]].bodies[truth.names.index("robot")] for k in (at - 1, at))
            part = (stamp - stamps[at - 1]) / (stamps[at] - stamps[at - 1])
            exact = ig.between(*[state(body) for body in (a, b)], part, (stamps[at] - stamps[at - 1]) * ig.TICK)
            told = geodetic_to_local(pose)
            worst = (max(worst[0], math.dist(told[0], exact[0])), max(worst[1], ig.angle_between(told[1], exact[1])))
        print("paced by the image generator, of %d pictures of %d, largest errors (m, deg): %.6f %.4f" %
              (compared, len(drawn), *worst), file=sys.stderr)
        self.assertGreater(len(drawn), 300)
        self.assertGreater(compared, 20)
        self.assertLess(worst[0], TOLERANCE_M)
        self.assertLess(worst[1], 0.1)
        to = '{to="%s:%d"}' % generator.address
        self.assertGreater(metrics["drawbar_cigi_console_to_image_seconds_count" + to], 10)
        self.assertGreater(max(truth.delays, default=0), 0)
        self.assertEqual(generator.malformed, 0)
        capture.close()
        check_with_tshark(self, self.folder / "paced.pcap", 300)
        generator.close()

    def test_hostile_datagrams_are_counted_and_change_nothing(self):
        generator = ig.ImageGenerator()
        daemon = Daemon(self.folder, CHILDREN, [generator])
        self.addCleanup(daemon.process.kill)
        generator.poll(1.5)
        head = bytes.fromhex("65180300003180000000000100000000") + b"\0" * 8
        hostile = [b"", b"\x65", head[:23], head + b"\x66", head + b"\x66\x00", head + b"\x66\x09" + b"\0" * 7,
                   head + b"\x66\xf8", head + head, head[:6] + b"\x12\x34" + head[8:], b"\xff" * 1400, head + b"\x66\x18" + b"\0" * 22]
        for datagram in hostile:
            generator.socket.sendto(datagram, generator.host)
        generator.poll(0.5)
        to = '{to="%s:%d"}' % generator.address
        metrics = daemon.metrics()
        self.assertEqual(metrics["drawbar_cigi_malformed_total" + to], len(hostile))
        self.assertEqual(metrics["drawbar_cigi_ready" + to], 1)
        self.assertEqual(daemon.end(), 0)
        generator.close()


class Terrain(unittest.TestCase):
    def survey(self, height, section='"cigi": { "database": 5, "byte_order": "little" },'):
        with tempfile.TemporaryDirectory() as folder:
            scene = pathlib.Path(folder) / "slope.json"
            scene.write_text(LITTLE % section)
            generator = ig.ImageGenerator(height=height)
            asked = subprocess.Popen([DRAWBAR, "cigi-terrain", scene, "--cigi", "%s:%d" % generator.address, "--cigi-port", "0",
                                      "--points", "100"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            while asked.poll() is None:
                generator.poll(0.1)
            generator.close()
            self.assertEqual(generator.malformed, 0)
            return asked.returncode, asked.communicate()[0]

    def test_the_same_terrain_is_good(self):
        code, text = self.survey(lambda x, y: 0.3 + 0.1 * x + 0.05 * y + 0.01)
        self.assertEqual(code, 0, text)
        self.assertIn("100 points over 4 x 4 m", text)
        self.assertRegex(text, r"mean \+0\.0100 m")

    def test_another_terrain_is_not(self):
        code, text = self.survey(lambda x, y: 0.3 + 0.1 * x + 0.05 * y + (0.2 if x > 1.7 and y < -1.7 else 0))
        self.assertEqual(code, 1, text)
        self.assertRegex(text, r"largest \+0\.2000 m at \(1\.80, -1\.80\)")

    def test_terrain_with_a_hole_is_not(self):
        code, text = self.survey(lambda x, y: None if x > 1.7 else 0.3 + 0.1 * x + 0.05 * y)
        self.assertEqual(code, 1, text)
        self.assertIn("10 where the image generator has no terrain", text)

    def test_who_does_not_answer_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = pathlib.Path(folder) / "slope.json"
            scene.write_text(LITTLE % "")
            done = subprocess.run([DRAWBAR, "cigi-terrain", scene, "--cigi", "127.0.0.1:9", "--cigi-port", "0"],
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("127.0.0.1:9", done.stderr)


# --- WGS 84, by the textbook's formulas alone ---

A, F = 6378137.0, 1 / 298.257223563
E2 = F * (2 - F)
ORIGIN = (59.93, 30.31, 12.0)
HEADING = math.radians(30)


def to_earth(latitude, longitude, altitude):
    lat, lon = math.radians(latitude), math.radians(longitude)
    n = A / math.sqrt(1 - E2 * math.sin(lat) ** 2)
    return ((n + altitude) * math.cos(lat) * math.cos(lon), (n + altitude) * math.cos(lat) * math.sin(lon),
            (n * (1 - E2) + altitude) * math.sin(lat))


def columns(latitude, longitude):
    """North, east, down in the Earth's axes."""
    lat, lon = math.radians(latitude), math.radians(longitude)
    north = (-math.sin(lat) * math.cos(lon), -math.sin(lat) * math.sin(lon), math.cos(lat))
    east = (-math.sin(lon), math.cos(lon), 0.0)
    down = (-math.cos(lat) * math.cos(lon), -math.cos(lat) * math.sin(lon), -math.sin(lat))
    return north, east, down


def state(body):
    """(position, angles, linear, angular) of a body in model axes under the world, as between() takes them."""
    position, q = turned_over(body)
    over = lambda v: (v[0], -v[1], -v[2])
    linear = ig.rotate(ig.conjugate(q), over(body.linear_velocity))
    angular = ig.rotate(ig.conjugate(q), over(body.angular_velocity))
    w, x, y, z = q
    roll = math.degrees(math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)))
    pitch = math.degrees(math.asin(max(-1.0, min(1.0, 2 * (w * y - z * x)))))
    yaw = math.degrees(math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
    return position, (roll, pitch, yaw), linear, tuple(math.degrees(c) for c in angular)


def geodetic_to_local(pose):
    """Where an entity told by latitude, longitude, altitude stands, in the axes of turned_over()."""
    (latitude, longitude, altitude), angles = pose[0], pose[1]
    origin = to_earth(*ORIGIN)
    offset = [p - o for p, o in zip(to_earth(latitude, longitude, altitude), origin)]
    at_origin = columns(*ORIGIN[:2])
    north, east, down = (sum(a * b for a, b in zip(axis, offset)) for axis in at_origin)
    # The model's own axes in those of the origin: over such a distance the Earth is flat to 1e-5 degrees.
    here = columns(latitude, longitude)
    q = ig.of_angles(*angles)
    axes = [ig.rotate(q, axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    turned = [[sum(here[k][i] * axis[k] for k in range(3)) for i in range(3)] for axis in axes]
    turned = [[sum(a * b for a, b in zip(row, axis)) for row in at_origin] for axis in turned]
    # World x in (north, east): (-sin h, cos h); y and z of the turned-over world: east of that, down.
    s, c = math.sin(HEADING), math.cos(HEADING)
    to_world = lambda n, e, d_: (-s * n + c * e, -(c * n + s * e), d_)
    m = [to_world(*axis) for axis in turned]  # columns of the rotation, in the turned-over world's axes
    return to_world(north, east, down), quaternion_of_columns(m)


def quaternion_of_columns(m):
    (xx, yx, zx), (xy, yy, zy), (xz, yz, zz) = m
    w = math.sqrt(max(0.0, 1 + xx + yy + zz)) / 2
    x = math.copysign(math.sqrt(max(0.0, 1 + xx - yy - zz)) / 2, zy - yz)
    y = math.copysign(math.sqrt(max(0.0, 1 - xx + yy - zz)) / 2, xz - zx)
    z = math.copysign(math.sqrt(max(0.0, 1 - xx - yy + zz)) / 2, yx - xy)
    return w, x, y, z


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    DRAWBARD, DRAWBAR = sys.argv[1:3]
    NEEDS_TSHARK = "--tshark" in sys.argv[3:]
    unittest.main(argv=[sys.argv[0], *[a for a in sys.argv[3:] if a != "--tshark"]], verbosity=2)
