#!/usr/bin/env python3
"""Draws docs/pictures/walk.svg: a person who walks up stairs, over a ramp and to a wall, from the side. Needs the Python package `clearance`."""

from math import cos, radians, sin
from pathlib import Path

import clearance as cl

HERE = Path(__file__).resolve().parent
SCALE, WIDTH, TOP = 55.0, 13.2, 2.9
RADIUS, HALF = 0.3, 0.6


def at(x: float, z: float) -> str:
    return f"{x * SCALE:.1f},{(TOP - z) * SCALE:.1f}"


level = cl.Scene()
level.add("ground", cl.Box((20, 20, 0.5)), cl.Pose((0, 0, -0.5)))
drawn = [[(0.0, 0.0), (WIDTH, 0.0), (WIDTH, -0.2), (0.0, -0.2)]]
for i in range(4):
    half = 1.4 - 0.35 * i
    level.add(f"stair {i}", cl.Box((half, 1, 0.1)), cl.Pose((3, 0, 0.1 + 0.2 * i)))
    drawn.append([(3 - half, 0.2 * i), (3 + half, 0.2 * i), (3 + half, 0.2 * i + 0.2), (3 - half, 0.2 * i + 0.2)])
tilt = radians(20)
level.add("ramp", cl.Box((2, 1, 0.25)), cl.Pose((8, 0, 0), rpy=(0, -tilt, 0)))
corners = [(8 + x * cos(tilt) - z * sin(tilt), x * sin(tilt) + z * cos(tilt)) for x, z in [(-2, -0.25), (2, -0.25), (2, 0.25), (-2, 0.25)]]
drawn.append(corners)
level.add("wall", cl.Mesh([(12, -4, 0), (12, 4, 0), (12, 4, 2.6), (12, -4, 2.6)], [(0, 1, 2), (0, 2, 3)]))

person, pose = cl.Capsule(RADIUS, HALF), cl.Pose((0.5, 0, 0.91))
path, shown, fall = [pose.translation], [pose.translation], 0.0
for step in range(260):
    walk = level.move_and_slide(person, pose, (0.05, 0, -fall))
    pose, fall = walk.pose, 0.01 if walk.on_floor else fall + 0.003
    path.extend(walk.path[1:])
    if pose.translation[0] - shown[-1][0] > 0.95 or step == 259:
        shown.append(pose.translation)

parts = [f'<polygon points="{" ".join(at(*corner) for corner in corners)}" fill="#c8cdd6" stroke="#111"/>' for corners in drawn]
parts.append(f'<path d="M{at(12, 0)}L{at(12, 2.6)}" stroke="#111" stroke-width="2"/>')
for x, _, z in shown:
    corner = at(x - RADIUS, z + HALF + RADIUS).split(",")
    size = f'width="{2 * RADIUS * SCALE:.1f}" height="{2 * (HALF + RADIUS) * SCALE:.1f}" rx="{RADIUS * SCALE:.1f}"'
    parts.append(f'<rect x="{corner[0]}" y="{corner[1]}" {size} fill="hsl(24 80% 50% / .25)" stroke="hsl(24 80% 40%)"/>')
points = " ".join(at(x, z - HALF - RADIUS) for x, _, z in path)
parts.append(f'<polyline points="{points}" fill="none" stroke="hsl(210 80% 40%)" stroke-width="1.5"/>')
size = f"{WIDTH * SCALE:.0f} {(TOP + 0.2) * SCALE:.0f}"
text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}"><title>A walk from the side</title>{"".join(parts)}</svg>\n'
(HERE / "walk.svg").write_text(text, encoding="utf-8")
