"""Triangle meshes: bodies that need not be convex."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _clearance
from .combined import Hull
from .decompositions import Decomposition, decomposed
from .fields import PointQueries, Progress
from .hints import hinted
from .pages import existing
from .points import PointDistances
from .polyhedra import MeshReport, reported
from .rays import RayHits, ray_hits, read_rays
from .rows import Errors, real_numbers
from .walls import Thickness, measured


@hinted
class Mesh(_clearance.Mesh, PointQueries):
    """A surface of triangles, or the solid inside it if it is closed and oriented: a body for pairs, tables and scenes.

    Frozen, comparable and picklable. Its convex hull is ``Hull(mesh.vertices)``.

    Parameters
    ----------
    vertices : array of shape (n, 3)
        Equal vertices are merged, and unused ones removed.
    triangles : array of shape (m, 3) of integers
        Indices of vertices, counterclockwise seen from outside; an inside-out solid is turned around.
    tessellation : float, optional
        How far the triangles are from the surface of the solid that they were made of. Bounds of :func:`signed_distance`, :func:`assembly` and of
        ``closest``, ``within``, ``between`` and ``contacts`` of scenes are then those of the solid; other queries refuse the mesh.
    tessellation_proven : bool
        Whether that is proven, as :mod:`clearance.cad` does.

    Attributes
    ----------
    kind
        "mesh", as in the JSON format.
    is_solid
        Whether it has an inside. Other meshes are surfaces.
    is_convex
        Whether it is closed and bounds a convex body, decided exactly.
    area, volume
        The volume is None if it is not solid.

    Examples
    --------
    >>> corner = Mesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    >>> corner, corner.is_solid, corner.volume
    (<Mesh of 4 triangles, solid>, True, 121.5)
    """

    def __new__(
        cls, vertices: npt.ArrayLike, triangles: npt.ArrayLike, *, tessellation: float | None = None, tessellation_proven: bool = False
    ) -> Mesh:
        points = real_numbers("vertices", vertices)
        places = np.asarray(triangles)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"vertices must have the shape (n, 3), got {points.shape}")
        if places.ndim != 2 or places.shape[1] != 3 or places.dtype.kind not in "iu":
            raise ValueError(f"triangles must be integers of the shape (m, 3), got {places.dtype} {places.shape}")
        if places.size and not 0 <= places.min() <= places.max() < len(points):
            raise ValueError(f"triangles must name vertices from 0 to {len(points) - 1}, got {places.min()} to {places.max()}")
        corners = np.ascontiguousarray(places, np.uint32)
        return super().__new__(cls, np.ascontiguousarray(points, np.float64), corners, tessellation, tessellation_proven)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], scale: float | Sequence[float] = 1.0) -> Mesh:
        """The triangles of a mesh file: .obj, .stl, .ply, .off, .dae, .glb, .gltf or .3mf.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If it cannot be read; names the file and what was expected.
        """
        vertices, triangles = _clearance.mesh_file(existing(path))
        points = np.frombuffer(vertices).reshape(-1, 3) * scale_factors(scale)
        return cls(points, np.frombuffer(triangles, np.uint32).reshape(-1, 3))

    @classmethod
    def _of_json(cls, tree: dict[str, Any], folder: str) -> Mesh | Hull:
        """The mesh as it is, as its hull if it is convex; or its hull."""
        form = tree.get("as")
        if form == "parts" or "weld" in tree:
            what = '"as": "parts"' if form == "parts" else '"weld"'
            raise ValueError(f'{what} is for scenes and pair cases, expected "as": "hull" or "mesh"')
        factors = scale_factors(tree.get("scale", 1.0))
        if "file" in tree:
            found = _clearance.mesh_file(existing(os.path.join(folder, tree["file"])))
            vertices, triangles = np.frombuffer(found[0]).reshape(-1, 3), np.frombuffer(found[1], np.uint32).reshape(-1, 3)
        else:
            vertices, triangles = np.array(tree["vertices"], np.float64), np.array(tree["triangles"])
        if "tessellation" in tree and form != "hull":
            given = tree["tessellation"]
            error, proven = (given["error"], given.get("proven", False)) if isinstance(given, dict) else (given, False)
            return cls(vertices * factors, triangles, tessellation=error, tessellation_proven=proven)
        if form == "hull" or form is None and not len(triangles):
            return Hull(vertices * factors)
        mesh = cls(vertices * factors, triangles)
        return Hull(mesh.vertices) if form is None and mesh.is_convex else mesh

    def report(self) -> MeshReport:
        """The properties of the given mesh: closed, oriented, manifold, components, self-intersections, volume, area.

        Examples
        --------
        >>> open_corner = Mesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)])
        >>> found = open_corner.report()
        >>> found.closed, found.open_edges, found.oriented, found.self_intersections
        (False, 3, True, 0)
        """
        return reported(self)

    def decompose(self, *, error: float | None = None, max_parts: int = 64) -> Decomposition:
        """The fewest convex parts found that contain the mesh; equal for equal meshes, on every machine.

        Parameters
        ----------
        error : float, optional
            The largest permitted distance of a point in a part from the mesh. Default 2 % of the longest side.
        max_parts : int
            Maximum number of parts; if they are too few, the error is larger, and the larger one is proven.

        Other Python threads run meanwhile: a second or two for a thousand triangles.
        """
        return decomposed(self, error, max_parts)

    def thickness(self, side: str = "wall", *, samples: int = 0, within: float | None = None) -> Thickness:
        """The thickness of the walls of a closed mesh, or the gaps across its outside, at samples of its surface.

        Two lengths a sample, each proven: that of the ray along the normal to the next triangle, and the diameter of the largest ball that
        touches the sample on that side, is no longer than the ray, and holds no point of a triangle that faces the sample (within 60 degrees).
        Between the samples nothing is proven.

        Parameters
        ----------
        side : "wall" or "gap"
            Through the solid, or across the outside.
        samples : int
            About how many there are, spread by area; each triangle has at least one. With 0, its centroid.
        within : float, optional
            The largest length to look for. Default as long as the mesh.

        Examples
        --------
        >>> corners = [(x, y, z) for z in (0, 0.5) for y in (0, 6) for x in (0, 8)]
        >>> faces = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4)]
        >>> faces += [(2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]
        >>> plate = Mesh(corners, faces)
        >>> walls = plate.thickness()
        >>> walls.ray[walls.least_ray].round(9), walls.ball[walls.least_ball].round(9)
        (array([0.5, 0.5]), array([0.5, 0.5]))
        >>> plate.thickness("gap").least_ray is None
        True
        """
        return measured(self, side, samples, within)

    def point_distances(self, points: npt.ArrayLike, *, sign: str | None = None, progress: Progress | None = None) -> PointDistances:
        """Signed distances with bounds, nearest points, normals and ties.

        Parameters
        ----------
        points : array of shape (n, 3)
            In the mesh's frame. A point that is not finite does not affect the others: see ``errors``.
        sign : "winding", optional
            The sign of points in and around a mesh that is not closed, a scan with holes: inside where its winding number (A. Jacobson, L. Kavan and
            O. Sorkine-Hornung 2013) is above a half, proven; ``signed_distance`` is NaN and ``inside`` -1 where bounds leave that open. Triangles must
            turn counterclockwise seen from outside. Without it such a mesh is a surface without an inside.
        progress : callable, optional
            Called with the completed fraction, as for all bodies.

        Examples
        --------
        A corner without its slanted face:

        >>> open_corner = Mesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)])
        >>> open_corner.point_distances([(1, 1, 1)]).signed_distance
        array([1.])
        >>> open_corner.point_distances([(1, 1, 1), (-1, 0, 0)], sign="winding").signed_distance
        array([-1.,  1.])
        """
        from . import points as answers

        return answers.distances(self, points, progress, sign)

    def winding_numbers(self, points: npt.ArrayLike, *, width: float = 0.0) -> npt.NDArray[np.float64]:
        """Bounds of how often the surface winds around each point, ``(n, 2)``: a whole number for a closed mesh.

        Parameters
        ----------
        points : array of shape (n, 3)
            In the mesh's frame, and not on the mesh.
        width : float
            How wide the bounds may be; wide ones cost less. With 0 they are as narrow as rounding leaves them, about 1e-12.

        Examples
        --------
        Seen from its tip, the missing face of a corner fills an eighth of all directions:

        >>> open_corner = Mesh([(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)])
        >>> open_corner.winding_numbers([(1e-9, 1e-9, 1e-9)]).round(6)
        array([[0.875, 0.875]])
        """
        from . import points as answers

        return answers.winding_numbers(self, points, width)

    kind = "mesh"

    def to_json(self) -> dict[str, Any]:
        """A dict of the JSON format, with all vertices and triangles."""
        tree = {"kind": "mesh", "vertices": self.vertices.tolist(), "triangles": self.triangles.tolist(), "as": "mesh"}
        if self.tessellation is None:
            return tree
        return {**tree, "tessellation": {"error": self.tessellation, "proven": self.tessellation_proven}}

    @property
    def vertices(self) -> npt.NDArray[np.float64]:
        """The vertices of the triangles, ``(n, 3)``, read-only."""
        return np.frombuffer(self._vertices(), np.float64).reshape(-1, 3)

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """Indices of vertices, ``(m, 3)``, read-only; answers of scenes name triangles by their index here."""
        return np.frombuffer(self._triangles(), np.uint32).reshape(-1, 3)

    def cast_rays(
        self,
        origins: npt.ArrayLike,
        displacements: npt.ArrayLike,
        *,
        threads: int | None = None,
        errors: Errors = "raise",
    ) -> RayHits:
        """The first hit of each of many segments on the surface, in the frame of the mesh: exact, edges and vertices included.

        Only the surface counts, even for a solid mesh: from inside, a ray hits the wall. In a scene, such a ray hits a solid mesh
        at time 0 (:meth:`Scene.cast_rays`).

        Parameters
        ----------
        origins, displacements, threads, errors
            As of :meth:`Scene.cast_rays`.

        Examples
        --------
        >>> sail = Mesh([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)])
        >>> hits = sail.cast_rays([(1, 2, -1), (3, 2, -1)], (0, 0, 4))
        >>> hits.hit, hits.time, hits.barycentric[0]
        (array([ True, False]), array([0.25,  nan]), array([0.25, 0.25, 0.5 ]))
        """
        start, way, work = read_rays(origins, displacements, threads, errors)
        return ray_hits(_clearance.mesh_cast_rays(self, start, way, work), work)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__()[1])

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._vertices(), self._triangles(), self.tessellation, self.tessellation_proven)

    def __repr__(self) -> str:
        return f"<Mesh of {len(self.triangles)} triangles{', solid' if self.is_solid else ', a surface'}>"


@hinted
def load_mesh(path: str | os.PathLike[str], scale: float | Sequence[float] = 1.0) -> Hull:
    """The convex hull of a mesh file's vertices: .obj, .stl, .ply, .off, .dae, .glb, .gltf or .3mf.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it cannot be read; names the file and what was expected.
    """
    vertices, _ = _clearance.mesh_file(existing(path))
    return Hull(np.frombuffer(vertices).reshape(-1, 3) * scale_factors(scale))


def scale_factors(scale: float | Sequence[float]) -> npt.NDArray[np.float64]:
    """One factor, or one for each axis."""
    factors = np.array(scale, dtype=np.float64)
    if factors.shape not in [(), (3,)]:
        raise ValueError(f"scale must be a number or 3 numbers, got {scale!r}")
    return factors


def _restored(vertices: bytes, triangles: bytes, tessellation: float | None = None, proven: bool = False) -> Mesh:
    points, corners = np.frombuffer(vertices).reshape(-1, 3), np.frombuffer(triangles, np.uint32).reshape(-1, 3)
    return Mesh(points, corners, tessellation=tessellation, tessellation_proven=proven)
