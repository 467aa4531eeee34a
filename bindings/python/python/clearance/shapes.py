"""Every shape and combinator. Each is a frozen value whose fields are those of the JSON format."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Union, cast

import numpy as np
import numpy.typing as npt

from ._clearance import Pose
from ._clearance import Shape as _Shape
from ._clearance import as_pose, check_shape, mesh_vertices
from .poses import PoseLike
from .values import Vector, vector

if TYPE_CHECKING:
    from typing_extensions import Self

Axis = Literal["x", "y", "z"]
Points = Union[npt.ArrayLike, Sequence[Sequence[float]]]


class Shape(_Shape):
    """A convex body in its own frame: frozen, hashable, comparable, picklable.

    Made by its kinds or by :meth:`from_json`. Lengths and radii may be zero: a sphere of radius 0 is a point.
    """

    __slots__ = ()
    _names: ClassVar[tuple[str, ...]] = ()

    @staticmethod
    def from_json(json: str | dict[str, Any], folder: str | os.PathLike[str] = ".") -> Shape:
        """The shape of a dict or JSON text of docs/formats.md.

        A ``mesh`` is read from its file, named relative to ``folder``, and becomes the hull of its vertices.

        Raises
        ------
        ValueError
            Says where, as a JSON pointer, and what was expected.

        Examples
        --------
        >>> Shape.from_json({"kind": "sphere", "radius": 0.5})
        Sphere(0.5)
        >>> Shape.from_json('{"kind": "box", "half_extents": [1, 2]}')
        Traceback (most recent call last):
        ValueError: /half_extents: expected a list of 3 numbers, got a list of 2
        """
        return _from_json(json, os.fspath(folder))

    def to_json(self) -> dict[str, Any]:
        """A dict that :meth:`from_json` reads back as an equal shape."""
        fields = zip(self._names, self._fields)
        return {"kind": self.kind, **{name: _json_of(value) for name, value in fields}}

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self._fields

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(field) for field in self._fields)})"

    def _repr_html_(self) -> str:
        from .pictures import of_shape

        return of_shape(self)


class Point(Shape):
    """The origin.

    Examples
    --------
    >>> Point().support((1, 0, 0))
    (0.0, 0.0, 0.0)
    """

    __slots__ = ()

    def __new__(cls) -> Point:
        return super().__new__(cls, "point", ())


class Segment(Shape):
    """The segment between two points."""

    __slots__ = ()
    _names = ("a", "b")

    def __new__(cls, a: Sequence[float] | npt.ArrayLike, b: Sequence[float] | npt.ArrayLike) -> Segment:
        return super().__new__(cls, "segment", (vector("a", a), vector("b", b)))

    @property
    def a(self) -> Vector:
        """One end."""
        return cast(Vector, self._fields[0])

    @property
    def b(self) -> Vector:
        """The other end."""
        return cast(Vector, self._fields[1])


class Triangle(Shape):
    """The triangle of three points."""

    __slots__ = ()
    _names = ("vertices",)

    def __new__(cls, vertices: Points) -> Triangle:
        corners = tuple(vector("triangle corner", corner) for corner in cast(Iterable[Any], vertices))
        if len(corners) != 3:
            raise ValueError(f"triangle must have 3 vertices, got {len(corners)}")
        return super().__new__(cls, "triangle", (corners,))

    @property
    def vertices(self) -> tuple[Vector, Vector, Vector]:
        """The corners."""
        return cast("tuple[Vector, Vector, Vector]", self._fields[0])


class Sphere(Shape):
    """The ball of a radius about the origin.

    Examples
    --------
    >>> Sphere(-1)
    Traceback (most recent call last):
    ValueError: ball radius must not be negative, got -1
    """

    __slots__ = ()
    _names = ("radius",)

    def __new__(cls, radius: float) -> Sphere:
        return super().__new__(cls, "sphere", (float(radius),))

    @property
    def radius(self) -> float:
        """The radius."""
        return cast(float, self._fields[0])


class Box(Shape):
    """The box between ``-half_extents`` and ``half_extents``.

    Examples
    --------
    >>> Box((1, 2, 3)).half_extents
    (1.0, 2.0, 3.0)
    >>> Box.from_size((2, 4, 6)) == Box((1, 2, 3))
    True
    """

    __slots__ = ()
    _names = ("half_extents",)

    def __new__(cls, half_extents: Sequence[float] | npt.ArrayLike) -> Box:
        return super().__new__(cls, "box", (vector("half_extents", half_extents),))

    @classmethod
    def from_size(cls, size: Sequence[float] | npt.ArrayLike) -> Box:
        """The box of a full size."""
        x, y, z = vector("size", size)
        return cls((x / 2, y / 2, z / 2))

    @property
    def half_extents(self) -> Vector:
        """Half the size."""
        return cast(Vector, self._fields[0])


class Ellipsoid(Shape):
    """The ellipsoid of three radii along the axes."""

    __slots__ = ()
    _names = ("radii",)

    def __new__(cls, radii: Sequence[float] | npt.ArrayLike) -> Ellipsoid:
        return super().__new__(cls, "ellipsoid", (vector("radii", radii),))

    @property
    def radii(self) -> Vector:
        """The radii along x, y and z."""
        return cast(Vector, self._fields[0])


class _Round(Shape):
    __slots__ = ()
    _names = ("radius", "half_length", "axis")

    @property
    def radius(self) -> float:
        """The radius about the axis."""
        return cast(float, self._fields[0])

    @property
    def half_length(self) -> float:
        """Half the length along the axis."""
        return cast(float, self._fields[1])

    @property
    def axis(self) -> Axis:
        """The axis."""
        return cast(Axis, self._fields[2])


class Capsule(_Round):
    """A segment of length ``2 * half_length`` along an axis, swept by a ball."""

    __slots__ = ()

    def __new__(cls, radius: float, half_length: float, axis: Axis = "z") -> Capsule:
        return super().__new__(cls, "capsule", (float(radius), float(half_length), axis))


class Cylinder(_Round):
    """A cylinder about an axis, between ``-half_length`` and ``half_length``."""

    __slots__ = ()

    def __new__(cls, radius: float, half_length: float, axis: Axis = "z") -> Cylinder:
        return super().__new__(cls, "cylinder", (float(radius), float(half_length), axis))


class Cone(_Round):
    """A cone about an axis: its apex at ``half_length``, its base disc at ``-half_length``."""

    __slots__ = ()

    def __new__(cls, radius: float, half_length: float, axis: Axis = "z") -> Cone:
        return super().__new__(cls, "cone", (float(radius), float(half_length), axis))


class Halfspace(Shape):
    """All points ``x`` with ``normal . x <= offset``: unbounded, so it is asked against bounded shapes only."""

    __slots__ = ()
    _names = ("normal", "offset")

    def __new__(cls, normal: Sequence[float] | npt.ArrayLike, offset: float = 0.0) -> Halfspace:
        return super().__new__(cls, "halfspace", (vector("normal", normal), float(offset)))

    @property
    def normal(self) -> Vector:
        """The normal as it was given, of any length but zero."""
        return cast(Vector, self._fields[0])

    @property
    def offset(self) -> float:
        """The product of the normal with a point of the boundary."""
        return cast(float, self._fields[1])


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

    @property
    def points(self) -> npt.NDArray[np.float64]:
        """The points as they were given; read-only."""
        return np.frombuffer(cast(bytes, self._fields[0])).reshape(-1, 3)

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

    def __new__(cls, shape: _Shape, radius: float) -> Rounded:
        return super().__new__(cls, "rounded", (_part(shape), float(radius)))

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
    >>> Affine(Sphere(1), [[2, 0, 0], [0, 1, 0], [0, 0, 1]]).support((1, 0, 0))
    (2.0, 0.0, 0.0)
    """

    __slots__ = ()
    _names = ("shape", "matrix", "translation")

    def __new__(
        cls, shape: _Shape, matrix: Points, translation: Sequence[float] | npt.ArrayLike = (0.0, 0.0, 0.0)
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

    def __new__(cls, a: _Shape, b: _Shape) -> Sum:
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

    def __new__(cls, parts: Iterable[_Shape | tuple[_Shape, PoseLike]]) -> Self:
        posed = ((part, Pose()) if isinstance(part, _Shape) else part for part in parts)
        return super().__new__(cls, cls._kind, (tuple((_part(shape), as_pose(pose)) for shape, pose in posed),))

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


def swept(shape: _Shape, motion: Sequence[float] | npt.ArrayLike) -> Sum:
    """The set that a shape passes while it moves along a straight line without turning.

    Examples
    --------
    >>> swept(Sphere(1), (0, 0, 5)).support((0, 0, 1))
    (0.0, 0.0, 6.0)
    """
    return Sum(shape, Segment((0.0, 0.0, 0.0), motion))


def load_mesh(path: str | os.PathLike[str], scale: float | Sequence[float] = 1.0) -> Hull:
    """The convex hull of a mesh file's vertices: .obj, .stl, .ply, .dae, .glb or .gltf.

    Raises
    ------
    ValueError
        If the file cannot be read; names the file and what was expected.
    """
    points = np.frombuffer(mesh_vertices(os.fspath(path))).reshape(-1, 3)
    factors = np.array(scale, dtype=np.float64)
    if factors.shape not in [(), (3,)]:
        raise ValueError(f"scale must be a number or 3 numbers, got {scale!r}")
    return Hull(points * factors)


def _part(shape: _Shape) -> _Shape:
    if not isinstance(shape, _Shape):
        raise TypeError(f"expected a shape, got {shape!r}")
    return shape


def _json_of(value: Any) -> Any:
    if isinstance(value, (Shape, Pose)):
        return value.to_json()
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], Shape):
            return {"shape": value[0].to_json(), "pose": value[1].to_json()}
        return [_json_of(item) for item in value]
    return value


def _from_json(source: str | dict[str, Any], folder: str) -> Shape:
    # The reader of the format says what is wrong, with the place; what passes it can be built.
    check_shape(source, folder)
    return _build(json.loads(source) if isinstance(source, str) else source, folder)


def _build(tree: dict[str, Any], folder: str) -> Shape:
    kind = tree["kind"]
    if kind == "mesh":
        return load_mesh(os.path.join(folder, tree["file"]), tree.get("scale", 1.0))
    if kind in ("hull_of", "compound"):
        parts = [(_build(part["shape"], folder), Pose.from_json(part.get("pose", {}))) for part in tree["parts"]]
        return cast(Shape, _KINDS[kind](parts))
    fields = {key: value for key, value in tree.items() if key != "kind"}
    for key in ("shape", "a", "b"):
        if isinstance(fields.get(key), dict):
            fields[key] = _build(fields[key], folder)
    if kind == "hull":
        return Hull(fields["vertices"])
    shape: Shape = _KINDS[kind](**fields)
    return shape


_KINDS: dict[str, Any] = {
    "point": Point,
    "segment": Segment,
    "triangle": Triangle,
    "sphere": Sphere,
    "box": Box,
    "capsule": Capsule,
    "cylinder": Cylinder,
    "cone": Cone,
    "ellipsoid": Ellipsoid,
    "halfspace": Halfspace,
    "rounded": Rounded,
    "affine": Affine,
    "sum": Sum,
    "hull_of": HullOf,
    "compound": Compound,
}
