"""drawbar: multibody physics for training simulators, in this process and over the network.

>>> world = drawbar.World("scenes/krt100_trolley.json")
>>> world.controls["throttle"] = 0.5
>>> world.step(25)
>>> world.positions[0]

SI units, radians, right-handed axes, z up; orientations are quaternions (w, x, y, z) that turn body axes into world axes.
The tutorial is python/tutorial.md.
"""

from ._native import Columns, Recording, Scene
from ._native import build as __build__
from .aio import AsyncClient
from .batch import Batch
from .client import Client
from .env import Box, Env
from .errors import Error
from .session import Frame, Stamp
from .world import World

__version__ = __build__.split()[1]
__all__ = ["AsyncClient", "Batch", "Box", "Client", "Columns", "Env", "Error", "Frame", "Recording", "Scene", "Stamp", "World"]
