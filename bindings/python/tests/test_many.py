"""Batches give the bits of single questions, whatever the array, the threads and the columns."""

from __future__ import annotations

import pickle
from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pytest
from conftest import SEED, check_proximity, poses, random_poses, shapes
from hypothesis import given
from hypothesis import strategies as st

PAIRS = [
    (cl.Box((1, 2, 0.5)), cl.Box((0.5, 0.7, 1.5))),
    (cl.Sphere(1), cl.Box((0.5, 0.7, 1.5))),
    (cl.Capsule(0.3, 1), cl.Capsule(0.2, 2, "x")),
    (cl.Hull(np.random.default_rng(SEED).normal(size=(20, 3))), cl.Hull(np.random.default_rng(1).normal(size=(20, 3)))),
    (cl.Ellipsoid((1, 2, 0.5)), cl.Cone(1, 2)),
    (cl.Halfspace((0, 0, 1), -1), cl.Cylinder(1, 0.5)),
]


def same(a: cl.Proximities, b: cl.Proximities) -> bool:
    return a.columns.keys() == b.columns.keys() and all(a.columns[k].tobytes() == b.columns[k].tobytes() for k in a.columns)


@pytest.mark.parametrize("a, b", PAIRS, ids=lambda shape: shape.kind)
def test_rows_are_single_answers_for_any_number_of_threads(a: cl.Shape, b: cl.Shape) -> None:
    table = random_poses(np.random.default_rng(SEED), 2500)
    one = cl.signed_distances(a, b, table, columns="all", threads=1)
    assert all(same(one, cl.signed_distances(a, b, table, columns="all", threads=n)) for n in (2, 3, 8))
    assert {-1, 1} <= set(one.status.tolist())
    for i in range(0, len(one), 50):
        single = cl.signed_distance(a, b, table[i])
        assert one[i] == single
        check_proximity(single)


@given(shapes, shapes, st.lists(poses, max_size=5))
def test_any_shapes_and_any_number_of_rows(a: cl.Shape, b: cl.Shape, given_poses: list[cl.Pose]) -> None:
    table = np.array([[*p.translation, *p.quaternion_wxyz] for p in given_poses]).reshape(-1, 7)
    found = cl.signed_distances(a, b, table, columns="all")
    assert list(found) == [cl.signed_distance(a, b, pose) for pose in given_poses]


def test_orders_strides_types_and_lists_are_read_rightly() -> None:
    a, b = PAIRS[0]
    table = random_poses(np.random.default_rng(SEED), 8)
    expected = cl.signed_distances(a, b, table, columns="all")
    wide = np.zeros((16, 14))
    wide[::2, ::2] = table
    others: list[Any] = [
        np.asfortranarray(table), wide[::2, ::2], table[::-1][::-1], table.tolist(), tuple(map(tuple, table)), table.astype(">f8"),
        [cl.Pose(row[:3], quaternion_wxyz=row[3:]) for row in table],
    ]  # fmt: skip
    assert all(same(expected, cl.signed_distances(a, b, other, columns="all")) for other in others)
    # Eight rows of seven as seven rows of eight in memory: what a reader that ignores the order would take them for.
    assert np.asfortranarray(table).strides == (8, 64)
    masked = np.ma.array(table)
    assert same(expected, cl.signed_distances(a, b, masked.data, columns="all"))


def test_float32_is_widened_and_answered_in_float64() -> None:
    rng = np.random.default_rng(SEED)
    single, points = random_poses(rng, 500).astype(np.float32), rng.normal(size=(20, 3)).astype(np.float32)
    single[:, 3:] /= np.linalg.norm(single[:, 3:], axis=1, keepdims=True)  # of unit length to float32
    assert cl.Hull(points) == cl.Hull(points.astype(np.float64))
    for a, b in PAIRS:
        found = cl.signed_distances(a, b, single, columns="all")
        assert same(found, cl.signed_distances(a, b, single.astype(np.float64), columns="all"))
        assert found.signed_distance.dtype == found.lower.dtype == found.normal.dtype == np.float64
    a, b = PAIRS[0]
    with pytest.raises(ValueError, match=r'out\["lower"\] must be an array of float64'):
        cl.signed_distances(a, b, single, out={"lower": np.empty(500, np.float32)})


def test_quaternions_at_once_are_read_as_single_ones() -> None:
    """Rows of a batch are poses in registers; a pose by itself is not."""
    table = random_poses(np.random.default_rng(SEED), 3000)
    table[::7, 3:] *= 1 + 9e-7
    table[::11, 3:] = [0.0, -0.0, 1.0, 0.0]
    table[::13, :3] *= 1e-300
    table[::17, :3] *= 1e250
    one_by_one = [cl.Pose(row[:3], quaternion_wxyz=row[3:]) for row in table]
    for a, b in PAIRS[:4]:
        assert same(cl.signed_distances(a, b, table, columns="all"), cl.signed_distances(a, b, one_by_one, columns="all"))
    a, b = PAIRS[3]
    found = cl.signed_distances(a, b, table, columns="all")
    table[[5, 1030]] = [[0, 0, 0, 0, 0, 0, 0], [np.inf, 0, 0, 1, 0, 0, 0]]
    marked = cl.signed_distances(a, b, table, columns="all", errors="status")
    texts = ["poses[5]: quaternion must be of unit length within 1e-6, got norm 0", "poses[1030]: pose translation must be finite, got inf"]
    assert list(marked.errors) == [5, 1030] and list(marked.errors.values()) == texts
    kept = np.delete(np.arange(3000), [5, 1030])
    assert (marked.status[[5, 1030]] == -128).all() and (marked.lower[kept] == found.lower[kept]).all()
    with pytest.raises(ValueError, match=r"poses\[5\]: quaternion"):
        cl.signed_distances(a, b, table)


def test_matrices_are_read_as_single_ones() -> None:
    rng = np.random.default_rng(SEED)
    table = random_poses(rng, 40)
    matrices = np.stack([cl.Pose(row[:3], quaternion_wxyz=row[3:]).matrix() for row in table])
    for a, b in PAIRS:
        found = cl.signed_distances(a, b, matrices, columns="all")
        assert list(found) == [cl.signed_distance(a, b, matrix) for matrix in matrices]
        assert same(found, cl.signed_distances(a, b, np.asfortranarray(matrices[:, :3]), columns="all"))
        assert same(found, cl.signed_distances(a, b, [cl.Pose.from_matrix(m) for m in matrices], columns="all"))
        mixed: list[Any] = [cl.Pose.from_matrix(matrices[0]), cl.Pose(rpy=(0.1, 0.2, 3)), cl.Pose((1, 2, 3)), table[3]]
        assert list(cl.signed_distances(a, b, mixed, columns="all")) == [cl.signed_distance(a, b, p) for p in mixed]
        near = cl.signed_distances(a, b, table)
        assert abs(near.signed_distance - found.signed_distance).max() < 1e-9


def test_options_are_those_of_single_questions() -> None:
    table = random_poses(np.random.default_rng(SEED), 200)
    for options in (cl.Options(accuracy="exact"), cl.Options(accuracy="tight"), cl.Options(absolute=0.5), cl.Options(max_iterations=2)):
        for a, b in PAIRS[3:]:
            found = cl.signed_distances(a, b, table, columns="all", options=options, threads=2)
            assert list(found) == [cl.signed_distance(a, b, pose, options=options) for pose in table]
    a, b = PAIRS[3]
    assert same(cl.signed_distances(a, b, table), cl.signed_distances(a, b, table, options=cl.Options()))
    wide, narrow = (cl.signed_distances(a, b, table, options=cl.Options(accuracy=name)) for name in ("rounded", "exact"))
    assert np.all(np.nextafter(narrow.lower, np.inf) >= narrow.upper) and np.any(np.nextafter(wide.lower, np.inf) < wide.upper)


def test_tables_of_pairs_take_shapes_by_their_place() -> None:
    rng = np.random.default_rng(SEED)
    shapes_a, shapes_b = [a for a, _ in PAIRS[:5]], [b for _, b in PAIRS]
    index_a, index_b = rng.integers(0, 5, 3000), rng.integers(0, 6, 3000, dtype=np.int32)
    table = random_poses(rng, 3000)
    found = cl.signed_distances((shapes_a, index_a), (shapes_b, index_b), table, columns="all", threads=2)
    for i in range(0, 3000, 37):
        assert found[i] == cl.signed_distance(shapes_a[index_a[i]], shapes_b[index_b[i]], table[i])
    one = cl.signed_distances((shapes_a, [0, 1, 2]), shapes_b[1], cl.Pose((3, 0, 0)))
    assert one.signed_distance.tolist() == [cl.signed_distance(s, shapes_b[1], cl.Pose((3, 0, 0))).signed_distance for s in shapes_a[:3]]
    with pytest.raises(ValueError, match=r"a index\[1\]: must be from 0 to 4, got 5"):
        cl.signed_distances((shapes_a, [0, 5]), shapes_b[0], table[:2])
    with pytest.raises(ValueError, match=r"b index\[0\]: must be from 0 to 5, got -1"):
        cl.signed_distances(shapes_a[0], (shapes_b, [-1, 0]), table[:2])
    with pytest.raises(ValueError, match="as many rows everywhere, got 2 and 3"):
        cl.signed_distances((shapes_a, [0, 1]), shapes_b[0], table[:3])
    with pytest.raises(TypeError, match="of integers"):
        cl.signed_distances((shapes_a, [0.5]), shapes_b[0], table[:1])


def test_world_poses_answer_in_the_world() -> None:
    rng = np.random.default_rng(SEED)
    table_a, table_b = random_poses(rng, 60), random_poses(rng, 60)
    for a, b in PAIRS:
        found = cl.signed_distances(a, b, pose_a=table_a, pose_b=table_b, columns="all", threads=2)
        assert list(found) == [cl.signed_distance(a, b, pose_a=p, pose_b=q) for p, q in zip(table_a, table_b)]
        fixed = cl.signed_distances(a, b, pose_a=table_a[0], pose_b=table_b, columns="all")
        assert list(fixed) == [cl.signed_distance(a, b, pose_a=table_a[0], pose_b=q) for q in table_b]


def test_a_row_that_is_wrong_is_named_or_marked() -> None:
    a, b = PAIRS[0]
    table = random_poses(np.random.default_rng(SEED), 5000)
    table[17, 3:] = (0.5, 0, 0, 0)
    table[4000, 0] = np.nan
    for threads in (1, 4):
        with pytest.raises(ValueError, match=r"^poses\[17\]: quaternion must be of unit length within 1e-6, got norm 0.5$"):
            cl.signed_distances(a, b, table, threads=threads)
        found = cl.signed_distances(a, b, table, threads=threads, errors="status", columns="all")
        assert list(found.errors) == [17, 4000] and found.status[17] == found.status[4000] == -128
        assert np.isnan(found.signed_distance[[17, 4000]]).all() and np.isnan(found.normal[17]).all()
        assert not found.proven[17] and np.isfinite(np.delete(found.signed_distance, [17, 4000])).all()
        assert found[10:20].errors == {7: found.errors[17]}
    halves = cl.Halfspace((0, 0, 1))
    with pytest.raises(ValueError, match="two halfspaces have no distance"):
        cl.signed_distances(halves, halves, table[:3])


def test_columns_are_those_asked_for_and_may_be_given() -> None:
    a, b = PAIRS[0]
    table = random_poses(np.random.default_rng(SEED), 100)
    every = cl.signed_distances(a, b, table, columns="all")
    some = cl.signed_distances(a, b, table, columns=["normal", "proven"])
    assert list(some.columns) == ["normal", "proven"] and (some.normal == every.normal).all()
    with pytest.raises(AttributeError, match="no column .upper., there are"):
        some.upper
    with pytest.raises(AttributeError, match="no column .signed_distance."):
        some[0]
    with pytest.raises(AttributeError, match="normal was not among"):
        cl.signed_distances(a, b, table)[0].normal
    out = {"lower": np.zeros(100), "witness_a": np.zeros((100, 3))}
    found = cl.signed_distances(a, b, table, out=out)
    assert found.lower is out["lower"] and (out["witness_a"] == every.witness_a).all()
    assert cl.signed_distances(a, b, table[::-1], out=found).lower is out["lower"]
    for wrong, text in [
        ({"lower": np.zeros(99)}, "shape"),
        ({"lower": np.zeros(200)[::2]}, "contiguous"),
        ({"lower": np.zeros(100, "f4")}, "float64"),
        ({"normal": np.zeros((100, 3), order="F")}, "contiguous"),
        ({"depth": np.zeros(100)}, "no column 'depth'"),
        ({"lower": out["lower"], "upper": out["lower"]}, "other column's memory"),
    ]:
        with pytest.raises(ValueError, match=text):
            cl.signed_distances(a, b, table, out=wrong)
    frozen = np.zeros(100)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        cl.signed_distances(a, b, table, out={"lower": frozen})


def test_what_is_no_table_is_refused_with_a_word() -> None:
    a, b = PAIRS[0]
    table = random_poses(np.random.default_rng(SEED), 3)
    for wrong, error in [
        (table[:, :6], ValueError), (table.astype(complex), TypeError), (table.astype(object), TypeError),
        (table.astype(np.longdouble), TypeError), ("poses", TypeError), (np.zeros((3, 5, 4)), ValueError), (None, TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            cl.signed_distances(a, b, wrong)
    with pytest.raises(ValueError, match="no column 'depth'"):
        cl.signed_distances(a, b, table, columns=["depth"])
    with pytest.raises(ValueError, match="threads must be at least 1, got 0"):
        cl.signed_distances(a, b, table, threads=0)
    with pytest.raises(TypeError, match="a must be a shape"):
        cl.signed_distances("box", b, table)  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [(0, 7), (0, 4, 4), (0, 3, 4)])
def test_no_rows_give_no_answers(shape: tuple[int, ...]) -> None:
    found = cl.signed_distances(PAIRS[0][0], PAIRS[0][1], np.zeros(shape), columns="all")
    assert len(found) == 0 and found.normal.shape == (0, 3) and list(found) == []
    assert found.to_structured().shape == (0,) and found.to_arrow().num_rows == 0


def test_a_million_rows_and_one() -> None:
    table = np.zeros((2**20 + 1, 7))
    table[:, 0], table[:, 3] = np.linspace(-4, 4, len(table)), 1
    found = cl.signed_distances(cl.Sphere(1), cl.Sphere(1), table)
    assert len(found) == 2**20 + 1 and (found.lower <= abs(table[:, 0]) - 2).all() and (abs(table[:, 0]) - 2 <= found.upper).all()


def test_answers_go_to_arrow_and_poses_come_from_it() -> None:
    a, b = PAIRS[3]
    table = random_poses(np.random.default_rng(SEED), 50)
    found = cl.signed_distances(a, b, table, columns="all")
    batch = pa.record_batch(found)
    assert batch.schema.names == list(cl.COLUMNS) and batch.column("status").type == pa.int8()
    assert batch.column("normal").type == pa.list_(pa.float64(), 3)
    assert batch.column("signed_distance").buffers()[1].address == found.signed_distance.ctypes.data
    assert batch.column("normal").flatten().to_numpy().reshape(-1, 3).tobytes() == found.normal.tobytes()
    column = pa.FixedSizeListArray.from_arrays(pa.array(table.reshape(-1)), 7)
    assert same(found, cl.signed_distances(a, b, column, columns="all"))
    assert same(found[10:20], cl.signed_distances(a, b, column[10:20], columns="all"))
    with pytest.raises(ValueError, match="no nulls, got 1"):
        cl.signed_distances(a, b, pa.array([None, list(table[0])], pa.list_(pa.float64(), 7)))
    with pytest.raises(TypeError, match="fixed-size lists of 7"):
        cl.signed_distances(a, b, pa.array([1.0, 2.0]))
    rows = found.to_structured()
    assert rows["normal"].shape == (50, 3) and (rows["upper"] == found.upper).all()


def test_proximities_are_a_sequence_and_pickle() -> None:
    found = cl.signed_distances(PAIRS[0][0], PAIRS[0][1], random_poses(np.random.default_rng(SEED), 30), columns="all")
    assert len(found) == 30 and found[-1] == found[29] and list(found[5:8]) == [found[5], found[6], found[7]]
    assert same(pickle.loads(pickle.dumps(found)), found) and "30 pairs" in repr(found)
    with pytest.raises(IndexError):
        found[30]
