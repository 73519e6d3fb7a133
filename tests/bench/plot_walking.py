#!/usr/bin/env python3
"""Figures 7 to 9 of paper 002 from walking_figures' CSV: plot_walking.py walking.csv FOLDER"""
import csv
import sys

import svg_plot

runs = {}
with open(sys.argv[1], newline="") as file:
    for row in csv.DictReader(file):
        runs.setdefault((row["closure"], row["substep_ms"]), []).append({k: float(v) for k, v in row.items() if k != "closure"})


def curve(run, column, end=1e9, every=1, offset=0.0):
    return [(r["time"], r[column] + offset) for r in runs[run][::every] if r["time"] <= end]


def peaks(run, window=0.1):
    """The largest of each window: drift and its spikes on few points."""
    out = {}
    for r in runs[run]:
        key = int(r["time"] / window)
        out[key] = max(out.get(key, 0.0), r["pin"])
    return [((key + 0.5) * window, value) for key, value in sorted(out.items())]


folder = sys.argv[2] + "/"
fine = ("momentum", "1")
t = "t, s"
svg_plot.draw(
    folder + "walking_7.svg",
    [
        {"title": "7: the hull walks", "x": t, "y": "m", "curves": {"y (from the start)": curve(fine, "y", 7.8, 5)}},
        {
            "title": "and rocks, the legs swing",
            "x": t,
            "y": "rad",
            "curves": {
                "phi": curve(fine, "phi", 7.8, 5),
                "gamma 1": curve(fine, "gamma1", 7.8, 5),
                "gamma 2": curve(fine, "gamma2", 7.8, 5),
            },
        },
        {
            "title": "rises and falls, as the vertices slide",
            "x": t,
            "y": "m",
            "curves": {
                "z": curve(fine, "z", 7.8, 5),
                "z 1": curve(fine, "z1", 7.8, 5),
                "z 2": curve(fine, "z2", 7.8, 5),
            },
        },
    ],
)
for number, closures in (("8", ["momentum"]), ("9", ["acceleration", "baumgarte"])):
    svg_plot.draw(
        folder + f"walking_{number}.svg",
        [
            {
                "title": f"{number}: pin of leg 1 off the crank, largest in 0.1 s",
                "x": t,
                "y": "m",
                "log_y": True,
                "curves": {f"{c}, {h} ms": peaks((c, h)) for c in closures for h in ("1", "4")},
            }
        ],
        width=760,
    )
