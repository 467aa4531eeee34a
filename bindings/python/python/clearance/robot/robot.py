"""Robots from URDF, MJCF and SDF files or DH tables, in a world of bodies that do not move."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from .. import _clearance, pages
from ..hints import hinted, shown
from ..pages import File, existing
from ..xacro import expanded, is_xacro
from .approaches import ApproachQueries
from .clearances import ClearanceQueries
from .constraints import ConstraintQueries
from .follow import FollowQueries
from .hands import HandQueries
from .inverse import InverseQueries
from .model import Configuration, Rest, rest_of
from .paths import PathQueries
from .plans import PlanQueries
from .proposals import PairQueries
from .ranges import RangeQueries
from .task import TaskQueries
from .trajectories import TrajectoryQueries

if TYPE_CHECKING:
    from typing_extensions import Self

World = Union[File, dict[str, Any], None]
"""The bodies that do not move: a scene of docs/reference/formats.md, or its path; None if there are none."""

Held = Union[File, dict[str, Any]]
"""Bodies that a robot holds: ``{"bodies": [{"name", "link", "shape", "pose", "touch": [link, ..]}]}`` at poses in the link's frame, or a file."""


Base = Optional[Literal["fixed", "planar", "floating"]]
"""How the root of a robot moves in the world; None: as its files say."""


@hinted
class Robot(
    ClearanceQueries,
    PathQueries,
    ApproachQueries,
    TrajectoryQueries,
    PlanQueries,
    InverseQueries,
    FollowQueries,
    PairQueries,
    RangeQueries,
    HandQueries,
    ConstraintQueries,
    TaskQueries,
):
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
    # What was made of the robot of the files, in order: the names of methods and their arguments.
    _changes: tuple[tuple[str, tuple[Any, ...]], ...]

    def __new__(cls, file: File, model: dict[str, Any], scene: World) -> Robot:
        robot = super().__new__(cls, file, model, scene)
        world = copy.deepcopy(scene) if scene is None or isinstance(scene, dict) else os.path.abspath(scene)
        robot._files, robot._changes = (os.path.abspath(file), model, world), ()
        return robot

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_again, (type(self), self._files, digest(self), self._changes)

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
        base: Base = None,
        limits: Optional[Mapping[str, tuple[float, float]]] = None,
        xacro: Optional[Mapping[str, Any]] = None,
    ) -> Robot:
        """The robot of a URDF file.

        Parameters
        ----------
        srdf : path, optional
            Says which pairs are not checked; without it neighbours are not.
        packages : mapping of names to folders, optional
            The folders of ``package://NAME/``.
        scene : path or dict, optional
            The bodies of the world: a scene of docs/reference/formats.md. Its rules may name links.
        ignore_mimic : bool
            Whether joints that mimic others get values of their own.
        links : "adaptive", "hull", "parts" or "mesh"
            The representation of collision meshes: convex hulls, convex parts that contain them, or triangles, which are surfaces. "adaptive": the meshes as they are;
            hulls are checked first, and triangles with what they enclose where hulls touch.
        attach : sequence of paths or dicts
            Bodies that the robot holds.
        allow : sequence of pairs of names
            Two links, or a link and a body, that are not checked.
        padding : mapping of links to lengths, optional
            All pairs with the link count as nearer by so much than they are.
        base : "fixed", "planar" or "floating", optional
            How the root moves in the world, if not as a planar virtual joint of the SRDF says: not at all, and planar,
            floating and ball joints are held as well; by ``base/x``, ``base/y`` and ``base/theta`` in the plane z = 0;
            freely, by ``base/x``, ``base/y``, ``base/z``, ``base/roll``, ``base/pitch`` and ``base/yaw``. These values
            come first in configurations; with an SRDF they have the name of its planar or floating virtual joint.
        limits : mapping of joints to (low, high), optional
            The least and the greatest value of joints. ``"x"`` is ``"base/x"`` if no other joint has an x. Plans need
            limits of joints that slide.
        xacro : mapping, optional
            The values of ``<xacro:arg>``. Files that end in ``.xacro``, or have elements of xacro, are expanded by the
            package ``xacrodoc`` or ``xacro`` (``pip install 'clearance[xacro]'``), to a file of temporary ones.

        Raises
        ------
        ValueError
            Names the file, the line and the element, and what was expected.

        Examples
        --------
        A cart of 0.6 by 0.4 beside a wall whose face is at y = 1: along it the cart's side is at 0.5 + 0.2.

        >>> import clearance as cl, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "cart.urdf")
        >>> box = '<collision><geometry><box size="0.6 0.4 0.2"/></geometry></collision>'
        >>> _ = file.write_text(f'<robot name="cart"><link name="body">{box}</link></robot>')
        >>> wall = {"kind": "box", "half_extents": [5, 0.5, 1]}
        >>> world = {"bodies": [{"name": "wall", "shape": wall, "pose": {"translation": [0, 1.5, 0]}}]}
        >>> cart = cl.Robot.from_urdf(file, scene=world, base="planar", limits={"x": (-3, 3), "y": (-3, 3)})
        >>> cart.variables, round(cart.clearance([2, 0.5, 0]).signed_distance, 12)
        (('base/x', 'base/y', 'base/theta'), 0.3)
        """
        model = _model(srdf, attach=attach, allow=allow, padding=padding, base=base, limits=limits)
        model["packages"] = [(name, os.path.abspath(folder)) for name, folder in (packages or {}).items()]
        return cls(_plain(existing(file), xacro), model | {"ignore_mimic": ignore_mimic, "links": links}, scene)

    @classmethod
    def from_file(cls, file: File, **options: Any) -> Robot:
        """The robot of a URDF, MJCF or SDF file, by its root element, or of a DH table in JSON; options as of :meth:`from_urdf`."""
        return cls.from_urdf(file, **options)

    @classmethod
    def from_mujoco(cls, model: Any, **options: Any) -> Robot:
        """The robot of a ``mujoco.MjModel``, or of a ``mujoco.MjSpec``, which is compiled.

        Bodies are links and hinges and slides joints, by their names. A free joint has six values, a ball joint three:
        ``clearance.mujoco.configuration(model, data.qpos)`` is the configuration of the numbers of MuJoCo. With
        ``base="fixed"`` they are held where the model places their bodies. Geoms collide with those that they collide
        with in MuJoCo, and planes are bodies of the world. Options as of :meth:`from_urdf`.

        The model is written as MJCF to the folder of temporary files, under the digest of its text: the robot is pickled as that file.
        """
        from ..mujoco import mjcf

        if not hasattr(model, "compile") and not hasattr(model, "nbody"):
            raise TypeError(f"model must be a mujoco.MjModel or a mujoco.MjSpec, got {shown(model)}")
        return cls.from_urdf(_kept(mjcf(model.compile() if hasattr(model, "compile") else model)), **options)

    @classmethod
    def from_pinocchio(cls, model: Any, geometry: Any, **options: Any) -> Robot:
        """The robot of a ``pinocchio.Model`` and its ``pinocchio.GeometryModel``.

        Joints are links and joints by their names, revolute and prismatic ones of any axis and joints without end.
        Free-flyers, planar, spherical and translating joints have values by name, such as ``root_joint/x``:
        ``clearance.pinocchio.configuration(model, q)`` is the configuration of a ``q`` of Pinocchio. With ``base="fixed"``
        they are held at their placements, as universal joints always are. A geometry is a convex shape of coal or the mesh of a BVH model; the pairs that are checked are ``geometry.collisionPairs``. Options
        as of :meth:`from_urdf`. Kept as a file, as by :meth:`from_mujoco`.

        Raises
        ------
        ValueError
            Names the joint or geometry that this package does not know.
        """
        from ..pinocchio import mjcf

        if not hasattr(model, "names"):
            raise TypeError(f"model must be a pinocchio.Model, got {shown(model)}")
        if not hasattr(geometry, "geometryObjects"):
            raise TypeError(f"geometry must be a pinocchio.GeometryModel, got {shown(geometry)}")
        return cls.from_urdf(_kept(mjcf(model, geometry, holds=options.get("base") == "fixed")), **options)

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
        base: Base = None,
        limits: Optional[Mapping[str, tuple[float, float]]] = None,
    ) -> Robot:
        """The robot of a DH table in JSON, see docs/reference/formats.md; parameters as of :meth:`from_urdf`."""
        model = _model(srdf, attach=attach, allow=allow, padding=padding, base=base, limits=limits)
        return cls(existing(file), model, scene)

    def group(self, names: Union[str, Sequence[str], Sequence[int]], rest: Rest = None) -> Self:
        """The robot of which some joints move and all others stand still.

        Plans, :meth:`inverse`, regions, roadmaps, :meth:`follow` and repairs move the group only. It shares links,
        meshes and world with this robot, so it costs nothing. Answers are of whole configurations: what stands still
        has the value of the start in all of a path, to the bit. A list may have the values of ``moving`` only.

        Parameters
        ----------
        names : str or sequence
            Groups of the SRDF (``groups``), joints, or places of values: ``"arm"``, ``["left_arm", "right_arm"]``,
            ``[0, 1, 2]``. Values of a list are in the order of ``variables`` within a group, and of joints that are
            named one by one in the order of the names.
        rest : str or configuration, optional
            Where the others stand when a configuration says nothing else: a group state of the SRDF, or values by name.
            Else at zero, or in the middle of limits that are without it; see ``at_rest``.

        Raises
        ------
        ValueError
            Names what is no group, a joint that is in two of the names, or a group that moves no joint.

        Examples
        --------
        >>> import clearance as cl, json, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row, row], "shapes": [{"link": 2, "shape": ball}]}))
        >>> upper = cl.Robot.from_dh(file).group([0], rest=[0, 0.5])
        >>> len(upper.moving), list(upper.at_rest.values())
        (1, [0.5])
        >>> plan = upper.plan([0.2], [1])
        >>> plan.path[-1], {q[1] for q in plan.path}
        ((1.0, 0.5), {0.5})
        """
        given = names if isinstance(names, str) else ",".join(str(name) for name in names)
        return self._changed("_with_group", (given, rest_of(rest)))

    def _changed(self, method: str, arguments: tuple[Any, ...]) -> Self:
        """The robot of what a method of the compiled part makes of this one; pickled as the files and what was made of them."""
        robot = _clearance.Robot.__new__(type(self), getattr(self, method)(*arguments))
        robot._files, robot._changes = self._files, (*self._changes, (method, arguments))
        return robot

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


def _plain(file: File, arguments: Optional[Mapping[str, Any]]) -> File:
    """The file, or what is expanded of a xacro file."""
    if not is_xacro(os.fspath(file)):
        if arguments is not None:
            raise ValueError(f"xacro: {os.fspath(file)} is no xacro file, so it has no arguments")
        return file
    return _kept(expanded(os.fspath(file), arguments))


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
    base: Base,
    limits: Optional[Mapping[str, tuple[float, float]]],
) -> dict[str, Any]:
    """The arguments that describe a robot in addition to its file, as the compiled part reads them."""
    return {
        "srdf": None if srdf is None else os.path.abspath(existing(srdf)),
        "packages": [],
        "ignore_mimic": False,
        "links": "adaptive",
        "attach": [_held(held) for held in attach],
        "allow": [(a, b) for a, b in allow],
        "padding": [(link, float(length)) for link, length in (padding or {}).items()],
        "base": base,
        "limits": [(joint, [float(low), float(high)]) for joint, (low, high) in (limits or {}).items()],
    }


def _held(held: Held) -> tuple[str, str]:
    """The text, and the folder that its meshes are named from."""
    if isinstance(held, dict):
        return json.dumps(held), os.path.abspath(".")
    with open(held, encoding="utf-8") as file:
        return file.read(), os.path.dirname(os.path.abspath(held))


def digest(robot: _clearance.Robot) -> str:
    """The SHA-256 of all numbers of a robot and its world; equal for equal ones, whichever files they are from."""
    return hashlib.sha256(_clearance.robot_text(robot).encode()).hexdigest()


def _read_again(kind: type[Robot], files: tuple[Any, ...], expected: str, changes: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Robot:
    robot = kind(*files)
    for method, arguments in changes:
        robot = robot._changed(method, arguments)
    found = digest(robot)
    if found != expected:
        raise ValueError(f"{files[0]}: the robot or its world has changed since it was pickled: digest {found}, not {expected}")
    return robot
