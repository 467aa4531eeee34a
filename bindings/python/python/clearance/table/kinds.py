"""Which kind of question the rows of a table ask of shapes."""

from __future__ import annotations

from typing import Any, Optional

from ..values import Options
from .errors import TableError
from .motions import RATES, Motions
from .questions import Pairs
from .ranges import SIZES, Ranges
from .shapes import Shapes

OF_SHAPES: dict[str, type[Pairs]] = {"pairs": Pairs, "motions": Motions, "ranges": Ranges}


def question_of_shapes(shapes: Shapes, schema: Any, options: Optional[Options] = None) -> Pairs:
    """What rows of these columns ask of shapes: motions or ranges if one of their columns is there, else pairs."""
    moving, loose = ([name for name in names if name in schema.names] for names in (RATES, SIZES))
    if moving and loose:
        raise TableError(f"a table is of motions or of poses that are boxes, got the columns {moving[0]} and {loose[0]}")
    kind = "motions" if moving else "ranges" if loose else "pairs"
    return OF_SHAPES[kind](shapes, options)
