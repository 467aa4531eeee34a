"""Robots from URDF files or DH tables: clearances with proof, their gradients, many configurations at once."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any, Literal, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import _clearance, pages, ranges
from .hints import hinted
from .configurations import Clearances, EdgeChecks, clearances, collisions, edges
from .pages import File, existing
from .poses import PoseLike
from .ranges import Range, Ranges, Region, RegionCheck, sweep
from .rows import Errors, processors
from .trajectories import LimitBreach, Trajectory, TrajectoryCheck, checked
from .vectors import Vector

World = Union[File, dict[str, Any], None]
"""The bodies that do not move: a scene of docs/reference/formats.md, or its path; None if there are none."""

Held = Union[File, dict[str, Any]]
"""Bodies that a robot holds: ``{"bodies": [{"name", "link", "shape", "pose", "touch": [link, ..]}]}`` at poses in the link's frame, or a file."""

Task = Union[File, dict[str, Any]]
"""A motion of :meth:`Robot.follow`: a dict, or the path of a JSON file."""

Configuration = Union[Sequence[float], npt.NDArray[Any], Mapping[str, float]]
"""The values of the joints that mimic none in the order of ``Robot.variables``, or each by its name."""

Rest = Union[str, Configuration, None]
"""What joints have that are not named: a group state of the SRDF, or a configuration."""


LIMIT_TOLERANCE = 1e-5
"""By how much a value may miss a limit to be taken for it, radians or metres: limits that were rounded to five digits are missed by less."""


@dataclass(frozen=True)
class Joint:
    """A joint of a robot; ``limits`` and ``mimics`` are None if it has none."""

    name: str
    type: str
    limits: Optional[tuple[float, float]]
    parent: str
    child: str
    mimics: Optional[str]


@dataclass(frozen=True)
class Clearance:
    """The least signed distance of a robot from itself and from its world, with the pair that attains it.

    ``lower`` and ``upper`` enclose the least of all pairs; ``pair`` names two links, or a link and a body. With margins the
    least of ``signed distance - margin`` is meant, and the numbers are those of the pair.

    ``padded_distance`` is the signed distance less the padding of the pair's links, metres; None for a robot without padding. ``collides`` is of padded links.
    """

    collides: Optional[bool]
    signed_distance: float
    lower: float
    upper: float
    margin: float
    pair: tuple[str, str]
    normal: Vector
    witness_a: Vector
    witness_b: Vector
    padded_distance: Optional[float] = None


@dataclass(frozen=True)
class ClearanceGradient:
    """How the clearance changes with the joints, in the order of ``Robot.variables``.

    Where it is not differentiable, ``gradient`` is one of the ``generators``, which are all there are if it is ``complete``.
    """

    clearance: Clearance
    gradient: tuple[float, ...]
    generators: tuple[tuple[float, ...], ...]
    differentiable: bool
    complete: bool


@dataclass(frozen=True)
class PathCheck:
    """Whether a path is free of contact, proven both ways.

    Attributes
    ----------
    result
        "free", "hit", or "undecided": closer to a contact than rounding can decide.
    clearance_lower
        Of a free path: no signed distance is below it anywhere on the path.
    t_lower, t_upper
        The bracket of the first contact; the path is proven free before ``t_lower``. Times count segments: 2.25 is a quarter
        into the third.
    pair
        Two links, or a link and a body, with ``normal`` and witness points where they are closest.
    """

    result: Literal["free", "hit", "undecided"]
    clearance_lower: Optional[float] = None
    t_lower: Optional[float] = None
    t_upper: Optional[float] = None
    pair: Optional[tuple[str, str]] = None
    normal: Optional[Vector] = None
    witness_a: Optional[Vector] = None
    witness_b: Optional[Vector] = None

    @property
    def free(self) -> bool:
        """Whether the path is proven free."""
        return self.result == "free"


@dataclass(frozen=True)
class Plan:
    """A path between two configurations of which every edge is proven free, or why there is none.

    Attributes
    ----------
    path
        The corners, from start to goal; empty if it is not ``solved``.
    length
        The Euclidean length in joint space.
    clearance_lower
        No signed distance is below it anywhere on the path.
    certificate
        A line of JSON for :meth:`Robot.verify` and the command ``clearance robot verify``.
    goal
        Which of several goals is reached.
    turns
        By how many whole turns each value of the path's end exceeds the goal's, in the order of ``Robot.variables``: joints without limits may turn
        either way.
    reason
        Why it is not solved.
    iterations, checked_edges, nodes
        Samples, edges that were checked, and nodes of both trees.
    clamped
        The joints whose values in start or goals were moved to a limit that they missed by at most the tolerance.
    seconds
        How long it took; not compared.
    """

    path: tuple[tuple[float, ...], ...] = ()
    length: Optional[float] = None
    clearance_lower: Optional[float] = None
    certificate: Optional[str] = None
    goal: int = 0
    turns: tuple[float, ...] = ()
    reason: Optional[str] = None
    iterations: int = 0
    checked_edges: int = 0
    nodes: int = 0
    clamped: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    _robot: Optional[Robot] = field(default=None, compare=False, repr=False)

    @property
    def solved(self) -> bool:
        """Whether there is a path."""
        return self.reason is None

    def to_html(self, file: File) -> None:
        """Writes a page that replays the path, with its clearance and its proof; it needs no network."""
        pages.write(self._page("Plan.to_html"), file)

    def show(self) -> None:
        """Opens the page of :meth:`to_html` in the browser."""
        pages.show(self._page("Plan.show"))

    def _repr_html_(self) -> str:
        return pages.frame(self._page("Plan")) if self.solved and self._robot is not None else f"<code>{self!r}</code>"

    def _page(self, made_by: str) -> str:
        if self._robot is None or not self.solved:
            raise ValueError(f"there is no path to show: {self.reason or 'the plan was made without a robot'}")
        return _clearance.robot_page(self._robot, self.path, made_by)


@dataclass(frozen=True)
class FollowedStep:
    """A step of a :class:`Followed` motion: the configuration at a time, where the tip is, and what is nearest.

    ``signed_distance``, its bounds and ``pair`` are None if there are no pairs to ask about.
    """

    time: float
    q: tuple[float, ...]
    tip: Vector
    signed_distance: Optional[float] = None
    lower: Optional[float] = None
    upper: Optional[float] = None
    pair: Optional[tuple[str, str]] = None
    beyond_limits: tuple[str, ...] = ()


@dataclass(frozen=True)
class Followed:
    """A motion of a robot, step by step, with what is proven of all that lies between the steps.

    Attributes
    ----------
    steps
        From the start to the end of the motion.
    proof
        Of the straight segments between the steps: free with nearly the least clearance, or the first contact.
    certificate
        Of a motion that is free: a line of JSON for :meth:`Robot.verify` and the command ``clearance robot verify``.
    """

    steps: tuple[FollowedStep, ...]
    proof: PathCheck
    certificate: Optional[str]

    @property
    def path(self) -> tuple[tuple[float, ...], ...]:
        """The configurations of all steps."""
        return tuple(step.q for step in self.steps)


@dataclass(frozen=True)
class PairProposal:
    """A pair of links that need not be checked, or that the SRDF says so of.

    Attributes
    ----------
    pair
        Two links.
    why
        "adjacent": a joint joins them; "always" or "never" in contact; None for a row of the SRDF that is wrong.
    proof
        "proven" for all configurations within the limits, or only "sampled".
    lower
        Where it is proven that they never meet: no signed distance is below it.
    srdf
        The reason that the SRDF gives, if it lists the pair.
    meets_at
        A configuration in which they meet, if one was found.
    """

    pair: tuple[str, str]
    why: Optional[Literal["adjacent", "always", "never"]]
    proof: Optional[Literal["proven", "sampled"]]
    lower: Optional[float]
    srdf: Optional[str]
    meets_at: Optional[tuple[float, ...]]


@dataclass(frozen=True)
class Verification:
    """Whether a certificate holds: then no signed distance on its path is below ``clearance_lower``; else ``reason`` says why not.

    Attributes
    ----------
    start, end
        The first and the last configuration of the certificate's path.
    pairs
        How many pairs it is about; :meth:`Robot.not_checked` lists the others.
    """

    clearance_lower: Optional[float]
    reason: Optional[str]
    start: tuple[float, ...]
    end: tuple[float, ...]
    pairs: int

    @property
    def valid(self) -> bool:
        """Whether the certificate holds."""
        return self.reason is None


@hinted
class Robot(_clearance.Robot):
    """A robot in a world of bodies that do not move. Made by :meth:`from_urdf` or :meth:`from_dh`.

    It is pickled as the absolute paths of its files and a digest of its numbers: another process reads the files for itself, and
    refuses them with a ``ValueError`` if they have changed. A robot never changes, so a copy is the robot itself.

    Examples
    --------
    Two links of length 1 in the plane, a ball at their end, and one at (0, 3):

    >>> import clearance as cl, json, pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
    >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
    >>> _ = file.write_text(json.dumps({"dh": [row, row], "shapes": [{"link": 2, "shape": ball}]}))
    >>> world = {"bodies": [{"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}]}
    >>> arm = cl.Robot.from_dh(file, scene=world)
    >>> arm.link_poses([0, 0])["link2"].translation, round(arm.clearance([0, 0]).signed_distance, 6)
    ((2.0, 0.0, 0.0), 3.105551)
    >>> q = arm.inverse("link2", [0.1, 0.3], position=(1, 1, 0))  # a quarter turn of the elbow
    >>> abs(q[1] - 1.5708) < 1e-5, arm.edge([0, 0], q).result
    (True, 'free')
    >>> run = arm.follow({"tip": {"link": "link2"}, "start": q, "stages": [{"velocity": [-0.5, 0.5, 0], "duration": 1}]})
    >>> run.proof.result, run.proof.clearance_lower > 1
    ('free', True)
    """

    _files: tuple[str, dict[str, Any], World]

    def __new__(cls, file: File, model: dict[str, Any], scene: World) -> Robot:
        robot = super().__new__(cls, file, model, scene)
        world = copy.deepcopy(scene) if scene is None or isinstance(scene, dict) else os.path.abspath(scene)
        robot._files = (os.path.abspath(file), model, world)
        return robot

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_again, (type(self), self._files, digest(self))

    def __copy__(self) -> Robot:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Robot:
        return self

    @classmethod
    def from_urdf(
        cls,
        file: File,
        *,
        srdf: Optional[File] = None,
        packages: Optional[Mapping[str, File]] = None,
        scene: World = None,
        ignore_mimic: bool = False,
        links: Literal["adaptive", "hull", "parts", "mesh"] = "adaptive",
        attach: Sequence[Held] = (),
        allow: Sequence[tuple[str, str]] = (),
        padding: Optional[Mapping[str, float]] = None,
    ) -> Robot:
        """The robot of a URDF file.

        Parameters
        ----------
        srdf : path, optional
            Says which pairs are not checked; without it neighbours are not.
        packages : mapping of names to folders, optional
            Where ``package://NAME/`` is.
        scene : path or dict, optional
            The bodies of the world: a scene of docs/reference/formats.md. Its rules may name links.
        ignore_mimic : bool
            Whether joints that mimic others get values of their own.
        links : "adaptive", "hull", "parts" or "mesh"
            What a collision mesh stands for: its convex hull, convex parts that contain it, or its triangles, which are surfaces. "adaptive": hulls, but parts and
            triangles of pairs whose hulls are in each other's way.
        attach : sequence of paths or dicts
            Bodies that the robot holds.
        allow : sequence of pairs of names
            Two links, or a link and a body, that are not checked.
        padding : mapping of links to lengths, optional
            All pairs with the link count as nearer by so much than they are.

        Raises
        ------
        ValueError
            Names the file, the line and the element, and what was expected.
        """
        model = _model(srdf, attach=attach, allow=allow, padding=padding)
        model["packages"] = [(name, os.path.abspath(folder)) for name, folder in (packages or {}).items()]
        return cls(existing(file), model | {"ignore_mimic": ignore_mimic, "links": links}, scene)

    @classmethod
    def from_file(cls, file: File, **options: Any) -> Robot:
        """The robot of a URDF, MJCF or SDF file, by its root element, or of a DH table in JSON; options as of :meth:`from_urdf`."""
        return cls.from_urdf(file, **options)

    @classmethod
    def from_mujoco(cls, model: Any, **options: Any) -> Robot:
        """The robot of a ``mujoco.MjModel``, or of a ``mujoco.MjSpec``, which is compiled.

        Bodies are links and hinges and slides joints, by their names; free and ball joints are held. Geoms collide with those that they collide
        with in MuJoCo, and planes are bodies of the world. Options as of :meth:`from_urdf`.

        The model is written as MJCF to the folder of temporary files, under the digest of its text: the robot is pickled as that file.
        """
        from .mujoco import mjcf

        return cls.from_urdf(_kept(mjcf(model.compile() if hasattr(model, "compile") else model)), **options)

    @classmethod
    def from_pinocchio(cls, model: Any, geometry: Any, **options: Any) -> Robot:
        """The robot of a ``pinocchio.Model`` and its ``pinocchio.GeometryModel``.

        Joints are links and joints by their names, revolute and prismatic ones of any axis and joints without end; free-flyers and others whose value is not one number are held at
        their placements. A geometry is a convex shape of coal or the mesh of a BVH model; the pairs that are checked are ``geometry.collisionPairs``. Options
        as of :meth:`from_urdf`. Kept as a file, as by :meth:`from_mujoco`.

        Raises
        ------
        ValueError
            Names the joint or geometry that this package does not know.
        """
        from .pinocchio import mjcf

        return cls.from_urdf(_kept(mjcf(model, geometry)), **options)

    @classmethod
    def from_dh(
        cls,
        file: File,
        *,
        srdf: Optional[File] = None,
        scene: World = None,
        attach: Sequence[Held] = (),
        allow: Sequence[tuple[str, str]] = (),
        padding: Optional[Mapping[str, float]] = None,
    ) -> Robot:
        """The robot of a DH table in JSON, see docs/reference/formats.md; parameters as of :meth:`from_urdf`."""
        return cls(existing(file), _model(srdf, attach=attach, allow=allow, padding=padding), scene)

    @property
    def joints(self) -> tuple[Joint, ...]:
        """All joints, fixed ones too."""
        return tuple(Joint(*joint) for joint in self._joints())

    @property
    def variables(self) -> tuple[str, ...]:
        """The joints whose values make a configuration, in its order."""
        return tuple(self._variables())

    @property
    def links(self) -> tuple[str, ...]:
        """The names of the links."""
        return tuple(self._links())

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the files."""
        return tuple(self._notes())

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the group states of the SRDF."""
        return tuple(dict.fromkeys(self._states()))

    def configuration(self, q: Configuration, *, rest: Optional[str] = None) -> tuple[float, ...]:
        """The values of the joints in the order of ``variables``.

        Parameters
        ----------
        rest : str, optional
            What a mapping ``q`` does not name has the values of this group state, or of this configuration in JSON.
        """
        return tuple(self._configuration(q, rest))

    def within_limits(self, q: Configuration, *, tolerance: float = LIMIT_TOLERANCE) -> tuple[tuple[float, ...], tuple[str, ...]]:
        """The configuration with its values that miss a limit by at most ``tolerance`` (radians or metres) moved to it, and the names of their joints.

        Values farther beyond stay as they are, as do those of joints without limits: ``robot.within_limits([1.5000026])`` of a joint with the limit 1.5 is
        ``((1.5,), ("joint",))``.
        """
        values, names = self._within_limits(q, float(tolerance))
        return tuple(values), tuple(names)

    def to_urdf(self, file: File) -> None:
        """Writes the robot as URDF, whatever it was read from, with its hulls and meshes as OBJ in the folder ``NAME_meshes`` beside it.

        Padding and pairs that are not checked have no place in URDF.
        """
        stem = os.path.splitext(os.path.basename(file))[0]
        text, meshes = self._urdf(f"{stem}_meshes/")
        folder = os.path.dirname(os.path.abspath(file))
        if meshes:
            os.makedirs(os.path.join(folder, f"{stem}_meshes"), exist_ok=True)
        for name, written in [*meshes, (os.path.basename(file), text)]:
            with open(os.path.join(folder, name), "w", encoding="utf-8") as output:
                output.write(written)

    def link_poses(self, q: Configuration) -> dict[str, _clearance.Pose]:
        """Where all links are in the world, rounded: off by some 1e-14 radians and metres for an arm of seven joints."""
        return dict(zip(self.links, self._link_poses(q), strict=True))

    def clearance(self, q: Configuration) -> Optional[Clearance]:
        """The least signed distance in a configuration; None if there are no pairs to ask about."""
        found = self._clearance(q)
        return None if found is None else _clearance_of(found)

    def gradient(self, q: Configuration) -> Optional[ClearanceGradient]:
        """The clearance with its derivative by the joints."""
        found = self._gradient(q)
        if found is None:
            return None
        least, gradient, generators, differentiable, complete = found
        return ClearanceGradient(
            _clearance_of(least), tuple(gradient), tuple(map(tuple, generators)), differentiable, complete
        )

    def collides(self, q: Configuration) -> Optional[bool]:
        """Whether any pair is in contact, margins aside; None if rounding leaves it open. Cheaper than ``clearance``."""
        return self._collides(q)

    @overload
    def check(
        self, path: Sequence[Configuration], *, margin: float = 0.0, tolerance: Optional[float] = None
    ) -> PathCheck: ...
    @overload
    def check(
        self, path: Trajectory, *, margin: float = 0.0, tolerance: Optional[float] = None, rest: Rest = None
    ) -> TrajectoryCheck: ...
    def check(
        self,
        path: Union[Sequence[Configuration], Trajectory],
        *,
        margin: float = 0.0,
        tolerance: Optional[float] = None,
        rest: Rest = None,
    ) -> Union[PathCheck, TrajectoryCheck]:
        """Whether a path of straight segments between configurations, or a trajectory, is free of contact at all times, with proof.

        Parameters
        ----------
        path : sequence of Configuration, or Trajectory
            Of a trajectory all that is within its tube and its boxes of poses is meant.
        margin : float
            All pairs must stay farther apart than this, beside their margins.
        tolerance : float, optional
            Find the least clearance of a free path to this length; without it the bound is proven, but not sharp.
        rest : str or dict, optional
            The values of joints that a trajectory does not name: a group state of the SRDF, or a configuration.
        """
        if isinstance(path, Trajectory):
            options = (float(margin), tolerance)
            return checked(_clearance.trajectory_check(self, path.to_json(), _rest(rest), options, False))
        return _path_check(self._check(list(path), float(margin), tolerance))

    def free_scale(
        self, trajectory: Trajectory, *, margin: float = 0.0, halvings: int = 10, rest: Rest = None
    ) -> Optional[float]:
        """The largest factor of tube and boxes with which a trajectory is proven free, of those that halving tries; None if it is not free without them."""
        return _clearance.trajectory_scale(self, trajectory.to_json(), _rest(rest), float(margin), index(halvings))

    def beyond_limits(
        self,
        trajectory: Trajectory,
        *,
        velocities: Optional[Mapping[str, float]] = None,
        accelerations: Optional[Mapping[str, float]] = None,
        jerks: Optional[Mapping[str, float]] = None,
        tolerance: float = 1e-5,
        rest: Rest = None,
    ) -> list[LimitBreach]:
        """The limits that a trajectory does not keep, first places only; all others are proven to be kept at every time.

        Positions and velocities have the limits of the robot's file, ``velocities`` replaces those that it names. ``tolerance`` is for positions.
        """
        names = self.variables
        rates = tuple([dict(given or {}).get(name) for name in names] for given in (velocities, accelerations, jerks))
        for given in (velocities, accelerations, jerks):
            unknown = [name for name in (given or {}) if name not in names]
            if unknown:
                raise ValueError(f"no joint with a value is named {unknown[0]!r}")
        found = _clearance.trajectory_limits(self, trajectory.to_json(), _rest(rest), rates, float(tolerance))  # type: ignore[arg-type]
        return [LimitBreach(joint, what, limit, *value, time, proven) for joint, what, limit, value, time, proven in found]

    def along(
        self, trajectory: Trajectory, times: npt.ArrayLike, *, derivative: int = 0, rest: Rest = None
    ) -> npt.NDArray[np.float64]:
        """The joint values of a trajectory at some times, or their derivatives from 1 to 3, as an ``(n, dof)`` array; rounded."""
        moments = [float(time) for time in np.asarray(times, dtype=np.float64).ravel()]
        _, _, rows = _clearance.trajectory_at(self, trajectory.to_json(), _rest(rest), moments, index(derivative))
        return np.array(rows, dtype=np.float64).reshape(len(moments), len(self.variables))

    def jumps(self, trajectory: Trajectory, *, rest: Rest = None) -> list[tuple[str, float, int, float]]:
        """Where joints do not begin where the pieces before them end: joint, time, which derivative, and by how much."""
        return _clearance.trajectory_at(self, trajectory.to_json(), _rest(rest), [], 0)[1]

    def edge(
        self, start: Configuration, end: Configuration, *, margin: float = 0.0, tolerance: Optional[float] = None
    ) -> PathCheck:
        """:meth:`check` of one straight segment."""
        return self.check([start, end], margin=margin, tolerance=tolerance)

    def certificate(
        self, path: Union[Sequence[Configuration], Trajectory], *, margin: float = 0.0, rest: Rest = None
    ) -> Optional[str]:
        """A line of JSON that proves a path or a trajectory free by more than ``margin``, for :meth:`verify`; None if it is not proven free."""
        if isinstance(path, Trajectory):
            return _clearance.trajectory_check(self, path.to_json(), _rest(rest), (float(margin), None), True)[3]
        return _clearance.robot_certificate(self, list(path), float(margin))

    def plan(
        self,
        start: Configuration,
        goal: Optional[Configuration] = None,
        *,
        goals: Optional[Sequence[Configuration]] = None,
        link: Optional[str] = None,
        position: Optional[npt.ArrayLike] = None,
        pose: Optional[PoseLike] = None,
        point: npt.ArrayLike = (0, 0, 0),
        weights: Optional[Mapping[str, float]] = None,
        seed: int = 0,
        iterations: int = 2_000_000,
        time_limit: Optional[float] = None,
        limit_tolerance: float = LIMIT_TOLERANCE,
    ) -> Plan:
        """A path of which every edge is proven free, by RRT-Connect (Kuffner and LaValle, 2000).

        Parameters
        ----------
        goal : Configuration
            Where the path ends; joints without limits may end whole turns away.
        goals : sequence of Configuration
            Instead of a goal: the path ends at any of them.
        link, position, pose, point
            Instead of a goal: the path ends where a point of the link is at the position, or the link at the pose, as for :meth:`inverse`.
        weights : dict
            By the names of joints: how many times a difference counts in the lengths that the planner compares. Default 1.
        seed : int
            Equal seeds give equal plans, on every machine.
        iterations : int
            Maximum number of samples.
        time_limit : float, optional
            Maximum time in seconds; plans that end by it are not the same on every machine.
        limit_tolerance : float
            Values of start and goals that miss a limit by at most this are moved to it; ``Plan.clamped`` names their joints.

        Other Python threads run meanwhile, and Ctrl-C ends the search.
        """
        if sum(given is not None for given in (goal, goals, link)) != 1:
            raise ValueError("expected one of goal, goals and link")
        limits = {
            "seed": _count("seed", seed, 64),
            "iterations": _count("iterations", iterations),
            "time_limit": time_limit,
            "weights": [(joint, float(weight)) for joint, weight in (weights or {}).items()],
        }
        given = [start] if goal is None and not goals else [start, goal] if goal is not None else [start, *(goals or ())]
        moved = [self.within_limits(q, tolerance=limit_tolerance) for q in given]
        (begin_at, _), *ends = moved
        targets = [values for values, _ in ends]
        clamped = tuple(dict.fromkeys(name for _, names in moved for name in names))
        target = None if link is None else ((link, point), (position, pose))
        begin = time.perf_counter()
        found, reason, effort = _clearance.robot_plan(self, begin_at, targets, target, limits)
        path, length, lower, certificate, reached, turns = found or ((), None, None, None, 0, ())
        seconds = time.perf_counter() - begin
        corners = tuple(map(tuple, path))
        return Plan(corners, length, lower, certificate, reached, tuple(turns), reason, *effort, clamped=clamped, seconds=seconds, _robot=self)

    def inverse(
        self,
        link: str,
        guess: Configuration,
        *,
        position: Optional[npt.ArrayLike] = None,
        pose: Optional[PoseLike] = None,
        point: npt.ArrayLike = (0, 0, 0),
        clearance: float = 0.05,
        tolerance: float = 1e-6,
        seed: int = 0,
        starts: int = 50,
        steps: int = 200,
    ) -> Optional[tuple[float, ...]]:
        """A configuration within the limits, proven free, that brings a point of a link to a place; None if none was found.

        By damped least squares (Wampler, 1986) from ``guess`` first, brought within the limits, then from random starts.

        Parameters
        ----------
        position : 3 numbers
            Where the point shall be, in the world.
        pose : PoseLike
            Instead of a position: also how the link's axes shall lie.
        point : 3 numbers
            In the link's frame.
        clearance : float
            Pairs nearer than this are parted, as far as that leaves the point in its place.
        tolerance : float
            Of the point in metres, and of the axes in radians.
        seed : int
            Equal seeds give equal answers, on every machine.
        starts, steps : int
            Maximum number of starts, and of steps from each.

        Other Python threads run meanwhile, and Ctrl-C ends the search.
        """
        search = {
            "seed": _count("seed", seed, 64),
            "starts": _count("starts", starts),
            "steps": _count("steps", steps),
            "tolerance": float(tolerance),
            "clearance": float(clearance),
        }
        found = _clearance.robot_inverse(self, (link, point), (position, pose), guess, search)
        return None if found is None else tuple(found)

    def follow(self, task: Task) -> Followed:
        """Moves a tip along a path, and proves what lies between the steps: as the command ``clearance robot follow``, to the last bit.

        Parameters
        ----------
        task : dict or path of a JSON file
            ``{"tip": {"link", "point"?}, "start": q, "stages": [{"velocity": [x, y, z], "duration": s}, ..]}`` for the planner of the
            paper, with ``"variant"``, ``"k"``, ``"d0"``, ``"step"`` and ``"feedback"`` if wanted; or with ``"planner": "velocity"`` and
            ``"goal": [x, y, z], "duration": s`` in place of the stages, for a velocity controller whose every step is proven.

        Other Python threads run meanwhile, and Ctrl-C ends the motion.

        Raises
        ------
        ValueError
            Names the place in the task: ``/stages/0/duration: must not be negative, got -1``.
        """
        if isinstance(task, dict):
            steps, proof, certificate = _clearance.robot_follow(self, json.dumps(task))
        else:
            with open(task, encoding="utf-8") as file:
                text = file.read()
            try:
                steps, proof, certificate = _clearance.robot_follow(self, text)
            except ValueError as error:
                raise ValueError(f"{os.fspath(task)}: {error}") from None
        return Followed(tuple(_step(*step) for step in steps), _path_check(proof), certificate)

    def to_html(self, file: File, path: Optional[Sequence[Configuration]] = None) -> None:
        """Writes a page that shows the robot in its world in 3D; it needs no network.

        Parameters
        ----------
        path : sequence of configurations, optional
            A path to replay, with its clearance and its proof; without it the named states of the robot are shown.
        """
        pages.write(self._page(path, "Robot.to_html"), file)

    def show(self, path: Optional[Sequence[Configuration]] = None) -> None:
        """Opens the page of :meth:`to_html` in the browser."""
        pages.show(self._page(path, "Robot.show"))

    def _repr_html_(self) -> str:
        return pages.frame(self._page(None, "Robot"))

    def _page(self, path: Optional[Sequence[Configuration]], made_by: str) -> str:
        return _clearance.robot_page(self, None if path is None else list(path), made_by)

    def proposals(self, *, samples: int = 20_000, cells: int = 400_000, seed: int = 1) -> list[PairProposal]:
        """Which pairs of links need not be checked, and how much of that is proven; wrong rows of the SRDF with a configuration.

        Parameters
        ----------
        samples : int
            How many random configurations are tried.
        cells : int
            How many cells of the joints' box a proof may need, for each pair.
        seed : int
            Of the random configurations.

        Other Python threads run meanwhile, and Ctrl-C ends the work.
        """
        rows = _clearance.robot_proposals(
            self, _count("samples", samples), _count("cells", cells), _count("seed", seed, 64)
        )
        return [
            PairProposal(
                pair,
                why,
                None if why is None else "proven" if proven else "sampled",
                lower,
                srdf,
                None if meets_at is None else tuple(meets_at),
            )
            for pair, why, proven, lower, srdf, meets_at in rows
        ]

    def sweep(self, ranges: Optional[Ranges] = None, **options: Any) -> Union[Range, list[Range]]:
        """The least clearance over all that the joints can do: see :func:`clearance.sweep`, whose options these are."""
        return sweep(self, ranges=ranges, **options)

    def region(
        self,
        q: Configuration,
        *,
        half: Optional[float] = None,
        polytope: bool = False,
        cells: Optional[int] = None,
        seed: int = 1,
    ) -> Optional[Region]:
        """Joint values around a configuration in which nothing collides, with a certificate; None if none are proven.

        Parameters
        ----------
        q : sequence or mapping
            The configuration, radians and metres.
        half : float, optional
            The box of this half width, within the limits, is proven as it is; else it grows on each side until something is in the way.
        polytope : bool
            Whether half-spaces within a box grow instead: larger than a box, in more time.
        cells : int, optional
            Maximum number of cells in a proof: 2000 for each pair, or 60 000 of a polytope for all together.
        seed : int
            Of the configurations that are tried for a polytope.

        Example
        -------
        >>> grown = robot.region(q, polytope=True)  # doctest: +SKIP
        >>> HPolyhedron(*grown.half_spaces())  # doctest: +SKIP
        """
        return ranges.region(self, q, half=half, polytope=polytope, cells=cells, seed=seed)

    def check_region(self, a: Any, b: Any = None, *, samples: int = 20_000, cells: int = 2000, seed: int = 1) -> RegionCheck:
        """Proves that nothing collides in the joint values ``q`` with ``a q <= b``, within the limits, or finds one that does.

        Parameters
        ----------
        a : array of shape (rows, joints), or a region
            The rows; or, without ``b``, Drake's HPolyhedron or a :class:`Region`.
        b : array of shape (rows,), optional
            The bounds.
        samples : int
            How many configurations are tried before the proof.
        cells : int
            Maximum number of cells in a proof, for each pair.
        seed : int
            Of the configurations that are tried.
        """
        return ranges.check_region(self, a, b, samples=samples, cells=cells, seed=seed)

    def verify(
        self, certificate: str, path: Union[Sequence[Configuration], Trajectory, None] = None
    ) -> Verification:
        """Checks a certificate again, by supports and kinematics only; robot, world and margins must be those that it was written for.

        A certificate proves its own path only: give the ``path`` or the trajectory that is to be driven, and one of any other is refused.

        Raises
        ------
        ValueError
            What is not a certificate at all, or is no path of this robot.
        """
        if isinstance(path, Trajectory) or path is None and _is_of_a_trajectory(certificate):
            about = path.to_json() if isinstance(path, Trajectory) else None
            lower, reason, pairs = _clearance.trajectory_verify(self, certificate, about)
            return Verification(lower, reason, (), (), pairs)
        lower, reason, start, end, pairs = _clearance.robot_verify(self, certificate, None if path is None else list(path))
        return Verification(lower, reason, tuple(start), tuple(end), pairs)

    def not_checked(self) -> list[tuple[tuple[str, str], str]]:
        """The pairs of links, and of links and bodies, that no answer is about, each with the rule that says so.

        A rule is ``"rigid"`` (no joint moves one against the other), ``"adjacent"``, ``"allowed"``, ``"SRDF"`` or ``"SRDF: Never"`` with the row's
        reason, or ``"scene"``.
        """
        return _clearance.robot_not_checked(self)

    def signed_distances(
        self,
        qs: npt.ArrayLike,
        *,
        columns: Union[Literal["all"], Sequence[str]] = ("signed_distance", "lower", "upper", "status", "pair"),
        threads: Optional[int] = None,
        errors: Errors = "raise",
    ) -> Clearances:
        """The clearances of many configurations as arrays; other Python threads run meanwhile. To the last bit those of :meth:`clearance`.

        Parameters
        ----------
        qs : (n, dof) array
            The joints in the order of ``variables``.
        columns : sequence of names, or "all"
            Out of ``signed_distance``, ``lower``, ``upper``, ``status`` (1 free, 0 touching, -1 overlapping, -2 undecided), ``proven``, ``normal``,
            ``witness_a``, ``witness_b``, ``pair``, ``gradient`` and ``differentiable``.
        threads : int, optional
            Default all processors. The answers do not depend on it.
        errors : {"raise", "status"}
            What a row that cannot be read does: it raises, or it gets the status -128, and the others are answered.

        Raises
        ------
        ValueError
            Names the row: ``qs[17]: expected ...``; or says that the robot has margins, with which there are no such bounds.
        """
        return clearances(self, qs, columns, threads, errors)

    def collisions(self, qs: npt.ArrayLike, *, threads: Optional[int] = None, errors: Errors = "raise") -> npt.NDArray[np.int8]:
        """Which of many configurations are in contact, margins aside: 1 free, -1 in contact, -2 undecided, -128 refused.

        Parameters as of :meth:`signed_distances`; cheaper, as :meth:`collides` is.
        """
        return collisions(self, qs, threads, errors)

    def edges(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        *,
        margin: float = 0.0,
        threads: Optional[int] = None,
        errors: Errors = "raise",
    ) -> EdgeChecks:
        """Whether many straight segments, each from a row of ``starts`` to that of ``ends``, are free of contact, with proof: :meth:`edge` of each."""
        return edges(self, starts, ends, margin, threads, errors)

    def clearances(self, qs: npt.ArrayLike, *, threads: Optional[int] = None) -> list[Optional[Clearance]]:
        """The clearances of many configurations, an ``(n, dof)`` array; other Python threads run meanwhile.

        Raises
        ------
        ValueError
            Names the row: ``qs[17]: expected ...``.
        """
        rows = np.ascontiguousarray(qs, dtype=np.float64)
        if rows.ndim != 2:
            raise ValueError(f"qs must have the shape (n, {len(self.variables)}), got {rows.shape}")
        if threads is not None and threads < 1:
            raise ValueError(f"threads must be at least 1, got {threads}")
        found = self._clearances(rows, processors() if threads is None else threads)
        return [None if row is None else _clearance_of(row) for row in found]


def _kept(text: str) -> str:
    """A file of temporary ones with this text, named by its digest."""
    file = os.path.join(tempfile.gettempdir(), f"clearance-{hashlib.sha256(text.encode()).hexdigest()[:32]}.xml")
    if not os.path.exists(file):
        # Whole or not at all, whoever else writes it.
        partial = f"{file}.{os.getpid()}"
        with open(partial, "w", encoding="utf-8") as output:
            output.write(text)
        os.replace(partial, file)
    return file


def _model(
    srdf: Optional[File],
    *,
    attach: Sequence[Held],
    allow: Sequence[tuple[str, str]],
    padding: Optional[Mapping[str, float]],
) -> dict[str, Any]:
    """What is said of a robot beside its file, as the compiled part reads it."""
    return {
        "srdf": None if srdf is None else os.path.abspath(existing(srdf)),
        "packages": [],
        "ignore_mimic": False,
        "links": "adaptive",
        "attach": [_held(held) for held in attach],
        "allow": [(a, b) for a, b in allow],
        "padding": [(link, float(length)) for link, length in (padding or {}).items()],
    }


def _held(held: Held) -> tuple[str, str]:
    """The text, and the folder that its meshes are named from."""
    if isinstance(held, dict):
        return json.dumps(held), os.path.abspath(".")
    with open(held, encoding="utf-8") as file:
        return file.read(), os.path.dirname(os.path.abspath(held))


def _is_of_a_trajectory(certificate: str) -> bool:
    try:
        found = json.loads(certificate)
    except ValueError:
        return False  # What is wrong with it is said where it is read.
    return isinstance(found, dict) and found.get("what") == "trajectory"


def _count(what: str, value: int, bits: int = 32) -> int:
    """A whole number that is not negative."""
    number = index(value)
    if not 0 <= number < 2**bits:
        raise ValueError(f"{what} must be from 0 to {2**bits - 1}, got {number}")
    return number


def _rest(rest: Rest) -> Optional[str]:
    return rest if rest is None or isinstance(rest, str) else json.dumps(dict(rest) if isinstance(rest, Mapping) else [*rest])


def _path_check(found: _clearance._Checked) -> PathCheck:
    result, clearance_lower, hit = found
    if hit is None:
        return PathCheck(result, clearance_lower)
    (t_lower, t_upper), pair, vectors = hit
    return PathCheck(result, None, t_lower, t_upper, pair, *vectors)


def _step(
    time: float,
    q: list[float],
    tip: Vector,
    nearest: Optional[tuple[float, float, float, tuple[str, str]]],
    beyond_limits: list[str],
) -> FollowedStep:
    distance, lower, upper, pair = nearest or (None, None, None, None)
    return FollowedStep(time, tuple(q), tip, distance, lower, upper, pair, tuple(beyond_limits))


def _clearance_of(row: _clearance._Least) -> Clearance:
    (collides, distance, lower, upper, margin, padded), pair, (normal, witness_a, witness_b) = row
    return Clearance(collides, distance, lower, upper, margin, pair, normal, witness_a, witness_b, padded)


def digest(robot: _clearance.Robot) -> str:
    """The SHA-256 of all numbers of a robot and its world; equal for equal ones, whichever files they are from."""
    return hashlib.sha256(_clearance.robot_text(robot).encode()).hexdigest()


def _read_again(kind: type[Robot], files: tuple[Any, ...], expected: str) -> Robot:
    robot = kind(*files)
    found = digest(robot)
    if found != expected:
        raise ValueError(f"{files[0]}: the robot or its world has changed since it was pickled: digest {found}, not {expected}")
    return robot
