"""Rows whose poses are boxes: the ranges of distances that single calls and the command give, and what a bad row leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pytest
from clearance import table
from conftest import SEED
from tables import answers, shapes, vectors, write

SIDES = ("uncertain_translation_a", "uncertain_rotation_a", "uncertain_translation_b", "uncertain_rotation_b")
BALL = {"ball": cl.Sphere(1)}


def loose(count: int) -> pa.Table:
    """Pairs near one another in the world, each pose off by a little."""
    rng = np.random.default_rng(SEED)
    columns: dict[str, Any] = {"id": np.arange(count), **{name: rng.integers(0, 4, count) for name in "ab"}}
    for name in ("pose_a", "pose_b"):
        turns = rng.normal(size=(count, 4))
        places = rng.uniform(-1.5, 1.5, (count, 3))
        columns[name] = vectors(np.hstack([places, turns / np.linalg.norm(turns, axis=1, keepdims=True)]))
    for name in SIDES:
        columns[name] = vectors(rng.uniform(0, 0.06, (count, 3)) * (rng.random((count, 1)) < 0.7))
    return pa.table(columns)


def case(row: dict[str, Any]) -> dict[str, Any]:
    """A row as a pair case."""
    tree: dict[str, Any] = {"uncertain": {}}
    for side in "ab":
        pose = {"translation": row[f"pose_{side}"][:3], "quaternion": row[f"pose_{side}"][3:]}
        tree[side] = {"shape": shapes().shapes[row[side]].to_json(), "pose": pose}
        tree["uncertain"][side] = {key: row[f"uncertain_{key}_{side}"] for key in ("translation", "rotation")}
    return tree


def test_answers_are_those_of_the_command() -> None:
    given = loose(80)
    found = table.answer(given, shapes()).to_pylist()
    words = {1: "separated", -1: "overlapping", -2: "undecided"}
    for row, answer in zip(given.to_pylist(), found):
        expected = cl.answer_case(case(row))
        assert (words[answer["status"]], answer["proven"]) == (expected["status"], expected["exact"])
        assert [answer["attained_lower"], answer["attained_upper"]] == expected["attained"], (SEED, row["id"])
        assert (answer["lower"], answer["upper"]) == (expected["lower"], expected["upper"]), (SEED, row["id"])
        assert answer["lower"] <= answer["attained_lower"] and answer["attained_upper"] <= answer["upper"]
    statuses = [answer["status"] for answer in found]
    assert min(statuses.count(status) for status in words) > 2, f"seed {SEED}: {statuses}"


def test_a_batch_is_the_single_calls_to_the_last_bit() -> None:
    box, pin = cl.Box((1, 1, 1)), cl.Capsule(0.1, 1)
    off = np.array([[0.05, 0.05, 0], [0.0, 0.1, 0.02]])
    found = cl.signed_distance_ranges(box, pin, cl.Pose((1.3, 0.2, 0)), translation_b=off, rotation_a=(0.01, 0, 0), threads=2)
    for row, translation in enumerate(off):
        one = cl.signed_distance_range(
            box, pin, pose_b=cl.Pose((1.3, 0.2, 0)), uncertain_a={"rotation": (0.01, 0, 0)}, uncertain_b={"translation": translation}
        )
        bounds = (found.lower[row], found.upper[row], found.attained_lower[row], found.attained_upper[row])
        assert bounds == (one.lower, one.upper, one.attained_lower, one.attained_upper)
        assert found.status[row] == {"never": 1, "always": -1, "maybe": -2}[one.intersect]
    with pytest.raises(ValueError, match=r"uncertain_b\[1\] must be finite and not negative, got -0.1"):
        cl.signed_distance_ranges(box, pin, cl.Pose((3, 0, 0)), translation_b=[[0.0, 0.0, 0.0], [0.0, -0.1, 0.0]])
    with pytest.raises(ValueError, match=r"rotation_a must be 3 numbers or have the shape \(n, 3\)"):
        cl.signed_distance_ranges(box, pin, cl.Pose((3, 0, 0)), rotation_a=[0.1])


def test_a_bad_row_gets_its_error_and_the_others_their_answers() -> None:
    at = pa.array([[3.0, 0, 0, 1, 0, 0, 0]] * 4, pa.list_(pa.float64(), 7))
    off = pa.array([[0.5, 0, 0], None, [0, -1.0, 0], [0.0, 0, 0]], pa.list_(pa.float64(), 3))
    turn = pa.array([[0.0, 0, 0]] * 3 + [[3.0, 1, 0]], pa.list_(pa.float64(), 3))
    rows = pa.record_batch({"a": [0] * 4, "b": [0] * 4, "b_in_a": at, "uncertain_translation_b": off, "uncertain_rotation_b": turn})
    found = table.answer(rows, BALL)
    assert found["status"].to_pylist() == [1, -128, -128, -128]
    errors = found["error"].to_pylist()
    assert errors[:3] == [None, "uncertain_translation_b is null", "uncertain_b must be finite and not negative, got -1"]
    assert errors[3].startswith("uncertain_b must turn by less than half a turn, got 3.16")
    good = found.slice(0, 1).to_pylist()[0]
    assert 0.45 < good["lower"] <= 0.5 and 1.5 <= good["upper"] < 1.55
    moving = rows.append_column("linear_b", off)
    with pytest.raises(table.TableError, match="got the columns linear_b and uncertain_translation_b"):
        table.answer(moving, BALL)
    with pytest.raises(table.TableError, match="take no options"):
        table.answer(rows, BALL, options=cl.Options(accuracy="tight"))
    halfspace = table.answer(rows.slice(0, 1), {"floor": cl.Halfspace((0, 0, 1), 0)})
    assert halfspace["error"][0].as_py() == "a: expected a convex body where poses are boxes, got a halfspace"


def test_a_run_is_planned_answered_and_checked(tmp_path: Path) -> None:
    given = loose(30)
    write(tmp_path / "t.parquet", given, group=10)
    report = table.run(tmp_path / "t.parquet", tmp_path / "out", shapes(), rows_per_slice=10)
    assert report.rows == 30 and report.errors == 0
    written = answers(tmp_path / "out")
    whole = table.answer(given, shapes())
    assert written.equals(pa.Table.from_batches([whole]))
    about = json.loads((tmp_path / "out" / "_manifest.json").read_text())
    assert about["question"]["kind"] == "ranges" and "query" not in about["options"]
    numbers = {name: whole[name].to_numpy(zero_copy_only=False) for name in ("lower", "upper", "status")}
    assert table.column_digest(tmp_path / "out") == table.digest_of_columns(numbers)
    assert table.check(tmp_path / "out", unique_ids=True) == report
