"""Pick a cup from a shelf, carry it upright around a post and place it: with times, and all of it proven."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=PANDA / "shelf.json")
limits = dict(zip(robot.variables, [15, 7.5, 10, 12.5, 15, 20, 20, 5]))

home = dict(zip(robot.variables, [0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.04]))
fingers = ["panda_leftfinger", "panda_rightfinger"]
down = {"quaternion": [0, 1, 0, 0]}  # the hand looks down
places = [0.45, 0.35, 0.4], [0.45, -0.3, 0.1]
there = [{"link": "panda_hand_tcp", "pose": {"translation": at, **down}} for at in places]
grasp = [{"plan": {"goal_pose": there[0]}}, {"move": {"panda_finger_joint1": 0.031}}]
take = [{"attach": {"body": "cup", "link": "panda_hand", "touch": fingers}}]
stands = [{"allow": ["cup", board], "depth": 0.001, "until": 0.02} for board in ("shelf", "table")]
upright = {"keep": {"name": "upright", "link": "cup", "axis": [0, 0, 1], "angle": 0.17}}
carry = [upright, {"plan": {"goal_pose": there[1]}}, {"relax": "upright"}]
leave = [{"detach": "cup"}, {"move": {"panda_finger_joint1": 0.04}}, {"plan": {"goal": home}}]

done = robot.group("arm").task({"start": home, "steps": grasp + take + stands + carry + leave}, accelerations=limits)
print("solved:", done.solved, "steps:", " ".join(step["step"] for step in done.steps))
print("certificate holds:", robot.verify(done.certificate).valid)
print("beyond limits:", [robot.beyond_limits(one, accelerations=limits) for one in done.trajectories])

# Output:
# solved: True steps: plan move attach allow allow keep plan relax detach move plan
# certificate holds: True
# beyond limits: [[], [], [], [], [], [], []]
