"""Scenes that move a little at a time: what is known is kept from one question to the next."""

from __future__ import annotations

import math
from typing import Optional

from . import _clearance
from .hints import hinted
from .scene_answers import Closest, Meeting, Near, Within, closest_of, near_of, within_of
from .vectors import number


@hinted
class Watch(_clearance.Watch):
    """Remembers the answers about one scene, and asks only what may have changed since.

    Every answer is that of the scene itself, to the last bit. Pairs that were proven to be far apart are not asked again until their
    bodies have moved by as much. Add, move and remove bodies of the scene as before; a watch sees it by itself.

    Parameters
    ----------
    scene : Scene
        The scene; several watches may look at one.

    Examples
    --------
    >>> import clearance as cl, numpy as np
    >>> scene = cl.Scene()
    >>> poses = np.zeros((1000, 7))
    >>> poses[:, 0], poses[:, 3] = np.arange(1000) * 1.5, 1
    >>> names = [f"ball {i}" for i in range(1000)]
    >>> scene.add_many(names, cl.Sphere(0.5), poses)
    >>> watch = scene.watch()
    >>> watch.contacts()
    []
    >>> poses[7, 0] += 0.5
    >>> scene.move_many(names[7:8], poses[7:8])
    >>> watch.contacts()
    [Meeting(a='ball 7', b='ball 8', proven=True)]
    """

    def __new__(cls, scene: _clearance.Scene) -> Watch:
        return super().__new__(cls, scene)

    def closest(self, k: int = 1, *, max_distance: float = math.inf, body: Optional[str] = None) -> Closest:
        """As :meth:`Scene.closest`, of what has moved."""
        return closest_of(self, k, number("max_distance", max_distance), body)

    def within(self, max_distance: Optional[float] = None) -> Within:
        """As :meth:`Scene.within`, of what has moved."""
        return within_of(self._within(None if max_distance is None else number("max_distance", max_distance)))

    def contacts(self) -> list[Meeting]:
        """As :meth:`Scene.contacts`, of what has moved."""
        return self._contacts(Meeting)

    def between(self, a: str, b: str) -> Near:
        """As :meth:`Scene.between`; the last answer if neither body has moved."""
        return near_of(self._between(a, b))

    def __repr__(self) -> str:
        return f"<Watch of {self.scene!r}>"
