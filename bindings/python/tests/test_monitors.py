"""Monitors of a control loop."""

from __future__ import annotations

import math
from pathlib import Path

import clearance as cl
import pytest

FOLDER = Path(__file__).resolve().parents[3] / "testdata/robots/redundant"
UP = [0.0, 0.3, 0.1, 0.1]
STILL = [0.0] * 4
HAND = cl.Watched(cl.Capsule(0.05, 0.1), speed=2.0, margin=0.01)


@pytest.fixture
def arm() -> cl.Robot:
    return cl.Robot.from_file(FOLDER / "robot.json", srdf=FOLDER / "robot.srdf", scene=FOLDER / "scene.json")


def test_a_hand_comes_nearer_by_its_speed_until_the_robot_has_to_stop(arm: cl.Robot) -> None:
    monitor = cl.Monitor(arm, {"hand": HAND}, horizon=0.1, accelerations=0.0)
    far, near = ({"hand": cl.Pose((x, 3.0, 0.5))} for x in (20.0, 19.5))
    first, second = monitor.tick(1.0, UP, STILL, far), monitor.tick(1.001, UP, STILL, near)
    assert first and first.verdict == "free" and first.complete and first.horizon == 0.1
    assert first.watched is not None and second.watched is not None and first.watched.pair[1] == "hand"
    assert second.watched.lower < first.watched.lower <= first.watched.upper
    # Seen 0.05 s ago it may be 2 · 0.05 m nearer; nothing else has changed.
    old = monitor.tick(1.05, UP, STILL, far, body_times={"hand": 1.0})
    assert old.watched is not None and abs(first.watched.lower - old.watched.lower - 0.1) < 1e-9
    at = monitor.tick(2.0, UP, STILL, {"hand": arm.link_poses(UP)[first.watched.pair[0]]})
    assert not at and at.verdict == "close" and at.watched is not None and at.watched.lower <= 0
    assert first.world is not None and first.own is None or first.own is not None


def test_samples_that_cannot_be_used_are_faults_and_bodies_go_by_name(arm: cl.Robot) -> None:
    monitor = cl.Monitor(arm, {"hand": HAND}, reaction=0.05, decelerations=[4.0] * 4, max_age=0.2)
    where = {"hand": cl.Pose((9, 0, 0))}
    assert monitor.tick(1.0, UP, STILL, where)
    late = monitor.tick(1.0, UP, STILL, where, taken=0.5)
    assert (late.verdict, late.reason) == ("fault", "the sample of the joints is too old, or later than now")
    assert monitor.tick(1.0, [math.nan, *UP[1:]], STILL, where).reason == "a value of the sample is not finite, or too large"
    with pytest.raises(ValueError, match=r"missing: \['hand'\]"):
        monitor.tick(1.0, UP, STILL, {})
    with pytest.raises(ValueError, match=r"unknown: \['cart'\]"):
        monitor.tick(1.0, UP, STILL, {**where, "cart": cl.Pose()})
    with pytest.raises(ValueError, match="decelerations"):
        cl.Monitor(arm, {}, reaction=0.05)
    given = cl.Monitor(arm, {"hand": HAND})
    assert given.tick(1.0, UP, STILL, where, stop=(UP, 0.25)).horizon == 0.25
    assert given.tick(1.0, UP, STILL, where).verdict == "fault"
