"""Many simulations of one scene, on all processors."""

from . import _native


class Batch(_native.Batch):
    """`count` worlds of one scene that step together, on threads of their own, without Python's lock.

    Each moves as a World alone would, to the last bit, on any number of threads. Arrays have the worlds as their first axis
    and are views, as those of a World.

    scene: a Scene, or the path of a scene or exercise file. threads: the calling one among them; 0: one for each processor
    that the process may use.
    """

    def __init__(self, scene, count, threads=0):
        super().__init__(scene if isinstance(scene, _native.Scene) else _native.Scene.load(scene), count, threads)

    def __repr__(self):
        return f"<drawbar.Batch {self.scene.name}, {len(self)} worlds on {self.threads} threads>"
