"""Columns of Arrow as arrays of numbers, with what is wrong row by row.

Rows that hold a null, a list of another length or a name that is not known are marked and get numbers that are refused
downstream (NaN) or that do no harm (place 0); the others are read without a copy where Arrow's memory allows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from .errors import Faults, TableError


def check_vectors(name: str, kind: Any, width: int) -> None:
    """Refuses a type that is no list of floats."""
    lists = (pa.types.is_fixed_size_list, pa.types.is_list, pa.types.is_large_list)
    fits = any(is_list(kind) for is_list in lists) and pa.types.is_floating(kind.value_type)
    if not fits or (pa.types.is_fixed_size_list(kind) and kind.list_size != width):
        raise TableError(f'column "{name}": expected fixed_size_list<double>[{width}], got {kind}')


def check_number(name: str, kind: Any) -> None:
    """Refuses a type that is no float."""
    if not pa.types.is_floating(kind):
        raise TableError(f'column "{name}": expected double, got {kind}')


def check_places(name: str, kind: Any) -> None:
    """Refuses a type that is neither integers nor names."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if not (pa.types.is_integer(kind) or _is_text(kind)):
        raise TableError(f'column "{name}": expected int32, or a dictionary of names, got {kind}')


def vectors(name: str, column: Any, width: int, faults: Faults) -> npt.NDArray[np.float64]:
    """Rows of a column of lists, ``(n, width)`` in C order; NaN where a row is marked."""
    count = len(column)
    fixed = pa.types.is_fixed_size_list(column.type)
    if fixed and column.null_count == 0:
        values, good = column.flatten(), None
    else:
        null = np.asarray(column.is_null())
        faults.mark(null, f"{name} is null")
        good = ~null
        if not fixed:
            lengths = np.asarray(pc.fill_null(column.value_lengths(), 0))
            for row in np.flatnonzero(good & (lengths != width)).tolist():
                faults.add(row, f"{name} must have {width} numbers, got {lengths[row]}")
            good &= lengths == width
        values = column.filter(pa.array(good)).flatten()
    flat = _numbers(values).reshape(-1, width)
    if good is not None:
        rows = np.full((count, width), np.nan)
        rows[good] = flat
        flat = rows
    if values.null_count:
        holes = np.asarray(values.is_null()).reshape(-1, width).any(axis=1)
        places = np.arange(count) if good is None else np.flatnonzero(good)
        for row in places[holes].tolist():
            faults.add(row, f"{name} holds a null")
    return flat


def numbers(name: str, column: Any, faults: Faults) -> npt.NDArray[np.float64]:
    """Rows of a column of floats; NaN where a row is marked."""
    if column.null_count:
        faults.mark(np.asarray(column.is_null()), f"{name} is null")
    return _numbers(column)


def places(name: str, column: Any, names: Mapping[str, int], faults: Faults) -> npt.NDArray[np.int64]:
    """The places in a shape table of a column of integers or names; 0 where a row is marked."""
    if _is_text(column.type):
        column = column.cast(pa.string()).dictionary_encode()
    if pa.types.is_dictionary(column.type):
        if _is_text(column.type.value_type):
            return _named(name, column, names, faults)
        column = column.dictionary_decode()
    null = np.asarray(column.is_null()) if column.null_count else None
    if null is not None:
        faults.mark(null, f"{name} is null")
        column = pc.fill_null(column, 0)
    found = column.to_numpy(zero_copy_only=False)
    outside = (found < 0) | (found >= len(names))
    if outside.any():
        for row in np.flatnonzero(outside).tolist():
            faults.add(row, f"{name} must be from 0 to {len(names) - 1}, got {found[row]}")
        found = np.where(outside, 0, found)
    chosen: npt.NDArray[np.int64] = found.astype(np.int64)
    return chosen


def _named(name: str, column: Any, names: Mapping[str, int], faults: Faults) -> npt.NDArray[np.int64]:
    words = column.dictionary.to_pylist()
    null, unknown = -1, -2
    of_word = np.array([null if word is None else names.get(word, unknown) for word in words] or [null], dtype=np.int64)
    codes = np.asarray(pc.fill_null(column.indices, 0)).astype(np.int64)
    found = of_word[codes]
    if column.indices.null_count:
        found[np.asarray(column.indices.is_null())] = null
    faults.mark(found == null, f"{name} is null")
    for row in np.flatnonzero(found == unknown).tolist():
        faults.add(row, f'{name}: there is no shape "{words[codes[row]]}"')
    harmless: npt.NDArray[np.int64] = np.maximum(found, 0)
    return harmless


def _numbers(values: Any) -> npt.NDArray[np.float64]:
    if not pa.types.is_float64(values.type):
        values = values.cast(pa.float64())
    numbers: npt.NDArray[np.float64] = values.to_numpy(zero_copy_only=False)
    return numbers


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))
