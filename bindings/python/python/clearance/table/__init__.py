"""Tables by the billion: rows of pairs, motions, configurations or episodes in Parquet, answers in Parquet, exactly once.

A table is cut into slices; each becomes one file with a fixed name, by a pure function. So a slice that is done twice is the same
file, one that is there is done, and a killed run continues where it was: on threads of one process or on the workers of a
cluster. Needs pyarrow; docs/guide/tables.md shows how to run it.
"""

from .answers import answer
from .datasets import episodes
from .errors import TableError
from .finishing import Report, check, column_digest, digest_of_columns
from .inputs import Source
from .manifest import ROWS_PER_SLICE, Manifest
from .robot import RobotFiles
from .planning import plan
from .running import run
from .shapes import Shapes, ShapesLike

__all__ = [
    "ROWS_PER_SLICE",
    "Manifest",
    "Report",
    "RobotFiles",
    "Shapes",
    "ShapesLike",
    "Source",
    "TableError",
    "answer",
    "check",
    "column_digest",
    "digest_of_columns",
    "episodes",
    "plan",
    "run",
]
