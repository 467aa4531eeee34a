"""Collision objects: a geometry at a pose."""

from __future__ import annotations

from typing import Optional

import numpy.typing as npt

from .._clearance import Pose
from .changes import changed
from .geometry import Body, CollisionGeometry
from .transform import Array, Transform


class CollisionObject:
    """A geometry at a pose, the identity if none is given.

    Examples
    --------
    >>> from clearance import fcl
    >>> ball = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([0, 0, 2]))
    >>> ball.getTranslation()
    array([0., 0., 2.])
    """

    def __init__(self, geom: Optional[CollisionGeometry] = None, tf: Optional[Transform] = None) -> None:
        if not isinstance(geom, CollisionGeometry) or geom.getNodeType() is None:
            raise ValueError(f"expected a geometry of a kind, such as Box, got {geom!r}")
        self._geometry = geom
        self._transform = Transform() if tf is None else Transform(tf)

    @property
    def geometry(self) -> CollisionGeometry:
        """The geometry."""
        return self._geometry

    @property
    def body(self) -> Body:
        """The shape or mesh of this package."""
        return self._geometry.body

    @property
    def pose(self) -> Pose:
        """The pose of this package."""
        return self._transform.pose

    def getObjectType(self) -> int:
        """A number of ``OBJECT_TYPE``."""
        return self._geometry._object

    def getNodeType(self) -> int:
        """A number of ``NODE_TYPE``."""
        return self._geometry._node

    def getTranslation(self) -> Array:
        """The translation."""
        return self._transform.getTranslation()

    def setTranslation(self, vec: npt.ArrayLike) -> None:
        """Sets the translation."""
        self._transform.setTranslation(vec)
        changed()

    def getRotation(self) -> Array:
        """The rotation as a matrix of 3 x 3."""
        return self._transform.getRotation()

    def setRotation(self, mat: npt.ArrayLike) -> None:
        """Sets the rotation to that of a matrix."""
        self._transform.setRotation(mat)
        changed()

    def getQuatRotation(self) -> Array:
        """The rotation as a quaternion w x y z."""
        return self._transform.getQuatRotation()

    def setQuatRotation(self, q: npt.ArrayLike) -> None:
        """Sets the rotation to that of a quaternion w x y z."""
        self._transform.setQuatRotation(q)
        changed()

    def getTransform(self) -> Transform:
        """A copy of the transform."""
        return Transform(self._transform)

    def setTransform(self, tf: Transform) -> None:
        """Sets the transform to that of another."""
        self._transform = Transform(tf)
        changed()

    def isOccupied(self) -> bool:
        """Always: no other occupancies are known."""
        return True

    def isFree(self) -> bool:
        """Never."""
        return False

    def isUncertain(self) -> bool:
        """Never."""
        return False
