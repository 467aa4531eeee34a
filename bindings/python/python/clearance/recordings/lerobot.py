"""Episodes of LeRobot data sets: Parquet files with one row a frame, and names in ``meta/info.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Optional

import numpy as np

from ..hints import hinted
from ..pages import File
from .recording import Gaps, Recording, checked


@hinted
def read_lerobot(
    folder: File,
    *,
    key: str = "observation.state",
    joints: Optional[Sequence[str]] = None,
    episodes: Optional[Sequence[int]] = None,
    gaps: Gaps = "error",
) -> Iterator[Recording]:
    """The episodes of a LeRobot data set (versions 2 and 3), one after the other. Needs ``pip install clearance[arrow]``.

    Parameters
    ----------
    folder : path
        The data set: ``meta/info.json`` and ``data/**/*.parquet``.
    key : str
        The feature with the values of the joints: ``observation.state`` or ``action``.
    joints : sequence of str, optional
        The names of its values. By default those of ``meta/info.json``, without an ending ``.pos``.
    episodes : sequence of int, optional
        Only these.
    gaps : {"error", "keep", "split"}
        What a jump in time is: an error, a straight line from one row to the next, or the end of a recording.

    Raises
    ------
    ValueError
        Names the file, the episode and the frame that is wrong.
    """
    root = Path(folder)
    info_file = root / "meta" / "info.json"
    if not info_file.is_file():
        raise FileNotFoundError(f"{root}: no LeRobot data set, which has a file meta/info.json")
    features = json.loads(info_file.read_text(encoding="utf-8")).get("features", {})
    if key not in features:
        raise ValueError(f"{info_file}: no feature {key!r}, it has {', '.join(sorted(features))}")
    names = tuple(joints) if joints is not None else _names(info_file, key, features[key])
    files = sorted((root / "data").rglob("*.parquet"))
    if not files:
        raise ValueError(f"{root}: no files data/**/*.parquet")
    left = None if episodes is None else set(episodes)
    for file in files:
        yield from _episodes(file, key, names, left, gaps)
    if left:
        raise ValueError(f"{root}: no episode {min(left)}")


def _names(file: Path, key: str, feature: Any) -> tuple[str, ...]:
    names = feature.get("names")
    # Older sets group them: {"motors": [..]}.
    if isinstance(names, dict) and len(names) == 1:
        names = next(iter(names.values()))
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{file}: the feature {key!r} has no names of its values; pass joints=[..]")
    return tuple(name.removesuffix(".pos") for name in names)


def _episodes(
    file: Path, key: str, names: tuple[str, ...], left: Optional[set[int]], gaps: Gaps
) -> Iterator[Recording]:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise ImportError("LeRobot data sets need the library pyarrow: pip install 'clearance[arrow]'") from None
    schema = parquet.read_schema(file)
    columns = ["episode_index", "frame_index", "timestamp", key]
    for column in columns:
        if column not in schema.names:
            raise ValueError(f"{file.name}: no column {column!r}, it has {', '.join(schema.names)}")
    table = parquet.read_table(file, columns=columns)
    episode = table.column("episode_index").to_numpy()
    frames = table.column("frame_index").to_numpy().astype(np.int64)
    times = table.column("timestamp").to_numpy().astype(np.float64)
    values = table.column(key).to_pylist()
    for number in dict.fromkeys(int(index) for index in episode):
        if left is not None and number not in left:
            continue
        if left is not None:
            left.remove(number)
        label = f"{file.name}, episode {number}"
        here = np.flatnonzero(episode == number)
        for place in here:
            count = len(values[place]) if values[place] is not None else 0
            if count != len(names):
                raise ValueError(f"{label}, frame {frames[place]}: expected {len(names)} values of {key}, got {count}")
        rows = np.array([values[place] for place in here], dtype=np.float64).reshape(-1, len(names))
        yield from checked(Recording(label, names, times[here], rows, frames[here]), "s", gaps)
