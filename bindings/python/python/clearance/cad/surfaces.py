"""How far the triangles of a face of OpenCASCADE are from its surface, by the kind of the surface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import deviation
from .deviation import Array
from .occ import module, numbers


@dataclass(frozen=True)
class Surface:
    """What is known of a face and its triangles.

    Attributes
    ----------
    kind
        ``plane``, ``cylinder``, ``cone``, ``sphere``, ``torus`` and so on.
    error
        No point of the triangles is farther from the surface; infinite where there is no proof.
    curvature
        The largest curvature of the surface where its edges are; infinite where it is not known.
    area
        The area of the whole surface if it is closed; infinite for others.
    """

    kind: str
    error: float
    curvature: float
    area: float


def surface_of(face: Any, triangles: Array) -> Surface:
    """The bound for a face, of triangles of the shape ``(n, 3, 3)`` in the frame of the face's shape."""
    surface = module("BRepAdaptor").BRepAdaptor_Surface(face)
    kind = str(surface.GetType()).rpartition("_")[2]
    known = {"Plane": _plane, "Cylinder": _cylinder, "Cone": _cone, "Sphere": _sphere, "Torus": _torus}
    if kind not in known:
        return Surface(_WORDS.get(kind, kind), np.inf, np.inf, np.inf)
    return known[kind](surface, triangles)


_WORDS = {
    "BSplineSurface": "B-spline",
    "BezierSurface": "Bezier",
    "SurfaceOfRevolution": "revolution",
    "SurfaceOfExtrusion": "extrusion",
    "OffsetSurface": "offset",
    "OtherSurface": "other",
}


def _most(errors: Array) -> float:
    return float(errors.max(initial=0.0))


def _frame(place: Any) -> tuple[Array, Array]:
    return np.array(numbers(place.Location())), np.array(numbers(place.Direction()))


def _plane(surface: Any, triangles: Array) -> Surface:
    place = surface.Plane()
    origin, normal = _frame(place.Axis())
    return Surface("plane", _most(deviation.of_plane(triangles, origin, normal)), 0.0, np.inf)


def _cylinder(surface: Any, triangles: Array) -> Surface:
    cylinder = surface.Cylinder()
    origin, axis = _frame(cylinder.Axis())
    error = _most(deviation.of_cylinder(triangles, origin, axis, cylinder.Radius()))
    return Surface("cylinder", error, 1 / cylinder.Radius(), np.inf)


def _cone(surface: Any, triangles: Array) -> Surface:
    cone = surface.Cone()
    _, axis = _frame(cone.Axis())
    angle, apex = cone.SemiAngle(), np.array(numbers(cone.Apex()))
    outward = axis if angle > 0 else -axis
    error = _most(deviation.of_cone(triangles, apex, outward, abs(angle)))
    # Seams are straight, so that the curvature matters at the circles: the smallest one but for the apex.
    rho = np.linalg.norm(deviation.in_frame(triangles, apex, axis)[..., :2], axis=2).ravel()
    rho = rho[rho > max(error, deviation.ROUNDING * rho.max(initial=0.0))] if np.isfinite(error) else rho[:0]
    return Surface("cone", error, np.cos(angle) / rho.min() if len(rho) else np.inf, np.inf)


def _sphere(surface: Any, triangles: Array) -> Surface:
    sphere = surface.Sphere()
    center, radius = np.array(numbers(sphere.Location())), sphere.Radius()
    return Surface("sphere", _most(deviation.of_sphere(triangles, center, radius)), 1 / radius, sphere.Area())


def _torus(surface: Any, triangles: Array) -> Surface:
    torus = surface.Torus()
    center, axis = _frame(torus.Axis())
    major, minor = torus.MajorRadius(), torus.MinorRadius()
    if minor >= major:
        return Surface("torus", np.inf, np.inf, torus.Area())
    error = _most(deviation.of_torus(triangles, center, axis, major, minor))
    return Surface("torus", error, 1 / min(minor, major - minor), torus.Area())
