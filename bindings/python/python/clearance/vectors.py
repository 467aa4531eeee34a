"""Three numbers, and what is computed with them."""

from __future__ import annotations

Vector = tuple[float, float, float]
"""Three numbers: a point, a direction or a displacement."""


def vector(what: str, value: object) -> Vector:
    """Three floats of any sequence or array of three numbers."""
    try:
        numbers = tuple(float(x) for x in value)  # type: ignore[attr-defined]
    except TypeError as error:
        raise TypeError(f"{what} must be 3 numbers, got {value!r}") from error
    if len(numbers) != 3:
        raise ValueError(f"{what} must be 3 numbers, got {len(numbers)}")
    return numbers


def cross(p: Vector, q: Vector) -> Vector:
    """The cross product, perpendicular to both: that of x and y is z."""
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def opposite(p: Vector) -> Vector:
    """Minus a vector."""
    return (-p[0], -p[1], -p[2])
