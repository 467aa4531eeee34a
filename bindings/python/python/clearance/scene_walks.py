"""Characters that walk in a scene, pushes out of what overlaps, and many casts of one body."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from ._clearance import Pose, Shape
from .hints import hinted
from .meshes import Mesh
from .poses import PoseLike
from .questions import initial_overlap
from .rays import RayHits, ray_hits, rows_of_three
from .rows import Errors, read_poses, read_work
from .vectors import Vector, number, vector, whole


@dataclass(frozen=True)
class WalkHit:
    """A surface that stopped or turned a walk, or that carries the body at its end.

    Attributes
    ----------
    body, part
        The name of the body, and the part of a compound or the triangle of a mesh; 0 for others.
    ground
        ``"floor"``: at most as steep as ``max_slope``. ``"ledge"``: the edge of a floor, no higher above the body's lowest point than
        a step; both carry. ``"wall"``: steeper. ``"ceiling"``: a floor upside down.
    normal, point
        From the surface to the body, and on the surface, in the world.
    fraction
        How much of the displacement was done when it was met.
    floor_normal
        The normal of the floor behind a ledge; else ``normal``.
    """

    body: str
    part: int
    ground: Literal["floor", "ledge", "wall", "ceiling"]
    normal: Vector
    point: Vector
    fraction: float
    floor_normal: Vector


@dataclass(frozen=True)
class Walk:
    """How a walk ended.

    Attributes
    ----------
    pose
        Where the body is after it.
    translation
        From the start to there.
    remaining
        What is left of the displacement where the way was blocked; zero if all of it was done.
    floor
        What the body stands on at the end, within the skin; None if nothing carries it.
    hits
        What stopped or turned it, each part once, in the order in which it was met.
    path
        Where the straight strides began and ended.
    clearance
        Proven: on all of the path no signed distance is below this. Above zero, nothing was touched or passed.
    """

    pose: Pose
    translation: Vector
    remaining: Vector
    floor: Optional[WalkHit]
    hits: tuple[WalkHit, ...]
    path: tuple[Vector, ...]
    clearance: float

    @property
    def on_floor(self) -> bool:
        """Whether a floor carries the body at the end."""
        return self.floor is not None

    @property
    def on_wall(self) -> bool:
        """Whether a wall stopped or turned it."""
        return any(hit.ground == "wall" for hit in self.hits)

    @property
    def on_ceiling(self) -> bool:
        """Whether a ceiling stopped or turned it."""
        return any(hit.ground == "ceiling" for hit in self.hits)


@dataclass(frozen=True)
class PushOut:
    """A translation that frees a body.

    Attributes
    ----------
    pose
        Where the body is after it, proven to be at least the skin from everything.
    translation
        From the start to there.
    lower, upper
        No translation shorter than ``lower`` frees the body; this one is ``upper`` long.
    """

    pose: Pose
    translation: Vector
    lower: float
    upper: float


@hinted
class WalkQueries(_clearance.Scene):
    """The queries of a scene about characters, and about many casts."""

    __slots__ = ()

    def move_and_slide(
        self,
        shape: Shape,
        pose: PoseLike,
        displacement: Union[Sequence[float], npt.ArrayLike],
        *,
        up: Union[Sequence[float], npt.ArrayLike] = (0.0, 0.0, 1.0),
        skin: float = 0.01,
        max_slope: float = math.pi / 4,
        step_height: float = 0.3,
        snap: float = 0.3,
        max_slides: int = 8,
        own: Optional[str] = None,
    ) -> Walk:
        """Moves a convex body by a displacement as far as it gets: along what it meets, up steps, and down to the floor that it stood on.

        The scene is not changed. On a floor the part of the displacement along ``up`` is left out unless it leads up, so that gravity
        may be in it; the part across is done in full on slopes and steps. Defaults are a person's, in metres.

        Parameters
        ----------
        up : 3 numbers
            Away from the ground.
        skin : float
            How far the body keeps away from everything.
        max_slope : float
            The steepest floor, as an angle from the level, in radians.
        step_height : float
            The highest step that is taken up, onto floors only; 0 for none.
        snap : float
            How far below the body a floor keeps one that stood on it; 0 for none.
        max_slides : int
            The most strides and steps.
        own : str, optional
            The name of the body of the scene that walks: it is not in its own way, and goes through those that it is not checked against.

        Examples
        --------
        A person climbs a step of 25 cm, a hand's breadth at a time:

        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("floor", cl.Box((9, 9, 0.5)), cl.Pose((0, 0, -0.5)))
        >>> scene.add("step", cl.Box((1, 9, 0.125)), cl.Pose((2, 0, 0.125)))
        >>> person, pose = cl.Capsule(0.3, 0.6), cl.Pose((0, 0, 0.91))
        >>> for _ in range(20):
        ...     walk = scene.move_and_slide(person, pose, (0.1, 0, -0.02))
        ...     assert walk.on_floor and walk.clearance > 0.0099     # nothing is passed, however thin
        ...     pose = walk.pose
        >>> [round(x, 6) for x in pose.translation]
        [2.0, 0.0, 1.16]
        """
        options = _options(up, skin, max_slope, step_height, snap, max_slides, own)
        found = _clearance.scene_walk(self, shape, pose, vector("displacement", displacement), options)
        to, translation, remaining, floor, hits, path, clearance = found
        below = None if floor is None else _hit(floor)
        return Walk(to, translation, remaining, below, tuple(map(_hit, hits)), tuple(path), clearance)

    def push_out(
        self,
        shape: Shape,
        pose: PoseLike,
        max_length: float,
        *,
        up: Union[Sequence[float], npt.ArrayLike] = (0.0, 0.0, 1.0),
        skin: float = 0.01,
        own: Optional[str] = None,
    ) -> Optional[PushOut]:
        """A short translation of a convex body after which it is proven to be at least the skin from everything; None if none was found.

        Out of one convex body it is the least; out of several, of meshes and corners it is a sufficient one. Through a thin surface it
        may end on either side, so ``max_length`` should be less than the body is thick.

        Parameters
        ----------
        max_length : float
            The longest translation, in metres: a step's height.
        up, skin, own
            As of :meth:`move_and_slide`; up is one of the ways that are tried.

        Examples
        --------
        >>> import clearance as cl
        >>> scene = cl.Scene()
        >>> scene.add("floor", cl.Box((4, 4, 0.5)), cl.Pose((0, 0, -0.5)))
        >>> scene.add("wall", cl.Box((0.5, 4, 2)), cl.Pose((4.5, 0, 2)))
        >>> free = scene.push_out(cl.Sphere(0.5), cl.Pose((3.75, 0, 0.375)), 0.5)
        >>> [round(x, 6) for x in free.translation]                  # 1/4 and the skin back, 1/8 and the skin up
        [-0.26, 0.0, 0.135]
        """
        options = _options(up, skin, 0.0, 0.0, 0.0, 0, own)
        found = _clearance.scene_push_out(self, shape, pose, number("max_length", max_length), options)
        return None if found is None else PushOut(*found)

    def casts(
        self,
        shape: Union[Shape, Mesh],
        poses: Any,
        displacements: npt.ArrayLike,
        *,
        target_distance: float = 0.0,
        only_approaching: bool = False,
        threads: Optional[int] = None,
        errors: Errors = "raise",
    ) -> RayHits:
        """What a body meets first from each of many poses; to the last bit the answers of :meth:`Scene.cast` one by one.

        Parameters
        ----------
        poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
            Where it starts: x y z qw qx qy qz, or matrices. One pose applies to all rows.
        displacements : array of shape (n, 3), or 3 numbers
            Three numbers apply to all rows.
        target_distance, only_approaching
            As of :meth:`Scene.cast`.
        threads : int, optional
            By default all processors.
        errors : "raise" or "status"
            Whether a row that is refused raises, or gets the status -128.

        Examples
        --------
        >>> import clearance as cl
        >>> import numpy as np
        >>> scene = cl.Scene()
        >>> scene.add("post", cl.Cylinder(0.25, 2), cl.Pose((4, 0, 0)))
        >>> starts = np.zeros((3, 7))
        >>> starts[:, 1], starts[:, 3] = (0, 0.4, 1), 1
        >>> hits = scene.casts(cl.Sphere(0.25), starts, (8, 0, 0))
        >>> hits.time.round(6)                                       # 4 - 0.5, 4 - 0.3, of 8
        array([0.4375, 0.4625,    nan])
        """
        target, overlap = number("target_distance", target_distance), initial_overlap(False, only_approaching)
        starts, given = read_poses("poses", poses)
        ways = rows_of_three("displacements", displacements)
        counts = {count for count in (given, len(ways) if ways.ndim == 2 else None) if count is not None}
        if len(counts) > 1:
            raise ValueError(f"poses and displacements must have as many rows, got {given} and {len(ways)}")
        count, work = counts.pop() if counts else 1, read_work(threads, errors)
        ways = np.ascontiguousarray(np.broadcast_to(ways, (count, 3)))
        return ray_hits(_clearance.scene_casts(self, shape, starts, ways, target, overlap, work), work)


def _options(
    up: Union[Sequence[float], npt.ArrayLike],
    skin: float,
    max_slope: float,
    step_height: float,
    snap: float,
    max_slides: int,
    own: Optional[str],
) -> _clearance._Walks:
    lengths = number("skin", skin), number("max_slope", max_slope), number("step_height", step_height), number("snap", snap)
    return (vector("up", up), *lengths, whole("max_slides", max_slides), own)


def _hit(found: _clearance._Hit) -> WalkHit:
    body, part, ground, normal, point, fraction, floor_normal = found
    return WalkHit(body, part, ground, normal, point, fraction, floor_normal)  # type: ignore[arg-type]
