"""What a NumPy batch costs beside the pure Rust batch, beside loops over the peers, and what one call costs.

    python bench/batch.py [--passes 9] [--rows 10000] [--peers]

Nanoseconds of thread time a pair, the least of the passes, in which all ways take turns. Needs Rust, and a wheel of the release profile that is
installed; `--peers` needs coal, mujoco and python-fcl too, each of which is called in a loop with its matrices ready.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np

HERE = Path(__file__).resolve().parent.parent


def random_poses(count: int, reach: float) -> Any:
    """Turned at random, origins within a cube."""
    rng = np.random.default_rng(7)
    q = rng.normal(size=(count, 4))
    return np.column_stack([rng.uniform(-reach, reach, (count, 3)), q / np.linalg.norm(q, axis=1, keepdims=True)])


def pairs() -> dict[str, tuple[cl.Shape, cl.Shape]]:
    """Of about the size of the unit ball."""
    points = np.random.default_rng(1).normal(size=(2, 20, 3))
    points /= np.linalg.norm(points, axis=2, keepdims=True)
    return {
        "hulls of 20": (cl.Hull(points[0]), cl.Hull(points[1])),
        "boxes": (cl.Box((0.8, 0.5, 0.6)), cl.Box((0.4, 0.9, 0.5))),
        "balls": (cl.Sphere(0.9), cl.Sphere(0.7)),
    }


class Pure:
    """The process that answers without Python."""

    def __init__(self, a: cl.Shape, b: cl.Shape, poses: Any, folder: Path) -> None:
        poses.astype("<f8").tofile(folder / "poses")
        command = ["cargo", "run", "--quiet", "--release", "--example", "pure", "--", *(json.dumps(s.to_json()) for s in (a, b)), folder / "poses"]
        self.process = subprocess.Popen(command, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.measure()  # built and read before the first pass

    def measure(self) -> list[float]:
        """Of the batch, of poses one by one, of poses side by side."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return [float(word) for word in self.process.stdout.readline().split()]

    def end(self) -> None:
        self.process.communicate()


def of_each(work: Callable[[], object], count: int) -> float:
    """Nanoseconds of this thread for each item."""
    start = time.thread_time_ns()
    work()
    return (time.thread_time_ns() - start) / count


def batches(rows: int, passes: int) -> None:
    print(f"{'':12} {'Rust':>7} {'NumPy':>7} {'ratio':>6}   poses read in Rust, alone {'':1} at once   overlapping")
    for name, (a, b) in pairs().items():
        poses = random_poses(rows, 1.5)
        with tempfile.TemporaryDirectory() as folder:
            pure = Pure(a, b, poses, Path(folder))
            times = []
            for _ in range(passes):
                numpy = of_each(lambda: cl.signed_distances(a, b, poses, columns="all", threads=1), rows)
                times.append([*pure.measure(), numpy])
            pure.end()
        rust, alone, at_once, numpy = np.min(times, axis=0)
        overlapping = float((cl.signed_distances(a, b, poses).status == -1).mean())
        print(f"{name:12} {rust:7.0f} {numpy:7.0f} {numpy / rust:6.2f}   {alone:25.0f} {at_once:9.0f}   {100 * overlapping:9.0f} %")


def calls(passes: int) -> None:
    """One question: a call that finds its answer at once, so that what is left is the call."""
    a, b, pose, count = cl.Sphere(0.9), cl.Sphere(0.7), cl.Pose((3, 0.5, 0.25)), 20_000
    poses = np.repeat([[3, 0.5, 0.25, 1, 0, 0, 0]], count, axis=0)

    def ask() -> None:
        for _ in range(count):
            cl.signed_distance(a, b, pose)

    def nothing() -> None:
        for _ in range(count):
            pass

    times = [
        [of_each(ask, count), of_each(nothing, count), of_each(lambda: cl.signed_distances(a, b, poses, threads=1), count)]
        for _ in range(passes)
    ]
    one, loop, row = np.min(times, axis=0)
    print(f"one call of signed_distance, two balls, a ready Pose: {one - loop:.0f}; a row of a batch: {row:.0f}")


def peers(rows: int, passes: int) -> None:
    for name, (a, b) in pairs().items():
        if name == "balls":
            continue
        poses = random_poses(rows, 4.0)
        found = cl.signed_distances(a, b, poses, threads=1)
        ways = {"coal": coal_loop(a, b, poses), "python-fcl": fcl_loop(a, b, poses)}
        if name == "boxes":
            ways["MuJoCo"] = mujoco_loop(a, b, poses)
        times = []
        for _ in range(passes):
            ours = of_each(lambda: cl.signed_distances(a, b, poses, columns="all", threads=1), rows)
            times.append([ours, *(of_each(way, rows) for way in ways.values())])
        ours, *others = np.min(times, axis=0)
        apart = found.status == 1
        print(f"{name}, {100 * apart.mean():.1f} % apart: NumPy batch {ours:.0f}")
        for (peer, way), time_ in zip(ways.items(), others):
            off = float(np.abs(np.array(way()) - found.signed_distance)[apart].max())
            print(f"  {peer}: {time_:.0f}, {time_ / ours:.1f} times; off by {off:.1g} at most where bodies are apart")


def matrices(poses: Any) -> tuple[list[Any], list[Any]]:
    """Rotation matrices and translations."""
    known = [cl.Pose(row[:3], quaternion_wxyz=row[3:]).matrix() for row in poses]
    return [np.ascontiguousarray(m[:3, :3]) for m in known], [np.ascontiguousarray(m[:3, 3]) for m in known]


def coal_loop(a: cl.Shape, b: cl.Shape, poses: Any) -> Callable[[], list[float]]:
    import coal

    def shape(s: Any) -> Any:
        if s.kind == "box":
            return coal.Box(*(2 * np.array(s.half_extents)))
        points = coal.StdVec_Vec3s()
        for point in np.asarray(s.points):
            points.append(point)
        return coal.Convex.convexHull(points, False, "Qt")

    first, second, here = shape(a), shape(b), coal.Transform3s()
    places = [coal.Transform3s(r, t) for r, t in zip(*matrices(poses))]
    asked, found = coal.DistanceRequest(), coal.DistanceResult()

    def loop() -> list[float]:
        distances = []
        for place in places:
            found.clear()
            distances.append(coal.distance(first, here, second, place, asked, found))
        return distances

    return loop


def fcl_loop(a: cl.Shape, b: cl.Shape, poses: Any) -> Callable[[], list[float]]:
    import fcl

    def shape(s: Any) -> Any:
        if s.kind == "box":
            return fcl.Box(*(2 * np.array(s.half_extents)))
        from scipy.spatial import ConvexHull

        points = np.asarray(s.points)
        faces = ConvexHull(points).simplices
        return fcl.Convex(points, len(faces), np.column_stack([np.full(len(faces), 3), faces]).ravel())

    first, second = fcl.CollisionObject(shape(a), fcl.Transform()), shape(b)
    others = [fcl.CollisionObject(second, fcl.Transform(r, t)) for r, t in zip(*matrices(poses))]
    asked = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)

    def loop() -> list[float]:
        return [fcl.distance(first, other, asked, fcl.DistanceResult()) for other in others]

    return loop


def mujoco_loop(a: Any, b: Any, poses: Any) -> Callable[[], list[float]]:
    import mujoco

    def geom(s: Any) -> str:
        return f'<geom type="box" size="{" ".join(map(str, s.half_extents))}"/>'

    xml = f'<mujoco><worldbody><body>{geom(a)}</body><body><freejoint/>{geom(b)}</body></worldbody></mujoco>'
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    rotations, translations = matrices(poses)
    rotations = [r.ravel() for r in rotations]
    points = np.zeros(6)

    def loop() -> list[float]:
        distances = []
        for r, t in zip(rotations, translations):
            data.geom_xmat[1] = r
            data.geom_xpos[1] = t
            distances.append(mujoco.mj_geomDistance(model, data, 0, 1, 100.0, points))
        return distances

    return loop


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--passes", type=int, default=9)
    parser.add_argument("--peers", action="store_true")
    given = parser.parse_args()
    batches(given.rows, given.passes)
    calls(given.passes)
    if given.peers:
        peers(given.rows, given.passes)
