"""Scenes: many bodies with names, and questions about all of them."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional, Union

from . import _clearance
from ._clearance import Pose
from ._clearance import Shape as _Shape
from .meshes import Mesh
from .poses import PoseLike
from .values import Status
from .vectors import Vector


@dataclass(frozen=True)
class Near:
    """Two bodies of a scene and what is between them, in the world.

    Attributes
    ----------
    a, b
        The names of the bodies, the one that was added first first.
    part_a, part_b
        The closest or deepest parts of compounds, or triangles of meshes; 0 for convex bodies and halfspaces.
    signed_distance
        None if one of the bodies is not convex and they are not proven to be apart: then ``lower`` and ``upper`` enclose minus
        the depth, and ``local_depth`` is that of the two parts.
    normal, witness_a, witness_b
        Of the two parts: ``witness_b = witness_a + signed_distance * normal``.
    """

    a: str
    b: str
    part_a: int
    part_b: int
    collides: Optional[bool]
    status: Status
    signed_distance: Optional[float]
    lower: float
    upper: float
    local_depth: Optional[float]
    proven: bool
    normal: Vector
    witness_a: Vector
    witness_b: Vector


@dataclass(frozen=True)
class Closest:
    """The pairs with the least signed distances; the least of all pairs is between ``lower`` and ``upper``.

    ``ties`` are other pairs than the first that may be as close.
    """

    pairs: tuple[Near, ...]
    lower: float
    upper: float
    ties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Within:
    """The pairs that are proven to be within a distance, and those for which rounding leaves it open."""

    near: tuple[Near, ...]
    undecided: tuple[Near, ...]


@dataclass(frozen=True)
class Meeting:
    """Two bodies with a common point; not proven if rounding leaves open whether they touch."""

    a: str
    b: str
    proven: bool


class Scene(_clearance.Scene):
    """Many bodies with names. Every answer is proven for all pairs: those that are not reported are farther apart.

    Examples
    --------
    >>> import clearance as cl
    >>> scene = cl.Scene()
    >>> scene.add("table", cl.Box((1, 1, 0.05)), fixed=True)
    >>> scene.add("cup", cl.Sphere(0.1), cl.Pose((0.5, 0, 0.4)))
    >>> scene.add("spoon", cl.Capsule(0.01, 0.1, "x"), cl.Pose((0, 0, 0.1)))
    >>> [(pair.a, pair.b) for pair in scene.closest(2).pairs]
    [('table', 'spoon'), ('table', 'cup')]
    >>> scene.move("cup", cl.Pose((0.5, 0, 0.14)))
    >>> scene.contacts()
    [Meeting(a='table', b='cup', proven=True)]
    """

    def __new__(cls) -> Scene:
        return super().__new__(cls)

    @classmethod
    def from_json(cls, source: Union[str, dict[str, Any]], folder: Union[str, os.PathLike[str]] = ".") -> Scene:
        """The scene of a dict or JSON text of docs/formats.md; mesh files are named relative to a folder."""
        scene = cls()
        scene._read(source if isinstance(source, str) else json.dumps(source), os.fspath(folder))
        return scene

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]]) -> Scene:
        """The scene of a file; mesh files are named relative to its folder."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            return cls.from_json(text, os.path.dirname(os.fspath(path)) or ".")
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}, {error}") from None

    def add(
        self, name: str, shape: Union[_Shape, Mesh], pose: PoseLike = Pose(), *, margin: float = 0.0, fixed: bool = False
    ) -> None:
        """Adds a body under a name that no other has.

        Parameters
        ----------
        shape : Shape or Mesh
            Halfspaces are not asked about with one another.
        margin : float
            How far others should keep away; that of a pair is the sum of its bodies'. Distances stay geometric.
        fixed : bool
            Whether the body is not asked about with other fixed ones.
        """
        self._add(name, shape, pose, float(margin), fixed)

    def move(self, name: str, pose: PoseLike) -> None:
        """Puts a body elsewhere."""
        self._move(name, pose)

    def remove(self, name: str) -> None:
        """Takes a body out."""
        self._remove(name)

    def ignore(self, a: str, b: str, ignored: bool = True) -> None:
        """Leaves a pair out of every question but ``between``, or takes it back in."""
        self._ignore(a, b, ignored)

    def set_margin(self, a: str, b: str, margin: float) -> None:
        """A margin of the pair's own, in place of the sum of its bodies'."""
        self._set_margin(a, b, float(margin))

    def closest(self, k: int = 1, *, max_distance: float = math.inf, body: Optional[str] = None) -> Closest:
        """The ``k`` pairs with the least signed distances: the closest, or the deepest where bodies overlap.

        Parameters
        ----------
        max_distance : float
            Farther pairs are left out.
        body : str, optional
            Only the pairs of this body.
        """
        if k < 1:
            raise ValueError(f"k must be at least 1, got {k}")
        if body is None:
            rows, lower, upper, ties = self._closest(k, float(max_distance))
        else:
            rows, lower, upper, ties = self._closest_to(body, k)
        pairs = tuple(near for near in map(_near, rows) if near.lower <= max_distance)
        return Closest(pairs, lower, upper, tuple(ties))

    def within(self, max_distance: Optional[float] = None) -> Within:
        """All pairs whose signed distance is at most ``max_distance``, or that are nearer than their margins if it is None."""
        near, undecided = self._within(None if max_distance is None else float(max_distance))
        return Within(tuple(map(_near, near)), tuple(map(_near, undecided)))

    def contacts(self) -> list[Meeting]:
        """All pairs with a common point, touching included."""
        return [Meeting(a, b, proven) for (a, b), proven in self._contacts()]

    def between(self, a: str, b: str) -> Near:
        """What is between two bodies."""
        return _near(self._between(a, b))

    @property
    def names(self) -> list[str]:
        """The names of the bodies in the order in which they were added."""
        return self._names()

    def __len__(self) -> int:
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __contains__(self, name: object) -> bool:
        return name in self._names()

    def __repr__(self) -> str:
        return f"<Scene of {len(self)} bodies>"


def _near(row: _clearance._Row) -> Near:
    (a, b), (part_a, part_b), numbers, vectors = row
    collides, status, signed_distance, lower, upper, local_depth, proven = numbers
    known = (signed_distance, lower, upper, local_depth, proven)
    return Near(a, b, part_a, part_b, collides, Status(status), *known, *vectors)



