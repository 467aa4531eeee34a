"""What a robot executes, in seconds: a spline as its controller interpolates it, a tracking error, and a cart that passes by."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
cart = {"kind": "box", "half_extents": [0.2, 0.2, 0.4]}
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene={"bodies": [{"name": "cart", "shape": cart}]})

# A quarter of a turn of the first joint in two seconds, at rest at both ends.
ready = [0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02]
turned = [1.5, *ready[1:]]


def swing(end: float) -> cl.Trajectory:
    """The cart comes along y = 0.5 and is known to 2 cm; the joints follow to 0.01 rad."""
    way = [{"time": time, "pose": {"translation": [x, 0.5, 0.4]}} for time, x in ((0, 2.2), (2, end))]
    moving = {"cart": {"motion": way, "uncertain": {"translation": [0.02, 0.02, 0]}}}
    return cl.Trajectory([0, 2], [ready, turned], velocities=[[0] * 8, [0] * 8], tube=0.01, bodies=moving)


free = robot.check(swing(1.2))
print(f"cart to 1.2: {free.result}, never nearer than {free.clearance_lower:.3f}")

hit = robot.check(swing(0.2))
print(f"cart to 0.2: {hit.pair[0]} and {hit.pair[1]} may collide from {hit.t_upper:.3f} s on")

certificate = robot.certificate(swing(1.2))
print(f"the certificate holds: {robot.verify(certificate, swing(1.2)).valid}")
print(f"beyond limits: {[breach.joint for breach in robot.beyond_limits(swing(1.2), accelerations={'panda_joint1': 2.0})]}")

# Output:
# cart to 1.2: free, never nearer than 0.133
# cart to 0.2: panda_hand and cart may collide from 1.840 s on
# the certificate holds: True
# beyond limits: ['panda_joint1']
