"""Move the tip of a redundant arm along a line past obstacles, and prove what lies between the steps."""

from pathlib import Path

import clearance as cl

FOLDER = Path(__file__).parents[2] / "testdata/robots/redundant"
robot = cl.Robot.from_dh(FOLDER / "robot.json", srdf=FOLDER / "robot.srdf", scene=FOLDER / "scene.json")

motion = robot.follow(FOLDER / "task.json")
nearest = min(motion.steps, key=lambda step: step.signed_distance)
print(f"{len(motion.steps)} steps, tip from {motion.steps[0].tip[1]:.3f} to {motion.steps[-1].tip[1]:.3f} in y")
print(f"nearest at {nearest.time:.2f} s: {nearest.pair[0]} and {nearest.pair[1]}, {nearest.signed_distance:.4f}")
print(f"whole motion: {motion.proof.result}, never nearer than {motion.proof.clearance_lower:.4f}")

# Output:
# 335 steps, tip from -0.080 to -0.753 in y
# nearest at 1.05 s: link2 and high, 0.4183
# whole motion: free, never nearer than 0.4182
