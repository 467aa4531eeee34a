"""What tests share: strategies of shapes and poses, and the contract that every answer meets."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time
from typing import Any, Callable

import clearance as cl
import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

SEED = 20261123

settings.register_profile("quick", max_examples=40, deadline=None, print_blob=True)
settings.load_profile("quick")

sizes = st.floats(0.01, 10.0)
coordinates = st.floats(-5.0, 5.0)
axes = st.sampled_from(["x", "y", "z"])
vectors = st.tuples(coordinates, coordinates, coordinates)
triples = st.tuples(sizes, sizes, sizes)

simple = st.one_of(
    st.builds(cl.Point),
    st.builds(cl.Segment, vectors, vectors),
    st.builds(lambda a, b, c: cl.Triangle([a, b, c]), vectors, vectors, vectors),
    st.builds(cl.Sphere, sizes),
    st.builds(cl.Box, triples),
    st.builds(cl.Ellipsoid, triples),
    st.builds(cl.Capsule, sizes, sizes, axes),
    st.builds(cl.Cylinder, sizes, sizes, axes),
    st.builds(cl.Cone, sizes, sizes, axes),
    st.builds(cl.Hull, st.lists(vectors, min_size=1, max_size=12)),
)


def unit(q: tuple[float, ...]) -> list[float]:
    """A quaternion of length 1; the identity for a null one."""
    length = float(np.linalg.norm(q))
    return [x / length for x in q] if length > 1e-3 else [1.0, 0.0, 0.0, 0.0]


quaternions = st.tuples(coordinates, coordinates, coordinates, coordinates).map(unit)
poses = st.builds(lambda t, q: cl.Pose(t, quaternion_wxyz=q), vectors, quaternions)

shapes = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds(cl.Rounded, inner, sizes),
        st.builds(cl.Sum, inner, inner),
        st.builds(lambda shape, rows: cl.Affine(shape, rows, (1, 2, 3)), inner, st.tuples(vectors, vectors, vectors)),
        st.builds(lambda a, b, pose: cl.HullOf([a, (b, pose)]), inner, inner, poses),
    ),
    max_leaves=3,
)


def pasted(text: str) -> Any:
    """What a repr makes where the public names are known."""
    return eval(text, {name: getattr(cl, name) for name in cl.__all__})


def check_proximity(found: cl.Proximity) -> None:
    """The bounds hold the answer, and the witness points are the signed distance apart along the normal."""
    assert found.lower <= found.signed_distance <= found.upper
    a, b, normal = (np.array(v) for v in (found.witness_a, found.witness_b, found.normal))
    assert abs(np.linalg.norm(normal) - 1) < 1e-12
    slack = 1e-12 * (1 + abs(a).max() + abs(b).max()) + (found.upper - found.lower)
    assert abs(b - a - found.signed_distance * normal).max() <= slack


def random_poses(rng: np.random.Generator, n: int, reach: float = 3.0) -> Any:
    """``(n, 7)`` poses with origins within a cube."""
    q = rng.normal(size=(n, 4))
    return np.column_stack([rng.uniform(-reach, reach, (n, 3)), q / np.linalg.norm(q, axis=1, keepdims=True)])


def random_motions(count: int) -> dict[str, Any]:
    """World poses and rates, ``(count, 7)`` and ``(count, 3)``, of bodies that move towards one another and turn; targets."""
    rng = np.random.default_rng(SEED)
    pose_a, pose_b = random_poses(rng, count), random_poses(rng, count)
    gap = pose_b[:, :3] - pose_a[:, :3]
    return {
        "pose_a": pose_a,
        "pose_b": pose_b,
        "linear_a": rng.uniform(-0.2, 0.8, (count, 1)) * gap,
        "angular_a": rng.uniform(-2, 2, (count, 3)),
        "linear_b": -0.6 * gap + rng.normal(size=(count, 3)),
        "angular_b": rng.uniform(-2, 2, (count, 3)),
        "target_distance": np.where(np.arange(count) % 3 == 0, 0.125, 0.0),
    }


def ticks_during(call: Callable[[], object]) -> int:
    """How often another thread has run, every millisecond if it could, while a call was repeated for 0.3 s."""
    ticks, done = 0, threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    ticking = threading.Thread(target=count)
    ticking.start()
    start = time.perf_counter()
    while time.perf_counter() - start < 0.3:
        call()
    done.set()
    ticking.join()
    return ticks


_BEFORE = """
import os, signal, threading, time
import clearance as cl, numpy as np
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background starts with it ignored

def repeat(work):
    while True:  # answers that were kept would have to be freed behind the interrupt
        work()

def clocks():
    return time.perf_counter(), time.process_time()
"""
_AFTER = """
sent = []
def interrupt():
    time.sleep({after})
    sent.append(clocks())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    call()
except KeyboardInterrupt:
    print(min(now - then for now, then in zip(clocks(), sent[0])))
"""


def seconds_to_interrupt(batch: str, after: float = 0.5) -> float:
    """How long after a Ctrl-C the ``call`` of a script ends, which takes many seconds by itself.

    On a machine that does other things, the time of its processors; on a free one that of the clock, since threads
    take more of the other together.
    """
    script = _BEFORE + textwrap.dedent(batch) + _AFTER.replace("{after}", str(after))
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout, ran.stderr
    return float(ran.stdout)
