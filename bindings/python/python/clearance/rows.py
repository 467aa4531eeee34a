"""The rows of a batch: shapes and poses of many pairs, as the compiled part takes them, and who answers them."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _clearance
from ._clearance import Mesh, Pose, Shape
from .hints import shown

Body = Union[Shape, Mesh]
Side = Union[Shape, Mesh, tuple[Sequence[Body], npt.ArrayLike]]
"""One body for all rows, or bodies with the place of each row's among them: ``(bodies, index)``."""
Errors = Literal["raise", "status"]
"""The treatment of a row that cannot be read: it raises, or it is marked."""

_Bodies = Union[Shape, Mesh, tuple[list[Body], npt.NDArray[np.int64]]]
_Poses = Union[npt.NDArray[np.float64], list[Pose]]


@dataclass(frozen=True)
class Rows:
    """Shapes and poses: one list of poses for ``b_in_a``, two for ``pose_a`` and ``pose_b``."""

    a: _Bodies
    b: _Bodies
    poses: list[_Poses]
    count: int


@dataclass(frozen=True)
class Work:
    """The number of threads, and whether rows after a refused one are answered."""

    threads: int
    keep_going: bool


def read_rows(a: Side, b: Side, poses: Any, pose_a: Any, pose_b: Any, others: Iterable[int] = ()) -> Rows:
    """The rows of the arguments of a batch; refuses lengths that differ, those of other arrays among them."""
    if (poses is None) == (pose_a is None and pose_b is None):
        raise TypeError("expected poses, or pose_a and pose_b")
    given = {"poses": poses} if poses is not None else {"pose_a": pose_a, "pose_b": pose_b}
    tables = [read_poses(name, table) for name, table in given.items()]
    sides = _side("a", a), _side("b", b)
    lengths = [length for _, length in tables if length is not None]
    count = _count([*lengths, *others, *(len(side[1]) for side in sides if isinstance(side, tuple))])
    return Rows(*sides, [table for table, _ in tables], count)


def read_work(threads: Optional[int], errors: Errors) -> Work:
    """Checked; by default all processors."""
    if threads is not None and threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    if errors not in ("raise", "status"):
        raise ValueError(f'errors must be "raise" or "status", got {errors!r}')
    return Work(threads if threads is not None else processors(), errors == "status")


def raised(refused: list[tuple[int, str]], work: Work) -> dict[int, str]:
    """What is wrong with rows, by their numbers, if that is wanted; else the first is raised."""
    if refused and not work.keep_going:
        raise ValueError(refused[0][1])
    return dict(refused)


def real_numbers(name: str, given: Any) -> npt.NDArray[Any]:
    """An array of real numbers that float64 holds."""
    array = np.asarray(given)
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        got = shown(given) if array.dtype.kind in "OUS" else array.dtype
        raise TypeError(f"{name} must be real numbers of at most 64 bits, got {got}")
    return array


def three_numbers(name: str, given: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Three numbers, or three a row."""
    array = np.asarray(real_numbers(name, given), dtype=np.float64)
    if array.ndim not in (1, 2) or array.shape[-1] != 3:
        raise ValueError(f"{name} must be 3 numbers or have the shape (n, 3), got {array.shape}")
    return array


def repeated(array: npt.NDArray[np.float64], shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """An array with one value for all rows, repeated."""
    return np.ascontiguousarray(np.broadcast_to(array, shape))


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _side(name: str, side: Side) -> _Bodies:
    if isinstance(side, (Shape, Mesh)):
        return side
    if not (isinstance(side, tuple) and len(side) == 2):
        raise TypeError(f"{name} must be a shape or a mesh, or a pair (shapes, index), got {side!r}")
    shapes, index = side
    for i, shape in enumerate(shapes):
        if not isinstance(shape, (Shape, Mesh)):
            raise TypeError(f"{name}[0][{i}] must be a shape or a mesh, got {shape!r}")
    places = np.asarray(index)
    if places.ndim != 1 or not (places.dtype.kind in "iu" or places.size == 0):
        raise TypeError(f"{name} index must be one-dimensional and of integers, got {places.dtype} {places.shape}")
    return list(shapes), np.ascontiguousarray(places, dtype=np.int64)


def read_poses(name: str, given: Any) -> tuple[_Poses, Optional[int]]:
    """Rows of 7, 12 or 16 numbers in C order, without a copy if they are, or poses; and how many, or None for one of all."""
    if given is None:
        raise TypeError(f"expected {name} too")
    if isinstance(given, Pose):
        return [given], None
    if isinstance(given, (list, tuple)) and any(isinstance(pose, Pose) for pose in given):
        return [_clearance.as_pose(pose) for pose in given], len(given)
    array = real_numbers(name, _from_arrow(name, given) if hasattr(given, "__arrow_c_array__") else given)
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
