"""Hulls of points, and shapes that are made of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from ._clearance import Pose, as_pose
from ._clearance import Shape as CompiledShape
from .hints import hinted
from .shape import Shape, shape_of
from .simple import Points, Segment
from .vectors import Vector, number, vector

if TYPE_CHECKING:
    from typing_extensions import Self

    from .polyhedra import Polyhedron
    from .poses import PoseLike


class Hull(Shape):
    """The convex hull of points, in any position: duplicates, inner points and flat sets are allowed.

    Parameters
    ----------
    points : (n, 3) array
        Any type, order and strides; at least one point.

    Examples
    --------
    >>> Hull([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]).points.shape
    (4, 3)
    """

    __slots__ = ()
    _names = ("vertices",)

    def __new__(cls, points: Points | bytes) -> Hull:
        if isinstance(points, bytes):
            return super().__new__(cls, "hull", (points,))
        array = np.asarray(points, dtype=np.float64)
        if array.ndim != 2 or array.shape[1] != 3:
            raise ValueError(f"points must be an array of shape (n, 3), got {array.shape}")
        return super().__new__(cls, "hull", (array.tobytes(),))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Hull:
        return cls(tree["vertices"])

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """The points as they were given; read-only."""
        return np.frombuffer(cast(bytes, self._fields[0])).reshape(-1, 3)

    @property
    def polyhedron(self) -> Polyhedron:
        """The surface: vertices, faces and edges by the places of the points, volume, area and centroid.

        Examples
        --------
        >>> found = Hull([[0, 0, 0], [6, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0.1, 0.1]]).polyhedron
        >>> found.vertices, found.faces, round(found.volume, 9)
        ((0, 1, 2, 3), ((0, 1, 3), (0, 2, 1), (0, 3, 2), (1, 2, 3)), 1.0)
        """
        # Imports dataclasses: only when it is needed.
        from .polyhedra import polyhedron

        return polyhedron(cast(bytes, self._fields[0]))

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The corners of every face by their places among the points, counterclockwise seen from outside."""
        return self.polyhedron.faces

    @property
    def triangles(self) -> npt.NDArray[np.int64]:
        """The faces cut into triangles, ``(m, 3)``."""
        cut = [(face[0], face[i], face[i + 1]) for face in self.faces for i in range(1, len(face) - 1)]
        return np.array(cut, dtype=np.int64).reshape(-1, 3)

    @property
    def volume(self) -> float:
        """The volume; 0 for flat hulls."""
        return self.polyhedron.volume

    @property
    def area(self) -> float:
        """The area of the surface; of a polygon its own."""
        return self.polyhedron.area

    def to_json(self) -> dict[str, Any]:
        """A dict that :meth:`from_json` reads back as an equal shape."""
        return {"kind": "hull", "vertices": self.points.tolist()}

    def __repr__(self) -> str:
        if len(self.points) > 1000:
            return f"<Hull of {len(self.points)} points>"
        return f"Hull({self.points.tolist()})"


class Rounded(Shape):
    """A shape dilated by a ball: all points within ``radius`` of it."""

    __slots__ = ()
    _names = ("shape", "radius")

    def __new__(cls, shape: CompiledShape, radius: float) -> Rounded:
        return super().__new__(cls, "rounded", (_part(shape), number("radius", radius)))

    @property
    def shape(self) -> Shape:
        """The shape inside."""
        return cast(Shape, self._fields[0])

    @property
    def radius(self) -> float:
        """The radius of the ball."""
        return cast(float, self._fields[1])


class Affine(Shape):
    """The image of a shape under ``x -> matrix x + translation``; it may scale unevenly, shear, mirror or flatten.

    Examples
    --------
    >>> import clearance as cl
    >>> cl.Affine(cl.Sphere(1), [[2, 0, 0], [0, 1, 0], [0, 0, 1]]).support((1, 0, 0))
    (2.0, 0.0, 0.0)
    """

    __slots__ = ()
    _names = ("shape", "matrix", "translation")

    def __new__(
        cls, shape: CompiledShape, matrix: Points, translation: Sequence[float] | npt.ArrayLike = (0.0, 0.0, 0.0)
    ) -> Affine:
        rows = tuple(vector("matrix row", row) for row in cast(Iterable[Any], matrix))
        if len(rows) != 3:
            raise ValueError(f"matrix must have 3 rows, got {len(rows)}")
        return super().__new__(cls, "affine", (_part(shape), rows, vector("translation", translation)))

    @property
    def shape(self) -> Shape:
        """The shape whose image it is."""
        return cast(Shape, self._fields[0])

    @property
    def matrix(self) -> tuple[Vector, Vector, Vector]:
        """The rows of the matrix."""
        return cast("tuple[Vector, Vector, Vector]", self._fields[1])

    @property
    def translation(self) -> Vector:
        """The image of the origin."""
        return cast(Vector, self._fields[2])


class Sum(Shape):
    """The Minkowski sum of two shapes: all ``x + y`` with ``x`` in ``a`` and ``y`` in ``b``."""

    __slots__ = ()
    _names = ("a", "b")

    def __new__(cls, a: CompiledShape, b: CompiledShape) -> Sum:
        return super().__new__(cls, "sum", (_part(a), _part(b)))

    @property
    def a(self) -> Shape:
        """One shape."""
        return cast(Shape, self._fields[0])

    @property
    def b(self) -> Shape:
        """The other."""
        return cast(Shape, self._fields[1])


class HullOf(Shape):
    """The convex hull of several convex shapes, each with its pose.

    Parameters
    ----------
    parts : sequence of shapes, or of pairs (shape, pose)
    """

    __slots__ = ()
    _kind: ClassVar[str] = "hull_of"
    _names = ("parts",)

    def __new__(cls, parts: Iterable[CompiledShape | tuple[CompiledShape, PoseLike]]) -> Self:
        posed = ((part, Pose()) if isinstance(part, CompiledShape) else part for part in parts)
        return super().__new__(cls, cls._kind, (tuple((_part(shape), as_pose(pose)) for shape, pose in posed),))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        return cls([(shape_of(part["shape"], folder), Pose.from_json(part.get("pose", {}))) for part in tree["parts"]])

    @property
    def parts(self) -> tuple[tuple[Shape, Pose], ...]:
        """The shapes and their poses."""
        return cast("tuple[tuple[Shape, Pose], ...]", self._fields[0])


class Compound(HullOf):
    """The union of convex shapes, each with its pose: not convex, so it is a body of scenes.

    Parameters
    ----------
    parts : sequence of shapes, or of pairs (shape, pose)
    """

    __slots__ = ()
    _kind = "compound"

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Shape:
        if tree["kind"] == "compound":
            return super()._of_json(tree, folder)
        import json
        import os

        # The union of the parts of a file that ``clearance decompose`` wrote.
        path = os.path.join(folder, tree["file"])
        if path.lower().endswith(".obj"):
            raise ValueError(f"{path}: parts in OBJ are for scenes and pair cases, expected .json")
        with open(path, encoding="utf-8") as file:
            return shape_of(json.load(file), folder)


@hinted
def swept(shape: CompiledShape, motion: Sequence[float] | npt.ArrayLike) -> Sum:
    """The set that a shape passes while it moves along a straight line without turning.

    Examples
    --------
    >>> import clearance as cl
    >>> cl.swept(cl.Sphere(1), (0, 0, 5)).support((0, 0, 1))
    (0.0, 0.0, 6.0)
    """
    return Sum(shape, Segment((0.0, 0.0, 0.0), motion))


def _part(shape: CompiledShape) -> CompiledShape:
    if not isinstance(shape, CompiledShape):
        raise TypeError(f"expected a shape, got {shape!r}")
    return shape
