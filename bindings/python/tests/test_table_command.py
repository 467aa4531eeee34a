"""The command line of tables: exit statuses, messages, and resuming."""

from __future__ import annotations

import io
import json
import os
import signal
from pathlib import Path

import pytest
from clearance.table.command import main
from clearance.table.progress import Progress
from tables import contents, rows, shapes, start, wait_for, write


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "shapes.jsonl").write_text(shapes().text())
    return [str(write(tmp_path / "t.parquet", rows(3000))), "--shapes", str(tmp_path / "shapes.jsonl"), "--rows-per-slice", "1000"]


def test_plan_run_and_check(tmp_path: Path, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert main(["plan", *files, "-o", out]) == 0
    assert capsys.readouterr().out == "3000 rows in 3 slices of 1 files\n"
    assert main(["run", *files, "-o", out]) == 2
    assert "is there: resume its run" in capsys.readouterr().err
    assert main(["check", out]) == 2
    assert capsys.readouterr().err == f"clearance.table: {out}: not complete, 3 of 3 slices are missing\n"
    assert main(["run", *files, "-o", out, "--resume", "--threads", "2"]) == 0
    assert capsys.readouterr().out.startswith("3000 rows in 3 files, digest ")
    assert main(["check", out, "--unique-ids", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == 3000


def test_rows_with_errors_are_exit_status_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "shapes.jsonl").write_text(shapes().text())
    given = str(write(tmp_path / "t.parquet", rows(1000, kinds=6)))
    assert main(["run", given, "--shapes", str(tmp_path / "shapes.jsonl"), "-o", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.endswith(" of 1000 rows have errors\n")


def test_what_cannot_be_used_is_one_line(tmp_path: Path, files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = ["-o", str(tmp_path / "out")]
    for arguments, text in [
        (["run", files[0], *out], "expected --shapes FILE or --robot FILE"),
        (["run", *files, "--srdf", "x", *out], "--srdf, --scene and --package go with --robot"),
        (["run", *files, "--columns", "depth", *out], "there is no column 'depth'"),
        (["run", files[0], "--shapes", "none.jsonl", *out], "none.jsonl: cannot be read, No such file or directory"),
        (["run", files[0], "--robot", "none.urdf", *out], "none.urdf"),
        (["run", files[0], "--robot", "x.urdf", "--package", "x", *out], "--package: expected NAME=DIR, got x"),
        (["run", files[0], "--robot", "x.urdf", "--accuracy", "tight", *out], "--accuracy and --relative-tolerance go with --shapes"),
        (["run", *files, "--relative-tolerance", "-1", *out], "--relative-tolerance: relative must not be negative, got -1"),
    ]:
        assert main(arguments) == 2
        said = capsys.readouterr().err
        assert text in said and said.count("\n") == 1


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_run_that_is_interrupted_can_be_resumed(tmp_path: Path, files: list[str], number: int, status: int) -> None:
    script = """
        import sys, time, pathlib
        from clearance.table import slices, command
        answer = slices.answer_batch
        def slow(*arguments):
            pathlib.Path(sys.argv[1]).touch()
            time.sleep(0.3)
            return answer(*arguments)
        slices.answer_batch = slow
        sys.exit(command.main(sys.argv[2:]))
    """
    process = start(script, tmp_path / "here", "run", *files, "-o", tmp_path / "out", "--threads", 1)
    wait_for((tmp_path / "here").exists)
    os.kill(process.pid, number)
    _, said = process.communicate()
    assert process.returncode == status and "Traceback" not in said
    assert not [name for name in contents(tmp_path / "out") if name.endswith(".tmp")]
    assert main(["run", *files, "-o", str(tmp_path / "out"), "--resume"]) == 0
    assert main(["run", *files, "-o", str(tmp_path / "quiet")]) == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "quiet")


def test_progress_is_told_on_terminals_only() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        progress = Progress(4_000_000, 0, stream)
        progress._shown -= 1.0
        progress.add(1_000_000)
        progress.close()
    assert "25 % of 4.0e+06 rows" in terminal.getvalue() and pipe.getvalue() == ""
    progress = Progress(4_000_000, 2_000_000, pipe)
    progress.add(1_000_000)
    assert progress.line(10.0) == "75 % of 4.0e+06 rows, 1.0e+05 rows/s, 10 s left"
