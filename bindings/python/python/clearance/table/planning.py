"""Plans: a table cut into slices, written down before the first answer, and refused where another plan is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union

from ..values import Options
from .answers import Wanted
from .errors import TableError
from .inputs import Source, find
from .kinds import question_of_shapes
from .manifest import MANIFEST, ROWS_PER_SLICE, SHAPES, Manifest, columns_of, make_manifest
from .questions import Pairs, Question
from .robot import RobotFiles, RobotLike, kind_of_rows, load_robot
from .shapes import Shapes, ShapesLike
from .slices import Job, check_versions
from .store import Folder, open_folder

if TYPE_CHECKING:
    from typing_extensions import Unpack

Columns = Union[Literal["all"], Sequence[str], None]


class Asked(TypedDict, total=False):
    """The query of the rows of a table; see :func:`run`."""

    robot: Optional[RobotLike]
    columns: Columns
    carry: Sequence[str]
    options: Optional[Options]
    rows_per_slice: int
    resume: bool


def plan(
    source: Source, out: Union[str, os.PathLike[str]], shapes: Optional[ShapesLike] = None, **asked: Unpack[Asked]
) -> Manifest:
    """Writes the manifest of a table, and answers nothing; the parameters are those of :func:`run`.

    Examples
    --------
    >>> import clearance as cl, pyarrow as pa, pyarrow.parquet as pq, tempfile
    >>> from clearance import table
    >>> folder = tempfile.mkdtemp()
    >>> poses = pa.array([[3.0, 0, 0, 1, 0, 0, 0]] * 500, pa.list_(pa.float64(), 7))
    >>> pq.write_table(pa.table({"a": [0] * 500, "b": [0] * 500, "b_in_a": poses}), f"{folder}/t.parquet", row_group_size=100)
    >>> planned = table.plan(f"{folder}/t.parquet", f"{folder}/out", {"ball": cl.Sphere(1)}, rows_per_slice=200)
    >>> [part.rows for part in planned.slices]
    [200, 200, 100]
    """
    unknown = sorted(asked.keys() - Asked.__annotations__.keys())
    if unknown:
        raise TypeError(f"plan() got an unexpected keyword argument {unknown[0]!r}")
    folder = open_folder(out)
    with folder.lock():
        return make_job(folder, source, shapes, asked).manifest


def make_job(folder: Folder, source: Source, shapes: Optional[ShapesLike], asked: Asked) -> Job:
    """The plan of a table, which is written if there is none yet; the caller has the folder's lock."""
    paths = find(source)
    question, described = _question(paths, shapes, asked)
    wanted = Wanted.of(question, asked.get("columns"), asked.get("carry", ()))
    manifest, schema = make_manifest(question, paths, wanted, asked.get("rows_per_slice", ROWS_PER_SLICE), described)
    names = folder.names()
    if MANIFEST in names:
        _check_same(folder, manifest, asked.get("resume", True))
    elif any(name.startswith("part-") for name in names):
        raise TableError(f"{folder.address}: has parts and no {MANIFEST}, choose another folder")
    else:
        _write_plan(folder, manifest, question)
    return Job(folder, manifest, question, schema)


def _question(paths: list[str], shapes: Optional[ShapesLike], asked: Asked) -> tuple[Question, dict[str, Any]]:
    """What rows ask, and what the manifest says of it beside its digest."""
    robot, options = asked.get("robot"), asked.get("options")
    if shapes is not None and robot is None:
        table = Shapes.of(shapes)
        return question_of_shapes(table, columns_of(paths[0]), options), {"shapes": len(table)}
    if shapes is not None or robot is None:
        raise TypeError("expected shapes, or a robot")
    if options is not None:
        raise TypeError("options are of shapes, a robot takes none")
    files = RobotFiles.of(robot)
    return load_robot(files, kind_of_rows(columns_of(paths[0]))), {"robot": files.to_json()}


def _check_same(folder: Folder, manifest: Manifest, resume: bool) -> None:
    path = folder.path(MANIFEST)
    before = Manifest.parse(folder.read(MANIFEST).decode(), path)
    if not resume:
        raise TableError(f"{path} is there: resume its run, or choose another folder")
    check_versions(before, path)
    manifest.check_same(before, path)


def _write_plan(folder: Folder, manifest: Manifest, question: Question) -> None:
    if isinstance(question, Pairs):
        with folder.create(SHAPES, manifest.id) as sink:
            sink.write(question.shapes.text().encode())
    # Last: that it is there means that the plan is complete.
    with folder.create(MANIFEST, manifest.id) as sink:
        sink.write(manifest.to_text().encode())
