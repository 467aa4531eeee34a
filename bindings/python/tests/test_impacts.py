"""Batches of bodies that move give the bits of single questions, on any number of threads, and end on request."""

from __future__ import annotations

from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pytest
from conftest import SEED, random_motions, seconds_to_interrupt, ticks_during

SHAPES: list[cl.Shape] = [
    cl.Box((1, 0.7, 0.5)), cl.Sphere(0.6), cl.Hull(np.random.default_rng(SEED).normal(size=(20, 3))), cl.Cone(0.5, 0.8),
    cl.Halfspace((0, 0, 1), -0.5),
]  # fmt: skip
RATES = ("linear_a", "angular_a", "linear_b", "angular_b")
VECTORS = ("normal", "witness_a", "witness_b")


def single(a: cl.Shape, b: cl.Shape, given: dict[str, Any], row: int, options: cl.Options | None = None) -> cl.Impact:
    motions = [cl.Motion(given[f"pose_{s}"][row], given[f"linear_{s}"][row], given[f"angular_{s}"][row]) for s in "ab"]
    return cl.time_of_impact(a, b, *motions, target_distance=given["target_distance"][row], options=options)


def check(row: dict[str, Any], expected: cl.Impact) -> None:
    """Bit by bit; what a miss has not is not a number."""
    nan = float("nan")
    near = expected.proximity
    times = (expected.time, expected.time_lower, expected.time_upper)
    found = [row[name] for name in ("toi", "toi_lower", "toi_upper")]
    assert np.array_equal(found, [nan if time is None else time for time in times], equal_nan=True)
    assert row["proven"] == (expected.outcome != "undecided")
    if near is None:
        assert row["status"] == 1 and row["lower"] == expected.lower
        assert all(np.isnan(row[name]).all() for name in ("signed_distance", "upper", *VECTORS))
        return
    assert row["signed_distance"] == near.signed_distance
    assert all(tuple(row[name]) == getattr(near, name) for name in VECTORS)
    assert row["status"] == (-2 if expected.outcome == "undecided" else near.status if expected.initial else 0)
    wide = expected.outcome == "undecided"
    assert row["lower"] == (min(near.lower, 0) if wide else near.lower)
    assert row["upper"] == (max(near.upper, 0) if wide else near.upper)


def same(a: cl.Impacts, b: cl.Impacts) -> bool:
    return a.columns.keys() == b.columns.keys() and all(a.columns[k].tobytes() == b.columns[k].tobytes() for k in a.columns)


def test_rows_are_single_answers_for_any_number_of_threads() -> None:
    given, count = random_motions(900), 900
    rng = np.random.default_rng(1)
    index_a, index_b = rng.integers(0, 4, count), rng.integers(0, 5, count)
    sides = (SHAPES, index_a), (SHAPES, index_b)
    one = cl.times_of_impact(*sides, **given, columns="all", threads=1)
    assert all(same(one, cl.times_of_impact(*sides, **given, columns="all", threads=n)) for n in (2, 5))
    for row in range(0, count, 3):
        expected = single(SHAPES[index_a[row]], SHAPES[index_b[row]], given, row)
        check({name: column[row] for name, column in one.columns.items()}, expected)
    statuses = one.status.tolist()
    assert min(statuses.count(status) for status in (1, 0, -1)) > 40, f"seed {SEED}"


def test_a_graze_is_undecided_and_its_bounds_hold_zero() -> None:
    # The centers are nearest at 5 - 8 t = 0, at a distance of 2; until toi_lower they are proven to be apart.
    given: dict[str, Any] = {"pose_a": [[0.0, 0, 0, 1, 0, 0, 0]], "pose_b": [[5.0, 2, 0, 1, 0, 0, 0]], "linear_b": [[-8.0, 0, 0]]}
    found = cl.times_of_impact(cl.Sphere(1), cl.Sphere(1), **given, columns="all")
    still = np.zeros((1, 3))
    whole = {**given, "linear_a": still, "angular_a": still, "angular_b": still, "target_distance": [0]}
    check({name: column[0] for name, column in found.columns.items()}, single(cl.Sphere(1), cl.Sphere(1), whole, 0))
    assert found.status.tolist() == [-2] and found.toi[0] == found.toi_lower[0] < 0.625 < found.toi_upper[0]
    assert found.collides.tolist() == [False] and single(cl.Sphere(1), cl.Sphere(1), whole, 0).collides is None


def test_rows_within_the_target_distance_at_the_start_collide() -> None:
    ball, targets = cl.Sphere(1), [2.0, 0.5, 0.0]
    found = cl.times_of_impact(ball, ball, cl.Pose((3, 0, 0)), linear_b=[1, 0, 0], target_distance=targets)
    assert found.collides.tolist() == [True, False, False]
    assert found.toi[0] == 0 and np.isnan(found.toi[1:]).all() and found.status.tolist() == [1, 1, 1]
    both = [cl.time_of_impact(ball, ball, cl.Pose(), cl.Motion(cl.Pose((3, 0, 0)), (1, 0, 0)), target_distance=d) for d in targets]
    assert [impact.collides for impact in both] == found.collides.tolist()


def test_numbers_that_are_given_once_stand_for_all_rows() -> None:
    given = random_motions(40)
    for name in RATES:
        given[name] = given[name][0]
    given["target_distance"] = 0.25
    repeated = {**given, "target_distance": np.full(40, 0.25), **{name: np.tile(given[name], (40, 1)) for name in RATES}}
    a, b = SHAPES[2], SHAPES[0]
    assert same(cl.times_of_impact(a, b, **given, columns="all"), cl.times_of_impact(a, b, **repeated, columns="all"))
    lone = cl.times_of_impact(cl.Sphere(1), cl.Sphere(1), cl.Pose((5, 0, 0)), linear_b=[-8, 0, 0])
    assert lone.toi.tolist() == [0.375] and repr(lone) == "<Impacts of 1 pairs: toi, toi_lower, toi_upper, status, proven>"


def test_orders_and_types_are_read_rightly() -> None:
    given = random_motions(8)
    expected = cl.times_of_impact(SHAPES[0], SHAPES[2], **given, columns="all")
    fortran: dict[str, Any] = {name: np.asfortranarray(array) for name, array in given.items()}
    lists: dict[str, Any] = {name: array.tolist() for name, array in given.items()}
    assert same(expected, cl.times_of_impact(SHAPES[0], SHAPES[2], **fortran, columns="all"))
    assert same(expected, cl.times_of_impact(SHAPES[0], SHAPES[2], **lists, columns="all"))
    out = {name: np.zeros_like(column) for name, column in expected.columns.items()}
    cl.times_of_impact(SHAPES[0], SHAPES[2], **given, out=out)
    assert same(expected, cl.Impacts(out))
    assert pa.record_batch(expected).schema.names == list(cl.IMPACT_COLUMNS)


def test_options_are_those_of_single_questions() -> None:
    given, wide = random_motions(60), cl.Options(relative=1e-3, accuracy="tight")
    found = cl.times_of_impact(SHAPES[2], SHAPES[3], **given, columns="all", options=wide)
    for row in range(60):
        check({name: column[row] for name, column in found.columns.items()}, single(SHAPES[2], SHAPES[3], given, row, wide))


def test_what_cannot_be_read_is_named() -> None:
    ball, at = cl.Sphere(1), np.tile([5.0, 0, 0, 1, 0, 0, 0], (3, 1))
    way = np.tile([-8.0, 0, 0], (3, 1))
    inf = way.copy()
    inf[1, 2] = np.inf
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"linear_b": inf}, ValueError, r"motion_b\[1\]: linear displacement must be finite, got inf"),
        ({"linear_b": way, "target_distance": [0, 0, -1.0]}, ValueError, r"target_distance\[2\] must not be negative, got -1"),
        ({"linear_b": way[:2]}, ValueError, "as many rows everywhere, got 2 and 3"),
        ({"linear_b": way[:, :2]}, ValueError, r"linear_b must be 3 numbers or have the shape \(n, 3\), got \(3, 2\)"),
        ({"linear_b": way, "target_distance": at}, ValueError, "target_distance must be a number"),
        ({"angular_a": [["x"] * 3] * 3}, TypeError, "angular_a must be real numbers"),
        ({"columns": ["time"]}, ValueError, "there is no column 'time', expected some of toi"),
    ]
    for arguments, kind, text in cases:
        with pytest.raises(kind, match=text):
            cl.times_of_impact(ball, ball, at, **arguments)
    kept = cl.times_of_impact(ball, ball, at, linear_b=inf, columns="all", errors="status")
    assert kept.status.tolist() == [0, -128, 0] and kept.errors == {1: "motion_b[1]: linear displacement must be finite, got inf"}
    assert np.isnan(kept.toi[1]) and np.isnan(kept.normal[1]).all() and kept.toi[[0, 2]].tolist() == [0.375] * 2


def test_other_python_threads_run_during_a_batch() -> None:
    given = random_motions(500)
    assert ticks_during(lambda: cl.times_of_impact(SHAPES[2], SHAPES[3], **given, threads=1)) > 30


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_batch(threads: int) -> None:
    batch = f"""
    table = np.zeros((400_000, 7)); table[:, 0] = np.linspace(6, 8, len(table)); table[:, 3] = 1
    ways = {{"linear_b": [-6, 0.5, 0.25], "angular_b": [3, 2, 1]}}
    call = lambda: cl.times_of_impact(cl.Ellipsoid((1, 2, 3)), cl.Cone(3, 2), table, **ways, threads={threads})
    """
    assert seconds_to_interrupt(batch) < 0.2
