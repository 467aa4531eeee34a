"""Arrays of the bodies that have many parts: from arguments and from files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from .pages import existing
from .rows import real_numbers


def point_rows(what: str, given: npt.ArrayLike) -> npt.NDArray[np.float64]:
    rows = real_numbers(what, given)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"{what} must have the shape (n, 3), got {rows.shape}")
    return np.ascontiguousarray(rows, np.float64)


def with_file(tree: dict[str, Any], key: str, folder: str) -> dict[str, Any]:
    """The tree with the array of its file, if it names one, under a key."""
    fields = dict(tree)
    if "file" in fields:
        fields[key] = file_array(os.path.join(folder, fields.pop("file")))
    return fields


def file_array(path: str) -> npt.NDArray[Any]:
    if not path.endswith(".npy"):
        raise ValueError(f"{path}: expected a NumPy array (.npy)")
    array: npt.NDArray[Any] = np.load(existing(path), allow_pickle=False)
    return array
