"""Threads, signals and processes: a batch lets other threads run, ends by Ctrl-C, and leaves nothing that a fork would miss."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import clearance as cl
import numpy as np
import pytest
from conftest import random_poses, seconds_to_interrupt, ticks_during

TABLE = random_poses(np.random.default_rng(7), 3000)
A, B = cl.Hull(np.random.default_rng(1).normal(size=(20, 3))), cl.Rounded(cl.Box((1, 0.5, 0.25)), 0.1)


def digest(pair: tuple[cl.Shape, cl.Shape]) -> bytes:
    found = cl.signed_distances(*pair, TABLE, columns="all", threads=2)
    return b"".join(column.tobytes() for column in found.columns.values())


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_processes_answer_after_a_threaded_batch(method: str) -> None:
    expected = digest((A, B))
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(digest, [(A, B)] * 4, timeout=60)) == [expected] * 4


def test_two_python_threads_at_once_get_the_same_bits() -> None:
    expected = digest((A, B))
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(digest, [(A, B)] * 12)) == {expected}


def test_other_python_threads_run_during_a_batch() -> None:
    assert ticks_during(lambda: cl.signed_distances(cl.Ellipsoid((1, 2, 3)), cl.Ellipsoid((3, 2, 1)), TABLE, threads=1)) > 30


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_batch(threads: int) -> None:
    # Asked for every 50 ms, between blocks of 10 ms; the rest is for a machine that does other things.
    batch = f"""
    table = np.zeros((2_000_000, 7)); table[:, 0] = np.linspace(0.5, 1, len(table)); table[:, 3] = 1
    call = lambda: cl.signed_distances(cl.Ellipsoid((1, 2, 3)), cl.Cone(3, 2), table, threads={threads})
    """
    assert seconds_to_interrupt(batch) < 0.2


def memory() -> int:
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_calls_leak_nothing() -> None:
    pose, out = cl.Pose((3, 0.5, 0), rpy=(0.1, 0.2, 0.3)), {"lower": np.zeros(10)}
    seven = np.array([*pose.translation, *pose.quaternion_wxyz])

    def calls(n: int) -> None:
        for _ in range(n):
            found = cl.signed_distance(A, B, pose)
            assert found.normal and found.feature_a.vertices
            cl.distance(A, B, seven)
            cl.Rounded(cl.Box((1, 2, 3)), 0.5)
            with pytest.raises(ValueError):
                cl.Sphere(-1)

    def batches(n: int) -> None:
        for _ in range(n):
            cl.signed_distances(A, B, TABLE[:10], out=out)

    calls(2000)
    batches(500)
    before = memory()
    calls(25_000)
    batches(2500)
    # A hundred thousand questions and shapes; one leaked object of 100 bytes each time would be 10 MB.
    assert memory() - before < 4 * 1024


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the platform does not report our processors")
def test_default_threads_are_the_processors_at_hand() -> None:
    from clearance.rows import processors

    assert processors() == len(os.sched_getaffinity(0))


def test_a_batch_leaves_the_handler_of_ctrl_c_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    cl.signed_distances(A, B, TABLE, threads=2)
    assert signal.getsignal(signal.SIGINT) is before
