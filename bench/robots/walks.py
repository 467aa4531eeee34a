"""Planning problems of any robot that are solvable by construction: tables, shelves and cages, and walks of proven edges through them.

    python walks.py ROBOT.urdf ROBOT.srdf OUT COUNT [SEED]

writes OUT/scenes/KIND_NNNN.json and OUT/problems.jsonl for `clearance robot plan` and the example `plan_times`, COUNT problems of each kind. A start is a random free
configuration with its last link among the obstacles, if one of many is there; from it leads a walk of random edges that are proven free, and the goal is its point
farthest from the start, by the shortest turns. Needs the package clearance.
"""
import json
import math
import pathlib
import random
import sys

import clearance as cl

STARTS, STEPS, EDGE = 400, 80, 0.7


def box(name, half, at, turn=0.0):
    return {"name": name, "shape": {"kind": "box", "half_extents": half}, "pose": {"translation": at, "rpy": [0, 0, turn]}}


def table(r):
    """A board before the robot, with objects on it and a board above."""
    high = r.uniform(-0.1, 0.3)
    yield box("table", [0.3, 0.5, 0.02], [r.uniform(0.6, 0.75), 0, high])
    yield box("lamp", [0.2, 0.3, 0.02], [0.7, r.uniform(-0.2, 0.2), high + r.uniform(0.55, 0.8)])
    for i in range(5):
        yield box(f"object {i}", [r.uniform(0.02, 0.05)] * 2 + [0.1], [r.uniform(0.45, 0.9), r.uniform(-0.4, 0.4), high + 0.12], r.uniform(-1, 1))


def shelf(r):
    """Boards and side walls, open to the robot."""
    x, turn = r.uniform(0.6, 0.8), r.uniform(-0.2, 0.2)
    for i in range(4):
        yield box(f"board {i}", [0.15, 0.4, 0.01], [x, 0, -0.1 + 0.32 * i], turn)
    for side in (-1, 1):
        yield box(f"wall {side}", [0.15, 0.01, 0.5], [x - side * 0.4 * math.sin(turn), side * 0.4 * math.cos(turn), 0.4], turn)


def cage(r):
    """Bars around a place before the robot."""
    x, y, z = r.uniform(0.45, 0.6), r.uniform(-0.2, 0.2), r.uniform(0.2, 0.5)
    for axis in range(3):
        for k, (a, b) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1))):
            half, at = [0.01] * 3, [x, y, z]
            half[axis] = 0.25
            at[(axis + 1) % 3] += 0.25 * a
            at[(axis + 2) % 3] += 0.25 * b
            yield box(f"bar {axis} {k}", half, at)


def last_link(robot):
    """The one behind most joints."""
    depth = {robot.links[0]: 0}
    for _ in robot.joints:
        depth |= {joint.child: depth[joint.parent] + 1 for joint in robot.joints if joint.parent in depth}
    return max(robot.links, key=lambda link: depth.get(link, 0))


def sample(robot, limits, r):
    return [r.uniform(*limits[name]) for name in robot.variables]


def problem(robot, limits, r, reach):
    """Start and goal, joined by a walk of proven edges."""
    tip = last_link(robot)
    best = None
    for _ in range(STARTS):
        q = sample(robot, limits, r)
        if robot.collides(q):
            continue
        place = list(robot.link_poses(q)[tip].translation)
        far = math.dist(place, reach)
        if best is None or far < best[0]:
            best = far, q
    if best is None:
        return None
    start = at = best[1]
    farthest = 0.0, start
    for _ in range(STEPS):
        toward = sample(robot, limits, r)
        length = math.dist(at, toward)
        end = [a + min(1.0, EDGE / length) * (b - a) for a, b in zip(at, toward)]
        if not robot.edge(at, end).free:
            continue
        at = end
        turns = [(abs(a - b), abs(a - b) % (2 * math.pi)) for a, b in zip(start, at)]
        far = math.sqrt(sum(min(plain, whole, 2 * math.pi - whole) ** 2 for plain, whole in turns))
        farthest = max(farthest, (far, at))
    return (start, farthest[1]) if farthest[0] > 1.0 else None


def main(urdf, srdf, out, count, seed=1):
    out, r = pathlib.Path(out), random.Random(int(seed))
    (out / "scenes").mkdir(parents=True, exist_ok=True)
    lines = []
    for kind in (table, shelf, cage):
        found = 0
        while found < int(count):
            scene = {"bodies": list(kind(r))}
            robot = cl.Robot.from_urdf(urdf, srdf=srdf, scene=scene)
            limits = {joint.name: joint.limits or (-math.pi, math.pi) for joint in robot.joints}
            ends = problem(robot, limits, r, [0.6, 0, 0.4])
            if ends is None:
                continue
            file = f"scenes/{kind.__name__}_{found:04}.json"
            (out / file).write_text(json.dumps(scene))
            named = [dict(zip(robot.variables, q)) for q in ends]
            lines.append(json.dumps({"id": f"{kind.__name__}/{found:04}", "scene": file, "start": named[0], "goal": named[1]}))
            found += 1
    (out / "problems.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} problems in {out / 'problems.jsonl'}")


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    main(*sys.argv[1:])
