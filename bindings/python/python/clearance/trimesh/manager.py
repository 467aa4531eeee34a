"""A collision manager with the methods of ``trimesh.collision.CollisionManager``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any, Optional, cast
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt

from ..fcl.bodies import Bodies, Found
from ..fcl.geometry import BVHModel, CollisionGeometry, Convex
from ..fcl.objects import CollisionObject
from ..fcl.queries import collide
from ..fcl.requests import CollisionRequest, CollisionResult
from ..fcl.transform import Transform
from ..meshes import Mesh
from .convert import rigid
from .data import ContactData, DistanceData

EXTERNAL = "__external"
"""The name that results have for an object that is not in the manager."""

Transformation = Optional[npt.ArrayLike]
Collision = tuple[str, CollisionObject, str, CollisionObject]
Nearest = tuple[str, CollisionObject, str, CollisionObject, Any]


class CollisionManager:
    """Objects with names: whether they collide, and how far apart they are. Methods, arguments and return values are trimesh's.

    Every answer is of the objects at their transforms in float64: no pair is missed, and the distance is the least of all.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> import numpy as np
    >>> corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    >>> cube = SimpleNamespace(vertices=corners, faces=(), is_convex=True)  # a trimesh.Trimesh has these too
    >>> aside = np.eye(4)
    >>> aside[0, 3] = 3
    >>> manager = CollisionManager()
    >>> _ = manager.add_object("here", cube), manager.add_object("there", cube, aside)
    >>> manager.in_collision_internal(), manager.min_distance_internal(return_names=True)
    (False, (2.0, ('here', 'there')))
    """

    def __init__(self) -> None:
        self._objects: dict[str, CollisionObject] = {}
        self._names: dict[int, str] = {}
        self._bodies = Bodies()

    def add_object(self, name: str, mesh: Any, transform: Transformation = None) -> CollisionObject:
        """Adds an object, in place of the one that has its name.

        Parameters
        ----------
        mesh : trimesh.Trimesh
            Convex meshes are solids, and so are others that are closed and oriented; the rest are surfaces.
        transform : (4, 4) array, optional
            Rigid.

        Returns
        -------
        The object of :mod:`clearance.fcl`; setting its transform moves it here.
        """
        o = _object(mesh, transform)
        if name in self._objects:
            self.remove_object(name)
        self._objects[name], self._names[id(o)] = o, name
        self._bodies.add(o)
        return o

    def remove_object(self, name: str) -> None:
        """Takes an object out."""
        o = self._object(name)
        self._bodies.remove(o)
        del self._objects[name], self._names[id(o)]

    def set_transform(self, name: str, transform: npt.ArrayLike) -> None:
        """Puts an object elsewhere."""
        self._object(name).setTransform(_transform(transform))

    def in_collision_single(
        self, mesh: Any, transform: Transformation = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether a mesh that is not in the manager collides with any object.

        Returns
        -------
        is_collision : bool
        names : set of str
            With ``return_names``: all objects that collide with it.
        contacts : list of ContactData
            With ``return_data``: their contacts; the mesh has the name ``"__external"``.
        """
        o = _object(mesh, transform)
        found = ((self._name(other), other, EXTERNAL, o) for other in self._bodies.in_contact_with(o))
        return _collisions(found, (return_names, return_data), lambda pair: pair[0])

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects collide.

        Returns
        -------
        is_collision : bool
        names : set of pairs of str
            With ``return_names``: all pairs that collide, each in alphabetical order.
        contacts : list of ContactData
            With ``return_data``: their contacts.
        """
        found = ((self._name(a), a, self._name(b), b) for a, b in self._bodies.in_contact())
        return _collisions(found, (return_names, return_data), lambda pair: tuple(sorted((pair[0], pair[2]))))

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any object collides with any object of another manager.

        Returns
        -------
        is_collision : bool
        names : set of pairs of str
            With ``return_names``: all pairs that collide, the name in this manager first.
        contacts : list of ContactData
            With ``return_data``: their contacts.
        """
        found = (
            (self._name(mine), mine, other_manager._name(o), o)
            for o in other_manager._bodies
            for mine in self._bodies.in_contact_with(o)
        )
        return _collisions(found, (return_names, return_data), lambda pair: (pair[0], pair[2]))

    def min_distance_single(
        self, mesh: Any, transform: Transformation = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The least signed distance of a mesh that is not in the manager to any object; negative if they overlap.

        Returns
        -------
        distance : float
            The largest float if there are no objects. Of meshes that overlap and are not convex minus a depth that they are proven to have.
        name : str
            With ``return_name``: the object that is closest.
        data : DistanceData
            With ``return_data``; the mesh has the name ``"__external"``.
        """
        o = _object(mesh, transform)
        nearest = self._bodies.first_to(o)
        found = None if nearest is None else (self._name(nearest[0]), nearest[0], EXTERNAL, o, nearest[2])
        return _distance(found, (return_name, return_data), lambda pair: pair[0])

    def min_distance_internal(
        self, name: Optional[str] = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least signed distance of any two objects, or of the object of a name to any other.

        Returns
        -------
        distance : float
            As of :meth:`min_distance_single`.
        names : pair of str
            With ``return_names``: the closest objects in alphabetical order.
        data : DistanceData
            With ``return_data``.
        """
        nearest = self._bodies.first(None if name is None else self._object(name))
        found = None if nearest is None else self._named(nearest)
        return _distance(found, (return_names, return_data), lambda pair: tuple(sorted((pair[0], pair[2]))))

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least signed distance of any object to any object of another manager.

        Returns
        -------
        distance : float
            As of :meth:`min_distance_single`.
        names : pair of str
            With ``return_names``: the closest objects, the name in this manager first.
        data : DistanceData
            With ``return_data``.
        """
        best: Optional[Found] = None
        for o in other_manager._bodies:
            found = self._bodies.first_to(o)
            if found is not None and (best is None or found[2].upper < best[2].upper):
                best = found
        named = None if best is None else (self._name(best[0]), best[0], other_manager._name(best[1]), best[1], best[2])
        return _distance(named, (return_names, return_data), lambda pair: (pair[0], pair[2]))

    def _object(self, name: str) -> CollisionObject:
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")
        return self._objects[name]

    def _name(self, o: CollisionObject) -> str:
        return self._names[id(o)]

    def _named(self, found: Found) -> Nearest:
        a, b, near = found
        return self._name(a), a, self._name(b), b, near


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[Any, CollisionObject]]:
    """A manager with an object for each node of a ``trimesh.Scene`` that has a mesh, and the objects by the nodes' names."""
    manager, geometries = CollisionManager(), scene.geometry
    objects = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, geometries[geometry], transform)
    return manager, objects


# Geometries that are in use, by what they are made of: equal meshes are read, and their trees built, once.
_GEOMETRIES: WeakValueDictionary[tuple[bytes, bytes], CollisionGeometry] = WeakValueDictionary()


def _geometry(mesh: Any) -> CollisionGeometry:
    vertices = np.ascontiguousarray(mesh.vertices, dtype=np.float64)
    faces = np.empty((0, 3), np.int64) if mesh.is_convex else np.ascontiguousarray(mesh.faces, dtype=np.int64)
    key = (vertices.tobytes(), faces.tobytes())
    geometry = _GEOMETRIES.get(key)
    if geometry is None:
        geometry = Convex(vertices, 0, ()) if mesh.is_convex else _model(Mesh(vertices, faces))
        _GEOMETRIES[key] = geometry
    return geometry


def _model(mesh: Mesh) -> BVHModel:
    model = BVHModel()
    model._set(mesh=mesh)
    return model


def _transform(transform: Transformation) -> Transform:
    if transform is None:
        return Transform()
    made = Transform()
    made._pose = rigid(transform)
    return made


def _object(mesh: Any, transform: Transformation) -> CollisionObject:
    return CollisionObject(_geometry(mesh), _transform(transform))


def _collisions(found: Iterable[Collision], wanted: tuple[bool, bool], name: Any) -> Any:
    """Whether there are any, with names and contacts if they are wanted."""
    return_names, return_data = wanted
    if not (return_names or return_data):
        return any(True for _ in found)
    pairs = list(found)
    answer: list[Any] = [bool(pairs)]
    if return_names:
        answer.append({name(pair) for pair in pairs})
    if return_data:
        answer.append([contact for pair in pairs for contact in _contacts(pair)])
    return tuple(answer)


def _contacts(pair: Collision) -> Iterator[ContactData]:
    name_a, a, name_b, b = pair
    result = CollisionResult()
    collide(a, b, CollisionRequest(num_max_contacts=64, enable_contact=True), result)
    for contact in result.contacts:
        vectors = (contact.normal, contact.pos)
        yield ContactData((name_a, name_b), (contact.b1, contact.b2), vectors, contact.penetration_depth)


def _distance(found: Optional[Nearest], wanted: tuple[bool, bool], name: Any) -> Any:
    """The distance, with names and points if they are wanted; trimesh answers the largest float where there is no pair."""
    distance = sys.float_info.max if found is None else _number(found[4])
    if not any(wanted):
        return distance
    answer: list[Any] = [distance]
    if wanted[0]:
        answer.append(None if found is None else name(found))
    if wanted[1]:
        answer.append(None if found is None else _data(found, distance))
    return tuple(answer)


def _number(near: Any) -> float:
    return cast(float, near.upper if near.signed_distance is None else near.signed_distance)


def _data(found: Nearest, distance: float) -> DistanceData:
    name_a, a, name_b, b, near = found
    points = (np.array(near.witness_a), np.array(near.witness_b))
    indices = tuple(part if isinstance(o.body, Mesh) else -1 for o, part in ((a, near.part_a), (b, near.part_b)))
    return DistanceData((name_a, name_b), (indices[0], indices[1]), points, distance)

