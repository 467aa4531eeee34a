"""Shapes of OpenCASCADE as triangles, with a bound of how far these are from the shape.

**Lemma.** Let no point of a face's triangles be farther than ``f`` from its surface, of curvature at most ``k``, no
chord of its edges farther than ``c`` from its curve, and let the edges of the triangulation that have one triangle be
the chords of the face's edges. Then a continuous map takes the triangles to the face and moves no point by more than
``e = max(f, c) + k (f + c)² / 8``: points go to the nearest ones of the surface, and in a narrow strip beside a chord
from there to the curve, on the surface along the segment between the two, which is a chord of length ``f + c`` at most.
Neighbours agree at the curve. What the map leaves out has no border, so it is nothing, or on a sphere or a torus all of
it, which the areas exclude.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import deviation
from .deviation import Array
from .edges import chords_of
from .occ import edges_of, faces_of, module
from .parametric import error_of
from .surfaces import Surface, surface_of

Triangles = npt.NDArray[np.uint32]

PARAMETRIC = ("B-spline", "Bezier", "extrusion")
"""The kinds of surfaces that are compared by their parameters."""


@dataclass(frozen=True)
class Face:
    """A face in triangles: the kind of its surface, how far they are from it in millimetres, and if that is proven.

    An error that is not proven is the one that OpenCASCADE states.
    """

    kind: str
    triangles: int
    error: float
    proven: bool


@dataclass(frozen=True, eq=False)
class Tessellated:
    """A shape in triangles, in millimetres; ``flaws`` are those of the shape."""

    vertices: Array
    triangles: Triangles
    faces: list[Face]
    flaws: list[str]

    @property
    def error(self) -> float:
        """No point of the triangles is farther from the shape."""
        return max((face.error for face in self.faces), default=0.0)

    @property
    def proven(self) -> bool:
        """Whether the error of every face is proven."""
        return all(face.proven for face in self.faces)


def tessellated(shape: Any, tolerance: float, angle: float) -> Tessellated:
    """The triangles of a shape; neighbours share vertices."""
    module("BRepMesh").BRepMesh_IncrementalMesh(shape, tolerance, False, angle, False)
    blocks, corners, faces, flaws, count = [], [], [], [], 0
    for number, face in enumerate(faces_of(shape), 1):
        made = _Triangulated.of(face)
        if made is None:
            flaws.append(f"face {number} of {len(faces_of(shape))} has no triangles")
            continue
        blocks.append(made.nodes)
        corners.append(made.triangles + count)
        count += len(made.nodes)
        faces.append(made.face(tolerance))
    if not blocks:
        return Tessellated(np.zeros((0, 3)), np.zeros((0, 3), np.uint32), faces, flaws)
    vertices, places = np.unique(np.concatenate(blocks), axis=0, return_inverse=True)
    triangles = places.reshape(-1)[np.concatenate(corners)].astype(np.uint32)
    a, b, c = triangles.T
    return Tessellated(vertices, triangles[(a != b) & (b != c) & (c != a)], faces, flaws)


@dataclass(frozen=True, eq=False)
class _Triangulated:
    """A face and its triangles, whose fronts are outside of the solid."""

    occ: Any
    made: Any
    place: Any
    nodes: Array
    triangles: npt.NDArray[np.int64]

    @classmethod
    def of(cls, face: Any) -> _Triangulated | None:
        place = module("TopLoc").TopLoc_Location()
        made = module("BRep").BRep_Tool.Triangulation_s(face, place)
        if made is None or made.NbTriangles() == 0:
            return None
        nodes = np.array([_xyz(made.Node(i)) for i in range(1, made.NbNodes() + 1)])
        if not place.IsIdentity():
            transform = place.Transformation()
            nodes = np.array([_xyz(made.Node(i).Transformed(transform)) for i in range(1, made.NbNodes() + 1)])
        triangles = np.array([made.Triangle(i).Get() for i in range(1, made.NbTriangles() + 1)], np.int64) - 1
        if face.Orientation() == module("TopAbs").TopAbs_Orientation.TopAbs_REVERSED:
            triangles = triangles[:, [0, 2, 1]]
        return cls(face, made, place, nodes, triangles)

    def face(self, tolerance: float) -> Face:
        """The bound for the face, as of the lemma; else what OpenCASCADE states."""
        surface = surface_of(self.occ, self.corners())
        chords = self.chords()
        error = np.inf
        if np.isfinite(chords) and surface.kind in PARAMETRIC and self.made.HasUVNodes():
            parameters = np.array([_uv(self.made.UVNode(i)) for i in range(1, self.made.NbNodes() + 1)])
            error = max(chords, error_of(self.occ, self.nodes, parameters, self.triangles, tolerance))
        if np.isfinite(chords) and np.isfinite(surface.error) and self.covers(surface):
            bent = surface.curvature * (surface.error + chords) ** 2 / 8
            error = max(surface.error, chords) + (0.0 if surface.error + chords == 0 else bent)
        if np.isfinite(error):
            return Face(surface.kind, len(self.triangles), float(error), True)
        return Face(surface.kind, len(self.triangles), max(self.made.Deflection(), tolerance), False)

    def corners(self) -> Array:
        """The corners of the triangles, without those that are an edge of their neighbour, as at an apex."""
        corners = self.nodes[self.triangles]
        sides = np.linalg.norm(corners - np.roll(corners, 1, 1), axis=2).min(1)
        return np.asarray(corners[sides > deviation.ROUNDING * np.abs(self.nodes).max()])

    def chords(self) -> float:
        """How far chords are from their curves; infinite without a proof, or where the triangles end elsewhere."""
        brep = module("BRep").BRep_Tool
        segments: Counter[tuple[int, int]] = Counter()
        worst = 0.0
        for edge in edges_of(self.occ):
            polygon = brep.PolygonOnTriangulation_s(edge, self.made, self.place)
            if polygon is None:
                return float("inf")
            places = [polygon.Node(i) - 1 for i in range(1, polygon.NbNodes() + 1)]
            segments.update(_undirected(a, b) for a, b in zip(places[:-1], places[1:]))
            if brep.Degenerated_s(edge):
                # It is a point.
                worst = max(worst, float(np.ptp(self.nodes[places], axis=0).max()))
            elif polygon.HasParameters():
                parameters = np.array([polygon.Parameter(i) for i in range(1, polygon.NbNodes() + 1)])
                worst = max(worst, chords_of(edge, parameters, self.nodes[places]))
            else:
                return float("inf")
        return worst if segments == self.ends() else float("inf")

    def ends(self) -> Counter[tuple[int, int]]:
        """The edges of the triangulation that have one triangle."""
        often = Counter(_undirected(t[i], t[i - 1]) for t in self.triangles.tolist() for i in range(3))
        return Counter({edge: 1 for edge, count in often.items() if count == 1})

    def covers(self, surface: Surface) -> bool:
        """Whether the triangles are the face, and not the rest of a closed surface."""
        if not np.isfinite(surface.area):
            return True
        properties = module("GProp").GProp_GProps()
        module("BRepGProp").BRepGProp.SurfaceProperties_s(self.occ, properties)
        a, b, c = (self.nodes[self.triangles[:, i]] for i in range(3))
        area = np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2
        return bool(abs(area - properties.Mass()) < surface.area / 2)


def _undirected(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _uv(point: Any) -> tuple[float, float]:
    return point.X(), point.Y()


def _xyz(point: Any) -> tuple[float, float, float]:
    return point.X(), point.Y(), point.Z()
