"""The values of joints that turn about a point or move freely, by the names that robots have for them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np


def rotation_of(wxyz: Sequence[float]) -> Any:
    """The matrix of a quaternion of any length but zero, w first."""
    length = math.sqrt(sum(x * x for x in wxyz))
    if not length > 0 or not math.isfinite(length):
        raise ValueError(f"a quaternion must be finite and not zero, got {list(wxyz)}")
    w, x, y, z = (value / length for value in wxyz)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def turn_values(name: str, rotation: Any) -> dict[str, float]:
    """Roll, pitch and yaw, ``Rz(yaw) Ry(pitch) Rx(roll)``; where the pitch is a quarter turn, roll is zero."""
    level = math.hypot(rotation[0][0], rotation[1][0])
    pitch = math.atan2(-rotation[2][0], level)
    if level == 0.0:
        roll, yaw = 0.0, math.atan2(-rotation[0][1], rotation[1][1])
    else:
        roll, yaw = math.atan2(rotation[2][1], rotation[2][2]), math.atan2(rotation[1][0], rotation[0][0])
    return {f"{name}/roll": roll, f"{name}/pitch": pitch, f"{name}/yaw": yaw}


def pose_values(name: str, place: Sequence[float], rotation: Any) -> dict[str, float]:
    """The place, and :func:`turn_values`."""
    return {f"{name}/{axis}": float(value) for axis, value in zip("xyz", place)} | turn_values(name, rotation)
