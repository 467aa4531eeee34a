"""Pairs of bodies whose poses are boxes: tolerance analysis with proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional

import numpy as np
import numpy.typing as npt

from . import _clearance
from .hints import hinted
from .columns import Answers, Columns, columns_to_fill
from .poses import PoseLike
from .rows import Errors, Side, raised, read_rows, read_work, repeated, three_numbers
from .shape import Shape
from .vectors import number, whole

RangeColumn = Literal["lower", "upper", "attained_lower", "attained_upper", "status", "proven"]
RANGE_COLUMNS: tuple[RangeColumn, ...] = ("lower", "upper", "attained_lower", "attained_upper", "status", "proven")
"""The columns of :func:`signed_distance_ranges`."""


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
    cells
        The number of boxes of poses that were needed.
    """

    lower: float
    upper: float
    attained_lower: float
    attained_upper: float
    cells: int
    intersect: Literal["never", "always", "maybe"]


@hinted
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
    """An enclosure of all signed distances of two convex bodies whose poses are boxes.

    Parameters
    ----------
    pose_a, pose_b
        In the world; the identity by default.
    uncertain_a, uncertain_b : dict, optional
        ``{"translation": [..], "rotation": [..]}``: errors of a pose ``P``. The true pose maps a point ``x`` of the body to ``P · (Exp(φ) x + t)``, with each component
        of ``t`` (lengths) and of the rotation vector ``φ`` (radians) within the given size.
    relative : float
        Each end exceeds the attained range by at most this fraction of it, if ``max_cells`` for each end suffice.

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
        both = [[number("size", size) for size in (given or {}).get(key, (0, 0, 0))] for key in ("translation", "rotation")]
        if any(len(part) != 3 for part in both):
            raise ValueError(f"{name} must have 3 numbers for each key")
        sizes.append(((both[0][0], both[0][1], both[0][2]), (both[1][0], both[1][1], both[1][2])))
    options = (number("relative", relative), whole("max_cells", max_cells))
    bounds, attained, cells, intersect = _clearance.signed_distance_range(a, b, (pose_a, pose_b), (sizes[0], sizes[1]), options)
    return DistanceRange(*bounds, *attained, cells, intersect)


class DistanceRanges(Answers):
    """Ranges of signed distances, a row each: one array for each column, as of :class:`Proximities`.

    Attributes
    ----------
    attained_lower, attained_upper
        Signed distances at most as small and at least as large as these are attained.
    """

    attained_lower: npt.NDArray[np.float64]
    attained_upper: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Boxes:
    """Errors of poses, three sizes a row, None where there are none; and when a search ends."""

    translation_a: Optional[npt.NDArray[np.float64]]
    rotation_a: Optional[npt.NDArray[np.float64]]
    translation_b: Optional[npt.NDArray[np.float64]]
    rotation_b: Optional[npt.NDArray[np.float64]]
    relative: float
    max_cells: int


@hinted
def signed_distance_ranges(
    a: Side,
    b: Side,
    poses: Any = None,
    *,
    pose_a: Any = None,
    pose_b: Any = None,
    translation_a: Optional[npt.ArrayLike] = None,
    rotation_a: Optional[npt.ArrayLike] = None,
    translation_b: Optional[npt.ArrayLike] = None,
    rotation_b: Optional[npt.ArrayLike] = None,
    columns: Columns = "all",
    threads: Optional[int] = None,
    errors: Errors = "raise",
    relative: float = 0.05,
    max_cells: int = 20_000,
) -> DistanceRanges:
    """Enclosures of all signed distances of many pairs whose poses are boxes; to the last bit those of :func:`signed_distance_range`.

    Parameters
    ----------
    a, b, poses, pose_a, pose_b
        As of :func:`signed_distances`, convex shapes only.
    translation_a, rotation_a, translation_b, rotation_b : array of shape (n, 3), or 3 numbers, optional
        Errors of a pose ``P``, which maps a point ``x`` of the body to ``P · (Exp(φ) x + t)``: the sizes of ``t`` along the axes of the
        body's frame (lengths) and of the rotation vector ``φ`` (radians). The default is zero; three numbers apply to all rows.
    columns : sequence of names, or "all"
        Out of ``lower`` and ``upper``, which no signed distance is outside of; ``attained_lower`` and ``attained_upper``: signed distances
        at most as small and at least as large are attained; ``status``: 1 separated in all poses, -1 overlapping in all, -2 neither is
        proven; ``proven``: not -2.
    threads, errors
        As of :func:`signed_distances`.
    relative, max_cells
        As of :func:`signed_distance_range`.

    Examples
    --------
    >>> import clearance as cl
    >>> ball = cl.Sphere(1)
    >>> found = cl.signed_distance_ranges(ball, ball, cl.Pose((3, 0, 0)), translation_b=[[0.5, 0, 0], [1.5, 0, 0]])
    >>> found.status, bool(found.lower[0] <= 0.5 and found.upper[0] >= 1.5)
    (array([ 1, -2], dtype=int8), True)
    """
    given = {"translation_a": translation_a, "rotation_a": rotation_a, "translation_b": translation_b, "rotation_b": rotation_b}
    sizes = {name: None if size is None else three_numbers(name, size) for name, size in given.items()}
    several = [len(size) for size in sizes.values() if size is not None and size.ndim == 2]
    rows, work = read_rows(a, b, poses, pose_a, pose_b, several), read_work(threads, errors)
    filled = columns_to_fill(columns, RANGE_COLUMNS, rows.count)
    of_rows = {name: None if size is None else repeated(size, (rows.count, 3)) for name, size in sizes.items()}
    boxes = Boxes(**of_rows, relative=number("relative", relative), max_cells=whole("max_cells", max_cells))
    refused = _clearance.signed_distance_ranges(rows, boxes, list(filled.items()), work)
    return DistanceRanges(filled, raised(refused, work))
