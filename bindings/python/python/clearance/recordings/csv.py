"""Recordings in CSV files: a header with the names of the joints and one column of times."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Optional

import numpy as np

from ..hints import hinted
from ..pages import File, existing
from .recording import Gaps, Recording, TimeUnit, checked

TIMES = ("time", "t", "timestamp", "time_from_start")


@hinted
def read_csv(
    file: File, *, time: Optional[str] = None, time_unit: TimeUnit = "s", gaps: Gaps = "error"
) -> Recording:
    """The recording of a CSV file.

    Parameters
    ----------
    file : path
        A header with names, then rows of numbers.
    time : str, optional
        The column of the times. By default ``time``, ``t``, ``timestamp`` or ``time_from_start``.
    time_unit : {"s", "ms", "us", "ns"}
        The unit of that column.
    gaps : {"error", "keep"}
        Whether a jump in time is an error, or a straight line from one row to the next.

    Raises
    ------
    ValueError
        Names the row and the column that is wrong.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from clearance import recordings
    >>> file = pathlib.Path(tempfile.mkdtemp(), "log.csv")
    >>> _ = file.write_text("stamp,elbow\\n5000000000,0.1\\n5010000000,0.2\\n")
    >>> recordings.read_csv(file, time="stamp", time_unit="ns").times
    array([0.  , 0.01])
    """
    path = Path(existing(file))
    with path.open(newline="", encoding="utf-8-sig") as lines:
        rows = [(number, row) for number, row in enumerate(csv.reader(lines), 1) if row and not row[0].startswith("#")]
    if not rows:
        raise ValueError(f"{path.name}: expected a header and rows of numbers, got an empty file")
    header = [name.strip() for name in rows[0][1]]
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"{path.name}: two columns are named {twice!r}")
    named = [name for name in header if name == time or time is None and name.lower() in TIMES]
    if len(named) != 1:
        columns = ", ".join(header)
        raise ValueError(f'{path.name}: expected one column of times, got {len(named)} among {columns}; pass time=".."')
    place = header.index(named[0])
    # Nanoseconds since 1970 are more than a float counts exactly: the first time is taken off before.
    whole = [moment for _, row in rows[1:] if len(row) > place and (moment := _whole(row[place])) is not None]
    if len(whole) == len(rows) - 1:
        for (_, row), moment in zip(rows[1:], whole):
            row[place] = str(moment - whole[0])
    values = np.array([_numbers(path.name, header, number, row) for number, row in rows[1:]]).reshape(-1, len(header))
    joints = tuple(name for name in header if name != named[0])
    numbers = np.array([number for number, _ in rows[1:]], dtype=np.int64)
    recording = Recording(path.name, joints, values[:, place], np.delete(values, place, axis=1), numbers)
    if gaps == "split":
        raise ValueError('gaps must be "error" or "keep" for a CSV file, which is one recording; got "split"')
    return next(checked(recording, time_unit, gaps))


def _whole(word: str) -> Optional[int]:
    try:
        return int(word)
    except ValueError:
        return None


def _numbers(name: str, header: list[str], number: int, row: list[str]) -> list[float]:
    if len(row) != len(header):
        raise ValueError(f"{name}, row {number}: expected {len(header)} values, got {len(row)}")
    values = []
    for column, word in zip(header, row):
        try:
            values.append(float(word))
        except ValueError:
            raise ValueError(f"{name}, row {number}, {column}: expected a number, got {word.strip()!r}") from None
    return values
