"""Episodes as the question of a table: rows of times and joint values, answers of closest approaches and first contacts.

Between two samples the joints move in straight lines. An answer is that of :meth:`clearance.Robot.closest_approach`.
The padding of links and bodies is subtracted. The bounds are at most a micrometre apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .. import _clearance
from ..robot.robot import Robot, digest
from ..values import Options
from .errors import Faults, TableError
from .questions import Answers, Kind

WITHIN = 1e-6
"""The bounds of a least distance are at most this apart, in metres."""

PAIR = pa.list_(pa.string(), 2)
FIELDS = {
    "result": pa.string(),
    "lower": pa.float64(),
    "upper": pa.float64(),
    "time": pa.float64(),
    "pair": PAIR,
    "contact_lower": pa.float64(),
    "contact_upper": pa.float64(),
    "contact_pair": PAIR,
    "velocity": pa.float64(),
    "velocity_joint": pa.string(),
}
"""The columns that are answered, and their types."""

_Row = dict[str, Any]


class Episodes:
    """Rows of the times and the joint values of recorded motions."""

    kind: Kind = "episodes"
    columns: tuple[str, ...] = tuple(FIELDS)
    default: tuple[str, ...] = columns
    rows_at_once = 16  # some tenths of a second of an arm
    options: Optional[Options] = None

    def __init__(self, robot: Robot) -> None:
        self.robot = robot

    @cached_property
    def digest(self) -> str:
        return digest(self.robot)

    def field(self, name: str) -> Any:
        return pa.field(name, FIELDS[name])

    def read_columns(self, schema: Any) -> list[str]:
        for name in ("times", "positions"):
            if name not in schema.names:
                got = ", ".join(schema.names)
                raise TableError(f"a table of episodes has the columns times and positions, got {got}")
        _check_list("times", schema.field("times").type, "list<double>")
        _check_list("positions", schema.field("positions").type, "list<list<double>>")
        _check_list("positions", schema.field("positions").type.value_type, "list<list<double>>")
        return ["times", "positions"]

    def answer(self, batch: Any, columns: Sequence[str], faults: Faults) -> Answers:
        self.read_columns(batch.schema)
        rows: list[_Row] = [{} for _ in range(batch.num_rows)]
        read: dict[int, tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]] = {}
        for row in range(batch.num_rows):
            try:
                given = (batch.column("times")[row], batch.column("positions")[row])
                read[row] = _samples(*given, len(self.robot.variables))
            except ValueError as error:
                faults.add(row, str(error))
        found = _clearance.robot_episodes(self.robot, [values for _, values in read.values()], WITHIN)
        for (row, (times, values)), episode in zip(read.items(), found):
            rows[row] = self._row(times, values, episode)
        return {name: pa.array([row.get(name) for row in rows], FIELDS[name]) for name in columns}

    def _row(self, times: Any, values: Any, found: _clearance._Episode) -> _Row:
        result, least, contact = found
        rates = np.abs(np.diff(values, axis=0)) / np.diff(times)[:, None]
        fastest = int(rates.max(axis=0).argmax())
        row: _Row = {"result": result, "velocity": float(rates.max()), "velocity_joint": self.robot.variables[fastest]}
        if least is not None:
            bounds, place, pair = least
            row.update(lower=bounds[0], upper=bounds[1], time=_seconds(times, place), pair=list(pair))
        if contact is not None:
            bracket, pair = contact
            row.update(contact_lower=_seconds(times, bracket[0], -1), contact_upper=_seconds(times, bracket[1], 1))
            row.update(contact_pair=list(pair))
        return row


def _seconds(times: Any, place: float, side: int = 0) -> float:
    """A place in segments as a time; rounded, or beyond all rounding on one side."""
    segment = min(int(place), len(times) - 2)
    start, end = float(times[segment]), float(times[segment + 1])
    if place in (segment, segment + 1):
        return end if place > segment else start
    rounding = 8 * np.finfo(float).eps * (abs(start) + abs(end))
    return start + (place - segment) * (end - start) + side * rounding


def _samples(times: Any, positions: Any, width: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The times and values of a row; refuses what is no motion, with the number of the sample."""
    if not times.is_valid or not positions.is_valid:
        raise ValueError("times is null" if not times.is_valid else "positions is null")
    moments = np.asarray(times.values.to_numpy(zero_copy_only=False), dtype=np.float64)
    rows = positions.values
    if len(rows) != len(moments):
        raise ValueError(f"positions has {len(rows)} samples, and times {len(moments)}")
    if len(moments) < 2:
        raise ValueError(f"an episode has at least 2 samples, got {len(moments)}")
    counts = np.asarray(rows.value_lengths().fill_null(0))
    odd = np.flatnonzero(counts != width)
    if len(odd):
        raise ValueError(f"sample {odd[0]}: expected {width} joint values, got {counts[odd[0]]}")
    values = np.asarray(rows.flatten().to_numpy(zero_copy_only=False), dtype=np.float64).reshape(-1, width)
    for column, numbers in (("time", moments[:, None]), ("positions", values)):
        odd = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if len(odd):
            raise ValueError(f"sample {odd[0]}: {column} must be finite")
    odd = np.flatnonzero(np.diff(moments) <= 0)
    if len(odd):
        before, after = moments[odd[0]], moments[odd[0] + 1]
        raise ValueError(f"sample {odd[0] + 1}: times must increase, got {before:g} and then {after:g}")
    return moments, values


def _check_list(name: str, kind: Any, expected: str) -> None:
    lists = (pa.types.is_fixed_size_list, pa.types.is_list, pa.types.is_large_list)
    if not any(is_list(kind) for is_list in lists):
        raise TableError(f'column "{name}": expected {expected}, got {kind}')
