"""Queries whose answers are assembled in Python."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any, Literal, Optional, Union

import numpy.typing as npt

from . import _clearance
from ._clearance import Mesh, Pose, Shape
from .hints import hinted
from .poses import Motion, PoseLike
from .values import (
    Approach,
    Branch,
    Certificate,
    ContactPoint,
    Impact,
    Manifold,
    Options,
    PoseGradient,
    Status,
    TimesBelow,
)
from .vectors import number, vector

Body = Union[Shape, Mesh]
"""The subject of a query: a shape, a halfspace, a compound or a mesh."""


@hinted
def contact(
    a: Body,
    b: Body,
    b_in_a: Optional[PoseLike] = None,
    *,
    pose_a: Optional[PoseLike] = None,
    pose_b: Optional[PoseLike] = None,
    tilt: Optional[float] = None,
    max_points: Optional[int] = None,
    options: Optional[Options] = None,
) -> Manifold:
    """The contact of two bodies, apart or overlapping: the corners of the contact polygon with a signed distance each.

    Parameters
    ----------
    tilt : float, optional
        Faces belong to the contact if they are tilted by no more than this angle, in radians. Default 2**-6, about a degree.
    max_points : int, optional
        Maximum number of points: the deepest one, and those that span the largest area with it. Default 4.

    Examples
    --------
    >>> import clearance as cl
    >>> table, brick = cl.Box((2, 2, 0.5)), cl.Box((1, 0.5, 0.25))
    >>> [point.signed_distance for point in cl.contact(table, brick, cl.Pose((1.5, 0, 0.625))).points]
    [-0.125, -0.125, -0.125, -0.125]
    """
    return manifold_of(_clearance.contact(a, b, b_in_a, pose_a, pose_b, tilt, max_points, options))


@hinted
def contacts(
    a: Body,
    b: Body,
    b_in_a: Optional[PoseLike] = None,
    *,
    pose_a: Optional[PoseLike] = None,
    pose_b: Optional[PoseLike] = None,
    within: float = 0.0,
    tilt: Optional[float] = None,
    max_points: Optional[int] = None,
    options: Optional[Options] = None,
) -> tuple[Manifold, ...]:
    """The contacts of two bodies along all normals, the deepest first: in a corner one with the floor and one with the wall.

    Parameters
    ----------
    within : float
        Parts that are farther away are no contacts, in metres.
    tilt, max_points
        As of :func:`contact`, for each of them; parts whose normals differ by less than the tilt are one contact.

    Examples
    --------
    >>> import clearance as cl
    >>> room = cl.Compound([(cl.Box((4, 4, 0.5)), cl.Pose((0, 0, -0.5))), (cl.Box((0.5, 4, 2)), cl.Pose((4.5, 0, 2)))])
    >>> found = cl.contacts(room, cl.Box((0.5, 0.5, 0.5)), cl.Pose((3.5, 0, 0.5)))
    >>> sorted(tuple(map(round, contact.proximity.normal)) for contact in found), [len(contact.points) for contact in found]
    ([(-1, 0, 0), (0, 0, 1)], [4, 4])
    """
    number("within", within)
    found = _clearance.contacts(a, b, b_in_a, pose_a, pose_b, within, tilt, max_points, options)
    return tuple(manifold_of(contact) for contact in found)


@hinted
def gradient(
    a: Body,
    b: Body,
    b_in_a: Optional[PoseLike] = None,
    *,
    pose_a: Optional[PoseLike] = None,
    pose_b: Optional[PoseLike] = None,
    options: Optional[Options] = None,
) -> PoseGradient:
    """The derivative of the signed distance with respect to the poses of both bodies.

    Examples
    --------
    >>> import clearance as cl
    >>> found = cl.gradient(cl.Sphere(1), cl.Sphere(1), cl.Pose((5, 0, 0)))
    >>> found.differentiable, found.of_b(about=(0, 2, 0)).angular  # turning B moves its point (4, 0, 0) by (2, 4, 0)
    (True, (0.0, 0.0, 2.0))
    """
    proximity, branches, differentiable, complete = _clearance.gradient(a, b, b_in_a, pose_a, pose_b, options)
    parts = tuple(Branch(normal, tuple((p, q) for p, q in pairs)) for normal, pairs in branches)
    return PoseGradient(proximity, parts, differentiable, complete)


def initial_overlap(ignored: bool, only_approaching: bool) -> Literal["counts", "ignored", "only_approaching"]:
    """The meaning of a contact at the start."""
    if ignored and only_approaching:
        raise ValueError("ignore_initial_overlap and only_approaching exclude each other")
    if ignored:
        return "ignored"
    return "only_approaching" if only_approaching else "counts"


@hinted
def time_of_impact(
    a: Body,
    b: Body,
    motion_a: Union[Motion, PoseLike],
    motion_b: Union[Motion, PoseLike],
    *,
    target_distance: float = 0.0,
    ignore_initial_overlap: bool = False,
    only_approaching: bool = False,
    options: Optional[Options] = None,
) -> Impact:
    """The first contact of two moving bodies over times from 0 to 1; touching counts, and no contact is skipped.

    Parameters
    ----------
    motion_a, motion_b : Motion or PoseLike
        In the world frame; a pose is a body at rest.
    target_distance : float
        The signed distance that counts as contact.
    ignore_initial_overlap : bool
        If the bodies overlap at the start, report the first contact after they have separated.
    only_approaching : bool
        Bodies in contact at the start, or within ``target_distance``, are a hit only if they come nearer from there: if
        the velocity of B's point against A's is negative along the normal from A to B. What recedes or slides is none,
        nor are parts that are not nearer along that normal, such as the next triangles of a floor.
    options : Options, optional
        Options of the distance queries on the way. The defaults are theirs, with at most 64 expansions.

    Examples
    --------
    >>> import clearance as cl
    >>> falling = cl.Motion(cl.Pose((0.5, 0, 5)), linear=(0, 0, -8))
    >>> cl.time_of_impact(cl.Box((1, 1, 1)), cl.Box((1, 1, 1)), cl.Pose(), falling).time
    0.375

    A box that stands on another one slides along it, and goes up:

    >>> slides, rises = (cl.Motion(cl.Pose((0.5, 0, 2)), linear=way) for way in [(1, 0, 0), (0, 0, 1)])
    >>> [cl.time_of_impact(cl.Box((1, 1, 1)), cl.Box((1, 1, 1)), cl.Pose(), motion, only_approaching=True).outcome
    ...  for motion in (slides, rises)]
    ['miss', 'miss']
    """
    overlap = initial_overlap(ignore_initial_overlap, only_approaching)
    found = _clearance.time_of_impact(a, b, (motion_a, motion_b), target_distance, overlap, options)
    return impact_of(found)


@hinted
def closest_approach(
    a: Body,
    b: Body,
    motion_a: Union[Motion, PoseLike],
    motion_b: Union[Motion, PoseLike],
    *,
    within: Optional[float] = None,
    options: Optional[Options] = None,
) -> Approach:
    """The least signed distance of two moving bodies over times from 0 to 1, with proven bounds, and when it is attained.

    Parameters
    ----------
    motion_a, motion_b : Motion or PoseLike
        In the world frame; a pose is a body at rest.
    within : float, optional
        The largest distance of the bounds. Default 1e-6 of the bodies' size.
    options : Options, optional
        Options of the distance queries on the way.

    Examples
    --------
    A ball passes another one, 2 m between the centres after 3 of its 4 m:

    >>> import clearance as cl
    >>> passing = cl.Motion(cl.Pose((-3, 2, 0)), linear=(4, 0, 0))
    >>> found = cl.closest_approach(cl.Sphere(0.5), cl.Sphere(0.5), cl.Pose(), passing)
    >>> round(found.upper, 5), round(found.time, 2), found.complete
    (1.0, 0.75, True)
    """
    return approach_of(_clearance.closest_approach(a, b, (motion_a, motion_b), within, options))


@hinted
def times_below(
    a: Body,
    b: Body,
    motion_a: Union[Motion, PoseLike],
    motion_b: Union[Motion, PoseLike],
    distance: float,
    *,
    within: Optional[float] = None,
) -> list[TimesBelow]:
    """All times from 0 to 1 at which two moving bodies are within a distance; at all others they are farther apart.

    Parameters
    ----------
    motion_a, motion_b : Motion or PoseLike
        In the world frame; a pose is a body at rest.
    distance : float
        The signed distance, in metres. Of bodies that are not convex it must not be negative; in contact theirs is
        zero.
    within : float, optional
        How near to the distance the bodies are at the ends of each stretch. Default 1e-6 of the bodies' size.

    Examples
    --------
    A ball passes another one, 2 m beside it; the centres are within 2.5 m of each other from x = -1.5 to 1.5:

    >>> import clearance as cl
    >>> passing = cl.Motion(cl.Pose((-3, 2, 0)), linear=(6, 0, 0))
    >>> (found,) = cl.times_below(cl.Sphere(0.5), cl.Sphere(0.5), cl.Pose(), passing, 1.5)
    >>> round(found.t_lower, 4), round(found.t_upper, 4), found.proven
    (0.25, 0.75, True)
    """
    found = _clearance.times_below(a, b, (motion_a, motion_b), number("distance", distance), within)
    return [TimesBelow(*stretch) for stretch in found]


@hinted
def cast(
    a: Body,
    b: Body,
    b_in_a: PoseLike,
    displacement: Union[Sequence[float], npt.ArrayLike],
    *,
    target_distance: float = 0.0,
) -> Impact:
    """The first contact of ``b``, which moves by a displacement without rotation, with ``a``; in the frame of ``a``."""
    way = vector("displacement", displacement)
    return impact_of(_clearance.cast(a, b, b_in_a, way, target_distance))


@hinted
def cast_ray(
    a: Body, origin: Union[Sequence[float], npt.ArrayLike], displacement: Union[Sequence[float], npt.ArrayLike]
) -> Impact:
    """The first point at which the segment from ``origin`` to ``origin + displacement`` meets ``a``, in the frame of ``a``.

    The normal of the surface is that of the answer's proximity.

    Examples
    --------
    >>> import clearance as cl
    >>> hit = cl.cast_ray(cl.Box((1, 2, 3)), (-5, 0, 0), (8, 0, 0))
    >>> hit.time, hit.proximity.normal == (-1, 0, 0)
    (0.5, True)
    """
    start, way = Pose(vector("origin", origin)), vector("displacement", displacement)
    return impact_of(_clearance.cast(a, None, start, way, 0.0))


@hinted
def certify(
    a: Body,
    b: Body,
    b_in_a: Optional[PoseLike] = None,
    *,
    pose_a: Optional[PoseLike] = None,
    pose_b: Optional[PoseLike] = None,
) -> Optional[Certificate]:
    """The status with a proof in exact numbers, or None if one of the bodies has no exact answers.

    Curved bodies other than rounded polytopes have none, nor have poses by angles or matrices, whose rotations are not rational.

    Examples
    --------
    >>> import clearance as cl
    >>> step = cl.Box((0.5, 1.5, 0.25))
    >>> proof = cl.certify(step, step, cl.Pose((0, 0, 0.5)))
    >>> str(proof.status), proof.direction[2] > 0
    ('touching', True)
    """
    found = _clearance.certify(a, b, b_in_a, pose_a, pose_b)
    if found is None:
        return None
    status, direction, pairs = found
    return Certificate(Status(status), direction, tuple(pairs))


def manifold_of(found: _clearance._Manifold) -> Manifold:
    """The manifold of what the compiled part found."""
    proximity, corners = found
    return Manifold(proximity, tuple(ContactPoint(*corner) for corner in corners))


def approach_of(found: _clearance._Nearest) -> Approach:
    """An approach by what the extension says of it."""
    (lower, upper), (t_lower, t_upper), time, proximity, complete = found
    return Approach(lower, upper, time, t_lower, t_upper, proximity, complete)


def impact_of(found: _clearance._Impact) -> Impact:
    """The impact of what the compiled part found."""
    outcome, times, proximity, initial, lower, iterations = found
    time, time_lower, time_upper = times if times is not None else (None, None, None)
    if outcome == "undecided":
        time = time_lower  # the last time that is proven free, as the file format has it
    return Impact(outcome, time, time_lower, time_upper, proximity, initial, lower, iterations)


@hinted
def answer_case(case: Union[str, dict[str, Any]], folder: Union[str, os.PathLike[str]] = ".") -> dict[str, Any]:
    """The result of a pair case of docs/reference/formats.md, in two or three dimensions: what the command ``clearance pairs`` prints.

    Examples
    --------
    >>> import clearance as cl
    >>> disc, point = {"shape": {"kind": "sphere", "radius": 1}}, {"shape": {"kind": "point"}, "pose": {"translation": [3, 0]}}
    >>> cl.answer_case({"dim": 2, "a": disc, "b": point})["distance"]
    2.0
    """
    text = case if isinstance(case, str) else json.dumps(case)
    answer: dict[str, Any] = json.loads(_clearance.answer_case(text, os.fspath(folder)))
    return answer
