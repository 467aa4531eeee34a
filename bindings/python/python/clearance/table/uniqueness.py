"""Whether each id comes once, in memory that does not grow with the table.

Ids are sorted in runs of at most 2¹⁸ rows. Where the ranges of the runs do not overlap, as of ids that count up, nothing more is
to be compared. Otherwise all runs are written to a temporary file as they are sorted, and compared range by range: each range takes
from each run what lies in it, about 2²¹ ids together.
"""

from __future__ import annotations

import os
import tempfile
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .errors import TableError
from .inputs import open_file
from .manifest import Manifest
from .store import Folder

RUN = 1 << 18
"""Ids that are sorted at once."""
_RANGE = 1 << 21
# Samples at a fixed stride show how the ids of a run are distributed: a range may be larger by one stride of each run.
_STRIDE = 1 << 10


def check_ids(folder: Folder, manifest: Manifest) -> None:
    """Refuses a table in which an id comes twice; a null is an id."""
    if "id" not in dict(manifest.schema):
        raise TableError(f"{folder.address}: there is no column id")
    paths = [folder.path(manifest.file_name(i)) for i in range(len(manifest.slices))]
    nulls = 0

    def runs() -> Iterator[Any]:
        nonlocal nulls
        nulls = 0
        for path in paths:
            with open_file(path) as file, pq.ParquetFile(file) as content:
                for batch in content.iter_batches(RUN, columns=["id"]):
                    ids = batch.column(0)
                    nulls += ids.null_count
                    if nulls > 1:
                        raise TableError(f"{folder.address}: expected each id once, null comes again")
                    if len(ids) > ids.null_count:
                        yield _sorted(_comparable(ids.drop_null()))

    try:
        check_runs(runs)
    except _Again as again:
        raise TableError(f"{folder.address}: expected each id once, {again} comes again") from None
    except pa.ArrowNotImplementedError:
        kind = dict(manifest.schema)["id"]
        raise TableError(f"{folder.address}: expected ids of a type that has an order, got {kind}") from None


class _Again(Exception):
    """An id that comes twice."""


def check_runs(runs: Callable[[], Iterator[Any]]) -> None:
    """Compares sorted runs, which are read once or twice."""
    ranges = []
    for ids in runs():
        _check_neighbors(ids)
        ranges.append((ids[0].as_py(), ids[-1].as_py()))
    ranges.sort()
    if all(last < first for (_, last), (first, _) in pairwise(ranges)):
        return
    with tempfile.TemporaryDirectory(prefix="clearance-table-") as folder:
        path = os.path.join(folder, "ids.arrow")
        samples = _write(path, runs())
        with pa.memory_map(path) as memory:
            _check_ranges(pa.ipc.open_file(memory), samples)


def _write(path: str, runs: Iterator[Any]) -> Any:
    """Writes runs, a batch each; returns ids at a fixed stride, sorted."""
    samples = []
    first = next(runs)
    with pa.ipc.new_file(path, pa.schema([("id", first.type)])) as writer:
        ids = first
        while ids is not None:
            writer.write_batch(pa.record_batch([ids], names=["id"]))
            samples.append(ids.take(pa.array(range(0, len(ids), _STRIDE))))
            ids = next(runs, None)
    return _sorted(pa.concat_arrays(samples))


def _check_ranges(runs: Any, samples: Any) -> None:
    """Compares what lies between bounds that cut the samples evenly."""
    step = _RANGE // _STRIDE
    bounds = [samples[i].as_py() for i in range(step, len(samples), step)]
    begin = [0] * runs.num_record_batches
    for bound in [*bounds, None]:
        parts = []
        for i in range(runs.num_record_batches):
            ids = runs.get_batch(i).column(0)
            end = len(ids) if bound is None else bisect_left(ids, bound, begin[i], key=lambda id: id.as_py())
            parts.append(ids.slice(begin[i], end - begin[i]))
            begin[i] = end
        _check_neighbors(_sorted(pa.concat_arrays(parts)))


def _check_neighbors(ids: Any) -> None:
    """Refuses sorted ids of which two next to one another are the same."""
    same = pc.call_function("equal", [ids.slice(1), ids.slice(0, max(len(ids) - 1, 0))])
    again: int = pc.index(same, True).as_py()
    if again >= 0:
        raise _Again(repr(ids[again].as_py()))


def _sorted(ids: Any) -> Any:
    return ids.take(pc.call_function("array_sort_indices", [ids]))


def _comparable(ids: Any) -> Any:
    """Ids as Python compares them: words for dictionaries, numbers for times."""
    if pa.types.is_dictionary(ids.type):
        return ids.dictionary_decode()
    if pa.types.is_temporal(ids.type):
        return ids.view(pa.int32() if ids.type.bit_width == 32 else pa.int64())
    return ids
