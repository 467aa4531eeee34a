"""Many configurations of a robot as arrays: to the last bit what one by one gives."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import clearance as cl
import numpy as np
import numpy.typing as npt
import pytest
from conftest import SEED

ROBOTS = Path(__file__).parents[3] / "testdata" / "robots"


@pytest.fixture(scope="module")
def arm() -> cl.Robot:
    post = {"name": "post", "shape": {"kind": "box", "half_extents": [0.05, 0.05, 0.4]}, "pose": {"translation": [0.5, 0, 0.4]}}
    return cl.Robot.from_urdf(ROBOTS / "xarm7" / "xarm7.urdf", scene={"bodies": [post]})


def configurations(robot: cl.Robot, count: int) -> npt.NDArray[np.float64]:
    limits = {joint.name: joint.limits or (-3.0, 3.0) for joint in robot.joints}
    low, high = np.array([limits[name] for name in robot.variables]).T
    return np.random.default_rng(SEED).uniform(low, high, (count, len(low)))


def test_columns_are_the_answers_one_by_one_whatever_the_threads(arm: cl.Robot) -> None:
    qs = configurations(arm, 300)
    found = arm.signed_distances(qs, columns="all", threads=3)
    alone = arm.signed_distances(qs, columns="all", threads=1)
    for name, column in found.columns.items():
        assert (column == alone[name]).all(), name
    hits = 0
    for i in range(0, 300, 10):
        one = arm.gradient(qs[i])
        assert one is not None
        least = one.clearance
        hits += bool(least.collides)
        assert (found.signed_distance[i], found.lower[i], found.upper[i]) == (least.signed_distance, least.lower, least.upper)
        assert found.pairs[found.pair[i]] == least.pair and tuple(found.witness_a[i]) == least.witness_a
        assert tuple(found.gradient[i]) == one.gradient and found.differentiable[i] == one.differentiable
        assert (found.status[i] < 1) == least.collides
    assert 0 < hits < 30


def test_collisions_are_those_one_by_one(arm: cl.Robot) -> None:
    qs = configurations(arm, 60)
    found = arm.collisions(qs)
    assert [{1: False, -1: True, -2: None}[int(status)] for status in found] == [arm.collides(q) for q in qs]
    assert 0 < (found == -1).sum() < 60


def test_edges_are_those_one_by_one(arm: cl.Robot) -> None:
    qs = configurations(arm, 24)
    found = arm.edges(qs[:12], qs[:12] + 0.2 * (qs[12:] - qs[:12]), margin=0.001)
    for i in range(12):
        one = arm.edge(qs[i], qs[i] + 0.2 * (qs[12 + i] - qs[i]), margin=0.001)
        assert {1: "free", -1: "hit", -2: "undecided"}[int(found.status[i])] == one.result
        expected = [np.nan if x is None else x for x in (one.clearance_lower, one.t_lower, one.t_upper)]
        assert np.array_equal([found.clearance_lower[i], found.t_lower[i], found.t_upper[i]], expected, equal_nan=True)
    assert 0 < (found.status == 1).sum() < 12


def test_threads_that_share_a_robot_get_the_answers_of_one(arm: cl.Robot) -> None:
    qs = configurations(arm, 60)
    collisions, edges = arm.collisions(qs), arm.edges(qs[:-1], qs[1:])
    with ThreadPoolExecutor(4) as threads:
        hits = list(threads.map(arm.collides, qs))
        paths = list(threads.map(arm.edge, qs[:-1], qs[1:]))
    assert hits == [{1: False, -1: True, -2: None}[int(status)] for status in collisions]
    assert [path.free for path in paths] == [status == 1 for status in edges.status]
    assert [path.t_upper for path in paths if path.result == "hit"] == list(edges.t_upper[edges.status == -1])


def test_a_row_that_is_refused_leaves_the_others_alone(arm: cl.Robot) -> None:
    qs = configurations(arm, 4)
    good = arm.signed_distances(qs, columns="all")
    qs[2, 1] = np.nan
    with pytest.raises(ValueError, match=r"qs\[2\]: "):
        arm.signed_distances(qs)
    found = arm.signed_distances(qs, columns="all", errors="status")
    assert list(found.errors) == [2] and found.status[2] == -128 and found.pair[2] == -1
    assert np.isnan(found.gradient[2]).all() and not found.differentiable[2]
    for i in (0, 1, 3):
        assert found.lower[i] == good.lower[i] and (found.gradient[i] == good.gradient[i]).all()
    assert arm.collisions(qs, errors="status")[2] == -128
    assert arm.edges(qs, qs, errors="status").status[2] == -128


def test_wrong_arguments_are_named(arm: cl.Robot) -> None:
    with pytest.raises(ValueError, match=r"qs must have the shape \(n, 7\), got \(3, 2\)"):
        arm.signed_distances(np.zeros((3, 2)))
    with pytest.raises(ValueError, match="there is no column 'speed'"):
        arm.signed_distances(np.zeros((3, 7)), columns=["speed"])
    with pytest.raises(ValueError, match="as many ends as starts, got 2 and 3"):
        arm.edges(np.zeros((2, 7)), np.zeros((3, 7)))
    assert len(arm.signed_distances(np.empty((0, 7)))) == 0
