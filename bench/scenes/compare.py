#!/usr/bin/env python3
"""Many bodies beside coal, FCL and MuJoCo: all overlapping pairs from nothing, the closest pair, one body in a hundred moved.

usage: compare.py [BODIES [SCALE]]     (needs numpy, coal, python-fcl and mujoco; builds the example `crowd` of clearance-world)

Boxes, capsules and ellipsoids with sizes from 0.05 to 0.3 times SCALE, one to each unit of volume; with SCALE 0.04 nothing overlaps. All
engines get the same bodies, run on one thread and are timed by the clock of that thread; the figures of the peers are the least of five runs, ours means.
"""
import subprocess, sys, tempfile, time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]


def bodies(count, scale, seed=1):
    random, side = np.random.default_rng(seed), count ** (1 / 3)
    found = []
    for i in range(count):
        at, q = random.uniform(0, side, 3), random.normal(size=4)
        found.append((i % 3, at, q / np.linalg.norm(q), random.uniform(0.05, 0.3, 3) * scale))
    return found


def rotation(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def least(ask, runs=5):
    best, found = float("inf"), None
    for _ in range(runs):
        start = time.thread_time()
        found = ask()
        best = min(best, time.thread_time() - start)
    return best * 1e3, found


def coal_engine(all_bodies):
    import coal
    def shape(kind, h):
        return [lambda: coal.Box(*(2 * h)), lambda: coal.Capsule(h[0], 2 * h[1]), lambda: coal.Ellipsoid(*h)][kind]()
    objects = [coal.CollisionObject(shape(k, h), rotation(q), p) for k, p, q, h in all_bodies]
    def build():
        manager = coal.DynamicAABBTreeCollisionManager()
        for body in objects:
            manager.registerObject(body)
        manager.setup()
        return manager
    def collide(manager):
        callback = coal.CollisionCallBackDefault()
        callback.data.request.num_max_contacts = 10 ** 6
        manager.collide(callback)
        return callback.data.result.numContacts()
    def closest(manager):
        callback = coal.DistanceCallBackDefault()
        manager.distance(callback)
        return callback.data.result.min_distance
    return build, collide, closest


def fcl_engine(all_bodies):
    import fcl
    def shape(kind, h):
        return [lambda: fcl.Box(*(2 * h)), lambda: fcl.Capsule(h[0], 2 * h[1]), lambda: fcl.Ellipsoid(*h)][kind]()
    objects = [fcl.CollisionObject(shape(k, h), fcl.Transform(rotation(q), p)) for k, p, q, h in all_bodies]
    def build():
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects(objects)
        manager.setup()
        return manager
    def collide(manager):
        data = fcl.CollisionData(request=fcl.CollisionRequest(num_max_contacts=10 ** 6))
        manager.collide(data, fcl.defaultCollisionCallback)
        return len({tuple(sorted((id(c.o1), id(c.o2)))) for c in data.result.contacts})
    def closest(manager):
        data = fcl.DistanceData()
        manager.distance(data, fcl.defaultDistanceCallback)
        return data.result.min_distance
    return build, collide, closest


def mujoco_engine(all_bodies):
    import mujoco
    kinds = [mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_CAPSULE, mujoco.mjtGeom.mjGEOM_ELLIPSOID]
    spec = mujoco.MjSpec()
    for kind, at, q, h in all_bodies:
        body = spec.worldbody.add_body(pos=at, quat=q)
        body.add_freejoint()
        body.add_geom(type=kinds[kind], size=h if kind != 1 else [h[0], h[1], 0])
    spec.memory = 2 ** 30
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    def collide(_):
        mujoco.mj_collision(model, data)
        return len({(c.geom1, c.geom2) for c in data.contact})
    return (lambda: None), collide, None


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    scale = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    work = bodies(count, scale)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        for kind, at, q, h in work:
            print(kind, *map(repr, map(float, (*at, *q, *h))), file=file)
    subprocess.run(["cargo", "build", "--release", "-q", "-p", "clearance-world", "--example", "crowd"], cwd=ROOT, check=True)
    print(subprocess.run([ROOT / "target/release/examples/crowd", file.name], capture_output=True, text=True, check=True).stdout, end="")
    Path(file.name).unlink()
    for name, engine in [("coal", coal_engine), ("fcl", fcl_engine), ("mujoco", mujoco_engine)]:
        if name == "mujoco" and count > 2000:
            continue  # its memory grows with the square of the contacts that it may have
        build, collide, closest = engine(work)
        made, manager = least(build)
        met, pairs = least(lambda: collide(manager))
        line = f"{name}: build {made:.3f} ms, all contacts {met:.3f} ms ({pairs} pairs), both {made + met:.3f} ms"
        if closest:
            near, distance = least(lambda: closest(manager))
            line += f", closest pair {near:.3f} ms ({distance:.9g})"
        print(line, flush=True)


if __name__ == "__main__":
    main()
