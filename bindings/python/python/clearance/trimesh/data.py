"""What trimesh's collision manager reports of contacts and distances, by the names of objects."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Names = tuple[str, str]


class ContactData:
    """A point where two objects are in contact.

    Attributes
    ----------
    names
        The set of both names; ``"__external"`` is an object that is not in the manager.
    normal
        A unit vector from the first object to the second.
    point
        The point half way between those of both objects.
    depth
        How deep they overlap there.
    """

    def __init__(self, names: Names, indices: tuple[int, int], vectors: tuple[Array, Array], depth: float) -> None:
        self.names = set(names)
        self._indices = dict(zip(names, indices))
        self._normal, self._point = vectors
        self._depth = depth

    @property
    def normal(self) -> Array:
        """The unit vector from the first object to the second."""
        return self._normal

    @property
    def point(self) -> Array:
        """The point of contact in the world."""
        return self._point

    @property
    def depth(self) -> float:
        """How deep the objects overlap there."""
        return self._depth

    def index(self, name: str) -> int:
        """The face of an object that is in contact; -1 for convex ones."""
        return self._indices[name]


class DistanceData:
    """The closest points of two objects; ``names`` as of :class:`ContactData`."""

    def __init__(self, names: Names, indices: tuple[int, int], points: tuple[Array, Array], distance: float) -> None:
        self.names = set(names)
        self._indices = dict(zip(names, indices))
        self._points = dict(zip(names, points))
        self._distance = distance

    @property
    def distance(self) -> float:
        """The signed distance."""
        return self._distance

    def index(self, name: str) -> int:
        """The face of an object that is closest; -1 for convex ones."""
        return self._indices[name]

    def point(self, name: str) -> Array:
        """The closest point of an object in the world."""
        return self._points[name]
