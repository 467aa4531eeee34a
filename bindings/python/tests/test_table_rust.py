"""``clearance pairs t.parquet``: the command of Rust hands a table over, and either one continues the other's run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from clearance.table.command import main
from tables import built_command, contents, rows, shapes, wait_for, write


@pytest.fixture
def command() -> str:
    found = built_command()
    # One that was built before it had tables has no --carry.
    if "--carry" not in subprocess.run([found, "pairs", "--help"], capture_output=True, text=True).stdout:
        pytest.skip("the command was built before it had tables")
    return found


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "shapes.jsonl").write_text(shapes().text())
    given = str(write(tmp_path / "t.parquet", rows(12000)))
    return [given, "--shapes", str(tmp_path / "shapes.jsonl"), "--rows-per-slice", "1000", "--accuracy", "tight", "--carry", "weight"]


def started(command: str, arguments: list[str], folder: Path) -> subprocess.Popen[str]:
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "CLEARANCE_PYTHON": sys.executable, "PYTHONPATH": paths}
    pipe = subprocess.PIPE
    return subprocess.Popen([command, "pairs", *arguments], env=environment, cwd=folder, stdout=pipe, stderr=pipe, text=True)


def ran(command: str, arguments: list[str], folder: Path) -> tuple[int, str, str]:
    process = started(command, arguments, folder)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def test_its_files_are_those_of_the_package(command: str, files: list[str], tmp_path: Path) -> None:
    # A folder of the name of the package where it is called from is not the package.
    (tmp_path / "clearance").mkdir()
    (tmp_path / "clearance" / "__init__.py").write_text("raise SystemExit('the wrong one')")
    status, out, err = ran(command, [*files, "-o", "out", "--threads", "2"], tmp_path)
    assert (status, err) == (0, "") and out.startswith("12000 rows in 12 files, digest ")
    assert main(["run", *files, "-o", str(tmp_path / "quiet")]) == 0
    assert contents(tmp_path / "out") == contents(tmp_path / "quiet")
    assert ran(command, [*files, "-o", "out"], tmp_path)[0] == 2
    assert ran(command, [*files, "-o", "out", "--resume"], tmp_path)[0] == 0


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_a_signal_ends_it_and_the_package_goes_on(command: str, files: list[str], tmp_path: Path, number: int, status: int) -> None:
    out = tmp_path / "out"
    process = started(command, [*files, "-o", str(out), "--threads", "1"], tmp_path)
    wait_for(lambda: len(list(out.glob("part-*.parquet"))) >= 2)
    os.kill(process.pid, number)
    process.communicate(timeout=60)
    assert process.returncode == status
    assert len(list(out.glob("part-*.parquet"))) < 12
    assert main(["run", *files, "-o", str(out), "--resume"]) == 0
    assert main(["run", *files, "-o", str(tmp_path / "quiet")]) == 0
    assert contents(out) == contents(tmp_path / "quiet")


def test_a_python_without_the_package_is_told_how_to_get_it(command: str, files: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "CLEARANCE_PYTHON": "bare"}
    bare = tmp_path / "bare"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -S -E "$@"\n')
    bare.chmod(0o755)
    environment["PATH"] = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    found = subprocess.run([command, "pairs", *files, "-o", str(tmp_path / "out")], env=environment, capture_output=True, text=True)
    assert found.returncode == 2 and found.stderr.count("\n") == 1
    assert "pip install './bindings/python[table]', or name a Python that has it by CLEARANCE_PYTHON" in found.stderr
