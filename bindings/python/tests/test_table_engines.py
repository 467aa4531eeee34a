"""The recipes of docs/guide/tables.md: other engines call the function, the bits are those of arrays; workers and clients may die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from tables import built_command, contents, moving, rows, shapes, start, vectors, wait_for, write

COLUMNS = ("signed_distance", "lower", "upper", "status")
ROWS, SLICE = 12000, 1000


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write(tmp_path / "t.parquet", rows(ROWS))


def numpy_digest() -> str:
    """Of the arrays of a single call, without Arrow."""
    given, known = rows(ROWS).combine_chunks(), shapes().shapes
    poses = np.array(given["b_in_a"].to_pylist())
    a, b = ((known, given[name].to_numpy()) for name in ("a", "b"))
    return table.digest_of_columns(cl.signed_distances(a, b, poses).columns)


def digest(found: Any) -> str:
    found = pa.table(found)
    return table.digest_of_columns({name: found[name].to_numpy() for name in COLUMNS})


def test_the_table_has_the_digest_of_arrays(source: Path, tmp_path: Path) -> None:
    table.run(source, tmp_path / "out", shapes(), rows_per_slice=SLICE)
    assert table.column_digest(tmp_path / "out") == numpy_digest()


def test_the_command_has_the_digest_of_a_table_of_world_poses() -> None:
    command = built_command()
    known = [shape.to_json() for shape in shapes().shapes]
    lines = []
    for row in rows(ROWS).to_pylist():
        pose = {"translation": row["b_in_a"][:3], "quaternion": row["b_in_a"][3:]}
        lines.append(json.dumps({"a": {"shape": known[row["a"]]}, "b": {"shape": known[row["b"]], "pose": pose}}))
    found = subprocess.run([command, "pairs"], input="\n".join(lines), capture_output=True, text=True, check=True).stdout
    answers = [json.loads(line) for line in found.splitlines()]
    numbers = {"separated": 1, "touching": 0, "overlapping": -1, "undecided": -2}
    columns: dict[str, Any] = {name: [one[name] for one in answers] for name in COLUMNS}
    columns["status"] = [numbers[status] for status in columns["status"]]
    # The command places both bodies in the world, which bounds count.
    given = rows(ROWS)
    still = vectors(np.tile([0.0, 0, 0, 1, 0, 0, 0], (ROWS, 1)))
    given = given.rename_columns(["id", "a", "b", "pose_b", "weight"]).append_column("pose_a", still)
    assert table.digest_of_columns(columns) == digest(pa.Table.from_batches([table.answer(given, shapes())]))


def test_polars_has_the_digest_of_arrays(source: Path) -> None:
    pl = pytest.importorskip("polars")
    known = shapes()

    def answer(frame: Any) -> Any:
        return pl.DataFrame(table.answer(frame, known))

    found = pl.scan_parquet(source).map_batches(answer, validate_output_schema=False).collect()
    assert digest(found) == numpy_digest()


def test_duckdb_has_the_digest_of_arrays(source: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    known = shapes()
    reader = duckdb.connect().sql(f"from '{source}'").to_arrow_reader(5000)
    answers = (table.answer(batch, known) for batch in reader)
    first = next(answers)
    found = pa.RecordBatchReader.from_batches(first.schema, (batch for part in ([first], answers) for batch in part))
    assert found.schema.names[0] == "id"
    duckdb.connect().sql(f"copy (from found) to '{tmp_path / 'found.parquet'}'")
    assert digest(pq.read_table(tmp_path / "found.parquet")) == numpy_digest()


@pytest.fixture
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(processes=True, **options) as cluster, distributed.Client(cluster) as one:
        yield one


def slow(seconds: float) -> None:
    """Makes a worker take its time for each slice; a worker that takes the place of a killed one is fast again."""
    from clearance.table import slices

    answer = slices.answer_slice

    def waits(*arguments: Any) -> Any:
        time.sleep(seconds)
        return answer(*arguments)

    setattr(slices, "answer_slice", waits)


def test_dask_writes_the_bytes_of_one_process_though_a_worker_is_killed(client: Any, source: Path, tmp_path: Path) -> None:
    import threading

    table.run(source, tmp_path / "quiet", shapes(), rows_per_slice=SLICE)
    client.run(slow, 0.2)
    workers = client.run(os.getpid)
    victim, out = sorted(workers.values())[0], tmp_path / "out"

    def kill() -> None:
        wait_for(lambda: len(list(out.glob("part-*.parquet"))) >= 3)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    report = table.run(source, out, shapes(), rows_per_slice=SLICE, client=client)
    killer.join()
    assert victim not in client.run(os.getpid).values() and report.rows == ROWS
    assert contents(out) == contents(tmp_path / "quiet") and table.column_digest(out) == numpy_digest()


def test_dask_tells_which_slice_failed(client: Any, source: Path, tmp_path: Path) -> None:
    table.plan(source, tmp_path / "out", shapes(), rows_per_slice=SLICE)
    client.run(partial(spoil, str(source)))
    with pytest.raises(table.TableError, match=r"12 of 12 slices failed, the first is 0: .*t.parquet: cannot be read"):
        table.run(source, tmp_path / "out", shapes(), rows_per_slice=SLICE, client=client)


def test_dask_answers_motions_with_options_as_one_process_does(client: Any, tmp_path: Path) -> None:
    source = write(tmp_path / "t.parquet", moving(1200), group=200)
    asked: dict[str, Any] = {"columns": "all", "options": cl.Options(accuracy="tight"), "rows_per_slice": 200}
    one = table.run(source, tmp_path / "one", shapes(), **asked)
    two = table.run(source, tmp_path / "two", shapes(), **asked, client=client)
    assert one == two and two.slices == 6 and contents(tmp_path / "one") == contents(tmp_path / "two")


def spoil(path: str) -> None:
    """Makes a worker one that does not see a file."""
    from clearance.table import slices
    from clearance.table.errors import TableError

    def blind(file: Any) -> None:
        raise TableError(f"{path}: cannot be read, No such file or directory")

    setattr(slices, "check_unchanged", blind)


CLIENT = """
    import sys
    from distributed import Client
    from clearance import table
    from tables import shapes
    with Client(sys.argv[1]) as client:
        table.run(sys.argv[2], sys.argv[3], shapes(), rows_per_slice=1000, client=client)
"""


def test_a_client_that_is_killed_while_its_workers_go_on(client: Any, source: Path, tmp_path: Path) -> None:
    table.run(source, tmp_path / "quiet", shapes(), rows_per_slice=SLICE)
    client.run(slow, 0.3)
    out = tmp_path / "out"
    process = start(CLIENT, client.scheduler.address, source, out)
    wait_for(lambda: len(list(out.glob("part-*.parquet"))) >= 2)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert len(list(out.glob("part-*.parquet"))) < ROWS // SLICE
    # Slices that the workers still have are written twice: the bytes are the same.
    report = table.run(source, out, shapes(), rows_per_slice=SLICE)
    assert report.rows == ROWS and contents(out) == contents(tmp_path / "quiet")
