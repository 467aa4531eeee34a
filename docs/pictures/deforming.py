#!/usr/bin/env python3
"""Draws docs/pictures/deforming.svg: a vertex and a triangle whose points move, and the volume of the four over time. Needs the Python package."""

from pathlib import Path

import numpy as np

import clearance as cl

HERE = Path(__file__).resolve().parent
START = np.array([(-3.0, 1, -3), (-1, -3, 3), (1, -2, 3), (0, 0, -2)])
END = np.array([(1.0, -2, 2), (-3, -3, 1), (3, -2, 1), (-1, 2, 0)])
LEFT = 440
BLUE, RED, GREY = "#2b6cb0", "#c53030", "#718096"
# Where the four points are seen from: rows are to the right, up, and towards the eye.
RIGHT, UP = np.array([0.80, 0.60, 0.0]), np.array([0.20, -0.27, 0.94])


def at(t):
    return START + (END - START) * t


def volume(t):
    v, f0, f1, f2 = at(t)
    return np.linalg.det(np.stack([f0 - v, f1 - f0, f2 - f0]))


def seen(point):
    return 265 + 46 * (point @ RIGHT), 205 - 46 * (point @ UP)


def line(points, style):
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" {style}/>'


def dot(place, style):
    return f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" {style}/>'


def text(x, y, words, style=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{words}</text>'


def pair(plane, contact):
    """The triangle at four times, and the way of the vertex."""
    for t, opacity in ((0, 0.10), (1, 0.10), (plane, 0.22), (contact, 0.5)):
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(seen, at(t)[1:]))
        yield f'<polygon points="{corners}" fill="{BLUE}" fill-opacity="{opacity}" stroke="{BLUE}" stroke-opacity="{min(1, 2 * opacity):.2f}" stroke-linejoin="round"/>'
    for i in (1, 2, 3):
        yield line([seen(START[i]), seen(END[i])], f'stroke="{BLUE}" stroke-width="1" stroke-dasharray="2 4"')
    yield line([seen(START[0]), seen(END[0])], 'stroke="#1a202c" stroke-width="2" marker-end="url(#tip)"')
    yield dot(seen(START[0]), 'r="4" fill="#1a202c"')
    yield dot(seen(at(plane)[0]), f'r="5.5" fill="#fff" stroke="{RED}" stroke-width="2"')
    yield dot(seen(at(contact)[0]), f'r="6" fill="{RED}"')


def plot(plane, contact):
    """The volume over time."""
    times = np.linspace(0, 1, 121)
    values = np.array([volume(t) for t in times])
    left, width, scale = LEFT, 330, 150 / np.abs(values).max()
    place = lambda t, value: (left + width * t, 205 - scale * value)  # noqa: E731
    yield line([place(0, 0), place(1.04, 0)], 'stroke="#a0aec0" stroke-width="1"')
    yield line([(left, 45), (left, 365)], 'stroke="#a0aec0" stroke-width="1"')
    yield line([place(t, value) for t, value in zip(times, values)], 'stroke="#1a202c" stroke-width="2.2"')
    for t in (0, 0.5, 1):
        yield line([(left + width * t, 202), (left + width * t, 208)], 'stroke="#a0aec0"')
        yield text(left + width * t + (0 if t else -12), 226, f"{t:g}", f'text-anchor="middle" fill="{GREY}"')
    yield dot(place(plane, 0), f'r="5.5" fill="#fff" stroke="{RED}" stroke-width="2"')
    yield dot(place(contact, 0), f'r="6" fill="{RED}"')
    yield text(left + 8, 58, "volume of the four points", f'fill="{GREY}"')
    yield text(left + width * 1.055, 214, "t", f'fill="{GREY}" font-style="italic"')


def main():
    found = cl.vertex_face(np.stack([START, END], 1))
    contact = float(found.toi_lower[0])
    times = np.array([0, 1 / 3, 2 / 3, 1])
    zeros = sorted(t.real for t in np.roots(np.polyfit(times, [volume(t) for t in times], 3)) if abs(t.imag) < 1e-9 and 0 < t.real < 1)
    plane = zeros[0]
    assert abs(zeros[1] - contact) < 1e-7, "the contact is at the second zero"
    words = [
        text(LEFT + 330 * plane + 6, 252, "in the plane, but outside", f'fill="{RED}"'),
        text(LEFT + 330 * contact + 12, 190, f"contact at {contact:.3f}", f'fill="{RED}"'),
        text(*np.add(seen(START[0]), (-8, -10)), "vertex", 'text-anchor="end"'),
        text(*np.add(seen(START[1]), (-6, -8)), "triangle at 0", f'text-anchor="end" fill="{BLUE}"'),
        text(*np.add(seen(END[1]), (-8, 18)), "at 1", f'text-anchor="end" fill="{BLUE}"'),
    ]
    tip = '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#1a202c"/></marker></defs>'
    body = "\n".join([tip, *pair(plane, contact), *plot(plane, contact), *words])
    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 410" font-family="system-ui, sans-serif" font-size="14">'
    (HERE / "deforming.svg").write_text(f'{frame}\n<rect width="880" height="410" fill="#fff"/>\n{body}\n</svg>\n', encoding="utf-8")


if __name__ == "__main__":
    main()
