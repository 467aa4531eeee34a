"""Tables that tests share: shapes, rows, a quiet run, and what is compared with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any, Callable

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clearance import table
from conftest import SEED, random_motions, random_poses


def shapes() -> table.Shapes:
    """Five shapes; the last one is a halfspace, of which two have no distance."""
    rng = np.random.default_rng(SEED)
    return table.Shapes(
        {
            "box": cl.Box((1, 0.7, 0.5)),
            "ball": cl.Sphere(0.6),
            "hull": cl.Hull(rng.normal(size=(20, 3))),
            "cone": cl.Cone(0.5, 0.8),
            "floor": cl.Halfspace((0, 0, 1), -0.5),
        }
    )


def vectors(rows: Any) -> Any:
    """Rows of numbers as fixed-size lists."""
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(rows).reshape(-1)), rows.shape[1])


def rows(count: int, *, kinds: int = 4, seed: int = SEED) -> pa.Table:
    """Rows of pairs of the first shapes."""
    rng = np.random.default_rng(seed)
    a, b = (rng.integers(0, kinds, count).astype(np.int32) for _ in "ab")
    poses = vectors(random_poses(rng, count, 2.0))
    return pa.table({"id": np.arange(count), "a": a, "b": b, "b_in_a": poses, "weight": rng.random(count)})


def moving(count: int) -> pa.Table:
    """Rows of pairs in the world whose bodies move towards one another, and turn."""
    rng = np.random.default_rng(SEED)
    sides = {name: rng.integers(0, 4, count).astype(np.int32) for name in "ab"}
    columns = {name: vectors(array) if array.ndim == 2 else array for name, array in random_motions(count).items()}
    return pa.table({"id": np.arange(count), **sides, **columns})


def write(path: Path, content: pa.Table, group: int = 1000) -> Path:
    """A Parquet file of small row groups."""
    pq.write_table(content, path, row_group_size=group, use_dictionary=False)
    return path


def answers(out: Path) -> pa.Table:
    """All answers of a folder, in order."""
    parts = sorted(out.glob("part-*.parquet"))
    return pa.concat_tables([pq.read_table(part) for part in parts])


def contents(out: Path) -> dict[str, bytes]:
    """All files of a folder but its lock."""
    return {path.name: path.read_bytes() for path in out.iterdir() if path.name != "_lock"}


def built_command() -> str:
    """The command of Rust: on the PATH, or as the repository has built it since its sources changed."""
    found = shutil.which("clearance")
    if found is not None:
        return found
    root = Path(__file__).resolve().parents[3]
    built = [path for profile in ("release", "debug") if (path := root / "target" / profile / "clearance").exists()]
    changed = max(source.stat().st_mtime for source in (root / "crates").rglob("*.rs"))
    newest = max(built, key=lambda path: path.stat().st_mtime, default=None)
    if newest is None or newest.stat().st_mtime < changed:
        pytest.skip("the command is not built, or older than its sources")
    return str(newest)


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """A Python process that the test has started, and may end by its id."""
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)]
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(what: Callable[[], object], seconds: float = 60.0) -> None:
    """Until something is there."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
