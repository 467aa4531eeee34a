"""Many pairs in one call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Optional, Union

import numpy.typing as npt

from . import _clearance
from ._clearance import Proximity
from .columns import Answers, Columns, columns_to_fill
from .hints import hinted
from .rows import Errors, Side, raised, read_rows, read_work
from .values import Options

Column = Literal["signed_distance", "lower", "upper", "status", "proven", "normal", "witness_a", "witness_b"]
COLUMNS: tuple[Column, ...] = (
    "signed_distance", "lower", "upper", "status", "proven", "normal", "witness_a", "witness_b",
)  # fmt: skip
"""The columns of :func:`signed_distances`."""


class Proximities(Answers, Sequence[Proximity]):
    """The answers of a batch: one array for each column, and a :class:`Proximity` for each row.

    Attributes
    ----------
    columns
        The arrays by their names. Each is an attribute too: ``found.signed_distance``.
    errors
        The errors of refused rows, by row index; empty unless ``errors="status"`` was asked for.
    """

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, str):
            return super().__getitem__(row)
        if isinstance(row, slice):
            errors = {i - range(len(self))[row].start: self.errors[i] for i in range(len(self))[row] if i in self.errors}
            return Proximities({name: column[row] for name, column in self.columns.items()}, errors)
        missing = [name for name in ("signed_distance", "lower", "upper", "status") if name not in self.columns]
        if missing:
            raise AttributeError(self._missing(missing[0]))
        values = {name: column[row].tolist() for name, column in self.columns.items()}
        first = [values.pop(name) for name in ("signed_distance", "lower", "upper", "status")]
        return Proximity(*first, **values)

    def __iter__(self) -> Iterator[Proximity]:
        return (self[row] for row in range(len(self)))


@hinted
def signed_distances(
    a: Side,
    b: Side,
    poses: Any = None,
    *,
    pose_a: Any = None,
    pose_b: Any = None,
    columns: Columns = ("signed_distance", "lower", "upper", "status"),
    threads: Optional[int] = None,
    out: Union[Proximities, Mapping[str, npt.NDArray[Any]], None] = None,
    errors: Errors = "raise",
    options: Optional[Options] = None,
) -> Proximities:
    """Signed distances of many pairs; to the last bit those of :func:`signed_distance` one by one.

    Parameters
    ----------
    a, b : Shape or Mesh, or (bodies, index)
        One shape in many poses; or a sequence of shapes and an array with an index into it for each row.
    poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
        The poses of ``b`` in the frame of ``a``: x y z qw qx qy qz, or matrices. An array of float64 in C order is read in
        place, any other is converted; an Arrow array of fixed-size lists of 7 float64 is read in place too. One pose stands
        for all rows. A matrix is the map that it is for bodies with vertices, which takes longer than a quaternion.
        Numbers of float32 are widened, which is exact, and answered in float64: what is proven holds for them as they are.
    pose_a, pose_b : as poses
        World poses instead; answers are then in the world frame.
    columns : sequence of names, or "all"
        Out of ``signed_distance``, ``lower``, ``upper``, ``status`` (1 separated, 0 touching, -1 overlapping, -2 undecided),
        ``proven``,
        ``normal``, ``witness_a``, ``witness_b``.
    threads : int, optional
        Default all processors. The answers do not depend on it. Other Python threads run meanwhile.
    out : Proximities or dict of arrays, optional
        Columns to be filled instead of new ones; of float64, since a bound that is rounded to float32 need not hold.
    errors : {"raise", "status"}
        The treatment of a row that cannot be read: it raises, or it gets the status -128 and NaN, and the others
        are answered.
    options : Options, optional
        Options of every row. With the defaults, several rows are answered at once, which is up to twice as fast.

    Raises
    ------
    ValueError
        Names the row: ``poses[17]: quaternion must be of unit length within 1e-6, got norm 0.5``.

    Examples
    --------
    >>> import clearance as cl, numpy as np
    >>> poses = np.zeros((3, 7))
    >>> poses[:, 0], poses[:, 3] = [1.5, 2, 2.5], 1
    >>> cl.signed_distances(cl.Sphere(1), cl.Sphere(1), poses).signed_distance
    array([-0.5,  0. ,  0.5])
    """
    rows, work = read_rows(a, b, poses, pose_a, pose_b), read_work(threads, errors)
    filled = columns_to_fill(columns, COLUMNS, rows.count, out)
    refused = _clearance.signed_distances(rows, options, list(filled.items()), work)
    return Proximities(filled, raised(refused, work))
