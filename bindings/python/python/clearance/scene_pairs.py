"""Pairs of bodies of a scene: the closest, those within a distance, contacts and depths; and bodies near points."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Optional

import numpy.typing as npt

from . import _clearance
from .fields import Progress
from .hints import hinted
from .questions import manifold_of
from .scene_answers import Closest, Depth, Meeting, Near, Within, closest_of, near_of, within_of
from .values import Manifold
from .vectors import number

if TYPE_CHECKING:
    from .points import PointDistances


@hinted
class PairQueries(_clearance.Scene):
    """The queries of a scene about its pairs, and about points."""

    __slots__ = ()

    def closest(self, k: int = 1, *, max_distance: float = math.inf, body: Optional[str] = None) -> Closest:
        """The ``k`` pairs with the least signed distances: the closest, or the deepest where bodies overlap.

        Parameters
        ----------
        max_distance : float
            Pairs farther apart are not reported.
        body : str, optional
            Only the pairs of this body.
        """
        return closest_of(self, k, number("max_distance", max_distance), body)

    def within(self, max_distance: Optional[float] = None) -> Within:
        """All pairs whose signed distance is at most ``max_distance``, or that are nearer than their margins if it is None."""
        return within_of(self._within(None if max_distance is None else number("max_distance", max_distance)))

    def contacts(self) -> list[Meeting]:
        """All pairs with a common point, touching included."""
        return [Meeting(a, b, proven) for (a, b), proven in self._contacts()]

    def between(self, a: str, b: str) -> Near:
        """The signed distance of two bodies, with its pair of points."""
        return near_of(self._between(a, b))

    def contact(self, a: str, b: str, *, tilt: Optional[float] = None, max_points: Optional[int] = None) -> Manifold:
        """The corners of the contact polygon of two bodies, in the world; of bodies that are not convex that of the pair's parts.

        Parameters
        ----------
        tilt, max_points
            As of :func:`clearance.contact`.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("table", cl.Box((1, 1, 0.5)))
        >>> scene.add("brick", cl.Box((0.25, 0.5, 0.25)), cl.Pose((0, 0, 0.625)))
        >>> [point.signed_distance for point in scene.contact("table", "brick").points]
        [-0.125, -0.125, -0.125, -0.125]
        """
        return manifold_of(_clearance.scene_contact(self, (a, b), tilt, max_points))

    def contacts_of(
        self, a: str, b: str, *, within: float = 0.0, tilt: Optional[float] = None, max_points: Optional[int] = None
    ) -> tuple[Manifold, ...]:
        """The contacts of two bodies along all normals, in the world; the body that was added first is A.

        Parameters
        ----------
        within, tilt, max_points
            As of :func:`clearance.contacts`.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("table", cl.Box((1, 1, 0.5)))
        >>> scene.add("brick", cl.Box((0.25, 0.5, 0.25)), cl.Pose((0, 0, 0.625)))
        >>> [len(contact.points) for contact in scene.contacts_of("table", "brick")]
        [4]
        """
        found = _clearance.scene_contacts_of(self, (a, b), number("within", within), tilt, max_points)
        return tuple(manifold_of(contact) for contact in found)

    def depth(self, a: str, b: str, *, relative: float = 2.0**-7, max_cells: int = 100_000) -> Depth:
        """Bounds of the penetration depth of two bodies, convex or not, as narrow as the budget allows.

        Parameters
        ----------
        relative : float
            The search ends once ``upper - lower <= relative * upper``.
        max_cells : int
            Maximum number of cells; 10**5 take a few tenths of a second for small compounds.
        """
        lower, upper, translation, cells = _clearance.scene_depth(self, (a, b), number("relative", relative), max_cells)
        return Depth(lower, upper, translation, cells)

    def point_distances(self, points: npt.ArrayLike, *, progress: Optional[Progress] = None) -> PointDistances:
        """The nearest body of each point, with signed distances, bounds, nearest points and normals in the world.

        Parameters
        ----------
        points : array of shape (n, 3)
            In the world. Margins and ignored pairs do not count.
        progress : callable, optional
            As of :meth:`Shape.point_distances`.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("left", cl.Sphere(0.5), cl.Pose((-2, 0, 0)))
        >>> scene.add("right", cl.Sphere(0.5), cl.Pose((2, 0, 0)))
        >>> found = scene.point_distances([(1, 0, 0), (0, 0, 0)])
        >>> found.bodies, found.ties
        (['right', 'left'], {1: ['right']})
        """
        from .points import of_scene

        return of_scene(self, points, progress)
