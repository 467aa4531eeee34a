"""Whatever dies or changes under a run: afterwards every file is that of a quiet run, or the run says why not.

Processes are stopped at a chosen place, by a file that they make there, and ended by their own ids.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clearance import table
from tables import contents, rows, shapes, start, wait_for, write

ROWS, SLICE = 8000, 1000

# Runs a table; if asked to, waits for ever in the middle of the file of slice 3, with part of it on the disk.
RUN = """
    import sys, time, pathlib
    from clearance import table
    from clearance.table import store
    from tables import shapes
    source, out, here = sys.argv[1:4]
    write, count = store.Sink.write, {}
    def paused(self, data):
        written = write(self, data)
        count[self] = count.get(self, 0) + 1
        if "part-00003" in str(self._file.name) and count[self] == 3:
            self._file.flush()
            pathlib.Path(here).touch()
            time.sleep(600)
        return written
    if here:
        store.Sink.write = paused
    try:
        print(table.run(source, out, shapes(), rows_per_slice=1000, threads=1).rows)
    except table.TableError as error:
        print(error)
        sys.exit(2)
"""


@pytest.fixture
def quiet(tmp_path: Path) -> dict[str, bytes]:
    """The files of a run that nothing disturbs; its input is ``tmp_path / "t.parquet"``."""
    write(tmp_path / "t.parquet", rows(ROWS))
    table.run(tmp_path / "t.parquet", tmp_path / "quiet", shapes(), rows_per_slice=SLICE, threads=1)
    return contents(tmp_path / "quiet")


def kill(process: subprocess.Popen[str]) -> None:
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()


def resumed(tmp_path: Path) -> dict[str, bytes]:
    report = table.run(tmp_path / "t.parquet", tmp_path / "out", shapes(), rows_per_slice=SLICE)
    assert (report.rows, report.errors) == (ROWS, 0)
    assert table.check(tmp_path / "out", unique_ids=True) == report
    return contents(tmp_path / "out")


def test_a_writer_that_is_killed_in_the_middle_of_a_file(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    for _ in range(2):
        (tmp_path / "here").unlink(missing_ok=True)
        process = start(RUN, tmp_path / "t.parquet", tmp_path / "out", tmp_path / "here")
        wait_for((tmp_path / "here").exists)
        kill(process)
        left = contents(tmp_path / "out")
        assert sorted(name for name in left if name.endswith(".parquet")) == [f"part-0000{i}.parquet" for i in range(3)]
        unfinished = [name for name in left if name.endswith(".tmp")]
        assert unfinished and all(0 < len(left[name]) < len(quiet["part-00003.parquet"]) for name in unfinished)
        assert "_SUCCESS" not in left
    other = tmp_path / "out" / "part-00003.parquet.of-another-program.tmp"
    other.touch()
    assert resumed(tmp_path).keys() - quiet.keys() == {other.name}
    other.unlink()
    assert contents(tmp_path / "out") == quiet


def test_a_run_that_is_asked_to_end_leaves_whole_files_only(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    script = RUN.replace("time.sleep(600)", "time.sleep(0.5)")
    process = start(script, tmp_path / "t.parquet", tmp_path / "out", tmp_path / "here")
    wait_for((tmp_path / "here").exists)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode != 0 and "KeyboardInterrupt" in errors
    left = contents(tmp_path / "out")
    assert not [name for name in left if name.endswith(".tmp")] and "_SUCCESS" not in left
    assert all(quiet[name] == content for name, content in left.items())
    assert resumed(tmp_path) == quiet


def test_two_runs_at_once_on_one_folder(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    first = start(RUN, tmp_path / "t.parquet", tmp_path / "out", tmp_path / "here")
    wait_for((tmp_path / "here").exists)
    second = start(RUN, tmp_path / "t.parquet", tmp_path / "out", "")
    said, _ = second.communicate()
    assert second.returncode == 2 and "another run has this folder now; wait for it or end it" in said
    kill(first)
    # The lock ends with the process that held it.
    assert resumed(tmp_path) == quiet


def test_an_input_that_changes_under_a_run(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    script = RUN.replace("time.sleep(600)", "while pathlib.Path(here).exists(): time.sleep(0.01)")
    process = start(script, tmp_path / "t.parquet", tmp_path / "out", tmp_path / "here")
    wait_for((tmp_path / "here").exists)
    good, status = (tmp_path / "t.parquet").read_bytes(), os.stat(tmp_path / "t.parquet")
    write(tmp_path / "t.parquet", rows(ROWS, seed=9))
    (tmp_path / "here").unlink()
    said, _ = process.communicate()
    assert process.returncode == 2
    assert "5 of 8 slices failed, the first is 3:" in said and "changed since the plan was made, its" in said
    left = contents(tmp_path / "out")
    assert "_SUCCESS" not in left and all(quiet[name] == content for name, content in left.items())
    with pytest.raises(table.TableError, match="is of another run: inputs"):
        resumed(tmp_path)
    (tmp_path / "t.parquet").write_bytes(good)
    os.utime(tmp_path / "t.parquet", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert resumed(tmp_path) == quiet


def test_a_slice_that_cannot_be_read(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    import pyarrow.parquet as pq

    path = tmp_path / "t.parquet"
    place = pq.read_metadata(path).row_group(5).column(3).data_page_offset
    good, status = path.read_bytes(), os.stat(path)
    for content, works in ((good[:place] + b"\xff" * 8 + good[place + 8 :], False), (good, True)):
        path.write_bytes(content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        if works:
            assert resumed(tmp_path) == quiet
            break
        with pytest.raises(table.TableError, match=r"1 of 8 slices failed, the first is 5: .*row groups 5 to 5 cannot be read"):
            resumed(tmp_path)
        left = contents(tmp_path / "out")
        assert sorted(quiet.keys() - left.keys()) == ["_SUCCESS", "part-00005.parquet"]
        assert all(quiet[name] == content for name, content in left.items())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 128 kB, where the system lets us have one."""
    folder = tmp_path / "out"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("file systems cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_is_full(tmp_path: Path, small_disk: Path, quiet: dict[str, bytes]) -> None:
    with pytest.raises(table.TableError, match="cannot be written, No space left on device; what is there is whole, resume"):
        resumed(tmp_path)
    left = contents(tmp_path / "out")
    assert 0 < len(left) < len(quiet) and all(quiet[name] == content for name, content in left.items())
    subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
    assert resumed(tmp_path) == quiet


def test_a_file_system_that_says_it_is_full(tmp_path: Path, quiet: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    sync, count = os.fsync, iter(range(100))

    def full(descriptor: int) -> None:
        if next(count) > 8:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(table.TableError, match="cannot be written, No space left on device"):
        resumed(tmp_path)
    monkeypatch.undo()
    left: dict[str, Any] = contents(tmp_path / "out")
    assert not [name for name in left if name.endswith(".tmp")] and "_SUCCESS" not in left
    assert resumed(tmp_path) == quiet
