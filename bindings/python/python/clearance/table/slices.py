"""One slice: row groups of an input become one file of answers.

A slice is a pure function of its input, the question, the options and the versions of the manifest, and its file has a fixed name.
Doing it twice, in whatever process, writes the same bytes; that it is there means that it is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from threading import Event
from typing import Any, Optional

import pyarrow as pa
import pyarrow.parquet as pq

from .answers import answer_batch
from .errors import TableError
from .inputs import Input, check_unchanged, open_parquet
from .kinds import OF_SHAPES
from .manifest import MANIFEST, SHAPES, Manifest, Slice, input_schema, versions
from .questions import Question
from .robot import RobotFiles, load_robot
from .shapes import Shapes
from .store import Folder, open_folder

# Rows of a row group of the answers: what is held back until it is written.
_GROUP = 1 << 18


class Stopped(Exception):
    """A slice was asked to end."""


@dataclass(frozen=True)
class Job:
    """A plan with all that is needed to answer its slices."""

    folder: Folder
    manifest: Manifest
    question: Question
    schema: Any


@dataclass(frozen=True)
class Done:
    """A slice whose answers were written."""

    slice: int
    rows: int
    errors: int
    digest: str
    """SHA-256 of the file."""


def load_job(out: str) -> Job:
    """The job of a folder with a manifest. Refuses other versions than those that made the plan, and other shapes."""
    folder = open_folder(out)
    if MANIFEST not in folder.names():
        raise TableError(f"{out}: there is no {MANIFEST}, so no plan was made here")
    path = folder.path(MANIFEST)
    manifest = Manifest.parse(folder.read(MANIFEST).decode(), path)
    check_versions(manifest, path)
    question = _question(folder, manifest)
    return Job(folder, manifest, question, manifest.wanted.schema(question, input_schema(manifest)))


def check_versions(manifest: Manifest, path: str) -> None:
    """Refuses versions that might write other bytes."""
    for name, version in versions().items():
        if manifest.writer.get(name) != version:
            raise TableError(f"{path} is a plan of {name} {manifest.writer.get(name)}, this is {name} {version}")


def _question(folder: Folder, manifest: Manifest) -> Question:
    about = manifest.question
    if about["kind"] in OF_SHAPES:
        path = folder.path(SHAPES)
        found: Question = OF_SHAPES[about["kind"]](Shapes.restore(folder.read(SHAPES).decode(), path), manifest.query)
    else:
        files = RobotFiles.from_json(about["robot"])
        found, path = load_robot(files, about["kind"]), files.urdf
    if found.digest != about["digest"]:
        raise TableError(f"{path}: changed since the plan was made, its digest was {about['digest']}, is {found.digest}")
    return found


@lru_cache(maxsize=2)
def _loaded(out: str, plan: str) -> Job:
    job = load_job(out)
    if job.manifest.id != plan:
        raise TableError(f"{out}: expected the plan {plan}, got {job.manifest.id}: another run has this folder now")
    return job


def answer_planned(out: str, plan: str, i: int) -> Done:
    """Answers a slice of the plan of that name; what workers of a cluster call. The job is read once in each process."""
    return answer_slice(_loaded(out, plan), i)


def answer_slice(job: Job, i: int, stop: Optional[Event] = None) -> Done:
    """Writes the answers of a slice, whether they are there or not; ``stop`` ends it, and leaves nothing."""
    manifest, part = job.manifest, job.manifest.slices[i]
    file = manifest.inputs[part.input]
    check_unchanged(file)
    columns = manifest.wanted.read_columns(job.question, input_schema(manifest))
    errors = rows = 0
    with job.folder.create(manifest.file_name(i), manifest.id) as sink:
        with _Writer(sink, job.schema) as writer:
            for batch in _read(file, part, columns, job.question.rows_at_once):
                if stop is not None and stop.is_set():
                    raise Stopped
                found = answer_batch(batch, job.question, manifest.wanted, job.schema)
                errors += found.num_rows - found.column("error").null_count
                rows += found.num_rows
                writer.write(found)
        if rows != part.rows:
            raise TableError(f"{file.path}: expected {part.rows} rows in slice {i}, got {rows}")
        # Read under a change, the answers would be of neither content.
        check_unchanged(file)
    return Done(i, rows, errors, sink.digest())


def _read(file: Input, part: Slice, columns: list[str], rows_at_once: int) -> Iterator[Any]:
    """The batches of a slice."""
    groups = range(part.first_group, part.end_group)
    try:
        reader = open_parquet(file)
        try:
            yield from reader.iter_batches(rows_at_once, row_groups=groups, columns=columns, use_threads=False)
        finally:
            reader.close(force=True)
    except (OSError, pa.ArrowException) as error:
        raise TableError(f"{file.path}: row groups {groups.start} to {groups.stop - 1} cannot be read, {error}") from None


class _Writer:
    """Writes batches as row groups of a fixed size, so that the bytes do not depend on how the input was read."""

    def __init__(self, sink: Any, schema: Any) -> None:
        # Dictionaries make random numbers larger and slower; zstd would save 5 of 29 bytes a row for 50 ns.
        words: Any = [name for field in schema for name in _paths(field)]
        self._writer = pq.ParquetWriter(sink, schema, compression="snappy", use_dictionary=words, write_page_checksum=True)
        self._held: list[Any] = []
        self._rows = 0

    def write(self, batch: Any) -> None:
        while self._rows + batch.num_rows >= _GROUP:
            room = _GROUP - self._rows
            self._hold(batch.slice(0, room))
            batch = batch.slice(room)
            self._flush()
        self._hold(batch)

    def _hold(self, batch: Any) -> None:
        self._held.append(batch)
        self._rows += batch.num_rows

    def _flush(self) -> None:
        if self._rows:
            self._writer.write_table(pa.Table.from_batches(self._held), row_group_size=_GROUP)
        self._held, self._rows = [], 0

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:
            self._flush()
        self._writer.close()


def _paths(field: Any) -> list[str]:
    """The Parquet columns of a field that hold words."""
    kind = field.type
    if pa.types.is_fixed_size_list(kind) or pa.types.is_list(kind) or pa.types.is_large_list(kind):
        kind, path = kind.value_type, f"{field.name}.list.element"
    else:
        path = field.name
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_dictionary(kind)
    return [path] if is_text else []


