"""Small pictures for notebooks: the outline of a shape, and where an answer's witness points lie."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._clearance import Proximity, Shape
    from .vectors import Vector

_SIZE = 96
# Seen from (1, -1, 1) towards the origin, z upwards: the directions that are drawn to the right and up.
_RIGHT = (1 / math.sqrt(2), 1 / math.sqrt(2), 0.0)
_UP = (-1 / math.sqrt(6), 1 / math.sqrt(6), 2 / math.sqrt(6))


def of_shape(shape: Shape) -> str:
    """The shape's outline, drawn by support points in 96 directions of the picture, and its text."""
    label = repr(shape)
    label = html.escape(label if len(label) <= 200 else label[:197] + "...")
    if shape.kind in ("halfspace", "compound"):
        return f"<code>{label}</code>"
    outline = []
    for i in range(96):
        cos, sin = math.cos(math.tau * i / 96), math.sin(math.tau * i / 96)
        x, y, z = (cos * r + sin * u for r, u in zip(_RIGHT, _UP))
        outline.append(_projected(shape.support((x, y, z))))
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in _fitted(outline))
    figure = f'<polygon points="{drawn}" fill="#9ecae1" stroke="#08519c" stroke-linejoin="round"/>'
    return f"{_svg(figure)}<br><code>{label}</code>"


def of_proximity(found: Proximity) -> str:
    """A table of the answer, and its witness points with the normal between them."""
    rows = [
        ("status", str(found.status)),
        ("signed distance", repr(found.signed_distance)),
        ("proven bounds", f"{found.lower!r} to {found.upper!r}"),
    ]
    figure = ""
    try:
        a, b, normal = found.witness_a, found.witness_b, found.normal
    except AttributeError:
        pass
    else:
        rows += [("normal", str(normal)), ("witness on a", str(a)), ("witness on b", str(b))]
        figure = _witnesses(a, b, normal)
    cells = "".join(f"<tr><td>{key}</td><td><code>{html.escape(value)}</code></td></tr>" for key, value in rows)
    return f"{figure}<table>{cells}</table>"


def _witnesses(a: Vector, b: Vector, normal: Vector) -> str:
    tip = (a[0] + normal[0], a[1] + normal[1], a[2] + normal[2])
    (ax, ay), (bx, by), (tx, ty) = _fitted([_projected(point) for point in (a, b, tip)])
    return _svg(
        f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{tx:.1f}" y2="{ty:.1f}" stroke="#999" stroke-dasharray="3"/>'
        f'<line x1="{ax:.1f}" y1="{ay:.1f}" x2="{bx:.1f}" y2="{by:.1f}" stroke="#333"/>'
        f'<circle cx="{ax:.1f}" cy="{ay:.1f}" r="4" fill="#08519c"><title>on a</title></circle>'
        f'<circle cx="{bx:.1f}" cy="{by:.1f}" r="4" fill="#a63603"><title>on b</title></circle>'
    )


def _projected(point: Vector) -> tuple[float, float]:
    return (
        sum(p * r for p, r in zip(point, _RIGHT)),
        -sum(p * u for p, u in zip(point, _UP)),
    )


def _fitted(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Scaled to the picture, with a margin."""
    drawn = list(points)
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*drawn))
    scale = (_SIZE - 16) / max(right - left, bottom - top, 1e-300)
    middle = _SIZE / 2
    return [
        (middle + (x - (left + right) / 2) * scale, middle + (y - (top + bottom) / 2) * scale) for x, y in drawn
    ]


def _svg(figure: str) -> str:
    return f'<svg width="{_SIZE}" height="{_SIZE}" viewBox="0 0 {_SIZE} {_SIZE}">{figure}</svg>'
