"""Reach for a cup, carry it around a post with the gripper closed around it, and put it down; every edge is proven."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
home = [0, -0.785, 0, -2.356, 0, 1.571, 0.785]
fingers = ["panda_leftfinger", "panda_rightfinger"]


def body(name, at, **shape):
    return {"name": name, "shape": shape, "pose": {"translation": at}}


def above(x, y):
    """The hand looks down at a cup."""
    return cl.Pose((x, y, 0.1), quaternion_wxyz=(0, 1, 0, 0))


cup = body("cup", [0.45, 0.3, 0.07], kind="cylinder", radius=0.03, half_length=0.06)
post = body("post", [0.5, 0, 0.3], kind="box", half_extents=[0.1, 0.02, 0.3])
table = body("table", [0.6, 0, 0], kind="box", half_extents=[0.5, 0.6, 0.01])
world = {"bodies": [cup, post, table]}
panda = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=world)
# Only the arm moves; the fingers stay 35 mm from the middle, around a cup of 30 mm.
arm = panda.group("arm", rest={"panda_finger_joint1": 0.035})

grasp = arm.inverse("panda_hand_tcp", home, pose=above(0.45, 0.3))
reach = arm.plan(home, grasp)
held = arm.attach("cup", "panda_hand", grasp, touch=[*fingers, "table"])
place = held.inverse("panda_hand_tcp", grasp, pose=above(0.45, -0.3))
carry = held.plan(grasp, place)
free = held.detach("cup", place)
back = free.plan(place, home)

for name, robot, plan in [("reach", arm, reach), ("carry", held, carry), ("back", free, back)]:
    stays = {q[7] for q in plan.path}
    print(f"{name}: proven {robot.verify(plan.certificate).valid}, finger at {stays}")
print(f"without a group the fingers could move: {len(panda.moving)} joints, {len(arm.moving)} of them the arm's")

# Output:
# reach: proven True, finger at {0.035}
# carry: proven True, finger at {0.035}
# back: proven True, finger at {0.035}
# without a group the fingers could move: 8 joints, 7 of them the arm's
