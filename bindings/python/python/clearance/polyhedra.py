"""Hulls as polyhedra, and what is true of a mesh."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Optional

import numpy as np

from . import _clearance
from .vectors import Vector


@dataclass(frozen=True)
class Polyhedron:
    """The surface of a convex hull; places are those of its points.

    Attributes
    ----------
    dimension
        0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    vertices
        The places of the extreme points, ascending; of equal points the lowest.
    faces
        The corners of every face, counterclockwise seen from outside; a polygon has both of its sides.
    edges
        The ends of every edge.
    volume, area, centroid
        The volume is 0 for flat hulls; the area is that of the surface, of a polygon its own.
    """

    dimension: int
    vertices: tuple[int, ...]
    faces: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, int], ...]
    volume: float
    area: float
    centroid: Vector


@lru_cache(maxsize=16)
def polyhedron(points: bytes) -> Polyhedron:
    """That of the hull of points, three float64 each."""
    facts = json.loads(_clearance.hull_facts(np.frombuffer(points).reshape(-1, 3)))
    facts["vertices"] = tuple(facts["vertices"])
    facts["faces"] = tuple(map(tuple, facts["faces"]))
    facts["edges"] = tuple(map(tuple, facts["edges"]))
    facts["centroid"] = tuple(facts["centroid"])
    return Polyhedron(**facts)


@dataclass(frozen=True)
class MeshReport:
    """What is true of a mesh as it was given.

    Attributes
    ----------
    triangles, vertices
        How many triangles, and distinct corners of them.
    closed
        No edge belongs to an odd number of triangles.
    oriented
        Every edge is passed as often in one direction as in the other, but for one at open edges.
    manifold
        No edge belongs to more than two triangles, and the triangles at each vertex form one fan.
    components
        How many sets of triangles that share no edge.
    open_edges
        How many edges of an odd number of triangles: the rims of holes.
    degenerate
        How many triangles without area.
    turned
        How many components that were inside out.
    self_intersections
        How many pairs of triangles that meet outside of the vertices and edges that they share; exact.
    volume
        None unless closed and oriented; overlaps of components count twice.
    area
        Of all triangles.
    lower, upper
        The box around all vertices, exact.
    """

    triangles: int
    vertices: int
    closed: bool
    oriented: bool
    manifold: bool
    components: int
    open_edges: int
    degenerate: int
    turned: int
    self_intersections: int
    volume: Optional[float]
    area: float
    lower: Vector
    upper: Vector


def reported(mesh: _clearance.Mesh) -> MeshReport:
    """See :meth:`Mesh.report`."""
    return MeshReport(**_clearance.mesh_report(mesh))
