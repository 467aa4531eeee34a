"""Casts through a scene, and the first contact of bodies that move in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, Optional, Union

import numpy.typing as npt

from . import _clearance
from ._clearance import Pose, Shape
from .hints import hinted
from .meshes import Mesh
from .poses import Motion, PoseLike
from .questions import approach_of, impact_of, initial_overlap
from .rays import RayHits, ray_hits, read_rays
from .rows import Errors
from .scene_answers import Arrival, Struck
from .values import Approach, TimesBelow
from .vectors import number, vector


@hinted
class CastQueries(_clearance.Scene):
    """The queries of a scene about what moves through it."""

    __slots__ = ()

    def cast_ray(
        self, origin: Union[Sequence[float], npt.ArrayLike], displacement: Union[Sequence[float], npt.ArrayLike]
    ) -> Struck:
        """The first body on the segment from ``origin`` to ``origin + displacement``; a ray that begins in a body meets it at 0.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("near", cl.Sphere(1), (4, 0, 0, 1, 0, 0, 0))
        >>> scene.add("far", cl.Sphere(1), (8, 0, 0, 1, 0, 0, 0))
        >>> hit = scene.cast_ray((0, 0, 0), (12, 0, 0))
        >>> hit.body, round(hit.impact.time, 9)
        ('near', 0.25)
        >>> scene.cast_ray((0, 0, 0), (0, 12, 0)).body is None
        True
        """
        return self._cast(None, Pose(vector("origin", origin)), displacement)

    def cast_rays(
        self,
        origins: npt.ArrayLike,
        displacements: npt.ArrayLike,
        *,
        threads: Optional[int] = None,
        errors: Errors = "raise",
    ) -> RayHits:
        """What each of many rays meets first; to the last bit the answers of :meth:`cast_ray` one by one.

        Parameters
        ----------
        origins, displacements : array of shape (n, 3), or 3 numbers
            Three numbers stand for all rows.
        threads : int, optional
            By default all processors.
        errors : "raise" or "status"
            Whether a row that is refused raises, or gets the status -128.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("near", cl.Sphere(1), (4, 0, 0, 1, 0, 0, 0))
        >>> scene.add("far", cl.Sphere(1), (8, 2, 0, 1, 0, 0, 0))
        >>> hits = scene.cast_rays([(0, 0, 0), (0, 2, 0), (0, 4, 0)], (12, 0, 0))
        >>> [hits.bodies[place] if place >= 0 else None for place in hits.body]
        ['near', 'far', None]
        >>> hits.time.round(9)
        array([0.25      , 0.58333333,        nan])
        """
        start, way, work = read_rays(origins, displacements, threads, errors)
        return ray_hits(_clearance.scene_cast_rays(self, start, way, work), work)

    def cast(
        self,
        shape: Union[Shape, Mesh],
        pose: PoseLike,
        displacement: Union[Sequence[float], npt.ArrayLike],
        *,
        target_distance: float = 0.0,
        only_approaching: bool = False,
    ) -> Struck:
        """The first body that a shape, a compound or a mesh meets on its way from a pose along a straight line, without turning.

        Parameters
        ----------
        target_distance : float
            The signed distance that counts as contact: a skin, in metres.
        only_approaching : bool
            As of :func:`time_of_impact`: what it recedes from or slides along at the start is no hit, nor are other
            parts and bodies that are not nearer along that normal.

        Examples
        --------
        A crate stands on the left of two tiles, is pushed over both, and stops a centimetre before the wall:

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("left", cl.Box((2, 1, 0.5)), cl.Pose((-2, 0, -0.5)))
        >>> scene.add("right", cl.Box((2, 1, 0.5)), cl.Pose((2, 0, -0.5)))
        >>> scene.add("wall", cl.Box((0.5, 1, 2)), cl.Pose((4.5, 0, 1)))
        >>> push = cl.Box((0.5, 0.5, 0.25)), cl.Pose((-1, 0, 0.26)), (8, 0, 0)
        >>> hit = scene.cast(*push, target_distance=0.01, only_approaching=True)
        >>> hit.body, round(hit.impact.time, 9)     # 4.5 less 0.01, of 8
        ('wall', 0.56125)
        """
        return self._cast(shape, pose, displacement, target_distance, initial_overlap(False, only_approaching))

    def _cast(
        self,
        shape: Union[Shape, Mesh, None],
        pose: PoseLike,
        displacement: Union[Sequence[float], npt.ArrayLike],
        target_distance: float = 0.0,
        overlap: Literal["counts", "ignored", "only_approaching"] = "counts",
    ) -> Struck:
        target, way = number("target_distance", target_distance), vector("displacement", displacement)
        struck, found, ties = _clearance.scene_cast(self, shape, pose, way, target, overlap)
        body, part = struck if struck is not None else (None, 0)
        return Struck(body, part, impact_of(found), tuple(ties))

    def time_of_impact(
        self, motions: Mapping[str, Union[Motion, PoseLike]], *, target_distance: float = 0.0
    ) -> Arrival:
        """The first contact over times from 0 to 1 of the bodies that move, with one another and with all others; none is passed.

        Parameters
        ----------
        motions : mapping of names to Motion or PoseLike
            Whole motions in the world, start included; bodies that are not named stay where they are.
        target_distance : float
            The signed distance that counts as contact.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> for name, x in [("left", 0), ("middle", 3), ("right", 9)]:
        ...     scene.add(name, cl.Sphere(0.5), cl.Pose((x, 0, 0)))
        >>> found = scene.time_of_impact({"right": cl.Motion(cl.Pose((9, 0, 0)), linear=(-10, 0, 0))})
        >>> found.a, found.b, round(found.impact.time, 9)
        ('middle', 'right', 0.5)
        """
        pair, found, ties = _clearance.scene_time_of_impact(self, list(motions.items()), number("target_distance", target_distance))
        (a, b), (part_a, part_b) = pair if pair is not None else ((None, None), (0, 0))
        return Arrival(a, b, part_a, part_b, impact_of(found), tuple(ties))

    def closest_approach(
        self, motions: Mapping[str, Union[Motion, PoseLike]], *, within: Optional[float] = None
    ) -> Optional[Approach]:
        """How near the bodies that move come to one another and to all others over times from 0 to 1; None without a pair.

        Parameters
        ----------
        motions : mapping of names to Motion or PoseLike
            Whole motions in the world, start included; bodies that are not named stay where they are.
        within : float, optional
            The largest distance of the bounds. Default 1e-6 of the bodies' size.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> for name, x in [("left", 0), ("right", 4), ("flying", -4)]:
        ...     scene.add(name, cl.Sphere(0.5), cl.Pose((x, 0, 0)))
        >>> found = scene.closest_approach({"flying": cl.Motion(cl.Pose((-4, 2, 0)), linear=(16, -1, 0))})
        >>> found.pair, round(found.lower, 3)
        (('right', 'flying'), 0.497)
        """
        found = _clearance.scene_closest_approach(self, list(motions.items()), within)
        if found is None:
            return None
        pair, parts, nearest, ties = found
        return replace(approach_of(nearest), pair=pair, parts=parts, ties=tuple(ties))

    def times_below(
        self,
        motions: Mapping[str, Union[Motion, PoseLike]],
        distance: float,
        *,
        within: Optional[float] = None,
    ) -> dict[tuple[str, str], list[TimesBelow]]:
        """All times from 0 to 1 at which pairs with a body that moves are within a distance; all others are farther apart.

        Parameters
        ----------
        motions : mapping of names to Motion or PoseLike
            Whole motions in the world, start included; bodies that are not named stay where they are.
        distance : float
            The signed distance, in metres. Of bodies that are not convex it must not be negative; in contact theirs
            is zero.
        within : float, optional
            How near to the distance a pair is at the ends of each stretch. Default 1e-6 of the bodies' size.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> for name, x in [("left", 0), ("right", 9), ("flying", -4)]:
        ...     scene.add(name, cl.Sphere(0.5), cl.Pose((x, 0, 0)))
        >>> found = scene.times_below({"flying": cl.Motion(cl.Pose((-4, 2, 0)), linear=(8, 0, 0))}, 1.5)
        >>> [(pair, round(times[0].t_lower, 4)) for pair, times in found.items()]
        [(('left', 'flying'), 0.3125)]
        """
        found = _clearance.scene_times_below(self, list(motions.items()), number("distance", distance), within)
        return {pair: [TimesBelow(*stretch) for stretch in times] for pair, times in found}
