"""Object stores: each file is put once and as a whole, with the bytes that a disk would have."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from clearance import table
from tables import contents, rows, shapes, write

fsspec = pytest.importorskip("fsspec")
SLICE = 1000


@pytest.fixture
def quiet(tmp_path: Path) -> dict[str, bytes]:
    write(tmp_path / "t.parquet", rows(5000))
    table.run(tmp_path / "t.parquet", tmp_path / "quiet", shapes(), rows_per_slice=SLICE)
    return parts(contents(tmp_path / "quiet"))


def parts(files: dict[str, bytes]) -> dict[str, bytes]:
    """The answers alone: a manifest names its input."""
    return {name: content for name, content in files.items() if name.startswith("part-")}


def files_of(address: str) -> dict[str, bytes]:
    system, place = fsspec.core.url_to_fs(address)
    return {path.rsplit("/", 1)[-1]: system.cat_file(path) for path in system.ls(place, detail=False)}


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A store in memory whose files appear whole, as object stores promise; fsspec's own shows one empty before it is written."""
    system = fsspec.filesystem("memory")

    def put(self: Any, local: str, remote: str, **_: Any) -> None:
        self.pipe_file(remote, Path(local).read_bytes())

    monkeypatch.setattr(type(system), "put_file", put)
    yield "memory://bucket"
    system.rm("/bucket", recursive=True)


def test_inputs_shapes_and_answers_in_memory(tmp_path: Path, memory: str, quiet: dict[str, bytes]) -> None:
    fsspec.filesystem("memory").pipe("/bucket/in/t.parquet", (tmp_path / "t.parquet").read_bytes())
    fsspec.filesystem("memory").pipe("/bucket/shapes.jsonl", shapes().text().encode())
    report = table.run(f"{memory}/in", f"{memory}/out", f"{memory}/shapes.jsonl", rows_per_slice=SLICE)
    found = files_of(f"{memory}/out")
    assert parts(found) == quiet and set(found) - set(quiet) == {"_manifest.json", "_shapes.jsonl", "_SUCCESS"}
    assert table.check(f"{memory}/out") == report
    pattern = table.run(f"{memory}/in/*.parquet", f"{memory}/out", shapes(), rows_per_slice=SLICE)
    assert pattern == report


def test_two_runs_at_once_write_the_same_bytes(tmp_path: Path, memory: str, quiet: dict[str, bytes]) -> None:
    def one(_: int) -> table.Report:
        return table.run(tmp_path / "t.parquet", f"{memory}/out", shapes(), rows_per_slice=SLICE)

    with ThreadPoolExecutor(3) as pool:
        first, *others = pool.map(one, range(3))
    assert others == [first, first] and parts(files_of(f"{memory}/out")) == quiet
    with pytest.raises(table.TableError, match="is of another run: options.columns"):
        table.run(tmp_path / "t.parquet", f"{memory}/out", shapes(), rows_per_slice=SLICE, columns=["lower"])


def test_a_store_that_is_full(tmp_path: Path, memory: str, quiet: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(fsspec.filesystem("memory"))
    put = kind.put_file

    def full(self: Any, local: str, remote: str, **options: Any) -> Any:
        if "part-00002" in remote:
            raise OSError(errno.ENOSPC, "No space left on device")
        return put(self, local, remote, **options)

    monkeypatch.setattr(kind, "put_file", full)
    with pytest.raises(table.TableError, match="memory://bucket/out: cannot be written, No space left on device"):
        table.run(tmp_path / "t.parquet", f"{memory}/out", shapes(), rows_per_slice=SLICE, threads=1)
    monkeypatch.undo()
    assert sorted(parts(files_of(f"{memory}/out"))) == ["part-00000.parquet", "part-00001.parquet"]
    table.run(tmp_path / "t.parquet", f"{memory}/out", shapes(), rows_per_slice=SLICE)
    assert parts(files_of(f"{memory}/out")) == quiet


def test_an_input_that_changes_in_a_store_is_refused(tmp_path: Path, memory: str, quiet: dict[str, bytes]) -> None:
    store, content = fsspec.filesystem("memory"), (tmp_path / "t.parquet").read_bytes()
    store.pipe("/bucket/in/t.parquet", content)
    table.plan(f"{memory}/in", f"{memory}/out", shapes())
    store.pipe("/bucket/in/t.parquet", content)
    with pytest.raises(table.TableError, match=r"is of another run: inputs\[0\].changed was"):
        table.run(f"{memory}/in", f"{memory}/out", shapes())


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of an emulator of S3."""
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    s3fs = pytest.importorskip("s3fs")
    server.start()
    host, port = server.get_host_and_port()
    known = {"endpoint_url": f"http://{host}:{port}", "key": "none", "secret": "none"}
    monkeypatch.setitem(fsspec.config.conf, "s3", known)
    s3fs.S3FileSystem.clear_instance_cache()
    fsspec.filesystem("s3").mkdir("tables")
    yield "s3://tables"
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


def test_each_file_is_one_put(bucket: str, tmp_path: Path, quiet: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    system = fsspec.filesystem("s3")
    system.pipe("tables/in/t.parquet", (tmp_path / "t.parquet").read_bytes())
    asked: list[str] = []
    call = type(system)._call_s3

    async def counted(self: Any, method: str, *arguments: Any, **options: Any) -> Any:
        if method not in ("head_object", "get_object", "list_objects_v2"):
            asked.append(f"{method} {options.get('Key', '')}")
        return await call(self, method, *arguments, **options)

    monkeypatch.setattr(type(system), "_call_s3", counted)
    report = table.run(f"{bucket}/in", f"{bucket}/out", shapes(), rows_per_slice=SLICE)
    found = files_of(f"{bucket}/out")
    assert parts(found) == quiet and table.check(f"{bucket}/out") == report
    assert sorted(asked) == sorted(f"put_object out/{name}" for name in found)
    # A slice that is not there is done again.
    system.rm("tables/out/part-00002.parquet")
    system.rm("tables/out/_SUCCESS")
    assert table.run(f"{bucket}/in", f"{bucket}/out", shapes(), rows_per_slice=SLICE) == report
    assert files_of(f"{bucket}/out") == found
