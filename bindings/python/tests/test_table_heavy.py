"""Recipes for engines that take hundreds of megabytes to install: run where they are, else skipped. ``pytest -m heavy``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from tables import rows, shapes, write
from test_table_engines import COLUMNS, ROWS, numpy_digest

pytestmark = pytest.mark.heavy


def test_ray_has_the_digest_of_arrays(tmp_path: Path) -> None:
    ray, data = pytest.importorskip("ray"), pytest.importorskip("ray.data")
    source = write(tmp_path / "t.parquet", rows(ROWS))
    function = partial(table.answer, shapes=shapes())

    def answers(part: Any) -> Any:
        return pa.Table.from_batches([function(part)])

    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    try:
        found = data.read_parquet(str(source)).map_batches(answers, batch_format="pyarrow")
        columns = pa.concat_tables(ray.get(found.to_arrow_refs())).sort_by("id")
    finally:
        ray.shutdown()
    assert table.digest_of_columns({name: columns[name].to_numpy() for name in COLUMNS}) == numpy_digest()


def test_spark_has_the_digest_of_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    source, out = write(tmp_path / "t.parquet", rows(ROWS)), tmp_path / "out"
    function = partial(table.answer, shapes=shapes())

    def answers(batches: Iterable[Any]) -> Iterator[Any]:
        yield from map(function, batches)

    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    try:
        kinds = "id long, signed_distance double, lower double, upper double, status byte, error string"
        spark.read.parquet(str(source)).mapInArrow(answers, kinds).write.parquet(str(out))
    finally:
        spark.stop()
    found = pq.read_table(out).sort_by("id")
    assert table.digest_of_columns({name: found[name].to_numpy() for name in COLUMNS}) == numpy_digest()
