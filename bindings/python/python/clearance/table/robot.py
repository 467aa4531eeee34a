"""Robots as the question of a table: rows of joint values ``q``, answers of the least clearance and the pair that attains it.

Rows with ``times`` and ``positions`` are :mod:`episodes <clearance.table.episodes>`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any, Optional, Union

import numpy as np
import pyarrow as pa

from .. import _clearance
from ..columns import empty_columns
from ..robot.robot import Robot, digest
from ..values import Options
from .errors import Faults, TableError
from .episodes import Episodes
from .questions import BOUNDS, ROWS_AT_ONCE, Answers, Kind, Question, answer_field, arrow_columns
from .reading import check_vectors, vectors

# Rows that are answered without looking for signals of the interpreter: a tenth of a second of an arm with meshes.
_ROWS_AT_ONCE = 4096


@dataclass(frozen=True)
class RobotFiles:
    """The files of a robot and its world, as :meth:`clearance.Robot.from_urdf` takes them; each process reads them for itself.

    Attributes
    ----------
    urdf, srdf, scene
        Paths: the robot's file, which pairs are not checked, and the bodies of the world.
    packages
        Names of packages and their folders.
    """

    urdf: str
    srdf: Optional[str] = None
    packages: tuple[tuple[str, str], ...] = ()
    scene: Optional[str] = None

    @classmethod
    def of(cls, given: RobotLike) -> RobotFiles:
        """Of a path, or as it is; paths become absolute, since workers may run in other folders."""
        files = given if isinstance(given, RobotFiles) else cls(os.fspath(given))
        packages = tuple((name, os.path.abspath(folder)) for name, folder in files.packages)
        srdf, scene = (None if path is None else os.path.abspath(path) for path in (files.srdf, files.scene))
        return cls(os.path.abspath(files.urdf), srdf, packages, scene)

    def load(self) -> Robot:
        """Reads the robot."""
        try:
            if self.urdf.endswith(".json"):
                return Robot.from_dh(self.urdf, scene=self.scene)
            return Robot.from_urdf(self.urdf, srdf=self.srdf, packages=dict(self.packages), scene=self.scene)
        except ValueError as error:
            raise TableError(str(error)) from None

    def to_json(self) -> dict[str, Any]:
        """For the manifest."""
        return asdict(self)

    @classmethod
    def from_json(cls, tree: dict[str, Any]) -> RobotFiles:
        """Of a manifest."""
        return cls(**{**tree, "packages": tuple(map(tuple, tree["packages"]))})


RobotLike = Union[RobotFiles, str, "os.PathLike[str]"]


class Configurations:
    """Rows of joint values of a robot in a world."""

    kind: Kind = "robot"
    columns: tuple[str, ...] = (*BOUNDS, "proven", "pair", "normal", "witness_a", "witness_b")
    default: tuple[str, ...] = (*BOUNDS, "pair")
    rows_at_once = ROWS_AT_ONCE
    options: Optional[Options] = None

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        if not self._pairs:
            raise TableError(f"robot {robot.name!r} has no pairs to ask about")

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        return _clearance.robot_pairs(self.robot)

    @cached_property
    def _names(self) -> Any:
        return pa.array([name for pair in self._pairs for name in pair], pa.string())

    @cached_property
    def _digest(self) -> str:
        return digest(self.robot)

    @property
    def digest(self) -> str:
        return self._digest

    def field(self, name: str) -> Any:
        return answer_field(name)

    def read_columns(self, schema: Any) -> list[str]:
        if "q" not in schema.names:
            raise TableError(f"a table of configurations has the column q, got {', '.join(schema.names)}")
        check_vectors("q", schema.field("q").type, len(self.robot.variables))
        return ["q"]

    def answer(self, batch: Any, columns: Sequence[str], faults: Faults) -> Answers:
        self.read_columns(batch.schema)
        qs = vectors("q", batch.column("q"), len(self.robot.variables), faults)
        filled = empty_columns([name for name in columns if name != "pair"], len(qs))
        pair = np.empty(len(qs), dtype=np.int32)
        for first in range(0, len(qs), _ROWS_AT_ONCE):
            rows = slice(first, first + _ROWS_AT_ONCE)
            part = [(name, column[rows]) for name, column in filled.items()]
            for row, text in _clearance.robot_clearances(self.robot, qs[rows], part, pair[rows]):
                faults.add(first + row, f"q: {text}")
        answers = arrow_columns(filled)
        if "pair" in columns:
            answers["pair"] = self._pair_column(pair)
        return {name: answers[name] for name in columns}

    def _pair_column(self, pair: Any) -> Any:
        null = pair < 0
        both = 2 * np.where(null, 0, pair)[:, None] + np.array([0, 1])
        names = self._names.take(pa.array(both.reshape(-1)))
        return pa.FixedSizeListArray.from_arrays(names, 2, mask=pa.array(null) if null.any() else None)


OF_ROBOTS: dict[str, Any] = {"robot": Configurations, "episodes": Episodes}


def kind_of_rows(schema: Any) -> str:
    """What rows of these columns ask of a robot: episodes if they have positions, else configurations."""
    return "episodes" if "positions" in schema.names else "robot"


@lru_cache(maxsize=4)
def question_of_robot(robot: Robot, kind: str) -> Question:
    """The question of a robot, made once for each robot."""
    made: Question = OF_ROBOTS[kind](robot)
    return made


@lru_cache(maxsize=4)
def load_robot(files: RobotFiles, kind: str) -> Question:
    """Reads a robot once in each process."""
    made: Question = OF_ROBOTS[kind](files.load())
    return made
