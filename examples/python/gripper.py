"""A gripper: how far it closes around a cup, proven; then the cup is lifted, and may touch the table until it is 2 cm above."""

from pathlib import Path

import clearance as cl

UR5 = Path(__file__).parents[2] / "testdata/robots/carry/ur5"
cup = {"name": "cup", "shape": {"kind": "cylinder", "radius": 0.03, "half_length": 0.06}, "pose": {"translation": [0.45, -0.3, 0.08]}}
table = {"name": "table", "shape": {"kind": "box", "half_extents": [0.5, 0.6, 0.02]}, "pose": {"translation": [0.6, 0, 0]}}
robot = cl.Robot.from_urdf(f"{UR5}.urdf", srdf=f"{UR5}.srdf", scene={"bodies": [cup, table]})
home = [-1.2, -1.5708, 1.5708, -1.5708, -1.5708, 0, 0.04]
down = dict(quaternion_wxyz=(0, 1, 0, 0))

# The gripper around the cup, open; one finger follows the other, so that the gripper has one value.
grasp = robot.group("arm").inverse("grasp", home, pose=cl.Pose((0.45, -0.3, 0.11), **down))
closing = robot.edge(grasp, [*grasp[:6], 0])
touch = 0.04 * (1 - closing.t_upper)
print(f"{closing.pair[0]} touches the {closing.pair[1]} at an opening of {1000 * touch:.2f} mm")

# It holds the cup from there. The cup stands on the table: it may overlap it by 1 mm, until it is 2 cm above.
steps = [
    {"move": {"left_finger_joint": touch + 1e-4}},
    {"attach": {"body": "cup", "link": "tool0", "touch": ["left_finger", "right_finger"]}},
    {"allow": ["cup", "table"], "depth": 0.001, "until": 0.02},
    {"plan": {"goal_pose": {"link": "grasp", "pose": {"translation": [0.45, 0.3, 0.3], "quaternion": [0, 1, 0, 0]}}}, "group": "arm"},
]
done = robot.task({"start": list(grasp), "steps": steps})
print("lifted:", done.solved, "proven:", robot.verify(done.certificate).valid)
print("the gripper stays closed:", len({q[6] for q in done.path[2:]}) == 1)

# Without a height it may touch the table all the way.
steps[2].pop("until")
slid = robot.task({"start": list(grasp), "steps": steps})
print(f"edges: {len(done.path) - 1} with the height, {len(slid.path) - 1} without")

# Output:
# left_finger touches the cup at an opening of 30.00 mm
# lifted: True proven: True
# the gripper stays closed: True
# edges: 6 with the height, 2 without
