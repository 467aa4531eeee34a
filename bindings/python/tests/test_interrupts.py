"""Ctrl-C ends long work, and a callable gets how far it is."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from typing import Any

import clearance as cl
import numpy as np
import pytest
from conftest import seconds_to_interrupt

TORUS = """
t = np.linspace(0, 2 * np.pi, {n} + 1)[:-1]
u, v = np.meshgrid(t, t, indexing="ij")
ring = np.stack([(3 + np.cos(v)) * np.cos(u), (3 + np.cos(v)) * np.sin(u), np.sin(v)], -1).reshape(-1, 3)
i, j = np.meshgrid(np.arange({n}), np.arange({n}), indexing="ij")
a, b, c, d = (((i + x) % {n} * {n} + (j + y) % {n}).ravel() for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)))
mesh = cl.Mesh(ring, np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]))
"""
CROWD = """
count = 300_000
rng = np.random.default_rng(3)
poses = np.zeros((count, 7))
poses[:, :3], poses[:, 3] = rng.uniform(0, 100, (count, 3)), 1
scene = cl.Scene()
scene.add_many([f"cone {i}" for i in range(count)], cl.Cone(0.5, 0.5), poses)
"""
WORK = {
    "points": "body, points = cl.Cone(1, 2), np.random.default_rng(1).normal(size=(3_000_000, 3))\n"
    "call = lambda: repeat(lambda: body.point_distances(points))",
    "points of a mesh": TORUS.format(n=100) + "points = np.random.default_rng(1).normal(size=(3_000_000, 3)) * 2\n"
    "call = lambda: mesh.point_distances(points)",
    "grid": "call = lambda: repeat(lambda: cl.Cone(1, 2).sdf_grid([(-1, -1, -1), (1, 1, 1)], 0.01))",
    "points in a scene": CROWD + "points = rng.uniform(0, 100, (1_000_000, 3))\n"
    "call = lambda: repeat(lambda: scene.point_distances(points))",
    "decompose": TORUS.format(n=80) + "call = lambda: mesh.decompose(error=1e-4, max_parts=4096)",
    "depth": """
rng = np.random.default_rng(2)
scene = cl.Scene()
for name in "ab":
    scene.add(name, cl.Compound([(cl.Cone(0.4, 0.4), cl.Pose(tuple(rng.normal(size=3)))) for _ in range(60)]))
call = lambda: repeat(lambda: scene.depth("a", "b", relative=0, max_cells=2**32 - 1))
""",
    "within": CROWD + "call = lambda: repeat(lambda: scene.within(1.0))",
    "contacts": CROWD + "call = lambda: repeat(scene.contacts)",
    "contacts of a watch": CROWD + "call = lambda: repeat(lambda: scene.watch().contacts())",
}


@pytest.mark.parametrize("work", WORK)
def test_an_interrupt_ends_long_work(work: str) -> None:
    assert seconds_to_interrupt(WORK[work]) < 0.2


def test_an_interrupt_ends_contacts_while_pairs_are_asked() -> None:
    # The boxes take the first half of a second, the pairs behind them some seconds.
    assert seconds_to_interrupt(WORK["contacts"], after=1.0) < 0.2


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard, though a process that was started in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_a_watch_that_was_interrupted_answers_as_the_scene() -> None:
    rng = np.random.default_rng(4)
    poses = np.column_stack([rng.uniform(0, 20, (20_000, 3)), np.tile([1.0, 0, 0, 0], (20_000, 1))])
    scene = cl.Scene()
    scene.add_many([str(i) for i in range(20_000)], cl.Cone(0.5, 0.5), poses)
    watch = scene.watch()
    before = watch.contacts()
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.05, _thread.interrupt_main).start()
        for _ in range(10_000):
            scene.move_many(["0"], poses[:1])
            watch.contacts()
    assert watch.contacts() == scene.contacts() == before


def test_progress_grows_to_one_and_an_error_in_it_ends_the_work() -> None:
    points = np.random.default_rng(5).normal(size=(2_000_000, 3))
    body: Any
    for body in (cl.Cone(1, 2), scene_of_one()):
        seen: list[float] = []
        body.point_distances(points, progress=seen.append)
        assert len(seen) > 1 and seen == sorted(seen) and 0 <= seen[0] <= 1 and seen[-1] == 1
    seen = []
    cl.Cone(1, 2).sdf_grid([(-1, -1, -1), (1, 1, 1)], 0.05, progress=seen.append)
    assert seen[-1] == 1

    def stop(fraction: float) -> None:
        raise InterruptedError(f"at {fraction:.1f}")

    with pytest.raises(InterruptedError, match="^at 0"):
        cl.Cone(1, 2).point_distances(points, progress=stop)


def scene_of_one() -> cl.Scene:
    scene = cl.Scene()
    scene.add("cone", cl.Cone(1, 2))
    return scene
