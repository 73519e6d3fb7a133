#!/usr/bin/env python3
"""Figure 1 of paper 001 from bench_chains' CSV: plot_chains.py chains.csv chains.svg"""
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
