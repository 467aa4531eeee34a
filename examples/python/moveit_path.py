"""A trajectory as MoveIt plans it: is it free at every time, within its limits, and if not, what is nearest and when?"""

import tempfile
from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
# What `ros2 topic echo --once /display_planned_path` prints, shortened: the arm's joints; the fingers are in the state at the start.
MESSAGE = """
model_id: panda
trajectory:
- joint_trajectory:
    joint_names: [panda_joint1, panda_joint2, panda_joint3, panda_joint4, panda_joint5, panda_joint6, panda_joint7]
    points:
    - {positions: [-0.9, 0.3, 0.0, -2.0, 0.0, 2.3, 0.785], velocities: [0, 0, 0, 0, 0, 0, 0], time_from_start: {sec: 0, nanosec: 0}}
    - {positions: [0.0, HEIGHT, 0.0, -2.0, 0.0, 2.3, 0.785], velocities: [0.9, 0, 0, 0, 0, 0, 0], time_from_start: {sec: 1, nanosec: 0}}
    - {positions: [0.9, 0.3, 0.0, -2.0, 0.0, 2.3, 0.785], velocities: [0, 0, 0, 0, 0, 0, 0], time_from_start: {sec: 2, nanosec: 0}}
trajectory_start:
  joint_state:
    name: [panda_finger_joint1]
    position: [0.02]
"""
rest = {"panda_finger_joint1": 0.02}
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=PANDA / "kitchen.json")
file = Path(tempfile.mkdtemp(), "path.yaml")

for height in (0.3, -0.9):
    file.write_text(MESSAGE.replace("HEIGHT", str(height)))
    plan = cl.Trajectory.from_file(file)
    found = robot.check(plan, rest=rest)
    if found.result == "free":
        print(f"{height}: free at all times, never nearer than {found.clearance_lower:.3f}")
        proof = robot.certificate(plan, rest=rest)
        print("certificate holds:", robot.verify(proof).valid)
    else:
        print(f"{height}: {found.result}, {found.pair[0]} and {found.pair[1]} from {found.t_upper:.3f} s on")
    fast = robot.beyond_limits(plan, rest=rest)
    print("beyond limits:", sorted({breach.joint for breach in fast}))

# Output:
# 0.3: hit, panda_link5 and post from 0.730 s on
# beyond limits: []
# -0.9: free at all times, never nearer than 0.090
# certificate holds: True
# beyond limits: []
