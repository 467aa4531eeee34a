"""The manifest of a table: which query of which input, cut into slices, with the versions that answer.

It is written once, before the first answer, and never changed. Slice ``i`` becomes the file ``part-0000i.parquet``; whether it is
there is all that is known of progress.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Optional

import pyarrow as pa

from ..values import Options
from .answers import FORMAT, Wanted
from .errors import TableError
from .inputs import Input, identify, metadata
from .questions import Question

MANIFEST = "_manifest.json"
SHAPES = "_shapes.jsonl"
SUCCESS = "_SUCCESS"
ROWS_PER_SLICE = 1 << 18
"""The number of rows that are answered together, unless another is given."""


@dataclass(frozen=True)
class Slice:
    """Row groups of one input file that become one file of answers."""

    input: int
    first_group: int
    end_group: int
    rows: int


@dataclass(frozen=True)
class Manifest:
    """A plan; see docs/reference/formats.md for its JSON.

    Attributes
    ----------
    writer
        The versions of the package and of the format.
    question, options
        The question of every row, and the columns and options of its answer.
    inputs, slices
        The files that are read, and the ranges of their rows that are answered together.
    schema
        The names and types of the columns that are written.
    """

    writer: dict[str, Any]
    question: dict[str, Any]
    options: dict[str, Any]
    inputs: tuple[Input, ...]
    slices: tuple[Slice, ...]
    schema: tuple[tuple[str, str], ...]

    @property
    def rows(self) -> int:
        """Of all slices."""
        return sum(part.rows for part in self.slices)

    @property
    def query(self) -> Optional[Options]:
        """The options of every row; None of a robot."""
        return Options(**self.options["query"]) if "query" in self.options else None

    @property
    def wanted(self) -> Wanted:
        """Which columns are written."""
        return Wanted(tuple(self.options["columns"]), tuple(self.options["carry"]))

    def file_name(self, i: int) -> str:
        """The name of a slice's answers."""
        return f"part-{i:05d}.parquet"

    @cached_property
    def id(self) -> str:
        """Names the plan by content."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()[:16]

    def to_text(self) -> str:
        """JSON; equal plans have equal texts."""
        tree = {
            "format": FORMAT,
            "writer": self.writer,
            "question": self.question,
            "options": self.options,
            "rows": self.rows,
            "schema": [list(field) for field in self.schema],
            "inputs": [file.to_json() for file in self.inputs],
            "slices": [[part.input, part.first_group, part.end_group, part.rows] for part in self.slices],
        }
        return json.dumps(tree, indent=1) + "\n"

    @classmethod
    def parse(cls, text: str, path: str) -> Manifest:
        """Reads JSON; ``path`` is for errors."""
        try:
            tree = json.loads(text)
            if tree["format"] != FORMAT:
                raise TableError(f"{path}: expected format {FORMAT}, got {tree['format']}")
            inputs = tuple(Input(**file) for file in tree["inputs"])
            slices = tuple(Slice(*part) for part in tree["slices"])
            schema = tuple((name, kind) for name, kind in tree["schema"])
            return cls(tree["writer"], tree["question"], tree["options"], inputs, slices, schema)
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            raise TableError(f"{path}: expected a manifest, {type(error).__name__}: {error}") from None

    def check_same(self, found: Manifest, path: str) -> None:
        """Refuses to continue a run of another plan: names the first difference."""
        for what, before, now in _differences(json.loads(found.to_text()), json.loads(self.to_text()), ""):
            raise TableError(f"{path} is of another run: {what} was {before}, is {now}")


def make_manifest(
    question: Question,
    files: Sequence[str],
    wanted: Wanted,
    rows_per_slice: int,
    described: dict[str, Any],
) -> tuple[Manifest, Any]:
    """Plans the slices of input files; returns the schema of the answers too."""
    if rows_per_slice < 1:
        raise TableError(f"rows per slice must be at least 1, got {rows_per_slice}")
    inputs, slices = [], []
    schema: Any = None
    for place, path in enumerate(files):
        file = identify(path)
        # A file at a time, as long as its footer is at hand.
        found = _schema_of(file)
        schema = found if schema is None else schema
        if not found.equals(schema):
            raise TableError(f"{path}: expected the columns of {files[0]}, got others")
        inputs.append(file)
        slices.extend(_slices(file, place, rows_per_slice))
    answers = wanted.schema(question, schema)
    options: dict[str, Any] = {**wanted.to_json(), "rows_per_slice": rows_per_slice}
    if question.options is not None:
        options["query"] = question.options.to_json()
    about = {"kind": question.kind, "digest": question.digest, **described}
    return Manifest(versions(), about, options, tuple(inputs), tuple(slices), fields_of(answers)), answers


def fields_of(schema: Any) -> tuple[tuple[str, str], ...]:
    """Names and types of columns; Parquet has a name of its own for the items of lists."""
    return tuple((field.name, str(field.type).replace("<element: ", "<item: ")) for field in schema)


def versions() -> dict[str, str]:
    """What the bytes of answers depend on beside the plan."""
    from .. import __version__

    return {"clearance": __version__, "pyarrow": pa.__version__}


def input_schema(manifest: Manifest) -> Any:
    """The columns of the input."""
    return _schema_of(manifest.inputs[0])


def columns_of(path: str) -> Any:
    """The columns of a file as it is now."""
    return _schema_of(identify(path))


def _schema_of(file: Input) -> Any:
    return metadata(file).schema.to_arrow_schema()


def _slices(file: Input, place: int, rows_per_slice: int) -> list[Slice]:
    """Whole row groups, as many as make a slice; a larger group is a slice of its own, which is streamed."""
    found, first, rows = [], 0, 0
    about = metadata(file)
    for group in range(about.num_row_groups):
        count = about.row_group(group).num_rows
        if rows and rows + count > rows_per_slice:
            found.append(Slice(place, first, group, rows))
            first, rows = group, 0
        rows += count
    if rows:
        found.append(Slice(place, first, about.num_row_groups, rows))
    return found


def _differences(before: Any, now: Any, where: str) -> list[tuple[str, str, str]]:
    if isinstance(before, dict) and isinstance(now, dict):
        keys = list(dict.fromkeys([*before, *now]))
        parts = [_differences(before.get(key), now.get(key), f"{where}.{key}" if where else key) for key in keys]
        return [found for part in parts for found in part]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        parts = [_differences(x, y, f"{where}[{i}]") for i, (x, y) in enumerate(zip(before, now))]
        return [found for part in parts for found in part]
    return [] if before == now else [(where, _short(before), _short(now))]


def _short(value: Optional[Any]) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
