"""Roadmaps of free regions: paths through them are free without a proof of their edges."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

from . import _clearance
from .hints import hinted
from .pages import File
from .robot.ranges import Region
from .vectors import whole

if TYPE_CHECKING:
    from .robot.robot import Robot


@dataclass(frozen=True)
class Route:
    """A path through regions: ``path`` of shape (points, joints), each segment in one of the ``regions``.

    No clearance on it is below ``clearance_lower``, metres.
    """

    path: tuple[tuple[float, ...], ...]
    regions: tuple[int, ...]
    clearance_lower: float

    @property
    def length(self) -> float:
        """The Euclidean length in joint space."""
        return sum(math.dist(a, b) for a, b in zip(self.path, self.path[1:]))


@hinted
class Roadmap(_clearance.Roadmap):
    """Convex regions of joint values in which nothing collides, that overlap.

    A segment with both ends in one of them is free. So a path through them is found by comparisons alone: see :meth:`route`.

    Parameters
    ----------
    robot : Robot
        With its scene.
    file : path, optional
        One that :meth:`save` or ``clearance robot roadmap`` wrote. A file that was changed is refused.

    Examples
    --------
    >>> import clearance as cl, json, os, tempfile
    >>> hinge = {"type": "revolute", "axis": [0, 0, 1], "origin": [0, 0, 0], "range": [-3, 3]}
    >>> ball = {"kind": "sphere", "radius": 0.25}
    >>> arm = {"name": "arm", "shape": ball, "pose": {"translation": [2, 0, 0]}, "joint": hinge}
    >>> post = {"name": "post", "shape": ball, "pose": {"translation": [0, 2, 0]}}
    >>> file = os.path.join(tempfile.mkdtemp(), "arm.json")
    >>> with open(file, "w") as out:
    ...     json.dump({"bodies": [post, arm]}, out)
    >>> roadmap = cl.Roadmap(cl.Robot.from_file(file))
    >>> roadmap.cover([[-2.0], [1.0]]) is None
    True
    >>> roadmap.route([-1.0], [0.5]).path
    ((-1.0,), (0.5,))
    >>> roadmap.route([-1.0], [2.0]) is None
    True
    """

    def __new__(cls, robot: Robot, file: Optional[File] = None) -> Roadmap:
        return super().__new__(cls, robot, None if file is None else os.fspath(file))

    def cover(self, path: Sequence[Any], *, cells: int = 20_000, seed: int = 1) -> Optional[float]:
        """Adds regions along a path of configurations, or about one; where it is not covered from, counted in segments, or None if all of it is.

        Parameters
        ----------
        path : sequence of configurations
            Such as ``robot.plan(start, goal).path``; what regions hold already is left as it is.
        cells : int
            Maximum number of cells in the proof of a region.
        seed : int
            Of the configurations that are tried.
        """
        _, left = self._cover(list(path), (whole("cells", cells), whole("seed", seed)))
        return left

    def route(self, start: Any, goal: Any) -> Optional[Route]:
        """A path from a configuration to another through the regions; None if they do not connect them.

        The certificates of the regions that it goes through are computed again when they are used first. Raises ValueError if one does not hold for the robot and its scene.
        """
        found = self._route(start, goal)
        if found is None:
            return None
        path, regions, lower = found
        return Route(tuple(map(tuple, path)), tuple(regions), lower)

    def region(self, number: int) -> Region:
        """One of the ``len(roadmap)`` regions, with its certificate."""
        certificate, sides, (a, b), lower = self._region(int(number))
        return Region(dict(zip(self._variables, sides)), lower, certificate, tuple(map(tuple, a)), tuple(b))

    def save(self, file: File) -> None:
        """Writes all regions with their certificates, and a digest of them."""
        with open(file, "w", encoding="utf-8") as output:
            output.write(self._text())
