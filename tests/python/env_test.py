"""drawbar.Env: Gymnasium's shape, reproducible, and judged by exercises.

env_test.py FOLDER/OF/THE/PACKAGE FOLDER/OF/PROGRAMS"""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, sys.argv[1])
import numpy as np  # noqa: E402

import drawbar  # noqa: E402

SCENES = ROOT / "scenes"


def stir(env, random):
    env.world.controls["throttle"] = random.uniform(-1, 1)
    env.world.step(5)


class Shape(unittest.TestCase):
    def make(self, **options):
        return drawbar.Env(SCENES / "krt100_trolley.json", "robot.x,robot.speed,hitch.position*", frames=5, **options)

    def test_reset_and_step_return_what_gymnasium_expects(self):
        env = self.make(seconds=1)
        observation, info = env.reset(seed=3, options={})
        self.assertIn(observation, env.observation_space)
        self.assertIsInstance(info, dict)
        truncated, steps = False, 0
        while not truncated:
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            self.assertIsInstance(reward, float)
            self.assertIsInstance(terminated, bool)
            self.assertIsInstance(truncated, bool)
            steps += 1
        self.assertEqual(steps, 5)  # of 0.2 s
        self.assertEqual(observation.shape, (len(env.observation_names),))

    def test_the_same_seed_gives_the_same_episodes(self):
        one, other = self.make(randomize=stir), self.make(randomize=stir)
        first, second = one.reset(seed=7)[0], one.reset()[0]
        np.testing.assert_array_equal(first, other.reset(seed=7)[0])
        np.testing.assert_array_equal(second, other.reset()[0])
        self.assertFalse(np.array_equal(first, second))

    def test_an_observation_stays_what_it_was(self):
        env = self.make()
        observation, _ = env.reset()
        kept = observation.copy()
        env.step([1, 0])
        np.testing.assert_array_equal(observation, kept)

    def test_actions_are_scaled_to_the_ranges_of_the_controls(self):
        env = drawbar.Env(SCENES / "six_axis_arm.json", controls=["j2", "grip"])
        env.reset()
        env.step([0.5, -3])
        self.assertEqual(env.world.controls["j2"], 50)
        self.assertEqual(env.world.controls["grip"], -10)
        with self.assertRaises(ValueError):
            env.step([0, 0, 0])

    def test_a_step_or_an_episode_without_length_is_refused(self):
        for options, said in (({"frames": 0}, "frames: 0; allowed: 1 or more"), ({"seconds": 0}, "seconds: 0; allowed: more than 0")):
            with self.assertRaises(drawbar.Error) as caught:
                drawbar.Env(SCENES / "krt100_trolley.json", **options)
            self.assertIn(said, str(caught.exception))

    def test_a_step_is_one_frame_unless_said(self):
        env = drawbar.Env(SCENES / "krt100_trolley.json")
        env.reset()
        self.assertEqual(env.step(np.zeros(env.action_space.shape))[4]["frame"], 1)

    def test_reward_and_end_are_the_users(self):
        env = self.make(reward=lambda env: env.world["robot.x"], terminated=lambda env: env.world.frame >= 10)
        env.reset()
        _, reward, terminated, _, _ = env.step([1, 0])
        self.assertEqual(reward, env.world["robot.x"])
        self.assertFalse(terminated)
        self.assertTrue(env.step([1, 0])[2])

    def test_an_exercise_rewards_and_ends_by_its_score(self):
        env = drawbar.Env(SCENES / "exercises" / "hill_brake.json", "motion", frames=25)
        env.reset()
        gained, terminated, steps = env.world.score()["score"], False, 0
        self.assertFalse(env.step(np.zeros(env.action_space.shape))[2])
        env.reset()
        while not terminated and steps < 200:
            _, reward, terminated, _, info = env.step(np.zeros(env.action_space.shape))
            gained += reward
            steps += 1
        self.assertTrue(terminated)
        self.assertAlmostEqual(gained, info["score"]["score"])

    def test_an_episode_begins_with_the_state_it_is_given_and_is_over_when_its_seconds_are(self):
        env = self.make(seconds=0.4)
        first, info = env.reset()
        self.assertEqual(info, {"time": 0, "frame": 0})
        env.world.controls["throttle"] = 1
        env.world.step(10)
        state, speed = env.world.save(), env.world["robot.speed"]
        np.testing.assert_array_equal(env.reset()[0], first)
        observation, info = env.reset(options={"state": state})
        self.assertEqual(info["frame"], 10)
        self.assertEqual(observation[env.observation_names.index("robot.speed")], speed)
        ends = [env.step([0, 0])[3] for _ in range(3)]
        self.assertEqual(ends, [False, True, True])  # of 0.2 s, from where it began
        self.assertEqual(env.world.frame, 25)

    def test_without_a_reward_or_an_exercise_there_is_none_and_nothing_ends(self):
        env = self.make()
        env.reset()
        _, reward, terminated, truncated, info = env.step([1, 1])
        self.assertEqual((reward, terminated, truncated, set(info)), (0.0, False, False, {"time", "frame"}))
        self.assertEqual((info["frame"], round(info["time"], 9)), (5, 0.2))

    def test_actions_are_of_the_controls_named_and_an_unknown_one_is_refused(self):
        env = drawbar.Env(SCENES / "six_axis_arm.json", controls=["grip"])
        self.assertEqual(env.action_space.shape, (1,))
        ranges = dict(zip(env.world.scene.control_names, env.world.scene.control_ranges))
        env.reset()
        for action, value in ((-1, ranges["grip"][0]), (1, ranges["grip"][1]), (9, ranges["grip"][1]),
                              (0, (ranges["grip"][0] + ranges["grip"][1]) / 2)):
            env.step([action])
            self.assertEqual(env.world.controls["grip"], value)
            self.assertEqual(env.world.controls["j2"], ranges["j2"][2])
        with self.assertRaisesRegex(drawbar.Error, "claw"):
            drawbar.Env(SCENES / "six_axis_arm.json", controls=["claw"])
        self.assertEqual(drawbar.Env(SCENES / "six_axis_arm.json").action_space.shape, (len(ranges),))
        self.assertIs(env.unwrapped, env)


class Boxes(unittest.TestCase):
    def test_contain_what_has_their_shape_and_lies_within_their_bounds(self):
        box = drawbar.env.Box([0, -1], [2, np.inf])
        self.assertEqual((box.shape, box.dtype), ((2,), np.float64))
        for inside in ([0, -1], [2, 1e300], [1, 0]):
            self.assertIn(inside, box)
        for outside in ([-1e-9, 0], [2.1, 0], [1, -1.1], [1], [1, 0, 0], [[1, 0]], [np.nan, 0]):
            self.assertNotIn(outside, box)

    def test_sample_within_their_bounds_by_their_seed(self):
        box = drawbar.env.Box([2, -np.inf, 5, -np.inf], [4, np.inf, np.inf, -7])
        box.seed(3)
        samples = np.array([box.sample() for _ in range(2000)])
        self.assertTrue(all(sample in box for sample in samples))
        # Between two bounds as often in every part; about nothing, a normal distribution.
        self.assertLess(abs(samples[:, 0].mean() - 3), 0.05)
        self.assertLess(samples[:, 0].min(), 2.01)
        self.assertGreater(samples[:, 0].max(), 3.99)
        self.assertLess(abs(samples[:, 1].mean()), 0.1)
        self.assertLess(abs(samples[:, 1].std() - 1), 0.1)
        box.seed(3)
        np.testing.assert_array_equal(box.sample(), samples[0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
