#!/usr/bin/python3
"""Figure 1 of paper 001 from bench_chains' CSV: plot_chains.py chains.csv chains.svg"""
import csv
import re
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.fonttype"] = "none"
import matplotlib.pyplot as plt

curves = {}
with open(sys.argv[1], newline="") as file:
    rows = [line for line in file if line.startswith(('name', '"'))]
for row in csv.DictReader(rows):
    match = re.match(r"(?:accelerations<)?(\w+)>?/(\d+)/(\d+)$", row["name"])
    if match and not row["error_occurred"]:
        method, bodies, degrees = match.group(1), int(match.group(2)), int(match.group(3))
        curves.setdefault(degrees, {}).setdefault(method, []).append((bodies, float(row["cpu_time"]) / 1000))
figure, axes = plt.subplots(1, 3, figsize=(15, 5), sharey=True)
for degrees, axis in zip((1, 2, 3), axes):
    for method, points in curves.get(degrees, {}).items():
        axis.loglog(*zip(*sorted(points)), marker="o", label=method)
    axis.set_title(f"joints of {degrees} degree{'s' if degrees > 1 else ''} of freedom")
    axis.set_xlabel("bodies in the chain")
    axis.grid(True, which="both", alpha=0.3)
axes[0].set_ylabel("us per evaluation of the accelerations")
axes[0].legend()
figure.tight_layout()
figure.savefig(sys.argv[2])
