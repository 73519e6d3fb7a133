"""drawbar.Client, drawbar.AsyncClient and drawbar.Recording against the daemon.

client_test.py FOLDER/OF/THE/PACKAGE FOLDER/OF/PROGRAMS"""

import asyncio
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE, PROGRAMS = sys.argv[1:3]
sys.path.insert(0, PACKAGE)
import numpy as np  # noqa: E402

import drawbar  # noqa: E402

SCENE = ROOT / "scenes" / "krt100_trolley.json"


class Daemon:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([f"{PROGRAMS}/drawbard", *map(str, arguments), "--port", "0", "--web-port", "0"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r"tcp=\S+:(\d+)", self.process.stdout.readline())[1])

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()  # again is no harm


class WithDaemon(unittest.TestCase):
    ARGUMENTS = ()

    def setUp(self):
        self.daemon = Daemon(SCENE, *self.ARGUMENTS)
        self.addCleanup(self.daemon.stop)


class Blocking(WithDaemon):
    def test_frames_come_over_tcp_and_over_udp_in_every_encoding(self):
        for udp in (False, True):
            for encoding in ("plain", "compact"):
                with self.subTest(udp=udp, encoding=encoding):
                    with drawbar.Client(port=self.daemon.port, udp=udp, encoding=encoding) as client:
                        frames = [client.next_frame() for _ in range(5)]
                        self.assertEqual(frames[-1].positions.shape, (len(client.body_names), 3))
                        self.assertLess(frames[0].stamp.tick, frames[-1].stamp.tick)
                        np.testing.assert_allclose(np.linalg.norm(frames[-1].orientations, axis=1), 1, atol=1e-3)
                        self.assertEqual(set(client.shown_poses()), set(map(int, frames[-1].ids)))

    def test_a_control_drives_the_machine(self):
        with drawbar.Client(port=self.daemon.port, role="operator") as client:
            client.take_control("throttle")
            client.set_control("throttle", 1)
            robot = client.body_names.index("robot")
            first = client.next_frame().positions[robot].copy()
            for frame in client.frames(seconds=2):
                last = frame
            self.assertGreater(np.linalg.norm(last.positions[robot] - first), 0.1)
            self.assertEqual(client.telemetry["controls"][client.channels["throttle"]], 1)
            self.assertEqual(client.telemetry["drives"].dtype.names[:2], ("current", "voltage"))

    def test_a_control_that_is_not_held_is_refused_and_keeps_no_other_back(self):
        with drawbar.Client(port=self.daemon.port, role="operator") as client:
            with self.assertRaisesRegex(drawbar.Error, r'throttle: .* does not hold it; allowed: after take_control\("throttle"\)'):
                client.set_control("throttle", 0.5)
            client.take_control()
            client.set_control("throttle", 0.5)
            client.set_control("steer", 1)
            for _ in client.frames(seconds=0.5):
                pass
            with drawbar.Client(port=self.daemon.port, role="instructor") as instructor:
                instructor.request("TakeControl", channels=[client.channels["steer"]], force=True)
                for _ in client.frames(seconds=0.5):
                    pass
            with self.assertRaisesRegex(drawbar.Error, "steer|channel"):
                client.set_control("throttle", -0.5)
            with self.assertRaisesRegex(drawbar.Error, "steer: this session does not hold it"):
                client.set_control("steer", -0.5)
            client.set_control("throttle", -0.5)
            for _ in client.frames(seconds=0.5):
                pass
            self.assertEqual(client.telemetry["controls"][client.channels["throttle"]], -0.5)
            for value in (float("nan"), float("inf")):
                with self.assertRaisesRegex(drawbar.Error, "finite"):
                    client.set_control("throttle", value)

    def test_what_is_refused_raises_the_servers_words(self):
        with drawbar.Client(port=self.daemon.port) as client:
            with self.assertRaisesRegex(drawbar.Error, "role|instructor|allowed"):
                client.request("Freeze")
            with self.assertRaisesRegex(drawbar.Error, "unknown field"):
                client.request("Step", frmes=2)
            with self.assertRaisesRegex(drawbar.Error, "throttle"):
                client.set_control("nothing", 1)
        with self.assertRaises(drawbar.Error) as caught:
            drawbar.Client(port=1)
        self.assertEqual(caught.exception.kind, "environment")

    def test_frames_are_of_the_bodies_and_as_often_as_asked_for(self):
        with drawbar.Client(port=self.daemon.port, bodies=("robot",), every_nth=5, encoding="compact") as client:
            robot = client.body_names.index("robot")
            first = client.next_frame()
            while len(first.ids) > 1:  # until what was asked for acts, all come
                first = client.next_frame()
            second = client.next_frame()
            self.assertEqual((list(first.ids), first.positions.shape, first.angular_velocities.shape), ([robot], (1, 3), (1, 3)))
            self.assertEqual((second.stamp.frame - first.stamp.frame) % 5, 0)
            self.assertEqual((second.stamp.branch, second.stamp.flags, second.complete), (0, 0, True))
            self.assertAlmostEqual(second.stamp.time, second.stamp.frame * client.period)
            self.assertEqual(repr(second), f"<drawbar.Frame {second.stamp.frame} of branch 0, {second.stamp.time:g} s>")
            self.assertEqual(list(client.last_frame.ids), [robot])
            scene = drawbar.World(SCENE).scene
            self.assertEqual((client.body_names, list(client.channels), client.period),
                             (scene.body_names, scene.control_names, scene.period))
            self.assertEqual(list(client.channels.values()), list(range(len(scene.control_names))))
            self.assertEqual(client.scene.name, scene.name)

    def test_what_does_not_come_in_time_is_an_error_of_the_surroundings(self):
        with drawbar.Client(port=self.daemon.port, encoding="none") as client:
            while list(client.frames(seconds=0.2)):  # until what was asked for acts
                pass
            with self.assertRaisesRegex(drawbar.Error, r"^no frame within 0\.2 s$") as caught:
                client.next_frame(timeout=0.2)
            self.assertEqual(caught.exception.kind, "environment")

    def test_messages_are_those_since_the_last_call(self):
        with drawbar.Client(port=self.daemon.port, role="instructor", telemetry_every_nth=1) as client:
            client.messages()
            reply = client.request("Freeze")
            self.assertEqual(set(reply), {"request", "stamp"})
            for _ in client.frames(seconds=0.3):
                pass
            messages = client.messages()
            self.assertIn("Frozen", [fields["kind"] for name, fields in messages if name == "Event"])
            self.assertIn("Telemetry", {name for name, _ in messages})
            self.assertNotIn("Reply", {name for name, _ in messages})
            self.assertEqual(client.messages(), [])
            self.assertEqual(client.telemetry["stamp"]["flags"] & 1, 1)

    def test_a_control_that_is_given_up_is_no_longer_held(self):
        with drawbar.Client(port=self.daemon.port, role="operator", telemetry_every_nth=0) as client:
            client.take_control("throttle", "steer")
            client.set_control("throttle", 0.5)
            client.release_control("throttle")
            with self.assertRaisesRegex(drawbar.Error, "^control throttle: this session does not hold it"):
                client.set_control("throttle", 0.5)
            client.set_control("steer", 0.25)
            client.forget_control("steer")
            client.release_control()
            with self.assertRaisesRegex(drawbar.Error, "^control steer: this session does not hold it"):
                client.set_control("steer", 0.5)
            names = ", ".join(client.channels)
            for call in (client.take_control, client.release_control, client.forget_control):
                with self.assertRaises(drawbar.Error) as caught:
                    call("brake")
                self.assertEqual(str(caught.exception), f"control brake: the scene has none of this name; allowed: {names}")

    def test_answers_are_the_fields_of_their_message_by_name(self):
        with drawbar.Client(port=self.daemon.port, role="instructor") as client:
            scene = drawbar.World(SCENE).scene
            client.request("Freeze")
            effects = client.request("ListEffects")
            self.assertEqual({one["name"]: one["targets"] for one in effects["types"]}, scene.effects)
            self.assertEqual(effects["active"], [])
            force = next(one for one in effects["types"] if one["name"] == "force")
            self.assertIs(force["at_once"], False)
            self.assertEqual({type(parameter["preset"]) for parameter in force["parameters"]} - {float, type(None)}, set())
            client.request("BeginEffect", target="robot", type="force", parameters=[{"name": "x", "value": 5}], strength=0.5, ramp=2)
            active = client.request("ListEffects")["active"]
            self.assertEqual([(one["effect"], one["target"], one["type"], one["strength"], one["ramp"]) for one in active],
                             [(1, "robot", "force", 0.5, 2)])
            self.assertEqual([(one["name"], one["value"]) for one in active[0]["parameters"] if one["value"]], [("x", 5)])
            client.request("Save", name="here")
            kept = client.request("ExportState", name="here")["data"]
            self.assertIsInstance(kept, bytes)
            world = drawbar.World(SCENE)
            world.restore(kept)
            frame = client.next_frame()
            for _ in client.frames(seconds=0.3):
                frame = client.last_frame
            self.assertEqual(world.frame, frame.stamp.frame)
            np.testing.assert_array_equal(frame.positions, world.positions)
            np.testing.assert_allclose(frame.orientations, world.orientations, atol=1e-6)
            for name, kind in (("joint_positions", np.floating), ("controls", np.floating), ("holders", np.uint32)):
                self.assertTrue(np.issubdtype(client.telemetry[name].dtype, kind), name)
            np.testing.assert_array_equal(client.telemetry["joint_positions"], world.joint_positions)
            self.assertEqual(client.telemetry["stamp"]["frame"], world.frame)
            self.assertEqual(client.telemetry["substeps"], world.substeps)

    def test_roles_and_encodings_are_those_of_the_protocol(self):
        with self.assertRaisesRegex(drawbar.Error, "^role boss; allowed: viewer, operator, instructor$"):
            drawbar.Client(port=self.daemon.port, role="boss")
        with self.assertRaisesRegex(drawbar.Error, "^encoding zip; allowed: none, plain, compact$"):
            drawbar.Client(port=self.daemon.port, encoding="zip")
        for role in ("viewer", "operator", "instructor"):
            with drawbar.Client(port=self.daemon.port, role=role, name="me") as client:
                own = next(one for one in client.welcome["sessions"] if one["session"] == client.welcome["session"])
                self.assertEqual((own["role"].lower(), own["name"]), (role, "me"))

    def test_the_scene_of_the_server_is_the_files(self):
        with drawbar.Client(port=self.daemon.port) as client:
            self.assertEqual(drawbar.World(client.scene).hash, drawbar.World(SCENE).hash)


class Asynchronous(WithDaemon):
    def test_an_instructor_steps_and_rewinds(self):
        async def instruct():
            async with await drawbar.AsyncClient.connect(port=self.daemon.port, role="instructor", udp=True) as client:
                await client.request("Freeze")
                await client.request("Save", name="here")
                reply = await client.request("Step", frames=3, fast=True)
                await client.request("Restore", name="here")
                await client.request("Run")
                frames = client.frames()
                branch = 0
                while branch <= reply["stamp"]["branch"]:
                    branch = (await frames.__anext__()).stamp.branch
                return reply

        self.assertGreaterEqual(asyncio.run(instruct())["stamp"]["frame"], 3)

    def test_controls_are_held_while_the_program_waits(self):
        async def drive():
            async with await drawbar.AsyncClient.connect(port=self.daemon.port, role="operator") as client:
                await client.take_control("throttle")
                client.set_control("throttle", 1)
                await asyncio.sleep(2)
                return client.telemetry["controls"][client.channels["throttle"]]

        self.assertEqual(asyncio.run(drive()), 1)

    def test_messages_frames_and_refusals_are_as_those_of_the_client_that_waits(self):
        async def watch():
            async with await drawbar.AsyncClient.connect(port=self.daemon.port, role="instructor", encoding="none") as client:
                with self.assertRaisesRegex(drawbar.Error, r"^no frame within 0\.2 s$"):
                    while True:  # until what was asked for acts
                        await client.next_frame(timeout=0.2)
                await client.request("Freeze")
                async for name, fields in client.messages():
                    if name == "Event" and fields["kind"] == "Frozen":
                        break
                with self.assertRaisesRegex(drawbar.Error, "unknown field"):
                    await client.request("Step", frmes=2)
                await client.take_control("steer")
                client.set_control("steer", 0.5)
                await client.release_control()
                with self.assertRaisesRegex(drawbar.Error, "^control steer: this session does not hold it"):
                    client.set_control("steer", 0.5)
            async with await drawbar.AsyncClient.connect(port=self.daemon.port, bodies=("robot",)) as viewer:
                frame = await viewer.next_frame()
                while len(frame.ids) > 1:  # until what was asked for acts
                    frame = await viewer.next_frame()
                self.assertEqual(list(frame.ids), [viewer.body_names.index("robot")])
                with self.assertRaises(drawbar.Error) as caught:
                    await viewer.request("Freeze")
                self.assertEqual(caught.exception.kind, "wrong")
            with self.assertRaises(drawbar.Error) as caught:
                await drawbar.AsyncClient.connect(port=1)
            self.assertEqual(caught.exception.kind, "environment")
            self.assertTrue(str(caught.exception).startswith("127.0.0.1:1: "))

        asyncio.run(watch())

    def test_the_end_of_the_server_is_an_error(self):
        async def wait():
            async with await drawbar.AsyncClient.connect(port=self.daemon.port) as client:
                self.daemon.process.terminate()
                async for _ in client.frames():
                    pass

        with self.assertRaises(drawbar.Error) as caught:
            asyncio.run(wait())
        self.assertEqual(caught.exception.kind, "environment")


class Recorded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = pathlib.Path(cls.folder.name) / "session.mcap"
        subprocess.run([f"{PROGRAMS}/drawbar", "simulate", SCENE, "--duration", "4", "--controls", SCENE.with_suffix(".csv"),
                        "--record", cls.file, "--output", f"{cls.folder.name}/table.csv"], check=True)
        cls.table = [line.split(",") for line in pathlib.Path(f"{cls.folder.name}/table.csv").read_text().splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_recomputed_columns_are_those_of_simulate_to_the_last_digit(self):
        columns = drawbar.Recording(self.file).columns(resimulate=True)
        self.assertEqual(list(columns), self.table[0])
        for k, name in enumerate(self.table[0]):
            if name.endswith("error"):
                continue  # largest since the row before: a recording shows those of whole frames
            np.testing.assert_array_equal(columns[name], [float(row[k]) for row in self.table[1:]])

    def test_tables_agree_with_each_other_and_verify(self):
        recording = drawbar.Recording(self.file)
        self.assertTrue(recording.complete)
        frames, poses = recording.frames(), recording.poses()
        np.testing.assert_array_equal(frames["frame"], poses["frame"])
        self.assertEqual(poses["positions"].shape, (100, len(recording.scene().body_names), 3))
        world = drawbar.World(recording.scene())
        inputs = recording.inputs()
        for frame, hash_ in zip(frames["frame"], frames["hash"]):
            for name, value in zip(inputs["name"][inputs["frame"] == frame], inputs["value"][inputs["frame"] == frame]):
                world.controls[name] = value
            world.step()
            self.assertEqual(world.hash, int(hash_))
        report = recording.verify()
        self.assertTrue(report["same"])
        self.assertEqual(report["frames"], 100)
        self.assertEqual(report["warnings"], [])

    def test_a_live_session_has_branches_and_events(self):
        file = pathlib.Path(self.folder.name) / "live.mcap"
        daemon = Daemon(SCENE, "--record", file)
        self.addCleanup(daemon.stop)
        with drawbar.Client(port=daemon.port, role="instructor") as client:
            client.request("Save", name="here")
            for _ in client.frames(seconds=0.5):
                pass
            client.request("Restore", name="here")
            for _ in client.frames(seconds=0.5):
                pass
        daemon.stop()
        recording = drawbar.Recording(file)
        self.assertEqual([entry["cause"] for entry in recording.branches], ["Start", "Restore"])
        self.assertIn("Restored", list(recording.events()["kind"]))
        self.assertTrue(recording.verify()["same"])

    def test_each_pose_is_that_of_the_world_that_was_recorded(self):
        recording = drawbar.Recording(self.file)
        exact, rounded = recording.poses(resimulate=True), recording.poses()
        world = drawbar.World(SCENE)
        rows = world.scene.load_controls(SCENE.with_suffix(".csv"))
        parts = {"positions": 0, "orientations": 1e-6, "linear_velocities": 1e-4, "angular_velocities": 1e-4,
                 "joint_positions": 0, "joint_velocities": 0}
        # The first row is that of the first state.
        self.assertEqual(list(exact["frame"]), list(range(len(exact["frame"]))))
        for i in range(len(exact["frame"])):
            for part in parts:
                np.testing.assert_array_equal(exact[part][i], getattr(world, part), f"{part} of frame {i}")
            self.assertAlmostEqual(exact["time"][i], world.time)
            np.testing.assert_array_equal(exact["controls"][i], world.control_values)
            if i in rounded["frame"]:
                row = list(rounded["frame"]).index(i)
                for part, error in parts.items():
                    np.testing.assert_allclose(rounded[part][row], getattr(world, part), rtol=0, atol=error, err_msg=part)
            while rows and rows[0][0] <= i:
                world.controls[rows[0][1]] = rows[0][2]
                rows.pop(0)
            world.step()

    def test_inputs_and_events_have_their_kinds_names_and_numbers(self):
        file = pathlib.Path(self.folder.name) / "kinds.mcap"
        daemon = Daemon(SCENE, "--record", file)
        self.addCleanup(daemon.stop)
        with drawbar.Client(port=daemon.port, role="instructor", name="boss") as client:
            client.request("Freeze")
            client.take_control("steer")
            client.set_control("steer", -0.25)
            client.request("BeginEffect", target="robot", type="force", parameters=[{"name": "x", "value": 5}])
            client.request("Step", frames=3)
            client.request("ClearEffect", effect=1)
            client.request("Step", frames=1)
            client.request("Bookmark", text="here")
            session = client.welcome["session"]
        daemon.stop()
        recording = drawbar.Recording(file)
        inputs = recording.inputs()
        told = list(zip(inputs["kind"], inputs["name"], inputs["index"], inputs["value"], inputs["session"]))
        steer = drawbar.World(SCENE).scene.control_names.index("steer")
        self.assertIn(("control", "steer", steer, -0.25, session), told)
        self.assertIn(("effect", "robot force"), [(kind, name) for kind, name, *_ in told])
        self.assertIn(("clear_effect", "", 1), [(kind, name, index) for kind, name, index, *_ in told])
        for column in ("branch", "frame", "order", "session", "index", "value", "kind", "name"):
            self.assertEqual(len(inputs[column]), len(told), column)
        events = recording.events()
        bookmark = next(i for i, text in enumerate(events["text"]) if "here" in text)
        self.assertEqual((events["kind"][bookmark], int(events["session"][bookmark])), ("Bookmark", session))
        joined = list(events["kind"]).index("Joined")
        self.assertEqual((events["name"][joined], int(events["session"][joined])), ("boss", session))
        branches = recording.branches
        self.assertEqual(branches[0]["cause"], "Start")
        self.assertEqual((branches[0]["branch"], branches[0]["frame"], branches[0]["parent_branch"]), (0, 0, 0))
        self.assertEqual(branches[0]["hash"], drawbar.World(SCENE).hash)
        build = recording.build
        self.assertRegex(build["program"], r"^drawbard \d")
        self.assertEqual(set(build), {"program", "revision", "compiler", "flags", "platform", "utc_start_ns"})
        report = recording.verify()
        self.assertEqual((report["scene"], report["branches"], report["inputs"], report["unchecked"], report["divergence"]),
                         (drawbar.World(SCENE).scene.name, len(branches), len(told), [], None))
        self.assertEqual(recording.note, "")

    def test_what_is_no_recording_is_refused(self):
        with self.assertRaisesRegex(drawbar.Error, "nowhere.mcap"):
            drawbar.Recording("nowhere.mcap")
        with self.assertRaises(drawbar.Error):
            drawbar.Recording(SCENE)
        with self.assertRaisesRegex(drawbar.Error, "columns reactions"):
            drawbar.Recording(self.file).columns("reactions")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
