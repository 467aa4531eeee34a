"""How far triangles are from the surfaces that they were made of: bounds in closed form, without samples.

Each function takes triangles of the shape ``(n, 3, 3)`` and returns, for each, a number that no point of it is farther
from the surface than; infinite where the nearest point of the surface would not be unique, so that nothing is proven.

A surface of revolution is bounded in the half-plane of the distance ``rho`` from the axis and the height ``z``. For a
unit vector ``n`` across the axis, the corners ``p`` of a triangle bound ``rho`` at all its points from below by the
interpolated ``n·p``, and from above by the interpolated ``rho(p)``, since ``rho`` is convex. So the triangle is inside
of the hull of six points of the half-plane.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

ROUNDING = 64 * np.finfo(np.float64).eps
"""Roundings of a sum of a few products, relative to the largest of them."""


BESIDE = 1e-9
"""How far beyond an edge, by barycentric weights, a foot counts as inside: more than weights round by."""


def of_plane(triangles: Array, origin: Array, normal: Array) -> Array:
    """The distance from a plane: it is linear along an edge, so that the farthest point is a corner."""
    return np.asarray(np.abs((triangles - origin) @ normal).max(1) + rounding(triangles, origin))


def of_sphere(triangles: Array, center: Array, radius: float) -> Array:
    """The distance from a sphere: the farthest point of a triangle is a corner, the nearest has a formula."""
    around = triangles - center
    nearest = nearest_to_origin(around)
    farthest = np.linalg.norm(around, axis=2).max(1)
    bound = np.maximum(farthest - radius, radius - nearest) + rounding(triangles, center)
    return np.where(nearest > 0, bound, np.inf)


def of_cylinder(triangles: Array, origin: Array, axis: Array, radius: float) -> Array:
    """The distance from a cylinder: that from a circle, across the axis."""
    across = in_frame(triangles, origin, axis)[..., :2]
    nearest = nearest_to_origin(across)
    farthest = np.linalg.norm(across, axis=2).max(1)
    bound = np.maximum(farthest - radius, radius - nearest) + rounding(triangles, origin)
    return np.where(nearest > 0, bound, np.inf)


def of_cone(triangles: Array, apex: Array, axis: Array, half_angle: float) -> Array:
    """The distance from the nappe of a cone on the side of its axis."""
    low, high, height, regular = in_half_plane(triangles, apex, axis)
    cosine, sine = np.cos(half_angle), np.sin(half_angle)
    rho, z = np.concatenate([low, high], 1), np.concatenate([height, height], 1)
    across, along = rho * cosine - z * sine, rho * sine + z * cosine
    slack = rounding(triangles, apex)
    # Beyond the apex the distance is that from the apex.
    beyond = np.where(along.min(1) < -slack, np.hypot(across, along).max(1), 0)
    bound = np.maximum(np.abs(across).max(1), beyond) + slack
    return np.where(regular, bound, np.inf)


def of_torus(triangles: Array, center: Array, axis: Array, major: float, minor: float) -> Array:
    """The distance from a torus: that of the six points from a circle of the half-plane."""
    low, high, height, regular = in_half_plane(triangles, center, axis)
    points = np.stack([np.concatenate([low, high], 1) - major, np.concatenate([height, height], 1)], 2)
    farthest = np.linalg.norm(points, axis=2).max(1)
    toward, unique = middle_direction(points)
    nearest = np.einsum("tpk,tk->tp", points, toward).min(1)
    bound = np.maximum(farthest - minor, minor - nearest) + rounding(triangles, center) + ROUNDING * (major + minor)
    return np.where(regular & unique & (nearest > 0), bound, np.inf)


def of_map(second: Array, widths: Array) -> Array:
    """The distance of a triangle from the image of its parameters under a map, beside what its corners are off.

    ``second`` holds, for each triangle, bounds of the lengths of the second derivatives ``S_uu``, ``S_uv``, ``S_vv``;
    ``widths`` the ranges of ``u`` and ``v``. The error of linear interpolation is at most ``(S_uu du² + 2 S_uv du dv +
    S_vv dv²) / 8``.
    """
    du, dv = widths[..., 0], widths[..., 1]
    return (second[..., 0] * du**2 + 2 * second[..., 1] * du * dv + second[..., 2] * dv**2) / 8


def of_arc(radius: float, angles: Array) -> Array:
    """The distance of chords from their arcs of a circle, by the angles of the arcs."""
    return np.where(np.abs(angles) < np.pi, radius * (1 - np.cos(angles / 2)) + ROUNDING * radius, np.inf)


def rounding(triangles: Array, origin: Array) -> Array:
    """What the numbers of triangles round by, at most."""
    size = np.abs(triangles).max((1, 2)) + np.abs(origin).max() if len(triangles) else np.zeros(0)
    return np.asarray(ROUNDING * size)


def in_frame(triangles: Array, origin: Array, axis: Array) -> Array:
    """Coordinates in a frame whose third axis is ``axis``."""
    least = np.eye(3)[np.argmin(np.abs(axis))]
    x = np.cross(axis, least)
    x /= np.linalg.norm(x)
    return np.asarray((triangles - origin) @ np.stack([x, np.cross(axis, x), axis], 1), dtype=np.float64)


def in_half_plane(triangles: Array, origin: Array, axis: Array) -> tuple[Array, Array, Array, npt.NDArray[np.bool_]]:
    """Bounds of the corners' distances from the axis, their heights, and whether the axis meets no inner point."""
    local = in_frame(triangles, origin, axis)
    toward, unique = middle_direction(local[..., :2])
    low = np.einsum("tpk,tk->tp", local[..., :2], toward)
    high = np.linalg.norm(local[..., :2], axis=2)
    slack = rounding(triangles, origin)
    on_axis = high <= slack[:, None]
    regular = unique & (low > -slack[:, None]).all(1) & (on_axis.sum(1) <= 1)
    return low - slack[:, None], high + slack[:, None], local[..., 2], regular


def middle_direction(points: Array) -> tuple[Array, npt.NDArray[np.bool_]]:
    """The unit vectors in the middle of the directions of points of the plane, and whether they are within half a turn.

    A point at the origin has no direction, and counts for none.
    """
    size = np.linalg.norm(points, axis=2)
    far = size > ROUNDING * size.max(1, keepdims=True)
    first = np.take_along_axis(points, np.argmax(size, 1)[:, None, None], 1)[:, 0]
    turn = np.arctan2(first[:, 1], first[:, 0])
    # Relative to the first one, in (-pi, pi].
    angles = np.arctan2(points[..., 1], points[..., 0]) - turn[:, None]
    angles = np.where(far, np.arctan2(np.sin(angles), np.cos(angles)), 0)
    least, most = angles.min(1), angles.max(1)
    middle = turn + (least + most) / 2
    return np.stack([np.cos(middle), np.sin(middle)], 1), most - least < np.pi


def nearest_to_origin(triangles: Array) -> Array:
    """The distances of triangles from the origin, in two or three dimensions; zero where it may be inside."""
    best = np.full(len(triangles), np.inf)
    for k in range(3):
        start, end = triangles[:, k], triangles[:, (k + 1) % 3]
        way = end - start
        squared = np.maximum((way * way).sum(1), np.finfo(np.float64).tiny)
        part = np.clip(-(start * way).sum(1) / squared, 0, 1)
        best = np.minimum(best, np.linalg.norm(start + part[:, None] * way, axis=1))
    a, b, c = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    gram = [(b * b).sum(1), (b * c).sum(1), (c * c).sum(1)]
    along = [-(a * b).sum(1), -(a * c).sum(1)]
    area = gram[0] * gram[2] - gram[1] ** 2
    flat = area <= ROUNDING * gram[0] * gram[2]
    safe = np.where(flat, 1, area)
    s, t = (gram[2] * along[0] - gram[1] * along[1]) / safe, (gram[0] * along[1] - gram[1] * along[0]) / safe
    # The plane is nearer than the edges only where the foot is inside. One beyond an edge makes the distance smaller,
    # which is safe.
    inside = ~flat & (s >= -BESIDE) & (t >= -BESIDE) & (s + t <= 1 + BESIDE)
    foot = np.linalg.norm(a + s[:, None] * b + t[:, None] * c, axis=1)
    return np.where(inside, np.minimum(best, foot), best)
