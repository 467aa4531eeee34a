"""Input files on disks and in object stores: which there are, what they are, and reading them.

A path with ``://`` is opened by fsspec, any other one by the system. A file is identified by its size, by the time of its last
change (in object stores its ETag), and by the SHA-256 of its Parquet footer, which holds the place and size of every column chunk.
A change that keeps all three is not seen.
"""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Union

from .errors import TableError

Source = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
"""A file, a folder of Parquet files, a pattern with ``*``, an address with ``://``, or several of them."""


@dataclass(frozen=True)
class Input:
    """A Parquet file as it was when a plan was made."""

    path: str
    size: int
    changed: str
    footer: str

    def to_json(self) -> dict[str, Any]:
        """For the manifest."""
        return asdict(self)


def is_address(path: str) -> bool:
    """Whether a path is an address of fsspec."""
    return "://" in path


def file_system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it."""
    try:
        import fsspec
    except ImportError:
        raise TableError(f"{address}: addresses need fsspec, which the extra clearance[table] installs") from None
    system, path = fsspec.core.url_to_fs(address)
    return system, path


def open_file(path: str) -> Any:
    """A file, open for reading."""
    try:
        if is_address(path):
            system, place = file_system(path)
            return system.open(place, "rb")
        return open(path, "rb")
    except OSError as error:
        raise TableError(f"{path}: cannot be read, {error.strerror or error}") from None


def find(source: Source) -> list[str]:
    """The files of a source, each list in the order of their names; paths become absolute."""
    given = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    files = [file for one in given for file in _find(os.fspath(one))]
    twice = {file for file in files if files.count(file) > 1} if len(set(files)) < len(files) else set()
    if twice:
        raise TableError(f"each input file is given once, got {min(twice)} twice")
    if not files:
        raise TableError(f"{', '.join(map(str, given)) or 'no path'}: there are no Parquet files")
    return files


def _find(path: str) -> list[str]:
    if not is_address(path):
        if os.path.isdir(path):
            return sorted(os.path.abspath(file) for file in glob.glob(os.path.join(glob.escape(path), "*.parquet")))
        if glob.has_magic(path) and not os.path.exists(path):
            return sorted(map(os.path.abspath, glob.glob(path)))
        return [os.path.abspath(path)]
    system, place = file_system(path)
    if glob.has_magic(place):
        found = system.glob(place)
    elif system.isdir(place):
        found = system.glob(place.rstrip("/") + "/*.parquet")
    else:
        found = [place]
    return sorted(system.unstrip_protocol(file) for file in found)


def stat(path: str) -> tuple[int, str]:
    """The size of a file, and a mark that changes with it."""
    try:
        if not is_address(path):
            status = os.stat(path)
            return status.st_size, str(status.st_mtime_ns)
        system, place = file_system(path)
        # Listings that were kept would hide a change.
        system.invalidate_cache()
        info = system.info(place)
    except OSError as error:
        raise TableError(f"{path}: cannot be read, {error.strerror or error}") from None
    change = next((info[key] for key in ("ETag", "etag", "mtime", "LastModified", "created") if info.get(key)), "")
    return int(info["size"]), str(change).strip('"')


def identify(path: str) -> Input:
    """What a file is now."""
    size, changed = stat(path)
    return Input(path, size, changed, _footer(path, size, changed)[0])


def check_unchanged(planned: Input) -> None:
    """Refuses a file that is not what it was when the plan was made."""
    now = identify(planned.path)
    for what, before, after in zip(("size", "time of change", "footer"), _traits(planned), _traits(now)):
        if before != after:
            raise TableError(f"{planned.path}: changed since the plan was made, its {what} was {before}, is {after}")


def _traits(file: Input) -> tuple[int, str, str]:
    return file.size, file.changed, file.footer


def open_parquet(file: Input) -> Any:
    """A reader of a Parquet file that holds one page of each column at a time, not whole row groups."""
    import pyarrow.parquet as pq

    _, metadata = _footer(file.path, file.size, file.changed)
    source = open_file(file.path) if is_address(file.path) else file.path
    return pq.ParquetFile(
        source, metadata=metadata, buffer_size=_BUFFER, pre_buffer=False, page_checksum_verification=True
    )


# Bytes of a column that are read at once.
_BUFFER = 1 << 20


@lru_cache(maxsize=16)
def _footer(path: str, size: int, changed: str) -> tuple[str, Any]:
    """The digest of a Parquet footer, and what it says."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    del changed  # A key of the cache.
    with open_file(path) as file:
        try:
            file.seek(max(size - 8, 0))
            tail = file.read(8)
            length = int.from_bytes(tail[:4], "little")
            if len(tail) < 8 or tail[4:] != b"PAR1" or length + 12 > size:
                raise TableError(f"{path}: expected a Parquet file, it does not end as one")
            file.seek(size - 8 - length)
            digest = hashlib.sha256(file.read(length)).hexdigest()
            file.seek(0)
            return digest, pq.read_metadata(file)
        except (OSError, pa.ArrowException) as error:
            raise TableError(f"{path}: cannot be read, {error}") from None


def metadata(file: Input) -> Any:
    """What the footer of a file says."""
    return _footer(file.path, file.size, file.changed)[1]
