"""Bodies from meshes of trimesh, and meshes of trimesh from bodies."""

from __future__ import annotations

from typing import Any, Union

import numpy as np
import numpy.typing as npt

from .. import _clearance
from .._clearance import Pose
from ..combined import Compound, Hull
from ..meshes import Mesh
from ..scenes import Scene

Body = Union[_clearance.Shape, Mesh]


def from_trimesh(mesh: Any) -> Union[Hull, Mesh]:
    """The body that :class:`CollisionManager` has for a mesh: the hull of its vertices if ``mesh.is_convex``, else the mesh as it is.

    Parameters
    ----------
    mesh : trimesh.Trimesh, or anything with ``vertices``, ``faces`` and ``is_convex``
        trimesh takes a mesh for convex up to rounding; its hull contains it.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> corner = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> from_trimesh(SimpleNamespace(vertices=corner[0], faces=corner[1], is_convex=False))
    <Mesh of 4 triangles, solid>
    """
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    return Hull(vertices) if mesh.is_convex else Mesh(vertices, np.asarray(mesh.faces))


def scene_from_trimesh(scene: Any) -> Scene:
    """The scene of a ``trimesh.Scene``: a body for each node that has a mesh, under the node's name.

    Raises
    ------
    ValueError
        Names the node whose transform is not rigid.
    """
    made, bodies = Scene(), {name: from_trimesh(mesh) for name, mesh in scene.geometry.items()}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        try:
            made.add(str(node), bodies[geometry], rigid(transform))
        except ValueError as error:
            raise ValueError(f"{node}: {error}") from None
    return made


def to_trimesh(body: Body, *, subdivisions: int = 3) -> Any:
    """A ``trimesh.Trimesh`` of a mesh, a shape or a compound; needs trimesh.

    Meshes, hulls and boxes have their own vertices. Of other shapes it is the hull of the points that are farthest along
    ``10 * 4**subdivisions + 2`` directions: inside of the body, and only for pictures.
    """
    import trimesh

    if isinstance(body, Mesh):
        return trimesh.Trimesh(body.vertices, body.triangles.astype(np.int64), process=False)
    if isinstance(body, Compound):
        parts = [to_trimesh(shape, subdivisions=subdivisions).apply_transform(pose.matrix()) for shape, pose in body.parts]
        return trimesh.util.concatenate(parts)
    if isinstance(body, Hull):
        hull = body
    elif body.kind == "halfspace":
        raise ValueError("a halfspace is unbounded: it has no mesh")
    else:
        directions = trimesh.creation.icosphere(subdivisions=subdivisions).vertices
        corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        hull = Hull([body.support(direction) for direction in [*corners, *directions]])
    return trimesh.Trimesh(hull.points, hull.triangles, process=False)


def rigid(transform: npt.ArrayLike) -> Pose:
    """The pose of a homogeneous matrix of 4 x 4; its rotation is that next to the matrix's, as float32 leaves it."""
    matrix = np.asarray(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise ValueError(f"transform must be (4, 4), got {matrix.shape}")
    given = Pose.from_matrix(matrix)
    return Pose(given.translation, quaternion_wxyz=given.quaternion_wxyz)
