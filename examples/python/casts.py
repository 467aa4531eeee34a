"""What does a ray, a moving shape, or a turning body hit first?"""

import math

import numpy as np

import clearance as cl

scene = cl.Scene()
scene.add("near", cl.Sphere(1), cl.Pose((4, 0, 0)))
scene.add("far", cl.Box((1, 1, 1)), cl.Pose((8, 0, 0)))

hit = scene.cast_ray((0, 0, 0), (12, 0, 0))
print(f"ray: {hit.body} at {hit.impact.time:.6f} of its length")

# A fan of 1000 rays in one call, at a mesh: a pyramid.
pyramid = cl.Mesh([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0), (0, 0, 2)], [(0, 2, 1), (0, 3, 2), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)])
angles = np.linspace(-math.pi / 4, math.pi / 4, 1000)
hits = pyramid.cast_rays((-4, 0, 0.5), 10 * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1))
print(f"fan: {hits.hit.sum()} of {len(hits)} rays hit triangle {set(hits.part[hits.hit].tolist())}, the nearest at {np.nanmin(hits.time):.6f}")

swept = scene.cast(cl.Capsule(0.5, 1), cl.Pose((0, 3, 0)), (12, 0, 0))
print(f"capsule beside both: {swept.body}")

# A door that swings by a quarter turn; rotation is followed exactly, however fast.
door = cl.Affine(cl.Box((0.4, 0.02, 1)), [[1, 0, 0], [0, 1, 0], [0, 0, 1]], (0.4, 0, 0))
swing = cl.Motion(cl.Pose(), angular=(0, 0, math.pi / 2))
impact = cl.time_of_impact(door, cl.Cylinder(0.2, 0.5), swing, cl.Pose((0.6, 0.6, 0)))
print(f"door: {impact.outcome} after {90 * impact.time:.3f} degrees")

# Output:
# ray: near at 0.250000 of its length
# fan: 288 of 1000 rays hit triangle {5}, the nearest at 0.325000
# capsule beside both: None
# door: hit after 30.042 degrees
