"""Many configurations of a robot in one call: one array for each column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from .columns import Answers, empty_columns
from .rows import Errors, processors, raised, read_work, real_numbers
from .vectors import number

if TYPE_CHECKING:
    from .robot.model import Model

CONFIGURATION_COLUMNS = (
    "signed_distance", "lower", "upper", "status", "proven", "normal", "witness_a", "witness_b", "pair", "gradient", "differentiable",
)  # fmt: skip

# Rows of a thread's turn: some milliseconds of an arm, between which Ctrl-C is seen.
_AT_ONCE = 256

Refused = list[tuple[int, str]]


class Clearances(Answers):
    """The least signed distances of many configurations: one array for each column that was requested, each an attribute too.

    Attributes
    ----------
    signed_distance, lower, upper, status, proven, normal, witness_a, witness_b
        Of the closest pair; ``lower`` and ``upper`` enclose the least of all pairs.
    pair
        The index of the closest pair in ``pairs``; -1 in refused rows.
    pairs
        The names of all pairs: two links, or a link and a body.
    gradient
        ``(n, dof)``: the derivative with respect to the joints; one of several where it is not ``differentiable``.
    errors
        The errors of refused rows, by row index.
    """

    pair: npt.NDArray[np.int32]
    gradient: npt.NDArray[np.float64]
    differentiable: npt.NDArray[np.bool_]

    def __init__(self, columns: dict[str, npt.NDArray[Any]], pairs: list[tuple[str, str]], errors: dict[int, str]) -> None:
        super().__init__(columns, errors)
        self.pairs = pairs

    def __repr__(self) -> str:
        return f"<Clearances of {len(self)} configurations: {', '.join(self.columns)}>"


class EdgeChecks(Answers):
    """Whether many straight segments are free of contact: one array for each column.

    Attributes
    ----------
    status
        1 free, -1 hit, -2 undecided, -128 refused.
    clearance_lower
        For a free segment, no signed distance is below it; NaN otherwise.
    t_lower, t_upper
        The bracket of the first contact; NaN for free segments.
    """

    clearance_lower: npt.NDArray[np.float64]
    t_lower: npt.NDArray[np.float64]
    t_upper: npt.NDArray[np.float64]

    def __repr__(self) -> str:
        return f"<EdgeChecks of {len(self)} segments>"


def clearances(
    robot: Model, qs: npt.ArrayLike, columns: Union[Literal["all"], Sequence[str]], threads: Optional[int], errors: Errors
) -> Clearances:
    """See :meth:`Robot.signed_distances`."""
    wanted = list(CONFIGURATION_COLUMNS if columns == "all" else columns)
    for name in wanted:
        if name not in CONFIGURATION_COLUMNS:
            raise ValueError(f"there is no column {name!r}, expected some of {', '.join(CONFIGURATION_COLUMNS)}")
    rows = read_configurations("qs", robot, qs)
    own = ("pair", "gradient", "differentiable")
    filled = empty_columns([name for name in wanted if name not in own], len(rows))
    pair = np.empty(len(rows), np.int32)
    rates = np.empty(rows.shape), np.empty(len(rows), np.bool_)
    with_rates = not {"gradient", "differentiable"}.isdisjoint(wanted)

    def answer(part: slice) -> Refused:
        given = [(name, column[part]) for name, column in filled.items()]
        if with_rates:
            return _clearance.robot_gradients(robot, rows[part], given, pair[part], (rates[0][part], rates[1][part]))
        return _clearance.robot_clearances(robot, rows[part], given, pair[part])

    refused = _in_turns(answer, len(rows), threads, errors)
    arrays = {**filled, "pair": pair, "gradient": rates[0], "differentiable": rates[1]}
    return Clearances({name: arrays[name] for name in wanted}, _clearance.robot_pairs(robot), refused)


def smoothed(
    robot: Model, qs: npt.ArrayLike, blur: float, threads: Optional[int]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Smoothed clearances, gaps and gradients; see :func:`clearance.derivatives.smoothed_configuration_rates`."""
    rows = read_configurations("qs", robot, qs)
    values, gaps, rates = np.empty(len(rows)), np.empty(len(rows)), np.empty(rows.shape)

    def answer(part: slice) -> Refused:
        return _clearance.robot_smoothed(robot, rows[part], number("blur", blur), (values[part], gaps[part], rates[part]))

    _in_turns(answer, len(rows), threads, "raise")
    return values, gaps, rates


def collisions(robot: Model, qs: npt.ArrayLike, threads: Optional[int], errors: Errors) -> npt.NDArray[np.int8]:
    """See :meth:`Robot.collisions`."""
    rows = read_configurations("qs", robot, qs)
    status = np.empty(len(rows), np.int8)
    _in_turns(lambda part: _clearance.robot_collisions(robot, rows[part], status[part]), len(rows), threads, errors)
    return status


def edges(
    robot: Model,
    starts: npt.ArrayLike,
    ends: npt.ArrayLike,
    limits: tuple[float, Optional[float]],
    threads: Optional[int],
    errors: Errors,
) -> EdgeChecks:
    """See :meth:`Robot.edges`."""
    first, last = read_configurations("starts", robot, starts), read_configurations("ends", robot, ends)
    if len(first) != len(last):
        raise ValueError(f"expected as many ends as starts, got {len(first)} and {len(last)}")
    status = np.empty(len(first), np.int8)
    names = ("clearance_lower", "t_lower", "t_upper")
    numbers = [np.empty(len(first)) for _ in names]

    def answer(part: slice) -> Refused:
        filled = status[part], [column[part] for column in numbers]
        return _clearance.robot_edges(robot, (first[part], last[part]), (number("margin", limits[0]), limits[1]), filled)

    refused = _in_turns(answer, len(first), threads, errors, "edges")
    return EdgeChecks({"status": status, **dict(zip(names, numbers))}, refused)


def read_configurations(name: str, robot: Model, qs: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Rows of joint values in C order; of a group's values whole configurations are made."""
    rows = np.ascontiguousarray(real_numbers(name, qs), dtype=np.float64)
    dof, (moving, others) = len(robot.variables), robot._group()
    if rows.ndim == 2 and rows.shape[1] == len(moving) != dof:
        whole = np.tile(np.array([np.nan if value is None else value for value in others]), (len(rows), 1))
        whole[:, moving] = rows
        return whole
    if rows.ndim != 2 or rows.shape[1] != dof:
        widths = f"{dof}" if len(moving) == dof else f"{len(moving)} or {dof}"
        raise ValueError(f"{name} must have the shape (n, {widths}), got {rows.shape}")
    return rows


def _in_turns(
    answer: Callable[[slice], Refused], count: int, threads: Optional[int], errors: Errors, name: str = "qs"
) -> dict[int, str]:
    """Answers slices of rows on threads; what is wrong with rows, by their numbers, or the first is raised."""
    work = read_work(threads if threads is not None else processors(), errors)
    parts = [slice(first, min(first + _AT_ONCE, count)) for first in range(0, count, _AT_ONCE)]
    if min(work.threads, len(parts)) <= 1:
        answers = [answer(part) for part in parts]
    else:
        with ThreadPoolExecutor(work.threads) as pool:
            answers = list(pool.map(answer, parts))
    refused = [(part.start + row, f"{name}[{part.start + row}]: {text}") for part, found in zip(parts, answers) for row, text in found]
    return raised(refused, work)
