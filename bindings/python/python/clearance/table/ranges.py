"""Poses that are boxes as the question of a table: rows of two convex shapes, where they are and how far that may be off.

Answers are those of :func:`clearance.signed_distance_ranges`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

from ..columns import Answers as Found
from ..tolerances import RANGE_COLUMNS, signed_distance_ranges
from ..values import Options
from .errors import Faults, TableError
from .questions import Kind, Pairs
from .reading import check_vectors, vectors
from .shapes import Shapes

SIZES = ("uncertain_translation_a", "uncertain_rotation_a", "uncertain_translation_b", "uncertain_rotation_b")


class Ranges(Pairs):
    """Rows of two shapes, one or two poses, and the sizes of their boxes."""

    kind: Kind = "ranges"
    columns: tuple[str, ...] = RANGE_COLUMNS
    default: tuple[str, ...] = RANGE_COLUMNS
    rows_at_once = 1 << 8  # seconds

    def __init__(self, shapes: Shapes, options: Optional[Options] = None) -> None:
        if options not in (None, Options()):
            raise TableError("rows whose poses are boxes take no options of single distances")
        super().__init__(shapes)
        self.options = None

    def read_columns(self, schema: Any) -> list[str]:
        names = super().read_columns(schema)
        sizes = [name for name in SIZES if name in schema.names]
        for name in sizes:
            check_vectors(name, schema.field(name).type, 3)
        return [*names, *sizes]

    def ask(self, sides: list[Any], batch: Any, columns: Sequence[str], faults: Faults) -> Found:
        given = self.poses(batch, faults)
        for name in self.read_columns(batch.schema):
            if name in SIZES:
                given[name.removeprefix("uncertain_")] = vectors(name, batch.column(name), 3, faults)
        return signed_distance_ranges(*sides, **given, columns=columns, threads=1, errors="status")
