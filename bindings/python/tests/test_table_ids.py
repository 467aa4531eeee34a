"""Ids that come twice are found, wherever they are, of whatever type, without all of them in memory."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from clearance.table import uniqueness
from conftest import SEED
from tables import rows, shapes, write

COUNT = 3000


def answered(tmp_path: Path, ids: pa.Array) -> Path:
    """A table with these ids, in slices of 1000 rows."""
    given = rows(len(ids))
    source = write(tmp_path / "t.parquet", given.set_column(0, "id", ids))
    table.run(source, tmp_path / "out", shapes(), rows_per_slice=1000)
    return tmp_path / "out"


def shuffled(ids: list[Any], kind: Any) -> pa.Array:
    order = np.random.default_rng(SEED).permutation(len(ids))
    return pa.array([ids[i] for i in order], kind)


def day(i: int) -> datetime.date:
    return datetime.date(2000, 1, 1) + datetime.timedelta(days=i)


KINDS: list[tuple[list[Any], Any]] = [
    (list(range(COUNT)), pa.int64()),
    (list(range(COUNT)), pa.uint32()),
    ([f"row ä{i}" for i in range(COUNT)], pa.string()),
    ([f"{i}" for i in range(COUNT)], pa.dictionary(pa.int32(), pa.string())),
    ([day(i) for i in range(COUNT)], pa.date32()),
    ([i * 1000 + 1 for i in range(COUNT)], pa.timestamp("ns")),
    ([i.to_bytes(2, "big") for i in range(COUNT)], pa.binary(2)),
]


@pytest.mark.parametrize("ids, kind", KINDS, ids=lambda value: str(value) if isinstance(value, pa.DataType) else "")
def test_ids_of_any_order_and_type(tmp_path: Path, ids: list[Any], kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # Ten ranges of a few hundred ids, each of parts of all runs.
    monkeypatch.setattr(uniqueness, "_RANGE", 300)
    monkeypatch.setattr(uniqueness, "_STRIDE", 30)
    table.check(answered(tmp_path, shuffled(ids, kind)), unique_ids=True)
    twice = shuffled([*ids[:-1], ids[17]], kind)
    with pytest.raises(table.TableError, match=r"out: expected each id once, .* comes again"):
        table.check(answered(tmp_path / "twice", twice), unique_ids=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    (tmp_path / "twice").mkdir()


def test_ids_that_count_up_are_not_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise AssertionError("a temporary file")

    monkeypatch.setattr(uniqueness, "_write", refused)
    table.check(answered(tmp_path, pa.array(range(COUNT))), unique_ids=True)
    with pytest.raises(table.TableError, match="expected each id once, 5 comes again"):
        table.check(answered(tmp_path / "twice", pa.array([5, *range(COUNT)])), unique_ids=True)


def test_the_second_of_two_is_found_in_another_slice_and_so_is_a_null(tmp_path: Path) -> None:
    with pytest.raises(table.TableError, match="expected each id once, 7 comes again"):
        table.check(answered(tmp_path, pa.array([*range(COUNT), 7])), unique_ids=True)
    out = answered(tmp_path / "twice", pa.array([None, *range(COUNT), None]))
    with pytest.raises(table.TableError, match="expected each id once, null comes again"):
        table.check(out, unique_ids=True)


def test_ids_that_cannot_be_compared_are_named(tmp_path: Path) -> None:
    lists = pa.array([[i] for i in range(COUNT)])
    with pytest.raises(table.TableError, match="expected ids of a type that has an order, got list<item: int64>"):
        table.check(answered(tmp_path, lists), unique_ids=True)
    pq.write_table(rows(10).drop_columns(["id"]), tmp_path / "twice" / "t.parquet")
    table.run(tmp_path / "twice" / "t.parquet", tmp_path / "twice" / "out", shapes())
    with pytest.raises(table.TableError, match="there is no column id"):
        table.check(tmp_path / "twice" / "out", unique_ids=True)
