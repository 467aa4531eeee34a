"""Three numbers, and what is computed with them."""

from __future__ import annotations

from operator import index

Vector = tuple[float, float, float]
"""Three numbers: a point, a direction or a displacement."""


def number(what: str, value: object) -> float:
    """A float of any number; texts are none, even if they name one."""
    if isinstance(value, float):
        return float(value)
    if not isinstance(value, (str, bytes, bytearray)):
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            pass
    from .hints import shown

    raise TypeError(f"{what} must be a number, got {shown(value)}")


def whole(what: str, value: object) -> int:
    """An int of any whole number."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        from .hints import shown

        raise TypeError(f"{what} must be a whole number, got {shown(value)}") from None


def vector(what: str, value: object) -> Vector:
    """Three floats of any sequence or array of three numbers."""
    try:
        given: tuple[object, ...] | None = None if isinstance(value, (str, bytes, bytearray)) else tuple(value)  # type: ignore[arg-type]
    except TypeError:  # it is no sequence
        given = None
    if given is None:
        from .hints import shown

        raise TypeError(f"{what} must be 3 numbers, got {shown(value)}")
    if len(given) != 3:
        raise ValueError(f"{what} must be 3 numbers, got {len(given)}")
    x, y, z = given
    return number(what, x), number(what, y), number(what, z)


def cross(p: Vector, q: Vector) -> Vector:
    """The cross product, perpendicular to both: that of x and y is z."""
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def opposite(p: Vector) -> Vector:
    """Minus a vector."""
    return (-p[0], -p[1], -p[2])
