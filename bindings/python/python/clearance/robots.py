"""Robots from URDF files or DH tables: clearances with proof, their gradients, many configurations at once."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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

Held = Union[File, dict[str, Any]]
"""Bodies that a robot holds: ``{"bodies": [{"name", "link", "shape", "pose", "touch": [link, ..]}]}`` at poses in the link's frame, or a file."""

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


@dataclass(frozen=True)
class Plan:
    """A path between two configurations of which every edge is proven free, or why there is none.

    Attributes
    ----------
    path
        The corners, from start to goal; empty if it is not ``solved``.
    length
        The Euclidean length in joint space.
    clearance_lower
        No signed distance is below it anywhere on the path.
    certificate
        A line of JSON for :meth:`Robot.verify` and the command ``clearance robot verify``.
    reason
        Why it is not solved.
    iterations, checked_edges, nodes
        Samples, edges that were asked about, and nodes of both trees.
    seconds
        How long it took; not compared.
    """

    path: tuple[tuple[float, ...], ...] = ()
    length: Optional[float] = None
    clearance_lower: Optional[float] = None
    certificate: Optional[str] = None
    reason: Optional[str] = None
    iterations: int = 0
    checked_edges: int = 0
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def solved(self) -> bool:
        """Whether there is a path."""
        return self.reason is None


@dataclass(frozen=True)
class Verification:
    """Whether a certificate holds: then no signed distance on its path is below ``clearance_lower``; else ``reason`` says why not."""

    clearance_lower: Optional[float]
    reason: Optional[str]

    @property
    def valid(self) -> bool:
        """Whether the certificate holds."""
        return self.reason is None


class Robot(_clearance.Robot):
    """A robot in a world of bodies that do not move. Made by :meth:`from_urdf` or :meth:`from_dh`.

    It is pickled as the absolute paths of its files and a digest of its numbers: another process reads the files for itself, and
    refuses them with a ``ValueError`` if they have changed. A robot never changes, so a copy is the robot itself.
    """

    _files: tuple[str, dict[str, Any], World]

    def __new__(cls, file: File, model: dict[str, Any], scene: World) -> Robot:
        robot = super().__new__(cls, file, model, scene)
        world = copy.deepcopy(scene) if scene is None or isinstance(scene, dict) else os.path.abspath(scene)
        robot._files = (os.path.abspath(file), model, world)
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
        links: Literal["hull", "parts", "mesh"] = "hull",
        attach: Sequence[Held] = (),
        allow: Sequence[tuple[str, str]] = (),
        padding: Optional[Mapping[str, float]] = None,
    ) -> Robot:
        """The robot of a URDF file.

        Parameters
        ----------
        srdf : path, optional
            Says which pairs are not asked about; without it neighbours are not.
        packages : mapping of names to folders, optional
            Where ``package://NAME/`` is.
        scene : path or dict, optional
            The bodies of the world: a scene of docs/formats.md. Its rules may name links.
        ignore_mimic : bool
            Whether joints that mimic others get values of their own.
        links : "hull", "parts" or "mesh"
            What a collision mesh stands for: its convex hull, convex parts that contain it, or its triangles, which are surfaces.
        attach : sequence of paths or dicts
            Bodies that the robot holds.
        allow : sequence of pairs of names
            Two links, or a link and a body, that are not asked about.
        padding : mapping of links to lengths, optional
            All pairs with the link count as nearer by so much than they are.

        Raises
        ------
        ValueError
            Names the file, the line and the element, and what was expected.
        """
        model = _model(attach=attach, allow=allow, padding=padding)
        model["srdf"] = None if srdf is None else os.path.abspath(srdf)
        model["packages"] = [(name, os.path.abspath(folder)) for name, folder in (packages or {}).items()]
        return cls(os.fspath(file), model | {"ignore_mimic": ignore_mimic, "links": links}, scene)

    @classmethod
    def from_dh(
        cls,
        file: File,
        *,
        scene: World = None,
        attach: Sequence[Held] = (),
        allow: Sequence[tuple[str, str]] = (),
        padding: Optional[Mapping[str, float]] = None,
    ) -> Robot:
        """The robot of a DH table in JSON, see docs/formats.md; parameters as of :meth:`from_urdf`."""
        return cls(os.fspath(file), _model(attach=attach, allow=allow, padding=padding), scene)

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

    def certificate(self, path: Sequence[Configuration], *, margin: float = 0.0) -> Optional[str]:
        """A line of JSON that proves a path free by more than ``margin``, for :meth:`verify`; None if it is not proven free."""
        return _clearance.robot_certificate(self, list(path), float(margin))

    def plan(
        self,
        start: Configuration,
        goal: Configuration,
        *,
        seed: int = 0,
        iterations: int = 200_000,
        time_limit: Optional[float] = None,
    ) -> Plan:
        """A path between two configurations of which every edge is proven free, by RRT-Connect (Kuffner and LaValle, 2000).

        Parameters
        ----------
        seed : int
            Equal seeds give equal plans, on every machine.
        iterations : int
            At most so many samples.
        time_limit : float, optional
            At most so many seconds; plans that end by it are not the same on every machine.

        Other Python threads run meanwhile, and Ctrl-C ends the search.
        """
        limits = {"seed": seed, "iterations": iterations, "time_limit": time_limit}
        begin = time.perf_counter()
        found, reason, effort = _clearance.robot_plan(self, start, goal, limits)
        path, length, lower, certificate = found or ((), None, None, None)
        seconds = time.perf_counter() - begin
        return Plan(tuple(map(tuple, path)), length, lower, certificate, reason, *effort, seconds=seconds)

    def verify(self, certificate: str) -> Verification:
        """Checks a certificate again, by supports and kinematics only; robot, world and margins must be those that it was written for.

        Raises
        ------
        ValueError
            What is not a certificate at all.
        """
        return Verification(*_clearance.robot_verify(self, certificate))

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


def _model(
    *, attach: Sequence[Held], allow: Sequence[tuple[str, str]], padding: Optional[Mapping[str, float]]
) -> dict[str, Any]:
    """What is said of a robot beside its file, as the compiled part reads it."""
    return {
        "srdf": None,
        "packages": [],
        "ignore_mimic": False,
        "links": "hull",
        "attach": [_held(held) for held in attach],
        "allow": [(a, b) for a, b in allow],
        "padding": [(link, float(length)) for link, length in (padding or {}).items()],
    }


def _held(held: Held) -> tuple[str, str]:
    """The text, and the folder that its meshes are named from."""
    if isinstance(held, dict):
        return json.dumps(held), os.path.abspath(".")
    with open(held, encoding="utf-8") as file:
        return file.read(), os.path.dirname(os.path.abspath(held))


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
