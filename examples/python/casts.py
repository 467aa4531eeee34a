"""What does a ray, a moving shape, or a turning body hit first?"""

import math

import clearance as cl

scene = cl.Scene()
scene.add("near", cl.Sphere(1), cl.Pose((4, 0, 0)))
scene.add("far", cl.Box((1, 1, 1)), cl.Pose((8, 0, 0)))

hit = scene.cast_ray((0, 0, 0), (12, 0, 0))
print(f"ray: {hit.body} at {hit.impact.time:.6f} of its length")

swept = scene.cast(cl.Capsule(0.5, 1), cl.Pose((0, 3, 0)), (12, 0, 0))
print(f"capsule beside both: {swept.body}")

# A door that swings by a quarter turn; rotation is followed exactly, however fast.
door = cl.Affine(cl.Box((0.4, 0.02, 1)), [[1, 0, 0], [0, 1, 0], [0, 0, 1]], (0.4, 0, 0))
swing = cl.Motion(cl.Pose(), angular=(0, 0, math.pi / 2))
impact = cl.time_of_impact(door, cl.Cylinder(0.2, 0.5), swing, cl.Pose((0.6, 0.6, 0)))
print(f"door: {impact.outcome} after {90 * impact.time:.3f} degrees")

# Output:
# ray: near at 0.250000 of its length
# capsule beside both: None
# door: hit after 30.042 degrees
