"""Who answers slices: threads of this process, or the workers of Dask."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from typing import Any

from .errors import TableError
from .slices import Done, Job, answer_planned, answer_slice


def on_threads(job: Job, todo: list[int], threads: int) -> Iterator[Done]:
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


def on_dask(client: Any, job: Job, todo: list[int], retries: int) -> Iterator[Done]:
    """Answers slices by the workers of a client."""
    import dask.distributed

    as_completed: Any = dask.distributed.as_completed

    out, plan_id = job.folder.address, job.manifest.id
    with _failures(job, len(todo)) as failed:
        # Not `pure`: the same slice is answered again after its file was lost.
        futures = client.map(partial(answer_planned, out, plan_id), todo, pure=False, retries=retries)
        slice_of = {future.key: i for future, i in zip(futures, todo)}
        for future in as_completed(futures):
            # Not by its status: a worker that dies takes the answers that it holds with it, and they are computed again while this waits.
            error = future.exception()
            if error is None:
                yield future.result()
            else:
                failed[slice_of[future.key]] = error
                if isinstance(error, OSError):
                    client.cancel(futures)
                    raise error
