"""drawbar.World and drawbar.Batch: the same bits as the programs, views that show the present, errors with the command line's
text.

world_test.py FOLDER/OF/THE/PACKAGE FOLDER/OF/PROGRAMS"""

import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE, PROGRAMS = sys.argv[1:3]
sys.path.insert(0, PACKAGE)
import numpy as np  # noqa: E402

import drawbar  # noqa: E402

SCENES = ROOT / "scenes"


def run(world, frames, rows=()):
    """`frames` frames under the rows of a controls file; the hash of every one."""
    waiting = list(rows)
    hashes = [world.hash]
    for frame in range(frames):
        while waiting and waiting[0][0] <= frame:
            _, name, value = waiting.pop(0)
            world.controls[name] = value
        world.step()
        hashes.append(world.hash)
    return hashes


def rows_of(scene, name):
    file = SCENES / f"{name}.csv"
    return scene.load_controls(file) if file.exists() else []


class SameBits(unittest.TestCase):
    def test_every_shipped_scene_has_its_golden_hashes(self):
        shipped = sorted(path.stem for path in SCENES.glob("*.json"))
        self.assertGreater(len(shipped), 15)
        compared = 0
        for name in shipped:
            golden = ROOT / "tests" / "golden" / "hashes" / f"{name}.txt"
            if not golden.exists():
                continue
            expected = [line.split()[0] for line in golden.read_text().splitlines() if line and line[0] != "#"][:60]
            world = drawbar.World(SCENES / f"{name}.json")
            found = run(world, len(expected) - 1, rows_of(world.scene, name))
            with self.subTest(name):
                self.assertEqual([f"{value:016x}" for value in found], expected)
            compared += 1
        self.assertGreater(compared, 15)

    def test_hashes_are_those_of_simulate(self):
        scene = SCENES / "six_axis_arm.json"
        with tempfile.TemporaryDirectory() as folder:
            hashes = pathlib.Path(folder) / "hashes.csv"
            subprocess.run([f"{PROGRAMS}/drawbar", "simulate", scene, "--duration", "4", "--controls",
                            scene.with_suffix(".csv"), "--hashes", hashes, "--output", f"{folder}/table.csv"], check=True)
            expected = [line.split(",")[1] for line in hashes.read_text().splitlines()[1:]]
        world = drawbar.World(scene)
        self.assertEqual([f"{h:016x}" for h in run(world, 100, rows_of(world.scene, "six_axis_arm"))], expected)

    def test_columns_are_those_of_simulate_to_the_last_digit(self):
        scene = SCENES / "krt100_trolley.json"
        table = subprocess.run([f"{PROGRAMS}/drawbar", "simulate", scene, "--duration", "1"], check=True,
                               capture_output=True, text=True).stdout.splitlines()
        world = drawbar.World(scene)
        columns = world.columns("default")
        self.assertEqual(["time", *columns.names], table[0].split(","))
        for line in table[1:]:
            self.assertEqual([world.time, *columns.values], [float(cell) for cell in line.split(",")])
            world.step()

    def test_whole_frames_and_substeps_come_to_the_same(self):
        whole, parts = drawbar.World(SCENES / "krt100_trolley.json"), drawbar.World(SCENES / "krt100_trolley.json")
        whole.step(5)
        for _ in range(5 * parts.substeps):
            parts.substep()
        self.assertEqual(whole.hash, parts.hash)

    def test_a_batch_moves_each_world_as_a_world_alone(self):
        batch = drawbar.Batch(SCENES / "krt100_trolley.json", 5, threads=3)
        batch.controls[:, 0] = np.linspace(-1, 1, 5)
        batch.step(10)
        batch.step(15)
        for i, hash_ in enumerate(batch.hashes):
            world = drawbar.World(batch.scene)
            world.controls[batch.scene.control_names[0]] = np.linspace(-1, 1, 5)[i]
            world.step(25)
            self.assertEqual(int(hash_), world.hash)
            np.testing.assert_array_equal(batch.positions[i], world.positions)

    def test_an_exercise_decides_as_in_simulate(self):
        exercise = SCENES / "exercises" / "hill_brake.json"
        drive = exercise.with_suffix(".good.csv")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([f"{PROGRAMS}/drawbar", "simulate", exercise, "--duration", "20", "--controls", drive, "--hashes",
                            f"{folder}/hashes", "--output", f"{folder}/table.csv"], check=True)
            expected = [line.split(",")[1] for line in pathlib.Path(f"{folder}/hashes").read_text().splitlines()[1:]]
        world = drawbar.World(exercise)
        self.assertEqual([f"{h:016x}" for h in run(world, len(expected) - 1, world.scene.load_controls(drive))], expected)
        self.assertEqual(world.score()["exercise"], "hill_brake")


class Views(unittest.TestCase):
    def setUp(self):
        self.world = drawbar.World(SCENES / "krt100_trolley.json")

    def test_views_show_the_present_without_a_copy(self):
        positions = self.world.positions
        self.assertFalse(positions.flags.owndata)
        self.assertFalse(positions.flags.writeable)
        before = positions.copy()
        self.world.controls["throttle"] = 1
        self.world.step(20)
        self.assertFalse(np.array_equal(before, positions))
        np.testing.assert_array_equal(positions, self.world.positions)

    def test_a_view_keeps_its_world(self):
        positions = self.world.positions
        kept = positions.copy()
        del self.world
        np.testing.assert_array_equal(positions, kept)

    def test_shapes_follow_the_names(self):
        scene, world = self.world.scene, self.world
        bodies, axes = len(scene.body_names), len(scene.axis_names)
        self.assertEqual(world.positions.shape, (bodies, 3))
        self.assertEqual(world.orientations.shape, (bodies, 4))
        self.assertEqual(world.joint_positions.shape, (axes,))
        self.assertEqual(world["hitch.position[0]"], world.joint_positions[scene.axis_names.index("hitch[0]")])
        np.testing.assert_allclose(np.linalg.norm(world.orientations, axis=1), 1)

    def test_restore_goes_back_to_the_same_bits_and_the_views_with_it(self):
        self.world.step(10)
        state, hash_, positions = self.world.save(), self.world.hash, self.world.positions.copy()
        other = self.world.copy()
        self.world.step(10)
        self.world.restore(state)
        self.assertEqual(self.world.hash, hash_)
        self.assertEqual(other.hash, hash_)
        np.testing.assert_array_equal(self.world.positions, positions)

    def test_a_saved_state_is_that_of_a_state_file(self):
        self.world.step(3)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "begin.state").write_bytes(self.world.save())
            text = """{ "name": "e", "scene": "s.json", "title": { "en": "t" }, "briefing": { "en": "b" }, "state": "begin.state",
              "criteria": [ { "name": "fastest", "type": "peak", "quantity": "robot.speed", "unit": "m/s", "weight": 1 } ] }"""
            for name in ("krt100_trolley.json", "krt100_hills.png"):
                (pathlib.Path(folder) / name).write_bytes((SCENES / name).read_bytes())
            begun = drawbar.World(drawbar.Scene.from_text(text.replace("s.json", "krt100_trolley.json"), "e", folder))
        np.testing.assert_array_equal(begun.positions, self.world.positions)

    def test_effects_begin_and_end_by_name(self):
        before = self.world.hash
        effect = self.world.begin_effect("robot force x=500")
        self.assertEqual([entry["type"] for entry in self.world.effects], ["force"])
        self.assertTrue(self.world.clear_effect(effect))
        self.assertEqual(self.world.hash, before)

    def test_effects_of_a_restored_world_keep_their_numbers(self):
        first = self.world.begin_effect("robot force x=500")
        state = self.world.save()
        for world in (self.world.copy(), drawbar.World(self.world.scene)):
            world.restore(state)
            second = world.begin_effect("robot force y=500")
            self.assertNotEqual(second, first)
            self.assertEqual(len(world.effects), 2)
            self.assertTrue(world.clear_effect(second))
            self.assertEqual([entry["effect"] for entry in world.effects], [first])

    def test_a_batch_resets_some_of_its_worlds(self):
        batch = drawbar.Batch(self.world.scene, 3)
        columns = batch.columns("robot.x,robot.vx")
        first = batch.hashes.copy()
        batch.controls[:] = 1
        batch.step(20)
        batch.restore(worlds=[1])
        self.assertEqual([bool(x) for x in batch.hashes == first], [False, True, False])
        self.assertEqual(columns.values.shape, (3, 2))
        np.testing.assert_array_equal(columns.values[:, 0], batch.positions[:, batch.scene.body_names.index("robot"), 0])
        np.testing.assert_array_equal(batch.controls[1], [neutral for _, _, neutral in batch.scene.control_ranges])

    def test_a_ray_finds_the_ground(self):
        x, y, z = self.world.positions[0]
        body, distance, _, normal = self.world.cast((x + 5, y, z + 50), (x + 5, y, z - 50))
        self.assertGreater(distance, 0)
        self.assertGreater(normal[2], 0.5)
        self.assertLess(body, len(self.world.scene.body_names))

    def test_threads_step_different_worlds_at_once(self):
        worlds = [drawbar.World(self.world.scene) for _ in range(3)]
        threads = [threading.Thread(target=world.step, args=(50,)) for world in worlds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len({world.hash for world in worlds}), 1)


BODY_PARTS = {"positions": ("x", "y", "z"), "orientations": ("qw", "qx", "qy", "qz"), "linear_velocities": ("vx", "vy", "vz"),
              "angular_velocities": ("wx", "wy", "wz")}
AXIS_PARTS = {"joint_positions": "position", "joint_velocities": "velocity"}


def driven(name, frames=60):
    """A world of a shipped scene after so many frames of its controls file, and a joint of every axis at work."""
    world = drawbar.World(SCENES / f"{name}.json")
    run(world, frames, rows_of(world.scene, name))
    return world


class Arrays(unittest.TestCase):
    def expect_columns(self, columns, array_of, scene):
        """Every number of the arrays is that of the column of its name."""
        values = dict(zip(columns.names, columns.values))
        compared = 0
        for part, letters in BODY_PARTS.items():
            array = array_of(part)
            for row, body in enumerate(scene.body_names):
                for k, letter in enumerate(letters):
                    self.assertEqual(array[row, k], values[f"{body}.{letter}"], f"{part} {body}.{letter}")
                    compared += 1
        for part, word in AXIS_PARTS.items():
            array = array_of(part)
            for i, axis in enumerate(scene.axis_names):
                joint, index = axis.rsplit("[", 1)
                self.assertEqual(array[i], values[f"{joint}.{word}[{index}"], f"{part} {axis}")
                compared += 1
        return compared

    def test_of_a_world_and_of_each_world_of_a_batch_are_the_columns_of_their_names(self):
        for name in ("krt100_trolley", "six_axis_arm", "car_trailer"):
            with self.subTest(name):
                world = driven(name)
                scene = world.scene
                every = ",".join(f"{body}.{letter}" for body in scene.body_names for part in BODY_PARTS.values() for letter in part)
                every += "".join(f",{axis.rsplit('[', 1)[0]}.{word}[{axis.rsplit('[', 1)[1]}"
                                 for axis in scene.axis_names for word in AXIS_PARTS.values())
                every += "".join(f",{control}.value" for control in scene.control_names)
                columns = world.columns(every)
                compared = self.expect_columns(columns, lambda part: getattr(world, part), scene)
                self.assertEqual(compared, 13 * len(scene.body_names) + 2 * len(scene.axis_names))
                values = dict(zip(columns.names, columns.values))
                self.assertEqual(list(world.control_values), [values[f"{control}.value"] for control in scene.control_names])
                batch = drawbar.Batch(scene, 3, threads=2)
                of_batch = batch.columns(every)
                for frame in range(3):
                    batch.controls[:] = np.array([[low + (high - low) * (w + 1) / 4 for low, high, _ in scene.control_ranges]
                                                  for w in range(3)])
                    batch.step(7)
                for w in range(3):
                    one = drawbar.World(scene)
                    for k, control in enumerate(scene.control_names):
                        one.controls[control] = batch.controls[w, k]
                    one.step(21)
                    for part in (*BODY_PARTS, *AXIS_PARTS):
                        np.testing.assert_array_equal(getattr(batch, part)[w], getattr(one, part), f"{part} of world {w}")
                    np.testing.assert_array_equal(of_batch.values[w], one.columns(every).values)
                np.testing.assert_array_equal(batch.frames, [21, 21, 21])
                self.assertEqual((len(batch), batch.threads), (3, 2))

    def test_of_a_batch_keep_the_state_of_each_world_and_give_it_to_others(self):
        batch = drawbar.Batch(SCENES / "krt100_trolley.json", 3)
        batch.controls[:, 0] = (-1, 0.5, 1)
        batch.step(15)
        hashes = batch.hashes.copy()
        self.assertEqual(len(set(map(int, hashes))), 3)
        world = drawbar.World(batch.scene)
        world.restore(batch.save(1))
        self.assertEqual(world.hash, int(hashes[1]))
        self.assertEqual(world.frame, 15)
        batch.restore(batch.save(2), worlds=[0, 0])
        self.assertEqual(list(batch.hashes), [hashes[2], hashes[1], hashes[2]])
        self.assertEqual(list(batch.controls[:, 0]), [1, 0.5, 1])
        batch.restore(batch.save(1))
        self.assertEqual(list(batch.hashes), [hashes[1]] * 3)
        batch.restore()
        self.assertEqual(list(batch.frames), [0, 0, 0])
        self.assertEqual(list(batch.hashes), [drawbar.World(batch.scene).hash] * 3)

    def test_a_scene_names_its_parts_in_order_with_their_figures(self):
        scene = drawbar.Scene.load(SCENES / "six_axis_arm.json")
        text = """{ "name": "parts", "frame": { "period_ms": 20, "substeps": 5 },
          "bodies": [ { "name": "a", "mass": 1, "inertia": [1, 1, 1] }, { "name": "b", "mass": 1, "inertia": [1, 1, 1] } ],
          "joints": [ { "name": "u", "type": "universal", "parent": "world", "child": "a", "position": [0, 0, 0] },
                      { "name": "r", "type": "revolute", "parent": "a", "child": "b", "position": [0, 0, 0], "axis": [0, 0, 1] } ],
          "drives": [ { "name": "m", "type": "dc_motor", "joint": "r", "control": "c", "supply_voltage": 9, "resistance": 1,
                        "torque_constant": 0.1 } ],
          "controls": [ { "name": "c", "range": [-2, 3], "neutral": 0.5 }, { "name": "d" } ] }"""
        parts = drawbar.Scene.from_text(text)
        self.assertEqual(parts.name, "parts")
        self.assertEqual((parts.body_names, parts.joint_names, parts.axis_names), (["a", "b"], ["u", "r"], ["u[0]", "u[1]", "r[0]"]))
        self.assertEqual((parts.drive_names, parts.control_names), (["m"], ["c", "d"]))
        self.assertEqual(parts.control_ranges, [(-2, 3, 0.5), (-1, 1, 0)])
        self.assertEqual((parts.period, parts.substeps, parts.is_exercise), (0.02, 5, False))
        self.assertIn(("m.current", "A"), parts.quantities)
        self.assertEqual(parts.effects["force"], ["a", "b"])
        again = drawbar.Scene.from_buffer(parts.buffer)
        self.assertEqual((again.name, again.body_names, drawbar.World(again).hash), ("parts", ["a", "b"], drawbar.World(parts).hash))
        self.assertTrue(drawbar.Scene.load(SCENES / "exercises" / "hill_brake.json").is_exercise)
        self.assertFalse(scene.is_exercise)

    def test_columns_have_names_units_and_bounds(self):
        world = drawbar.World(SCENES / "six_axis_arm.json")
        columns = world.columns("j2.value,base.speed" if "base" in world.scene.body_names else "j2.value")
        lower, upper, _ = dict(zip(world.scene.control_names, world.scene.control_ranges))["j2"]
        self.assertEqual(columns.names[0], "j2.value")
        self.assertEqual(columns.units[0], "")
        self.assertEqual((columns.bounds[0][0], columns.bounds[1][0]), (lower, upper))
        self.assertEqual(len(columns), len(columns.names))

    def test_controls_are_a_mapping_that_clamps(self):
        text = """{ "name": "c", "bodies": [ { "name": "a", "mass": 1, "inertia": [1, 1, 1] } ],
          "controls": [ { "name": "one", "range": [-2, 3], "neutral": 0.5 }, { "name": "two" } ] }"""
        world = drawbar.World(drawbar.Scene.from_text(text))
        self.assertEqual(dict(world.controls), {"one": 0.5, "two": 0})
        self.assertEqual((len(world.controls), list(world.controls), "one" in world.controls, "three" in world.controls),
                         (2, ["one", "two"], True, False))
        world.controls["one"] = 9
        world.controls["two"] = -9
        self.assertEqual(dict(world.controls), {"one": 3, "two": -1})
        self.assertEqual(list(world.control_values), [3, -1])
        with self.assertRaises(TypeError):
            del world.controls["one"]

    def test_a_ball_and_a_ray_meet_a_box_where_it_is(self):
        text = """{ "name": "cast", "bodies": [ { "name": "far", "static": true, "position": [9, 0, 0] },
          { "name": "box", "static": true, "position": [0, 0, 1], "shapes": [ { "type": "box", "size": [2, 2, 2] } ] } ] }"""
        world = drawbar.World(drawbar.Scene.from_text(text))
        body, distance, position, normal = world.cast((0.5, 0.25, 10), (0.5, 0.25, 0))
        self.assertEqual(body, 1)
        np.testing.assert_allclose((distance, *position, *normal), (8, 0.5, 0.25, 2, 0, 0, 1), atol=1e-9)
        body, distance, _, normal = world.cast((10, 0, 1), (0, 0, 1), 0.5)
        np.testing.assert_allclose((distance, *normal), (8.5, 1, 0, 0), atol=1e-6)
        self.assertIsNone(world.cast((0, 0, 10), (0, 0, 3)))
        for wrong in (((0, 0, 1), (0, 0, 1)), ((0, 0, np.inf), (0, 0, 1)), ((0, 0, 9), (0, 0, 1), -1), ((0, 0, 9), (0, 0, 1), np.nan)):
            with self.assertRaisesRegex(drawbar.Error, "cast: allowed: two different finite points, and a radius of 0 or more"):
                world.cast(*wrong)

    def test_contacts_name_both_bodies_and_bear_the_weight(self):
        text = """{ "name": "rest", "bodies": [
          { "name": "ball", "mass": 2, "inertia": [0.01, 0.01, 0.01], "position": [0, 0, 0.1], "shapes": [ { "type": "sphere", "radius": 0.1 } ] },
          { "name": "floor", "static": true, "shapes": [ { "type": "plane", "normal": [0, 0, 1] } ] } ] }"""
        world = drawbar.World(drawbar.Scene.from_text(text))
        world.step(50)
        contacts = world.contacts()
        self.assertEqual(len(contacts), 1)
        contact = contacts[0]
        self.assertEqual({int(contact["body_a"]), int(contact["body_b"])}, {0, 1})
        towards_ball = 1 if contact["body_b"] == 0 else -1
        np.testing.assert_allclose(towards_ball * contact["force"], (0, 0, 2 * 9.81), atol=1e-3)
        np.testing.assert_allclose(contact["position"], (0, 0, 0), atol=1e-3)

    def test_effects_tell_all_that_was_asked_for_and_end_one_or_all(self):
        world = drawbar.World(SCENES / "krt100_trolley.json")
        first = world.begin_effect("robot force x=500 y=-2 strength=0.5 ramp=2 duration=9")
        second = world.begin_effect("robot force z=7")
        self.assertEqual((first, second), (1, 2))
        world.step(5)
        told = world.effects[0]
        self.assertEqual((told["effect"], told["target"], told["type"], told["strength"], told["ramp"], told["duration"]),
                         (1, "robot", "force", 0.5, 2, 9))
        self.assertEqual((told["parameters"]["x"], told["parameters"]["y"]), (500, -2))
        self.assertAlmostEqual(told["age"], 0.2)
        self.assertFalse(world.clear_effect(7))
        self.assertTrue(world.clear_effect(first))
        self.assertEqual([entry["effect"] for entry in world.effects], [second])
        self.assertTrue(world.clear_effect())
        self.assertFalse(world.clear_effect())

    def test_an_open_frame_counts_down_its_substeps(self):
        world = drawbar.World(SCENES / "krt100_trolley.json")
        world.substeps = 5
        left = []
        for _ in range(6):
            left.append((world.substeps_left, world.frame))
            world.substep()
        self.assertEqual(left, [(0, 0), (4, 0), (3, 0), (2, 0), (1, 0), (0, 1)])
        self.assertEqual(world.substeps_left, 4)
        for _ in range(4):
            world.substep()
        self.assertEqual((world.substeps_left, world.frame, world.recoveries), (0, 2, 0))
        self.assertAlmostEqual(world.time, 2 * world.scene.period)
        self.assertEqual(world.copy().substeps, 5)
        self.assertEqual(repr(world), f"<drawbar.World {world.scene.name}, frame 2, {world.time:g} s>")


class Errors(unittest.TestCase):
    def refused(self, call, *words):
        with self.assertRaises(drawbar.Error) as caught:
            call()
        for word in words:
            self.assertIn(word, str(caught.exception))
        return caught.exception

    def test_a_bad_scene_raises_what_check_prints(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "bad.json"
            file.write_text('{ "name": "bad", "bodies": [ { "name": "a", "mass": -1 }, { "name": "a", "mass": 2 } ] }')
            printed = subprocess.run([f"{PROGRAMS}/drawbar", "check", file], capture_output=True, text=True).stderr
            error = self.refused(lambda: drawbar.World(file))
        self.assertEqual(str(error), printed.rstrip("\n"))
        self.assertEqual(error.kind, "wrong")

    def test_bad_names_and_values_are_refused(self):
        world = drawbar.World(SCENES / "krt100_trolley.json")
        self.refused(lambda: world.controls["thrttle"], "thrttle", "throttle")
        self.refused(lambda: world.controls.update(throttle=float("nan")), "throttle", "finite")
        self.refused(lambda: world["hitch.positon[0]"], "hitch.positon[0]")
        self.refused(lambda: world.columns("nothing"), "columns nothing", "allowed")
        self.refused(lambda: world.restore(b"x" * 100), "restore", "is not a state that drawbar wrote")
        self.refused(lambda: world.begin_effect("robot levitate"), "levitate")
        self.refused(lambda: setattr(world, "substeps", 0), "allowed")
        world.substep()
        self.refused(world.save, "a frame is open")
        self.refused(world.step, "a frame is open")

    def test_a_state_goes_into_worlds_of_its_scene_alone(self):
        scene = """{ "name": "one", "bodies": [ { "name": "ball", "mass": 1, "inertia": [1, 1, 1], "position": [0, 0, 9] } ] }"""
        one = drawbar.World(drawbar.Scene.from_text(scene))
        heavier = drawbar.World(drawbar.Scene.from_text(scene.replace('"mass": 1', '"mass": 2')))
        other = drawbar.World(drawbar.Scene.from_text(scene.replace("ball", "cube")))
        one.step(3)
        heavier.restore(one.save())  # as state files do: the same things with other figures
        self.assertEqual(heavier.hash, one.hash)
        for restore in (other.restore, drawbar.Batch(other.scene, 2).restore):
            before = other.hash
            self.refused(lambda: restore(one.save()), "restore", "is a state of another scene (one)")
            self.assertEqual(other.hash, before)
        exercise = drawbar.World(SCENES / "exercises" / "hill_brake.json")
        alone = drawbar.World(drawbar.Scene.from_buffer(exercise.scene.buffer))
        self.refused(lambda: alone.restore(exercise.save()), "with another exercise, or with none")

    def test_a_world_that_another_thread_steps_is_refused(self):
        world = drawbar.World(SCENES / "krt100_trolley.json")
        stepping = threading.Thread(target=world.step, args=(4000,))
        stepping.start()
        refused = False
        while stepping.is_alive() and not refused:
            try:
                world.save()
            except drawbar.Error as error:
                self.assertIn("another thread", str(error))
                refused = True
        self.assertTrue(refused)
        for call in (world.save, world.contacts, world.score, lambda: world.hash, lambda: world.effects,
                     lambda: setattr(world, "substeps", 4), lambda: world.controls["throttle"], lambda: world["robot.x"],
                     lambda: world.cast((0, 0, 9), (0, 0, -9)), lambda: world.exercise_ended):
            self.refused(call, "another thread")
        stepping.join()
        self.assertEqual(world.frame, 4000)
        world.save()

    def test_a_batch_refuses_what_is_not_finite_and_changes_nothing(self):
        batch = drawbar.Batch(SCENES / "krt100_trolley.json", 2)
        before = batch.hashes
        batch.controls[1, 0] = np.nan
        self.refused(batch.step, "controls[1]", "finite")
        np.testing.assert_array_equal(batch.hashes, before)
        self.refused(lambda: batch.restore(worlds=[2]), "world 2")
        self.refused(lambda: drawbar.Batch(batch.scene, 0), "count")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
