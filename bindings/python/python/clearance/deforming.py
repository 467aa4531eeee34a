"""Deforming features and meshes: their points move on straight lines, and contacts are decided exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional

import numpy as np
import numpy.typing as npt

from . import _clearance
from .arrays import point_rows
from .hints import hinted
from .rows import read_work, real_numbers
from .vectors import number


@dataclass(frozen=True, eq=False)
class FeatureContacts:
    """The first contacts of many pairs of features: one array for each attribute, a row for each pair.

    Attributes
    ----------
    status : int8
        0 a contact, 1 none; both are proven.
    toi_lower, toi_upper
        The time of the first contact is between them: adjacent floats, or the time itself. With a distance to keep, the features
        are farther apart before the lower one, and that near at a time between both. NaN without a contact.
    weights : of shape (n, 4)
        Of the four points at the contact; those of each feature have the sum 1.
    normal : of shape (n, 3)
        A unit vector from the first feature to the second just before the contact.
    """

    status: npt.NDArray[np.int8]
    toi_lower: npt.NDArray[np.float64]
    toi_upper: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]

    @property
    def hit(self) -> npt.NDArray[np.bool_]:
        """Where there is a contact."""
        hit: npt.NDArray[np.bool_] = self.status == 0
        return hit

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} pairs, {int(self.hit.sum())} hits>"


@hinted
def vertex_face(points: npt.ArrayLike, distance: float = 0.0, *, threads: Optional[int] = None) -> FeatureContacts:
    """The first contacts of vertices and triangles whose points move on straight lines over 0 to 1, exactly.

    Parameters
    ----------
    points : array of shape (n, 4, 2, 3), or (4, 2, 3) of one pair
        The vertex and the corners of the triangle, each at the start and at the end.
    distance : float
        The distance that counts as contact.
    threads : int, optional
        By default one for each processor.

    Raises
    ------
    ValueError
        Names the row: ``points[17]: coordinate of a moving point must be finite, got nan``.

    Examples
    --------
    A vertex falls from 3 to -1 onto a triangle on the floor:

    >>> import clearance as cl
    >>> corners = [[[0, 0, 0]] * 2, [[4, 0, 0]] * 2, [[0, 4, 0]] * 2]
    >>> found = cl.vertex_face([[[1, 1, 3], [1, 1, -1]], *corners])
    >>> found.toi_lower, found.toi_upper, found.weights
    (array([0.75]), array([0.75]), array([[1.  , 0.5 , 0.25, 0.25]]))
    """
    return _first_contacts(points, False, distance, threads)


@hinted
def edge_edge(points: npt.ArrayLike, distance: float = 0.0, *, threads: Optional[int] = None) -> FeatureContacts:
    """The first contacts of pairs of edges whose points move on straight lines over 0 to 1, exactly.

    Parameters
    ----------
    points : array of shape (n, 4, 2, 3), or (4, 2, 3) of one pair
        The ends of the first edge and those of the second, each at the start and at the end.
    distance, threads
        As of :func:`vertex_face`.

    Examples
    --------
    An edge moves through another one, from 2 to -2:

    >>> import clearance as cl
    >>> ends = [[[0, 0, -1]] * 2, [[0, 0, 3]] * 2, [[2, -1, 0], [-2, -1, 0]], [[2, 1, 0], [-2, 1, 0]]]
    >>> cl.edge_edge(ends).toi_lower, cl.edge_edge([ends], 0.5).toi_lower.round(9)
    (array([0.5]), array([0.375]))
    """
    return _first_contacts(points, True, distance, threads)


def _first_contacts(points: npt.ArrayLike, edges: bool, distance: float, threads: Optional[int]) -> FeatureContacts:
    given = real_numbers("points", points)
    if given.ndim not in (3, 4) or given.shape[-3:] != (4, 2, 3):
        raise ValueError(f"points must have the shape (n, 4, 2, 3), or (4, 2, 3) of one pair, got {given.shape}")
    rows = np.ascontiguousarray(given, np.float64).reshape(-1, 24)
    found = _clearance.first_contacts(rows, edges, number("distance", distance), read_work(threads, "raise"))
    return FeatureContacts(*_columns(found))


def _columns(found: Any) -> tuple[Any, ...]:
    status, times, weights, normals = found
    lower, upper = times.reshape(-1, 2).T.copy()
    return status, lower, upper, weights.reshape(-1, 4), normals.reshape(-1, 3)


Kind = Literal["vertex_face", "face_vertex", "edge_edge"]
_KINDS: tuple[Kind, ...] = ("vertex_face", "face_vertex", "edge_edge")


@dataclass(frozen=True, eq=False)
class MeshContact:
    """A contact of two meshes that deform.

    Attributes
    ----------
    kind
        The features that meet: "vertex_face", a vertex of A and a triangle of B; "face_vertex", a triangle of A and a vertex of B; "edge_edge".
    a, b
        The indices of the two features in their meshes; edges are those of :attr:`DeformingMesh.edges`.
    toi_lower, toi_upper
        Bounds of the time, as of :class:`FeatureContacts`.
    weights : of shape (4,)
        Of the vertex and the corners of the triangle, or of the ends of both edges.
    normal : of shape (3,)
        From the vertex to the triangle, or from the edge of A to that of B.
    """

    kind: Kind
    a: int
    b: int
    toi_lower: float
    toi_upper: float
    weights: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MeshContacts(FeatureContacts):
    """The contacts of two meshes that deform, by their times.

    Attributes
    ----------
    kind : int8
        0 a vertex of A and a triangle of B, 1 a triangle of A and a vertex of B, 2 two edges.
    a, b : uint32
        The indices of the features in their meshes.
    """

    kind: npt.NDArray[np.int8]
    a: npt.NDArray[np.uint32]
    b: npt.NDArray[np.uint32]


@hinted
class DeformingMesh(_clearance.DeformingMesh):
    """A mesh whose vertices move on straight lines from 0 to 1 in each step.

    Contacts with another mesh are those of vertices with triangles and of edges with edges, each decided exactly. Trees of the boxes
    that features sweep are refitted from step to step.

    Parameters
    ----------
    vertices : array of shape (n, 3)
        Where the vertices are; the first step leaves them there.
    triangles : array of shape (m, 3) of integers
        Their corners, any surface or soup.

    Attributes
    ----------
    start, end : array of shape (n, 3)
        The vertices at both ends of the step.
    triangles : array of shape (m, 3)
        As given.
    edges : array of shape (k, 2)
        The edges of the triangles, each once, in the order of their vertices.

    Examples
    --------
    A sheet falls from 3 to -1:

    >>> import clearance as cl, numpy as np
    >>> corners = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0]])
    >>> floor, sheet = cl.DeformingMesh(corners, [[0, 1, 2]]), cl.DeformingMesh(corners + [0, 0, 3], [[0, 1, 2]])
    >>> sheet.move_to(corners - [0, 0, 1])
    >>> sheet.max_step(floor)
    0.75
    """

    def __new__(cls, vertices: npt.ArrayLike, triangles: npt.ArrayLike) -> DeformingMesh:
        points = point_rows("vertices", vertices)
        places = np.asarray(triangles)
        if places.ndim != 2 or places.shape[1] != 3 or places.dtype.kind not in "iu":
            raise ValueError(f"triangles must be integers of the shape (m, 3), got {places.dtype} {places.shape}")
        if places.size and not 0 <= places.min() <= places.max() < len(points):
            raise ValueError(f"triangles must name vertices from 0 to {len(points) - 1}, got {places.min()} to {places.max()}")
        return super().__new__(cls, points, np.ascontiguousarray(places, np.uint32))

    @property
    def start(self) -> npt.NDArray[np.float64]:
        return self._start().reshape(-1, 3)

    @property
    def end(self) -> npt.NDArray[np.float64]:
        return self._end().reshape(-1, 3)

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        return self._triangles().reshape(-1, 3)

    @property
    def edges(self) -> npt.NDArray[np.uint32]:
        return self._edges().reshape(-1, 2)

    def move_to(self, vertices: npt.ArrayLike) -> None:
        """Begins the next step: from where the last one ended to these places."""
        self._move_to(point_rows("vertices", vertices))

    def set_step(self, start: npt.ArrayLike, end: npt.ArrayLike) -> None:
        """Sets the vertices at both ends of the step."""
        self._set_step(point_rows("start", start), point_rows("end", end))

    def first_contact(self, other: Optional[_clearance.DeformingMesh] = None, distance: float = 0.0) -> Optional[MeshContact]:
        """The first contact with another mesh in the step; None if they stay farther apart than the distance, proven.

        Without another mesh, the first contact of the mesh with itself: of features that share no vertex.
        """
        found = self._first_contact(other, number("distance", distance))
        rows = _contacts(found)
        if not len(rows):
            return None
        times = float(rows.toi_lower[0]), float(rows.toi_upper[0])
        return MeshContact(_KINDS[rows.kind[0]], int(rows.a[0]), int(rows.b[0]), *times, rows.weights[0], rows.normal[0])

    def contacts(self, other: Optional[_clearance.DeformingMesh] = None, distance: float = 0.0) -> MeshContacts:
        """All pairs of features that come within the distance in the step, by the time at which they first do."""
        return _contacts(self._contacts(other, number("distance", distance)))

    def max_step(self, other: Optional[_clearance.DeformingMesh] = None, distance: float = 0.0) -> float:
        """The largest fraction of the step before which the meshes are proven to be farther apart than the distance; 1 if they always are.

        For the line searches of barrier methods.
        """
        return self._max_step(other, number("distance", distance))

    def __repr__(self) -> str:
        return f"<DeformingMesh of {len(self.triangles)} triangles>"


def _contacts(found: Any) -> MeshContacts:
    kind, a, b, contacts = found
    status, lower, upper, weights, normal = _columns(contacts)
    return MeshContacts(status, lower, upper, weights, normal, kind, a, b)
