"""A recorded motion, and what must hold of its times and values."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Optional

import numpy as np
import numpy.typing as npt

from ..hints import hinted
from ..trajectories import Trajectory

if TYPE_CHECKING:
    from ..robot.robot import Robot

Gaps = Literal["error", "keep", "split"]
"""What a gap in time is: an error, a straight line from one row to the next, or the end of a recording."""

TimeUnit = Literal["s", "ms", "us", "ns"]
"""The unit of times in a file."""

SECONDS: Mapping[str, float] = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}

LONGEST_STEP = 1000.0
"""Rows farther apart than this many seconds are no motion: their times have another unit."""

GAP = 10.0
"""A step of more than this many usual ones is a gap."""

BEYOND = 1e-3
"""Radians or metres by which recorded values may be beyond a limit: encoders are not more exact."""


@hinted
@dataclass(frozen=True, eq=False)
class Recording:
    """Values of joints at times, as they were recorded.

    Attributes
    ----------
    name
        The file, with its topic or episode.
    joints
        The names of the columns.
    times
        Seconds from the first row, increasing.
    positions
        One row for each time, one column for each joint, in the units of the file.
    rows
        The number of each row in the file, for messages.
    start_ns
        When the first row is, in nanoseconds since 1970; None if the file does not say.
    """

    name: str
    joints: tuple[str, ...]
    times: npt.NDArray[np.float64]
    positions: npt.NDArray[np.float64]
    rows: npt.NDArray[np.int64]
    start_ns: Optional[int] = None

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        length = self.times[-1] if len(self) else 0.0
        return f"<Recording {self.name}: {len(self)} rows of {len(self.joints)} joints over {length:g} s>"

    def trajectory(
        self,
        robot: Robot,
        *,
        names: Optional[Mapping[str, str]] = None,
        ignore: Sequence[str] = (),
        degrees: bool = False,
        tube: Optional[float] = None,
        bodies: Optional[Mapping[str, Any]] = None,
    ) -> Trajectory:
        """The recording as a trajectory of a robot: straight lines between rows.

        Warns of values beyond the limits of position of their joints, as exchanged columns have.

        Parameters
        ----------
        robot : Robot
            Whose joints are moved. Joints of the robot that the recording does not have are left to ``rest`` of the question.
        names : dict, optional
            The joint of each column that has another name.
        ignore : sequence of str
            Columns that are no joints.
        degrees : bool
            Whether angles are in degrees; lengths of prismatic joints stay metres.
        tube : float, optional
            A bound on the error of each joint at any time, radians or metres.
        bodies : dict, optional
            Motions of bodies of the scene by name, as of :class:`clearance.Trajectory` and
            :func:`clearance.recordings.read_transforms`.

        Raises
        ------
        ValueError
            For a column that is no joint of the robot, and two columns of one joint.

        Examples
        --------
        >>> import clearance as cl, json, pathlib, tempfile
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> row, ball = {"theta": 0, "d": 0, "a": 1, "alpha": 0, "type": "revolute"}, {"kind": "sphere", "radius": 0.25}
        >>> _ = (folder / "arm.json").write_text(json.dumps({"dh": [row], "shapes": [{"link": 1, "shape": ball}]}))
        >>> arm = cl.Robot.from_dh(folder / "arm.json")
        >>> _ = (folder / "log.csv").write_text("time,motor,current\\n0,0,0.1\\n2,180,0.3\\n")
        >>> log = cl.recordings.read_csv(folder / "log.csv")
        >>> log.trajectory(arm, names={"motor": "joint1"}, ignore=["current"], degrees=True).to_dict()["points"][1]
        {'time': 2.0, 'positions': [3.141592653589793]}
        """
        wanted, values = self.values(robot, names=names, ignore=ignore, degrees=degrees)
        return Trajectory(self.times, values, joints=wanted, tube=tube, bodies=bodies)

    def values(
        self,
        robot: Robot,
        *,
        names: Optional[Mapping[str, str]] = None,
        ignore: Sequence[str] = (),
        degrees: bool = False,
    ) -> tuple[list[str], npt.NDArray[np.float64]]:
        """The joints of a robot that are recorded, and their values in radians and metres; see :meth:`trajectory`."""
        joints = {joint.name: joint for joint in robot.joints if joint.mimics is None and joint.type != "fixed"}
        renamed = dict(names or {})
        for column in [*renamed, *ignore]:
            if column not in self.joints:
                raise ValueError(f"{self.name}: no column is named {column!r}, it has {', '.join(self.joints)}")
        columns = [i for i, column in enumerate(self.joints) if column not in ignore]
        wanted = [renamed.get(self.joints[i], self.joints[i]) for i in columns]
        for column, joint in zip((self.joints[i] for i in columns), wanted):
            if joint not in joints:
                raise ValueError(
                    f"{self.name}: {column!r} is no joint of the robot, which has {', '.join(joints)}; "
                    f"pass names={{{column!r}: ..}} or ignore=[{column!r}]"
                )
            if wanted.count(joint) > 1:
                raise ValueError(f"{self.name}: two columns are the joint {joint!r}")
        values = self.positions[:, columns].copy()
        for place, joint in enumerate(wanted):
            if degrees and joints[joint].type != "prismatic":
                values[:, place] *= math.pi / 180
            self._warn_beyond(joint, joints[joint].limits, values[:, place])
        return wanted, values

    def _warn_beyond(
        self, joint: str, limits: Optional[tuple[float, float]], values: npt.NDArray[np.float64]
    ) -> None:
        if limits is None:
            return
        beyond = np.flatnonzero((values < limits[0] - BEYOND) | (values > limits[1] + BEYOND))
        if len(beyond):
            place = int(beyond[0])
            warnings.warn(
                f"{self.name}, row {self.rows[place]}: {joint} is {values[place]:g}, beyond its limits {limits[0]:g} to {limits[1]:g} "
                f"(in {len(beyond)} of {len(values)} rows): check the names and the units of the columns",
                stacklevel=4,
            )


def checked(recording: Recording, unit: TimeUnit, gaps: Gaps) -> Iterator[Recording]:
    """The recording with times in seconds from its first row: one, or several between gaps.

    Raises
    ------
    ValueError
        Names the row of a value that is no number, of times that do not increase, and of a gap.
    """
    if unit not in SECONDS:
        raise ValueError(f"time_unit must be one of {', '.join(SECONDS)}, got {unit!r}")
    if gaps not in ("error", "keep", "split"):
        raise ValueError(f'gaps must be "error", "keep" or "split", got {gaps!r}')
    name, times, rows = recording.name, recording.times, recording.rows
    if not len(times):
        raise ValueError(f"{name}: no rows")
    for column, values in [("time", times), *zip(recording.joints, recording.positions.T)]:
        odd = np.flatnonzero(~np.isfinite(values))
        if len(odd):
            raise ValueError(f"{name}, row {rows[odd[0]]}, {column}: expected a finite number, got {values[odd[0]]}")
    times = (times - times[0]) * SECONDS[unit]
    steps = np.diff(times)
    back = np.flatnonzero(steps <= 0)
    if len(back):
        place = int(back[0])
        what = "is that of the row before" if steps[place] == 0 else f"goes back by {-steps[place]:g} s"
        raise ValueError(f"{name}, row {rows[place + 1]}: the time {what}; times must increase")
    usual = float(np.median(steps)) if len(steps) else 0.0
    if usual > LONGEST_STEP:
        raise ValueError(f'{name}: rows are {usual:g} s apart; for other units pass time_unit="ns", "us" or "ms"')
    breaks = np.flatnonzero(steps > GAP * usual) + 1
    if len(breaks) and gaps == "error":
        place = int(breaks[0])
        raise ValueError(
            f"{name}, row {rows[place]}: the time jumps by {steps[place - 1]:g} s where rows are {usual:g} s apart; "
            'pass gaps="keep" for a straight line between both rows, or gaps="split" for two recordings'
        )
    edges = [0, *breaks, len(times)] if gaps == "split" else [0, len(times)]
    for part, (start, end) in enumerate(zip(edges, edges[1:])):
        here = slice(start, end)
        label = f"{name}, part {part + 1}" if len(edges) > 2 else name
        # The first row of all is the time that the file's start is of.
        began = None if recording.start_ns is None else recording.start_ns + round(float(times[start]) * 1e9)
        yield replace(
            recording,
            name=label,
            times=times[here] - times[start],
            positions=recording.positions[here],
            rows=rows[here],
            start_ns=began,
        )
