"""Robots: a hand-made arm whose clearances can be computed by hand, and the bits of one by one on any number of threads."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pytest

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.25"/></geometry></collision></link>
  <link name="hand"><collision><origin xyz="1 0 0"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/>
  </joint>
  <joint name="wrist" type="continuous"><parent link="upper"/><child link="hand"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
</robot>"""
WORLD = {"bodies": [{"name": "post", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 3, 0]}}]}


@pytest.fixture
def arm(tmp_path: Path) -> cl.Robot:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    return cl.Robot.from_urdf(file, scene=WORLD)


def test_a_robot_tells_its_parts(arm: cl.Robot) -> None:
    assert arm.name == "arm" and arm.links == ("base", "upper", "hand") and arm.variables == ("shoulder", "wrist")
    assert arm.joints[0] == cl.Joint("shoulder", "revolute", (-2.0, 2.0), "base", "upper", None)
    assert "3 links" in repr(arm)


def test_clearances_are_those_of_the_pairs(arm: cl.Robot) -> None:
    # Straight ahead the upper arm's ball is at (1, 0, 0); the post's is at (0, 3, 0).
    found = arm.clearance([0.0, 0.0])
    assert found is not None and found.pair == ("upper", "post") and found.collides is False
    assert found.lower <= np.hypot(1, 3) - 0.75 <= found.upper
    assert arm.clearance({"wrist": 0.0, "shoulder": 0.0}) == found == arm.clearance(np.zeros(2))
    up = arm.clearance((np.pi / 2, 0))
    assert up is not None and abs(up.signed_distance - 0.4) < 1e-14 and arm.collides((np.pi / 2, 0)) is False


def test_gradients_predict_small_motions(arm: cl.Robot) -> None:
    q, step = np.array([0.3, 0.4]), 1e-7
    found = arm.gradient(q)
    assert found is not None and found.differentiable and found.generators == (found.gradient,)
    for i in range(2):
        ahead = arm.clearance(q + step * np.eye(2)[i])
        assert ahead is not None
        assert abs((ahead.signed_distance - found.clearance.signed_distance) / step - found.gradient[i]) < 1e-5


def test_paths_are_proven_free_or_hit(arm: cl.Robot) -> None:
    free = arm.edge([0, 0], [0.5, 0.5], tolerance=1e-3)
    least = min(found.lower for found in arm.clearances(np.linspace([0, 0], [0.5, 0.5], 50)) if found is not None)
    assert free.free and free.clearance_lower is not None and least - 2e-3 <= free.clearance_lower <= least
    # Upright the box ends at y = 2.1; a post of radius 0.5 at y = 3 is 0.4 away, so a margin of 0.5 is broken on the way.
    way: list[list[float]] = [[0, 0], [0.5, 0], [np.pi / 2, 0]]
    assert arm.check(way).free
    hit = arm.check(way, margin=0.5)
    assert hit.result == "hit" and hit.pair == ("hand", "post") and hit.t_lower is not None and 1 < hit.t_lower < 2
    refused: list[tuple[list[list[float]], str]] = [
        ([[0, 0]], "at least 2 configurations, got 1"),
        ([[0], [1, 1]], "expected 2 joint values, got 1"),
    ]
    for wrong, text in refused:
        with pytest.raises(ValueError, match=text):
            arm.check(wrong)


def test_many_configurations_are_one_by_one(arm: cl.Robot) -> None:
    qs = np.random.default_rng(5).uniform(-2, 2, (500, 2))
    expected = [arm.clearance(q) for q in qs]
    assert arm.clearances(qs, threads=1) == expected == arm.clearances(np.asfortranarray(qs), threads=3)
    assert arm.clearances(np.zeros((0, 2))) == []
    qs[17, 1] = np.nan
    with pytest.raises(ValueError, match=r"qs\[17\]: the value of joint \"wrist\""):
        arm.clearances(qs)
    with pytest.raises(ValueError, match="rows of 2 joint values"):
        arm.clearances(np.zeros((3, 4)))


def test_what_is_wrong_is_named(arm: cl.Robot, tmp_path: Path) -> None:
    wrong: list[tuple[Any, str]] = [([0.0], "expected 2 joint values, got 1"), ({"shoulder": 0}, 'no value for "wrist"')]
    for q, text in wrong:
        with pytest.raises(ValueError, match=text):
            arm.clearance(q)
    with pytest.raises(ValueError, match="missing.urdf: cannot be read"):
        cl.Robot.from_urdf(tmp_path / "missing.urdf")
    (tmp_path / "bad.urdf").write_text("<robot><link/></robot>")
    with pytest.raises(ValueError, match="bad.urdf"):
        cl.Robot.from_urdf(tmp_path / "bad.urdf")


def test_a_robot_goes_to_other_processes(arm: cl.Robot) -> None:
    q = [0.3, 0.4]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(arm.clearance, q).result(timeout=60) == arm.clearance(q)


def test_a_pickled_robot_is_read_from_where_its_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "arm.urdf").write_text(ARM)
    monkeypatch.chdir(tmp_path)
    world = copy.deepcopy(WORLD)
    arm = cl.Robot.from_urdf("arm.urdf", scene=world)
    world["bodies"].clear()  # what the caller does with the dict later is not the robot's
    monkeypatch.chdir("/")
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(arm))))
    assert again.clearance([0.3, 0.4]) == arm.clearance([0.3, 0.4]) and repr(again) == repr(arm)
    assert copy.copy(arm) is arm and copy.deepcopy([arm])[0] is arm


def test_a_pickled_robot_whose_files_have_changed_is_refused(arm: cl.Robot, tmp_path: Path) -> None:
    text = pickle.dumps(arm)
    (tmp_path / "arm.urdf").write_text(ARM.replace('radius="0.25"', 'radius="0.2500001"'))
    with pytest.raises(ValueError, match="arm.urdf: the robot or its world has changed since it was pickled"):
        pickle.loads(text)
