"""The end of a table: every slice is there, with its rows and its schema; then, and only then, the mark of success."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .errors import TableError
from .inputs import open_file
from .manifest import MANIFEST, SUCCESS, Manifest, fields_of
from .questions import BOUNDS, TIMES
from .slices import Done
from .store import Folder, open_folder
from .uniqueness import check_ids


@dataclass(frozen=True)
class Report:
    """A table that is complete.

    Attributes
    ----------
    rows, errors, slices
        How many rows there are, how many of them were refused, and in how many files they are.
    digest
        SHA-256 over the digests of the files, one line each.
    """

    rows: int
    errors: int
    slices: int
    digest: str


def missing(folder: Folder, manifest: Manifest) -> list[int]:
    """The slices that are not there."""
    there = folder.names()
    return [i for i in range(len(manifest.slices)) if manifest.file_name(i) not in there]


def finish(folder: Folder, manifest: Manifest, done: Iterable[Done] = (), *, threads: int = 1) -> Report:
    """Checks all slices, removes what killed processes of this plan left behind, and writes the mark of success.

    Files that this process wrote are taken by the digests of ``done``; others, of a run that was resumed, are read.
    """
    left = missing(folder, manifest)
    if left:
        raise TableError(f"{folder.address}: {len(left)} of {len(manifest.slices)} slices are missing, the first is {left[0]}")
    known = {one.slice: one.digest for one in done}
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda i: _check_slice(folder, manifest, i, known), range(len(manifest.slices))))
    digests = [digest for _, digest in found]
    report = Report(manifest.rows, sum(errors for errors, _ in found), len(found), _joint(digests))
    folder.remove_unfinished(manifest.id)
    tree = {"plan": manifest.id, "rows": report.rows, "errors": report.errors, "digest": report.digest, "files": digests}
    with folder.create(SUCCESS, manifest.id) as sink:
        sink.write((json.dumps(tree, indent=1) + "\n").encode())
    return report


def check(out: Any, *, unique_ids: bool = False, threads: int = 1) -> Report:
    """Checks a complete table again: counts, schema, and every file against its digest of when it was finished.

    ``unique_ids`` expects each id once; ids that do not count up are sorted in a temporary file.
    """
    folder = open_folder(out)
    names = folder.names()
    if MANIFEST not in names:
        raise TableError(f"{folder.address}: there is no {MANIFEST}, so no table was made here")
    manifest = Manifest.parse(folder.read(MANIFEST).decode(), folder.path(MANIFEST))
    if SUCCESS not in names:
        left = missing(folder, manifest)
        raise TableError(f"{folder.address}: not complete, {len(left)} of {len(manifest.slices)} slices are missing")
    success = json.loads(folder.read(SUCCESS))
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda i: _check_slice(folder, manifest, i, {}), range(len(manifest.slices))))
    for i, ((_, digest), before) in enumerate(zip(found, success["files"])):
        if digest != before:
            raise TableError(f"{folder.path(manifest.file_name(i))}: its digest was {before}, is {digest}")
    if unique_ids:
        check_ids(folder, manifest)
    return Report(manifest.rows, sum(errors for errors, _ in found), len(found), _joint([digest for _, digest in found]))


def column_digest(out: Any, columns: Optional[Iterable[str]] = None) -> str:
    """Digest of the values of columns of numbers in the order of the rows, whatever wrote them; a null counts as NaN.

    SHA-256 of the SHA-256 of each column's bytes, little-endian, eight a number. None are ``signed_distance``, ``lower``,
    ``upper`` and ``status``, of motions ``toi``, ``toi_lower``, ``toi_upper`` and ``status``, of poses that are boxes ``lower``,
    ``upper`` and ``status``.
    """
    folder = open_folder(out)
    manifest = Manifest.parse(folder.read(MANIFEST).decode(), folder.path(MANIFEST))
    own = {"motions": (*TIMES, "status"), "ranges": ("lower", "upper", "status")}.get(manifest.question["kind"], BOUNDS)
    hashes = {name: hashlib.sha256() for name in (own if columns is None else columns)}
    for i in range(len(manifest.slices)):
        with pq.ParquetFile(open_file(folder.path(manifest.file_name(i)))) as file:
            for batch in file.iter_batches(columns=list(hashes)):
                for name, one in hashes.items():
                    one.update(_bytes(batch.column(name)))
    return _joint([one.hexdigest() for one in hashes.values()])


def digest_of_columns(columns: Mapping[str, Any]) -> str:
    """:func:`column_digest` of arrays in memory."""
    return _joint([hashlib.sha256(np.ascontiguousarray(column, dtype="<f8").tobytes()).hexdigest() for column in columns.values()])


def _bytes(column: Any) -> bytes:
    return column.to_numpy(zero_copy_only=False).astype("<f8").tobytes()  # type: ignore[no-any-return]


def _joint(digests: list[str]) -> str:
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _check_slice(folder: Folder, manifest: Manifest, i: int, known: Mapping[int, str]) -> tuple[int, str]:
    """The errors of a slice, and its digest."""
    path, rows = folder.path(manifest.file_name(i)), manifest.slices[i].rows
    with open_file(path) as file:
        try:
            about = pq.read_metadata(file)
        except (OSError, pa.ArrowException) as error:
            raise TableError(f"{path}: expected a Parquet file, {error}") from None
        if about.num_rows != rows:
            raise TableError(f"{path}: expected {rows} rows, got {about.num_rows}")
        schema = about.schema.to_arrow_schema()
        if fields_of(schema) != manifest.schema:
            raise TableError(f"{path}: expected the columns of the manifest, got {', '.join(schema.names)}")
        errors = rows - _nulls(about, schema.names.index("error"), path)
        if i in known:
            return errors, known[i]
        file.seek(0)
        whole = hashlib.sha256()
        while block := file.read(1 << 20):
            whole.update(block)
        return errors, whole.hexdigest()


def _nulls(about: Any, place: int, path: str) -> int:
    """How many nulls a column has, from the statistics of the footer."""
    column = about.schema.to_arrow_schema().names[place]
    total = 0
    for group in range(about.num_row_groups):
        chunks = (about.row_group(group).column(j) for j in range(about.num_columns))
        statistics = next(chunk.statistics for chunk in chunks if chunk.path_in_schema == column)
        if statistics is None or not statistics.has_null_count:
            raise TableError(f"{path}: expected a count of nulls for column {column!r}")
        total += statistics.null_count
    return total
