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
