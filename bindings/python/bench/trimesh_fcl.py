"""Times of clearance.fcl and clearance.trimesh beside python-fcl and trimesh: needs both. python bench/trimesh_fcl.py"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import fcl as peer
import numpy as np
import trimesh
import trimesh.collision
from clearance import fcl as ours
from clearance.trimesh import CollisionManager, scene_to_collision

BOTH = (ours, peer)
MANAGERS = (
    SimpleNamespace(manager=CollisionManager, of_scene=scene_to_collision),
    SimpleNamespace(manager=trimesh.collision.CollisionManager, of_scene=trimesh.collision.scene_to_collision),
)


def least(calls: list[Callable[[], Any]], passes: int, repeats: int) -> list[float]:
    """The least thread time of each call in microseconds, in passes that take turns."""
    best = [float("inf")] * len(calls)
    for _ in range(passes):
        for i, call in enumerate(calls):
            begin = time.thread_time_ns()
            for _ in range(repeats):
                call()
            best[i] = min(best[i], (time.thread_time_ns() - begin) / repeats / 1e3)
    return best


def row(what: str, calls: list[Callable[[], Any]], passes: int = 15, repeats: int = 200) -> None:
    mine, theirs = least(calls, passes, repeats)
    print(f"| {what} | {mine:.4g} | {theirs:.4g} | {theirs / mine:.2g} |", flush=True)


def at(*translation: float) -> np.ndarray[Any, Any]:
    matrix = np.eye(4)
    matrix[:3, 3] = translation
    return matrix


def pairs() -> None:
    made = {"boxes": lambda fcl: fcl.Box(1.0, 2.0, 3.0), "capsule": lambda fcl: fcl.Capsule(0.4, 1.5), "cone": lambda fcl: fcl.Cone(0.5, 2.0)}
    turn = np.array([0.8, 0.6, 0.0, 0.0])
    for name, geometry in made.items():
        for where, x in (("apart", 3.0), ("overlapping", 0.6)):
            objects = [
                (fcl.CollisionObject(fcl.Box(1.0, 2.0, 3.0)), fcl.CollisionObject(geometry(fcl), fcl.Transform(turn, np.array([x, 0.2, 0.1]))))
                for fcl in BOTH
            ]
            signed = [fcl.DistanceRequest(True, enable_signed_distance=True) for fcl in BOTH]
            contacts = [fcl.CollisionRequest(8, True) for fcl in BOTH]
            what = "two boxes" if name == "boxes" else f"box and {name}"
            row(f"`distance`, {what}, {where}", [lambda f=f, o=o, r=r: f.distance(*o, r, f.DistanceResult()) for f, o, r in zip(BOTH, objects, signed)])
            row(f"`collide`, {what}, {where}", [lambda f=f, o=o, r=r: f.collide(*o, r, f.CollisionResult()) for f, o, r in zip(BOTH, objects, contacts)])
    objects = [(fcl.CollisionObject(fcl.Box(1.0, 2.0, 3.0)), fcl.CollisionObject(fcl.Cone(0.5, 2.0), fcl.Transform(np.array([0.1, 0.0, 7.0])))) for fcl in BOTH]
    row("`continuousCollide`, box and cone", [
        lambda f=f, o=o: f.continuousCollide(o[0], f.Transform(), o[1], f.Transform(np.array([0.0, 0.0, -7.0])), f.ContinuousCollisionRequest(), f.ContinuousCollisionResult())
        for f, o in zip(BOTH, objects)
    ])  # fmt: skip


def manager_of_balls() -> None:
    places = 40 * np.random.default_rng(1).random((1000, 3))
    managers = []
    for fcl in BOTH:
        manager = fcl.DynamicAABBTreeCollisionManager()
        manager.registerObjects([fcl.CollisionObject(fcl.Sphere(0.8), fcl.Transform(place)) for place in places])
        manager.setup()
        managers.append(manager)
    probes = [fcl.CollisionObject(fcl.Box(4.0, 4.0, 4.0), fcl.Transform(np.array([20.0, 20, 20]))) for fcl in BOTH]

    def collide(i: int, *given: Any) -> Any:
        data = BOTH[i].CollisionData(BOTH[i].CollisionRequest(100_000, True))
        managers[i].collide(*given, data, BOTH[i].defaultCollisionCallback)
        return len(data.result.contacts)

    def distance(i: int, *given: Any) -> Any:
        data = BOTH[i].DistanceData(BOTH[i].DistanceRequest(True, enable_signed_distance=True))
        managers[i].distance(*given, data, BOTH[i].defaultDistanceCallback)
        return data.result.min_distance

    print([collide(i) for i in (0, 1)], [distance(i) for i in (0, 1)], [distance(i, probes[i]) for i in (0, 1)])
    row("1000 balls, all contacts", [lambda i=i: collide(i) for i in (0, 1)], 5, 3)
    row("1000 balls, least distance", [lambda i=i: distance(i) for i in (0, 1)], 5, 3)
    row("1000 balls and a box, contacts", [lambda i=i: collide(i, probes[i]) for i in (0, 1)], 5, 20)
    row("1000 balls and a box, distance", [lambda i=i: distance(i, probes[i]) for i in (0, 1)], 5, 20)


def meshes() -> None:
    rings = [trimesh.creation.torus(1, 0.3) for _ in range(2)]
    managers = [kind.manager() for kind in MANAGERS]
    for manager in managers:
        manager.add_object("ring", rings[0])
    row("trimesh: two tori of 2048 triangles apart, `min_distance_single`", [lambda m=m: m.min_distance_single(rings[1], at(0, 0, 0.7)) for m in managers], 5, 2)
    row("trimesh: the tori overlapping, `in_collision_single`", [lambda m=m: m.in_collision_single(rings[1], at(0.5, 0, 0.3)) for m in managers], 5, 2)

    scene = trimesh.Scene([trimesh.creation.icosphere(radius=i[0]).apply_translation(i[1:] * 100) for i in np.random.default_rng(0).random((1000, 4))])
    row("trimesh: `scene_to_collision` of 1000 icospheres of 1280 triangles", [lambda k=k: k.of_scene(scene) for k in MANAGERS], 1, 1)
    filled = [kind.of_scene(scene)[0] for kind in MANAGERS]
    row("trimesh: these, `in_collision_internal`", [lambda m=m: m.in_collision_internal(return_names=True) for m in filled], 5, 3)
    row("trimesh: these, `min_distance_internal`", [lambda m=m: m.min_distance_internal() for m in filled], 5, 3)
    anvil = trimesh.creation.box(extents=[200, 200, 200])
    outline = np.array([[0, 3.0], [3, 3], [3, 75], [127, 75], [127, 580], [0, 580]])
    probe, batch = trimesh.creation.revolve(outline, sections=32), [kind.manager() for kind in MANAGERS]

    def fill(manager: Any) -> None:
        for i in range(700):
            manager.add_object(str(i), probe, at((i / 700 - 0.5) * 30, 0, -50))

    row("trimesh: 700 equal meshes of 256 triangles, `add_object` of all", [lambda m=m: fill(m) for m in batch], 1, 1)
    row("trimesh: these and a box, `in_collision_single` with names", [lambda m=m: m.in_collision_single(anvil, return_names=True) for m in batch], 5, 2)


def main() -> None:
    print("| | ours | peer | times |\n|---|---:|---:|---:|")
    pairs()
    manager_of_balls()
    meshes()


if __name__ == "__main__":
    main()
