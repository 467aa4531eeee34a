"""What python-fcl's functions take and fill: requests and results with the same fields and defaults."""

from __future__ import annotations

import sys
from typing import Any, Optional

import numpy as np

from .constants import CCDMotionType, CCDSolverType, GJKSolverType
from .geometry import CollisionGeometry
from .transform import Array


class Contact:
    """A point where two bodies are in contact.

    Attributes
    ----------
    o1, o2
        The geometries.
    b1, b2
        The triangles of meshes, -1 for other geometries.
    normal
        A unit vector from the first to the second.
    pos
        The point half way between those of both bodies.
    penetration_depth
        How deep they overlap there; zero where they touch.
    """

    def __init__(self) -> None:
        self.o1: Optional[CollisionGeometry] = None
        self.o2: Optional[CollisionGeometry] = None
        self.b1 = 0
        self.b2 = 0
        self.normal: Array = np.zeros(3)
        self.pos: Array = np.zeros(3)
        self.penetration_depth = 0.0


class CostSource:
    """A cost of FCL; none are computed."""

    def __init__(self) -> None:
        self.aabb_min: Array = np.zeros(3)
        self.aabb_max: Array = np.zeros(3)
        self.cost_density = 0.0
        self.total_cost = 0.0


class CollisionRequest:
    """Options of :func:`collide`: how many contacts, and whether with points, normals and depths."""

    def __init__(
        self,
        num_max_contacts: int = 1,
        enable_contact: bool = False,
        num_max_cost_sources: int = 1,
        enable_cost: bool = False,
        use_approximate_cost: bool = True,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.num_max_contacts = num_max_contacts
        self.enable_contact = enable_contact
        self.num_max_cost_sources = num_max_cost_sources
        self.enable_cost = enable_cost
        self.use_approximate_cost = use_approximate_cost
        self.gjk_solver_type = gjk_solver_type


class CollisionResult:
    """What :func:`collide` found; of several calls together."""

    def __init__(self, is_collision: bool = False) -> None:
        self.is_collision = is_collision
        self.contacts: list[Contact] = []
        self.cost_sources: list[CostSource] = []


class ContinuousCollisionRequest:
    """Options of :func:`continuousCollide`: ``ccd_motion_type`` is how the bodies move. Iterations and errors need no setting."""

    def __init__(
        self,
        num_max_iterations: int = 10,
        toc_err: float = 0.0001,
        ccd_motion_type: int = CCDMotionType.CCDM_TRANS,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    ) -> None:
        self.num_max_iterations = num_max_iterations
        self.toc_err = toc_err
        self.ccd_motion_type = ccd_motion_type
        self.gjk_solver_type = gjk_solver_type
        self.ccd_solver_type = ccd_solver_type


class ContinuousCollisionResult:
    """Whether bodies meet, and the first time of contact, 1 if there is none."""

    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact


class DistanceRequest:
    """Options of :func:`distance`: with ``enable_signed_distance`` overlapping bodies have minus their depth, else -1."""

    def __init__(
        self,
        enable_nearest_points: bool = False,
        enable_signed_distance: bool = False,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.enable_nearest_points = enable_nearest_points
        self.enable_signed_distance = enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult:
    """The least distance of all calls, with the pair and the points that attain it, in the world."""

    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self.min_distance = min_distance_
        self.nearest_points: list[Any] = [None, None]
        self.o1: Optional[CollisionGeometry] = None
        self.o2: Optional[CollisionGeometry] = None
        self.b1 = -1
        self.b2 = -1


class CollisionData:
    """A request and a result for callbacks of managers."""

    def __init__(self, request: Optional[CollisionRequest] = None, result: Optional[CollisionResult] = None) -> None:
        self.request = CollisionRequest() if request is None else request
        self.result = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    """A request and a result for callbacks of managers."""

    def __init__(self, request: Optional[DistanceRequest] = None, result: Optional[DistanceResult] = None) -> None:
        self.request = DistanceRequest() if request is None else request
        self.result = DistanceResult() if result is None else result
        self.done = False
