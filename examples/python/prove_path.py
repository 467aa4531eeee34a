"""Is a path of a robot free of collision everywhere, not just at its samples? With a certificate to check again."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
post = {"kind": "box", "half_extents": [0.05, 0.05, 0.6]}
world = {"bodies": [{"name": "post", "shape": post, "pose": {"translation": [0.25, -0.25, 0.6]}}]}
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=world)

ready = [0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02]
left, right = [0.5, *ready[1:]], [-1.2, *ready[1:]]

free = robot.check([ready, left])
print(f"to the left: {free.result}, never nearer than {free.clearance_lower:.4f}")

hit = robot.check([left, right])
print(f"to the right: {hit.result} between t = {hit.t_lower:.6f} and {hit.t_upper:.6f}, {hit.pair[0]} and {hit.pair[1]}")

certificate = robot.certificate([ready, left])
print(f"the certificate holds: {robot.verify(certificate).valid}")

# Output:
# to the left: free, never nearer than 0.0995
# to the right: hit between t = 0.489150 and 0.489150, panda_hand and post
# the certificate holds: True
