"""Rigid transforms as python-fcl has them: a rotation matrix or a quaternion w x y z, and a translation."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._clearance import Pose

Array = npt.NDArray[np.float64]


class Transform:
    """A rotation and a translation: ``Transform()``, ``(rotation)``, ``(quaternion)``, ``(translation)``, ``(rotation, translation)`` or a copy.

    A rotation matrix is read as the nearest rotation, so float32 is precise enough; a matrix that scales or shears is refused.

    Examples
    --------
    >>> Transform([0, 0, 5]).getTranslation(), Transform([0, 0, 0, 1], [1, 2, 3]).getRotation()[0]
    (array([0., 0., 5.]), array([-1.,  0.,  0.]))
    """

    def __init__(self, *parts: Any) -> None:
        if len(parts) > 2:
            raise ValueError(f"expected at most a rotation and a translation, got {len(parts)} arguments")
        self._pose = Pose()
        if len(parts) == 1 and isinstance(parts[0], Transform):
            self._pose = parts[0]._pose
        elif len(parts) == 1 and np.shape(parts[0]) == (3,):
            self.setTranslation(parts[0])
        elif parts:
            shape = np.shape(parts[0])
            if shape not in [(3, 3), (4,)]:
                raise ValueError(f"expected a rotation of shape (3, 3) or (4,), got shape {shape}")
            self._pose = pose_of(parts[0], parts[1] if len(parts) == 2 else (0.0, 0.0, 0.0))

    @property
    def pose(self) -> Pose:
        """The pose of this package."""
        return self._pose

    def getRotation(self) -> Array:
        """The rotation as a matrix of 3 x 3."""
        return self._pose.matrix()[:3, :3].copy()

    def getTranslation(self) -> Array:
        """The translation."""
        return np.array(self._pose.translation)

    def getQuatRotation(self) -> Array:
        """The rotation as a quaternion w x y z."""
        return np.array(self._pose.quaternion_wxyz)

    def setRotation(self, R: npt.ArrayLike) -> None:
        """Sets the rotation to that of a matrix."""
        self._pose = pose_of(R, self._pose.translation)

    def setTranslation(self, T: npt.ArrayLike) -> None:
        """Sets the translation."""
        self._pose = Pose(three("translation", T), quaternion_wxyz=self._pose.quaternion_wxyz)

    def setQuatRotation(self, q: npt.ArrayLike) -> None:
        """Sets the rotation to that of a quaternion w x y z."""
        self._pose = pose_of(q, self._pose.translation)

    def __repr__(self) -> str:
        return f"Transform({list(self._pose.quaternion_wxyz)}, {list(self._pose.translation)})"


def pose_of(rotation: npt.ArrayLike, translation: npt.ArrayLike) -> Pose:
    """The pose of a matrix of 3 x 3 or a quaternion w x y z, and a translation."""
    place, turn = three("translation", translation), np.asarray(rotation, dtype=np.float64)
    if turn.shape == (4,):
        length = float(np.linalg.norm(turn))
        return Pose(place, quaternion_wxyz=turn / length if length > 0 else turn)
    # By its quaternion: a matrix is off an exact rotation by its rounding, and would be another body for each pose.
    return Pose(place, quaternion_wxyz=Pose(matrix=turn).quaternion_wxyz)


def three(what: str, value: npt.ArrayLike) -> Array:
    """Three numbers; a column or a row of them is as good."""
    numbers = np.asarray(value, dtype=np.float64).squeeze()
    if numbers.shape != (3,):
        raise ValueError(f"{what} must be 3 numbers, got shape {np.shape(value)}")
    return numbers
