"""The parts of a CAD file or object as bodies of a scene, each with a bound of its error."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np

from . import deviation, files
from .deviation import Array
from .exact import exact
from .lengths import metres
from .objects import of_object
from .occ import faces_of
from .tessellation import Face, Tessellated, Triangles, tessellated

MILLIMETRE = 0.001
"""OpenCASCADE reads files in millimetres, whatever their unit."""

Progress = Callable[[int, int, str], object]
"""Called with the number of parts that are done, the number of all, and the name of the next."""


@dataclass(frozen=True, eq=False)
class Part:
    """A part of an assembly, in metres.

    Attributes
    ----------
    name
        The path in the assembly, such as ``gearbox/shaft:1``.
    pose
        The rows of the matrix of where it is, ``(3, 4)``.
    shape
        A box, cylinder, cone or sphere in the JSON format, if the solid is one; else None, and it is triangles.
    vertices, triangles
        ``(n, 3)`` and ``(m, 3)``, in the part's own frame; empty for a shape.
    error
        How far the triangles are from the surface at most.
    proven
        Whether the error is proven; otherwise OpenCASCADE states it for some of the faces.
    closed
        Whether the triangles enclose an inside.
    faces
        The faces in triangles, with their errors in millimetres.
    problem
        Why the part is left out, if it is.
    """

    name: str
    pose: Array
    shape: Optional[dict[str, Any]] = None
    vertices: Array = field(default_factory=lambda: np.zeros((0, 3)))
    triangles: Triangles = field(default_factory=lambda: np.zeros((0, 3), np.uint32))
    error: float = 0.0
    proven: bool = True
    closed: bool = True
    faces: list[Face] = field(default_factory=list)
    problem: Optional[str] = None

    def stated(self) -> dict[str, int]:
        """The number of faces whose error is stated, by the kinds of their surfaces."""
        return dict(Counter(face.kind for face in self.faces if not face.proven))


def read(
    source: Union[str, os.PathLike[str], Any],
    *,
    tolerance: Union[float, str] = "0.01mm",
    angle: float = 0.5,
    shapes: bool = True,
    progress: Optional[Progress] = None,
) -> list[Part]:
    """The parts of a STEP, IGES or BREP file, or of an object of CadQuery, build123d or FreeCAD.

    Parameters
    ----------
    source
        The path of a file, or an object with a shape of OpenCASCADE.
    tolerance : float or str
        How far triangles may be from curved faces: metres, or a text with a unit. It is a target; the parts have the
        errors that are proven.
    angle : float
        The largest angle between neighbouring triangles of a curved face, in radians.
    shapes : bool
        Solids that are a box, a cylinder, a cone or a sphere become one, without triangles.
    progress : callable, optional
        Called before each part with the number of those done, the number of all, and the part's name.

    Raises
    ------
    ModuleNotFoundError
        If OpenCASCADE is not installed: ``pip install './bindings/python[cad]'``.
    ValueError
        If the file cannot be read. A part that cannot be used is returned with its ``problem``.
    """
    target = metres("tolerance", tolerance) / MILLIMETRE
    placed = files.read(source) if isinstance(source, (str, os.PathLike)) else of_object(source)
    made: list[tuple[Any, Part]] = []
    parts = []
    for number, item in enumerate(_named_once(placed)):
        if progress:
            progress(number, len(placed), item.name)
        part = next((part for shape, part in made if shape.IsPartner(item.shape)), None)
        if part is None:
            part = _made(item.shape, target, angle, shapes)
            made.append((item.shape, part))
        parts.append(_at(part, item))
    return parts


def _named_once(placed: list[files.Placed]) -> list[files.Placed]:
    """Parts whose names differ."""
    seen: set[str] = set()
    for i, item in enumerate(placed):
        name, number = item.name, 1
        while name in seen:
            number += 1
            name = f"{item.name}:{number}"
        seen.add(name)
        placed[i] = files.Placed(name, item.shape, item.rows)
    return placed


_HERE = np.column_stack([np.eye(3), np.zeros(3)])


def _made(shape: Any, tolerance: float, angle: float, shapes: bool) -> Part:
    """The part of a shape in its own frame, without a name."""
    if shape.IsNull():
        return Part("", _HERE, problem="holds no shape")
    if not faces_of(shape):
        return Part("", _HERE, problem="has no faces")
    known = exact(shape) if shapes else None
    if known:
        sizes = {key: _scaled(value) for key, value in known[0].items()}
        pose = known[1].copy()
        pose[:, 3] *= MILLIMETRE
        return Part("", pose, sizes)
    mesh = tessellated(shape, tolerance, angle)
    if mesh.flaws:
        return Part("", _HERE, faces=mesh.faces, problem="; ".join(mesh.flaws))
    return _of_mesh(mesh)


def _scaled(value: Any) -> Any:
    if isinstance(value, list):
        return [number * MILLIMETRE for number in value]
    return value if isinstance(value, str) else value * MILLIMETRE


def _of_mesh(mesh: Tessellated) -> Part:
    vertices = mesh.vertices * MILLIMETRE
    size = float(np.abs(vertices).max())
    error = (mesh.error * MILLIMETRE + deviation.ROUNDING * size) * (1 + deviation.ROUNDING)
    closed = _is_closed(mesh.triangles)
    return Part("", _HERE, None, vertices, mesh.triangles, error, mesh.proven, closed, mesh.faces)


def _is_closed(triangles: Triangles) -> bool:
    """Whether each edge is there once in each direction, or as often."""
    a, b = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]).astype(np.int64).T
    count = int(max(a.max(), b.max())) + 1
    forth, back = np.sort(a * count + b), np.sort(b * count + a)
    return bool((forth == back).all())


def _at(part: Part, item: files.Placed) -> Part:
    """A part at its place; what no rotation does is done to its vertices."""
    from dataclasses import replace

    rows = np.array(item.rows)
    linear, offset = rows[:, :3], rows[:, 3] * MILLIMETRE
    if np.abs(linear @ linear.T - np.eye(3)).max() <= deviation.ROUNDING and np.linalg.det(linear) > 0:
        pose = np.column_stack([linear @ part.pose[:, :3], linear @ part.pose[:, 3] + offset])
        far = float(np.abs(part.vertices).max(initial=0.0) + np.abs(offset).max())
        return replace(
            part, name=item.name, pose=pose, error=part.error + deviation.ROUNDING * far if len(part.vertices) else 0.0
        )
    if part.shape:
        return replace(part, name=item.name, problem="is placed by a map that is no rotation")
    triangles = part.triangles if np.linalg.det(linear) > 0 else part.triangles[:, [0, 2, 1]]
    pose = np.column_stack([np.eye(3), offset])
    error = part.error * float(np.linalg.norm(linear, 2)) * (1 + deviation.ROUNDING)
    return replace(part, name=item.name, pose=pose, vertices=part.vertices @ linear.T, triangles=triangles, error=error)
