"""What recedes or slides at the start is no hit, if only what approaches is one."""

from __future__ import annotations

import numpy as np
import pytest

import clearance as cl

CORNERS = [(x - 5.0, y - 5.0, 0.0) for x in range(11) for y in range(11)]
SQUARES = [11 * x + y for x in range(10) for y in range(10)]
FLOOR = cl.Mesh(CORNERS, [t for i in SQUARES for t in ((i, i + 11, i + 12), (i, i + 12, i + 1))])
BRICK = cl.Box((0.5, 0.4, 0.25))


@pytest.mark.parametrize("skin", [0.0, 0.01])
def test_a_brick_slides_on_a_floor_of_squares_and_leaves_it(skin: float) -> None:
    start = cl.Pose((-3.3, 0.2, 0.25 + skin))
    for way, hits in [((6.0, 1.0, 0.0), False), ((1.0, 0.0, 1.0), False), ((1.0, 0.0, -1.0), True)]:
        motion = cl.Motion(start, linear=way)
        found = cl.time_of_impact(FLOOR, BRICK, cl.Pose(), motion, target_distance=skin, only_approaching=True)
        assert (found.outcome == "hit") == hits, (way, found)
        assert cl.time_of_impact(FLOOR, BRICK, cl.Pose(), motion, target_distance=skin).time == 0.0
        scene = cl.Scene()
        scene.add("floor", FLOOR)
        struck = scene.cast(BRICK, start, way, target_distance=skin, only_approaching=True)
        assert (struck.body == "floor") == hits, (way, struck)


def test_rows_have_the_bits_of_single_questions() -> None:
    ways = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, -0.5]])
    rows = cl.times_of_impact(cl.Box((1, 1, 1)), cl.Sphere(0.5), cl.Pose((0.3, 0.2, 1.5)), linear_b=ways, only_approaching=True)
    for way, time, status in zip(ways, rows.toi, rows.status):
        motion = cl.Motion(cl.Pose((0.3, 0.2, 1.5)), linear=way)
        found = cl.time_of_impact(cl.Box((1, 1, 1)), cl.Sphere(0.5), cl.Pose(), motion, only_approaching=True)
        assert (found.outcome == "miss") == (status == 1) and (found.time is None or found.time == time), (way, found)
    assert rows.status.tolist() == [1, 1, 0]


def test_both_meanings_at_once_are_refused() -> None:
    ball = cl.Sphere(1)
    with pytest.raises(ValueError, match="ignore_initial_overlap and only_approaching exclude each other"):
        cl.time_of_impact(ball, ball, cl.Pose(), cl.Pose(), ignore_initial_overlap=True, only_approaching=True)
