"""Line plots as SVG, from the standard library alone: draw(path, panels) with panels of named curves."""
import math
from xml.sax.saxutils import escape

COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"]
LEFT, TOP, BOTTOM, GAP, LINE = 75, 30, 45, 20, 16


class Axis:
    """Where values lie between 0 and 1, and its marks."""

    def __init__(self, values, logarithmic):
        self.logarithmic = logarithmic
        if logarithmic:
            self.low = math.floor(math.log10(min(values)))
            self.high = max(math.ceil(math.log10(max(values))), self.low + 1)
            stride = max(1, round((self.high - self.low) / 6))
            self.marks = [10.0**d for d in range(self.low, self.high + 1, stride)]
        else:
            low, high = min(values), max(values)
            high = high if high > low else low + 1
            step = 10 ** math.floor(math.log10((high - low) / 4))
            step *= next(m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= 6)
            self.low, self.high = step * math.floor(low / step + 1e-9), step * math.ceil(high / step - 1e-9)
            self.marks = [self.low + k * step for k in range(round((self.high - self.low) / step) + 1)]

    def place(self, value):
        return ((math.log10(value) if self.logarithmic else value) - self.low) / (self.high - self.low)


def panel_svg(panel, x0, width, height, colours):
    """panel: title, x, y (labels), log_x, log_y, curves {name: [(x, y)]}."""
    log_x, log_y = panel.get("log_x", False), panel.get("log_y", False)
    curves = {
        name: [p for p in points if (p[0] > 0 or not log_x) and (p[1] > 0 or not log_y)]
        for name, points in panel["curves"].items()
    }
    points = [p for curve in curves.values() for p in curve]
    horizontal, vertical = Axis([p[0] for p in points], log_x), Axis([p[1] for p in points], log_y)
    x = lambda v: x0 + LEFT + width * horizontal.place(v)
    y = lambda v: TOP + height * (1 - vertical.place(v))
    out = [f"<text x='{x0 + LEFT}' y='{TOP - 10}' font-weight='bold'>{escape(panel['title'])}</text>"]
    for v in horizontal.marks:
        out.append(f"<line x1='{x(v):.1f}' x2='{x(v):.1f}' y1='{TOP}' y2='{TOP + height}' stroke='#ddd'/>")
        out.append(f"<text x='{x(v):.1f}' y='{TOP + height + 16}' text-anchor='middle'>{v:g}</text>")
    for v in vertical.marks:
        out.append(f"<line x1='{x0 + LEFT}' x2='{x0 + LEFT + width}' y1='{y(v):.1f}' y2='{y(v):.1f}' stroke='#ddd'/>")
        out.append(f"<text x='{x0 + LEFT - 6}' y='{y(v) + 4:.1f}' text-anchor='end'>{v:.6g}</text>")
    out.append(f"<rect x='{x0 + LEFT}' y='{TOP}' width='{width}' height='{height}' fill='none' stroke='#444'/>")
    middle = x0 + LEFT + width / 2
    out.append(f"<text x='{middle}' y='{TOP + height + 34}' text-anchor='middle'>{escape(panel['x'])}</text>")
    out.append(
        f"<text transform='translate({x0 + 14},{TOP + height / 2}) rotate(-90)' text-anchor='middle'>{escape(panel['y'])}</text>"
    )
    for name, curve in curves.items():
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in curve)
        out.append(f"<polyline fill='none' stroke='{colours[name]}' stroke-width='1.4' points='{path}'/>")
        if len(curve) < 20:
            out += [f"<circle cx='{x(a):.1f}' cy='{y(b):.1f}' r='2.5' fill='{colours[name]}'/>" for a, b in curve]
    return out


def draw(path, panels, width=360, height=300, columns=3):
    """Panels side by side, one legend for all: a name has one colour."""
    names = list(dict.fromkeys(name for panel in panels for name in panel["curves"]))
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    total = len(panels) * (LEFT + width + GAP)
    bottom = TOP + height + BOTTOM
    rows = -(-len(names) // columns)
    out = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{total}' height='{bottom + rows * LINE + 8}' "
        "font-family='sans-serif' font-size='12'>",
        "<rect width='100%' height='100%' fill='white'/>",
    ]
    for i, panel in enumerate(panels):
        out += panel_svg(panel, i * (LEFT + width + GAP), width, height, colours)
    for i, name in enumerate(names):
        x, y = LEFT + (i % columns) * (total - LEFT) / columns, bottom + (i // columns + 1) * LINE - 4
        out.append(f"<line x1='{x:.1f}' x2='{x + 24:.1f}' y1='{y - 4}' y2='{y - 4}' stroke='{colours[name]}' stroke-width='2'/>")
        out.append(f"<text x='{x + 30:.1f}' y='{y}'>{escape(name)}</text>")
    out.append("</svg>")
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")
