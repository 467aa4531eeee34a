"""What tables refuse, and what is wrong with single rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class TableError(ValueError):
    """A table, a shape table or a folder that cannot be used: names the thing, the rule and the value."""


class Faults:
    """What is wrong with the rows of a batch; of several faults of a row the first is reported."""

    def __init__(self) -> None:
        self.texts: dict[int, str] = {}

    def mark(self, rows: npt.NDArray[np.bool_], text: str) -> None:
        """Marks rows with one text."""
        for row in np.flatnonzero(rows).tolist():
            self.texts.setdefault(row, text)

    def add(self, row: int, text: str) -> None:
        """Marks a row."""
        self.texts.setdefault(row, text)

    def column(self, count: int) -> Any:
        """The column ``error`` of ``count`` rows: null where nothing is wrong."""
        import pyarrow as pa

        if not self.texts:
            return pa.nulls(count, pa.string())
        return pa.array([self.texts.get(row) for row in range(count)], pa.string())
