"""Plan a path whose every edge is proven free, and save it with its proof."""

import json
from pathlib import Path

import clearance as cl

PANDA = Path(__file__).parents[2] / "testdata/robots/panda"
ready = [0, -0.785398, 0, -2.356194, 0, 1.570796, 0.785398, 0.02]
post = {"kind": "box", "half_extents": [0.05, 0.05, 0.6]}
world = {"bodies": [{"name": "post", "shape": post, "pose": {"translation": [0.25, -0.25, 0.6]}}]}
robot = cl.Robot.from_urdf(PANDA / "panda.urdf", srdf=PANDA / "panda.srdf", scene=world)

goal = [-1.5, *ready[1:]]
plan = robot.plan(ready, goal, seed=1)
print(f"straight: {robot.edge(ready, goal).result}; planned: {len(plan.path) - 1} edges, clearance above {plan.clearance_lower:.6f}")

Path("plan.json").write_text(json.dumps({"joints": robot.variables, "path": plan.path}))
Path("plan.certificate").write_text(plan.certificate)
print(f"checked again: {robot.verify(Path('plan.certificate').read_text()).valid}")

# Output:
# straight: hit; planned: 4 edges, clearance above 0.000025
# checked again: True
