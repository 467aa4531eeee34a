"""Ranges of motion: the least clearance over all that the joints of a robot or an assembly can do, with proof."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    """

    lower: float
    upper: float
    worst: dict[str, float]
    pair: Optional[tuple[str, str]]
    cells: int
    complete: bool
    verdict: Optional[Literal["never", "always", "sometimes", "open"]] = None
    free_at: Optional[dict[str, float]] = None

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

    Other Python threads run meanwhile, and Ctrl-C ends the work.

    Example
    -------
    >>> ball = {"kind": "sphere", "radius": 0.25}
    >>> joint = {"type": "continuous", "origin": [0, 0, 0], "axis": [0, 0, 1]}
    >>> arm = {"name": "arm", "shape": ball, "pose": {"translation": [2, 0, 0]}, "joint": joint}
    >>> post = {"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}
    >>> found = sweep({"bodies": [post, arm]}, width=1e-6)
    >>> found.collides, found.lower <= 0.5 <= found.upper
    (False, True)
    """
    from .robots import Robot

    robot = assembly if isinstance(assembly, Robot) else _read(assembly)
    work = {"width": float(width), "cells": int(cells), "time_limit": time_limit, "depth": depth, "threads": int(threads)}
    given = None if ranges is None else json.dumps({name: _side(side) for name, side in ranges.items()})
    found = [_range(robot.variables, row) for row in _clearance.robot_sweep(robot, given, work, pairs)]
    return sorted(found, key=lambda row: row.upper) if pairs else found[0]


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
    lower, upper, worst, pair, cells, complete, verdict = row
    word, free = verdict or (None, None)
    named = None if free is None else dict(zip(names, free))
    return Range(lower, upper, dict(zip(names, worst)), pair, cells, complete, word, named)
