"""How near is a robot to itself and its world, and which way is away?"""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=PANDA / "boxes.json")
q = [0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02]

near = robot.clearance(q)
print(f"clearance {near.lower:.6f} to {near.upper:.6f}: {near.pair[0]} and {near.pair[1]}")

# The derivative by each joint, in metres per radian: a step along it moves the nearest pair apart.
rates = robot.gradient(q).gradient
for joint, rate in zip(robot.variables, rates):
    print(f"{joint:22} {rate:+.4f}")
away = [value + 0.05 * rate for value, rate in zip(q, rates)]
print(f"after a step: {robot.clearance(away).signed_distance:.4f}")

# Output:
# clearance 0.134174 to 0.134174: panda_link5 and panda_rightfinger
# panda_joint1           +0.0000
# panda_joint2           +0.0000
# panda_joint3           +0.0000
# panda_joint4           +0.0000
# panda_joint5           +0.0000
# panda_joint6           +0.0035
# panda_joint7           +0.0132
# panda_finger_joint1    -0.0426
# after a step: 0.1343
