"""Prove clearances of a mechanism over all that its joints can do."""

import json
from pathlib import Path

import clearance as cl


def box(half, at):
    return {"shape": {"kind": "box", "half_extents": half}, "pose": {"translation": at}}


hinge = {"type": "revolute", "axis": [0, 0, 1], "origin": [-0.3, -0.27, 0], "range": [-1.9, 0]}
rail = {"type": "prismatic", "axis": [0, -1, 0], "range": [0, 0.3]}
cabinet = {
    "bodies": [
        {"name": "board", **box([0.3, 0.25, 0.02], [0, 0, 0])},
        {"name": "wall", **box([0.02, 0.8, 0.5], [-0.75, -0.3, 0.2])},
        {"name": "door", **box([0.3, 0.01, 0.19], [0, -0.27, 0.22]), "joint": hinge},
        {"name": "drawer", **box([0.25, 0.22, 0.05], [0, 0, 0.15]), "joint": rail},
    ]
}
for row in cl.sweep(cabinet, pairs=True, width=1e-6):
    print(f"{row.pair[0]:6} {row.pair[1]:6} {row.verdict}" + ("" if row.collides else f", at least {row.lower:.5f}"))

Path("cabinet.json").write_text(json.dumps(cabinet))
robot = cl.Robot.from_file("cabinet.json")
opened = robot.sweep({"door": [-1.9, -1.6]}, width=1e-6, certificate=True)
print(f"with the door open: {opened.lower:.5f} between {' and '.join(opened.pair)}")
verified = robot.verify(opened.certificate)
print(f"certificate: {'valid' if verified.valid else verified.reason}, at least {verified.clearance_lower:.5f}")

# Output:
# door   drawer sometimes
# door   board  never, at least 0.01414
# drawer board  never, at least 0.08000
# door   wall   never, at least 0.22656
# drawer wall   never, at least 0.48000
# with the door open: 0.02140 between door and board
# certificate: valid, at least 0.02140
