"""A Fetch drives from shelf to shelf around a pillar, with wheels, torso and arm: `mobile_base.py FOLDER [COUNT]`.

FOLDER has fetch.urdf, fetch.srdf and their meshes, as the sdist of vamp-planner has them. Prints seconds of this
process (CPU) for both inverse kinematics and for the plan of each problem; every plan is verified.
"""

import sys
import time
from pathlib import Path

import clearance as cl
import numpy as np

ARM = [f"{name}_joint" for name in ("shoulder_pan", "shoulder_lift", "upperarm_roll", "elbow_flex")]
ARM += [f"{name}_joint" for name in ("forearm_roll", "wrist_flex", "wrist_roll")]
TUCKED = dict(zip(ARM, [1.32, 1.40, -0.2, 1.72, 0.0, 1.66, 0.0]))


def box(name, at, half):
    return {"name": name, "shape": {"kind": "box", "half_extents": half}, "pose": {"translation": at}}


def shelf(name, x, y):
    """Boards at 0.45, 0.85 and 1.25, open towards x = 0."""
    behind = x + 0.215 * np.sign(x)
    boards = [box(f"{name} board {z}", [x, y, z], [0.2, 0.5, 0.015]) for z in (0.45, 0.85, 1.25)]
    sides = [box(f"{name} side {k}", [x, y + 0.515 * k, 0.7], [0.215, 0.015, 0.7]) for k in (-1, 1)]
    return [*boards, *sides, box(f"{name} back", [behind, y, 0.7], [0.015, 0.5, 0.7])]


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 40
    world = shelf("east", 2.2, 0.5) + shelf("west", -2.2, -0.5) + [box("pillar", [0, 0, 0.75], [0.2, 0.2, 0.75])]
    files = {"srdf": folder / "fetch.srdf", "scene": {"bodies": world}}
    robot = cl.Robot.from_urdf(folder / "fetch.urdf", **files, base="planar", limits={"x": (-3, 3), "y": (-3, 3)})
    home = {name: 0.0 for name in robot.variables} | {"torso_lift_joint": 0.2} | TUCKED
    group = robot.group(["base", "torso_lift_joint", *ARM], rest=home)
    inverses, plans, solved = [], [], 0
    for seed in range(count):
        random = np.random.default_rng(seed)
        aside, along = random.uniform(-0.25, 0.25, 2), random.uniform(0, 0.05, 2)
        east = cl.Pose((2.05 - along[0], 0.5 + aside[0], (0.65, 1.05)[seed % 2]))
        west = cl.Pose((along[1] - 2.05, aside[1] - 0.5, (0.65, 1.05)[seed // 2 % 2]), quaternion_wxyz=(0, 0, 0, 1))
        begin = time.process_time()
        start = group.inverse("gripper_link", home | {"base/x": 1.0, "base/y": 0.5}, pose=east, seed=seed)
        there = home | {"base/x": -1.0, "base/y": -0.5, "base/theta": np.pi}
        goal = group.inverse("gripper_link", there, pose=west, seed=seed)
        middle = time.process_time()
        if start is None or goal is None:
            print(f"{seed}: no free configuration was found")
            continue
        plan = group.plan(start, goal, seed=seed)
        plans.append(time.process_time() - middle)
        inverses.append(middle - begin)
        solved += plan.solved and robot.verify(plan.certificate).valid
    print(f"{solved} of {count} solved and verified")
    for what, seconds in (("inverse kinematics", inverses), ("plan", plans)):
        print(f"{what}: median {1e3 * np.median(seconds):.1f} ms, most {1e3 * max(seconds):.1f} ms of CPU")


main()
