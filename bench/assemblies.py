#!/usr/bin/env python3
"""Assemblies of ten kinds beside OpenCASCADE, and times of a hundred parts: bench/assemblies.py [TOLERANCES..], such as 0.1 0.01 (millimetres).

Needs the package clearance with its extra cad, and cadquery, which makes the assemblies. Each distance of OpenCASCADE between solids that are apart
(BRepExtrema) has to be inside the bounds, and so has the volume of its boolean where they clash. Times are seconds of the processor on one thread.
"""

import os

for variable in ("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import math
import sys
import time
from collections.abc import Iterator
from typing import Any

import cadquery as cq
import numpy as np
from OCP.BRepAlgoAPI import BRepAlgoAPI_Common
from OCP.BRepExtrema import BRepExtrema_DistShapeShape
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps

import clearance as cl

Parts = dict[str, Any]


def shaft_and_bearings() -> Parts:
    """A stepped shaft in two rings, one of them too tight."""
    shaft = cq.Workplane().circle(10).extrude(60).faces(">Z").workplane().circle(8).extrude(40)
    ring = lambda bore, z: cq.Workplane("XY", (0, 0, z)).circle(20).circle(bore).extrude(12)
    return {"shaft": shaft, "loose": ring(10.05, 10), "tight": ring(7.9, 75), "far": ring(30, 150).translate((0, 60, 0))}


def bolts() -> Parts:
    """Two plates and bolts, of which one has no hole."""
    plate = cq.Workplane().box(80, 40, 6).faces(">Z").workplane().pushPoints([(-25, 0)]).hole(6.6)
    bolt = cq.Workplane("XY", (0, 0, -10)).circle(3).extrude(20).faces(">Z").workplane().polygon(6, 11).extrude(4)
    return {"plate": plate, "bolt_a": bolt.translate((-25, 0, 0)), "bolt_b": bolt.translate((25, 0, 0)), "lid": plate.translate((0, 0, 20.4))}


def ball_bearing() -> Parts:
    """Two rings with a groove, and balls of two sizes in it."""
    groove = cq.Workplane("XZ", (0, 0, 0)).center(20, 0).circle(4).revolve(360, (-20, 0, 0), (-20, 1, 0))
    tube = lambda outer, inner: cq.Workplane("XY", (0, 0, -5)).circle(outer).circle(inner).extrude(10)
    ball = lambda radius, angle: cq.Workplane().sphere(radius).translate((20 * math.cos(angle), 20 * math.sin(angle), 0))
    return {"outer": tube(28, 21.5).cut(groove), "inner": tube(18.5, 12).cut(groove), "ball_a": ball(3.9, 0), "ball_b": ball(4.2, 2)}


def gears() -> Parts:
    """Two wheels with teeth, a little too near."""

    def wheel(teeth: int, radius: float) -> cq.Workplane:
        turns = [(radius + (2 if i % 4 < 2 else -2), 2 * math.pi * i / (4 * teeth)) for i in range(4 * teeth)]
        return cq.Workplane().polyline([(r * math.cos(a), r * math.sin(a)) for r, a in turns]).close().extrude(6)

    return {"large": wheel(20, 30), "small": wheel(12, 18).translate((49.2, 0, 1)), "axle": cq.Workplane().circle(3).extrude(20).translate((49.2, 0, 8))}


def housing() -> Parts:
    """A box with walls, a board and parts on it; one of them reaches into the lid."""
    shell = cq.Workplane().box(100, 60, 30).faces(">Z").shell(-2.5)
    board = cq.Workplane().box(90, 50, 1.6).edges("|Z").fillet(3).translate((0, 0, -6))
    chip = lambda x, high: cq.Workplane().box(12, 12, high).translate((x, 5, -5.1 + high / 2))
    lid = cq.Workplane().box(100, 60, 2).edges("|Z").fillet(1).translate((0, 0, 16.1))
    return {"shell": shell, "board": board, "chip": chip(-20, 3), "coil": chip(15, 20.5), "lid": lid}


def hinge() -> Parts:
    """Knuckles around a pin, with a leaf that is turned."""
    knuckle = lambda z: cq.Workplane("XY", (0, 0, z)).circle(5).circle(2.55).extrude(9.8).union(cq.Workplane("XY", (0, 0, z)).center(17.5, 4).rect(28, 1.9).extrude(9.8))
    turned = knuckle(10).rotate((0, 0, 0), (0, 0, 1), 130)
    return {"leaf": knuckle(0), "other": turned, "third": knuckle(20), "pin": cq.Workplane("XY", (0, 0, -2)).circle(2.5).extrude(34)}


def pipes() -> Parts:
    """An elbow beside a beam and through a bulkhead whose hole is small."""
    elbow = cq.Workplane("XY").circle(6).circle(5).revolve(90, (-25, 0, 0), (-25, 1, 0))
    beam = cq.Workplane().box(8, 60, 8).translate((-25, 0, 37.3))
    bulkhead = cq.Workplane("XY", (0, 0, 4)).rect(40, 40).extrude(3).cut(cq.Workplane("XY", (0, 0, 4)).circle(5.8).extrude(3))
    return {"elbow": elbow, "beam": beam, "bulkhead": bulkhead}


def cup() -> Parts:
    """A vessel turned from a spline, its lid, and a spoon."""
    outline = cq.Workplane("XZ").lineTo(15, 0).spline([(22, 12), (18, 28), (24, 40)], includeCurrent=True).lineTo(22, 40)
    vessel = outline.spline([(16, 28), (20, 12), (13, 2)], includeCurrent=True).lineTo(0, 2).close().revolve(360, (0, 0, 0), (0, 1, 0))
    lid = cq.Workplane("XY", (0, 0, 40.2)).circle(25).extrude(2)
    spoon = cq.Workplane("XY", (8, 0, 3)).circle(1.5).extrude(50).rotate((8, 0, 3), (9, 1, 3), 8)
    return {"vessel": vessel, "lid": lid, "spoon": spoon}


def fan() -> Parts:
    """Twisted blades on a hub in a shroud; one blade is too long."""
    hub = cq.Workplane().circle(12).extrude(16)
    blade = lambda long: cq.Workplane("YZ", (10, 0, 0)).center(0, 8).rect(2, 14).workplane(offset=long).transformed(rotate=(0, 0, 35)).rect(1.5, 12).loft()
    shroud = cq.Workplane("XY", (0, 0, -2)).circle(44).circle(40).extrude(22)
    turn = lambda part, angle: part.rotate((0, 0, 0), (0, 0, 1), angle)
    return {"hub": hub, "blade_a": blade(29), "blade_b": turn(blade(31), 120), "blade_c": turn(blade(29), 240), "shroud": shroud}


def tapers() -> Parts:
    """A cone in its socket, a wedge and a torus."""
    plug = cq.Workplane().circle(10).workplane(offset=40).circle(6).loft()
    socket = cq.Workplane().rect(40, 40).extrude(30).cut(cq.Workplane("XY", (0, 0, -1)).circle(10.3).workplane(offset=42).circle(6.1).loft())
    ring = cq.Workplane(cq.Solid.makeTorus(14, 3)).translate((0, 0, 36))
    wedge = cq.Workplane(cq.Solid.makeWedge(20, 10, 12, 4, 0, 16, 12)).translate((22, -5, 3))
    return {"plug": plug, "socket": socket, "ring": ring, "wedge": wedge}


KINDS = [shaft_and_bearings, bolts, ball_bearing, gears, housing, hinge, pipes, cup, fan, tapers]


def shape(part: cq.Workplane) -> Any:
    return (part.combine().val() if len(part.vals()) > 1 else part.val()).wrapped


def volume(solid: Any) -> float:
    found = GProp_GProps()
    BRepGProp.VolumeProperties_s(solid, found, 1e-7)
    return found.Mass()


def judged(parts: Parts) -> Iterator[tuple[str, str, float, float]]:
    """Each pair with its distance and the volume in common by OpenCASCADE."""
    names = list(parts)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            one, other = shape(parts[a]), shape(parts[b])
            yield a, b, BRepExtrema_DistShapeShape(one, other).Value(), volume(BRepAlgoAPI_Common(one, other).Shape())


def compare(tolerance: float) -> None:
    """Every pair of every kind at a tolerance of the triangles."""
    print(f"tolerance {tolerance} mm")
    counts = {"pairs": 0, "apart": 0, "clashes": 0, "not inside": 0, "without a volume": 0, "other bands": 0}
    widths, seconds, theirs = [], 0.0, 0.0
    for kind in KINDS:
        parts = kind()
        whole = cq.Assembly()
        for name, part in parts.items():
            whole.add(part, name=name)
        began = time.process_time()
        report = cl.assembly(whole, tolerance=f"{tolerance}mm")
        seconds += time.process_time() - began
        rows = {frozenset((row["a"].split("/")[-1], row["b"].split("/")[-1])): row for row in report}
        assert not report.problems or all(rows), report.problems
        began = time.process_time()
        truth = list(judged(parts))
        theirs += time.process_time() - began
        for a, b, distance, common in truth:
            row = rows[frozenset((a, b))]
            counts["pairs"] += 1
            if row["band"] == "clash":
                counts["clashes"] += 1
                if row["volume_lower"] is None:
                    counts["without a volume"] += 1
                    continue
                bounds, value, slack = (row["volume_lower"], row["volume_upper"]), common, 1e-6 * common
                widths.append((bounds[1] - bounds[0]) / common if common else math.inf)
            elif common <= 1e-9:
                counts["apart"] += 1
                bounds, value, slack = (row["lower"], row["upper"]), distance, 1e-7
            else:
                counts["other bands"] += 1
                print(f"  {kind.__name__}: {a}, {b}: {row['band']}, {row['lower']:.4g} to {row['upper']:.4g}, {common:.4g} mm³ in common")
                continue
            if not bounds[0] - slack <= value <= bounds[1] + slack:
                counts["not inside"] += 1
                print(f"  {kind.__name__}: {a}, {b}: {value} is not in {bounds} ({row['band']})")
    print("  " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    if widths:
        print(f"  volumes: bounds are {100 * np.median(widths):.2g} % wide in the middle, {100 * max(widths):.2g} % at most")
    print(f"  clearance with reading and triangles {seconds:.1f} s, OpenCASCADE {theirs:.1f} s")


def ball(rounds: int) -> tuple[np.ndarray, np.ndarray]:
    """A sphere of rings of triangles."""
    turns, heights = np.arange(2 * rounds) * np.pi / rounds, np.arange(1, rounds) * np.pi / rounds
    ring = np.stack(np.broadcast_arrays(np.sin(heights)[:, None] * np.cos(turns), np.sin(heights)[:, None] * np.sin(turns), np.cos(heights)[:, None]), -1)
    points = np.concatenate([ring.reshape(-1, 3), [(0, 0, 1), (0, 0, -1)]])
    i, n = np.arange(2 * rounds), 2 * rounds
    j, last = (i + 1) % n, (rounds - 2) * n
    faces = [np.stack([i, j, np.full(n, len(points) - 2)], 1)[:, [2, 0, 1]], np.stack([last + j, last + i, np.full(n, len(points) - 1)], 1)[:, [2, 0, 1]]]
    for row in range(rounds - 2):
        a, b, c, d = row * n + i, row * n + j, (row + 1) * n + i, (row + 1) * n + j
        faces += [np.stack([a, c, b], 1), np.stack([b, c, d], 1)]
    return points, np.concatenate(faces)


def hundred() -> None:
    """All distances and the ten closest pairs of a hundred parts of ten thousand triangles with dents."""
    random = np.random.default_rng(7)
    points, faces = ball(51)
    scene = cl.Scene()
    for i in range(100):
        dents = 1 + 0.08 * np.sin(points @ random.uniform(-9, 9, (3, 4))).sum(1)
        place = np.array([i % 5, i // 5 % 5, i // 25]) * 2.6 + random.uniform(-0.1, 0.1, 3)
        scene.add(f"{i}", cl.Mesh(points * dents[:, None], faces), cl.Pose(tuple(place)))
    print(f"100 parts of {len(faces)} triangles")
    scene.closest(1)
    closest, all_of_them = (lambda: scene.closest(10)), (lambda: scene.within(1e3))
    for name, ask, pairs in [("ten closest", closest, lambda it: it.pairs), ("all 4950 distances", all_of_them, lambda it: it.near)]:
        times = []
        for _ in range(3):
            began = time.process_time()
            found = ask()
            times.append(time.process_time() - began)
        print(f"  {name}: {times[0]:.3f} s the first time, {min(times[1:]):.3f} s again, {len(pairs(found))} pairs")


def walls() -> None:
    """Walls and gaps of a hundred thousand triangles."""
    points, faces = ball(159)
    mesh = cl.Mesh(points * (1 + 0.1 * np.sin(points @ np.array([[7.0, 3, 1], [2, 8, 3], [1, 2, 9]])).sum(1))[:, None], faces)
    for side in ("wall", "gap"):
        began = time.process_time()
        found = mesh.thickness(side)
        width = np.nanmax(found.ball[:, 1] - found.ball[:, 0])
        least = None if found.least_ball is None else found.ball[found.least_ball].round(6).tolist()
        print(f"{side}s of {len(faces)} triangles: {time.process_time() - began:.2f} s, least ball {least}, bounds of balls at most {width:.1e} wide")


if __name__ == "__main__":
    for tolerance in [float(word) for word in sys.argv[1:]] or [0.1, 0.01]:
        compare(tolerance)
    hundred()
    walls()
