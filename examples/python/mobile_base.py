"""Drive an arm on a cart through a door by its wheels alone; then reach for a shelf by wheels and arm, all of it proven."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
tucked = [0, -1.2, 0, -2.9, 0, 1.8, 0.785, 0.01]


def box(name, at, half):
    return {"name": name, "shape": {"kind": "box", "half_extents": half}, "pose": {"translation": at}}


# The cart, 0.8 by 0.5, is held by the arm's first link; it may touch the next one, and stands on a floor 0.6 below.
cart = box("cart", [-0.1, 0, -0.3], [0.4, 0.25, 0.29]) | {"link": "panda_link0", "touch": ["panda_link1"]}
# A door of 0.7, and a shelf behind it.
walls = [box(f"wall at {y}", [0, y, -0.2], [0.1, 0.65, 0.4]) for y in (-1, 1)]
shelf = box("shelf", [1.9, 0.6, 0.25], [0.3, 0.3, 0.02])
robot = cl.Robot.from_urdf(
    PANDA / "panda.urdf",
    srdf=PANDA / "panda.srdf",
    scene={"bodies": [*walls, shelf]},
    attach=[{"bodies": [cart]}],
    base="planar",
    limits={"x": (-2, 2), "y": (-1, 1)},
)
print(robot.variables[:4])

# Along the wall, where the cart is too wide for the door; then through it, along the way.
start, behind = [-1.2, -0.5, 1.57, *tucked], [1.0, 0, 0, *tucked]
drive = robot.group("base").plan(start, behind)
print(f"drive: {drive.solved}, proven {robot.verify(drive.certificate).valid}")
print(f"the arm keeps its joints: {all(q[3:] == tuple(tucked) for q in drive.path)}")

# Wheels and arm together bring the hand above the shelf, looking down.
arm = robot.group("base,arm", rest={"panda_finger_joint1": 0.01})
there = arm.inverse("panda_hand_tcp", drive.path[-1], pose=cl.Pose((1.9, 0.6, 0.4), quaternion_wxyz=(0, 1, 0, 0)))
reach = arm.plan(drive.path[-1], there)
print(f"reach: {reach.solved}, proven {robot.verify(reach.certificate).valid}")

# Times within 0.5 m/s and 0.5 rad/s of the base; the limits of the arm are in its file.
rates = {joint: 0.5 for joint in robot.variables[:3]}
timed = drive.times(velocities=rates, accelerations=1.0)
print(f"{timed.duration:.1f} s, the trajectory is {timed.check.result}")

# Output:
# ('base/x', 'base/y', 'base/theta', 'panda_joint1')
# drive: True, proven True
# the arm keeps its joints: True
# reach: True, proven True
# 5.2 s, the trajectory is free
