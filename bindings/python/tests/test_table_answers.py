"""The answers of an Arrow batch are those of single questions, and a bad row harms no other."""

from __future__ import annotations

import json
import pickle
from functools import partial
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from conftest import SEED, random_poses
from tables import rows, shapes, vectors
from test_robots import ARM, WORLD


def batch(columns: dict[str, Any]) -> Any:
    return pa.record_batch(columns)


def test_answers_are_those_of_arrays() -> None:
    given, known = rows(500).combine_chunks().to_batches()[0], shapes()
    found = table.answer(given, known, columns="all", carry=["weight"])
    assert found.schema.names == ["id", *cl.COLUMNS, "error", "weight"]
    poses = given["b_in_a"].flatten().to_numpy().reshape(-1, 7)
    a, b = ((known.shapes, given[name].to_numpy()) for name in ("a", "b"))
    expected = cl.signed_distances(a, b, poses, columns="all")
    assert {-1, 1} <= set(expected.status.tolist())
    for name in cl.COLUMNS:
        column = found[name].flatten() if name in ("normal", "witness_a", "witness_b") else found[name]
        assert column.to_numpy(zero_copy_only=False).tobytes() == np.asarray(expected.columns[name]).tobytes()
    assert found["weight"].equals(given["weight"]) and found["error"].null_count == 500


def test_default_columns_are_the_bounds() -> None:
    found = table.answer(rows(3).combine_chunks().to_batches()[0], shapes())
    assert found.schema.names == ["id", "signed_distance", "lower", "upper", "status", "error"]
    assert [str(field.type) for field in found.schema] == ["int64", "double", "double", "double", "int8", "string"]
    about = {key.decode(): value.decode() for key, value in found.schema.metadata.items()}
    assert about["clearance.digest"] == shapes().digest and about["clearance.frame"] == "a"


def test_names_are_read_from_all_types_of_text_and_from_dictionaries() -> None:
    poses = vectors(random_poses(np.random.default_rng(SEED), 4))
    words = ["ball", "hull", "box", "ball"]
    columns: list[Any] = [
        pa.array(words),
        pa.array(words, pa.large_string()),
        pa.array(words, pa.string_view()),
        pa.array(words).dictionary_encode(),
        pa.DictionaryArray.from_arrays(pa.array([2, 0, 1, 2], pa.int8()), pa.array(["hull", "box", "ball"], pa.large_string())),
        pa.array([1, 2, 0, 1], pa.int64()),
        pa.array([1, 2, 0, 1], pa.uint8()).dictionary_encode(),
    ]
    found = [table.answer(batch({"a": column, "b": column, "b_in_a": poses}), shapes()) for column in columns]
    assert all(one.equals(found[0]) for one in found) and found[0]["error"].null_count == 4


def test_poses_are_read_from_all_types_of_lists_and_from_slices() -> None:
    poses = random_poses(np.random.default_rng(SEED), 6)
    fixed = vectors(poses)
    longer = pa.concat_arrays([vectors(poses[:2]), fixed, vectors(poses[:1])])
    ids = pa.array([0] * 6, pa.int32())
    found = [
        table.answer(batch({"a": ids, "b": ids, "b_in_a": column}), shapes())
        for column in (fixed, longer[2:8], fixed.cast(pa.list_(pa.float64())), fixed.cast(pa.large_list(pa.float64())))
    ]
    assert all(one.equals(found[0]) for one in found) and found[0]["error"].null_count == 6


def test_a_bad_row_gets_its_error_and_the_others_their_answers() -> None:
    good = [3.0, 0, 0, 1, 0, 0, 0]
    poses: list[Any] = [good, None, [3.0, None, 0, 1, 0, 0, 0], [3.0, 0, 0, 2, 0, 0, 0], good, good, good, good, [float("nan"), *good[1:]]]
    a = ["ball", "ball", "ball", "ball", None, "bull", "floor", "ball", "ball"]
    b = ["ball", "ball", "ball", "ball", "ball", "ball", "floor", "ball", "ball"]
    given = batch({"a": pa.array(a).dictionary_encode(), "b": b, "b_in_a": pa.array(poses, pa.list_(pa.float64(), 7))})
    found = table.answer(given, shapes(), columns="all")
    assert found["error"].to_pylist() == [
        None,
        "b_in_a is null",
        "b_in_a holds a null",
        "b_in_a: quaternion must be of unit length within 1e-6, got norm 2",
        "a is null",
        'a: there is no shape "bull"',
        "two halfspaces have no distance, expected at most one",
        None,
        "b_in_a: pose translation must be finite, got NaN",
    ]
    bad = np.array([text is not None for text in found["error"].to_pylist()])
    assert (found["status"].to_numpy() == np.where(bad, -128, 1)).all()
    distance = found["signed_distance"].to_numpy()
    assert np.isnan(distance[bad]).all() and np.isnan(found["normal"].flatten().to_numpy().reshape(-1, 3)[bad]).all()
    assert not found["proven"].to_numpy(zero_copy_only=False)[bad].any()
    # Balls of radius 0.6, 3 apart.
    assert abs(distance[~bad] - 1.8).max() < 1e-15


def test_lists_of_other_lengths_and_places_outside_are_errors_of_their_rows() -> None:
    good = [3.0, 0, 0, 1, 0, 0, 0]
    given = batch(
        {
            "a": pa.array([0, 1, 5, -1, None], pa.int32()),
            "b": pa.array([0] * 5, pa.int16()),
            "b_in_a": pa.array([good, good[:6], good, good, good], pa.list_(pa.float32())),
        }
    )
    assert table.answer(given, shapes())["error"].to_pylist() == [
        None,
        "b_in_a must have 7 numbers, got 6",
        "a must be from 0 to 4, got 5",
        "a must be from 0 to 4, got -1",
        "a is null",
    ]


def test_world_poses_answer_in_the_world() -> None:
    rng = np.random.default_rng(SEED)
    first, second = random_poses(rng, 50), random_poses(rng, 50)
    ids = pa.array([2] * 50, pa.int32())
    given = batch({"a": ids, "b": ids, "pose_a": vectors(first), "pose_b": vectors(second)})
    found = table.answer(given, shapes(), columns=["signed_distance", "witness_a"])
    hull = shapes().shapes[2]
    expected = cl.signed_distances(hull, hull, pose_a=first, pose_b=second, columns=["signed_distance", "witness_a"])
    assert found["signed_distance"].to_numpy().tobytes() == expected.signed_distance.tobytes()
    assert found["witness_a"].flatten().to_numpy().tobytes() == expected.witness_a.tobytes()
    assert found.schema.metadata[b"clearance.frame"] == b"world"


def test_nested_and_dictionary_columns_are_carried() -> None:
    given = rows(4).append_column("tags", pa.array([["x"], [], None, ["y", "z"]]))
    given = given.append_column("where", pa.array([{"k": 1}, None, {"k": 3}, {"k": 4}]))
    given = given.append_column("who", pa.array(["p", None, "p", "q"]).dictionary_encode())
    found = table.answer(given, shapes(), carry=["tags", "where", "who"])
    assert all(found[name].equals(given[name].combine_chunks()) for name in ("tags", "where", "who"))


def test_tables_that_ask_nothing_are_refused_with_a_word() -> None:
    given, known = rows(2).combine_chunks().to_batches()[0], shapes()
    floats = given.set_column(1, "a", pa.array([0.5, 1.0]))
    cases: list[tuple[pa.Table, dict[str, Any], str]] = [
        (given.drop_columns(["b_in_a"]), {}, "has the columns a, b and b_in_a, or a, b, pose_a and pose_b, got id, a, b, weight"),
        (floats, {}, 'column "a": expected int32, or a dictionary of names, got double'),
        (given.set_column(3, "b_in_a", pa.array([1.0, 2.0])), {}, r"expected fixed_size_list<double>\[7\], got double"),
        (given, {"columns": ["depth"]}, "there is no column 'depth', expected some of signed_distance"),
        (given, {"carry": ["depth"]}, "there is no column 'depth' to carry"),
        (given, {"carry": ["error"]}, "carried column 'error' has the name of a column that is written anyway"),
    ]
    for wrong, options, text in cases:
        with pytest.raises(table.TableError, match=text):
            table.answer(wrong, known, **options)
    with pytest.raises(TypeError, match="columns must be"):
        table.answer(given, known, columns="lower")


def test_answers_do_not_depend_on_the_batch_and_pickle_to_workers() -> None:
    given, function = rows(300).combine_chunks().to_batches()[0], partial(table.answer, shapes=shapes(), columns="all")
    whole = function(given)
    parts = [pickle.loads(pickle.dumps(function))(given.slice(first, 70)) for first in range(0, 300, 70)]
    assert pa.Table.from_batches(parts).combine_chunks().equals(pa.Table.from_batches([whole]))


def test_shape_tables_are_read_from_lines_and_parquet(tmp_path: Path) -> None:
    known = shapes()
    (tmp_path / "shapes.jsonl").write_text(known.text())
    lines = [cl_shape.to_json() for cl_shape in known.shapes]
    content = pa.table({"name": list(known.names), "json": [json.dumps(line) for line in lines]})
    pq.write_table(content, tmp_path / "shapes.parquet")
    read = [table.Shapes.of(tmp_path / name) for name in ("shapes.jsonl", "shapes.parquet")]
    assert all(one.digest == known.digest and list(one.names) == list(known.names) for one in read)
    for text, error in [
        ('{"name": "x", "kind": "sphere"}', r"shapes.jsonl:1: .*radius"),
        ('{"kind": "sphere", "radius": 1}', r'shapes.jsonl:1: expected an object with a "name"'),
        ("{", r"shapes.jsonl:1: expected a JSON object"),
        (known.text() + known.text(), 'each name once, got "box" twice'),
        ("", "at least one shape, got none"),
    ]:
        (tmp_path / "shapes.jsonl").write_text(text)
        with pytest.raises(table.TableError, match=error):
            table.Shapes.of(tmp_path / "shapes.jsonl")


def test_many_shapes_are_handed_over_only_if_they_are_named() -> None:
    balls = table.Shapes({f"ball {i}": cl.Sphere(i / 1000) for i in range(3000)})
    poses = vectors(np.tile([5.0, 0, 0, 1, 0, 0, 0], (3, 1)))
    found = table.answer(batch({"a": [2999, 7, 1500], "b": ["ball 0", "ball 2999", "ball 1"], "b_in_a": poses}), balls)
    assert abs(found["signed_distance"].to_numpy() - (5 - np.array([2.999, 3.006, 1.501]))).max() < 1e-14


def test_configurations_have_the_least_clearance_and_its_pair(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    robot = cl.Robot.from_urdf(file, scene=WORLD)
    qs = np.random.default_rng(SEED).uniform(-2, 2, (300, 2))
    given = batch({"id": np.arange(300), "q": vectors(qs)})
    found = table.answer(given, robot, columns="all")
    for i in range(300):
        single = robot.clearance(qs[i])
        assert single is not None and tuple(found["pair"][i].as_py()) == single.pair
        assert found["lower"][i].as_py() <= single.upper and single.lower <= found["upper"][i].as_py()
        assert (found["status"][i].as_py() == 1) == (single.collides is False)
    assert table.answer(given, robot).schema.names == ["id", "signed_distance", "lower", "upper", "status", "pair", "error"]
    # Backwards, each row has the same bits: nothing of the row before is left.
    back = table.answer(batch({"id": np.arange(300), "q": vectors(qs[::-1])}), robot, columns="all")
    assert back["lower"].to_numpy()[::-1].tobytes() == found["lower"].to_numpy().tobytes()
    assert back["pair"].to_pylist()[::-1] == found["pair"].to_pylist()


def test_bad_configurations_are_errors_of_their_rows(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    robot = cl.Robot.from_urdf(file, scene=WORLD)
    given = batch({"q": pa.array([[0.0, 0], None, [0, float("inf")], [0, None]], pa.list_(pa.float64(), 2))})
    found = table.answer(given, robot)
    errors = found["error"].to_pylist()
    assert errors[0] is None and errors[1] == "q is null" and errors[3] == "q holds a null"
    assert errors[2].startswith('q: the value of joint "wrist" must be within')
    assert found["pair"].to_pylist() == [["upper", "post"], None, None, None]
    with pytest.raises(table.TableError, match=r"expected fixed_size_list<double>\[2\]"):
        table.answer(batch({"q": vectors(np.zeros((2, 3)))}), robot)
