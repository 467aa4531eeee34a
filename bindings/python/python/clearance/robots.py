"""Robots from URDF files or DH tables: clearances with proof, their gradients, many configurations at once."""

from __future__ import annotations

import copy
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from .rows import processors
from .vectors import Vector

File = Union[str, os.PathLike[str]]
"""The path of a file or folder."""

World = Union[File, dict[str, Any], None]
"""The bodies that do not move: a scene of docs/formats.md, or its path; None if there are none."""

Configuration = Union[Sequence[float], npt.NDArray[Any], Mapping[str, float]]
"""The values of the joints that mimic none in the order of ``Robot.variables``, or each by its name."""


@dataclass(frozen=True)
class Joint:
    """A joint of a robot; ``limits`` and ``mimics`` are None if it has none."""

    name: str
    type: str
    limits: Optional[tuple[float, float]]
    parent: str
    child: str
    mimics: Optional[str]


@dataclass(frozen=True)
class Clearance:
    """The least signed distance of a robot from itself and from its world, with the pair that attains it.

    ``lower`` and ``upper`` enclose the least of all pairs; ``pair`` names two links, or a link and a body. With margins the
    least of ``signed distance - margin`` is meant, and the numbers are those of the pair.
    """

    collides: Optional[bool]
    signed_distance: float
    lower: float
    upper: float
    margin: float
    pair: tuple[str, str]
    normal: Vector
    witness_a: Vector
    witness_b: Vector


@dataclass(frozen=True)
class ClearanceGradient:
    """How the clearance changes with the joints, in the order of ``Robot.variables``.

    Where it is not differentiable, ``gradient`` is one of the ``generators``, which are all there are if it is ``complete``.
    """

    clearance: Clearance
    gradient: tuple[float, ...]
    generators: tuple[tuple[float, ...], ...]
    differentiable: bool
    complete: bool


@dataclass(frozen=True)
class PathCheck:
    """Whether a path is free of contact, proven both ways.

    Attributes
    ----------
    result
        "free", "hit", or "undecided": nearer to a contact than rounding can tell.
    clearance_lower
        Of a free path: no signed distance is below it anywhere on the path.
    t_lower, t_upper
        The bracket of the first contact; the path is proven free before ``t_lower``. Times count segments: 2.25 is a quarter
        into the third.
    pair
        Two links, or a link and a body, with ``normal`` and witness points where they are closest.
    """

    result: Literal["free", "hit", "undecided"]
    clearance_lower: Optional[float] = None
    t_lower: Optional[float] = None
    t_upper: Optional[float] = None
    pair: Optional[tuple[str, str]] = None
    normal: Optional[Vector] = None
    witness_a: Optional[Vector] = None
    witness_b: Optional[Vector] = None

    @property
    def free(self) -> bool:
        """Whether the path is proven free."""
        return self.result == "free"


class Robot(_clearance.Robot):
    """A robot in a world of bodies that do not move. Made by :meth:`from_urdf` or :meth:`from_dh`.

    It is pickled as the absolute paths of its files and a digest of its numbers: another process reads the files for itself, and
    refuses them with a ``ValueError`` if they have changed. A robot never changes, so a copy is the robot itself.
    """

    _files: tuple[str, Optional[str], list[tuple[str, str]], World, bool]

    def __new__(
        cls, file: File, srdf: Optional[File], packages: list[tuple[str, str]], scene: World, ignore_mimic: bool
    ) -> Robot:
        robot = super().__new__(cls, file, srdf, packages, scene, ignore_mimic)
        world = copy.deepcopy(scene) if scene is None or isinstance(scene, dict) else os.path.abspath(scene)
        folders = [(name, os.path.abspath(folder)) for name, folder in packages]
        robot._files = (os.path.abspath(file), None if srdf is None else os.path.abspath(srdf), folders, world, ignore_mimic)
        return robot

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_again, (type(self), self._files, digest(self))

    def __copy__(self) -> Robot:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Robot:
        return self

    @classmethod
    def from_urdf(
        cls,
        file: File,
        *,
        srdf: Optional[File] = None,
        packages: Optional[Mapping[str, File]] = None,
        scene: World = None,
        ignore_mimic: bool = False,
    ) -> Robot:
        """The robot of a URDF file; each collision mesh stands for its convex hull.

        Parameters
        ----------
        srdf : path, optional
            Says which pairs are not asked about; without it neighbours are not.
        packages : mapping of names to folders, optional
            Where ``package://NAME/`` is.
        scene : path or dict, optional
            The bodies of the world: a scene of docs/formats.md.
        ignore_mimic : bool
            Whether joints that mimic others get values of their own.

        Raises
        ------
        ValueError
            Names the file, the line and the element, and what was expected.
        """
        folders = [(name, os.fspath(folder)) for name, folder in (packages or {}).items()]
        return cls(os.fspath(file), None if srdf is None else os.fspath(srdf), folders, scene, ignore_mimic)

    @classmethod
    def from_dh(cls, file: File, *, scene: World = None) -> Robot:
        """The robot of a DH table in JSON, see docs/formats.md."""
        return cls(os.fspath(file), None, [], scene, False)

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, fixed ones too."""
        return tuple(Joint(*joint) for joint in self._joints())

    @property
    def variables(self) -> tuple[str, ...]:
        """The joints whose values make a configuration, in its order."""
        return tuple(self._variables())

    @property
    def links(self) -> tuple[str, ...]:
        """The names of the links."""
        return tuple(self._links())

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the files."""
        return tuple(self._notes())

    def clearance(self, q: Configuration) -> Optional[Clearance]:
        """The least signed distance in a configuration; None if there are no pairs to ask about."""
        found = self._clearance(q)
        return None if found is None else _clearance_of(found)

    def gradient(self, q: Configuration) -> Optional[ClearanceGradient]:
        """The clearance with its derivative by the joints."""
        found = self._gradient(q)
        if found is None:
            return None
        least, gradient, generators, differentiable, complete = found
        return ClearanceGradient(
            _clearance_of(least), tuple(gradient), tuple(map(tuple, generators)), differentiable, complete
        )

    def collides(self, q: Configuration) -> Optional[bool]:
        """Whether any pair is in contact, margins aside; None if rounding leaves it open. Cheaper than ``clearance``."""
        return self._collides(q)

    def check(
        self, path: Sequence[Configuration], *, margin: float = 0.0, tolerance: Optional[float] = None
    ) -> PathCheck:
        """Whether a path of straight segments between configurations is free of contact at all times, with proof.

        Parameters
        ----------
        margin : float
            All pairs must stay farther apart than this, beside their margins.
        tolerance : float, optional
            Find the least clearance of a free path to this length; without it the bound is proven, but not sharp.
        """
        result, clearance_lower, hit = self._check(list(path), float(margin), tolerance)
        if hit is None:
            return PathCheck(result, clearance_lower)
        (t_lower, t_upper), pair, vectors = hit
        return PathCheck(result, None, t_lower, t_upper, pair, *vectors)

    def edge(
        self, start: Configuration, end: Configuration, *, margin: float = 0.0, tolerance: Optional[float] = None
    ) -> PathCheck:
        """:meth:`check` of one straight segment."""
        return self.check([start, end], margin=margin, tolerance=tolerance)

    def clearances(self, qs: npt.ArrayLike, *, threads: Optional[int] = None) -> list[Optional[Clearance]]:
        """The clearances of many configurations, an ``(n, dof)`` array; other Python threads run meanwhile.

        Raises
        ------
        ValueError
            Names the row: ``qs[17]: expected ...``.
        """
        rows = np.ascontiguousarray(qs, dtype=np.float64)
        if rows.ndim != 2:
            raise ValueError(f"qs must have the shape (n, {len(self.variables)}), got {rows.shape}")
        if threads is not None and threads < 1:
            raise ValueError(f"threads must be at least 1, got {threads}")
        found = self._clearances(rows, processors() if threads is None else threads)
        return [None if row is None else _clearance_of(row) for row in found]


def _clearance_of(row: _clearance._Least) -> Clearance:
    numbers, pair, vectors = row
    return Clearance(*numbers, pair, *vectors)


def digest(robot: _clearance.Robot) -> str:
    """The SHA-256 of all numbers of a robot and its world; equal for equal ones, whichever files they are from."""
    return hashlib.sha256(_clearance.robot_text(robot).encode()).hexdigest()


def _read_again(kind: type[Robot], files: tuple[Any, ...], expected: str) -> Robot:
    robot = kind(*files)
    found = digest(robot)
    if found != expected:
        raise ValueError(f"{files[0]}: the robot or its world has changed since it was pickled: digest {found}, not {expected}")
    return robot
