"""Managers of many objects, with callbacks for pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .bodies import Bodies, Found
from .objects import CollisionObject

CollisionCallback = Callable[[CollisionObject, CollisionObject, Any], Any]
DistanceCallback = Callable[[CollisionObject, CollisionObject, Any], tuple[Any, float]]


class DynamicAABBTreeCollisionManager:
    """Many objects. Queries see them where they are at the time: ``update`` and ``setup`` need not be called.

    ``collide`` calls back for all pairs with a common point and for no other that is proven to be apart; FCL calls back for all pairs whose
    boxes overlap. ``distance`` calls back for pairs by their distances, the least first, until no other can be nearer than the callback said.

    Examples
    --------
    >>> from clearance import fcl
    >>> manager = fcl.DynamicAABBTreeCollisionManager()
    >>> manager.registerObjects([fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([x, 0, 0])) for x in (0, 1, 9)])
    >>> data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=100))
    >>> manager.collide(data, fcl.defaultCollisionCallback)
    >>> data.result.is_collision, len(data.result.contacts)
    (True, 1)
    """

    # How FCL keeps its tree; read by nothing here.
    max_tree_nonbalanced_level = 10
    tree_incremental_balance_pass = 10
    tree_topdown_balance_threshold = 2
    tree_topdown_level = 0
    tree_init_level = 0
    octree_as_geometry_collide = True
    octree_as_geometry_distance = False

    def __init__(self) -> None:
        self._bodies = Bodies()

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        """Adds objects."""
        for o in other_objs:
            self._bodies.add(o)

    def registerObject(self, obj: CollisionObject) -> None:
        """Adds an object."""
        self._bodies.add(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Takes an object out if it is registered."""
        if obj in self._bodies:
            self._bodies.remove(obj)

    def setup(self) -> None:
        """Does nothing."""

    def update(self, arg: Any = None) -> None:
        """Does nothing: queries see objects where they are."""

    def getObjects(self) -> list[CollisionObject]:
        """The objects in the order in which they were registered."""
        return list(self._bodies)

    def clear(self) -> None:
        """Takes all objects out."""
        self._bodies = Bodies()

    def empty(self) -> bool:
        """Whether there are no objects."""
        return not len(self._bodies)

    def size(self) -> int:
        """The number of objects."""
        return len(self._bodies)

    def collide(self, *args: Any) -> None:
        """``collide(data, callback)`` of all pairs, ``collide(object or manager, data, callback)`` of those with others.

        The callback is given two objects and the data, this manager's object first, and ends the search by returning True.
        """
        others, data, callback = _taken(args)
        for first, second in self._colliding(others):
            if callback(first, second, data):
                return

    def distance(self, *args: Any) -> None:
        """``distance(data, callback)`` of all pairs, ``distance(object or manager, data, callback)`` of those with others.

        The callback is given two objects and the data, this manager's object first, and returns whether the search ends and a distance: pairs that
        are no nearer are not looked at.
        """
        others, data, callback = _taken(args)
        least = float("inf")
        for found in self._searches(others):
            for first, second, near in found:
                if near.lower >= least:
                    break
                ended, least = callback(first, second, data)
                if ended:
                    return

    def _colliding(self, others: Any) -> Iterator[tuple[CollisionObject, CollisionObject]]:
        if others is None:
            yield from self._bodies.in_contact()
        elif isinstance(others, CollisionObject):
            yield from ((o, others) for o in self._bodies.in_contact_with(others))
        elif len(self._bodies) < len(others._bodies):
            yield from ((o, other) for o in self._bodies for other in others._bodies.in_contact_with(o))
        else:
            yield from ((o, other) for other in others._bodies for o in self._bodies.in_contact_with(other))

    def _searches(self, others: Any) -> Iterator[Iterator[Found]]:
        if others is None:
            yield self._bodies.nearest()
        elif isinstance(others, CollisionObject):
            yield self._bodies.nearest_to(others)
        else:
            # By the nearest pair of each, so that the first pair of all is the nearest.
            firsts = [(found[2].lower, i, o) for i, o in enumerate(others._bodies) if (found := self._bodies.first_to(o))]
            yield from (self._bodies.nearest_to(o) for _, _, o in sorted(firsts, key=lambda first: first[:2]))


def _taken(args: tuple[Any, ...]) -> tuple[Any, Any, Any]:
    others = args[0] if len(args) == 3 else None
    known = others is None or isinstance(others, (CollisionObject, DynamicAABBTreeCollisionManager))
    if len(args) not in (2, 3) or not known or not callable(args[-1]):
        raise ValueError("expected (data, callback) or (object or manager, data, callback)")
    return others, args[-2], args[-1]
