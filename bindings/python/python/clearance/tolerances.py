"""Pairs of bodies whose poses are known to boxes: tolerance analysis with proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Optional

from . import _clearance
from .poses import PoseLike
from .shape import Shape


@dataclass(frozen=True)
class DistanceRange:
    """The signed distances of two bodies that are anywhere in the boxes of their poses.

    Attributes
    ----------
    lower, upper
        No signed distance is outside.
    attained_lower, attained_upper
        Signed distances at most as small and at least as large as these are attained.
    intersect
        Whether the bodies have a common point: "never", "always", or "maybe" where neither is proven.
    """

    lower: float
    upper: float
    attained_lower: float
    attained_upper: float
    cells: int
    intersect: Literal["never", "always", "maybe"]


def signed_distance_range(
    a: Shape,
    b: Shape,
    *,
    pose_a: Optional[PoseLike] = None,
    pose_b: Optional[PoseLike] = None,
    uncertain_a: Optional[Mapping[str, Sequence[float]]] = None,
    uncertain_b: Optional[Mapping[str, Sequence[float]]] = None,
    relative: float = 0.05,
    max_cells: int = 20_000,
) -> DistanceRange:
    """An enclosure of all signed distances of two convex bodies whose poses are known to boxes.

    Parameters
    ----------
    pose_a, pose_b
        In the world; the identity if left out.
    uncertain_a, uncertain_b : dict, optional
        ``{"translation": [..], "rotation": [..]}``: how far a pose ``P`` may be off, by ``P · (Exp(φ) x + t)`` for points ``x`` of the body, each component
        of ``t`` (lengths) and of the rotation vector ``φ`` (radians) within its size.
    relative : float
        Both ends are at most this part of the attained range beyond it, if ``max_cells`` for each end suffice.

    Examples
    --------
    >>> import clearance as cl
    >>> ball = cl.Sphere(1)
    >>> found = cl.signed_distance_range(ball, ball, pose_b=cl.Pose((3, 0, 0)), uncertain_b={"translation": [0.5, 0, 0]})
    >>> found.lower <= 0.5 and found.upper >= 1.5, found.intersect
    (True, 'never')
    """
    sizes = []
    for name, given in (("uncertain_a", uncertain_a), ("uncertain_b", uncertain_b)):
        unknown = set(given or {}) - {"translation", "rotation"}
        if unknown:
            raise ValueError(f"{name} has the keys 'translation' and 'rotation', got {sorted(unknown)[0]!r}")
        both = [[float(size) for size in (given or {}).get(key, (0, 0, 0))] for key in ("translation", "rotation")]
        if any(len(part) != 3 for part in both):
            raise ValueError(f"{name} must have 3 numbers for each key")
        sizes.append(((both[0][0], both[0][1], both[0][2]), (both[1][0], both[1][1], both[1][2])))
    options = (float(relative), int(max_cells))
    bounds, attained, cells, intersect = _clearance.signed_distance_range(a, b, (pose_a, pose_b), (sizes[0], sizes[1]), options)
    return DistanceRange(*bounds, *attained, cells, intersect)
