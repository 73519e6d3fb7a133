#!/usr/bin/python3
"""Writes the hills of scenes/krt100_trolley.json: make_terrain.py OUTPUT.png

A 16-bit greyscale PNG, 241 x 241 samples for 120 m x 120 m at 0.5 m. Sample 0 is LOW, sample 65535 is HIGH. The ground
is a sum of round hills and hollows, flat around the start. The same bytes come out every time; the printed line tells
the steepest slope.
"""
import math
import sys

from greyscale_png import encode

SIDE = 241
SPACING = 0.5
LOW, HIGH = -2.0, 4.0
GENTLE = 0.72  # keeps every slope below 12 deg

# x, y (m), height (m), radius (m): a hill's profile is height x exp(-r^2 / (2 radius^2)).
HILLS = [
    (14, 3, 1.1, 4.8), (24, 16, 1.8, 7.5), (9, 27, 1.3, 6.0), (-14, 24, 2.2, 9.0), (-27, 6, 1.4, 6.0),
    (-16, -15, -1.2, 6.0), (6, -19, 1.6, 7.0), (27, -16, 2.6, 11.0), (42, 6, 2.0, 9.0), (38, 38, 3.0, 14.0),
    (-40, 36, 2.8, 13.0), (-44, -10, -1.6, 9.0), (-36, -42, 3.2, 15.0), (8, -46, 2.4, 11.0), (46, -44, -1.6, 10.0),
    (9.4, 0.5, 0.4, 2.0), (24, 9.4, 0.4, 2.1), (33, 17, 0.4, 2.1), (27.5, 46, 0.45, 2.1), (-9, 6, 0.5, 2.3), (2, -9, 0.45, 2.2),
    (4, 48, 2.4, 11.0), (52, -14, 1.2, 6.0), (-54, 10, 1.2, 6.0),
]
# Wavelength (m), direction (deg), height (m), phase (deg): the roll of open ground.
WAVES = [(23, 20, 0.16, 10), (17, 100, 0.12, 200), (11, 65, 0.06, 80), (31, 145, 0.2, 300)]
FLAT_RADIUS, FLAT_EDGE = 3.0, 6.0  # m: flat within the first, untouched beyond the second


def height(x, y):
    z = sum(h * math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * r * r)) for cx, cy, h, r in HILLS)
    for length, direction, h, phase in WAVES:
        along = x * math.cos(math.radians(direction)) + y * math.sin(math.radians(direction))
        z += h * math.sin(2 * math.pi * along / length + math.radians(phase))
    t = min(1.0, max(0.0, (math.hypot(x, y) - FLAT_RADIUS) / (FLAT_EDGE - FLAT_RADIUS)))
    return GENTLE * z * t * t * (3 - 2 * t)


def main():
    half = (SIDE - 1) * SPACING / 2
    grid = [[height(c * SPACING - half, r * SPACING - half) for c in range(SIDE)] for r in range(SIDE)]
    slopes = [
        math.hypot(grid[r][c + 1] - grid[r][c - 1], grid[r + 1][c] - grid[r - 1][c]) / (2 * SPACING)
        for r in range(1, SIDE - 1)
        for c in range(1, SIDE - 1)
    ]
    samples = [[round((z - LOW) / (HIGH - LOW) * 65535) for z in row] for row in grid]
    assert all(0 <= s <= 65535 for row in samples for s in row)
    png = encode(samples, 16)
    with open(sys.argv[1], "wb") as out:
        out.write(png)
    flat = [z for row in grid for z in row]
    print(f"{min(flat):.2f} to {max(flat):.2f} m, steepest {math.degrees(math.atan(max(slopes))):.1f} deg, {len(png)} bytes")


main()
