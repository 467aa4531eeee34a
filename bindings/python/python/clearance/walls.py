"""Walls of a mesh, and gaps of it to itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import numpy as np
import numpy.typing as npt

from . import _clearance

_SIDES = ("wall", "gap")


@dataclass(frozen=True)
class Thickness:
    """The walls or gaps of a mesh at samples of its surface, see :meth:`Mesh.thickness`; one row a sample.

    Attributes
    ----------
    points, directions
        The samples, and where their rays go: ``(n, 3)``.
    triangles
        The triangle of each sample.
    areas
        The area of the triangle by the number of its samples.
    ray, ball
        Bounds of the length of the ray and of the diameter of the ball, ``(n, 2)``; NaN where there is none.
    ray_triangles, ball_triangles
        The triangle that the ray meets, and the one that holds the ball; -1 where there is none.
    """

    points: npt.NDArray[np.float64]
    directions: npt.NDArray[np.float64]
    triangles: npt.NDArray[np.int64]
    areas: npt.NDArray[np.float64]
    ray: npt.NDArray[np.float64]
    ball: npt.NDArray[np.float64]
    ray_triangles: npt.NDArray[np.int64]
    ball_triangles: npt.NDArray[np.int64]

    @property
    def least_ray(self) -> Optional[int]:
        """The sample with the shortest ray; None if none meets anything."""
        return _least(self.ray)

    @property
    def least_ball(self) -> Optional[int]:
        """The sample with the smallest ball; None if nothing holds any."""
        return _least(self.ball)

    def __len__(self) -> int:
        return len(self.triangles)


def _least(bounds: npt.NDArray[np.float64]) -> Optional[int]:
    upper = bounds[:, 1]
    return None if np.isnan(upper).all() else int(np.nanargmin(upper))


def measured(mesh: _clearance.Mesh, side: str, samples: int, within: Optional[float]) -> Thickness:
    """See :meth:`Mesh.thickness`."""
    if side not in _SIDES:
        raise ValueError(f"side must be one of {', '.join(_SIDES)}, got {side!r}")
    if samples < 0:
        raise ValueError(f"samples must not be negative, got {samples}")
    if within is not None and not within > 0:
        raise ValueError(f"within must be above 0, got {within}")
    found = _clearance.mesh_thickness(mesh, side == "gap", samples, within)
    if found is None:
        raise ValueError("the mesh is not closed, expected a solid, which has walls")
    rows = np.frombuffer(found).reshape(-1, 14)
    places = np.nan_to_num(rows[:, 11:], nan=-1).astype(np.int64)
    return Thickness(
        points=rows[:, 0:3],
        directions=rows[:, 3:6],
        triangles=places[:, 0],
        areas=rows[:, 6],
        ray=rows[:, 7:9],
        ball=rows[:, 9:11],
        ray_triangles=places[:, 1],
        ball_triangles=places[:, 2],
    )
