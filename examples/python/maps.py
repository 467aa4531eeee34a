"""How near is a gripper to what a map, a scanner and a terrain give: leaves of an octree, points, heights?"""

import numpy as np

import clearance as cl

scene = cl.Scene()
scene.add("map", cl.Octree(centers=[(1, 1, 1), (2.5, 0.5, 0.5)], sizes=[2, 1]))
scene.add("scan", cl.PointCloud([(3.5, 0.5, 2), (9, 0, 0)], radius=0.125))
scene.add("ground", cl.HeightField(np.zeros((8, 8)), size=(10, 10), thickness=1))
scene.add("gripper", cl.Box((0.25, 0.25, 0.5)))
for z in (1, 0.25):
    scene.move("gripper", cl.Pose((3.5, 0.5, z)))
    for name in ("map", "scan", "ground"):
        found = scene.between(name, "gripper")
        print(f"at {z}: {name}", "is met" if found.collides else f"is {found.signed_distance:.6f} away")

# Output:
# at 1: map is 0.250000 away
# at 1: scan is 0.375000 away
# at 1: ground is 0.500000 away
# at 0.25: map is 0.250000 away
# at 0.25: scan is 1.125000 away
# at 0.25: ground is met
