#!/usr/bin/python3
"""Writes scenes/training_ground: .json, .csv, _heights.png and _map.png: make_training_ground.py [FOLDER]

Twenty machines out of the scenes that ship, each with its own controls, on 120 m x 120 m: hills with mud, gravel and
ice in the south-west, an asphalt pad with an ice sheet in the north, stairs, mud and a ditch in the east. The same bytes
come out every time; the printed line tells the steepest slope.
"""
import json
import math
import pathlib
import sys

from greyscale_png import encode
from machines import KINDS, SCENES, copy_of, machine_of, read_scene

SPACING, CELLS = 0.5, 240  # m; cells along a side
HALF = SPACING * CELLS / 2
LOW, HIGH = -1.0, 3.0  # m: samples 0 and 65535

# Friction of rubber, of the belts' rubber and of metal on it; motion resistance f of a wheel of 0.165 m and of a belt.
GROUNDS = {
    "soil": (0.7, 0.8, 0.5, 0.015, 0.06, "#7d8f5a"),
    "gravel": (0.6, 0.7, 0.5, 0.03, 0.06, "#9a9284"),
    "mud": (0.35, 0.55, 0.3, 0.1, 0.1, "#5b4632"),
    "ice": (0.12, 0.2, 0.05, 0.01, 0.05, "#b9d3e0"),
    "asphalt": (0.9, 0.9, 0.5, 0.012, 0.05, "#4a4e52"),
}
WHEEL_RADIUS, SPROCKET_RADIUS = 0.1651, 0.1

# x, y (m), height (m), radius (m): a hill's profile is height x exp(-r^2 / (2 radius^2)).
HILLS = [
    (-34, -46, 1.3, 5.5), (-20, -52, 0.9, 5), (-12, -40, 1.6, 6), (-30, -33, 1.1, 5), (-40, -20, 1.5, 6), (-16, -24, 1.2, 5),
    (2, -33, 1.4, 6), (0, -14, 1.5, 6), (-28, -10, 1.0, 4.5), (-14, 0, 1.3, 5), (-38, 2, 1.2, 5), (8, -48, 1.5, 6), (10, 4, 1.0, 4.5),
]
# Material, x, y, half lengths (m) of an ellipse; the later lies on top.
PATCHES = [
    ("gravel", -24, -38, 9, 4), ("mud", -31, -26, 5, 3), ("mud", -8, -46, 6, 4), ("ice", -22, -19, 3, 3), ("ice", -4, -3, 5, 4),
    ("gravel", 6, -22, 6, 5), ("mud", -30, 5, 4, 4), ("ice", -5, 52.5, 6, 3), ("mud", 34, -18, 4, 5), ("gravel", 52, -22, 4, 9),
]
DITCH = (42.0, 1.5, 0.5)  # across x here, so wide to either side (m), so deep


def smooth(t):
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


def height(x, y):
    if x > 24:
        at, wide, deep = DITCH
        inside = smooth((-12 - y) / 2) * smooth((y + 34) / 2)
        return -deep * inside * (1 - smooth(abs(x - at) / wide))
    hills = sum(h * math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * r * r)) for cx, cy, h, r in HILLS)
    # Flat where machines start, towards the pad and towards the stairs.
    return hills * smooth((18 - y) / 6) * smooth((22 - x) / 6) * smooth((x + 46) / 6)


def ground_at(x, y):
    ground = "asphalt" if y > 22 else "soil"
    for name, cx, cy, a, b in PATCHES:
        if ((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 < 1:
            ground = name
    return ground


def materials():
    listed = [{"name": name, "color": figures[-1]} for name, figures in GROUNDS.items()]
    listed += [
        {"name": "concrete", "friction": 0.9, "color": "#9aa0a6"},
        {"name": "wood", "friction": 0.6, "color": "#6f4e37"},
        {"name": "metal", "friction": 0.4},
        {"name": "rubber", "friction": 0.8},
        # As in tracked_robot.json.
        {"name": "belt", "friction": 0.9, "rolling_friction": 0.006, "stiffness": 1.5e5, "damping": 1500},
    ]
    pairs = []
    for name, (wheel, belt, metal, resistance, belt_resistance, _) in GROUNDS.items():
        rolling = lambda f, radius: {"rolling_friction": round(f * radius, 6)}
        pairs.append({"materials": ["rubber", name], "friction": wheel, **rolling(resistance, WHEEL_RADIUS)})
        pairs.append({"materials": ["belt", name], "friction": belt, **rolling(belt_resistance, SPROCKET_RADIUS)})
        pairs.append({"materials": ["metal", name], "friction": metal})
    return listed, pairs


def statics():
    side, middle = 2 * HALF - 2, HALF - 1
    wall = lambda size, place: {"type": "box", "size": size, "position": place, "material": "wood"}
    fence = [wall([side, 0.2, 1.2], [0, s * middle, 0.4]) for s in (1, -1)] + [wall([0.2, side, 1.2], [s * middle, 0, 0.4]) for s in (1, -1)]
    ground = {
        "type": "heightfield", "file": "training_ground_heights.png", "spacing": SPACING, "min_height": LOW, "max_height": HIGH,
        "material": "soil", "map_file": "training_ground_map.png", "map_materials": list(GROUNDS),
    }
    stairs = next(body for body in read_scene("tracked_robot")["bodies"] if body["name"] == "stairs")["shapes"]
    flights = [{"name": f"stairs_{i}", "static": True, "position": [x, y, 0], "shapes": stairs} for i, (x, y) in enumerate(CLIMBERS)]
    return [{"name": "ground", "static": True, "shapes": [ground]}, {"name": "fence", "static": True, "shapes": fence}] + flights


# Places of the machines (x, y), where the ground is level at 0; all look along x. A flight of stairs begins 2 m before each climber.
KRT100S = [(-50, -50), (-50, -38), (-50, -26), (-50, -14), (-50, -2)]
SCOUTS = [(-50, -44), (-50, -32), (-50, -20), (-50, -8), (-50, 4), (-50, 10), (-50, 15), (-50, 19)]
CLIMBERS = [(26, 12), (26, 4), (26, -4)]
CROSSERS = [(27, -18)]
CARS = [(-38, 25.5), (-5, 25.5), (28, 25.5)]

# Time (s), channel, value, for every machine of a kind; machine k begins k x STAGGER later.
STAGGER = 0.4


def over_hills(steer):
    """To the end of the hills in gentle bends, which take back what they turned."""
    bends = [(8, steer), (12, -steer), (20, steer), (24, 0), (30, -steer), (34, steer), (42, -steer), (46, 0)]
    return [(0.4, "throttle", 0.8)] + [(t, "steer", value) for t, value in bends] + [(52, "throttle", 0)]


CLIMB = [
    (0.4, "throttle", 0.3), (1.6, "throttle", 0.6), (14, "throttle", 0.25), (15.6, "throttle", 0), (16.4, "steer", 0.8),
    (19.68, "steer", 0), (20.4, "throttle", 0.6), (23.2, "throttle", 0.3), (36, "throttle", 0.5), (40, "throttle", 0),
]
CROSS = [(0.4, "throttle", 0.6), (36, "throttle", 0), (37, "throttle", -0.6), (55, "throttle", 0)]
CIRCLE = [(0.4, "throttle", 0.1), (2, "steer", 0.36), (40, "throttle", 0.15), (50, "throttle", 0), (50, "brake", 0.5)]

# Scene, its materials' names here, bodies that are a group of their own (a hitch's two sides touch), places, drive.
FLEET = [
    ("krt100_trolley", {}, "trolley", KRT100S, over_hills(0.1)),
    ("scout_robot", {}, None, SCOUTS, over_hills(0.06)),
    ("tracked_robot", {"rubber": "belt"}, None, CLIMBERS, CLIMB),
    ("tracked_robot", {"rubber": "belt"}, None, CROSSERS, CROSS),
    ("car_trailer", {"steel": "metal"}, "trailer", CARS, CIRCLE),
]
SHORT = {"krt100_trolley": "krt", "scout_robot": "scout", "tracked_robot": "tracked", "car_trailer": "car"}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SCENES
    listed, pairs = materials()
    parts = {kind: [] for kind in KINDS}
    parts["bodies"] = statics()
    tyres, rows, counts = [], [], {}
    for name, renames, towed, places, drive in FLEET:
        scene = read_scene(name)
        machine = machine_of(scene)
        tyres += [tyre for tyre in scene.get("tyres", []) if tyre not in tyres]
        for k, (x, y) in enumerate(places):
            number = counts[name] = counts.get(name, 0) + 1
            prefix = f"{SHORT[name]}{number}_"
            copy = copy_of(machine, prefix, (x, y, 0), renames)
            for body in copy["bodies"]:
                part = prefix + (towed if towed and body["name"].startswith(prefix + towed) else "machine")
                body.update(group=part, passes_through=[part])
            for kind, things in copy.items():
                parts[kind] += things
            rows += [(t + STAGGER * k, prefix + channel, value) for t, channel, value in drive]
    scene = {
        "$schema": "../build/release/scenes/scene.schema.json",
        "name": "training_ground",
        "description": "Twenty machines of the other scenes drive at once over hills, mud, ice, stairs and a ditch",
        "frame": {"period_ms": 40, "substeps": 8, "min_substeps": 4},
        "materials": listed,
        "material_pairs": pairs,
        **parts,
        "tyres": tyres,
        "camera": {"position": [-58, -60, 8], "target": [-44, -42, 0], "follow": "krt1_robot"},
    }
    lines = ["// Written by tools/scenes/make_training_ground.py from the scenes whose machines these are; what it says of ground is ours, usual figures.", "{"]
    for key, value in scene.items():
        text = json.dumps(value)
        if isinstance(value, list):
            text = "[\n" + ",\n".join("    " + json.dumps(item) for item in value) + "\n  ]"
        lines.append(f'  "{key}": {text},')
    lines[-1] = lines[-1][:-1]
    (folder / "training_ground.json").write_text("\n".join(lines) + "\n}\n")
    table = [f"{t:.2f},{channel},{value:g}" for t, channel, value in sorted(rows)]
    (folder / "training_ground.csv").write_text("# 60 s with all twenty machines of the training ground.\ntime,name,value\n" + "\n".join(table) + "\n")

    grid = [[height(c * SPACING - HALF, r * SPACING - HALF) for c in range(CELLS + 1)] for r in range(CELLS + 1)]
    steepest = max(
        math.hypot(grid[r][c + 1] - grid[r][c - 1], grid[r + 1][c] - grid[r - 1][c]) / (2 * SPACING)
        for r in range(1, CELLS)
        for c in range(1, CELLS)
    )
    samples = [[round((z - LOW) / (HIGH - LOW) * 65535) for z in row] for row in grid]
    (folder / "training_ground_heights.png").write_bytes(encode(samples, 16))
    order = list(GROUNDS)
    centre = lambda i: (i + 0.5) * SPACING - HALF
    cells = [[order.index(ground_at(centre(c), centre(r))) for c in range(CELLS)] for r in range(CELLS)]
    (folder / "training_ground_map.png").write_bytes(encode(cells, 8))
    print(f"{sum(map(len, (KRT100S, SCOUTS, CLIMBERS, CROSSERS, CARS)))} machines, {len(parts['bodies'])} bodies, steepest {math.degrees(math.atan(steepest)):.1f} deg")


main()
