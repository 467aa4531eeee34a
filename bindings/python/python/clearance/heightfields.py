"""Height fields: the solid below a surface over a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, cast

import numpy as np
import numpy.typing as npt

from .arrays import with_file
from .rows import real_numbers
from .shape import Shape
from .vectors import number


class HeightField(Shape):
    """The solid below a surface of heights on a grid about the origin: all points at most ``thickness`` below it. Not convex.

    Parameters
    ----------
    heights : array of shape (nx, ny)
        Heights at the points of the grid, two or more along each axis. A cell is cut by the diagonal between its first and last corner.
    size : two numbers
        The lengths of the grid along x and y.
    thickness : float, optional
        The default is the range of the heights plus the longer side.

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
        return super().__new__(cls, "heightfield", (values.tobytes(), rows.shape[1], sides, number("thickness", thickness)))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        return super()._of_json(with_file(tree, "heights", folder), folder)

    @property
    def heights(self) -> npt.NDArray[np.float64]:
        """Heights at the points of the grid, ``(nx, ny)``, read-only."""
        return np.frombuffer(cast(bytes, self._fields[0])).reshape(-1, cast(int, self._fields[1]))

    @property
    def size(self) -> tuple[float, float]:
        """The lengths of the grid along x and y."""
        return cast("tuple[float, float]", self._fields[2])

    @property
    def thickness(self) -> float:
        """The extent of the body below its surface."""
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
