import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeVar, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, disjoint_base

from .impacts import Motions
from .poses import Motion, PoseLike
from .rows import Rows, Work
from .tolerances import Boxes
from .values import Beyond, Feature, Options, Status
from .vectors import Vector

__all__ = [
    "DeformingMesh",
    "Mesh",
    "MonitorTicks",
    "Pose",
    "Proximity",
    "Roadmap",
    "Robot",
    "Scene",
    "Shape",
    "Track",
    "Watch",
    "_Cell",
    "_restore",
    "answer_case",
    "as_pose",
    "assembly_report",
    "cast",
    "certify",
    "check_options",
    "check_shape",
    "closest_approach",
    "contact",
    "contacts",
    "distance",
    "distance_grid",
    "distance_within",
    "first_contacts",
    "gradient",
    "hull_facts",
    "intersects",
    "mesh_cast_rays",
    "mesh_decompose",
    "mesh_file",
    "mesh_report",
    "mesh_thickness",
    "play_page",
    "point_distances",
    "pose_at",
    "requirements",
    "robot_approach",
    "robot_certificate",
    "robot_clearances",
    "robot_collisions",
    "robot_edges",
    "robot_episodes",
    "robot_follow",
    "robot_gradients",
    "robot_inverse",
    "robot_pairs",
    "robot_page",
    "robot_plan",
    "robot_proposals",
    "robot_check_region",
    "robot_region",
    "robot_smoothed",
    "robot_sweep",
    "robot_task",
    "robot_text",
    "robot_times",
    "robot_times_below",
    "robot_not_checked",
    "robot_verify",
    "run_command",
    "scene_cast",
    "scene_cast_rays",
    "scene_casts",
    "scene_closest_approach",
    "scene_contact",
    "scene_contacts_of",
    "scene_depth",
    "scene_page",
    "scene_point_distances",
    "scene_push_out",
    "scene_time_of_impact",
    "scene_times_below",
    "scene_walk",
    "signed_distance",
    "signed_distance_range",
    "signed_distance_ranges",
    "signed_distances",
    "smoothed_distances",
    "time_of_impact",
    "times_below",
    "times_of_impact",
    "trajectory_approach",
    "trajectory_at",
    "trajectory_check",
    "trajectory_file",
    "trajectory_times_below",
    "trajectory_limits",
    "trajectory_scale",
    "trajectory_verify",
    "winding_numbers",
]

_Numbers = Sequence[float] | npt.ArrayLike
_M = TypeVar("_M")

_Body = Shape | Mesh

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
        signed_distance: float | None,
        lower: float,
        upper: float,
        status: int,
        *,
        proven: bool | None = None,
        normal: _Numbers | None = None,
        witness_a: _Numbers | None = None,
        witness_b: _Numbers | None = None,
    ) -> Self: ...
    # None for bodies that are neither convex nor proven to be apart; `| Any` spares all others the question.
    @property
    def signed_distance(self) -> float | Any: ...
    @property
    def parts(self) -> tuple[int, int]: ...
    @property
    def surface(self) -> bool: ...
    @property
    def surface_a(self) -> bool: ...
    @property
    def surface_b(self) -> bool: ...
    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def status(self) -> Status: ...
    @property
    def distance(self) -> float | Any: ...
    @property
    def depth(self) -> float | Any: ...
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
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None = None,
    *,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    options: Options | None = None,
) -> Proximity: ...
def distance(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None = None,
    *,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    options: Options | None = None,
) -> Proximity: ...
def intersects(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None = None,
    *,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
) -> bool: ...
def distance_within(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None = None,
    *,
    max_distance: float,
    pose_a: PoseLike | None = None,
    pose_b: PoseLike | None = None,
    options: Options | None = None,
) -> Proximity | Beyond: ...
# The corners of a contact polygon: signed distance, points, features.
_Manifold = tuple[Proximity, list[tuple[float, Vector, Vector, Feature, Feature]]]

def contact(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
    tilt: float | None,
    max_points: int | None,
    options: Options | None,
) -> _Manifold: ...
def contacts(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
    within: float,
    tilt: float | None,
    max_points: int | None,
    options: Options | None,
) -> list[_Manifold]: ...
def gradient(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
    options: Options | None,
) -> tuple[Proximity, list[tuple[Vector, list[tuple[Vector, Vector]]]], bool, bool]: ...

_Overlap = Literal["counts", "ignored", "only_approaching"]

# Outcome, times, proximity, whether it is the start, lower bound, iterations.
_Impact = tuple[
    Literal["hit", "miss", "undecided"], Vector | None, Proximity | None, bool, float | None, int
]

def time_of_impact(
    a: _Body,
    b: _Body,
    motions: tuple[Motion | PoseLike, Motion | PoseLike],
    target_distance: float,
    initial_overlap: _Overlap,
    options: Options | None,
) -> _Impact: ...

# Bounds, times, time, proximity, whether the search ended.
_Nearest = tuple[tuple[float, float], tuple[float, float], float, Proximity, bool]

def closest_approach(
    a: _Body,
    b: _Body,
    motions: tuple[Motion | PoseLike, Motion | PoseLike],
    within: float | None,
    options: Options | None,
) -> _Nearest: ...

# The ends of a stretch of time, and whether the distance is proven to be attained there.
_Stretch = tuple[float, float, bool]

def times_below(
    a: _Body, b: _Body, motions: tuple[Motion | PoseLike, Motion | PoseLike], distance: float, within: float | None
) -> list[_Stretch]: ...
def scene_page(scene: Scene, title: str, made_by: str, k: int) -> str: ...
def play_page(files: Sequence[str], packages: Sequence[tuple[str, str]], made_by: str) -> str: ...
def robot_page(robot: Robot, path: Sequence[Any] | None, made_by: str) -> str: ...
def cast(a: _Body, b: _Body | None, b_in_a: PoseLike, displacement: Vector, target_distance: float) -> _Impact: ...
def pose_at(moving: Motion, time: float) -> Pose: ...
def as_pose(like: PoseLike) -> Pose: ...

_Exact = tuple[Fraction, Fraction, Fraction]

def certify(
    a: _Body,
    b: _Body,
    b_in_a: PoseLike | None,
    pose_a: PoseLike | None,
    pose_b: PoseLike | None,
) -> tuple[int, _Exact | None, list[tuple[_Exact, _Exact, Fraction | None]]] | None: ...
def signed_distances(
    rows: Rows, options: Options | None, columns: list[tuple[str, npt.NDArray[Any]]], work: Work
) -> list[tuple[int, str]]: ...
def smoothed_distances(
    rows: Rows, blur: float, options: Options | None, columns: list[tuple[str, npt.NDArray[Any]]], work: Work
) -> list[tuple[int, str]]: ...
def times_of_impact(
    rows: Rows, motions: Motions, options: Options | None, columns: list[tuple[str, npt.NDArray[Any]]], work: Work
) -> list[tuple[int, str]]: ...
def signed_distance_ranges(
    rows: Rows, boxes: Boxes, columns: list[tuple[str, npt.NDArray[Any]]], work: Work
) -> list[tuple[int, str]]: ...
def check_options(options: Options) -> None: ...
def check_shape(json: str | dict[str, Any], folder: str) -> None: ...
def hull_facts(points: npt.NDArray[np.float64]) -> str: ...
def mesh_report(mesh: Mesh) -> dict[str, Any]: ...
def mesh_thickness(mesh: Mesh, is_gap: bool, samples: int, within: float | None) -> bytes | None: ...
def mesh_decompose(mesh: Mesh, error: float | None, max_parts: int) -> tuple[list[bytes], tuple[float, float], bool]: ...
def mesh_file(path: str | os.PathLike[str]) -> tuple[bytes, bytes]: ...

_Column = npt.NDArray[np.float64]
# Signed distances and bounds; nearest points and normals, flat; parts; inside; unique and surface; rows that were refused.
_PointColumns = tuple[
    tuple[_Column, _Column, _Column],
    tuple[_Column, _Column],
    npt.NDArray[np.int32],
    npt.NDArray[np.int8],
    tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]],
    list[tuple[int, str]],
]

def point_distances(
    body: _Body, points: npt.NDArray[np.float64], progress: Callable[[float], object] | None = None, by_winding: bool = False
) -> _PointColumns: ...
def winding_numbers(mesh: Mesh, points: npt.NDArray[np.float64], width: float) -> npt.NDArray[np.float64]: ...
def scene_point_distances(
    scene: Scene, points: npt.NDArray[np.float64],
    progress: Callable[[float], object] | None = None,
) -> tuple[_PointColumns, list[str | None], list[tuple[int, list[str]]]]: ...
def distance_grid(
    body: _Body, lower: Sequence[float], upper: Sequence[float], spacing: float,
    progress: Callable[[float], object] | None = None,
) -> tuple[_Column, list[int], float]: ...
def _restore(
    numbers: tuple[float, float, float, int, bool | None],
    vectors: tuple[Vector | None, Vector | None, Vector | None],
    state: tuple[Any, bool | None, int | None, tuple[int, int] | None, list[bool]],
) -> Proximity: ...
def answer_case(case: str, folder: str) -> str: ...
def assembly_report(
    scene: str, folder: str | None, bands: str, within: float | None, unit: str, title: str
) -> tuple[str, str, str]: ...

# Names, parts; whether they collide, status, signed distance, bounds, local depth, whether proven; normal and witness points;
# whether a body is a surface.
_Row = tuple[
    tuple[str, str],
    tuple[int, int],
    tuple[bool | None, int, float | None, float, float, float | None, bool],
    tuple[Vector, Vector, Vector],
    bool,
]
_Closest = tuple[list[_Row], float, float, list[tuple[str, str]]]

@disjoint_base
class Mesh:
    def __new__(
        cls,
        vertices: npt.NDArray[np.float64],
        triangles: npt.NDArray[np.uint32],
        tessellation: float | None = None,
        tessellation_proven: bool = False,
    ) -> Self: ...
    @property
    def tessellation(self) -> float | None: ...
    @property
    def tessellation_proven(self) -> bool: ...
    @property
    def is_solid(self) -> bool: ...
    @property
    def is_convex(self) -> bool: ...
    @property
    def area(self) -> float: ...
    @property
    def volume(self) -> float | None: ...
    def _vertices(self) -> bytes: ...
    def _triangles(self) -> bytes: ...

@disjoint_base
class Scene:
    def __new__(cls) -> Self: ...
    def _read(self, text: str, folder: str) -> None: ...
    def _add(self, name: str, shape: _Body, pose: PoseLike, margin: float, fixed: bool) -> None: ...
    def _move(self, name: str, pose: PoseLike) -> None: ...
    def _remove(self, name: str) -> None: ...
    def _ignore(self, a: str, b: str, ignored: bool) -> None: ...
    def _set_margin(self, a: str, b: str, margin: float) -> None: ...
    def _names(self) -> list[str]: ...
    def _count(self) -> int: ...
    def _has(self, name: str) -> bool: ...
    def _closest(self, k: int, max_distance: float) -> _Closest: ...
    def _closest_to(self, name: str, k: int) -> _Closest: ...
    def _within(self, max_distance: float | None) -> tuple[list[_Row], list[_Row]]: ...
    def _contacts(self) -> list[tuple[tuple[str, str], bool]]: ...
    def _between(self, a: str, b: str) -> _Row: ...
    def _add_many(
        self, names: list[str], shapes: list[_Body], poses: Any, margin: float, fixed: bool
    ) -> None: ...
    def _move_many(self, names: list[str], poses: Any) -> None: ...

_Kind = tuple[float, float, tuple[str, str]] | None

@final
class MonitorTicks:
    def __new__(cls, robot: Robot, setup: str, folder: str) -> Self: ...
    def watched(self) -> list[str]: ...
    def tick(
        self,
        times: tuple[float, float],
        joints: tuple[list[float], list[float]],
        bodies: list[tuple[float, Pose]],
        stop: tuple[list[float], float] | None,
    ) -> tuple[Literal["free", "close", "fault"], str | None, tuple[_Kind, _Kind, _Kind], float, bool, int]: ...

@disjoint_base
class Roadmap:
    def __new__(cls, robot: Robot, file: str | None) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def overlaps(self) -> int: ...
    @property
    def _variables(self) -> list[str]: ...
    def _cover(self, path: list[Any], work: tuple[int, int]) -> tuple[int, float | None]: ...
    def _route(self, start: Any, goal: Any) -> tuple[list[list[float]], list[int], float] | None: ...
    def _region(
        self, region: int
    ) -> tuple[str, list[tuple[float, float]], tuple[list[list[float]], list[float]], float]: ...
    def _text(self) -> str: ...

@disjoint_base
class Watch:
    def __new__(cls, scene: Scene) -> Self: ...
    @property
    def scene(self) -> Scene: ...
    @property
    def asked(self) -> int: ...
    def _closest(self, k: int, max_distance: float) -> _Closest: ...
    def _closest_to(self, name: str, k: int) -> _Closest: ...
    def _within(self, max_distance: float | None) -> tuple[list[_Row], list[_Row]]: ...
    def _contacts(self, meeting: Callable[[str, str, bool], _M]) -> list[_M]: ...
    def _between(self, a: str, b: str) -> _Row: ...

def scene_cast(
    scene: Scene,
    body: _Body | None,
    pose: PoseLike,
    displacement: Vector,
    target_distance: float,
    initial_overlap: _Overlap,
) -> tuple[tuple[str, int] | None, _Impact, list[str]]: ...

_Floats = npt.NDArray[np.float64]
_Rays = tuple[
    tuple[npt.NDArray[np.int8], npt.NDArray[np.int32], npt.NDArray[np.int64]],
    tuple[_Floats, _Floats, _Floats, _Floats],
    list[str],
    list[tuple[int, str]],
]

_Contacts = tuple[npt.NDArray[np.int8], _Floats, _Floats, _Floats]
_Places = npt.NDArray[np.uint32]

def first_contacts(points: _Floats, edges: bool, distance: float, work: Work) -> _Contacts: ...
@disjoint_base
class DeformingMesh:
    def __new__(cls, vertices: _Floats, triangles: _Places) -> Self: ...
    def _move_to(self, end: _Floats) -> None: ...
    def _set_step(self, start: _Floats, end: _Floats) -> None: ...
    def _start(self) -> _Floats: ...
    def _end(self) -> _Floats: ...
    def _triangles(self) -> _Places: ...
    def _edges(self) -> _Places: ...
    def _first_contact(
        self, other: DeformingMesh | None, distance: float
    ) -> tuple[npt.NDArray[np.int8], _Places, _Places, _Contacts]: ...
    def _contacts(
        self, other: DeformingMesh | None, distance: float
    ) -> tuple[npt.NDArray[np.int8], _Places, _Places, _Contacts]: ...
    def _max_step(self, other: DeformingMesh | None, distance: float) -> float: ...

def scene_cast_rays(scene: Scene, origins: _Floats, displacements: _Floats, work: Work) -> _Rays: ...
_PoseRows = list[Pose] | npt.NDArray[np.float64]

def scene_casts(
    scene: Scene,
    body: _Body,
    poses: _PoseRows,
    displacements: _Floats,
    target_distance: float,
    initial_overlap: _Overlap,
    work: Work,
) -> _Rays: ...

# Up, skin, max_slope, step_height, snap, max_slides, the name of its own body.
_Walks = tuple[Vector, float, float, float, float, int, str | None]
# The body, the part, what it is, the normal, the point, the fraction, the normal of the floor.
_Hit = tuple[str, int, str, Vector, Vector, float, Vector]

def scene_walk(
    scene: Scene, body: _Body, pose: PoseLike, displacement: Vector, options: _Walks
) -> tuple[Pose, Vector, Vector, _Hit | None, list[_Hit], list[Vector], float]: ...
def scene_push_out(
    scene: Scene, body: _Body, pose: PoseLike, max_length: float, options: _Walks
) -> tuple[Pose, Vector, float, float] | None: ...
def mesh_cast_rays(mesh: Mesh, origins: _Floats, displacements: _Floats, work: Work) -> _Rays: ...
def scene_time_of_impact(
    scene: Scene, motions: list[tuple[str, Motion | PoseLike]], target_distance: float
) -> tuple[tuple[tuple[str, str], tuple[int, int]] | None, _Impact, list[tuple[str, str]]]: ...
def scene_closest_approach(
    scene: Scene, motions: list[tuple[str, Motion | PoseLike]], within: float | None
) -> tuple[tuple[str, str], tuple[int, int], _Nearest, list[tuple[str, str]]] | None: ...
def scene_times_below(
    scene: Scene, motions: list[tuple[str, Motion | PoseLike]], distance: float, within: float | None
) -> list[tuple[tuple[str, str], list[_Stretch]]]: ...
def scene_contact(
    scene: Scene, names: tuple[str, str], tilt: float | None, max_points: int | None
) -> _Manifold: ...
def scene_contacts_of(
    scene: Scene, names: tuple[str, str], within: float, tilt: float | None, max_points: int | None
) -> list[_Manifold]: ...
def scene_depth(
    scene: Scene, names: tuple[str, str], relative: float, max_cells: int
) -> tuple[float, float, Vector, int]: ...

# Whether it collides, signed distance, bounds, margin, distance minus padding, error of hulls; the pair; normal and witness points.
_Least = tuple[
    tuple[bool | None, float, float, float, float, float | None, float | None],
    tuple[str, str],
    tuple[Vector, Vector, Vector],
]

# The result, the proven clearance of a free path; else the bracket of the time, the pair, normal and witness points.
# The bracket of the time, the constraint, its value, and what that stays below.
_Broken = tuple[tuple[float, float], str, float, float]
_Checked = tuple[
    Literal["free", "hit", "violated", "undecided"],
    float | None,
    tuple[tuple[float, float], tuple[str, str], tuple[Vector, Vector, Vector]] | None,
    _Broken | None,
]

@final
class _Cell: ...

@disjoint_base
class Robot:
    def __new__(
        cls,
        source: str | os.PathLike[str] | _Cell,
        model: dict[str, Any] | None = None,
        scene: Any = None,
    ) -> Self: ...
    def _with_group(self, names: str, rest: str | None) -> _Cell: ...
    def _with_held(self, body: str, link: str, q: Any, touch: list[str]) -> _Cell: ...
    def _without_held(self, body: str, q: Any) -> _Cell: ...
    def _with_allowed(self, a: str, b: str, depth: float | None) -> _Cell: ...
    def _with_forbidden(self, a: str, b: str) -> _Cell: ...
    def _with_constraint(self, constraint: str) -> _Cell: ...
    def _without_constraint(self, name: str) -> _Cell: ...
    def _constraints(self, q: Any) -> list[tuple[str, float, float, bool | None]]: ...
    def _bodies(self) -> list[str]: ...
    def _group(self) -> tuple[list[int], list[float | None]]: ...
    def _groups(self) -> list[str]: ...
    @property
    def name(self) -> str: ...
    def _joints(self) -> list[tuple[str, str, tuple[float, float] | None, str, str, str | None]]: ...
    def _variables(self) -> list[str]: ...
    def _links(self) -> list[str]: ...
    def _notes(self) -> list[str]: ...
    def _configuration(self, q: Any, rest: str | None) -> list[float]: ...
    def _states(self) -> list[str]: ...
    def _link_poses(self, q: Any) -> list[Pose]: ...
    def _clearance(self, q: Any) -> _Least | None: ...
    def _gradient(self, q: Any) -> tuple[_Least, list[float], list[list[float]], bool, bool] | None: ...
    def _collides(self, q: Any) -> bool | None: ...
    def _is_free(self, q: Any) -> bool: ...
    def _within_limits(self, q: Any, tolerance: float, start: list[float] | None) -> tuple[list[float], list[str]]: ...
    def _urdf(self, prefix: str) -> tuple[str, list[tuple[str, str]]]: ...
    def _check(self, path: list[Any], margin: float, tolerance: float | None) -> _Checked: ...
    def _clearances(self, qs: npt.NDArray[np.float64], threads: int) -> list[_Least | None]: ...

def robot_clearances(
    robot: Robot,
    qs: npt.NDArray[np.float64],
    columns: list[tuple[str, npt.NDArray[Any]]],
    pair: npt.NDArray[np.int32],
) -> list[tuple[int, str]]: ...
def robot_gradients(
    robot: Robot,
    qs: npt.NDArray[np.float64],
    columns: list[tuple[str, npt.NDArray[Any]]],
    pair: npt.NDArray[np.int32],
    rates: tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]],
) -> list[tuple[int, str]]: ...
def robot_smoothed(
    robot: Robot,
    qs: npt.NDArray[np.float64],
    blur: float,
    filled: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]],
) -> list[tuple[int, str]]: ...
def robot_collisions(
    robot: Robot, qs: npt.NDArray[np.float64], status: npt.NDArray[np.int8]
) -> list[tuple[int, str]]: ...
def robot_edges(
    robot: Robot,
    ends: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    limits: tuple[float, float | None],
    columns: tuple[npt.NDArray[np.int8], list[npt.NDArray[np.float64]]],
) -> list[tuple[int, str]]: ...
def robot_pairs(robot: Robot) -> list[tuple[str, str]]: ...
def robot_text(robot: Robot) -> str: ...
def run_command(arguments: list[str]) -> int | None: ...
def robot_plan(
    robot: Robot,
    start: Any,
    goals: list[Any],
    target: tuple[tuple[str, Any], tuple[Any, Any]] | None,
    limits: dict[str, Any],
) -> tuple[tuple[list[list[float]], float, float, int, list[float]] | None, str | None, tuple[int, int, int]]: ...
def robot_certificate(robot: Robot, path: list[Any], margin: float, least: float | None) -> str | None: ...
def robot_inverse(
    robot: Robot,
    tip: tuple[str, Any],
    target: tuple[Any, Any],
    guess: Any,
    search: dict[str, Any],
) -> list[float] | None: ...

# Time, configuration, tip; signed distance, bounds and pair of what is nearest; joints beyond their limits.
_Step = tuple[float, list[float], Vector, tuple[float, float, float, tuple[str, str]] | None, list[str]]

def robot_follow(robot: Robot, task: str) -> tuple[list[_Step], _Checked, str | None]: ...
def robot_task(
    robot: Robot,
    task: str,
    limits: tuple[int, int],
    times: tuple[tuple[list[float | None], list[float | None], list[float | None]], float] | None,
) -> tuple[str, list[list[float]], float, str | None, tuple[int, str] | None]: ...
# The result, bounds of the least clearance, the contact, the certificate.
_TrajectoryChecked = tuple[
    Literal["free", "hit", "violated", "undecided"],
    tuple[float, float] | None,
    tuple[
        tuple[tuple[float, float], tuple[str, str], tuple[Vector, Vector, Vector]],
        tuple[list[float], list[tuple[str, Pose]], bool],
    ]
    | None,
    str | None,
    _Broken | None,
]

def robot_times(
    robot: Robot,
    path: list[Any],
    rates: tuple[list[float | None], list[float | None], list[float | None]],
    deviation: float,
) -> tuple[str, _TrajectoryChecked, tuple[int, int]]: ...
def robot_proposals(
    robot: Robot, samples: int, cells: int, seed: int
) -> list[
    tuple[
        tuple[str, str],
        Literal["adjacent", "always", "never"] | None,
        bool,
        float | None,
        str | None,
        list[float] | None,
    ]
]: ...
def robot_not_checked(robot: Robot) -> list[tuple[tuple[str, str], str]]: ...
def robot_verify(
    robot: Robot, certificate: str, path: list[Any] | None
) -> tuple[float | None, str | None, list[float], list[float], int]: ...

# Bounds, worst configuration, pair, cells, whether complete; verdict and a free configuration of a single pair.
_Range = tuple[
    float,
    float,
    list[float],
    tuple[str, str] | None,
    int,
    bool,
    tuple[Literal["never", "always", "sometimes", "open"], list[float] | None] | None,
    str | None,
]

def robot_sweep(robot: Robot, ranges: Any, work: dict[str, Any], asked: tuple[bool, bool]) -> list[_Range]: ...

_Required = tuple[
    str,
    float,
    tuple[Literal["holds", "violated", "undecided", "nothing tested"], float, float | None, tuple[str, str] | None, list[tuple[str, float]]] | None,
    str | None,
    str,
]

def requirements(file: str, work: dict[str, Any]) -> list[_Required]: ...
def robot_region(
    robot: Robot, q: Any, half: float | None, work: tuple[bool, int | None, int]
) -> tuple[list[tuple[float, float]], tuple[list[list[float]], list[float]], float, str] | None: ...
def robot_check_region(
    robot: Robot, a: list[list[float]], b: list[float], effort: tuple[int, int, int]
) -> tuple[Literal["proven", "refuted", "open"], list[float] | None, float | None, float | None, str | None]: ...
_Approach = tuple[
    tuple[tuple[float, float], tuple[float, float], float],
    tuple[tuple[str, str], Vector, Vector],
    tuple[list[float], list[tuple[str, Pose]]],
    bool,
]

def robot_approach(robot: Robot, path: list[Any], within: float) -> _Approach | None: ...
def trajectory_approach(robot: Robot, text: str, rest: str | None, within: float) -> _Approach | None: ...
_Episode = tuple[
    Literal["free", "hit", "undecided"],
    tuple[tuple[float, float], float, tuple[str, str]] | None,
    tuple[tuple[float, float], tuple[str, str]] | None,
]

def robot_episodes(robot: Robot, paths: list[npt.NDArray[np.float64]], within: float) -> list[_Episode]: ...
def robot_times_below(
    robot: Robot, path: list[Any], distance: float, within: float
) -> list[tuple[float, float, bool]]: ...
def trajectory_times_below(
    robot: Robot, text: str, rest: str | None, distance: float, within: float
) -> list[tuple[float, float, bool]]: ...
def trajectory_at(
    robot: Robot, text: str, rest: str | None, times: list[float], order: int
) -> tuple[tuple[float, float], list[tuple[str, float, int, float]], list[list[float]]]: ...
def trajectory_check(
    robot: Robot, text: str, rest: str | None, limits: tuple[float, float | None, float | None], certify: bool
) -> _TrajectoryChecked: ...
def trajectory_file(path: str | os.PathLike[str]) -> list[str]: ...
def trajectory_limits(
    robot: Robot,
    text: str,
    rest: str | None,
    rates: tuple[list[float | None], list[float | None], list[float | None]],
    tolerance: float,
) -> list[
    tuple[str, Literal["position", "velocity", "acceleration", "jerk"], float, tuple[float, float], float, bool]
]: ...
def trajectory_scale(robot: Robot, text: str, rest: str | None, margin: float, halvings: int) -> float | None: ...
def trajectory_verify(robot: Robot, certificate: str, about: str | None) -> tuple[float | None, str | None, int]: ...

_Three = tuple[float, float, float]

def signed_distance_range(
    a: Shape,
    b: Shape,
    poses: tuple[Any, Any],
    sizes: tuple[tuple[_Three, _Three], tuple[_Three, _Three]],
    options: tuple[float, int],
) -> tuple[tuple[float, float], tuple[float, float], int, Literal["never", "always", "maybe"]]: ...
