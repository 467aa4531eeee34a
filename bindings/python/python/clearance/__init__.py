"""Distances between bodies, their closest points and penetration depths, with proven bounds on every answer.

>>> import clearance as cl
>>> found = cl.signed_distance(cl.Box((1, 1, 0.5)), cl.Sphere(0.25), cl.Pose((0.5, 0, 1)))
>>> found.signed_distance, found.lower <= 0.25 <= found.upper
(0.25, True)
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Any as _Any

from . import names as _names
from ._clearance import Pose, Proximity, Track, distance, distance_within, intersects, signed_distance

if TYPE_CHECKING:
    from . import cad, table
    from .assemblies import Assembly, assembly
    from .clouds import PointCloud
    from .combined import Affine, Compound, Hull, HullOf, Rounded, Sum, swept
    from .configurations import Clearances, EdgeChecks
    from .decompositions import Decomposition
    from .deforming import DeformingMesh, FeatureContacts, MeshContact, MeshContacts, edge_edge, vertex_face
    from .heightfields import HeightField
    from .impacts import IMPACT_COLUMNS, Impacts, times_of_impact
    from .many import COLUMNS, Proximities, signed_distances
    from .meshes import Mesh, load_mesh
    from .monitors import Monitor, Reading, Separation, Watched
    from .pages import play
    from .points import DistanceGrid, PointDistances
    from .polyhedra import MeshReport, Polyhedron
    from .poses import Motion, PoseLike
    from .questions import (
        answer_case,
        cast,
        cast_ray,
        certify,
        closest_approach,
        contact,
        contacts,
        gradient,
        time_of_impact,
        times_below,
    )
    from .rays import RayHits
    from .requirements import Required, check_requirements
    from .roadmaps import Roadmap, Route
    from .robot.approaches import ClosestApproach
    from .robot.clearances import Clearance, ClearanceGradient
    from .robot.constraints import ConstraintValue
    from .robot.follow import Followed, FollowedStep
    from .robot.model import Joint
    from .robot.paths import PathCheck, Verification
    from .robot.plans import Plan
    from .robot.proposals import PairProposal
    from .robot.ranges import Range, Region, RegionCheck
    from .robot.robot import Robot
    from .robot.task import TaskPlan
    from .robot.trajectories import TimedPath
    from .scene_answers import Arrival, Closest, Depth, Meeting, Near, Struck, Within
    from .scene_walks import PushOut, Walk, WalkHit
    from .scenes import Scene
    from .shape import Shape
    from .simple import Box, Capsule, Cone, Cylinder, Ellipsoid, Halfspace, Point, Segment, Sphere, Triangle
    from .sweeps import sweep
    from .tolerances import RANGE_COLUMNS, DistanceRange, DistanceRanges, signed_distance_range, signed_distance_ranges
    from .trajectories import LimitBreach, Trajectory, TrajectoryCheck
    from .values import (
        Approach,
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
        TimesBelow,
    )
    from .voxels import Octree, Voxels
    from .walls import Thickness
    from .watches import Watch

__version__ = "0.1.0"

__all__ = [
    "COLUMNS",
    "IMPACT_COLUMNS",
    "RANGE_COLUMNS",
    "Affine",
    "Approach",
    "Arrival",
    "Assembly",
    "Beyond",
    "Box",
    "Branch",
    "Capsule",
    "Certificate",
    "Clearance",
    "ClearanceGradient",
    "Clearances",
    "Closest",
    "ClosestApproach",
    "Compound",
    "Cone",
    "ConstraintValue",
    "ContactPoint",
    "Cylinder",
    "Decomposition",
    "DeformingMesh",
    "Depth",
    "DistanceGrid",
    "DistanceRange",
    "DistanceRanges",
    "EdgeChecks",
    "Ellipsoid",
    "Feature",
    "FeatureContacts",
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
    "MeshContact",
    "MeshContacts",
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
    "PushOut",
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
    "TaskPlan",
    "Thickness",
    "TimedPath",
    "Track",
    "TimesBelow",
    "Trajectory",
    "TrajectoryCheck",
    "Triangle",
    "Verification",
    "Voxels",
    "Walk",
    "WalkHit",
    "Watch",
    "Watched",
    "Within",
    "answer_case",
    "assembly",
    "cast",
    "cast_ray",
    "certify",
    "check_requirements",
    "closest_approach",
    "contact",
    "contacts",
    "distance",
    "distance_within",
    "edge_edge",
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
    "times_below",
    "times_of_impact",
    "vertex_face",
]

if not TYPE_CHECKING:  # a checker knows the names from the imports above, and reports any other

    def __getattr__(name: str) -> _Any:
        """A name of a file that is not imported yet, or such a file; ``clearance.table`` needs pyarrow."""
        from importlib import import_module

        if name in _names.FILE_OF:
            found = _names.named(name)
            globals()[name] = found
            return found
        if name in _names.FILES or name in _names.MODULES or name in ("pictures", "robot", "vectors"):
            return import_module(f".{name}", __name__)
        raise _names.unknown(name, __all__)


def __dir__() -> list[str]:
    return sorted([*__all__, *_names.MODULES, "__version__"])
