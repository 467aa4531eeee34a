"""What the rows of a table ask: pairs of shapes, where they are, may be or as they move, or configurations of a robot.

Each kind says which columns it reads and writes, names its content by a digest, and answers a batch. An answer depends on its
row alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, Optional, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..columns import VECTORS
from ..columns import Answers as Found
from ..many import COLUMNS, signed_distances
from ..values import Options
from .errors import Faults, TableError
from .reading import check_places, check_vectors, places, vectors
from .shapes import Shapes

Kind = Literal["pairs", "motions", "ranges", "robot", "episodes"]
BOUNDS = ("signed_distance", "lower", "upper", "status")
TIMES = ("toi", "toi_lower", "toi_upper")
ROWS_AT_ONCE = 1 << 16
"""Poses of 3.6 MB, and a tenth of a second of hulls."""
REFUSED = -128
"""The status of a row with an error."""

_PLACE = re.compile(r"^(a|b|poses|pose_a|pose_b|motion_a|motion_b|uncertain_a|uncertain_b|target_distance)\[\d+\]")
# Where the list of shapes is longer, only those that a batch names are handed over.
_MANY_SHAPES = 1024

Answers = dict[str, Any]


class Question(Protocol):
    """What rows ask."""

    kind: Kind
    columns: tuple[str, ...]
    """All columns that may be asked for."""
    default: tuple[str, ...]
    """Those that are answered if nothing is said."""
    rows_at_once: int
    """Rows of a batch: a run that is interrupted ends behind one."""
    options: Optional[Options]
    """The options of every row; None where there is no choice."""

    def read_columns(self, schema: Any) -> list[str]:
        """The columns that are read of a table; refuses a table that has others in their place."""
        ...

    def field(self, name: str) -> Any:
        """The field of a column that is answered."""
        ...

    def answer(self, batch: Any, columns: Sequence[str], faults: Faults) -> Answers:
        """The columns by their names, as Arrow arrays; what is wrong with rows is added to ``faults``."""
        ...

    @property
    def digest(self) -> str:
        """Names the shapes or the robot by content."""
        ...


class Pairs:
    """Rows of two shapes of a table and one or two poses."""

    kind: Kind = "pairs"
    columns: tuple[str, ...] = COLUMNS
    default: tuple[str, ...] = BOUNDS
    rows_at_once = ROWS_AT_ONCE

    def __init__(self, shapes: Shapes, options: Optional[Options] = None) -> None:
        self.shapes = shapes
        self.options: Optional[Options] = Options() if options is None else options

    @property
    def digest(self) -> str:
        return self.shapes.digest

    def field(self, name: str) -> Any:
        return answer_field(name)

    def read_columns(self, schema: Any) -> list[str]:
        poses = ["b_in_a"] if "b_in_a" in schema.names else ["pose_a", "pose_b"]
        for name in ("a", "b", *poses):
            if name not in schema.names:
                wanted = "a, b and b_in_a, or a, b, pose_a and pose_b"
                raise TableError(f"a table of pairs has the columns {wanted}, got {', '.join(schema.names)}")
        for name in ("a", "b"):
            check_places(name, schema.field(name).type)
        for name in poses:
            check_vectors(name, schema.field(name).type, 7)
        return ["a", "b", *poses]

    def answer(self, batch: Any, columns: Sequence[str], faults: Faults) -> Answers:
        self.read_columns(batch.schema)
        places_of = [places(name, batch.column(name), self.shapes.names, faults) for name in ("a", "b")]
        shapes, index = self._used(places_of)
        found = self.ask([(shapes, of_side) for of_side in index], batch, columns, faults)
        for row, text in found.errors.items():
            faults.add(row, _PLACE.sub(lambda place: place[1].replace("poses", "b_in_a"), text))
        refuse(found.columns, sorted(faults.texts.keys() - found.errors.keys()))
        return self.arrow(found, columns, faults)

    def ask(self, sides: list[Any], batch: Any, columns: Sequence[str], faults: Faults) -> Found:
        """The answers of the rows of a batch, whose shapes were read."""
        given = self.poses(batch, faults)
        return signed_distances(*sides, **given, columns=columns, threads=1, errors="status", options=self.options)

    def arrow(self, found: Found, columns: Sequence[str], faults: Faults) -> Answers:
        """As Arrow arrays."""
        return arrow_columns({name: found.columns[name] for name in columns})

    def poses(self, batch: Any, faults: Faults) -> dict[str, Any]:
        """The poses of a batch by the names of arguments."""
        names = {"b_in_a": "poses"} if "b_in_a" in batch.schema.names else {"pose_a": "pose_a", "pose_b": "pose_b"}
        return {argument: vectors(name, batch.column(name), 7, faults) for name, argument in names.items()}

    def _used(self, sides: list[npt.NDArray[np.int64]]) -> tuple[list[Any], list[npt.NDArray[np.int64]]]:
        shapes: list[Any] = self.shapes.shapes
        if len(shapes) <= _MANY_SHAPES:
            return shapes, sides
        used = np.zeros(len(shapes), dtype=bool)
        for side in sides:
            used[side] = True
        chosen = np.flatnonzero(used)
        new_place = np.cumsum(used) - 1
        return [shapes[i] for i in chosen.tolist()], [new_place[side] for side in sides]


def answer_field(name: str) -> Any:
    """The field of an answer's column."""
    if name == "pair":
        return pa.field(name, pa.list_(pa.string(), 2))
    if name in VECTORS:
        return pa.field(name, pa.list_(pa.field("item", pa.float64(), nullable=False), 3), nullable=False)
    kinds = {"status": pa.int8(), "proven": pa.bool_()}
    return pa.field(name, kinds.get(name, pa.float64()), nullable=False)


def arrow_columns(columns: dict[str, npt.NDArray[Any]]) -> Answers:
    """As Arrow arrays that share their memory."""
    return {name: _arrow(column) for name, column in columns.items()}


def _arrow(column: npt.NDArray[Any]) -> Any:
    if column.ndim == 1:
        return pa.array(column)
    return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), type=answer_field("normal").type)


def refuse(columns: dict[str, npt.NDArray[Any]], rows: list[int]) -> None:
    """Numbers that are not, the status of an error, not proven."""
    for name, column in columns.items():
        column[rows] = {"status": REFUSED, "proven": False}.get(name, np.nan)
