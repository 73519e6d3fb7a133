"""An environment of Gymnasium's shape, without depending on Gymnasium."""

import operator

import numpy as np

from . import _native
from .errors import Error
from .world import World


class Box:
    """Arrays between `low` and `high`, as gymnasium.spaces.Box describes them.

    low, high: float64 arrays of `shape`. `gymnasium.spaces.Box(space.low, space.high, dtype=space.dtype)` makes one of it.
    """

    def __init__(self, low, high):
        self.low = np.asarray(low, dtype=np.float64)
        self.high = np.asarray(high, dtype=np.float64)
        self.shape = self.low.shape
        self.dtype = self.low.dtype
        self._random = np.random.default_rng()

    def seed(self, seed=None):
        """Makes what sample() gives reproducible."""
        self._random = np.random.default_rng(seed)

    def sample(self):
        """A random element; where there is no bound, of a normal distribution about what bound there is."""
        bounded = np.isfinite(self.low) & np.isfinite(self.high)
        low, high = np.where(bounded, self.low, 0.0), np.where(bounded, self.high, 1.0)
        sample = self._random.uniform(low, high)
        return np.clip(np.where(bounded, sample, self._random.normal(size=self.shape)), self.low, self.high)

    def contains(self, x):
        """Whether `x` has the shape and lies within the bounds."""
        x = np.asarray(x)
        return x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))

    __contains__ = contains

    def __repr__(self):
        return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"


class Env:
    """One machine of a scene as an environment: actions are controls, observations are columns.

    scene: a Scene, or the path of a scene or exercise file. observation: a list of columns as `drawbar simulate --columns` has
    it, such as "robot.x,robot.heading,*.velocity[0]". reward: a function of the Env after the step, float. terminated: a
    function of the Env after the step, whether the episode is over. randomize: a function of the Env and a
    numpy.random.Generator, called by reset() before the first observation. frames: frames of the scene in one step.
    seconds: length of an episode, then `truncated`; None: without end. controls: names of those that actions set, by default
    all.

    An exercise ends an episode and gives its score (0 to 100) where `terminated` and `reward` are not given: the reward of a
    step is what the score changed by.

    An action is scaled: -1 and 1 are the ends of a control's range.
    """

    metadata = {"render_modes": []}
    render_mode = None
    spec = None
    reward_range = (-float("inf"), float("inf"))

    def __init__(self, scene, observation="default", *, reward=None, terminated=None, randomize=None, frames=1, seconds=None,
                 controls=None):
        if operator.index(frames) < 1:
            raise Error(f"frames: {frames}; allowed: 1 or more")
        if seconds is not None and not seconds > 0:
            raise Error(f"seconds: {seconds}; allowed: more than 0, or None")
        self.world = World(scene if isinstance(scene, _native.Scene) else _native.Scene.load(scene))
        self._initial = self.world.save()
        self._columns = self.world.columns(observation)
        self._reward, self._terminated, self._randomize = reward, terminated, randomize
        self._frames, self._seconds = frames, seconds
        ranges = dict(zip(self.world.scene.control_names, self.world.scene.control_ranges))
        self._names = list(ranges) if controls is None else list(controls)
        for name in self._names:
            self.world.controls[name]  # an error where there is none
        self._middle = np.array([(ranges[name][0] + ranges[name][1]) / 2 for name in self._names])
        self._half = np.array([(ranges[name][1] - ranges[name][0]) / 2 for name in self._names])
        self.action_space = Box(-np.ones(len(self._names)), np.ones(len(self._names)))
        self.observation_space = Box(*self._columns.bounds)
        self.np_random = np.random.default_rng()
        self._score = None

    @property
    def unwrapped(self):
        """Itself: nothing is wrapped."""
        return self

    @property
    def observation_names(self):
        """Names of the observation's elements."""
        return self._columns.names

    def reset(self, *, seed=None, options=None):
        """Begins an episode: (observation, info). `seed` makes this and later episodes reproducible. options: {"state": a state
        that World.save() gave} begins with it in place of the scene's."""
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.world.restore((options or {}).get("state", self._initial))
        if self._randomize is not None:
            self._randomize(self, self.np_random)
        self._begin = self.world.time
        score = self.world.score()
        self._score = None if score is None else score["score"]
        return self._observation(), self._info()

    def step(self, action):
        """One step of `frames` frames: (observation, reward, terminated, truncated, info). `action` outside -1 to 1 is
        clamped."""
        values = self._middle + self._half * np.clip(np.asarray(action, dtype=np.float64), -1, 1)
        for name, value in zip(self._names, values, strict=True):
            self.world.controls[name] = value
        self.world.step(self._frames)
        score = self.world.score()
        reward = self._reward_of(score)
        over = self._seconds is not None and self.world.time - self._begin >= self._seconds - 1e-9
        return self._observation(), reward, self._is_terminated(score), over, self._info(score)

    def close(self):
        """Nothing is open."""

    def _observation(self):
        return self._columns.values.copy()

    def _info(self, score=None):
        info = {"time": self.world.time, "frame": self.world.frame}
        if score is not None:
            info["score"] = score
        return info

    def _reward_of(self, score):
        if self._reward is not None:
            return float(self._reward(self))
        if score is None:
            return 0.0
        change, self._score = score["score"] - self._score, score["score"]
        return float(change)

    def _is_terminated(self, score):
        if self._terminated is not None:
            return bool(self._terminated(self))
        return score is not None and self.world.exercise_ended
