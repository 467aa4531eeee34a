"""The names of python-fcl, with answers of this package: ``from clearance import fcl`` instead of ``import fcl``.

>>> from clearance import fcl
>>> box = fcl.CollisionObject(fcl.Box(1, 2, 3))
>>> cone = fcl.CollisionObject(fcl.Cone(0.5, 2), fcl.Transform([3, 0, 0]))
>>> result = fcl.DistanceResult()
>>> round(fcl.distance(box, cone, fcl.DistanceRequest(enable_nearest_points=True), result), 9)
2.0

What is answered otherwise than by FCL is listed in docs/python/trimesh_fcl.md.
"""

from __future__ import annotations

from .constants import NODE_TYPE, OBJECT_TYPE, CCDMotionType, CCDSolverType, GJKSolverType
from .geometry import (
    Box,
    BVHModel,
    Capsule,
    CollisionGeometry,
    Cone,
    Convex,
    Cylinder,
    Ellipsoid,
    Halfspace,
    OcTree,
    Plane,
    Sphere,
    TriangleP,
)
from .managers import DynamicAABBTreeCollisionManager
from .objects import CollisionObject
from .queries import collide, continuousCollide, defaultCollisionCallback, defaultDistanceCallback, distance
from .requests import (
    CollisionData,
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    CostSource,
    DistanceData,
    DistanceRequest,
    DistanceResult,
)
from .transform import Transform

__version__ = "0.7.0"
"""That of the python-fcl whose names these are."""

__all__ = [
    "NODE_TYPE",
    "OBJECT_TYPE",
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "__version__",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]
