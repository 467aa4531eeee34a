"""Scenes: many named bodies, and queries about all of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any, Union

from . import _clearance, pages
from ._clearance import Pose
from ._clearance import Shape as _Shape
from .hints import hinted
from .meshes import Mesh
from .poses import PoseLike
from .rows import read_poses
from .scene_casts import CastQueries
from .scene_pairs import PairQueries
from .scene_walks import WalkQueries
from .watches import Watch
from .vectors import number


@hinted
class Scene(PairQueries, CastQueries, WalkQueries):
    """Many named bodies. Every answer is proven for all pairs: pairs that are not reported are farther apart.

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

    @classmethod
    def from_cad(cls, source: Any, *, tolerance: Union[float, str] = "0.01mm", shapes: bool = True) -> Scene:
        """The parts of a STEP, IGES or BREP file, or of an object of CadQuery, build123d or FreeCAD, in metres, by their paths of names.

        Parameters
        ----------
        source
            The path of a file, or an object with a shape of OpenCASCADE (``pip install './bindings/python[cad]'``).
        tolerance : float or str
            How far triangles may be from curved faces, in metres or with a unit. Bounds count how far they are.
        shapes : bool
            Solids that are a box, a cylinder, a cone or a sphere become one, without triangles.

        Raises
        ------
        ValueError
            If a part cannot be used; names all of them. :func:`clearance.cad.read` returns the others.
        """
        from .cad import read, scene_of

        parts = read(source, tolerance=tolerance, shapes=shapes)
        wrong = [f"{part.name}: {part.problem}" for part in parts if part.problem is not None]
        if wrong:
            raise ValueError(f"parts cannot be used: {'; '.join(wrong)}")
        return cls.from_json(scene_of(parts))

    def add(
        self, name: str, shape: Union[_Shape, Mesh], pose: PoseLike = Pose(), *, margin: float = 0.0, fixed: bool = False
    ) -> None:
        """Adds a body under a unique name.

        Parameters
        ----------
        shape : Shape or Mesh
            Halfspaces are not checked with one another.
        margin : float
            The distance that others should keep; a pair's margin is the sum of its bodies' margins. Distances stay geometric.
        fixed : bool
            A fixed body is not checked against other fixed bodies.
        """
        self._add(name, shape, pose, number("margin", margin), fixed)

    def move(self, name: str, pose: PoseLike) -> None:
        """Moves a body to a new pose."""
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
            A unique name for each body.
        shapes : Shape or Mesh, or a sequence of them
            One for all bodies, or one for each.
        poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
            In the world: x y z qw qx qy qz, or matrices. One pose applies to all.
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
        self._add_many(given, [shapes] if isinstance(shapes, (_Shape, _clearance.Mesh)) else list(shapes), rows, number("margin", margin), fixed)

    def move_many(self, names: Sequence[str], poses: Any) -> None:
        """Moves many bodies in one call: all of them, or none if one cannot be moved.

        Parameters
        ----------
        names : sequence of str
            The bodies to move; a body named twice gets its last pose.
        poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
            Their new poses: x y z qw qx qy qz in the world, or matrices.
        """
        self._move_many(list(names), _rows_of(poses, len(names)))

    def watch(self) -> Watch:
        """A :class:`Watch` of this scene: for scenes that move a little at a time."""
        return Watch(self)

    def remove(self, name: str) -> None:
        """Removes a body."""
        self._remove(name)

    def ignore(self, a: str, b: str, ignored: bool = True) -> None:
        """Excludes a pair from every query except ``between``, or includes it again."""
        self._ignore(a, b, ignored)

    def set_margin(self, a: str, b: str, margin: float) -> None:
        """Sets the margin of a pair, in place of the sum of its bodies' margins."""
        self._set_margin(a, b, number("margin", margin))

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
