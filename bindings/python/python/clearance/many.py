"""Many pairs in one call."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from ._clearance import Pose, Proximity, Shape

Column = Literal["signed_distance", "lower", "upper", "status", "proven", "normal", "witness_a", "witness_b"]
COLUMNS: tuple[Column, ...] = (
    "signed_distance", "lower", "upper", "status", "proven", "normal", "witness_a", "witness_b",
)  # fmt: skip
_TYPES: dict[str, Any] = {"status": np.int8, "proven": np.bool_}
_VECTORS = ("normal", "witness_a", "witness_b")

Side = Union[Shape, tuple[Sequence[Shape], npt.ArrayLike]]
"""One shape for all rows, or shapes with the place of each row's among them: ``(shapes, index)``."""


class Proximities(Sequence[Proximity]):
    """The answers of a batch: one array for each column, and a :class:`Proximity` for each row.

    Attributes
    ----------
    columns
        The arrays by their names. Each is an attribute too: ``found.signed_distance``.
    errors
        What is wrong with the rows that were refused, by their numbers; empty unless ``errors="status"`` was asked for.
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
            raise AttributeError(f"{name} was not among the columns that were asked for") from None

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            errors = {i - range(len(self))[row].start: self.errors[i] for i in range(len(self))[row] if i in self.errors}
            return Proximities({name: column[row] for name, column in self.columns.items()}, errors)
        missing = [name for name in ("signed_distance", "lower", "upper", "status") if name not in self.columns]
        if missing:
            raise AttributeError(f"{missing[0]} was not among the columns that were asked for")
        values = {name: column[row].tolist() for name, column in self.columns.items()}
        first = [values.pop(name) for name in ("signed_distance", "lower", "upper", "status")]
        return Proximity(*first, **values)

    def __iter__(self) -> Iterator[Proximity]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"<Proximities of {len(self)} pairs: {', '.join(self.columns)}>"

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


def signed_distances(
    a: Side,
    b: Side,
    poses: Any = None,
    *,
    pose_a: Any = None,
    pose_b: Any = None,
    columns: Union[Literal["all"], Sequence[str]] = ("signed_distance", "lower", "upper", "status"),
    threads: Optional[int] = None,
    out: Union[Proximities, Mapping[str, npt.NDArray[Any]], None] = None,
    errors: Literal["raise", "status"] = "raise",
) -> Proximities:
    """Signed distances of many pairs; to the last bit those of :func:`signed_distance` one by one.

    Parameters
    ----------
    a, b : Shape, or (shapes, index)
        One shape in many poses; or a sequence of shapes and an array that has a place in it for each row.
    poses : array of shape (n, 7), (n, 4, 4) or (n, 3, 4), or sequence of poses
        The poses of ``b`` in the frame of ``a``: x y z qw qx qy qz, or matrices. An array of float64 in C order is read in
        place, any other is converted; an Arrow array of fixed-size lists of 7 float64 is read in place too. One pose stands
        for all rows. A matrix is the map that it is for bodies with vertices, which takes longer than a quaternion.
    pose_a, pose_b : as poses
        World poses instead; answers are then in the world frame.
    columns : sequence of names, or "all"
        Out of ``signed_distance``, ``lower``, ``upper``, ``status`` (1 separated, 0 touching, -1 overlapping, -2 undecided),
        ``proven``,
        ``normal``, ``witness_a``, ``witness_b``.
    threads : int, optional
        Default all processors. The answers do not depend on it. Other Python threads run meanwhile.
    out : Proximities or dict of arrays, optional
        Columns to be filled instead of new ones.
    errors : {"raise", "status"}
        What a row that cannot be read does: it raises, or it gets the status -128 and numbers that are NaN, and the others
        are answered.

    Raises
    ------
    ValueError
        Names the row: ``poses[17]: quaternion must be of unit length within 1e-6, got norm 0.5``.

    Examples
    --------
    >>> import clearance as cl
    >>> poses = np.zeros((3, 7))
    >>> poses[:, 0], poses[:, 3] = [1.5, 2, 2.5], 1
    >>> cl.signed_distances(cl.Sphere(1), cl.Sphere(1), poses).signed_distance
    array([-0.5,  0. ,  0.5])
    """
    if (poses is None) == (pose_a is None and pose_b is None):
        raise TypeError("expected poses, or pose_a and pose_b")
    given = {"poses": poses} if poses is not None else {"pose_a": pose_a, "pose_b": pose_b}
    tables = [_table(name, table) for name, table in given.items()]
    sides = _side("a", a), _side("b", b)
    lengths = [length for _, length in tables if length is not None]
    count = _count([*lengths, *(len(side[1]) for side in sides if isinstance(side, tuple))])
    filled = _columns(columns, count) if out is None else _given(out, count)
    if threads is not None and threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    if errors not in ("raise", "status"):
        raise ValueError(f'errors must be "raise" or "status", got {errors!r}')
    keep_going = errors == "status"
    work = threads if threads is not None else processors()
    refused = _clearance.signed_distances(sides, [table for table, _ in tables], count, list(filled.items()), work, keep_going)
    if refused and not keep_going:
        raise ValueError(refused[0][1])
    return Proximities(filled, dict(refused))


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _side(name: str, side: Side) -> Shape | tuple[list[Shape], npt.NDArray[np.int64]]:
    if isinstance(side, Shape):
        return side
    if not (isinstance(side, tuple) and len(side) == 2):
        raise TypeError(f"{name} must be a shape, or a pair (shapes, index), got {side!r}")
    shapes, index = side
    for i, shape in enumerate(shapes):
        if not isinstance(shape, Shape):
            raise TypeError(f"{name}[0][{i}] must be a shape, got {shape!r}")
    places = np.asarray(index)
    if places.ndim != 1 or not (places.dtype.kind in "iu" or places.size == 0):
        raise TypeError(f"{name} index must be one-dimensional and of integers, got {places.dtype} {places.shape}")
    return list(shapes), np.ascontiguousarray(places, dtype=np.int64)


def _table(name: str, given: Any) -> tuple[Union[npt.NDArray[np.float64], list[Pose]], Optional[int]]:
    """Rows of 7, 12 or 16 numbers in C order, without a copy if they are, or poses; and how many, or None for one of all."""
    if given is None:
        raise TypeError(f"expected {name} too")
    if isinstance(given, Pose):
        return [given], None
    if isinstance(given, (list, tuple)) and any(isinstance(pose, Pose) for pose in given):
        return [_clearance.as_pose(pose) for pose in given], len(given)
    array = np.asarray(_from_arrow(name, given) if hasattr(given, "__arrow_c_array__") else given)
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        raise TypeError(f"{name} must be real numbers of at most 64 bits, got {array.dtype}")
    row = array.shape[-1:] if array.shape[-1:] == (7,) else array.shape[-2:]
    if row not in [(7,), (4, 4), (3, 4)] or array.ndim > len(row) + 1:
        raise ValueError(f"{name} must have the shape (n, 7), (n, 4, 4) or (n, 3, 4), got {array.shape}")
    count = array.shape[0] if array.ndim == len(row) + 1 else None
    rows: npt.NDArray[np.float64] = np.ascontiguousarray(array, dtype=np.float64)
    return rows.reshape(1 if count is None else count, math.prod(row)), count


def _from_arrow(name: str, given: Any) -> npt.NDArray[np.float64]:
    import pyarrow as pa

    array = pa.array(given)
    if array.null_count:
        raise ValueError(f"{name} must have no nulls, got {array.null_count}")
    if not pa.types.is_fixed_size_list(array.type) or array.type.list_size != 7:
        raise TypeError(f"{name} must be fixed-size lists of 7 numbers, got {array.type}")
    flat = array.flatten().to_numpy(zero_copy_only=False)
    rows: npt.NDArray[np.float64] = flat.reshape(-1, 7)
    return rows


def _count(lengths: Sequence[int]) -> int:
    several = sorted(set(lengths))
    if len(several) > 1:
        raise ValueError(f"expected as many rows everywhere, got {' and '.join(map(str, several))}")
    return several[0] if several else 1


def _columns(names: Union[Literal["all"], Sequence[str]], count: int) -> dict[str, npt.NDArray[Any]]:
    wanted = COLUMNS if names == "all" else tuple(names)
    for name in wanted:
        if name not in COLUMNS:
            raise ValueError(f"there is no column {name!r}, expected some of {', '.join(COLUMNS)}")
    return {
        name: np.empty((count, 3) if name in _VECTORS else count, dtype=_TYPES.get(name, np.float64)) for name in wanted
    }


def _given(out: Union[Proximities, Mapping[str, npt.NDArray[Any]]], count: int) -> dict[str, npt.NDArray[Any]]:
    columns = dict(out.columns if isinstance(out, Proximities) else out)
    for name, column in columns.items():
        if name not in COLUMNS:
            raise ValueError(f"there is no column {name!r}, expected some of {', '.join(COLUMNS)}")
        if not isinstance(column, np.ndarray):
            raise TypeError(f"out[{name!r}] must be an array, got {type(column).__name__}")
    return columns
