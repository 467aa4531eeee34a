"""Geometries with the constructors and the fields that python-fcl has: full sides and lengths, along z."""

from __future__ import annotations

from typing import Any, NoReturn, Union

import numpy as np
import numpy.typing as npt

from .. import _clearance
from ..combined import Hull
from ..meshes import Mesh
from ..simple import Box as _Box
from ..simple import Capsule as _Capsule
from ..simple import Cone as _Cone
from ..simple import Cylinder as _Cylinder
from ..simple import Ellipsoid as _Ellipsoid
from ..simple import Halfspace as _Halfspace
from ..simple import Sphere as _Sphere
from ..simple import Triangle as _Triangle
from .changes import changed
from .constants import NODE_TYPE, OBJECT_TYPE
from .transform import Array, three

Body = Union[_clearance.Shape, Mesh]


class CollisionGeometry:
    """The geometry of a collision object. Its fields may be set; the next query of its objects sees them."""

    _node = NODE_TYPE.BV_UNKNOWN
    _object = OBJECT_TYPE.OT_GEOM

    def __init__(self) -> None:
        self._set()

    def _set(self, **fields: Any) -> None:
        """Takes fields over, and makes the body that they describe: all or nothing."""
        before = self.__dict__.get("_fields", {})
        self._fields: dict[str, Any] = {**before, **fields}
        try:
            self._body = self._make()
        except Exception:
            self._fields = before
            raise
        changed()

    def _make(self) -> Body | None:
        return None

    @property
    def body(self) -> Body:
        """The shape or mesh of this package."""
        if self._body is None:
            raise ValueError(f"a {type(self).__name__} has no body of its own")
        return self._body

    def getNodeType(self) -> int | None:
        """The kind, a number of ``NODE_TYPE``; None for a geometry without a kind."""
        return self._node if self._node != NODE_TYPE.BV_UNKNOWN else None

    def computeLocalAABB(self) -> None:
        """Does nothing: boxes are kept up to date by themselves."""

    @property
    def aabb_center(self) -> Array:
        """The middle of the box around the geometry, in its own frame."""
        body = self.body
        if isinstance(body, Mesh):
            low, high = body.vertices.min(axis=0), body.vertices.max(axis=0)
        else:
            low, high = (np.array([body.support(sign * axis)[i] for i, axis in enumerate(np.eye(3))]) for sign in (-1, 1))
        return np.asarray((low + high) / 2, dtype=np.float64)


class _Field:
    """A field of a geometry that may be set."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, geometry: CollisionGeometry, owner: type | None = None) -> Any:
        value = geometry._fields[self._name]
        return value.copy() if isinstance(value, np.ndarray) else value

    def __set__(self, geometry: CollisionGeometry, value: Any) -> None:
        old = geometry._fields[self._name]
        geometry._set(**{self._name: three(self._name, value) if isinstance(old, np.ndarray) else float(value)})


class TriangleP(CollisionGeometry):
    """A triangle of three points."""

    _node = NODE_TYPE.GEOM_TRIANGLE
    a, b, c = _Field(), _Field(), _Field()

    def __init__(self, a: npt.ArrayLike, b: npt.ArrayLike, c: npt.ArrayLike) -> None:
        self._set(a=three("a", a), b=three("b", b), c=three("c", c))

    def _make(self) -> Body:
        return _Triangle(*self._fields.values())


class Box(CollisionGeometry):
    """A box of three full sides about the origin."""

    _node = NODE_TYPE.GEOM_BOX
    side = _Field()

    def __init__(self, x: float, y: float, z: float) -> None:
        self._set(side=three("side", (x, y, z)))

    def _make(self) -> Body:
        return _Box(self._fields["side"] / 2)


class Sphere(CollisionGeometry):
    """A ball of a radius."""

    _node = NODE_TYPE.GEOM_SPHERE
    radius = _Field()

    def __init__(self, radius: float) -> None:
        self._set(radius=float(radius))

    def _make(self) -> Body:
        return _Sphere(self._fields["radius"])


class Ellipsoid(CollisionGeometry):
    """An ellipsoid of three radii."""

    _node = NODE_TYPE.GEOM_ELLIPSOID
    radii = _Field()

    def __init__(self, a: float, b: float, c: float) -> None:
        self._set(radii=three("radii", (a, b, c)))

    def _make(self) -> Body:
        return _Ellipsoid(self._fields["radii"])


class _Round(CollisionGeometry):
    radius, lz = _Field(), _Field()

    def __init__(self, radius: float, lz: float) -> None:
        self._set(radius=float(radius), lz=float(lz))

    @property
    def _sizes(self) -> tuple[float, float]:
        return self._fields["radius"], self._fields["lz"] / 2


class Capsule(_Round):
    """A capsule: ``lz`` is the length between the centers of its caps."""

    _node = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Body:
        return _Capsule(*self._sizes)


class Cone(_Round):
    """A cone of full height ``lz``, its apex at ``lz / 2``."""

    _node = NODE_TYPE.GEOM_CONE

    def _make(self) -> Body:
        return _Cone(*self._sizes)


class Cylinder(_Round):
    """A cylinder of full length ``lz``."""

    _node = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Body:
        return _Cylinder(*self._sizes)


class _Flat(CollisionGeometry):
    n, d = _Field(), _Field()

    def __init__(self, n: npt.ArrayLike, d: float) -> None:
        self._set(n=three("n", n), d=float(d))

    def _make(self) -> Body:
        # As in FCL the normal becomes a unit vector, and the offset with it.
        return _Halfspace(self._fields["n"], self._fields["d"])


class Halfspace(_Flat):
    """All points with ``n . x <= d``."""

    _node = NODE_TYPE.GEOM_HALFSPACE


class Plane(_Flat):
    """All points with ``n . x = d``. It is a body of pairs with bounded bodies, and no object of a manager."""

    _node = NODE_TYPE.GEOM_PLANE

    @property
    def sides(self) -> tuple[Body, Body]:
        """The halfspaces on both sides of the plane."""
        n, d = self._fields["n"], self._fields["d"]
        return _Halfspace(n, d), _Halfspace(-n, -d)

    @property
    def body(self) -> Body:
        """None: it is answered by its two sides."""
        raise ValueError("a Plane is a body of pairs only; use two Halfspaces in managers and motions")


class Convex(CollisionGeometry):
    """The convex hull of vertices. Faces are those of the hull, whatever is given: the list may be wrong, and the answers are not.

    Parameters
    ----------
    num_faces, faces
        As in FCL: for each face how many corners it has, and the places of these.
    """

    _node = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: npt.ArrayLike, num_faces: int, faces: npt.ArrayLike) -> None:
        self._num_faces = int(num_faces)
        self._set(vertices=np.array(vertices, dtype=np.float64))

    def _make(self) -> Body:
        return Hull(self._fields["vertices"])

    @property
    def num_faces(self) -> int:
        """The number of given faces."""
        return self._num_faces


class BVHModel(CollisionGeometry):
    """A mesh. One that is closed and oriented is a solid here: a body inside of it is in contact with it; in FCL it is a surface."""

    _node = NODE_TYPE.BV_OBBRSS
    _object = OBJECT_TYPE.OT_BVH

    def __init__(self) -> None:
        self._vertices: list[Array] = []
        self._triangles: list[npt.NDArray[np.int64]] = []
        self._state = "empty"
        super().__init__()

    def num_tries_(self) -> int:
        """The number of triangles."""
        return sum(len(triangles) for triangles in self._triangles)

    def buildState(self) -> int:
        """0 before it is begun, 1 while it is built, 2 when it is ended."""
        return {"empty": 0, "begun": 1, "ended": 2}[self._state]

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begins with no triangles; the numbers are not needed."""
        self._vertices, self._triangles, self._state = [], [], "begun"
        return 0

    def endModel(self) -> int:
        """Makes the mesh of what was added."""
        self._begun()
        vertices = np.concatenate([*self._vertices, np.empty((0, 3))])
        triangles = np.concatenate([*self._triangles, np.empty((0, 3), np.int64)])
        if not len(triangles):
            raise ValueError("a model must have triangles, got none")
        self._set(mesh=Mesh(vertices, triangles))
        self._state = "ended"
        return 0

    def addVertex(self, x: float, y: float, z: float) -> bool:
        """Adds a vertex for triangles of later :meth:`addSubModel` calls; alone it bounds nothing."""
        self._begun()
        self._vertices.append(three("vertex", (x, y, z))[None])
        return True

    def addTriangle(self, v1: npt.ArrayLike, v2: npt.ArrayLike, v3: npt.ArrayLike) -> bool:
        """Adds a triangle of three points."""
        return self.addSubModel([three("vertex", v) for v in (v1, v2, v3)], [(0, 1, 2)])

    def addSubModel(self, verts: npt.ArrayLike, triangles: npt.ArrayLike) -> bool:
        """Adds vertices, and triangles that name places among them."""
        self._begun()
        points, places = np.array(verts, dtype=np.float64), np.array(triangles, dtype=np.int64)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"verts must have the shape (n, 3), got {points.shape}")
        if places.size and not 0 <= places.min() <= places.max() < len(points):
            raise ValueError(f"triangles must name vertices from 0 to {len(points) - 1}, got {places.min()} to {places.max()}")
        first = sum(map(len, self._vertices))
        self._vertices.append(points)
        self._triangles.append(places.reshape(-1, 3) + first)
        return True

    def _begun(self) -> None:
        if self._state != "begun":
            raise ValueError("a model is built between beginModel and endModel")

    def _make(self) -> Body | None:
        return self._fields.get("mesh")

    @property
    def body(self) -> Body:
        """The mesh; a model that is not ended is ended first, as FCL takes it."""
        if self._body is None and self._state == "begun":
            self.endModel()
        if self._body is None:
            raise ValueError("a model must have triangles, got none")
        return self._body


class OcTree(CollisionGeometry):
    """Trees of octomap are not read: hand their occupied cells over as Boxes, or their points as Spheres."""

    def __init__(self, *_: Any, **__: Any) -> NoReturn:
        raise NotImplementedError("OcTree: hand occupied cells over as Boxes")
