#!/usr/bin/env python3
"""Figure 1 of paper 001 from bench_chains' CSV: plot_chains.py chains.csv chains.svg; prints our times over the peers'"""
import csv
import re
import sys

import svg_plot

NAMES = {
    "CompositeBody": "composite_body",
    "ArticulatedBody": "articulated_body",
    "LagrangeMultipliers": "lagrange_multipliers",
    "InverseIterative": "inverse_iterative",
    "DirectIterative": "direct_iterative",
    "mujoco_forward": "MuJoCo",
    "simbody_realize": "Simbody",
    "whole_substep": "sequential_impulses, whole substep",
}
curves = {}
with open(sys.argv[1], newline="") as file:
    rows = [line for line in file if line.startswith(("name", '"'))]
for row in csv.DictReader(rows):
    match = re.match(r"(?:accelerations<)?(\w+)>?/(\d+)/(\d+)(?:_median)?$", row["name"])
    if match and not row["error_occurred"]:
        method, bodies, degrees = match.group(1), int(match.group(2)), int(match.group(3))
        time = float(row["cpu_time"]) / 1000
        curves.setdefault(degrees, {}).setdefault(NAMES[method], []).append((bodies, time))
svg_plot.draw(
    sys.argv[2],
    [
        {
            "title": f"{degrees} degree{'s' if degrees > 1 else ''} of freedom per joint",
            "x": "bodies in the chain",
            "y": "us per evaluation of the accelerations",
            "log_x": True,
            "log_y": True,
            "curves": {name: sorted(points) for name, points in curves[degrees].items()},
        }
        for degrees in sorted(curves)
    ],
)

# The peers' times for the same chain in the same run: MuJoCo does what composite_body does, Simbody what
# articulated_body does.
sizes = sorted({bodies for named in curves.values() for points in named.values() for bodies, _ in points})
print("| degrees | ours / peer's | " + " | ".join(map(str, sizes)) + " |")
print("|" + "---|" * (len(sizes) + 2))
for degrees in sorted(curves):
    times = {name: dict(points) for name, points in curves[degrees].items()}
    for ours in ("composite_body", "articulated_body"):
        for peer in ("MuJoCo", "Simbody"):
            if ours in times and peer in times:
                both = [times[ours].get(n, 0) / times[peer][n] if n in times[peer] else 0 for n in sizes]
                cells = [f"{ratio:.2g}" if ratio else "" for ratio in both]
                print(f"| {degrees} | `{ours}` / {peer} | " + " | ".join(cells) + " |")
