"""Many rays in one call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from .rows import Errors, Work, raised, read_work, real_numbers


@dataclass(frozen=True, eq=False)
class RayHits:
    """The first hit of each of many rays, or casts of a body: one array per attribute, one row per ray.

    Attributes
    ----------
    status : int8
        0 a hit, 1 a miss, -2 undecided, -128 refused; all but the last two are proven.
    time, time_lower, time_upper
        Of the displacement: before the lower one nothing is met, at the upper one of a hit something is. NaN for a miss.
    body : int32
        The index of the body in ``bodies``, -1 for a miss and for the rays of a mesh.
    part : int64
        The triangle of a mesh, the part of a compound; -1 for a miss.
    normal, point : of shape (n, 3)
        The normal points from the body to the ray. NaN for a miss.
    barycentric : of shape (n, 3)
        The weights of the triangle's corners at the point; NaN where there is no triangle.
    bodies
        Names of the bodies that are hit, in order of appearance.
    errors
        The errors of refused rows, by row index.
    """

    status: npt.NDArray[np.int8]
    time: npt.NDArray[np.float64]
    time_lower: npt.NDArray[np.float64]
    time_upper: npt.NDArray[np.float64]
    body: npt.NDArray[np.int32]
    part: npt.NDArray[np.int64]
    normal: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    barycentric: npt.NDArray[np.float64]
    bodies: tuple[str, ...]
    errors: dict[int, str] = field(default_factory=dict)

    @property
    def hit(self) -> npt.NDArray[np.bool_]:
        """True for rays with a proven hit."""
        hit: npt.NDArray[np.bool_] = self.status == 0
        return hit

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<RayHits of {len(self)} rays, {int(self.hit.sum())} hits>"


def read_rays(
    origins: npt.ArrayLike, displacements: npt.ArrayLike, threads: Optional[int], errors: Errors
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], Work]:
    """Rows of three numbers; one row applies to all."""
    points = [rows_of_three("origins", origins), rows_of_three("displacements", displacements)]
    counts = {len(array) for array in points if array.ndim == 2}
    if len(counts) > 1:
        raise ValueError(f"origins and displacements must have as many rows, got {len(points[0])} and {len(points[1])}")
    shape = (counts.pop() if counts else 1, 3)
    start, way = (np.ascontiguousarray(np.broadcast_to(array, shape)) for array in points)
    return start, way, read_work(threads, errors)


def rows_of_three(name: str, given: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Rows of three numbers, or three numbers alone."""
    array = np.asarray(real_numbers(name, given), dtype=np.float64)
    if array.ndim not in (1, 2) or array.shape[-1] != 3:
        raise ValueError(f"{name} must be 3 numbers or have the shape (n, 3), got {array.shape}")
    return array


def ray_hits(found: Any, work: Work) -> RayHits:
    """The answer of the compiled part."""
    (status, body, part), (times, normal, point, weights), names, refused = found
    time, lower, upper = times.reshape(-1, 3).T.copy()
    normal, point, weights = (column.reshape(-1, 3) for column in (normal, point, weights))
    errors = raised(refused, work)
    return RayHits(status, time, lower, upper, body, part, normal, point, weights, tuple(names), errors)
