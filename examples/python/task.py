"""Pick a cup from a table, carry it around a post and place it, from a task file: proven as it is executed, in one certificate."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=PANDA / "kitchen.json")
# Franka's limits of accelerations, and one for the fingers; the robot's file has those of velocities.
limits = dict(zip(robot.variables, [15, 7.5, 10, 12.5, 15, 20, 20, 5]))

# Plans move the arm: the fingers stay around the cup, to the bit.
done = robot.group("arm").task(PANDA / "pick_and_place.json", accelerations=limits)
for step in done.steps:
    print(step["step"], f"{step['duration']:.2f} s" if "duration" in step else step.get("body", step.get("pair")))
depth = -done.clearance_lower
print(f"certificate holds: {robot.verify(done.certificate).valid}, the cup is less than {depth:.4f} m deep in the table")
print("beyond limits:", [robot.beyond_limits(one, accelerations=limits) for one in done.trajectories])

# Output:
# plan 0.95 s
# move 0.09 s
# attach cup
# allow ['cup', 'table']
# plan 1.12 s
# detach cup
# move 0.09 s
# plan 1.07 s
# certificate holds: True, the cup is less than 0.0004 m deep in the table
# beyond limits: [[], [], [], [], []]
