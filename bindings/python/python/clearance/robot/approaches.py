"""The closest approach of a robot's motion: the least signed distance of all pairs, when it is attained, and by which pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Optional, Union

from .. import _clearance
from .._clearance import Pose
from ..hints import hinted
from ..trajectories import Trajectory
from ..values import TimesBelow
from ..vectors import Vector, number
from .model import Configuration, Model, Rest, rest_of
from .paths import refuse_rest


@dataclass(frozen=True)
class ClosestApproach:
    """The closest approach of a motion: no signed distance of any pair at any time is below ``lower``, and ``upper`` is attained.

    Attributes
    ----------
    lower, upper
        Bounds of the least signed distance, in metres; ``lower`` is -inf where a body is in contact with triangles of a mesh.
    t_lower, t_upper
        The least distance is attained within these times and at no other: in segments of a path, in seconds of a trajectory.
    time
        When ``upper`` is attained.
    pair
        Two links, or a link and a body.
    witness_a, witness_b
        The closest points of the pair at that time, in the world.
    configuration, bodies
        The joint values and the poses of moving bodies at that time, with the errors that bring the pair nearest.
    complete
        Whether the bounds are as near as was asked; a long search ends before.
    """

    lower: float
    upper: float
    t_lower: float
    t_upper: float
    time: float
    pair: tuple[str, str]
    witness_a: Vector
    witness_b: Vector
    configuration: tuple[float, ...]
    bodies: Mapping[str, Pose] = field(default_factory=dict)
    complete: bool = True


@hinted
class ApproachQueries(Model):
    """The queries of a robot about the closest approach of a motion."""

    __slots__ = ()

    def closest_approach(
        self, path: Union[Sequence[Configuration], Trajectory], *, within: float = 1e-6, rest: Rest = None
    ) -> Optional[ClosestApproach]:
        """The least signed distance of all pairs over a whole path or trajectory, with proven bounds; None without pairs.

        Parameters
        ----------
        path : sequence of Configuration, or Trajectory
            The path is straight between configurations. Of a trajectory all that is within its tube and its boxes of poses counts.
        within : float
            The largest distance between the bounds, in metres.
        rest : str or dict, optional
            The values of joints that a trajectory does not name: a group state of the SRDF, or a configuration.

        Examples
        --------
        A ball at the end of an arm of length 1 turns by half a turn past a ball 3 m away; both have radius 0.25:

        >>> import clearance as cl, json, math, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
        >>> world = {"bodies": [{"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}]}
        >>> found = cl.Robot.from_dh(file, scene=world).closest_approach([[0], [math.pi]])
        >>> found.pair, found.lower <= 1.5 <= found.upper, round(found.time, 2)
        (('link1', 'post'), True, 0.5)
        """
        if isinstance(path, Trajectory):
            found = _clearance.trajectory_approach(self, path.to_json(), rest_of(rest), number("within", within))
        else:
            refuse_rest(rest)
            found = _clearance.robot_approach(self, list(path), number("within", within))
        if found is None:
            return None
        (least, times, time), (pair, witness_a, witness_b), (values, bodies), complete = found
        return ClosestApproach(*least, *times, time, pair, witness_a, witness_b, tuple(values), dict(bodies), complete)

    def times_below(
        self,
        path: Union[Sequence[Configuration], Trajectory],
        distance: float,
        *,
        within: float = 1e-6,
        rest: Rest = None,
    ) -> list[TimesBelow]:
        """All times of a path or trajectory at which some pair is within a distance: at all others, every pair is proven to be farther apart.

        Parameters
        ----------
        path : sequence of Configuration, or Trajectory
            The path is straight between configurations. Of a trajectory all that is within its tube and its boxes of poses counts.
        distance : float
            In metres.
        within : float
            How near to the distance the pairs are at the ends of each stretch, in metres.
        rest : str or dict, optional
            The values of joints that a trajectory does not name: a group state of the SRDF, or a configuration.

        Examples
        --------
        A ball at the end of an arm of length 1 turns past a ball 3 m away; both have radius 0.25. At 60 degrees the centres are
        √(10 − 6 sin 60°) apart:

        >>> import clearance as cl, json, math, pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp(), "arm.json")
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = file.write_text(json.dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
        >>> world = {"bodies": [{"name": "post", "shape": ball, "pose": {"translation": [0, 3, 0]}}]}
        >>> near = math.sqrt(10 - 6 * math.sin(math.radians(60))) - 0.5
        >>> (found,) = cl.Robot.from_dh(file, scene=world).times_below([[0], [math.pi]], near)
        >>> round(180 * found.t_lower, 3), round(180 * found.t_upper, 3), found.proven
        (60.0, 120.0, True)
        """
        if isinstance(path, Trajectory):
            given = (self, path.to_json(), rest_of(rest), number("distance", distance), number("within", within))
            found = _clearance.trajectory_times_below(*given)
        else:
            refuse_rest(rest)
            found = _clearance.robot_times_below(self, list(path), number("distance", distance), number("within", within))
        return [TimesBelow(*stretch) for stretch in found]
