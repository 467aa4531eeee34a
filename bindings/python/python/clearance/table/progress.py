"""A line of progress on a terminal: share, rate and time left."""

from __future__ import annotations

import sys
import time
from typing import Optional, TextIO


class Progress:
    """Rows done of all; says nothing where there is no terminal."""

    def __init__(self, rows: int, ready: int, stream: Optional[TextIO] = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._rows, self._ready, self._done = rows, ready, 0
        self._start = self._shown = time.monotonic()
        self._told = self._stream.isatty()

    def add(self, rows: int) -> None:
        """Rows were answered."""
        self._done += rows
        now = time.monotonic()
        if self._told and now - self._shown > 0.2:
            self._shown = now
            self._stream.write("\r\x1b[K" + self.line(now - self._start))
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """The line shown after ``seconds``: ``25 % of 4.0e6 rows, 1.0e6 rows/s, 3 s left``."""
        there = self._ready + self._done
        rate = self._done / max(seconds, 1e-3)
        share = 100 * there // self._rows if self._rows else 100
        left = _duration((self._rows - there) / rate) if rate else "?"
        return f"{share} % of {self._rows:.1e} rows, {rate:.1e} rows/s, {left} left"

    def close(self) -> None:
        """Clears the line."""
        if self._told:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _duration(seconds: float) -> str:
    whole = int(seconds + 0.5)
    if whole < 120:
        return f"{whole} s"
    return f"{whole // 60} min" if whole < 7200 else f"{whole / 3600:.1f} h"
