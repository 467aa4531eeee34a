"""A collision manager with the methods of trimesh's: meshes under names, collisions, the least distance. Without trimesh: pip install trimesh for its meshes."""

from types import SimpleNamespace

import numpy as np

from clearance import fcl
from clearance.trimesh import CollisionManager


def cube(side):
    """What the manager reads of a trimesh.Trimesh."""
    corners = np.array([(x, y, z) for x in (0, side) for y in (0, side) for z in (0, side)])
    return SimpleNamespace(vertices=corners, faces=(), is_convex=True)


def at(x, y, z):
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


manager = CollisionManager()
manager.add_object("table", cube(2))
manager.add_object("cup", cube(0.25), at(0.5, 0.5, 2.5))
print("collision:", manager.in_collision_internal())
print("distance:", *manager.min_distance_internal(return_names=True))

manager.set_transform("cup", at(0.5, 0.5, 1.875))
hit, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
print("collision:", names, "depth", contacts[0].depth, "normal", contacts[0].normal)

# The names of python-fcl.
box = fcl.CollisionObject(fcl.Box(1, 1, 1))
ball = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform([0, 0, 5]))
print("distance:", fcl.distance(box, ball))
result = fcl.ContinuousCollisionResult()
fcl.continuousCollide(box, fcl.Transform(), ball, fcl.Transform([0, 0, -3]), fcl.ContinuousCollisionRequest(), result)
print("first contact:", result.is_collide, round(result.time_of_contact, 9))

# Output:
# collision: False
# distance: 0.5 ('cup', 'table')
# collision: {('cup', 'table')} depth 0.125 normal [0. 0. 1.]
# distance: 4.0
# first contact: True 0.5
