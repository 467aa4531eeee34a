"""Columns of many answers: one array each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union

import numpy as np
import numpy.typing as npt

VECTORS = ("normal", "witness_a", "witness_b")
"""Columns of three numbers a row."""
_TYPES: dict[str, Any] = {"status": np.int8, "proven": np.bool_}

Columns = Union[Literal["all"], Sequence[str]]
Arrays = dict[str, npt.NDArray[Any]]


class Answers:
    """Columns by their names; those that were requested are attributes too.

    Attributes
    ----------
    columns
        The arrays by their names.
    signed_distance, lower, upper
        The signed distances and their proven bounds.
    normal, witness_a, witness_b
        ``(n, 3)``: unit vectors from A to B, and the closest or deepest points.
    status, proven
        The numbers of :class:`clearance.Status`; True where the status is proven.
    errors
        The errors of refused rows, by row index; empty unless ``errors="status"`` was asked for.
    """

    signed_distance: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]
    witness_a: npt.NDArray[np.float64]
    witness_b: npt.NDArray[np.float64]
    status: npt.NDArray[np.int8]
    proven: npt.NDArray[np.bool_]

    def __init__(self, columns: Mapping[str, npt.NDArray[Any]], errors: Mapping[int, str] | None = None) -> None:
        self.columns = dict(columns)
        self.errors = dict(errors or {})

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        try:
            return self.__dict__["columns"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(self._missing(name)) from None

    def __getitem__(self, name: str) -> Any:
        if not isinstance(name, str):
            raise TypeError(f"columns have names, got {type(name).__name__}")
        try:
            return self.columns[name]
        except KeyError:
            raise KeyError(self._missing(name)) from None

    def _missing(self, name: str) -> str:
        if name.startswith("_"):
            return name
        return f"no column {name!r}, there are {', '.join(self.__dict__.get('columns', ()))}: ask for it by columns=[.., {name!r}]"

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} pairs: {', '.join(self.columns)}>"

    def to_structured(self) -> npt.NDArray[Any]:
        """One structured array, a field for each column; a copy."""
        fields = [(name, column.dtype, column.shape[1:]) for name, column in self.columns.items()]
        table = np.empty(len(self), dtype=fields)
        for name, column in self.columns.items():
            table[name] = column
        return table

    def to_arrow(self) -> Any:
        """A ``pyarrow.RecordBatch`` that shares the memory of the columns; ``proven`` is packed into bits."""
        import pyarrow as pa

        def array(column: npt.NDArray[Any]) -> Any:
            if column.ndim == 1:
                return pa.array(column)
            return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), 3)

        columns = {name: array(column) for name, column in self.columns.items()}
        if self.errors:
            columns["error"] = pa.array([self.errors.get(row) for row in range(len(self))], pa.string())
        return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))

    def __arrow_c_array__(self, requested_schema: object | None = None) -> Any:
        """The capsules of the Arrow interface, so that polars, duckdb and others take it as it is; needs pyarrow."""
        return self.to_arrow().__arrow_c_array__(requested_schema)


def empty_columns(names: Sequence[str], count: int) -> Arrays:
    """Columns to be filled."""
    return {name: np.empty((count, 3) if name in VECTORS else count, dtype=_TYPES.get(name, np.float64)) for name in names}


def columns_to_fill(
    names: Columns, known: Sequence[str], count: int, out: Union[Answers, Mapping[str, npt.NDArray[Any]], None] = None
) -> Arrays:
    """New columns of these names, or those of ``out``; refuses others than the known ones."""
    given: Arrays | None = None if out is None else dict(out.columns if isinstance(out, Answers) else out)
    wanted = list(given) if given is not None else list(known if names == "all" else names)
    for name in wanted:
        if name not in known:
            raise ValueError(f"there is no column {name!r}, expected some of {', '.join(known)}")
    if given is None:
        return empty_columns(wanted, count)
    for name, column in given.items():
        if not isinstance(column, np.ndarray):
            raise TypeError(f"out[{name!r}] must be an array, got {type(column).__name__}")
    return given
