"""Motions as the question of a table: rows of two shapes, where they start and how they move, answers of when they first meet.

Answers are those of :func:`clearance.times_of_impact`; where bodies are proven not to meet, what a miss has not is null.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..columns import Answers as Found
from ..impacts import IMPACT_COLUMNS, times_of_impact
from .errors import Faults
from .questions import TIMES, Answers, Kind, Pairs, answer_field
from .reading import check_number, check_vectors, numbers, vectors

RATES = ("linear_a", "angular_a", "linear_b", "angular_b")
TARGET = "target_distance"
MISS_HAS_NONE = (*TIMES, "signed_distance", "upper", "normal", "witness_a", "witness_b")
"""The columns that are null where bodies are proven not to meet."""


class Motions(Pairs):
    """Rows of two shapes, one or two poses at time 0, and displacements and rotation vectors over times from 0 to 1."""

    kind: Kind = "motions"
    default: tuple[str, ...] = (*TIMES, "status", "proven")
    columns: tuple[str, ...] = (*default, *(name for name in IMPACT_COLUMNS if name not in (*TIMES, "status", "proven")))
    rows_at_once = 1 << 12  # a seventh of a second of hulls

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

    def ask(self, sides: list[Any], batch: Any, columns: Sequence[str], faults: Faults) -> Found:
        given = self.poses(batch, faults)
        for name in self.read_columns(batch.schema):
            if name in RATES:
                given[name] = vectors(name, batch.column(name), 3, faults)
            elif name == TARGET:
                given[name] = numbers(name, batch.column(name), faults)
        # The time of a miss is not a number.
        wanted = dict.fromkeys([*columns, "toi"])
        return times_of_impact(*sides, **given, columns=tuple(wanted), threads=1, errors="status", options=self.options)

    def arrow(self, found: Found, columns: Sequence[str], faults: Faults) -> Answers:
        miss = np.isnan(found.toi)
        miss[list(faults.texts)] = False
        return {name: self._nullable(name, found.columns[name], miss) for name in columns}

    def _nullable(self, name: str, column: npt.NDArray[Any], miss: npt.NDArray[np.bool_]) -> Any:
        null = miss if name in MISS_HAS_NONE and miss.any() else None
        if column.ndim == 1:
            return pa.array(column, mask=null)
        mask = None if null is None else pa.array(null)
        return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), type=self.field(name).type, mask=mask)
