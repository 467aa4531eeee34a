"""Whole tables: plan, answer all slices that are missing, finish."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Optional, Union

from ..rows import processors
from ..values import Options
from .finishing import Report, finish, missing
from .inputs import Source
from .manifest import ROWS_PER_SLICE, Manifest
from .planning import Asked, Columns, make_job
from .progress import Progress
from .robot import RobotLike
from .shapes import ShapesLike
from .slices import Done
from .store import open_folder
from .workers import on_dask, on_threads


def run(
    source: Source,
    out: Union[str, os.PathLike[str]],
    shapes: Optional[ShapesLike] = None,
    *,
    robot: Optional[RobotLike] = None,
    columns: Columns = None,
    carry: Sequence[str] = (),
    options: Optional[Options] = None,
    rows_per_slice: int = ROWS_PER_SLICE,
    threads: Optional[int] = None,
    client: Any = None,
    retries: int = 3,
    resume: bool = True,
) -> Report:
    """Answers a table of any size, slice by slice, into a folder of Parquet files.

    Whatever is killed, a run with the same arguments continues with the missing slices, and the files are those of a run
    that was not disturbed, to the last byte.

    Parameters
    ----------
    source : path, folder, pattern, address, or several
        Parquet files; the rows keep their order. docs/reference/formats.md lists the columns.
    out : path or address
        The folder of the answers. A path is locked while the run has it; an address with ``://`` is one of fsspec.
    shapes : Shapes, mapping, sequence or path
        What ``a`` and ``b`` name.
    robot : RobotFiles or path
        The robot that the joint values ``q`` are of, in place of shapes.
    columns, carry
        As of :func:`answer`.
    options : Options, optional
        Of every row of shapes, as of :func:`clearance.signed_distance`; of motions, of the distance queries on the way.
    rows_per_slice : int
        Row groups are put together up to this; a larger group is one slice.
    threads : int, optional
        Slices that are answered at once; default all processors.
    client : dask.distributed.Client, optional
        Workers answer the slices instead of threads. They must see the same files, ``out`` among them.
    retries : int
        How often Dask tries a slice again whose worker died.
    resume : bool
        Whether a folder with a plan may be gone on with; it must be the same plan, of the same versions.

    Raises
    ------
    TableError
        Says which file, folder or slice, and what was expected. Slices that can be answered are, before it is raised.
    """
    asked: Asked = {
        "robot": robot,
        "columns": columns,
        "carry": carry,
        "options": options,
        "rows_per_slice": rows_per_slice,
        "resume": resume,
    }
    folder = open_folder(out)
    with folder.lock():
        job = make_job(folder, source, shapes, asked)
        todo = missing(folder, job.manifest)
        width = threads or processors()
        answered = on_threads(job, todo, width) if client is None else on_dask(client, job, todo, retries)
        return finish(folder, job.manifest, _told(job.manifest, todo, answered), threads=width)


def _told(manifest: Manifest, todo: list[int], answered: Iterator[Done]) -> list[Done]:
    """All slices as they are done, with a line of progress."""
    left = sum(manifest.slices[i].rows for i in todo)
    progress = Progress(manifest.rows, manifest.rows - left)
    done = []
    try:
        for one in answered:
            done.append(one)
            progress.add(one.rows)
    finally:
        progress.close()
    return done
