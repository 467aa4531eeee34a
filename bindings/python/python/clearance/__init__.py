"""How far apart two bodies are, where, and how deep they overlap, with proven bounds on every answer.

>>> import clearance as cl
>>> found = cl.signed_distance(cl.Box((1, 1, 0.5)), cl.Sphere(0.25), cl.Pose((0.5, 0, 1)))
>>> found.signed_distance, found.lower <= 0.25 <= found.upper
(0.25, True)
"""

from __future__ import annotations

from typing import Any

from ._clearance import Pose, Proximity, Track, distance, distance_within, intersects, signed_distance
from .combined import Affine, Compound, Hull, HullOf, Rounded, Sum, swept
from .files import load_mesh
from .many import COLUMNS, Proximities, signed_distances
from .poses import Motion, PoseLike
from .questions import answer_case, cast, cast_ray, certify, contact, gradient, time_of_impact
from .robots import Clearance, ClearanceGradient, Joint, PathCheck, Robot
from .scenes import Closest, Meeting, Near, Scene, Within
from .shape import Shape
from .simple import Box, Capsule, Cone, Cylinder, Ellipsoid, Halfspace, Point, Segment, Sphere, Triangle
from .values import (
    Beyond,
    Branch,
    Certificate,
    ContactPoint,
    Feature,
    Gradient,
    Impact,
    Manifold,
    Options,
    PoseGradient,
    Status,
)

__version__ = "0.1.0"

__all__ = [
    "COLUMNS",
    "Affine",
    "Beyond",
    "Box",
    "Branch",
    "Capsule",
    "Certificate",
    "Clearance",
    "ClearanceGradient",
    "Closest",
    "Compound",
    "Cone",
    "ContactPoint",
    "Cylinder",
    "Ellipsoid",
    "Feature",
    "Gradient",
    "Halfspace",
    "Hull",
    "HullOf",
    "Impact",
    "Joint",
    "Manifold",
    "Meeting",
    "Motion",
    "Near",
    "Options",
    "PathCheck",
    "Point",
    "Pose",
    "PoseGradient",
    "PoseLike",
    "Proximities",
    "Proximity",
    "Robot",
    "Rounded",
    "Scene",
    "Segment",
    "Shape",
    "Sphere",
    "Status",
    "Sum",
    "Track",
    "Triangle",
    "Within",
    "answer_case",
    "cast",
    "cast_ray",
    "certify",
    "contact",
    "distance",
    "distance_within",
    "gradient",
    "intersects",
    "load_mesh",
    "signed_distance",
    "signed_distances",
    "swept",
    "time_of_impact",
]


def __getattr__(name: str) -> Any:
    """``clearance.table`` is imported when it is first asked for: it needs pyarrow."""
    if name == "table":
        import importlib

        return importlib.import_module(".table", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
