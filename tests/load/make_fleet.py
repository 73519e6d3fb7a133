#!/usr/bin/python3
"""Writes a scene with many KRT100 and their trolleys on the hills: make_fleet.py COUNT OUTPUT.json

Every machine is the one of scenes/krt100_trolley.json, moved to its own place; names get the prefix rN_, so machine N
has the channels rN_throttle and rN_steer. The hills' picture is put beside the scene.
"""
import json
import pathlib
import re
import shutil
import struct
import sys
import zlib

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
SPACING = 9.0  # m between machines
ABOVE = 0.02  # m that they drop at the start


def read_scene(path):
    text = re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda m: m.group(1) or "", path.read_text())
    return json.loads(re.sub(r",(\s*[}\]])", r"\1", text))


class Terrain:
    """Heights of the scene's heightfield, as tools/make_terrain.py wrote it (rows without PNG filters)."""

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

    def highest(self, x, y, reach):
        steps = [i * self.spacing for i in range(-int(reach / self.spacing), int(reach / self.spacing) + 1)]
        return max(self.height(x + dx, y + dy) for dx in steps for dy in steps)


def renamed(value, names, prefix):
    """A copy in which every mention of a machine's own thing is one of this machine."""
    if isinstance(value, dict):
        return {key: renamed(v, names, prefix) for key, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, names, prefix) for v in value]
    return prefix + value if isinstance(value, str) and value in names else value


def main():
    count, output = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    scene = read_scene(SCENES / "krt100_trolley.json")
    ground = next(s for b in scene["bodies"] for s in b["shapes"] if s["type"] == "heightfield")
    terrain = Terrain(ground)
    parts = {kind: [t for t in scene[kind] if not t.get("static")] for kind in ("bodies", "joints", "drives", "controls")}
    names = {thing["name"] for things in parts.values() for thing in things}
    for kind, things in parts.items():
        scene[kind] = [t for t in scene[kind] if t.get("static")]
        for i in range(count):
            x, y = SPACING * (i // 5) - SPACING / 2, SPACING * (i % 5 - 2)
            offset = (x, y, terrain.highest(x - 0.4, y, 1.5) + ABOVE)
            for thing in renamed(things, names, f"r{i}_"):
                if kind in ("bodies", "joints"):  # what lies inside a body is in the body's own axes
                    thing["position"] = [a + b for a, b in zip(thing["position"], offset)]
                scene[kind].append(thing)
    scene.update(name=f"krt100_fleet_of_{count}", description=f"{count} KRT100 with trolleys, for tests of load")
    scene.pop("$schema", None)
    scene["camera"]["follow"] = "r0_" + scene["camera"]["follow"]
    output.write_text(json.dumps(scene, indent=1))
    shutil.copy(SCENES / ground["file"], output.parent / ground["file"])


main()
