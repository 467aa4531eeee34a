#!/usr/bin/env python3
"""Draws docs/pictures/field.svg: lines of equal signed distance in a plane through a mug. Needs the Python package `clearance`."""

from collections.abc import Iterator
from pathlib import Path

import clearance as cl

HERE = Path(__file__).resolve().parent
STEP = 0.001
LEVELS = [0.005 * i for i in range(9)]
SCALE = 4000.0

Place = tuple[float, float]


def crossings(square: list[tuple[Place, float]]) -> Iterator[Place]:
    """Where the level is crossed along the sides of a square, by linear interpolation; its corners go around."""
    for (p, f), (q, g) in zip(square, square[1:] + square[:1]):
        if (f < 0) != (g < 0):
            share = f / (f - g)
            yield (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)


def line(values: list[list[float]], level: float) -> str:
    """The segments of one level as the path of an SVG."""
    path = []
    for i in range(len(values) - 1):
        for j in range(len(values[0]) - 1):
            corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
            found = list(crossings([((float(a), float(b)), values[a][b] - level) for a, b in corners]))
            # Two crossings a segment; of a saddle there are two segments.
            for (x, y), (u, v) in zip(found[::2], found[1::2]):
                path.append(f"M{at(x, y, values)}L{at(u, v, values)}")
    return "".join(path)


def at(x: float, y: float, values: list[list[float]]) -> str:
    height = len(values[0]) - 1
    return f"{x * STEP * SCALE:.1f} {(height - y) * STEP * SCALE:.1f}"


mug = cl.Mesh.from_file(HERE.parents[1] / "testdata/meshes/mug.obj")
field = mug.sdf_grid([(-0.06, 0, -0.02), (0.06, 0, 0.12)], STEP)
rows = field.values[:, 0, :].tolist()
width, height = ((n - 1) * STEP * SCALE for n in (len(rows), len(rows[0])))
lines = []
for level in LEVELS:
    border = abs(level) < STEP / 2
    stroke = "#111" if border else f"hsl(24 80% {30 + 1000 * level:.0f}%)"
    lines.append(f'<path d="{line(rows, 0.0 if border else level)}" stroke="{stroke}" stroke-width="{3 if border else 1.2}"/>')
def runs(row: list[float]) -> Iterator[tuple[int, int]]:
    """Where a column is inside: from one point to another one."""
    start = None
    for j, value in enumerate([*row, 1.0]):
        if value < 0 and start is None:
            start = j
        elif value >= 0 and start is not None:
            yield start, j
            start = None


inside = "".join(
    f'<rect x="{(i - 0.5) * STEP * SCALE:.1f}" y="{(len(row) - end - 0.5) * STEP * SCALE:.1f}" width="4" height="{4 * (end - start)}"/>'
    for i, row in enumerate(rows)
    for start, end in runs(row)
)
text = "\n".join(
    [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>',
        f'<g fill="#bfdbfe">{inside}</g>',
        f'<g fill="none">{"".join(lines)}</g>',
        "</svg>\n",
    ]
)
(HERE / "field.svg").write_text(text, encoding="utf-8")
