"""Arguments that are read as poses, and motions of bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

import numpy.typing as npt

from ._clearance import Pose, as_pose, pose_at
from .hints import hinted
from .vectors import Vector, number, vector

PoseLike = Union[Pose, Mapping[str, Any], str, Sequence[float], Sequence[Sequence[float]], npt.ArrayLike]
"""A :class:`Pose`; 7 numbers x y z qw qx qy qz; a matrix of 4 x 4, 3 x 4 or 3 x 3; a dict or JSON text; a SciPy rotation."""


@hinted
@dataclass(frozen=True, init=False)
class Motion:
    """A rigid motion over times from 0 to 1, at constant rates.

    Parameters
    ----------
    start : PoseLike
        The pose at time 0.
    linear : 3 numbers
        The displacement of the body's origin until time 1.
    angular : 3 numbers
        A rotation vector about axes of the world through the body's origin; its length is the angle in radians, which may
        be many turns.

    Attributes
    ----------
    course
        The vectors ``linear`` and ``angular``; or the last pose, and whether it is reached by a screw.

    Examples
    --------
    >>> falling = Motion((0, 0, 2, 1, 0, 0, 0), linear=(0, 0, -4))
    >>> falling.at(0.5).translation
    (0.0, 0.0, 0.0)
    """

    start: Pose
    course: tuple[Vector, Vector] | tuple[Pose, bool]

    def __init__(
        self,
        start: PoseLike,
        linear: Sequence[float] | npt.ArrayLike = (0.0, 0.0, 0.0),
        angular: Sequence[float] | npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        self._set(as_pose(start), (vector("linear", linear), vector("angular", angular)))

    @classmethod
    def along_line(cls, start: PoseLike, end: PoseLike) -> Motion:
        """From a pose to another: the origin on a straight line, the body by the shortest turn."""
        return cls._to(start, end, False)

    @classmethod
    def along_screw(cls, start: PoseLike, end: PoseLike) -> Motion:
        """From a pose to another by a screw, whose path does not depend on where the body's origin lies."""
        return cls._to(start, end, True)

    def at(self, time: float) -> Pose:
        """The pose at a time, rounded."""
        return pose_at(self, number("time", time))

    @classmethod
    def _to(cls, start: PoseLike, end: PoseLike, screw: bool) -> Motion:
        motion = cls.__new__(cls)
        motion._set(as_pose(start), (as_pose(end), screw))
        return motion

    def _set(self, start: Pose, course: tuple[Vector, Vector] | tuple[Pose, bool]) -> None:
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "course", course)
        self.at(0.0)  # refuses what is no motion

    def __repr__(self) -> str:
        first, second = self.course
        if isinstance(second, bool):
            return f"Motion.along_{'screw' if second else 'line'}({self.start!r}, {first!r})"
        return f"Motion({self.start!r}, {first!r}, {second!r})"
