"""Hulls as polyhedra, and the properties of meshes."""

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
    """The surface of a convex hull; indices are those of its points.

    Attributes
    ----------
    dimension
        0 for a point, 1 for a segment, 2 for a polygon, 3 for a solid.
    vertices
        The indices of the extreme points, ascending; the lowest of equal points.
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
    """The properties of a mesh as it was given.

    Attributes
    ----------
    triangles, vertices
        The numbers of triangles and of their distinct corners.
    closed
        No edge belongs to an odd number of triangles.
    oriented
        Every edge is used equally often in both directions; an open edge may have one more.
    manifold
        No edge belongs to more than two triangles, and the triangles at each vertex form one fan.
    components
        The number of sets of triangles that share no edge.
    open_edges
        The number of edges with an odd number of triangles: the rims of holes.
    degenerate
        The number of triangles without area.
    turned
        The number of components that were inside out.
    self_intersections
        The number of pairs of triangles that intersect outside their shared vertices and edges; exact.
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
