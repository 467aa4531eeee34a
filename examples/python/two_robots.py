"""Two arms in one cell: each plans while the other stands, then both at once; every edge is proven, arm against arm too."""

import json
import tempfile
from pathlib import Path

import clearance as cl

UR5 = Path(__file__).parents[2] / "testdata/robots/carry/ur5"
one = {"file": f"{UR5}.urdf", "srdf": f"{UR5}.srdf"}
# The arms face one another over a table, 0.8 m apart.
opposite = {"translation": [0.8, 0, 0], "rpy": [0, 0, 3.141592653589793]}
file = Path(tempfile.mkdtemp(), "cell.json")
file.write_text(json.dumps({"robots": [{"name": "left", **one}, {"name": "right", **one, "base": opposite}]}))
table = {"name": "table", "shape": {"kind": "box", "half_extents": [0.2, 0.6, 0.02]}, "pose": {"translation": [0.4, 0, 0]}}
cell = cl.Robot.from_file(file, scene={"bodies": [table]})
print(len(cell.variables), "joints,", len(cell.groups), "groups:", ", ".join(cell.groups))

bent = [-1.5708, 1.5708, -1.5708, -1.5708, 0, 0.02]  # all joints of an arm but the first one
at = lambda left, right: [left, *bent, right, *bent]  # noqa: E731

# The left arm swings over the table; the right one stands aside, to the bit.
left = cell.group("left/arm")
swing = left.plan(at(-1.2, 1.5), at(1.2, 1.5))
print(f"left: {len(swing.path) - 1} edges, proven {cell.verify(swing.certificate).valid}, right at {({q[7] for q in swing.path})}")

# Where the right arm reaches over the table too, the straight way hits it.
edge = cell.edge(at(-1.2, 0.2), at(1.2, 0.2))
print(f"straight: {edge.result}, {edge.pair[0]} and {edge.pair[1]}")
around = left.plan(at(-1.2, 0.2), at(1.2, 0.2))
print(f"around it: proven {cell.verify(around.certificate).valid}")

# Both change sides at once.
both = cell.group("left/arm,right/arm").plan(at(-1.2, -1.2), at(1.2, 1.2))
print(f"both: proven {cell.verify(both.certificate).valid}")

# Output:
# 14 joints, 6 groups: left, left/arm, left/gripper, right, right/arm, right/gripper
# left: 1 edges, proven True, right at {1.5}
# straight: hit, left/wrist_1_link and right/wrist_2_link
# around it: proven True
# both: proven True
