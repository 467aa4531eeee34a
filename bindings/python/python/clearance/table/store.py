"""Folders of results, on disks and in object stores. A file is there as a whole or not at all.

On a disk it is written beside its place, flushed to the disk, and renamed; in an object store it is put at once. A folder on a disk
has a lock that the system frees when the process that holds it ends, in whatever way. Object stores have none: two runs of one plan
write the same bytes there, and a run of another plan is refused by the manifest.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, Union

from .errors import TableError
from .inputs import file_system, is_address

LOCK = "_lock"


class Sink:
    """A file that is being written, with the SHA-256 of what was written so far."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0
        self.closed = False

    def write(self, data: Any) -> int:
        """Writes all of it."""
        view = memoryview(data)
        self._hash.update(view)
        self._file.write(view)
        self.size += view.nbytes
        return view.nbytes

    def flush(self) -> None:
        """Hands what is buffered to the system."""
        self._file.flush()

    def tell(self) -> int:
        """Bytes written so far."""
        return self.size

    def writable(self) -> bool:
        """It is."""
        return True

    def readable(self) -> bool:
        """It is not."""
        return False

    def seekable(self) -> bool:
        """It is not."""
        return False

    def close(self) -> None:
        """Keeps the file: it is closed by who opened it."""

    def digest(self) -> str:
        """SHA-256 of what was written."""
        return self._hash.hexdigest()


class Folder(Protocol):
    """A folder of results."""

    address: str

    def names(self) -> set[str]:
        """The names of its files."""
        ...

    def read(self, name: str) -> bytes:
        """A file."""
        ...

    def path(self, name: str) -> str:
        """The path or address of a file."""
        ...

    def create(self, name: str, run: str) -> Any:
        """A context with a :class:`Sink`; the file is there when it is left without an exception."""
        ...

    def remove_unfinished(self, run: str) -> None:
        """Removes what killed processes of a run have left behind."""
        ...

    def lock(self) -> Any:
        """A context in which no other process has the folder."""
        ...


def open_folder(given: Union[str, os.PathLike[str]]) -> Folder:
    """The folder of a path or address; it need not be there yet."""
    address = os.fspath(given)
    return Objects(address) if is_address(address) else Disk(address)


class Disk:
    """A folder of a file system that renames at once."""

    def __init__(self, address: str) -> None:
        self.address = os.path.abspath(address)
        self._folder = Path(self.address)

    def names(self) -> set[str]:
        return {entry.name for entry in os.scandir(self._folder)} if self._folder.is_dir() else set()

    def read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()

    def path(self, name: str) -> str:
        return str(self._folder / name)

    @contextmanager
    def create(self, name: str, run: str) -> Iterator[Sink]:
        # A name that no other writer has: two that write one file at once do not meet.
        beside = self._folder / f"{name}.{run}.{uuid.uuid4().hex}.tmp"
        try:
            with open(beside, "xb") as file:
                sink = Sink(file)
                yield sink
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self._folder / name)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        self._sync()

    def _sync(self) -> None:
        """Makes names last a loss of power."""
        if os.name != "posix":
            return
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def remove_unfinished(self, run: str) -> None:
        for name in self.names():
            if name.endswith(".tmp") and f".{run}." in name:
                (self._folder / name).unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        with open(self._folder / LOCK, "a") as file:
            try:
                _lock(file)
            except (BlockingIOError, PermissionError):
                raise TableError(f"{self.address}: another run has this folder now; wait for it or end it") from None
            except OSError as error:
                raise TableError(f"{self.address}: cannot be locked, {error.strerror or error}") from None
            yield


class Objects:
    """A prefix of an object store, by fsspec."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._system, self._place = file_system(self.address)

    def names(self) -> set[str]:
        self._system.invalidate_cache()
        try:
            found = self._system.ls(self._place, detail=False)
        except FileNotFoundError:
            return set()
        return {path.rstrip("/").rsplit("/", 1)[-1] for path in found}

    def read(self, name: str) -> bytes:
        content: bytes = self._system.cat_file(f"{self._place}/{name}")
        return content

    def path(self, name: str) -> str:
        return f"{self.address}/{name}"

    @contextmanager
    def create(self, name: str, run: str) -> Iterator[Sink]:
        del run  # Nothing is left behind.
        with tempfile.TemporaryDirectory(prefix="clearance-table-") as folder:
            beside = os.path.join(folder, name)
            with open(beside, "xb") as file:
                sink = Sink(file)
                yield sink
            self._system.put_file(beside, f"{self._place}/{name}")

    def remove_unfinished(self, run: str) -> None:
        del run

    @contextmanager
    def lock(self) -> Iterator[None]:
        yield


def _lock(file: Any) -> None:
    """Takes the lock of a file, or raises an ``OSError``; the system frees it with the last process that has it open."""
    if os.name == "posix":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
