"""A simulation in this process."""

import json
from collections.abc import MutableMapping

from . import _native


class Controls(MutableMapping):
    """The controls of one World by name: reading gives what was asked of it, writing clamps to its range."""

    def __init__(self, world):
        self._world = world

    def __getitem__(self, name):
        return self._world._control(name)

    def __setitem__(self, name, value):
        self._world._set_control(name, value)

    def __delitem__(self, name):
        raise TypeError("a control cannot be removed")

    def __contains__(self, name):
        return name in self._world.scene.control_names

    def __iter__(self):
        return iter(self._world.scene.control_names)

    def __len__(self):
        return len(self._world.scene.control_names)

    def __repr__(self):
        return f"Controls({dict(self)})"


class World(_native.World):
    """One simulation, stepped as `drawbar simulate` steps it: the same scene and the same calls give the same bits.

    scene: a Scene, or the path of a scene or exercise file. Arrays are views into the World: they show the present
    instant without a copy, and change with every step; `array.copy()` keeps one. A World is for one thread at a time.
    """

    def __init__(self, scene):
        super().__init__(scene if isinstance(scene, _native.Scene) else _native.Scene.load(scene))

    @property
    def controls(self):
        """The controls by name: `world.controls["throttle"] = 0.5` acts from the next substep on."""
        return Controls(self)

    def score(self):
        """What the attempt is worth so far, as `drawbar score` says it; None without an exercise."""
        text = self._score()
        return None if text is None else json.loads(text)

    def copy(self):
        """Another World of the same scene in the same state."""
        other = type(self)(self.scene)
        other.restore(self.save())
        other.substeps = self.substeps
        return other

    def __repr__(self):
        return f"<drawbar.World {self.scene.name}, frame {self.frame}, {self.time:g} s>"
