"""Ranges of a robot's joints: the least clearance in them, and regions in which nothing collides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Optional, Union

from .. import _clearance
from ..hints import hinted, shown
from .model import Configuration, Model
from ..vectors import number, whole

Ranges = Mapping[str, Union[float, Sequence[float]]]
"""``[low, high]`` or one value for each joint by its name, radians or metres; joints that are not named have their limits, or one turn."""


@dataclass(frozen=True)
class Range:
    """The least clearance over ranges of joints: ``lower <= least clearance <= upper``, metres.

    The clearance is the signed distance minus padding and margins, negative where bodies overlap. ``worst`` is the configuration that was found with the
    clearance ``upper``, by the names of the joints; ``pair`` names who is nearest there. ``complete`` is False if the work or the time ended before the bounds were
    as close as ``width``; they hold all the same.

    Of a single pair, ``verdict`` says whether it collides ``"never"``, ``"always"`` or ``"sometimes"``, with a configuration ``free_at`` in which it does not, or
    ``"open"`` if that is not known.

    ``certificate`` is one line of JSON for :meth:`Robot.verify`, if one was asked for and there is one: none of a contact (without ``depth``), and none if it takes more than
    ``cells`` cells.
    """

    lower: float
    upper: float
    worst: dict[str, float]
    pair: Optional[tuple[str, str]]
    cells: int
    complete: bool
    verdict: Optional[Literal["never", "always", "sometimes", "open"]] = None
    free_at: Optional[dict[str, float]] = None
    certificate: Optional[str] = None

    @property
    def collides(self) -> Optional[bool]:
        """False if it is proven that nothing collides, True if something does, None if neither is known."""
        if self.lower > 0:
            return False
        return True if self.upper <= 0 else None


@dataclass(frozen=True)
class Region:
    """Joint values in which nothing collides: ``sides`` has ``(low, high)`` for each joint, and of a polytope ``a q <= b`` has to hold besides.

    No clearance in it is below ``clearance_lower``, metres. ``certificate`` is one line of JSON for :meth:`Robot.verify`.
    """

    sides: dict[str, tuple[float, float]]
    clearance_lower: float
    certificate: str
    a: tuple[tuple[float, ...], ...] = ()
    b: tuple[float, ...] = ()

    def half_spaces(self) -> tuple[list[list[float]], list[float]]:
        """``(A, b)`` with the sides among the rows, as Drake's ``HPolyhedron(A, b)`` takes them."""
        rows, limits = [list(row) for row in self.a], list(self.b)
        for i, (low, high) in enumerate(self.sides.values()):
            for sign, limit in ((1.0, high), (-1.0, -low)):
                rows.append([sign if i == j else 0.0 for j in range(len(self.sides))])
                limits.append(limit)
        return rows, limits

    def contains(self, q: Sequence[float]) -> bool:
        """Whether a configuration is in it, by exact arithmetic."""
        values = [Fraction(float(value)) for value in q]
        if len(values) != len(self.sides):
            raise ValueError(f"expected {len(self.sides)} joint values, got {len(values)}")
        rows, limits = self.half_spaces()
        return all(sum(Fraction(a) * value for a, value in zip(row, values)) <= Fraction(b) for row, b in zip(rows, limits))


@dataclass(frozen=True)
class RegionCheck:
    """What is known of a region of another program: ``result`` is ``"proven"``, ``"refuted"`` with a configuration ``collides_at`` in it, or ``"open"``, with the share that is ``decided``.

    ``certificate`` proves the region scaled by ``proven_scale`` about its middle; both are None if no part of it was proven.
    """

    result: Literal["proven", "refuted", "open"]
    collides_at: Optional[tuple[float, ...]]
    decided: Optional[float]
    proven_scale: Optional[float]
    certificate: Optional[str]


@hinted
class RangeQueries(Model):
    """The queries of a robot about ranges of its joints."""

    __slots__ = ()

    def sweep(
        self,
        ranges: Optional[Ranges] = None,
        *,
        width: float = 1e-4,
        pairs: bool = False,
        depth: bool = False,
        cells: int = 4_000_000,
        time_limit: Optional[float] = None,
        threads: int = 1,
        certificate: bool = False,
    ) -> Union[Range, list[Range]]:
        """The least clearance over all that the joints can do: see :func:`clearance.sweep`, whose options these are."""
        if certificate and pairs:
            raise ValueError("a certificate is about all pairs together: certificate needs pairs=False")
        work = {"width": number("width", width), "cells": whole("cells", cells), "time_limit": time_limit, "depth": depth, "threads": whole("threads", threads)}
        given = None if ranges is None else json.dumps({name: _side(side) for name, side in ranges.items()})
        rows = _clearance.robot_sweep(self, given, work, (pairs, certificate))
        found = [_range(self.variables, row) for row in rows]
        return sorted(found, key=lambda row: row.upper) if pairs else found[0]

    def region(
        self,
        q: Configuration,
        *,
        half: Optional[float] = None,
        polytope: bool = False,
        cells: Optional[int] = None,
        seed: int = 1,
    ) -> Optional[Region]:
        """Joint values around a configuration in which nothing collides, with a certificate; None if none are proven.

        Parameters
        ----------
        q : sequence or mapping
            The configuration, radians and metres.
        half : float, optional
            The box of this half width, within the limits, is proven as it is; else it grows on each side until something is in the way.
        polytope : bool
            Whether half-spaces within a box grow instead: larger than a box, in more time.
        cells : int, optional
            Maximum number of cells in a proof: 2000 for each pair, or 60 000 of a polytope for all together.
        seed : int
            Of the configurations that are tried for a polytope.

        Examples
        --------
        >>> grown = robot.region(q, polytope=True)  # doctest: +SKIP
        >>> HPolyhedron(*grown.half_spaces())  # doctest: +SKIP
        """
        if polytope and half is not None:
            raise ValueError("a polytope grows: it has no half width")
        found = _clearance.robot_region(self, q, half, (polytope, None if cells is None else whole("cells", cells), whole("seed", seed)))
        if found is None:
            return None
        sides, (a, b), lower, certificate = found
        return Region(dict(zip(self.variables, sides)), lower, certificate, tuple(map(tuple, a)), tuple(b))

    def check_region(self, a: Any, b: Any = None, *, samples: int = 20_000, cells: int = 2000, seed: int = 1) -> RegionCheck:
        """Proves that nothing collides in the joint values ``q`` with ``a q <= b``, within the limits, or finds one that does.

        Parameters
        ----------
        a : array of shape (rows, joints), or a region
            The rows; or, without ``b``, Drake's HPolyhedron or a :class:`Region`.
        b : array of shape (rows,), optional
            The bounds.
        samples : int
            The number of configurations to try before the proof.
        cells : int
            Maximum number of cells in a proof, for each pair.
        seed : int
            Of the configurations that are tried.
        """
        if b is None:
            if not callable(getattr(a, "A", None)) and not hasattr(a, "half_spaces"):
                raise TypeError(f"a must be rows with their bounds b, or a region, got {shown(a)}")
            # Drake's HPolyhedron has its rows as methods.
            a, b = (a.A(), a.b()) if callable(getattr(a, "A", None)) else a.half_spaces()
        rows = [[float(number) for number in row] for row in a]
        limits, work = [float(number) for number in b], (whole("samples", samples), whole("cells", cells), whole("seed", seed))
        result, at, decided, scale, certificate = _clearance.robot_check_region(self, rows, limits, work)
        return RegionCheck(result, None if at is None else tuple(at), decided, scale, certificate)


def _side(side: Union[float, Sequence[float]]) -> Union[float, list[float]]:
    return [float(value) for value in side] if isinstance(side, Sequence) else float(side)


def _range(names: Sequence[str], row: _clearance._Range) -> Range:
    lower, upper, worst, pair, cells, complete, verdict, certificate = row
    word, free = verdict or (None, None)
    named = None if free is None else dict(zip(names, free))
    return Range(lower, upper, dict(zip(names, worst)), pair, cells, complete, word, named, certificate)
