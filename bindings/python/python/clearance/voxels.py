"""Cells of grids and leaves of octrees, as solids."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from .arrays import file_array, point_rows, with_file
from .hints import shown
from .rows import real_numbers
from .shape import Shape
from .vectors import Vector, number, vector


class Voxels(Shape):
    """The union of cells of a grid; cell ``(i, j, k)`` starts at ``origin + size * (i, j, k)``. A body of pairs and scenes that is not convex.

    Parameters
    ----------
    cells : integers of shape (n, 3), or an array of shape (nx, ny, nz)
        The occupied cells, or an array that is nonzero there.
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
                "cells must be integers of the shape (n, 3) or an array of three axes, "
                f"got {shown(cells) if given.dtype.kind in 'OUS' else f'{given.dtype} {given.shape}'}"
            )
        if given.size and np.abs(given).max() >= 2**31 - 1:
            raise ValueError("cells must be integers of 32 bits")
        places = np.ascontiguousarray(given, np.int32)
        return super().__new__(cls, "voxels", (places.tobytes(), number("size", size), vector("origin", origin)))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        return super()._of_json(with_file(tree, "cells", folder), folder)

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
    """The occupied leaves of an octree: axis-aligned cubes, each with its own center and size. A body of pairs and scenes that is not convex.

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
        rows, sides = point_rows("centers", centers), real_numbers("sizes", sizes)
        if sides.ndim > 1 or (sides.ndim == 1 and sides.shape != rows.shape[:1]):
            raise ValueError(f"sizes must have the shape ({len(rows)},) or be one number, got {sides.shape}")
        each = np.ascontiguousarray(np.broadcast_to(sides, rows.shape[:1]), np.float64)
        return super().__new__(cls, "octree", (rows.tobytes(), each.tobytes()))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        if "file" not in tree:
            return super()._of_json(tree, folder)
        rows = file_array(os.path.join(folder, tree["file"]))
        if rows.ndim != 2 or rows.shape[1] != 4:
            raise ValueError(f"expected rows of 4 numbers, a center and a size, got the shape {rows.shape}")
        return cls(rows[:, :3], rows[:, 3])

    @property
    def centers(self) -> npt.NDArray[np.float64]:
        """The centers of the cubes, ``(n, 3)``, read-only."""
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
