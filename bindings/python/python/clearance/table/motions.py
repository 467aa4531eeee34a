"""Motions as the question of a table: rows of two shapes, where they start and how they move, answers of when they first meet.

Answers are those of :func:`clearance.time_of_impact` row by row. It holds the interpreter's lock, so threads do not help;
workers that are processes do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .._clearance import Pose, as_pose
from ..many import COLUMNS
from ..poses import Motion
from ..questions import time_of_impact
from ..values import Impact, Status
from .errors import Faults
from .questions import TIMES, Answers, Kind, Pairs, answer_field, empty_columns, refuse
from .reading import check_number, check_vectors, numbers, places, vectors
from .shapes import Shapes

RATES = ("linear_a", "angular_a", "linear_b", "angular_b")
TARGET = "target_distance"
MISS_HAS_NONE = (*TIMES, "signed_distance", "upper", "normal", "witness_a", "witness_b")
"""The columns that are null where bodies are proven not to meet."""

_TIMES = {"toi": "time", "toi_lower": "time_lower", "toi_upper": "time_upper"}
_ORIGIN = Pose()
# Rows whose numbers are Python's at once: half a megabyte of them.
_ROWS_AT_ONCE = 1024


class Motions(Pairs):
    """Rows of two shapes, one or two poses at time 0, and displacements and rotation vectors over times from 0 to 1."""

    kind: Kind = "motions"
    columns: tuple[str, ...] = (*TIMES, "status", "proven", *(name for name in COLUMNS if name not in ("status", "proven")))
    default: tuple[str, ...] = (*TIMES, "status", "proven")
    rows_at_once = 1 << 13  # a quarter of a second of hulls

    def field(self, name: str) -> Any:
        return answer_field(name).with_nullable(name in MISS_HAS_NONE)

    def read_columns(self, schema: Any) -> list[str]:
        names = super().read_columns(schema)
        rates = [name for name in RATES if name in schema.names]
        for name in rates:
            check_vectors(name, schema.field(name).type, 3)
        if TARGET not in schema.names:
            return [*names, *rates]
        check_number(TARGET, schema.field(TARGET).type)
        return [*names, *rates, TARGET]

    def answer(self, batch: Any, columns: Sequence[str], faults: Faults) -> Answers:
        names = self.read_columns(batch.schema)
        sides = {name: places(name, batch.column(name), self.shapes.names, faults) for name in ("a", "b")}
        given = {name: _numbers(name, batch.column(name), faults) for name in names[2:]}
        filled = empty_columns(columns, batch.num_rows)
        miss = np.zeros(batch.num_rows, dtype=np.bool_)
        for row, values in _rows({**sides, **given}, batch.num_rows):
            if row in faults.texts:
                continue
            try:
                found = self._impact(values)
            except ValueError as error:
                faults.add(row, str(error))
                continue
            miss[row] = found.outcome == "miss"
            for name, column in filled.items():
                value = _value(found, name)
                column[row] = np.nan if value is None else value
        refuse(filled, list(faults.texts))
        return {name: self._arrow(name, column, miss) for name, column in filled.items()}

    def _impact(self, given: dict[str, Any]) -> Impact:
        a, b = (self.shapes.shapes[given[side]] for side in "ab")
        start_b = "b_in_a" if "b_in_a" in given else "pose_b"
        motions = [_motion("a", "pose_a", given), _motion("b", start_b, given)]
        return time_of_impact(a, b, *motions, target_distance=given.get(TARGET, 0.0))

    def _arrow(self, name: str, column: npt.NDArray[Any], miss: npt.NDArray[np.bool_]) -> Any:
        null = pa.array(miss) if name in MISS_HAS_NONE and miss.any() else None
        if column.ndim == 1:
            return pa.array(column, mask=None if null is None else miss)
        return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), type=self.field(name).type, mask=null)


def question_of_shapes(shapes: Shapes, schema: Any) -> Pairs:
    """What rows of these columns ask of shapes: motions if one of their columns is there, else pairs."""
    return Motions(shapes) if any(name in schema.names for name in RATES) else Pairs(shapes)


def _rows(columns: dict[str, npt.NDArray[Any]], count: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each row's values by their names, as Python's numbers."""
    for first in range(0, count, _ROWS_AT_ONCE):
        part = [column[first : first + _ROWS_AT_ONCE].tolist() for column in columns.values()]
        for i, values in enumerate(zip(*part), first):
            yield i, dict(zip(columns, values))


def _numbers(name: str, column: Any, faults: Faults) -> npt.NDArray[np.float64]:
    if name == TARGET:
        return numbers(name, column, faults)
    return vectors(name, column, 3 if name in RATES else 7, faults)


def _motion(side: str, start: str, given: dict[str, Any]) -> Union[Motion, Pose]:
    """How a side moves; errors name the column."""
    try:
        pose = as_pose(given[start]) if start in given else _ORIGIN
    except ValueError as error:
        raise ValueError(f"{start}: {error}") from None
    linear, angular = given.get(f"linear_{side}"), given.get(f"angular_{side}")
    if linear is None and angular is None:
        return pose
    still = (0.0, 0.0, 0.0)
    try:
        return Motion(pose, linear or still, angular or still)
    except ValueError as error:
        raise ValueError(f"motion of {side}: {error}") from None


def _value(found: Impact, name: str) -> Optional[Any]:
    """A column of a row, as pair results have it; None if a proven miss has none."""
    if name in _TIMES:
        return getattr(found, _TIMES[name])
    if name == "status":
        return _status(found)
    if name == "proven":
        return found.outcome != "undecided"
    if found.proximity is None:
        return found.lower if name == "lower" else None
    value = getattr(found.proximity, name)
    if found.outcome == "undecided" and name in ("lower", "upper"):
        # Bounds of what is undecided hold zero.
        return min(value, 0.0) if name == "lower" else max(value, 0.0)
    return value


def _status(found: Impact) -> int:
    if found.outcome == "undecided":
        return Status.UNDECIDED
    if found.proximity is None:
        return Status.SEPARATED
    return found.proximity.status if found.initial else Status.TOUCHING
