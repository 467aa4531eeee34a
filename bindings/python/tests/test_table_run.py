"""A table is cut into slices; what comes together is every row once, in order, the same bytes for any number of threads."""

from __future__ import annotations

import json
from pathlib import Path

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from clearance.table import questions, slices
from tables import answers, contents, rows, shapes, vectors, write
from test_robots import ARM, WORLD


def test_all_rows_are_answered_once_in_order(tmp_path: Path) -> None:
    given = rows(7300)
    write(tmp_path / "one.parquet", given.slice(0, 4100))
    write(tmp_path / "two.parquet", given.slice(4100))
    report = table.run(tmp_path, tmp_path / "out", shapes(), rows_per_slice=2000, carry=["weight"])
    # 4100 rows in groups of 1000 are slices of 2000, 2000 and 100; 3200 rows are 2000 and 1200.
    assert (report.rows, report.errors, report.slices) == (7300, 0, 5)
    found = answers(tmp_path / "out")
    expected = table.answer(given.combine_chunks().to_batches()[0], shapes(), carry=["weight"])
    assert found.combine_chunks().equals(pa.Table.from_batches([expected]))
    assert table.check(tmp_path / "out", unique_ids=True) == report
    columns = {name: expected[name].to_numpy() for name in ("signed_distance", "lower", "upper", "status")}
    assert table.column_digest(tmp_path / "out") == table.digest_of_columns(columns)


def test_bytes_do_not_depend_on_threads_nor_on_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", rows(9000))
    for threads in (1, 2, 5):
        table.run(tmp_path / "t.parquet", tmp_path / f"out{threads}", shapes(), rows_per_slice=1000, threads=threads)
    assert contents(tmp_path / "out1") == contents(tmp_path / "out2") == contents(tmp_path / "out5")


def test_a_large_row_group_is_streamed_into_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions.Pairs, "rows_at_once", 300)
    monkeypatch.setattr(slices, "_GROUP", 1000)
    write(tmp_path / "t.parquet", rows(4500), group=4500)
    assert table.run(tmp_path / "t.parquet", tmp_path / "out", shapes(), rows_per_slice=500).slices == 1
    about = pq.read_metadata(tmp_path / "out" / "part-00000.parquet")
    assert [about.row_group(i).num_rows for i in range(about.num_row_groups)] == [1000] * 4 + [500]
    assert answers(tmp_path / "out")["id"].to_pylist() == list(range(4500))


def test_rows_with_errors_are_counted(tmp_path: Path) -> None:
    given = rows(3000, kinds=5)
    write(tmp_path / "t.parquet", given)
    floors = np.sum((given["a"].to_numpy() == 4) & (given["b"].to_numpy() == 4))
    report = table.run(tmp_path / "t.parquet", tmp_path / "out", shapes())
    assert report.errors == floors > 0
    assert answers(tmp_path / "out")["error"].null_count == 3000 - floors


def test_a_table_without_rows_has_no_parts(tmp_path: Path) -> None:
    write(tmp_path / "t.parquet", rows(0))
    report = table.run(tmp_path / "t.parquet", tmp_path / "out", shapes())
    assert (report.rows, report.slices) == (0, 0) and (tmp_path / "out" / "_SUCCESS").exists()


def test_configurations_are_answered_from_files(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(ARM)
    (tmp_path / "world.json").write_text(json.dumps(WORLD))
    qs = np.random.default_rng(1).uniform(-2, 2, (2500, 2))
    write(tmp_path / "t.parquet", pa.table({"q": vectors(qs)}))
    files = table.RobotFiles(str(tmp_path / "arm.urdf"), scene=str(tmp_path / "world.json"))
    report = table.run(tmp_path / "t.parquet", tmp_path / "out", robot=files, rows_per_slice=1000)
    assert (report.rows, report.slices, report.errors) == (2500, 3, 0)
    found = answers(tmp_path / "out")
    expected = table.answer(pa.record_batch({"q": vectors(qs)}), files)
    assert found.combine_chunks().equals(pa.Table.from_batches([expected]))
    (tmp_path / "world.json").write_text(json.dumps(WORLD).replace("0.5", "0.25"))
    from clearance.table.robot import load_robot

    load_robot.cache_clear()
    with pytest.raises(table.TableError, match="is of another run: question.digest was"):
        table.run(tmp_path / "t.parquet", tmp_path / "out", robot=files, rows_per_slice=1000)


def test_another_plan_on_the_same_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, out = write(tmp_path / "t.parquet", rows(2000)), tmp_path / "out"
    table.run(file, out, shapes())
    before = contents(out)
    assert table.run(file, out, shapes()).rows == 2000 and contents(out) == before
    with pytest.raises(table.TableError, match="is there: resume its run, or choose another folder"):
        table.run(file, out, shapes(), resume=False)
    with pytest.raises(table.TableError, match=r"is of another run: options.columns was .*, is .*proven"):
        table.run(file, out, shapes(), columns="all")
    with pytest.raises(table.TableError, match="question.digest was"):
        table.run(file, out, {**dict(zip(shapes().names, shapes().shapes)), "box": cl.Box((1, 1, 1))})
    monkeypatch.setattr(pa, "__version__", "0.17")
    with pytest.raises(table.TableError, match=r"is a plan of pyarrow .*, this is pyarrow 0.17"):
        table.run(file, out, shapes())
    monkeypatch.undo()
    write(file, rows(2000, seed=2))
    with pytest.raises(table.TableError, match=r"is of another run: inputs\[0\]\.(size|changed) was"):
        table.run(file, out, shapes())
    assert contents(out) == before


def test_options_are_in_the_plan_and_answers_are_theirs(tmp_path: Path) -> None:
    given, exact = rows(2000), cl.Options(accuracy="exact")
    file, out = write(tmp_path / "t.parquet", given), tmp_path / "out"
    table.run(file, out, shapes(), options=exact, rows_per_slice=1000)
    assert json.loads((out / "_manifest.json").read_text())["options"]["query"] == {"accuracy": "exact"}
    found = answers(out)
    expected = table.answer(given, shapes(), options=exact)
    assert found.combine_chunks().equals(pa.Table.from_batches([expected]))
    assert json.loads(found.schema.metadata[b"clearance.options"]) == {"accuracy": "exact"}
    rounded = table.answer(given, shapes())
    widths = [np.median(one["upper"].to_numpy() - one["lower"].to_numpy()) for one in (expected, rounded)]
    assert widths[0] < widths[1] / 2
    # What a worker does: the options are read from the folder.
    part = out / "part-00001.parquet"
    before = part.read_bytes()
    part.unlink()
    planned = table.plan(file, out, shapes(), options=exact, rows_per_slice=1000)
    slices.answer_planned(str(out), planned.id, 1)
    assert part.read_bytes() == before
    with pytest.raises(table.TableError, match='is of another run: options.query.accuracy was "exact", is "rounded"'):
        table.run(file, out, shapes(), rows_per_slice=1000)
    with pytest.raises(TypeError, match="options are of shapes, a robot takes none"):
        table.run(file, out, robot="arm.urdf", options=exact)
    with pytest.raises(TypeError, match=r"plan\(\) got an unexpected keyword argument 'accuracy'"):
        table.plan(file, out, shapes(), accuracy="exact")  # type: ignore[call-arg]


def test_check_finds_what_was_changed_afterwards(tmp_path: Path) -> None:
    file, out = write(tmp_path / "t.parquet", rows(3000)), tmp_path / "out"
    table.run(file, out, shapes(), rows_per_slice=1000)
    part = out / "part-00001.parquet"
    good = part.read_bytes()
    part.write_bytes(good[:100] + bytes([good[100] ^ 1]) + good[101:])
    with pytest.raises(table.TableError, match="part-00001.parquet: its digest was"):
        table.check(out)
    part.write_bytes((out / "part-00000.parquet").read_bytes()[:-10])
    with pytest.raises(table.TableError, match="part-00001.parquet: expected a Parquet file"):
        table.check(out)
    pq.write_table(pq.read_table(out / "part-00000.parquet").slice(0, 10), part)
    with pytest.raises(table.TableError, match="part-00001.parquet: expected 1000 rows, got 10"):
        table.check(out)
    (out / "_SUCCESS").unlink()
    part.unlink()
    with pytest.raises(table.TableError, match="not complete, 1 of 3 slices are missing"):
        table.check(out)
    table.run(file, out, shapes(), rows_per_slice=1000)
    assert part.read_bytes() == good and table.check(out).rows == 3000


def test_inputs_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.parquet").write_text("a,b\n1,2\n")
    write(tmp_path / "t.parquet", rows(10))
    write(tmp_path / "u.parquet", rows(10).drop_columns(["weight"]))
    for source, text in [
        (tmp_path / "empty", "there are no Parquet files"),
        (tmp_path / "none.parquet", "none.parquet: cannot be read, No such file or directory"),
        (tmp_path / "text.parquet", "text.parquet: expected a Parquet file"),
        ([tmp_path / "t.parquet"] * 2, "each input file is given once"),
        ([tmp_path / "t.parquet", tmp_path / "u.parquet"], r"u.parquet: expected the columns of .*t.parquet"),
    ]:
        with pytest.raises(table.TableError, match=text):
            table.run(source, tmp_path / "out", shapes())  # type: ignore[arg-type]
    assert not list((tmp_path / "out").glob("part-*"))
