#!/usr/bin/env python3
"""Error against substep from the tables of `drawbar compare`, one panel for each file; prints the slopes.

drawbar compare SCENE --formulations a,b --substep-ms 0.5,1,2,4,8 > table.txt; plot_convergence.py OUT.svg table.txt ...
"""
import math
import re
import sys

import svg_plot

panels = []
for path in sys.argv[2:]:
    with open(path) as file:
        lines = file.read().splitlines()
    curves = {}
    for line in lines:
        match = re.match(r"(\w+) ([\d.]+) ms +([\d.e+-]+) ", line)
        if match and float(match.group(3)) > 0:
            curves.setdefault(match.group(1), []).append((float(match.group(2)), float(match.group(3))))
    scene = lines[0].split(":")[0].split("/")[-1].removesuffix(".json")
    for name, points in curves.items():
        points.sort()
        slopes = [math.log(b[1] / a[1]) / math.log(b[0] / a[0]) for a, b in zip(points, points[1:])]
        print(f"{scene:20} {name:28} " + " ".join(f"{slope:6.2f}" for slope in slopes))
    panels.append(
        {
            "title": scene,
            "x": "substep, ms",
            "y": "largest distance from the adaptive integration, m",
            "log_x": True,
            "log_y": True,
            "curves": curves,
        }
    )
svg_plot.draw(sys.argv[1], panels)
