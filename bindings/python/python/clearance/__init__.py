"""How far apart two bodies are, where, and how deep they overlap, with proven bounds on every answer.

>>> import clearance as cl
>>> found = cl.signed_distance(cl.Box((1, 1, 0.5)), cl.Sphere(0.25), cl.Pose((0.5, 0, 1)))
>>> found.signed_distance, found.lower <= 0.25 <= found.upper
(0.25, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._clearance import Pose, Proximity, Track, distance, distance_within, intersects, signed_distance

if TYPE_CHECKING:
    from . import table
    from .combined import Affine, Compound, Hull, HullOf, Rounded, Sum, swept
    from .configurations import Clearances, EdgeChecks
    from .files import load_mesh
    from .impacts import IMPACT_COLUMNS, Impacts, times_of_impact
    from .many import COLUMNS, Proximities, signed_distances
    from .manyparts import HeightField, Octree, PointCloud, Voxels
    from .meshes import Mesh
    from .monitors import Monitor, Reading, Separation, Watched
    from .pages import play
    from .points import DistanceGrid, PointDistances
    from .polyhedra import Decomposition, MeshReport, Polyhedron
    from .poses import Motion, PoseLike
    from .questions import answer_case, cast, cast_ray, certify, contact, gradient, time_of_impact
    from .ranges import Range, Region, RegionCheck, Required, check_requirements, sweep
    from .rays import RayHits
    from .roadmaps import Roadmap, Route
    from .robots import (
        Clearance,
        ClearanceGradient,
        Followed,
        FollowedStep,
        Joint,
        PairProposal,
        PathCheck,
        Plan,
        Robot,
        Verification,
    )
    from .scenes import Arrival, Closest, Depth, Meeting, Near, Scene, Struck, Within
    from .shape import Shape
    from .simple import Box, Capsule, Cone, Cylinder, Ellipsoid, Halfspace, Point, Segment, Sphere, Triangle
    from .tolerances import RANGE_COLUMNS, DistanceRange, DistanceRanges, signed_distance_range, signed_distance_ranges
    from .trajectories import LimitBreach, Trajectory, TrajectoryCheck
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
    from .watches import Watch

__version__ = "0.1.0"

__all__ = [
    "COLUMNS",
    "IMPACT_COLUMNS",
    "RANGE_COLUMNS",
    "Affine",
    "Arrival",
    "Beyond",
    "Box",
    "Branch",
    "Capsule",
    "Certificate",
    "Clearance",
    "ClearanceGradient",
    "Clearances",
    "Closest",
    "Compound",
    "Cone",
    "ContactPoint",
    "Cylinder",
    "Decomposition",
    "Depth",
    "DistanceGrid",
    "DistanceRange",
    "DistanceRanges",
    "EdgeChecks",
    "Ellipsoid",
    "Feature",
    "Followed",
    "FollowedStep",
    "Gradient",
    "Halfspace",
    "HeightField",
    "Hull",
    "HullOf",
    "Impact",
    "Impacts",
    "Joint",
    "LimitBreach",
    "Manifold",
    "Meeting",
    "Mesh",
    "MeshReport",
    "Monitor",
    "Motion",
    "Near",
    "Octree",
    "Options",
    "PairProposal",
    "PathCheck",
    "Plan",
    "Point",
    "PointCloud",
    "PointDistances",
    "Polyhedron",
    "Pose",
    "PoseGradient",
    "PoseLike",
    "Proximities",
    "Proximity",
    "Range",
    "RayHits",
    "Reading",
    "Region",
    "RegionCheck",
    "Required",
    "Roadmap",
    "Robot",
    "Rounded",
    "Route",
    "Scene",
    "Segment",
    "Separation",
    "Shape",
    "Sphere",
    "Status",
    "Struck",
    "Sum",
    "Track",
    "Trajectory",
    "TrajectoryCheck",
    "Triangle",
    "Verification",
    "Voxels",
    "Watch",
    "Watched",
    "Within",
    "answer_case",
    "cast",
    "cast_ray",
    "certify",
    "check_requirements",
    "contact",
    "distance",
    "distance_within",
    "gradient",
    "intersects",
    "load_mesh",
    "play",
    "signed_distance",
    "signed_distance_range",
    "signed_distance_ranges",
    "signed_distances",
    "sweep",
    "swept",
    "time_of_impact",
    "times_of_impact",
]

# Which file has which names. A file is imported when one of them is first asked for: all of them take 20 ms, the package alone 1.
_HOMES = {
    "combined": ("Affine", "Compound", "Hull", "HullOf", "Rounded", "Sum", "swept"),
    "configurations": ("Clearances", "EdgeChecks"),
    "files": ("load_mesh",),
    "impacts": ("IMPACT_COLUMNS", "Impacts", "times_of_impact"),
    "many": ("COLUMNS", "Proximities", "signed_distances"),
    "manyparts": ("HeightField", "Octree", "PointCloud", "Voxels"),
    "meshes": ("Mesh",),
    "monitors": ("Monitor", "Reading", "Separation", "Watched"),
    "pages": ("play",),
    "points": ("DistanceGrid", "PointDistances"),
    "polyhedra": ("Decomposition", "MeshReport", "Polyhedron"),
    "poses": ("Motion", "PoseLike"),
    "questions": ("answer_case", "cast", "cast_ray", "certify", "contact", "gradient", "time_of_impact"),
    "ranges": ("Range", "Region", "RegionCheck", "Required", "check_requirements", "sweep"),
    "rays": ("RayHits",),
    "roadmaps": ("Roadmap", "Route"),
    "robots": (
        *("Clearance", "ClearanceGradient", "Followed", "FollowedStep", "Joint"),
        *("PairProposal", "PathCheck", "Plan", "Robot", "Verification"),
    ),
    "scenes": ("Arrival", "Closest", "Depth", "Meeting", "Near", "Scene", "Struck", "Within"),
    "shape": ("Shape",),
    "tolerances": ("RANGE_COLUMNS", "DistanceRange", "DistanceRanges", "signed_distance_range", "signed_distance_ranges"),
    "trajectories": ("LimitBreach", "Trajectory", "TrajectoryCheck"),
    "simple": ("Box", "Capsule", "Cone", "Cylinder", "Ellipsoid", "Halfspace", "Point", "Segment", "Sphere", "Triangle"),
    "values": (
        *("Beyond", "Branch", "Certificate", "ContactPoint", "Feature", "Gradient"),
        *("Impact", "Manifold", "Options", "PoseGradient", "Status"),
    ),
    "watches": ("Watch",),
}
# What Rust and other libraries call things.
_SYNONYMS = {
    "ball": "Sphere",
    "cuboid": "Box",
    "cube": "Box",
    "polytope": "Hull",
    "convex": "Hull",
    "convexhull": "Hull",
    "inflated": "Rounded",
    "plane": "Halfspace",
    "minkowskisum": "Sum",
    "trimesh": "Mesh",
    "trianglemesh": "Mesh",
    "transform": "Pose",
    "isometry": "Pose",
    "world": "Scene",
    "collide": "intersects",
    "collides": "intersects",
    "penetration_depth": "signed_distance",
    "closest_points": "signed_distance",
    "raycast": "cast_ray",
    "sdf": "signed_distance",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # a checker knows the names from the imports above, and reports any other

    def __getattr__(name: str) -> Any:
        """A name of a file that is not imported yet, or such a file; ``clearance.table`` needs pyarrow."""
        from importlib import import_module

        if name in _HOME_OF:
            found = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
            globals()[name] = found
            return found
        if name in _HOMES or name in ("derivatives", "fcl", "jax", "pictures", "table", "torch", "trimesh", "vectors"):
            return import_module(f".{name}", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_hint(name)}")

    def _hint(name: str) -> str:
        """``, did you mean 'Sphere'?`` for what Rust and other libraries call things, and for near misses."""
        from difflib import get_close_matches

        meant = _SYNONYMS.get(name.lower()) or next(iter(get_close_matches(name, __all__, 1)), None)
        return f", did you mean {meant!r}?" if meant else ""


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
