"""Ranges of motion: the least clearance over all that the joints of a robot or an assembly can do, with proof."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _clearance
from .pages import File

if TYPE_CHECKING:
    from .robots import Robot

Ranges = Mapping[str, Union[float, Sequence[float]]]
"""``[low, high]`` or one value for each joint by its name, radians or metres; joints that are not named have their limits, or one turn."""


@dataclass(frozen=True)
class Range:
    """The least clearance over ranges of joints: ``lower <= least clearance <= upper``, metres.

    The clearance is the signed distance less padding and margins, negative where bodies overlap. ``worst`` is the configuration that was found with the
    clearance ``upper``, by the names of the joints; ``pair`` names who is nearest there. ``complete`` is False if the work or the time ended before the bounds were
    as close as ``width``; they hold all the same.

    Of a single pair, ``verdict`` says whether it collides ``"never"``, ``"always"`` or ``"sometimes"``, with a configuration ``free_at`` in which it does not, or
    ``"open"`` if that is not known.

    ``certificate`` is one line of JSON for :meth:`Robot.verify`, if one was asked for and there is one: none of a contact (without ``depth``), and none if it takes more than
    ``cells`` cells.
    """

    lower: float
    upper: float
    worst: dict[str, float]
    pair: Optional[tuple[str, str]]
    cells: int
    complete: bool
    verdict: Optional[Literal["never", "always", "sometimes", "open"]] = None
    free_at: Optional[dict[str, float]] = None
    certificate: Optional[str] = None

    @property
    def collides(self) -> Optional[bool]:
        """False if it is proven that nothing collides, True if something does, None if neither is known."""
        if self.lower > 0:
            return False
        return True if self.upper <= 0 else None


def sweep(
    assembly: Union[Robot, File, dict[str, Any]],
    *,
    ranges: Optional[Ranges] = None,
    width: float = 1e-4,
    pairs: bool = False,
    depth: bool = False,
    cells: int = 4_000_000,
    time_limit: Optional[float] = None,
    threads: int = 1,
    certificate: bool = False,
) -> Union[Range, list[Range]]:
    """The least clearance over all that joints can do: ``lower <= least clearance <= upper``, with proof.

    Parameters
    ----------
    assembly : Robot, dict or path
        A robot, or a scene whose bodies have joints: see docs/reference/formats.md. Meshes of a dict are named relative to the working folder.
    ranges : mapping of joints to [low, high] or to one value, optional
        Radians or metres. Other joints have their limits, or one turn.
    width : float
        The bounds are closed to this, metres.
    pairs : bool
        Whether to answer for each pair; then a list, the smallest clearance first.
    depth : bool
        Whether to enclose how deep bodies collide; else a contact ends the search.
    cells : int
        Maximum number of cells for each answer.
    time_limit : float, optional
        Maximum time for each answer, seconds.
    threads : int
        How many threads share the work; the answer does not depend on it.
    certificate : bool
        Whether to make the certificate of ``lower``; not with ``pairs``.

    Other Python threads run meanwhile, and Ctrl-C ends the work.

    Examples
    --------
    >>> ball = {"kind": "sphere", "radius": 0.25}
    >>> joint = {"type": "continuous", "origin": [0, 0, 0], "axis": [0, 0, 1]}
    >>> arm = {"name": "arm", "shape": ball, "pose": {"translation": [2, 0, 0]}, "joint": joint}
    >>> post = {"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}
    >>> found = sweep({"bodies": [post, arm]}, width=1e-6)
    >>> found.collides, found.lower <= 0.5 <= found.upper
    (False, True)
    """
    from .robots import Robot

    if certificate and pairs:
        raise ValueError("a certificate is about all pairs together: certificate needs pairs=False")
    robot = assembly if isinstance(assembly, Robot) else _read(assembly)
    work = {"width": float(width), "cells": int(cells), "time_limit": time_limit, "depth": depth, "threads": int(threads)}
    given = None if ranges is None else json.dumps({name: _side(side) for name, side in ranges.items()})
    found = [_range(robot.variables, row) for row in _clearance.robot_sweep(robot, given, work, (pairs, certificate))]
    return sorted(found, key=lambda row: row.upper) if pairs else found[0]


@dataclass(frozen=True)
class Required:
    """What is known of a requirement: ``result`` is ``"holds"``, ``"violated"``, ``"undecided"``, or None with an ``error``.

    The least clearance is not below ``lower``, and not above ``upper`` where a configuration was found: ``worst``, by the names of the joints, with the nearest ``pair``.
    ``digest`` is of all numbers that the answer depends on.
    """

    name: str
    at_least: float
    result: Optional[Literal["holds", "violated", "undecided"]]
    lower: Optional[float]
    upper: Optional[float]
    pair: Optional[tuple[str, str]]
    worst: dict[str, float]
    digest: str
    error: Optional[str] = None

    @property
    def holds(self) -> bool:
        """Whether it is proven."""
        return self.result == "holds"


def check_requirements(
    file: File, *, width: float = 1e-6, cells: int = 4_000_000, time_limit: Optional[float] = None, threads: int = 1
) -> list[Required]:
    """The answers to the requirements of a file, as the command ``clearance assert``: see docs/reference/formats.md.

    Parameters
    ----------
    file : path
        Names a robot or an assembly, and requirements over ranges, paths or scenes.
    width : float
        The bounds over ranges are closed to this, metres: what is missed by less may be undecided.
    cells, time_limit, threads
        As of :func:`sweep`, for each requirement.

    Examples
    --------
    >>> all(row.holds for row in check_requirements("requirements.json"))  # doctest: +SKIP
    True
    """
    work = {"width": float(width), "cells": int(cells), "time_limit": time_limit, "depth": True, "threads": int(threads)}
    return [_required(row) for row in _clearance.requirements(os.fspath(file), work)]


def _required(row: _clearance._Required) -> Required:
    name, at_least, found, error, digest = row
    if found is None:
        return Required(name, at_least, None, None, None, None, {}, digest, error)
    result, lower, upper, pair, worst = found
    return Required(name, at_least, result, lower, upper, pair, dict(worst), digest)


@dataclass(frozen=True)
class Region:
    """Joint values in which nothing collides: ``sides`` has ``(low, high)`` for each joint, and of a polytope ``a q <= b`` has to hold besides.

    No clearance in it is below ``clearance_lower``, metres. ``certificate`` is one line of JSON for :meth:`Robot.verify`.
    """

    sides: dict[str, tuple[float, float]]
    clearance_lower: float
    certificate: str
    a: tuple[tuple[float, ...], ...] = ()
    b: tuple[float, ...] = ()

    def half_spaces(self) -> tuple[list[list[float]], list[float]]:
        """``(A, b)`` with the sides among the rows, as Drake's ``HPolyhedron(A, b)`` takes them."""
        rows, limits = [list(row) for row in self.a], list(self.b)
        for i, (low, high) in enumerate(self.sides.values()):
            for sign, limit in ((1.0, high), (-1.0, -low)):
                rows.append([sign if i == j else 0.0 for j in range(len(self.sides))])
                limits.append(limit)
        return rows, limits

    def contains(self, q: Sequence[float]) -> bool:
        """Whether a configuration is in it, by exact arithmetic."""
        values = [Fraction(float(value)) for value in q]
        if len(values) != len(self.sides):
            raise ValueError(f"expected {len(self.sides)} joint values, got {len(values)}")
        rows, limits = self.half_spaces()
        return all(sum(Fraction(a) * value for a, value in zip(row, values)) <= Fraction(b) for row, b in zip(rows, limits))


@dataclass(frozen=True)
class RegionCheck:
    """What is known of a region of another program: ``"proven"``, ``"refuted"`` with a configuration ``collides_at`` in it, or ``"open"``, with the share that is ``decided``.

    ``certificate`` proves the region scaled by ``proven_scale`` about its middle; both are None if no part of it was proven.
    """

    result: Literal["proven", "refuted", "open"]
    collides_at: Optional[tuple[float, ...]]
    decided: Optional[float]
    proven_scale: Optional[float]
    certificate: Optional[str]


def region(
    robot: Robot, q: Any, *, half: Optional[float] = None, polytope: bool = False, cells: Optional[int] = None, seed: int = 1
) -> Optional[Region]:
    """A free region about a configuration; see :meth:`Robot.region`."""
    if polytope and half is not None:
        raise ValueError("a polytope grows: it has no half width")
    found = _clearance.robot_region(robot, q, half, (polytope, None if cells is None else int(cells), int(seed)))
    if found is None:
        return None
    sides, (a, b), lower, certificate = found
    return Region(dict(zip(robot.variables, sides)), lower, certificate, tuple(map(tuple, a)), tuple(b))


def check_region(robot: Robot, a: Any, b: Any = None, *, samples: int = 20_000, cells: int = 2000, seed: int = 1) -> RegionCheck:
    """What is known of the polytope ``a q <= b``; see :meth:`Robot.check_region`."""
    if b is None:
        # Drake's HPolyhedron has its rows as methods.
        a, b = (a.A(), a.b()) if callable(getattr(a, "A", None)) else a.half_spaces()
    rows = [[float(number) for number in row] for row in a]
    found = _clearance.robot_check_region(robot, rows, [float(number) for number in b], (int(samples), int(cells), int(seed)))
    result, at, decided, scale, certificate = found
    return RegionCheck(result, None if at is None else tuple(at), decided, scale, certificate)


def _side(side: Union[float, Sequence[float]]) -> Union[float, list[float]]:
    return [float(value) for value in side] if isinstance(side, Sequence) else float(side)


def _read(assembly: Union[File, dict[str, Any]]) -> Robot:
    from .robots import Robot

    if not isinstance(assembly, dict):
        return Robot.from_file(assembly)
    text = json.dumps(_absolute(assembly))
    name = f"clearance-{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
    file = os.path.join(tempfile.gettempdir(), name)
    partial = f"{file}.{os.getpid()}"
    with open(partial, "w", encoding="utf-8") as output:
        output.write(text)
    os.replace(partial, file)
    return Robot.from_file(file)


def _absolute(node: Any) -> Any:
    """The tree with the files of its meshes named from the root."""
    if isinstance(node, dict):
        return {key: os.path.abspath(value) if key == "file" else _absolute(value) for key, value in node.items()}
    return [_absolute(item) for item in node] if isinstance(node, (list, tuple)) else node


def _range(names: Sequence[str], row: _clearance._Range) -> Range:
    lower, upper, worst, pair, cells, complete, verdict, certificate = row
    word, free = verdict or (None, None)
    named = None if free is None else dict(zip(names, free))
    return Range(lower, upper, dict(zip(names, worst)), pair, cells, complete, word, named, certificate)
