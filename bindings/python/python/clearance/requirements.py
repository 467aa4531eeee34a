"""Requirements of a file: clearances over ranges, paths or scenes, each proven or violated."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal, Optional

from . import _clearance
from .hints import hinted
from .pages import File
from .vectors import number, whole


@dataclass(frozen=True)
class Required:
    """The answer to the requirement ``name``, that a clearance is ``at_least`` that many metres: ``result`` is ``"holds"``, ``"violated"``, ``"undecided"``, ``"nothing tested"``, or None with an ``error``.

    The least clearance is not below ``lower``, and not above ``upper`` where a configuration was found: ``at``, by the names of the joints, with the nearest ``pair``; one that violates the requirement need not be the worst.
    ``digest`` is of all numbers that the answer depends on.
    """

    name: str
    at_least: float
    result: Optional[Literal["holds", "violated", "undecided", "nothing tested"]]
    lower: Optional[float]
    upper: Optional[float]
    pair: Optional[tuple[str, str]]
    at: dict[str, float]
    digest: str
    error: Optional[str] = None

    @property
    def holds(self) -> bool:
        """Whether it is proven."""
        return self.result == "holds"


@hinted
def check_requirements(
    file: File, *, width: float = 1e-6, cells: int = 4_000_000, time_limit: Optional[float] = None, threads: int = 1
) -> list[Required]:
    """The answers to the requirements of a file, as the command ``clearance assert``: see docs/reference/formats.md.

    Parameters
    ----------
    file : path
        Names a robot or an assembly, and requirements over ranges, paths or scenes.
    width : float
        The search narrows bounds over ranges to this, in metres: a requirement that is met or missed by less may be undecided.
    cells, time_limit, threads
        As of :func:`sweep`, for each requirement.

    Examples
    --------
    >>> all(row.holds for row in check_requirements("requirements.json"))  # doctest: +SKIP
    True
    """
    work = {"width": number("width", width), "cells": whole("cells", cells), "time_limit": time_limit, "depth": True, "threads": whole("threads", threads)}
    return [_required(row) for row in _clearance.requirements(os.fspath(file), work)]


def _required(row: _clearance._Required) -> Required:
    name, at_least, found, error, digest = row
    if found is None:
        return Required(name, at_least, None, None, None, None, {}, digest, error)
    result, lower, upper, pair, at = found
    return Required(name, at_least, result, lower, upper, pair, dict(at), digest)
