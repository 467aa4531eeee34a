"""Answers about the bodies of a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union

from . import _clearance
from .values import Impact, Status
from .vectors import Vector


@dataclass(frozen=True)
class Near:
    """Two bodies of a scene, their distance and closest points, in the world.

    Attributes
    ----------
    a, b
        The names of the bodies, in the order in which they were added.
    collides, status
        True if a common point is proven, False if there is proven to be none, None if rounding cannot decide; and the status.
    part_a, part_b
        The closest or deepest parts of compounds, or triangles of meshes; 0 for convex bodies and halfspaces.
    signed_distance
        None if one of the bodies is not convex and they are not proven to be apart: then ``lower`` and ``upper`` enclose minus
        the depth, and ``local_depth`` is that of the two parts.
    normal, witness_a, witness_b
        Of the two parts: ``witness_b = witness_a + signed_distance * normal``.
    surface
        Whether a body is a mesh that is not closed: its surface alone counts, and what is in its middle is apart from it.
    """

    a: str
    b: str
    part_a: int
    part_b: int
    collides: Optional[bool]
    status: Status
    signed_distance: Optional[float]
    lower: float
    upper: float
    local_depth: Optional[float]
    proven: bool
    normal: Vector
    witness_a: Vector
    witness_b: Vector
    surface: bool = False


@dataclass(frozen=True)
class Closest:
    """The pairs with the least signed distances; the least of all pairs is between ``lower`` and ``upper``.

    ``ties`` are other pairs than the first that may be as close.
    """

    pairs: tuple[Near, ...]
    lower: float
    upper: float
    ties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Within:
    """The pairs that are proven to be within a distance, ``near``, and those ``undecided``, for which rounding leaves it open."""

    near: tuple[Near, ...]
    undecided: tuple[Near, ...]


@dataclass(frozen=True)
class Meeting:
    """Two bodies, ``a`` and ``b``, with a common point; not ``proven`` if rounding cannot decide whether they touch."""

    a: str
    b: str
    proven: bool


@dataclass(frozen=True)
class Struck:
    """The first hit of a cast.

    Attributes
    ----------
    body
        The name of the body; None proves that there is no hit.
    part
        The part of a compound, or the triangle of a mesh; 0 for others.
    impact
        The time and the place, in the world; its normal points from the body to the moving one. Before ``impact.time_lower`` there is no contact.
    ties
        Other bodies that may be the first.
    """

    body: Optional[str]
    part: int
    impact: Impact
    ties: tuple[str, ...]


@dataclass(frozen=True)
class Arrival:
    """The first contact of a scene that moves.

    Attributes
    ----------
    a, b
        The names of the bodies, the one that was added first first; None proves that no pair meets.
    part_a, part_b
        The parts of compounds, or triangles of meshes; 0 for others.
    impact
        The time and the place, in the world. Before ``impact.time_lower`` no pair is in contact.
    ties
        Other pairs that may be the first.
    """

    a: Optional[str]
    b: Optional[str]
    part_a: int
    part_b: int
    impact: Impact
    ties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Depth:
    """The length of the least translation of the second body that leaves it without a point in common with the first.

    Attributes
    ----------
    lower, upper
        Bounds of the length; zero for separated bodies.
    translation
        One that is no longer than ``upper``, and after which they touch at most, but for rounding.
    cells
        The number of cells of translations that were examined.
    """

    lower: float
    upper: float
    translation: Vector
    cells: int


def closest_of(asked: Union[_clearance.Scene, _clearance.Watch], k: int, max_distance: float, body: Optional[str]) -> Closest:
    """The closest pairs of a scene, or of a watch of one."""
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    rows, lower, upper, ties = asked._closest(k, max_distance) if body is None else asked._closest_to(body, k)
    pairs = tuple(near for near in map(near_of, rows) if near.lower <= max_distance)
    return Closest(pairs, lower, upper, tuple(ties))


def within_of(rows: tuple[list[_clearance._Row], list[_clearance._Row]]) -> Within:
    """The pairs within a distance, of their rows."""
    near, undecided = rows
    return Within(tuple(map(near_of, near)), tuple(map(near_of, undecided)))


def near_of(row: _clearance._Row) -> Near:
    """A pair, of its row."""
    (a, b), (part_a, part_b), numbers, vectors, surface = row
    collides, status, signed_distance, lower, upper, local_depth, proven = numbers
    known = (signed_distance, lower, upper, local_depth, proven)
    return Near(a, b, part_a, part_b, collides, Status(status), *known, *vectors, surface)
