"""Bodies made of many parts: clouds of points, voxels, octrees and height fields, each from arrays in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, cast

import numpy as np
import numpy.typing as npt

from .rows import real_numbers
from .shape import Shape
from .vectors import Vector, vector


class PointCloud(Shape):
    """The balls of one radius about some points: what a scanner sees. A body of pairs and scenes that is not convex.

    Parameters
    ----------
    points : array of shape (n, 3)
    radius : float
        0 for the points themselves.

    Examples
    --------
    >>> import clearance as cl
    >>> scan = PointCloud([(1, 0, 0), (3, 0, 0)], 0.25)
    >>> scan, round(cl.signed_distance(scan, cl.Sphere(0.5), cl.Pose((2.5, 0, 1))).signed_distance, 6)
    (<PointCloud of 2 points>, 0.368034)
    """

    __slots__ = ()

    def __new__(cls, points: npt.ArrayLike, radius: float) -> PointCloud:
        return super().__new__(cls, "points", (_rows("points", points).tobytes(), float(radius)))

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """The centers, ``(n, 3)``, read-only."""
        return np.frombuffer(cast(bytes, self._fields[0])).reshape(-1, 3)

    @property
    def radius(self) -> float:
        """Of each ball."""
        return cast(float, self._fields[1])

    def to_json(self) -> dict[str, Any]:
        """A dict of the JSON format, with all points."""
        return {"kind": "points", "points": self.points.tolist(), "radius": self.radius}

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.points, self.radius

    def __repr__(self) -> str:
        return f"<PointCloud of {len(self.points)} points>"


class Voxels(Shape):
    """The solid that cells of a grid fill: cell ``(i, j, k)`` from ``origin + size * (i, j, k)`` on. A body of pairs and scenes that is not convex.

    Parameters
    ----------
    cells : integers of shape (n, 3), or an array of shape (nx, ny, nz)
        The cells that are occupied, or an array that is not zero at these.
    size : float
        The side of a cell. Cells are wider by less than ten roundings of the largest coordinate, so that neighbours leave no gap.
    origin : three numbers
        The lower corner of cell (0, 0, 0).

    Examples
    --------
    >>> import numpy as np
    >>> wall = Voxels(np.ones((1, 4, 3), bool), 0.5)
    >>> wall, wall.contains((0.25, 1.0, 0.7)), round(wall.signed_distance((1.5, 1.0, 0.7)), 9)
    (<Voxels of 12 cells>, True, 1.0)
    """

    __slots__ = ()

    def __new__(cls, cells: npt.ArrayLike, size: float, origin: Sequence[float] | npt.ArrayLike = (0, 0, 0)) -> Voxels:
        given = np.asarray(cells)
        if given.ndim == 3 and given.dtype.kind in "biu":
            given = np.argwhere(given)
        if given.ndim != 2 or given.shape[1] != 3 or given.dtype.kind not in "iu":
            raise ValueError(
                f"cells must be integers of the shape (n, 3) or an array of three axes, got {given.dtype} {given.shape}"
            )
        if given.size and np.abs(given).max() >= 2**31 - 1:
            raise ValueError("cells must be integers of 32 bits")
        places = np.ascontiguousarray(given, np.int32)
        return super().__new__(cls, "voxels", (places.tobytes(), float(size), vector("origin", origin)))

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """The occupied cells, ``(n, 3)``, read-only."""
        return np.frombuffer(cast(bytes, self._fields[0]), np.int32).reshape(-1, 3)

    @property
    def size(self) -> float:
        """The side of a cell."""
        return cast(float, self._fields[1])

    @property
    def origin(self) -> Vector:
        """The lower corner of cell (0, 0, 0)."""
        return cast(Vector, self._fields[2])

    def to_json(self) -> dict[str, Any]:
        """A dict of the JSON format, with all cells."""
        return {"kind": "voxels", "cells": self.cells.tolist(), "size": self.size, "origin": list(self.origin)}

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.cells, self.size, self.origin

    def __repr__(self) -> str:
        return f"<Voxels of {len(self.cells)} cells>"


class Octree(Shape):
    """The occupied leaves of an octree: cubes along the axes, each about its center with its own size. A body of pairs and scenes that is not convex.

    Parameters
    ----------
    centers : array of shape (n, 3)
    sizes : array of shape (n,), or a number
        The side of each cube, or of all. Cubes are wider by less than ten roundings of the largest coordinate, so that neighbours leave no gap.

    Examples
    --------
    Two leaves of an occupancy map, as OctoMap lists them by ``getCoordinate()`` and ``getSize()``:

    >>> import clearance as cl
    >>> occupied = Octree([(1, 1, 1), (2.5, 0.5, 0.5)], [2, 1])
    >>> occupied, round(cl.signed_distance(occupied, cl.Sphere(0.25), cl.Pose((2.5, 0.5, 2))).signed_distance, 9)
    (<Octree of 2 cells>, 0.25)
    """

    __slots__ = ()

    def __new__(cls, centers: npt.ArrayLike, sizes: npt.ArrayLike) -> Octree:
        rows, sides = _rows("centers", centers), real_numbers("sizes", sizes)
        if sides.ndim > 1 or (sides.ndim == 1 and sides.shape != rows.shape[:1]):
            raise ValueError(f"sizes must have the shape ({len(rows)},) or be one number, got {sides.shape}")
        each = np.ascontiguousarray(np.broadcast_to(sides, rows.shape[:1]), np.float64)
        return super().__new__(cls, "octree", (rows.tobytes(), each.tobytes()))

    @property
    def centers(self) -> npt.NDArray[np.float64]:
        """Of the cubes, ``(n, 3)``, read-only."""
        return np.frombuffer(cast(bytes, self._fields[0])).reshape(-1, 3)

    @property
    def sizes(self) -> npt.NDArray[np.float64]:
        """The side of each cube, ``(n,)``, read-only."""
        return np.frombuffer(cast(bytes, self._fields[1]))

    def to_json(self) -> dict[str, Any]:
        """A dict of the JSON format, with all cells."""
        return {"kind": "octree", "centers": self.centers.tolist(), "sizes": self.sizes.tolist()}

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.centers, self.sizes

    def __repr__(self) -> str:
        return f"<Octree of {len(self.sizes)} cells>"


class HeightField(Shape):
    """The solid below a surface of heights on a grid about the origin: all points at most ``thickness`` below it. Not convex.

    Parameters
    ----------
    heights : array of shape (nx, ny)
        At the points of the grid, two or more along each axis. A cell is cut by the diagonal between its first and its last corner.
    size : two numbers
        How long the grid is along x and y.
    thickness : float, optional
        By default as much as the heights differ, and the longer side.

    Examples
    --------
    >>> ramp = HeightField([[0, 0], [1, 1]], (2, 4))
    >>> ramp, ramp.contains((0, 0, 0.4)), round(ramp.signed_distance((0, 0, 1.5)), 6)
    (<HeightField of 2 x 2 heights>, True, 0.894427)
    """

    __slots__ = ()

    def __new__(cls, heights: npt.ArrayLike, size: Sequence[float], thickness: Optional[float] = None) -> HeightField:
        rows = real_numbers("heights", heights)
        if rows.ndim != 2:
            raise ValueError(f"heights must have the shape (nx, ny), got {rows.shape}")
        if len(size) != 2:
            raise ValueError(f"size must be 2 numbers, got {len(size)}")
        sides = (float(size[0]), float(size[1]))
        values = np.ascontiguousarray(rows, np.float64)
        if thickness is None:
            thickness = (float(values.max() - values.min()) if values.size else 0.0) + max(sides)
        return super().__new__(cls, "heightfield", (values.tobytes(), rows.shape[1], sides, float(thickness)))

    @property
    def heights(self) -> npt.NDArray[np.float64]:
        """At the points of the grid, ``(nx, ny)``, read-only."""
        return np.frombuffer(cast(bytes, self._fields[0])).reshape(-1, cast(int, self._fields[1]))

    @property
    def size(self) -> tuple[float, float]:
        """How long the grid is along x and y."""
        return cast("tuple[float, float]", self._fields[2])

    @property
    def thickness(self) -> float:
        """How far the body reaches below its surface."""
        return cast(float, self._fields[3])

    def to_json(self) -> dict[str, Any]:
        """A dict of the JSON format, with all heights."""
        return {
            "kind": "heightfield",
            "heights": self.heights.tolist(),
            "size": list(self.size),
            "thickness": self.thickness,
        }

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.heights, self.size, self.thickness

    def __repr__(self) -> str:
        return f"<HeightField of {self.heights.shape[0]} x {self.heights.shape[1]} heights>"


def _rows(what: str, given: npt.ArrayLike) -> npt.NDArray[np.float64]:
    rows = real_numbers(what, given)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"{what} must have the shape (n, 3), got {rows.shape}")
    return np.ascontiguousarray(rows, np.float64)
