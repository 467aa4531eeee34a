"""Constraints along a path: what Python keeps, what answers say, and what refuses them."""

import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearance as cl

ROW = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}


@pytest.fixture
def arm(tmp_path: Path) -> cl.Robot:
    """Two links of length 1 in the plane, with a ball at the end and a post that is far away."""
    ball = {"kind": "sphere", "radius": 0.1}
    file = tmp_path / "arm.json"
    file.write_text(json.dumps({"dh": [ROW, ROW], "shapes": [{"link": 2, "shape": ball}]}))
    post = {"name": "post", "shape": ball, "pose": {"translation": [0, 5, 0]}}
    return cl.Robot.from_dh(file, scene={"bodies": [post]})


def test_an_axis_within_an_angle_is_checked_planned_and_certified(arm: cl.Robot) -> None:
    level = arm.keep("link2", axis=(1, 0, 0), direction=(2, 0, 0), angle=0.25, name="level")
    found = level.check([[0, 0], [0.5, 0]])
    assert (found.result, found.free, found.pair) == ("violated", False, None)
    assert (found.constraint, found.limit) == ("level", 0.25)
    assert found.t_lower is not None and found.t_upper == pytest.approx(0.5, abs=1e-9)
    assert level.check([[0, 0], [0.5, -0.5]]).free and arm.check([[0, 0], [0.5, 0]]).free
    # Joints that turn in opposite senses keep the second link level.
    start, goal = [0, 0], [1.5, -1.5]
    plan = level.plan(start, goal)
    assert plan.certificate is not None
    assert level.verify(plan.certificate).valid
    assert arm.verify(plan.certificate).reason == "the certificate is about another list of constraints"
    assert not level.edge([0.5, 0], [0.5, 0]).free and level.edge([0.5, -0.5], [0.5, -0.5]).free
    corner = level.plan([0, 0], [0.9, 0])
    assert not corner.solved and "the constraint \"level\" must stay below 0.25" in (corner.reason or "")
    trajectory = cl.Trajectory([0, 2], [[0.0, 0.0], [0.5, 0.0]])
    checked = level.check(trajectory)
    assert (checked.result, checked.constraint) == ("violated", "level")
    assert checked.t_upper == pytest.approx(1, abs=1e-9)


def test_a_point_in_a_box_or_a_tube_and_values_of_configurations(arm: cl.Robot) -> None:
    near = arm.keep("link2", point=(0, 0, 0), box={"half": [None, 0.5, None]})
    (value,) = near.constraints([math.pi / 6, 0])
    # The end is at 2 sin 30 degrees = 1, half a metre beyond the face.
    assert (value.name, value.limit, value.holds) == ("point of link2", 0, False)
    assert value.value == pytest.approx(0.5)
    assert near.constraints([0, 0])[0].holds
    tube = arm.keep("link2", point=(0, 0, 0), segment=[(2, 0, 0), (1, 0, 0)], radius=0.05)
    bent = [math.acos(0.9), -2 * math.acos(0.9)]  # the end at (1.8, 0)
    assert tube.check([[0, 0], bent]).free
    assert tube.check([[0, 0], [0.1, 0]]).result == "violated"
    seen = arm.keep("link2", axis=(1, 0, 0), direction=(1, 0, 0), angle=0.3, of="link1")
    assert seen.check([[0, 0], [1, 0.2]]).free and not seen.check([[0, 0], [1, 0.4]]).free


def test_constraints_are_relaxed_pickled_and_refused_by_name(arm: cl.Robot) -> None:
    kept = arm.keep("link2", axis=(1, 0, 0), direction=(1, 0, 0), angle=0.25)
    assert kept.relax("axis of link2").check([[0, 0], [0.5, 0]]).free
    assert pickle.loads(pickle.dumps(kept)).check([[0, 0], [0.5, 0]]).result == "violated"
    wrongs: list[tuple[dict[str, Any], str]] = [
        ({"link": "link3", "axis": (1, 0, 0), "angle": 0.1}, "no link is named \"link3\""),
        ({"link": "link2", "axis": (1, 0, 0), "angle": 0}, "the angle must be between 0 and π, radians, got 0"),
        ({"link": "link2", "axis": (1, 0, 0)}, "an axis has an \"angle\""),
        ({"link": "link2", "point": (1, 0, 0)}, "expected \"axis\" and \"angle\""),
        ({"link": "link2", "point": (1, 0, 0), "box": {"half": [0, 1, 1]}}, "must be positive, got 0"),
    ]
    for wrong, text in wrongs:
        with pytest.raises(ValueError, match=text.replace("(", r"\(")):
            arm.keep(**wrong)
    with pytest.raises(ValueError, match="no constraint is named \"level\""):
        kept.relax("level")
    with pytest.raises(ValueError, match="ranges and regions cannot hold constraints"):
        kept.sweep()
    with pytest.raises(ValueError, match="closest approaches cannot hold constraints"):
        kept.closest_approach([[0, 0], [0.1, 0]])


def test_a_task_keeps_a_constraint_and_moves_on_a_line(arm: cl.Robot) -> None:
    level = {"name": "level", "link": "link2", "axis": [1, 0, 0], "direction": [1, 0, 0], "angle": 0.25}
    bent = [math.acos(0.9), -2 * math.acos(0.9)]
    there = {"link": "link2", "pose": {"translation": [1.5, 0, 0]}}
    steps = [{"keep": level}, {"move": [0.2, -0.2]}, {"relax": "level"}, {"move": bent}]
    steps.append({"line": there, "radius": 0.01})
    done = arm.task({"start": [0, 0], "steps": steps})
    assert done.solved, done.reason
    assert done.certificate is not None and arm.verify(done.certificate).valid
    ends = np.array([[math.cos(a) + math.cos(a + b), math.sin(a) + math.sin(a + b)] for a, b in done.path[2:]])
    assert np.abs(ends[:, 1]).max() < 0.01 and ends[-1, 0] == pytest.approx(1.5, abs=1e-6)
    arc = {"link": "link2", "center": [0, 0, 1], "axis": [0, 0, 2], "angle": 0.5}
    turned = arm.task({"start": list(done.path[-1]), "steps": [{"arc": arc, "radius": 0.01}]})
    assert turned.solved and turned.certificate is not None and arm.verify(turned.certificate).valid
    ends = np.array([[math.cos(a) + math.cos(a + b), math.sin(a) + math.sin(a + b)] for a, b in turned.path])
    assert np.abs(np.hypot(*ends.T) - 1.5).max() < 0.01 and ends[-1] == pytest.approx([1.5 * math.cos(0.5), 1.5 * math.sin(0.5)], abs=1e-6)
    failed = arm.task({"start": [0, 0], "steps": [{"keep": level}, {"move": [0.5, 0]}]})
    assert (failed.failed, failed.reason is not None and "the constraint \"level\"" in failed.reason) == (1, True)
