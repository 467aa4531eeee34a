"""What tables cost, beside the batch that answers them: CPU time a row, memory, and Dask beside one process.

    python bench/tables.py overhead [--rows 1e6]      CPU ns a row of reading, writing and bookkeeping
    python bench/tables.py memory [--rows 1e6]        the most memory of a process that answers a number of rows; --balls is quicker
    python bench/tables.py motions [--rows 1e5]       CPU microseconds a row of bodies that move and turn
    python bench/tables.py dask [--rows 1e6]          rows a second of 2 workers, of one process of one thread, and of two of them

Hulls of 20 vertices from 100 shapes, origins within a cube, bounds only. Least of `--passes` passes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from clearance import table
from clearance.table import questions, slices

SHAPES = 100
FILE = 1_000_000
# A file is four slices of as many rows: two workers have as much to do.
GROUP = FILE // 8


def shapes(balls: bool = False) -> table.Shapes:
    """Hulls of 20 points on the unit sphere, or balls of that size."""
    if balls:
        return table.Shapes({f"ball {i}": cl.Sphere(1.0 - i / 1000) for i in range(SHAPES)})
    rng = np.random.default_rng(1)
    points = rng.normal(size=(SHAPES, 20, 3))
    points /= np.linalg.norm(points, axis=2, keepdims=True)
    return table.Shapes({f"hull {i}": cl.Hull(points[i]) for i in range(SHAPES)})


def write_rows(path: Path, count: int, seed: int) -> None:
    """A file of pairs, about a third of which overlap; sorted by the pair, in row groups of which two make a slice."""
    rng = np.random.default_rng(seed)
    q = rng.normal(size=(count, 4))
    poses = np.column_stack([rng.uniform(-2, 2, (count, 3)), q / np.linalg.norm(q, axis=1, keepdims=True)])
    pair = np.sort(rng.integers(0, SHAPES**2, count))
    columns = {
        "id": np.arange(count, dtype=np.int64),
        "a": (pair // SHAPES).astype(np.int32),
        "b": (pair % SHAPES).astype(np.int32),
        "b_in_a": lists(poses),
    }
    pq.write_table(pa.table(columns), path, row_group_size=GROUP, use_dictionary=["a", "b"])


def lists(rows: Any) -> Any:
    """Rows of numbers as fixed-size lists."""
    return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])


def inputs(folder: Path, rows: int) -> list[str]:
    """Files of rows: one of the first million, and links to it for more."""
    first = folder / "rows-000.parquet"
    write_rows(first, min(rows, FILE), 7)
    paths = [first]
    for i in range(1, rows // FILE):
        paths.append(folder / f"rows-{i:03d}.parquet")
        os.link(first, paths[-1])
    return [str(path) for path in paths]


def overhead(folder: Path, rows: int, passes: int) -> None:
    known, files = shapes(), inputs(folder, min(rows, FILE))
    given = pq.read_table(files[0]).combine_chunks()
    poses = given["b_in_a"].combine_chunks().flatten().to_numpy().reshape(-1, 7)
    a, b = ((known.shapes, given[name].to_numpy().astype(np.int64)) for name in ("a", "b"))
    found = cl.signed_distances(a, b, poses, threads=1)
    times: dict[str, list[float]] = {"table": [], "batch": [], "table with answers at hand": []}
    for i in range(passes):
        times["table"].append(cpu(lambda: table.run(files, folder / f"out{i}", known, threads=1)))
        times["batch"].append(cpu(lambda: cl.signed_distances(a, b, poses, threads=1)))
        with answers_at_hand(found):
            name = "table with answers at hand"
            times[name].append(cpu(lambda: table.run(files, folder / f"ready{i}", known, threads=1)))
    overlapping = float((found.status == -1).mean())
    print(f"{given.num_rows} rows, {100 * overlapping:.0f} % overlapping, CPU ns a row, least of {passes}:")
    for name, several in times.items():
        print(f"  {name}: {min(several) / given.num_rows * 1e9:.0f}")
    print("same digest:", table.column_digest(folder / "out0") == table.digest_of_columns(found.columns))


def motions(folder: Path, rows: int, passes: int) -> None:
    path = folder / "rows.parquet"
    write_rows(path, rows, 7)
    rng = np.random.default_rng(3)
    content = pq.read_table(path)
    starts = content["b_in_a"].combine_chunks().flatten().to_numpy().reshape(-1, 7).copy()
    starts[:, :3] *= 2
    ways = {"linear_b": -starts[:, :3] + rng.normal(size=(rows, 3)), "angular_b": rng.normal(size=(rows, 3))}
    content = content.set_column(content.column_names.index("b_in_a"), "b_in_a", lists(starts))
    for name, way in ways.items():
        content = content.append_column(name, lists(way))
    pq.write_table(content, path, row_group_size=table.ROWS_PER_SLICE, use_dictionary=["a", "b"])
    for name, known in (("hulls", shapes()), ("balls", shapes(balls=True))):
        times = [cpu(lambda: table.run(path, folder / f"{name}{i}", known, threads=1)) for i in range(passes)]
        statuses = pq.read_table(folder / f"{name}0", columns=["status"])["status"].to_numpy()
        shares = ", ".join(f"status {status}: {100 * (statuses == status).mean():.1f} %" for status in np.unique(statuses))
        print(f"{name}: {min(times) / rows * 1e6:.1f} CPU us a row, least of {passes}; {shares}")


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


@contextmanager
def answers_at_hand(found: cl.Proximities) -> Iterator[None]:
    """Batches cost nothing: what is left is reading, writing and bookkeeping. Rows come in order."""
    asked = cl.signed_distances
    first = 0

    def ready(*_: Any, poses: Any, columns: Any, **__: Any) -> cl.Proximities:
        nonlocal first
        first += len(poses)
        return cl.Proximities({name: found.columns[name][first - len(poses) : first] for name in columns})

    setattr(questions, "signed_distances", ready)
    try:
        yield
    finally:
        setattr(questions, "signed_distances", asked)


def memory(folder: Path, rows: int, threads: int, known: table.Shapes) -> None:
    script = (
        "import sys\nfrom clearance import table\nfrom tables import peak\n"
        "r = table.run(sys.argv[3:], sys.argv[1], f'{sys.argv[1]}.jsonl', threads=int(sys.argv[2]))\n"
        "print(r.rows, 'rows,', sys.argv[2], 'threads:', peak(), 'MB at most')"
    )
    files = inputs(folder, rows)
    (folder / "out.jsonl").write_text(known.text())
    start = time.perf_counter()
    command = [sys.executable, "-c", script, str(folder / "out"), str(threads), *files]
    subprocess.run(command, check=True, cwd=Path(__file__).parent)
    print(f"{time.perf_counter() - start:.1f} s")


def dask(folder: Path, rows: int, passes: int) -> None:
    known, files = shapes(), inputs(folder, rows)
    walls: dict[str, list[float]] = {}

    def measure(name: str, way: Callable[[Path], float], times: int = 1) -> None:
        out = folder / name
        start = time.perf_counter()
        used = way(out) / times
        wall = (time.perf_counter() - start) / times
        walls.setdefault(name, []).append(wall)
        print(f"{name}: {rows / wall:.4g} rows/s, {used / rows * 1e9:.0f} CPU ns a row", flush=True)
        shutil.rmtree(out)

    warm()
    for _ in range(passes):
        measure("one process", lambda out: plain(files, out, known, 1))
        measure("two threads", lambda out: plain(files, out, known, 2))
        with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            # They have read what they need before the clock runs; each answers all rows, and shares nothing but the machine.
            wait([pool.submit(warm, 1.0) for _ in range(2)])
            names = ("a", "b")
            measure(
                "two processes side by side, each all rows",
                lambda out: sum([one.result() for one in [pool.submit(plain, files, out / x, known, 1) for x in names]]),
                times=2,
            )
        with workers() as client:
            client.run(watch)
            measure("Dask, 2 workers", lambda out: on_workers(client, files, out, known))
            inside = sum(client.run(inside_slices).values()) / 2 / walls["Dask, 2 workers"][-1]
            print(f"of that time the workers were inside slices for {100 * inside:.0f} %")
            peaks = client.run(peak).values()
    print(f"most of {passes}:", ", ".join(f"{name} {rows / min(several):.4g} rows/s" for name, several in walls.items()))
    print("memory of the workers:", [f"{peak} MB" for peak in peaks])


@contextmanager
def workers() -> Iterator[Any]:
    """A client of two workers that have read what they need."""
    import distributed

    make: Any = distributed
    with make.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with make.Client(cluster) as client:
            client.run(warm)
            yield client


def on_workers(client: Any, files: list[str], out: Path, known: table.Shapes) -> float:
    """The CPU seconds of all processes of a table."""
    start = _cpu(client)
    table.run(files, out, known, client=client)
    return _cpu(client) - start


def watch() -> None:
    """Lets a worker count the seconds that it spends in slices."""
    answer = slices.answer_slice

    def counted(*arguments: Any) -> Any:
        start = time.perf_counter()
        done = answer(*arguments)
        setattr(slices, "seconds", inside_slices() + time.perf_counter() - start)
        return done

    setattr(slices, "answer_slice", counted)


def inside_slices() -> float:
    """The seconds that this worker has counted."""
    return float(getattr(slices, "seconds", 0.0))


def plain(files: list[str], out: Path, known: table.Shapes, threads: int) -> float:
    """The CPU seconds of a table on threads of this process."""
    return cpu(lambda: table.run(files, out, known, threads=threads))


def warm(seconds: float = 0.0) -> None:
    """Loads what a first answer loads, and waits so long that a pool starts its other process."""
    time.sleep(seconds)
    rows = pa.record_batch({"a": [0], "b": [0], "b_in_a": pa.array([[3.0, 0, 0, 1, 0, 0, 0]], pa.list_(pa.float64(), 7))})
    table.answer(rows, {"ball": cl.Sphere(1)})


def peak() -> int:
    """The most memory of this process, in MB. The figure of ``getrusage`` counts the process that started it too."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def _cpu(client: Any) -> float:
    workers: list[float] = list(client.run(time.process_time).values())
    return time.process_time() + sum(workers)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["overhead", "memory", "motions", "dask"])
    parser.add_argument("--rows", type=lambda text: int(float(text)), default=1_000_000)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--balls", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.what == "overhead":
            overhead(Path(folder), given.rows, given.passes)
        elif given.what == "motions":
            motions(Path(folder), given.rows, given.passes)
        elif given.what == "memory":
            memory(Path(folder), given.rows, given.threads, shapes(given.balls))
        else:
            dask(Path(folder), given.rows, given.passes)
