import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, disjoint_base

from .poses import Motion, PoseLike
from .values import Beyond, Feature, Options, Status, Vector

__all__ = [
    "Pose",
    "Proximity",
    "Shape",
    "Track",
    "_restore",
    "answer_case",
    "as_pose",
    "cast",
    "certify",
    "check_shape",
    "contact",
    "distance",
    "distance_within",
    "gradient",
    "intersects",
    "mesh_vertices",
    "pose_at",
    "signed_distance",
    "signed_distances",
    "time_of_impact",
]

_Numbers = Sequence[float] | npt.ArrayLike

@disjoint_base
class Shape:
    def __new__(cls, kind: str, fields: tuple[Any, ...]) -> Self: ...
    @property
    def kind(self) -> str: ...
    @property
    def _fields(self) -> tuple[Any, ...]: ...
    def support(self, direction: _Numbers) -> Vector: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Pose:
    def __new__(
        cls,
        translation: _Numbers | None = None,
        *,
        quaternion_wxyz: _Numbers | None = None,
        quaternion_xyzw: _Numbers | None = None,
        matrix: npt.ArrayLike | None = None,
        rpy: _Numbers | None = None,
    ) -> Self: ...
    @classmethod
    def from_matrix(cls, matrix: npt.ArrayLike) -> Pose: ...
    @classmethod
    def from_rpy(cls, roll: float, pitch: float, yaw: float, translation: _Numbers | None = None) -> Pose: ...
    @classmethod
    def from_scipy(cls, rotation: Any, translation: _Numbers | None = None) -> Pose: ...
    @classmethod
    def from_json(cls, json: str | dict[str, Any]) -> Pose: ...
    def to_json(self) -> dict[str, Any]: ...
    @property
    def translation(self) -> Vector: ...
    @property
    def quaternion_wxyz(self) -> tuple[float, float, float, float]: ...
    @property
    def quaternion_xyzw(self) -> tuple[float, float, float, float]: ...
    def matrix(self) -> npt.NDArray[np.float64]: ...
    def apply(self, point: _Numbers) -> Vector: ...
    def inverse(self) -> Pose: ...
    def __matmul__(self, inner: Pose, /) -> Pose: ...
    def __rmatmul__(self, other: Pose, /) -> Pose: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[Vector], dict[str, Any]]: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

@final
class Proximity:
    def __new__(
        cls,
        signed_distance: float,
        lower: float,
        upper: float,
        status: int,
        *,
        proven: bool | None = None,
        normal: _Numbers | None = None,
        witness_a: _Numbers | None = None,
        witness_b: _Numbers | None = None,
    ) -> Self: ...
    @property
    def signed_distance(self) -> float: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def status(self) -> Status: ...
    @property
    def distance(self) -> float: ...
    @property
    def depth(self) -> float: ...
    @property
    def collides(self) -> bool | None: ...
    @property
    def proven(self) -> bool: ...
    @property
    def normal(self) -> Vector: ...
    @property
    def witness_a(self) -> Vector: ...
    @property
    def witness_b(self) -> Vector: ...
    @property
    def feature_a(self) -> Feature: ...
    @property
    def feature_b(self) -> Feature: ...
    @property
    def unique(self) -> bool: ...
    @property
    def iterations(self) -> int: ...
    def to_json(self) -> dict[str, Any]: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Track:
    def __new__(cls, options: Options | None = None) -> Self: ...
    def signed_distance(self, a: Shape, b: Shape, b_in_a: PoseLike) -> Proximity: ...
    def distance(self, a: Shape, b: Shape, b_in_a: PoseLike) -> Proximity: ...
    def intersects(self, a: Shape, b: Shape, b_in_a: PoseLike) -> bool: ...
    def distance_within(self, a: Shape, b: Shape, b_in_a: PoseLike, *, max_distance: float) -> Proximity | Beyond: ...

def signed_distance(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None = None,
    *,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    options: Options | None = None,
) -> Proximity: ...
def distance(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None = None,
    *,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    options: Options | None = None,
) -> Proximity: ...
def intersects(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None = None,
    *,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
) -> bool: ...
def distance_within(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None = None,
    *,
    max_distance: float,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    options: Options | None = None,
) -> Proximity | Beyond: ...
def contact(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
    tilt: float | None,
    max_points: int | None,
    options: Options | None,
) -> tuple[Proximity, list[tuple[float, Vector, Vector, Feature, Feature]]]: ...
def gradient(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
    options: Options | None,
) -> tuple[Proximity, list[tuple[Vector, list[tuple[Vector, Vector]]]], bool, bool]: ...

# Outcome, times, proximity, whether it is the start, lower bound, iterations.
_Impact = tuple[
    Literal["hit", "miss", "undecided"], Vector | None, Proximity | None, bool, float | None, int
]

def time_of_impact(
    a: Shape,
    b: Shape,
    motions: tuple[Motion | PoseLike, Motion | PoseLike],
    target_distance: float,
    ignore_initial_overlap: bool,
) -> _Impact: ...
def cast(a: Shape, b: Shape | None, b_in_a: PoseLike, displacement: Vector, target_distance: float) -> _Impact: ...
def pose_at(moving: Motion, time: float) -> Pose: ...
def as_pose(like: PoseLike) -> Pose: ...

_Exact = tuple[Fraction, Fraction, Fraction]

def certify(
    a: Shape,
    b: Shape,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
) -> tuple[int, _Exact | None, list[tuple[_Exact, _Exact, Fraction | None]]] | None: ...
def signed_distances(
    pair: tuple[Shape | tuple[list[Shape], npt.NDArray[np.int64]], Shape | tuple[list[Shape], npt.NDArray[np.int64]]],
    poses: list[npt.NDArray[np.float64] | list[Pose]],
    count: int,
    columns: list[tuple[str, npt.NDArray[Any]]],
    threads: int,
    keep_going: bool,
) -> list[tuple[int, str]]: ...
def check_shape(json: str | dict[str, Any], folder: str) -> None: ...
def mesh_vertices(path: str | os.PathLike[str]) -> bytes: ...
def _restore(
    numbers: tuple[float, float, float, int, bool | None],
    vectors: tuple[Vector | None, Vector | None, Vector | None],
    state: tuple[Any, bool | None, int | None],
) -> Proximity: ...
def answer_case(case: str, folder: str) -> str: ...
