"""Clouds of points: balls of one radius."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from .arrays import point_rows, with_file
from .shape import Shape
from .vectors import number


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
        return super().__new__(cls, "points", (point_rows("points", points).tobytes(), number("radius", radius)))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        return super()._of_json(with_file(tree, "points", folder), folder)

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
