"""Points and bodies: signed distances, nearest points and fields, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from .fields import Progress
from .rows import real_numbers
from .vectors import number

_Body = Union[_clearance.Shape, _clearance.Mesh]
_Points = npt.ArrayLike
_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PointDistances:
    """What is known of points and a body, or of points and the nearest body of a scene: a row for each point.

    Attributes
    ----------
    signed_distance : array of shape (n,)
        Negative inside. NaN where the bounds are all that is known: deep in a compound, for a point that was refused, and where a winding number near a half
        leaves the sign open.
    lower, upper : arrays of shape (n,)
        Proven bounds of the signed distance, rounding included.
    inside : array of shape (n,) of int8
        1 inside, 0 outside; -1 for a surface, which has no inside, and where rounding leaves it open. With ``sign="winding"`` also of a surface.
    nearest, normal : arrays of shape (n, 3)
        The nearest point of the border, and the gradient of the signed distance, of length 1.
    part : array of shape (n,) of int32
        The triangle of a mesh or the part of a compound that is nearest; -1 for a point that was refused.
    unique : array of shape (n,) of bool
        Whether the nearest point is proven to be the only one; else the normal is that of one of them.
    surface : array of shape (n,) of bool
        Whether the body is a mesh that is not closed.
    errors : dict
        By the row: why a point was refused.
    bodies : list of str
        Of a scene: the nearest body of each point.
    ties : dict
        Of a scene, by the row: other bodies that may be as near.
    """

    signed_distance: _Floats
    lower: _Floats
    upper: _Floats
    inside: npt.NDArray[np.int8]
    nearest: _Floats
    normal: _Floats
    part: npt.NDArray[np.int32]
    unique: npt.NDArray[np.bool_]
    surface: npt.NDArray[np.bool_]
    errors: dict[int, str]
    bodies: list[Any] = field(default_factory=list)
    ties: dict[int, list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.part)

    def __repr__(self) -> str:
        return f"<PointDistances of {len(self)} points, {int((self.inside == 1).sum())} inside>"


@dataclass(frozen=True, eq=False)
class DistanceGrid:
    """Signed distances at the points ``origin + spacing * (i, j, k)``.

    Attributes
    ----------
    values : array of shape (nx, ny, nz)
    origin : tuple
    spacing : float
    error : float
        The largest distance of a value from either of its proven bounds.
    """

    values: _Floats
    origin: tuple[float, float, float]
    spacing: float
    error: float

    def axes(self) -> tuple[_Floats, _Floats, _Floats]:
        """The coordinates along x, y and z."""
        x, y, z = (start + self.spacing * np.arange(n) for start, n in zip(self.origin, self.values.shape))
        return x, y, z


def distances(body: _Body, points: _Points, progress: Optional[Progress] = None, sign: Optional[str] = None) -> PointDistances:
    """All that is known of points and a body."""
    if sign not in (None, "winding"):
        raise ValueError(f'sign must be None or "winding", got {sign!r}')
    return _table(_clearance.point_distances(body, _rows(points), progress, sign is not None))


def winding_numbers(mesh: _clearance.Mesh, points: _Points, width: float) -> _Floats:
    """Bounds of the winding numbers of a mesh around points."""
    if not number("width", width) >= 0:
        raise ValueError(f"width must not be negative, got {width}")
    return _clearance.winding_numbers(mesh, _rows(points), number("width", width)).reshape(-1, 2)


def column(body: _Body, points: _Points, name: str) -> Any:
    """One column of the answers; of a single point its row."""
    single, found = _found(body, points)
    values = getattr(found, name)
    if not single:
        return values
    return values[0] if values.ndim > 1 else float(values[0])


def contains(body: _Body, points: _Points) -> Union[bool, npt.NDArray[np.bool_]]:
    """Whether a body holds points."""
    single, found = _found(body, points)
    if found.surface.any():
        raise ValueError("the mesh is a surface: it is not closed, so that it has no inside")
    inside = found.inside != 0
    return bool(inside[0]) if single else inside


def grid(body: _Body, bounds: npt.ArrayLike, spacing: float, progress: Optional[Progress] = None) -> DistanceGrid:
    """Signed distances on a grid."""
    corners = real_numbers("bounds", bounds)
    if corners.shape != (2, 3):
        raise ValueError(f"bounds must have the shape (2, 3), got {corners.shape}")
    lower, upper = corners.astype(np.float64).tolist()
    values, shape, error = _clearance.distance_grid(body, lower, upper, number("spacing", spacing), progress)
    return DistanceGrid(values.reshape(shape), tuple(lower), number("spacing", spacing), error)


def _found(body: _Body, points: _Points) -> tuple[bool, PointDistances]:
    found = distances(body, points)
    for row, error in found.errors.items():
        raise ValueError(f"points[{row}]: {error}")
    return np.ndim(points) == 1, found


def of_scene(scene: _clearance.Scene, points: _Points, progress: Optional[Progress] = None) -> PointDistances:
    """The nearest bodies of a scene."""
    columns, names, ties = _clearance.scene_point_distances(scene, _rows(points), progress)
    return _table(columns, names, dict(ties))


def _rows(points: _Points) -> _Floats:
    rows = real_numbers("points", points)
    if rows.ndim == 1 and rows.shape == (3,):
        rows = rows.reshape(1, 3)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"points must have the shape (n, 3) or (3,), got {rows.shape}")
    return np.ascontiguousarray(rows, np.float64)


def _table(columns: tuple[Any, ...], names: Any = (), ties: Any = ()) -> PointDistances:
    (distance, lower, upper), (nearest, normal), part, inside, (unique, surface), errors = columns
    nearest, normal = nearest.reshape(-1, 3), normal.reshape(-1, 3)
    return PointDistances(
        distance, lower, upper, inside, nearest, normal, part, unique, surface, dict(errors), list(names), dict(ties)
    )
