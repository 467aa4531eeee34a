"""Free regions of joint space: a polytope around a configuration with its certificate, and a path through regions that overlap."""

import json
import os
import tempfile

import clearance as cl


def bar(name, half, at, hinge, parent=None):
    joint = {"type": "revolute", "axis": [0, 0, 1], "origin": hinge, "range": [-3, 3]}
    if parent:
        joint["parent"] = parent
    shape = {"kind": "box", "half_extents": [half, 0.05, 0.05]}
    return {"name": name, "shape": shape, "pose": {"translation": at}, "joint": joint}


post = {"name": "post", "shape": {"kind": "cylinder", "radius": 0.2, "half_length": 1}, "pose": {"translation": [1.2, 0.9, 0]}}
arm = [bar("upper", 0.5, [0.5, 0, 0], [0, 0, 0]), bar("lower", 0.4, [1.4, 0, 0], [1, 0, 0], "upper")]
file = os.path.join(tempfile.mkdtemp(), "arm.json")
with open(file, "w") as out:
    json.dump({"bodies": [post, *arm]}, out)
robot = cl.Robot.from_file(file)

region = robot.region([-0.5, 0.2], polytope=True)
print("the seed is in the region:", region.contains([-0.5, 0.2]))
print("its certificate holds:", robot.verify(region.certificate).valid)

# From below the post to a folded arm beside it.
plan = robot.plan([-1.2, 0.6], [0.2, -1.5])
roadmap = cl.Roadmap(robot)
print("covered:", roadmap.cover(plan.path) is None)
route = roadmap.route([-1.1, 0.5], [0.1, -1.4])
print("the path through the regions is free:", robot.check(route.path).result == "free")

# Output:
# the seed is in the region: True
# its certificate holds: True
# covered: True
# the path through the regions is free: True
