"""Data sets of recorded motions as tables of episodes: written once beside the answers, then answered as any table."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..recordings import Gaps, Recording, read_lerobot
from ..robot.robot import Robot
from .errors import TableError
from .finishing import Report
from .robot import RobotFiles, RobotLike
from .running import run

EPISODES_PER_SLICE = 64
"""The number of episodes that are answered together."""

_NUMBERS = pa.list_(pa.float64())
_ROW = pa.schema([("episode", pa.string()), ("times", _NUMBERS), ("positions", pa.list_(_NUMBERS))])

Dataset = Union[str, "os.PathLike[str]", Iterable[Recording]]
"""The folder of a LeRobot data set, or recordings."""


@dataclass(frozen=True)
class _Columns:
    """How columns of a recording become joints of the robot."""

    names: Mapping[str, str]
    ignore: tuple[str, ...]
    degrees: bool
    rest: Mapping[str, float]


def episodes(
    dataset: Dataset,
    robot: RobotLike,
    out: Union[str, os.PathLike[str]],
    *,
    key: str = "observation.state",
    gaps: Gaps = "error",
    names: Optional[Mapping[str, str]] = None,
    ignore: Sequence[str] = (),
    degrees: bool = False,
    rest: Optional[Mapping[str, float]] = None,
    threads: Optional[int] = None,
    client: Any = None,
    resume: bool = True,
) -> Report:
    """Answers each episode of a data set, exactly once: the closest approach, the first contact, the largest velocity.

    The episodes are written to ``out.parquet`` first, then :func:`run` answers them into the folder ``out``: whatever is
    killed, the same call continues. docs/reference/formats.md lists the columns.

    Parameters
    ----------
    dataset : path, or recordings
        The folder of a LeRobot data set, or any :class:`clearance.recordings.Recording`.
    robot : RobotFiles or path
        The robot in its world.
    out : path
        The folder of the answers.
    key : str
        The feature of a LeRobot data set with the values of the joints: ``observation.state`` or ``action``.
    gaps : {"error", "keep", "split"}
        What a jump in time is, as of :func:`clearance.recordings.read_lerobot`.
    names, ignore, degrees
        As of :meth:`clearance.recordings.Recording.trajectory`.
    rest : dict, optional
        The values of joints that the recordings do not have.
    threads, client, resume
        As of :func:`run`.

    Raises
    ------
    ValueError
        Names the file, the row or the joint that is wrong. Nothing is answered then.

    Examples
    --------
    A ball at the end of an arm of length 1 turns past a ball 3 m away; both have radius 0.25:

    >>> import clearance as cl, json, math, numpy as np, pathlib, pyarrow.parquet as pq, tempfile
    >>> from clearance import table
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
    >>> _ = (folder / "arm.json").write_text(json.dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
    >>> post = {"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}
    >>> _ = (folder / "world.json").write_text(json.dumps({"bodies": [post]}))
    >>> _ = (folder / "log.csv").write_text("time,joint1\\n0,0\\n0.5,90\\n1,180\\n")
    >>> log = cl.recordings.read_csv(folder / "log.csv")
    >>> robot = table.RobotFiles(str(folder / "arm.json"), scene=str(folder / "world.json"))
    >>> report = table.episodes([log], robot, folder / "out", degrees=True)
    >>> (found,) = pq.read_table(folder / "out").to_pylist()
    >>> found["episode"], found["result"], round(found["lower"], 5), found["time"], round(found["velocity"], 5)
    ('log.csv', 'free', 1.5, 0.5, 3.14159)
    """
    columns = _Columns(dict(names or {}), tuple(ignore), degrees, dict(rest or {}))
    files = RobotFiles.of(robot)
    rows = Path(f"{os.fspath(out)}.parquet")
    found = _given(dataset, key, gaps)
    _write(rows, found, files.load(), columns)
    return run(
        rows,
        out,
        robot=files,
        carry=["episode"],
        rows_per_slice=EPISODES_PER_SLICE,
        threads=threads,
        client=client,
        resume=resume,
    )


@dataclass(frozen=True)
class _Given:
    recordings: Iterable[Recording]
    about: Any
    """What names a data set on a disk; None of recordings, which name themselves by their numbers."""


def _given(dataset: Dataset, key: str, gaps: Gaps) -> _Given:
    if not isinstance(dataset, (str, os.PathLike)):
        return _Given(dataset, None)
    root = Path(dataset)
    files = sorted([root / "meta" / "info.json", *(root / "data").rglob("*.parquet")])
    stats = [(file.relative_to(root).as_posix(), file.stat()) for file in files if file.is_file()]
    about = [[str(root.resolve()), key, gaps], *([name, stat.st_size, stat.st_mtime_ns] for name, stat in stats)]
    return _Given(read_lerobot(root, key=key, gaps=gaps), about)


def _write(path: Path, given: _Given, robot: Robot, columns: _Columns) -> None:
    """Writes the table of episodes, unless it is there; that of another data set is refused."""
    recordings = list(given.recordings) if given.about is None else given.recordings
    about = given.about if given.about is not None else [_digest(recording) for recording in recordings]
    text = json.dumps([about, columns.names, columns.ignore, columns.degrees, columns.rest, robot.variables])
    name = hashlib.sha256(text.encode()).hexdigest()
    if path.exists():
        known = (pq.read_schema(path).metadata or {}).get(b"clearance.dataset", b"").decode()
        if known != name:
            raise TableError(f"{path}: holds the episodes of another data set, choose another folder")
        return
    part = path.with_name(path.name + ".tmp")
    schema = _ROW.with_metadata({"clearance.dataset": name})
    with pq.ParquetWriter(part, schema, write_page_checksum=True) as writer:
        for group in _groups(recordings):
            rows = [_row(recording, robot, columns) for recording in group]
            writer.write_table(pa.Table.from_pylist(rows, schema), row_group_size=EPISODES_PER_SLICE)
    os.replace(part, path)


def _groups(recordings: Iterable[Recording]) -> Iterator[list[Recording]]:
    group: list[Recording] = []
    for recording in recordings:
        group.append(recording)
        if len(group) == EPISODES_PER_SLICE:
            yield group
            group = []
    if group:
        yield group


def _row(recording: Recording, robot: Robot, columns: _Columns) -> dict[str, Any]:
    joints, values = recording.values(robot, names=columns.names, ignore=columns.ignore, degrees=columns.degrees)
    missing = [name for name in robot.variables if name not in joints and name not in columns.rest]
    if missing:
        joint = repr(missing[0])
        raise ValueError(f"{recording.name}: no column is the joint {joint}; pass names={{..}} or rest={{{joint}: ..}}")
    known = {name: np.full(len(values), float(value)) for name, value in columns.rest.items()}
    known.update({joint: values[:, i] for i, joint in enumerate(joints)})
    all_values = np.column_stack([known[name] for name in robot.variables])
    return {"episode": recording.name, "times": recording.times, "positions": list(all_values)}


def _digest(recording: Recording) -> str:
    made = hashlib.sha256(json.dumps([recording.name, recording.joints]).encode())
    made.update(np.ascontiguousarray(recording.times).tobytes())
    made.update(np.ascontiguousarray(recording.positions).tobytes())
    return made.hexdigest()
