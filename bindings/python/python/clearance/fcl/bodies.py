"""Collision objects in scenes; queries see them where they are at the time."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Optional

from .._clearance import Pose
from ..scene_answers import Near
from ..scenes import Scene
from .changes import Changes
from .geometry import Body
from .objects import CollisionObject

_OUTSIDE = "outside"

Found = tuple[CollisionObject, CollisionObject, Near]
"""Two objects, and what is between them, the first one's side first."""


class Bodies:
    """Objects in the order in which they were added; an object may be added once."""

    def __init__(self) -> None:
        self._objects: dict[str, CollisionObject] = {}
        self._keys: dict[int, str] = {}
        self._added = 0
        # Pairs of fixed bodies are left out: queries of one body from outside see all objects as fixed.
        self._among, self._against = _Placed(fixed=False), _Placed(fixed=True)

    def __len__(self) -> int:
        return len(self._objects)

    def __contains__(self, o: CollisionObject) -> bool:
        return id(o) in self._keys

    def __iter__(self) -> Iterator[CollisionObject]:
        return iter(list(self._objects.values()))

    def add(self, o: CollisionObject) -> None:
        """Adds an object."""
        if o in self:
            raise ValueError(f"the object is registered already: {o!r}")
        _ = o.body  # refuses what has none
        self._objects[f"{self._added}"], self._keys[id(o)] = o, f"{self._added}"
        self._added += 1
        self._forget()

    def remove(self, o: CollisionObject) -> None:
        """Takes an object out."""
        del self._objects[self._keys.pop(id(o))]
        self._forget()

    def in_contact(self) -> list[tuple[CollisionObject, CollisionObject]]:
        """All pairs with a common point, or for which rounding leaves it open."""
        scene = self._among.of(self._objects)
        return [(self._objects[pair.a], self._objects[pair.b]) for pair in scene.contacts()]

    def in_contact_with(self, o: CollisionObject) -> list[CollisionObject]:
        """All objects that have a point in common with an object that is not among them, or for which rounding leaves it open."""
        scene = self._against.of(self._objects)
        scene.add(_OUTSIDE, o.body, o.pose)
        try:
            return [self._objects[pair.a] for pair in scene.contacts()]  # what was added last comes last
        finally:
            scene.remove(_OUTSIDE)

    def nearest(self, o: Optional[CollisionObject] = None) -> Generator[Found, None, None]:
        """All pairs, or those of one of the objects, by their signed distances, the least first; found as they are taken."""
        scene = self._among.of(self._objects)
        body = None if o is None else self._keys[id(o)]
        for near in _by_distance(scene, body):
            yield self._objects[near.a], self._objects[near.b], near

    def nearest_to(self, o: CollisionObject) -> Generator[Found, None, None]:
        """All objects by their signed distances to one that is not among them, the least first: the object among them is the first."""
        scene = self._against.of(self._objects)
        scene.add(_OUTSIDE, o.body, o.pose)
        try:
            for near in _by_distance(scene, _OUTSIDE):
                yield self._objects[near.a], o, near
        finally:
            scene.remove(_OUTSIDE)

    def first(self, o: Optional[CollisionObject] = None) -> Optional[Found]:
        """The first of :meth:`nearest`."""
        return _first(self.nearest(o))

    def first_to(self, o: CollisionObject) -> Optional[Found]:
        """The first of :meth:`nearest_to`."""
        return _first(self.nearest_to(o))

    def _forget(self) -> None:
        self._among.seen = self._against.seen = None


class _Placed:
    """A scene of objects, with what it has of each: a body and a pose, both of which are values."""

    def __init__(self, fixed: bool) -> None:
        self._scene, self._fixed = Scene(), fixed
        self._bodies: dict[str, tuple[Body, Pose]] = {}
        self.seen: Optional[object] = None

    def of(self, objects: dict[str, CollisionObject]) -> Scene:
        """The scene with the objects where they are now."""
        change = Changes.last
        if self.seen is not change:
            for key in self._bodies.keys() - objects.keys():
                self._take(key)
            for key, o in objects.items():
                self._put(key, o.body, o.pose)
            self.seen = change
        return self._scene

    def _put(self, key: str, body: Body, pose: Pose) -> None:
        known = self._bodies.get(key)
        if known is not None and known[0] is not body:
            self._take(key)
            known = None
        if known is None:
            self._scene.add(key, body, pose, fixed=self._fixed)
        elif known[1] is not pose:
            self._scene.move(key, pose)
        self._bodies[key] = (body, pose)

    def _take(self, key: str) -> None:
        del self._bodies[key]
        self._scene.remove(key)


def _by_distance(scene: Scene, body: Optional[str]) -> Iterator[Near]:
    done, count = 0, 1
    while True:
        pairs = scene.closest(count, body=body).pairs
        yield from pairs[done:]
        if len(pairs) < count:
            return
        done, count = count, 4 * count


def _first(found: Generator[Found, None, None]) -> Optional[Found]:
    """The first one; a search that is left must be closed, since it has added what it is about."""
    try:
        return next(found, None)
    finally:
        found.close()
