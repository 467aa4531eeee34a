"""Whole tables: plan, answer all slices that are missing, finish. On threads of this process, or on the workers of Dask."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal, Optional, Union

from ..many import processors
from .answers import Wanted
from .errors import TableError
from .finishing import Report, finish, missing
from .inputs import Source, find
from .manifest import MANIFEST, ROWS_PER_SLICE, SHAPES, Manifest, columns_of, make_manifest
from .motions import question_of_shapes
from .progress import Progress
from .questions import Pairs, Question
from .robot import RobotFiles, RobotLike, load_robot
from .shapes import Shapes, ShapesLike
from .slices import Done, Job, answer_planned, answer_slice, check_versions
from .store import Folder, open_folder

Columns = Union[Literal["all"], Sequence[str], None]


def plan(
    source: Source,
    out: Union[str, os.PathLike[str]],
    shapes: Optional[ShapesLike] = None,
    *,
    robot: Optional[RobotLike] = None,
    columns: Columns = None,
    carry: Sequence[str] = (),
    rows_per_slice: int = ROWS_PER_SLICE,
    resume: bool = True,
) -> Manifest:
    """Writes the manifest of a table, and answers nothing; the parameters are those of :func:`run`."""
    folder = open_folder(out)
    with folder.lock():
        return _plan(folder, source, shapes, robot, (columns, carry, rows_per_slice), resume).manifest


def run(
    source: Source,
    out: Union[str, os.PathLike[str]],
    shapes: Optional[ShapesLike] = None,
    *,
    robot: Optional[RobotLike] = None,
    columns: Columns = None,
    carry: Sequence[str] = (),
    rows_per_slice: int = ROWS_PER_SLICE,
    threads: Optional[int] = None,
    client: Any = None,
    retries: int = 3,
    resume: bool = True,
) -> Report:
    """Answers a table of any size, slice by slice, into a folder of Parquet files.

    Whatever is killed, a run with the same arguments goes on with the slices that are missing, and the files are those of a run
    that was not disturbed, to the last byte.

    Parameters
    ----------
    source : path, folder, pattern, address, or several
        Parquet files; the rows keep their order. docs/formats.md tells the columns.
    out : path or address
        The folder of the answers. A path is locked while the run has it; an address with ``://`` is one of fsspec.
    shapes : Shapes, mapping, sequence or path
        What ``a`` and ``b`` name.
    robot : RobotFiles or path
        The robot that the joint values ``q`` are of, in place of shapes.
    columns, carry
        As of :func:`answer`.
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
    folder = open_folder(out)
    with folder.lock():
        job = _plan(folder, source, shapes, robot, (columns, carry, rows_per_slice), resume)
        todo = missing(folder, job.manifest)
        width = threads or processors()
        left = sum(job.manifest.slices[i].rows for i in todo)
        progress = Progress(job.manifest.rows, job.manifest.rows - left)
        done: list[Done] = []
        try:
            answered = _on_threads(job, todo, width) if client is None else _on_dask(client, job, todo, retries)
            for one in answered:
                done.append(one)
                progress.add(one.rows)
        finally:
            progress.close()
        return finish(folder, job.manifest, done, threads=width)


def _plan(
    folder: Folder,
    source: Source,
    shapes: Optional[ShapesLike],
    robot: Optional[RobotLike],
    options: tuple[Columns, Sequence[str], int],
    resume: bool,
) -> Job:
    if (shapes is None) == (robot is None):
        raise TypeError("expected shapes, or a robot")
    columns, carry, rows_per_slice = options
    paths = find(source)
    described: dict[str, Any]
    if shapes is not None:
        table = Shapes.of(shapes)
        question: Question = question_of_shapes(table, columns_of(paths[0]))
        described = {"shapes": len(table)}
    else:
        files = RobotFiles.of(robot)  # type: ignore[arg-type]
        question, described = load_robot(files), {"robot": files.to_json()}
    wanted = Wanted.of(question, columns, carry)
    manifest, schema = make_manifest(question, paths, wanted, rows_per_slice, described)
    names = folder.names()
    if MANIFEST in names:
        path = folder.path(MANIFEST)
        before = Manifest.parse(folder.read(MANIFEST).decode(), path)
        if not resume:
            raise TableError(f"{path} is there: go on with its run by resuming, or choose another folder")
        check_versions(before, path)
        manifest.check_same(before, path)
    else:
        if any(name.startswith("part-") for name in names):
            raise TableError(f"{folder.address}: has parts and no {MANIFEST}, choose another folder")
        _write_plan(folder, manifest, question)
    return Job(folder, manifest, question, schema)


def _write_plan(folder: Folder, manifest: Manifest, question: Question) -> None:
    if isinstance(question, Pairs):
        with folder.create(SHAPES, manifest.id) as sink:
            sink.write(question.shapes.text().encode())
    # Last: that it is there means that the plan is complete.
    with folder.create(MANIFEST, manifest.id) as sink:
        sink.write(manifest.to_text().encode())


def _on_threads(job: Job, todo: list[int], threads: int) -> Iterator[Done]:
    """Answers slices; of those that fail the first reason is raised when all others are there. No room left ends it at once."""
    stop = threading.Event()
    with ThreadPoolExecutor(threads, thread_name_prefix="clearance-table") as pool, _failures(job, len(todo)) as failed:
        running: dict[Future[Done], int] = {}
        try:
            for i in todo:
                running[pool.submit(answer_slice, job, i, stop)] = i
                # No more are handed over than run: memory does not grow with the table.
                if len(running) == threads:
                    yield from _collect(running, failed)
            while running:
                yield from _collect(running, failed)
        except BaseException:
            stop.set()
            raise


def _collect(running: dict[Future[Done], int], failed: dict[int, Exception]) -> Iterator[Done]:
    ready, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in ready:
        i = running.pop(future)
        error = future.exception()
        if error is None:
            yield future.result()
        elif isinstance(error, TableError):
            failed[i] = error
        else:
            raise error


@contextmanager
def _failures(job: Job, count: int) -> Iterator[dict[int, Exception]]:
    """Collects what slices failed of, and raises it at the end."""
    failed: dict[int, Exception] = {}
    try:
        yield failed
    except OSError as error:
        raise TableError(
            f"{job.folder.address}: cannot be written, {error.strerror or error}; what is there is whole, resume when there is room"
        ) from error
    if failed:
        first = min(failed)
        raise TableError(f"{len(failed)} of {count} slices failed, the first is {first}: {failed[first]}") from failed[first]


def _on_dask(client: Any, job: Job, todo: list[int], retries: int) -> Iterator[Done]:
    """Answers slices by the workers of a client."""
    import dask.distributed

    as_completed: Any = dask.distributed.as_completed

    out, plan_id = job.folder.address, job.manifest.id
    with _failures(job, len(todo)) as failed:
        # Not `pure`: the same slice is answered again after its file was lost.
        futures = client.map(partial(answer_planned, out, plan_id), todo, pure=False, retries=retries)
        slice_of = {future.key: i for future, i in zip(futures, todo)}
        for future in as_completed(futures):
            if future.status == "finished":
                yield future.result()
            else:
                error = future.exception()
                failed[slice_of[future.key]] = error
                if isinstance(error, OSError):
                    client.cancel(futures)
                    raise error
