"""The least clearance over all that the joints of a robot or an assembly can do, with proof."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from typing import Any, Optional, Union

from .pages import File
from .hints import hinted
from .robot.ranges import Range, Ranges
from .robot.robot import Robot


@hinted
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
    robot = assembly if isinstance(assembly, Robot) else _read(assembly)
    return robot.sweep(
        ranges,
        width=width,
        pairs=pairs,
        depth=depth,
        cells=cells,
        time_limit=time_limit,
        threads=threads,
        certificate=certificate,
    )


def _read(assembly: Union[File, dict[str, Any]]) -> Robot:
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
