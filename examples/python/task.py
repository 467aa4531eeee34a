"""Pick a cup from a table, carry it around a post and place it, from a task file, with one certificate; then as a trajectory."""

from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=PANDA / "kitchen.json")
done = robot.group("arm").task(PANDA / "pick_and_place.json")
print("steps:", ", ".join(step["step"] for step in done.steps))
print(f"proven {robot.verify(done.certificate).valid}, the cup overlaps the table by less than {-done.clearance_lower:.4f} m")

# The way to the cup, within Franka's limits of accelerations; the robot's file has those of velocities.
limits = dict(zip(robot.variables, [15, 7.5, 10, 12.5, 15, 20, 20]))
reach = robot.times(done.steps[0]["path"], accelerations=limits)
fast = robot.beyond_limits(reach.trajectory, accelerations=limits)
print(f"{reach.duration:.2f} s, {reach.rounded} waypoints rounded, {reach.stops} stops, free {reach.check.free}, beyond limits {fast}")

# Output:
# steps: plan, move, attach, allow, plan, detach, move, plan
# proven True, the cup overlaps the table by less than 0.0006 m
# 0.97 s, 2 waypoints rounded, 0 stops, free True, beyond limits []
