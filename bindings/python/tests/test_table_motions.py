"""Rows that move: when two shapes first meet, as the command has it, and what a miss, a graze and a bad row leave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from clearance.table import slices
from clearance.table.command import main
from clearance.table.motions import Motions
from conftest import SEED
from tables import answers, contents, moving, shapes, vectors, write

UNIT = {"ball": cl.Sphere(1)}
VECTORS = ("normal", "witness_a", "witness_b")


def balls(starts: list[Any], ways: list[Any], **more: Any) -> pa.RecordBatch:
    """Two unit balls: B starts there and moves by that."""
    at = [None if start is None else [*start, 1.0, 0.0, 0.0, 0.0] for start in starts]
    columns = {"b_in_a": pa.array(at, pa.list_(pa.float64(), 7)), "linear_b": pa.array(ways, pa.list_(pa.float64(), 3))}
    return pa.record_batch({"a": [0] * len(at), "b": [0] * len(at), **columns, **more})


def case(row: dict[str, Any]) -> dict[str, Any]:
    """A row as a pair case."""
    motion: dict[str, Any] = {"target_distance": row["target_distance"]}
    tree: dict[str, Any] = {"motion": motion}
    for side in "ab":
        pose = {"translation": row[f"pose_{side}"][:3], "quaternion": row[f"pose_{side}"][3:]}
        tree[side] = {"shape": shapes().shapes[row[side]].to_json(), "pose": pose}
        motion[side] = {"linear": row[f"linear_{side}"], "angular": row[f"angular_{side}"]}
    return tree


def test_balls_meet_when_the_gap_is_closed() -> None:
    # The gap of 3 is closed at 8: t = 3/8.
    found = table.answer(balls([[5.0, 0, 0]], [[-8.0, 0, 0]]), UNIT)
    assert found.schema.names == ["toi", "toi_lower", "toi_upper", "status", "proven", "error"]
    assert [str(field.type) for field in found.schema] == ["double", "double", "double", "int8", "bool", "string"]
    assert [field.nullable for field in found.schema] == [True, True, True, False, False, True]
    row = found.to_pylist()[0]
    assert row["toi"] == 0.375 and row["toi_lower"] <= 0.375 <= row["toi_upper"] < row["toi_lower"] + 1e-12
    assert (row["status"], row["proven"], row["error"]) == (0, True, None)
    about = {key.decode(): value.decode() for key, value in found.schema.metadata.items()}
    assert about["clearance.question"] == "motions" and about["clearance.frame"] == "a"
    assert about["clearance.digest"] == table.Shapes(UNIT).digest


def test_a_time_is_null_only_of_a_proven_miss() -> None:
    # A hit, a miss with a gap of 1 left, a graze that rounding cannot decide, an overlap from the start, an error.
    starts: list[Any] = [[5.0, 0, 0], [5.0, 0, 0], [5.0, 2, 0], [0.5, 0, 0], None]
    found = table.answer(balls(starts, [[-8.0, 0, 0], [-2.0, 0, 0], *[[-8.0, 0, 0]] * 3]), UNIT, columns="all")
    assert found["status"].to_pylist() == [0, 1, -2, -1, -128]
    assert found["proven"].to_pylist() == [True, True, False, True, False]
    assert found["error"].to_pylist() == [None] * 4 + ["b_in_a is null"]
    for name in ("toi", "toi_lower", "toi_upper", "signed_distance", "upper", *VECTORS):
        assert found[name].is_null().to_pylist() == [False, True, False, False, False], name
    hit, miss, graze, start, bad = found.to_pylist()
    assert hit["toi"] == 0.375 and start["toi"] == start["toi_upper"] == 0.0
    assert 1 - 1e-12 < miss["lower"] <= 1
    # The centers are nearest at 5 - 8 t = 0; until toi_lower they are proven to be apart.
    assert graze["toi"] == graze["toi_lower"] < 0.625 < graze["toi_upper"]
    assert graze["lower"] <= 0 <= graze["upper"]
    assert all(np.isnan(bad[name]) for name in ("toi", "toi_lower", "toi_upper", "lower", "upper"))


def test_answers_are_those_of_the_command() -> None:
    given = moving(300)
    found = table.answer(given, shapes(), columns="all").to_pylist()
    words = {1: "separated", 0: "touching", -1: "overlapping", -2: "undecided"}
    for row, answer in zip(given.to_pylist(), found):
        expected = cl.answer_case(case(row))
        assert (words[answer["status"]], answer["proven"]) == (expected["status"], expected["exact"])
        for name in ("toi", "toi_lower", "toi_upper", "signed_distance", "lower", "upper", *VECTORS):
            assert answer[name] == expected.get(name), (SEED, row["id"], name)
    statuses = [answer["status"] for answer in found]
    assert min(statuses.count(status) for status in (1, 0, -1)) > 15, f"seed {SEED}"


def test_what_is_not_there_is_zero() -> None:
    whole = moving(40)
    still = vectors(np.zeros((40, 3)))
    for gone in (["angular_a", "angular_b"], ["linear_a", "angular_a", "target_distance"], ["linear_a", "linear_b", "angular_a"]):
        zeros = whole
        for name in gone:
            column = pa.array(np.zeros(40)) if name == "target_distance" else still
            zeros = zeros.set_column(zeros.column_names.index(name), name, column)
        found, expected = (table.answer(one, shapes(), columns="all") for one in (whole.drop_columns(gone), zeros))
        assert found.equals(expected)


def test_without_a_motion_rows_are_pairs() -> None:
    given = moving(5).drop_columns(["linear_a", "angular_a", "linear_b", "angular_b"])
    assert table.answer(given, shapes()).schema.metadata[b"clearance.question"] == b"pairs"


def test_a_bad_row_gets_its_error_and_the_others_their_answers() -> None:
    inf = float("inf")
    good, still = [-8.0, 0, 0], [0.0, 0, 0]
    angular = pa.array([*[still] * 4, [inf, 0, 0], None, *[still] * 4], pa.list_(pa.float64(), 3))
    given = balls(
        [[5.0, 0, 0], [5.0, 0, 0], [5.0, 0, 0], [inf, 0, 0], *[[5.0, 0, 0]] * 6],
        [good, None, [None, 0.0, 0], good, good, good, [float("nan"), 0, 0], good, good, good],
        angular_a=angular,
        target_distance=pa.array([0.0] * 7 + [None, -1.0, 1.0]),
    )
    found = table.answer(given, UNIT)
    assert found["error"].to_pylist() == [
        None,
        "linear_b is null",
        "linear_b holds a null",
        "b_in_a: pose translation must be finite, got inf",
        "motion_a: angular displacement must be finite, got inf",
        "angular_a is null",
        "motion_b: linear displacement must be finite, got NaN",
        "target_distance is null",
        "target_distance must not be negative, got -1",
        None,
    ]
    # At a distance of 1 the gap of 3 counts as closed at t = 2/8.
    assert [x for x in found["toi"].to_pylist() if not np.isnan(x)] == pytest.approx([0.375, 0.25], abs=1e-15)
    assert found["status"].to_pylist() == [0, *[-128] * 8, 0] and found["toi"].null_count == 0


def test_columns_of_another_type_are_refused() -> None:
    given = balls([[5.0, 0, 0]], [[-8.0, 0, 0]])
    for name, column, text in [
        ("angular_a", vectors(np.zeros((1, 4))), r'column "angular_a": expected fixed_size_list<double>\[3\], got fixed_size_list'),
        ("target_distance", pa.array(["1"]), 'column "target_distance": expected double, got string'),
    ]:
        with pytest.raises(table.TableError, match=text):
            table.answer(given.append_column(name, column), UNIT)
    with pytest.raises(table.TableError, match="expected some of toi, toi_lower, toi_upper, status, proven, signed_distance"):
        table.answer(given, UNIT, columns=["depth"])


def test_slices_are_the_whole_whatever_runs_them(tmp_path: Path) -> None:
    given = moving(600)
    write(tmp_path / "t.parquet", given, group=300)
    whole = table.answer(given, shapes(), columns="all")
    options: dict[str, Any] = {"columns": "all", "threads": 1}
    one = table.run(tmp_path / "t.parquet", tmp_path / "one", shapes(), **options)
    two = table.run(tmp_path / "t.parquet", tmp_path / "two", shapes(), rows_per_slice=300, **options)
    assert (one.slices, two.slices, two.rows, two.errors) == (1, 2, 600, 0)
    for out in ("one", "two"):
        assert answers(tmp_path / out).combine_chunks().equals(pa.Table.from_batches([whole]))
    times = {name: whole[name].to_numpy(zero_copy_only=False) for name in ("toi", "toi_lower", "toi_upper", "status")}
    assert table.column_digest(tmp_path / "one") == table.column_digest(tmp_path / "two") == table.digest_of_columns(times)
    about = json.loads((tmp_path / "two" / "_manifest.json").read_text())
    assert about["question"] == {"kind": "motions", "digest": shapes().digest, "shapes": 5}
    assert table.check(tmp_path / "two", unique_ids=True) == two


def test_bytes_do_not_depend_on_the_rows_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "t.parquet", moving(300), group=300)
    table.run(tmp_path / "t.parquet", tmp_path / "whole", shapes(), columns="all")
    monkeypatch.setattr(Motions, "rows_at_once", 77)
    table.run(tmp_path / "t.parquet", tmp_path / "parts", shapes(), columns="all")
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


def test_a_run_is_resumed_by_any_process_to_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", moving(300), group=100)
    out, quiet = tmp_path / "out", tmp_path / "quiet"
    table.run(tmp_path / "t.parquet", quiet, shapes(), rows_per_slice=100)
    planned = table.plan(tmp_path / "t.parquet", out, shapes(), rows_per_slice=100)
    # What a worker does: the plan is read from the folder.
    assert slices.answer_planned(str(out), planned.id, 1).rows == 100
    (tmp_path / "shapes.jsonl").write_text(shapes().text())
    arguments = [str(tmp_path / "t.parquet"), "--shapes", str(tmp_path / "shapes.jsonl"), "--rows-per-slice", "100"]
    assert main(["run", *arguments, "-o", str(out), "--resume"]) == 0
    assert contents(out) == contents(quiet)


def test_a_plan_of_pairs_is_not_one_of_motions(tmp_path: Path) -> None:
    given = moving(100)
    write(tmp_path / "t.parquet", given)
    table.run(tmp_path / "t.parquet", tmp_path / "out", shapes())
    pq.write_table(given.drop_columns(["linear_a", "angular_a", "linear_b", "angular_b"]), tmp_path / "t.parquet")
    with pytest.raises(table.TableError, match='is of another run: question.kind was "motions", is "pairs"'):
        table.run(tmp_path / "t.parquet", tmp_path / "out", shapes())
