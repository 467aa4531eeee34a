"""``collide``, ``distance`` and ``continuousCollide`` of two collision objects."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .._clearance import Proximity, intersects
from .._clearance import distance as distance_of
from .._clearance import signed_distance as signed_distance_of
from ..poses import Motion
from ..questions import contact, time_of_impact
from ..values import Manifold, Status
from .constants import CCDMotionType
from .geometry import Body, BVHModel, Plane
from .objects import CollisionObject
from .requests import (
    CollisionRequest,
    CollisionResult,
    Contact,
    ContinuousCollisionRequest,
    ContinuousCollisionResult,
    DistanceRequest,
    DistanceResult,
)
from .transform import Transform

Pair = tuple[Body, Body]


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[CollisionRequest] = None,
    result: Optional[CollisionResult] = None,
) -> int:
    """The number of contacts of two objects; zero proves that they have no common point.

    The contacts are added to the result: with ``enable_contact`` the corners of the contact polygon that are not apart, the deepest first,
    else one without numbers.

    Examples
    --------
    >>> from clearance import fcl
    >>> table, brick = fcl.CollisionObject(fcl.Box(4, 4, 1)), fcl.CollisionObject(fcl.Box(1, 1, 0.5), fcl.Transform([0, 0, 0.625]))
    >>> result = fcl.CollisionResult()
    >>> fcl.collide(table, brick, fcl.CollisionRequest(num_max_contacts=10, enable_contact=True), result)
    4
    >>> result.contacts[0].penetration_depth, result.contacts[0].normal
    (0.125, array([0., 0., 1.]))
    """
    request, result = request or CollisionRequest(), CollisionResult() if result is None else result
    if request.enable_cost:
        raise ValueError("costs are not computed: enable_cost must be False")
    pairs = _pairs(o1, o2)
    if not all(intersects(a, b, pose_a=o1.pose, pose_b=o2.pose) for a, b in pairs):
        return 0
    found = _contacts(o1, o2, pairs, request.num_max_contacts) if request.enable_contact else [Contact()]
    if not request.enable_contact:
        found[0].b1 = found[0].b2 = -1
    for point in found:
        point.o1, point.o2 = o1.geometry, o2.geometry
    result.is_collision = True
    result.contacts += found
    return len(found)


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[DistanceRequest] = None,
    result: Optional[DistanceResult] = None,
) -> float:
    """The distance of two objects; if they overlap, minus the depth with ``enable_signed_distance``, else -1.

    Of meshes that overlap the depth has bounds, and minus a length that it proven reaches is returned. The result is filled if its distance
    is larger; its points are in the world.

    Examples
    --------
    >>> from clearance import fcl
    >>> a, b = fcl.CollisionObject(fcl.Sphere(1)), fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([2, 0, 0]))
    >>> fcl.distance(a, b)
    0.5
    """
    request, result = request or DistanceRequest(), DistanceResult() if result is None else result
    ask = signed_distance_of if request.enable_signed_distance else distance_of
    # Of a plane's two sides the farther one: a body that both hold overlaps the plane.
    pairs = _pairs(o1, o2)
    found = max((ask(a, b, pose_a=o1.pose, pose_b=o2.pose) for a, b in pairs), key=lambda near: near.upper)
    value = signed_number(found) if request.enable_signed_distance else unsigned_number(found)
    if value < result.min_distance:
        fill(result, value, (o1, o2), found)
    return value


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: Optional[ContinuousCollisionRequest] = None,
    result: Optional[ContinuousCollisionResult] = None,
) -> float:
    """The first time of contact of two objects on their ways from where they are to other transforms, proven; 1 if they never meet.

    Times are from 0 to 1. With ``CCDM_TRANS`` objects keep their rotations at the start, with ``CCDM_LINEAR`` they turn at a constant rate
    while their origins move straight, with ``CCDM_SCREW`` they move by a screw. A graze that rounding cannot decide counts as contact.

    Examples
    --------
    >>> from clearance import fcl
    >>> box, ball = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([0, 0, 5]))
    >>> round(fcl.continuousCollide(box, fcl.Transform(), ball, fcl.Transform([0, 0, -3])), 9)
    0.5
    """
    request = request or ContinuousCollisionRequest()
    result = ContinuousCollisionResult() if result is None else result
    motions = [_motion(o, end, request.ccd_motion_type) for o, end in ((o1, tf1_end), (o2, tf2_end))]
    found = time_of_impact(o1.body, o2.body, motions[0], motions[1])
    if found.time is None:
        return 1.0
    result.is_collide = True
    result.time_of_contact = min(result.time_of_contact, found.time)
    return found.time


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: Any) -> bool:
    """Adds the contacts of a pair to ``cdata.result``; ends the search once there are more than ``cdata.request.num_max_contacts``."""
    request, result = cdata.request, cdata.result
    if not cdata.done:
        collide(o1, o2, request, result)
        if not request.enable_cost and result.is_collision and len(result.contacts) > request.num_max_contacts:
            cdata.done = True
    return bool(cdata.done)


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, cdata: Any) -> tuple[bool, float]:
    """Fills ``cdata.result`` with the least distance; ends the search at a pair that overlaps."""
    result = cdata.result
    if cdata.done:
        return True, result.min_distance
    distance(o1, o2, cdata.request, result)
    return bool(result.min_distance <= 0 or cdata.done), result.min_distance


def signed_number(found: Proximity) -> float:
    """The signed distance; of meshes that overlap minus a depth that is proven."""
    return float(found.upper if found.signed_distance is None else found.signed_distance)


def unsigned_number(found: Proximity) -> float:
    """The distance; -1 for bodies that overlap, as FCL has it, zero where they touch."""
    if found.status == Status.OVERLAPPING or found.signed_distance is None:
        return -1.0
    return float(max(found.signed_distance, 0.0))


def fill(result: DistanceResult, value: float, objects: tuple[CollisionObject, CollisionObject], found: Any) -> None:
    """Writes what is nearest into a result; ``found`` has witness points and parts."""
    result.min_distance = value
    result.nearest_points = [np.array(found.witness_a), np.array(found.witness_b)]
    result.o1, result.o2 = (o.geometry for o in objects)
    result.b1, result.b2 = (_part(o, part) for o, part in zip(objects, parts_of(found)))


def parts_of(found: Any) -> tuple[int, int]:
    """The parts of a proximity, or of a pair of a scene."""
    return found.parts if hasattr(found, "parts") else (found.part_a, found.part_b)


def _part(o: CollisionObject, part: int) -> int:
    return part if isinstance(o.geometry, BVHModel) else -1


def _pairs(o1: CollisionObject, o2: CollisionObject) -> list[Pair]:
    """The pairs of bodies all of which have common points if the objects have."""
    if isinstance(o1.geometry, Plane) and isinstance(o2.geometry, Plane):
        raise ValueError("two planes have no distance, expected a bounded body")
    if isinstance(o1.geometry, Plane):
        return [(side, o2.body) for side in o1.geometry.sides]
    if isinstance(o2.geometry, Plane):
        return [(o1.body, side) for side in o2.geometry.sides]
    return [(o1.body, o2.body)]


def _contacts(o1: CollisionObject, o2: CollisionObject, pairs: list[Pair], most: int) -> list[Contact]:
    """The contacts of bodies that have a point in common; of two sides of a plane those of the shallower."""
    found = max((manifold(o1, o2, pair, most) for pair in pairs), key=lambda found: found.proximity.upper)
    part_a, part_b = found.proximity.parts
    return contacts_of(found, (_part(o1, part_a), _part(o2, part_b)))


def manifold(o1: CollisionObject, o2: CollisionObject, pair: Pair, most: int) -> Manifold:
    """The contact of a pair with as many points at most."""
    # More corners than this no contact has use for; FCL's callers ask for 100 000.
    return contact(*pair, pose_a=o1.pose, pose_b=o2.pose, max_points=max(1, min(most, 64)))


def contacts_of(found: Manifold, indices: tuple[int, int]) -> list[Contact]:
    """The corners of a contact that are not apart, the deepest first, at least one."""
    corners = sorted(found.points, key=lambda point: point.signed_distance)
    contacts = []
    for corner in [corner for corner in corners if corner.signed_distance <= 0] or corners[:1]:
        made = Contact()
        made.b1, made.b2 = indices
        made.normal = np.array(found.proximity.normal)
        made.pos = (np.array(corner.witness_a) + np.array(corner.witness_b)) / 2
        made.penetration_depth = max(0.0, -corner.signed_distance)
        contacts.append(made)
    return contacts


def _motion(o: CollisionObject, end: Transform, kind: int) -> Motion:
    start, goal = o.pose, Transform(end).pose
    if kind == CCDMotionType.CCDM_TRANS:
        return Motion(start, linear=np.subtract(goal.translation, start.translation))
    if kind == CCDMotionType.CCDM_LINEAR:
        return Motion.along_line(start, goal)
    if kind == CCDMotionType.CCDM_SCREW:
        return Motion.along_screw(start, goal)
    raise ValueError(f"ccd_motion_type must be CCDM_TRANS, CCDM_LINEAR or CCDM_SCREW, got {kind}")
