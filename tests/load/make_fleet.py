#!/usr/bin/python3
"""Writes a scene with many KRT100 and their trolleys on the hills: make_fleet.py COUNT OUTPUT.json

Every machine is the one of scenes/krt100_trolley.json, moved to its own place; names get the prefix rN_, so machine N
has the channels rN_throttle and rN_steer. The hills' picture is put beside the scene.
"""
import json
import pathlib
import shutil
import struct
import sys
import zlib

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "scenes"))
from machines import KINDS, SCENES, copy_of, machine_of, read_scene

SPACING = 9.0  # m between machines
AROUND = 2.0  # m that one may stand off its place in the grid
REACH = 1.5  # m from the middle of machine and trolley
BACK = 0.4  # m from a machine's origin back to that middle
ABOVE = 0.02  # m that they drop at the start


class Terrain:
    """Heights of the scene's heightfield, as tools/scenes/make_terrain.py wrote it (rows without PNG filters)."""

    def __init__(self, shape):
        data = (SCENES / shape["file"]).read_bytes()
        self.width, self.rows = struct.unpack_from(">II", data, 16)
        pixels, at = b"", 8
        while at < len(data):
            (length,) = struct.unpack_from(">I", data, at)
            if data[at + 4 : at + 8] == b"IDAT":
                pixels += data[at + 8 : at + 8 + length]
            at += 12 + length
        self.pixels = zlib.decompress(pixels)
        self.spacing, self.low, self.high = shape["spacing"], shape["min_height"], shape["max_height"]

    def height(self, x, y):
        column = round(x / self.spacing + (self.width - 1) / 2)
        row = round((self.rows - 1) / 2 - y / self.spacing)
        (sample,) = struct.unpack_from(">H", self.pixels, row * (1 + 2 * self.width) + 1 + 2 * column)
        return self.low + (self.high - self.low) * sample / 65535

    def steps(self, reach):
        count = int(reach / self.spacing)
        return [i * self.spacing for i in range(-count, count + 1)]

    def heights(self, x, y, reach):
        return [self.height(x + dx, y + dy) for dx in self.steps(reach) for dy in self.steps(reach)]

    def most_level(self, x, y, around, reach):
        """The place near (x, y) where a machine that reaches so far stands most level, and the highest ground there."""
        places = [(x + dx, y + dy) for dx in self.steps(around) for dy in self.steps(around)]
        relief = lambda place: max(self.heights(*place, reach)) - min(self.heights(*place, reach))
        best = min(places, key=relief)
        return *best, max(self.heights(*best, reach))


def main():
    count, output = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    scene = read_scene("krt100_trolley")
    ground = next(s for b in scene["bodies"] for s in b["shapes"] if s["type"] == "heightfield")
    terrain = Terrain(ground)
    machine = machine_of(scene)
    for kind in KINDS:
        scene[kind] = [part for part in scene.get(kind, []) if part.get("static")]
    for i in range(count):
        x, y, ground_height = terrain.most_level(SPACING * (i // 5) - SPACING / 2, SPACING * (i % 5 - 2), AROUND, REACH)
        offset = (x + BACK, y, ground_height + ABOVE)
        for kind, parts in copy_of(machine, f"r{i}_", offset).items():
            scene[kind] += parts
    scene.update(name=f"krt100_fleet_of_{count}", description=f"{count} KRT100 with trolleys, for tests of load")
    for key in ("$schema", "console"):  # the console names the one machine that there was
        scene.pop(key, None)
    scene["camera"]["follow"] = "r0_" + scene["camera"]["follow"]
    output.write_text(json.dumps(scene, indent=1))
    shutil.copy(SCENES / ground["file"], output.parent / ground["file"])


main()
