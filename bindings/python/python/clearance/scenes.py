"""Scenes: many bodies with names, and questions about all of them."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy.typing as npt

from . import _clearance, pages
from ._clearance import Pose
from ._clearance import Shape as _Shape
from .hints import hinted
from .meshes import Mesh
from .poses import Motion, PoseLike
from .questions import impact_of, manifold_of
from .rays import RayHits, ray_hits, read_rays
from .rows import Errors, read_poses
from .values import Impact, Manifold, Status
from .vectors import Vector, vector

if TYPE_CHECKING:
    from .watches import Watch
    from .points import PointDistances


@dataclass(frozen=True)
class Near:
    """Two bodies of a scene and what is between them, in the world.

    Attributes
    ----------
    a, b
        The names of the bodies, the one that was added first first.
    part_a, part_b
        The closest or deepest parts of compounds, or triangles of meshes; 0 for convex bodies and halfspaces.
    signed_distance
        None if one of the bodies is not convex and they are not proven to be apart: then ``lower`` and ``upper`` enclose minus
        the depth, and ``local_depth`` is that of the two parts.
    normal, witness_a, witness_b
        Of the two parts: ``witness_b = witness_a + signed_distance * normal``.
    """

    a: str
    b: str
    part_a: int
    part_b: int
    collides: Optional[bool]
    status: Status
    signed_distance: Optional[float]
    lower: float
    upper: float
    local_depth: Optional[float]
    proven: bool
    normal: Vector
    witness_a: Vector
    witness_b: Vector


@dataclass(frozen=True)
class Closest:
    """The pairs with the least signed distances; the least of all pairs is between ``lower`` and ``upper``.

    ``ties`` are other pairs than the first that may be as close.
    """

    pairs: tuple[Near, ...]
    lower: float
    upper: float
    ties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Within:
    """The pairs that are proven to be within a distance, and those for which rounding leaves it open."""

    near: tuple[Near, ...]
    undecided: tuple[Near, ...]


@dataclass(frozen=True)
class Meeting:
    """Two bodies with a common point; not proven if rounding cannot decide whether they touch."""

    a: str
    b: str
    proven: bool


@dataclass(frozen=True)
class Struck:
    """What a cast meets first.

    Attributes
    ----------
    body
        The name of the body; None proves that the way is free.
    part
        The part of a compound, or the triangle of a mesh; 0 for others.
    impact
        When and where, in the world; its normal leads from the body to what strikes it. Before ``impact.time_lower`` nothing is met.
    ties
        Other bodies that may be the first.
    """

    body: Optional[str]
    part: int
    impact: Impact
    ties: tuple[str, ...]


@dataclass(frozen=True)
class Arrival:
    """The first contact of a scene that moves.

    Attributes
    ----------
    a, b
        The names of the bodies, the one that was added first first; None proves that no pair meets.
    part_a, part_b
        The parts of compounds, or triangles of meshes; 0 for others.
    impact
        When and where, in the world. Before ``impact.time_lower`` no pair meets.
    ties
        Other pairs that may be the first.
    """

    a: Optional[str]
    b: Optional[str]
    part_a: int
    part_b: int
    impact: Impact
    ties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Depth:
    """The length of the least translation of the second body that leaves it without a point in common with the first.

    Attributes
    ----------
    lower, upper
        Bounds of the length; zero for bodies that are apart.
    translation
        One that is no longer than ``upper``, and after which they touch at most, but for rounding.
    cells
        How many cells of translations were looked at.
    """

    lower: float
    upper: float
    translation: Vector
    cells: int


@hinted
class Scene(_clearance.Scene):
    """Many bodies with names. Every answer is proven for all pairs: those that are not reported are farther apart.

    Examples
    --------
    >>> import clearance as cl
    >>> scene = cl.Scene()
    >>> scene.add("table", cl.Box((1, 1, 0.05)), fixed=True)
    >>> scene.add("cup", cl.Sphere(0.1), cl.Pose((0.5, 0, 0.4)))
    >>> scene.add("spoon", cl.Capsule(0.01, 0.1, "x"), cl.Pose((0, 0, 0.1)))
    >>> [(pair.a, pair.b) for pair in scene.closest(2).pairs]
    [('table', 'spoon'), ('table', 'cup')]
    >>> scene.move("cup", cl.Pose((0.5, 0, 0.14)))
    >>> scene.contacts()
    [Meeting(a='table', b='cup', proven=True)]
    """

    def __new__(cls) -> Scene:
        return super().__new__(cls)

    @classmethod
    def from_json(cls, source: Union[str, dict[str, Any]], folder: Union[str, os.PathLike[str]] = ".") -> Scene:
        """The scene of a dict or JSON text of docs/reference/formats.md; mesh files are named relative to a folder."""
        scene = cls()
        scene._read(source if isinstance(source, str) else json.dumps(source), os.fspath(folder))
        return scene

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]]) -> Scene:
        """The scene of a file; mesh files are named relative to its folder."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            return cls.from_json(text, os.path.dirname(os.fspath(path)) or ".")
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}, {error}") from None

    def add(
        self, name: str, shape: Union[_Shape, Mesh], pose: PoseLike = Pose(), *, margin: float = 0.0, fixed: bool = False
    ) -> None:
        """Adds a body under a name that no other has.

        Parameters
        ----------
        shape : Shape or Mesh
            Halfspaces are not checked with one another.
        margin : float
            How far others should keep away; that of a pair is the sum of its bodies'. Distances stay geometric.
        fixed : bool
            Whether the body is not checked with other fixed ones.
        """
        self._add(name, shape, pose, float(margin), fixed)

    def move(self, name: str, pose: PoseLike) -> None:
        """Puts a body elsewhere."""
        self._move(name, pose)

    def add_many(
        self,
        names: Sequence[str],
        shapes: Union[_Shape, Mesh, Sequence[Union[_Shape, Mesh]]],
        poses: Any,
        *,
        margin: float = 0.0,
        fixed: bool = False,
    ) -> None:
        """Adds many bodies in one call: all of them, or none if one cannot be added.

        Parameters
        ----------
        names : sequence of str
            A name of its own for each body.
        shapes : Shape or Mesh, or a sequence of them
            One for all bodies, or one for each.
        poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
            In the world: x y z qw qx qy qz, or matrices. One pose stands for all.
        margin, fixed
            As of :meth:`add`, of every body.

        Examples
        --------
        >>> import clearance as cl, numpy as np
        >>> poses = np.zeros((3, 7))
        >>> poses[:, 0], poses[:, 3] = [0, 2, 5], 1
        >>> scene = cl.Scene()
        >>> scene.add_many(["a", "b", "c"], cl.Sphere(0.5), poses)
        >>> scene.closest().pairs[0].signed_distance, scene.names
        (1.0, ['a', 'b', 'c'])
        """
        given, rows = list(names), _rows_of(poses, len(names))
        self._add_many(given, [shapes] if isinstance(shapes, (_Shape, _clearance.Mesh)) else list(shapes), rows, float(margin), fixed)

    def move_many(self, names: Sequence[str], poses: Any) -> None:
        """Puts many bodies elsewhere in one call: all of them, or none if one cannot be moved.

        Parameters
        ----------
        names : sequence of str
            The bodies to be moved; one that is named twice gets its last pose.
        poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
            Where they are from now on: x y z qw qx qy qz in the world, or matrices.
        """
        self._move_many(list(names), _rows_of(poses, len(names)))

    def watch(self) -> Watch:
        """A :class:`Watch` of this scene: for scenes that move a little at a time."""
        from .watches import Watch

        return Watch(self)

    def remove(self, name: str) -> None:
        """Takes a body out."""
        self._remove(name)

    def ignore(self, a: str, b: str, ignored: bool = True) -> None:
        """Leaves a pair out of every question but ``between``, or takes it back in."""
        self._ignore(a, b, ignored)

    def set_margin(self, a: str, b: str, margin: float) -> None:
        """A margin of the pair's own, in place of the sum of its bodies'."""
        self._set_margin(a, b, float(margin))

    def closest(self, k: int = 1, *, max_distance: float = math.inf, body: Optional[str] = None) -> Closest:
        """The ``k`` pairs with the least signed distances: the closest, or the deepest where bodies overlap.

        Parameters
        ----------
        max_distance : float
            Farther pairs are left out.
        body : str, optional
            Only the pairs of this body.
        """
        return closest_of(self, k, float(max_distance), body)

    def within(self, max_distance: Optional[float] = None) -> Within:
        """All pairs whose signed distance is at most ``max_distance``, or that are nearer than their margins if it is None."""
        return within_of(self._within(None if max_distance is None else float(max_distance)))

    def contacts(self) -> list[Meeting]:
        """All pairs with a common point, touching included."""
        return [Meeting(a, b, proven) for (a, b), proven in self._contacts()]

    def between(self, a: str, b: str) -> Near:
        """What is between two bodies."""
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

    def depth(self, a: str, b: str, *, relative: float = 2.0**-7, max_cells: int = 100_000) -> Depth:
        """How deep two bodies are in one another, convex or not, enclosed as far as the budget goes.

        Parameters
        ----------
        relative : float
            The search ends once ``upper - lower <= relative * upper``.
        max_cells : int
            Maximum number of cells; 10**5 take some tenths of a second for small compounds.
        """
        lower, upper, translation, cells = _clearance.scene_depth(self, (a, b), float(relative), max_cells)
        return Depth(lower, upper, translation, cells)

    def point_distances(self, points: npt.ArrayLike) -> PointDistances:
        """The nearest body of each point, with signed distances, bounds, nearest points and normals in the world.

        Parameters
        ----------
        points : array of shape (n, 3)
            In the world. Margins and ignored pairs do not count.

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

        return of_scene(self, points)

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
        self, shape: Union[_Shape, Mesh], pose: PoseLike, displacement: Union[Sequence[float], npt.ArrayLike]
    ) -> Struck:
        """The first body that a shape, a compound or a mesh meets on its way from a pose along a straight line, without turning."""
        return self._cast(shape, pose, displacement)

    def _cast(
        self, shape: Union[_Shape, Mesh, None], pose: PoseLike, displacement: Union[Sequence[float], npt.ArrayLike]
    ) -> Struck:
        struck, found, ties = _clearance.scene_cast(self, shape, pose, vector("displacement", displacement))
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
        pair, found, ties = _clearance.scene_time_of_impact(self, list(motions.items()), float(target_distance))
        (a, b), (part_a, part_b) = pair if pair is not None else ((None, None), (0, 0))
        return Arrival(a, b, part_a, part_b, impact_of(found), tuple(ties))

    def to_html(self, file: Union[str, os.PathLike[str]], *, k: int = 12, title: str = "scene") -> None:
        """Writes a page that shows the bodies and the ``k`` closest pairs in 3D; it needs no network."""
        pages.write(self._page(k, title, "Scene.to_html"), file)

    def show(self, *, k: int = 12) -> None:
        """Opens the page of :meth:`to_html` in the browser."""
        pages.show(self._page(k, "scene", "Scene.show"))

    def _repr_html_(self) -> str:
        return pages.frame(self._page(12, "scene", "Scene"))

    def _page(self, k: int, title: str, made_by: str) -> str:
        return _clearance.scene_page(self, title, made_by, k)

    @property
    def names(self) -> list[str]:
        """The names of the bodies in the order in which they were added."""
        return self._names()

    def __len__(self) -> int:
        return self._count()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._has(name)

    def __repr__(self) -> str:
        return f"<Scene of {len(self)} bodies>"


def _rows_of(poses: Any, count: int) -> Any:
    rows, given = read_poses("poses", poses)
    if given is not None and given != count:
        raise ValueError(f"expected as many poses as names, got {given} and {count}")
    return rows


def closest_of(asked: Union[_clearance.Scene, _clearance.Watch], k: int, max_distance: float, body: Optional[str]) -> Closest:
    """The closest pairs of a scene, or of a watch of one."""
    if k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    rows, lower, upper, ties = asked._closest(k, max_distance) if body is None else asked._closest_to(body, k)
    pairs = tuple(near for near in map(near_of, rows) if near.lower <= max_distance)
    return Closest(pairs, lower, upper, tuple(ties))


def within_of(rows: tuple[list[_clearance._Row], list[_clearance._Row]]) -> Within:
    """The pairs within a distance, of their rows."""
    near, undecided = rows
    return Within(tuple(map(near_of, near)), tuple(map(near_of, undecided)))


def near_of(row: _clearance._Row) -> Near:
    """A pair, of its row."""
    (a, b), (part_a, part_b), numbers, vectors = row
    collides, status, signed_distance, lower, upper, local_depth, proven = numbers
    known = (signed_distance, lower, upper, local_depth, proven)
    return Near(a, b, part_a, part_b, collides, Status(status), *known, *vectors)
