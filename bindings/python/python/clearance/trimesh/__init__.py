"""trimesh's collision manager with answers of this package, and bodies from and to its meshes.

>>> from clearance.trimesh import CollisionManager  # in place of trimesh.collision.CollisionManager

The manager needs no trimesh: it reads ``vertices``, ``faces`` and ``is_convex`` of what it is given. What is answered otherwise than by
trimesh with FCL is listed in docs/python/trimesh_fcl.md.
"""

from __future__ import annotations

from .convert import from_trimesh, scene_from_trimesh, to_trimesh
from .data import ContactData, DistanceData
from .manager import CollisionManager, scene_to_collision

__all__ = [
    "CollisionManager",
    "ContactData",
    "DistanceData",
    "from_trimesh",
    "scene_from_trimesh",
    "scene_to_collision",
    "to_trimesh",
]
