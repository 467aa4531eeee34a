"""The answer of one Arrow batch: a pure function of its rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Optional, Union

import pyarrow as pa

from ..robot.robot import Robot
from ..values import Options
from .errors import Faults, TableError
from .kinds import question_of_shapes
from .questions import Question
from .robot import RobotFiles, kind_of_rows, load_robot, question_of_robot
from .shapes import Shapes, ShapesLike

FORMAT = 1
"""The version of the schema and of the manifest."""


@dataclass(frozen=True)
class Wanted:
    """Which columns are answered, and which are carried along."""

    columns: tuple[str, ...]
    carry: tuple[str, ...]

    @classmethod
    def of(cls, question: Question, columns: Union[Literal["all"], Sequence[str], None], carry: Sequence[str]) -> Wanted:
        """Checked names; None are the default columns of the question."""
        if isinstance(columns, str) and columns != "all":
            raise TypeError(f'columns must be "all" or a sequence of names, got {columns!r}')
        if isinstance(carry, str):
            raise TypeError(f"carry must be a sequence of names, got {carry!r}")
        names = question.default if columns is None else question.columns if columns == "all" else tuple(columns)
        for name in names:
            if name not in question.columns:
                raise TableError(f"there is no column {name!r}, expected some of {', '.join(question.columns)}")
        taken = {"id", "error", *names}
        for name in carry:
            if name in taken:
                raise TableError(f"carried column {name!r} has the name of a column that is written anyway")
            taken.add(name)
        return cls(tuple(dict.fromkeys(names)), tuple(carry))

    def read_columns(self, question: Question, schema: Any) -> list[str]:
        """All columns of the input that are needed."""
        for name in self.carry:
            if name not in schema.names:
                raise TableError(f"there is no column {name!r} to carry, the table has {', '.join(schema.names)}")
        carried = ["id", *self.carry] if "id" in schema.names else list(self.carry)
        return list(dict.fromkeys([*carried, *question.read_columns(schema)]))

    def schema(self, question: Question, schema: Any) -> Any:
        """The schema of the answers to a table: id, answers, error, carried columns; what was asked is in its metadata."""
        asked = self.read_columns(question, schema)
        head = [schema.field("id")] if "id" in schema.names else []
        answers = [question.field(name) for name in self.columns]
        carried = [schema.field(name) for name in self.carry]
        frame = "a" if "b_in_a" in asked else "world"
        metadata = {
            "clearance.format": str(FORMAT),
            "clearance.version": _version(),
            "clearance.question": question.kind,
            "clearance.digest": question.digest,
            "clearance.frame": frame,
        }
        if question.options is not None:
            metadata["clearance.options"] = json.dumps(question.options.to_json())
        return pa.schema([*head, *answers, pa.field("error", pa.string()), *carried], metadata)

    def to_json(self) -> dict[str, Any]:
        """For the manifest."""
        return {name: list(names) for name, names in asdict(self).items()}


def answer(
    batch: Any,
    shapes: Union[ShapesLike, Robot, RobotFiles],
    *,
    columns: Union[Literal["all"], Sequence[str], None] = None,
    carry: Sequence[str] = (),
    options: Optional[Options] = None,
) -> Any:
    """The answers of a batch of rows as a ``pyarrow.RecordBatch``.

    An answer depends on its row alone: neither the cut into batches nor the process changes a bit of it.

    Parameters
    ----------
    batch
        Anything that has the Arrow interface: a batch of pyarrow, polars, duckdb and others; docs/reference/formats.md lists the columns.
    shapes : Shapes, mapping, sequence, path, Robot or RobotFiles
        The shapes that ``a`` and ``b`` name, or the robot whose joint values ``q`` has. ``Shapes`` and ``RobotFiles`` can be
        pickled, so that workers take them along.
    columns : sequence of names, "all" or None
        None: ``signed_distance``, ``lower``, ``upper`` and ``status``; of robots ``pair`` too; of motions ``toi``,
        ``toi_lower``, ``toi_upper``, ``status`` and ``proven``; of poses that are boxes all of :func:`clearance.signed_distance_ranges`.
    carry : sequence of names
        Columns of the input that are repeated; ``id`` always is.
    options : Options, optional
        Of every row of shapes; a robot has none.

    Raises
    ------
    TableError
        If a column is missing or of another type. A row that cannot be read has its ``error`` instead, the status -128 and
        numbers that are NaN.

    Examples
    --------
    >>> import clearance as cl, pyarrow as pa
    >>> poses = pa.array([[3, 0, 0, 1, 0, 0, 0], [0, 0, 0, 2, 0, 0, 0]], pa.list_(pa.float64(), 7))
    >>> rows = pa.record_batch({"a": [0, 0], "b": pa.array(["ball", "ball"]), "b_in_a": poses})
    >>> found = answer(rows, {"ball": cl.Sphere(1)})
    >>> found["signed_distance"].to_pylist(), found["error"].to_pylist()
    ([1.0, nan], [None, 'b_in_a: quaternion must be of unit length within 1e-6, got norm 2'])

    With a column ``linear_a``, ``angular_a``, ``linear_b`` or ``angular_b`` bodies move, and the question is when they first
    meet. Unit balls 5 apart have a gap of 3, which B closes at 8 until time 1:

    >>> start = pa.array([[5, 0, 0, 1, 0, 0, 0], [0, 5, 0, 1, 0, 0, 0]], pa.list_(pa.float64(), 7))
    >>> way = pa.array([[-8, 0, 0], [-8, 0, 0]], pa.list_(pa.float64(), 3))
    >>> rows = pa.record_batch({"a": [0, 0], "b": [0, 0], "b_in_a": start, "linear_b": way})
    >>> found = answer(rows, {"ball": cl.Sphere(1)})
    >>> found["toi"].to_pylist(), found["status"].to_pylist()
    ([0.375, None], [0, 1])

    With a column ``uncertain_translation_a``, ``uncertain_rotation_a`` or one of ``b`` poses are boxes, and the answers are what
    :func:`clearance.signed_distance_ranges` says of them. Unit balls 3 apart, off by half along x:

    >>> at, off = pa.array([[3, 0, 0, 1, 0, 0, 0]], pa.list_(pa.float64(), 7)), pa.array([[0.5, 0, 0]], pa.list_(pa.float64(), 3))
    >>> found = answer(pa.record_batch({"a": [0], "b": [0], "b_in_a": at, "uncertain_translation_b": off}), {"ball": cl.Sphere(1)})
    >>> found["lower"][0].as_py() <= 0.5, found["upper"][0].as_py() >= 1.5, found["status"].to_pylist()
    (True, True, [1])
    """
    rows = batch if isinstance(batch, pa.RecordBatch) else _batch(batch)
    question = question_of(shapes, rows.schema, options)
    wanted = Wanted.of(question, columns, carry)
    return answer_batch(rows, question, wanted, wanted.schema(question, rows.schema))


def answer_batch(batch: Any, question: Question, wanted: Wanted, schema: Any) -> Any:
    """The answers of a batch, with all that is the same for a whole table ready."""
    faults = Faults()
    answers = question.answer(batch, wanted.columns, faults)
    answers["error"] = faults.column(batch.num_rows)
    columns = [answers[field.name] if field.name in answers else batch.column(field.name) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def question_of(given: Union[ShapesLike, Robot, RobotFiles], schema: Any, options: Optional[Options] = None) -> Question:
    """What rows of these columns ask of a shape table or a robot."""
    if not isinstance(given, (Robot, RobotFiles)):
        return question_of_shapes(Shapes.of(given), schema, options)
    if options is not None:
        raise TypeError("options are of shapes, a robot takes none")
    kind = kind_of_rows(schema)
    return question_of_robot(given, kind) if isinstance(given, Robot) else load_robot(given, kind)


def _batch(given: Any) -> Any:
    if hasattr(given, "__arrow_c_array__"):
        return pa.record_batch(given)
    if hasattr(given, "__arrow_c_stream__"):
        batches = pa.table(given).combine_chunks().to_batches()
        return batches[0] if batches else pa.RecordBatch.from_pylist([], pa.table(given).schema)
    raise TypeError(f"batch must have the Arrow interface, got {type(given).__name__}")


def _version() -> str:
    from .. import __version__

    return __version__
