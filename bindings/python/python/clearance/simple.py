"""Shapes that are given by a few numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Union, cast

import numpy.typing as npt

from .shape import Shape
from .vectors import Vector, number, vector

Axis = Literal["x", "y", "z"]
"""The axis of a round shape."""

Points = Union[npt.ArrayLike, Sequence[Sequence[float]]]
"""Rows of three numbers."""


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
        return super().__new__(cls, "sphere", (number("radius", radius),))

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
        return super().__new__(cls, "capsule", (number("radius", radius), number("half_length", half_length), axis))


class Cylinder(_Round):
    """A cylinder about an axis, between ``-half_length`` and ``half_length``."""

    __slots__ = ()

    def __new__(cls, radius: float, half_length: float, axis: Axis = "z") -> Cylinder:
        return super().__new__(cls, "cylinder", (number("radius", radius), number("half_length", half_length), axis))


class Cone(_Round):
    """A cone about an axis: its apex at ``half_length``, its base disc at ``-half_length``."""

    __slots__ = ()

    def __new__(cls, radius: float, half_length: float, axis: Axis = "z") -> Cone:
        return super().__new__(cls, "cone", (number("radius", radius), number("half_length", half_length), axis))


class Halfspace(Shape):
    """All points ``x`` with ``normal . x <= offset``: unbounded, so the other body of a query must be bounded."""

    __slots__ = ()
    _names = ("normal", "offset")

    def __new__(cls, normal: Sequence[float] | npt.ArrayLike, offset: float = 0.0) -> Halfspace:
        return super().__new__(cls, "halfspace", (vector("normal", normal), number("offset", offset)))

    @property
    def normal(self) -> Vector:
        """The normal as it was given, of any length but zero."""
        return cast(Vector, self._fields[0])

    @property
    def offset(self) -> float:
        """The product of the normal with a point of the boundary."""
        return cast(float, self._fields[1])
