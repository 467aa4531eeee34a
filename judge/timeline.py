"""What a trajectory in JSON says: joints as polynomials, bodies as motions at constant rates, and what may be off, cut at all break times. All of it exact."""

from bisect import bisect_right
from fractions import Fraction
from math import isqrt, sqrt
from typing import NamedTuple

from exact import IDENTITY, ONE, Pose, fixed, moving, norm, sine_cosine, turning, unit, up
from robot import pose_of
from strict import Unknown, known, number, numbers

FIRST = 300  # digits of square roots of fractions


def root(x: Fraction) -> tuple[Fraction, int]:
    """A square root, and how many units it is off at most."""
    return Fraction(isqrt((x.numerator << (2 * FIRST)) // x.denominator), 1 << FIRST), 1


def angle_of(sine: int, cosine: int) -> tuple[Fraction, int]:
    """The angle from 0 to a right angle of a unit vector that is off by at most 4 units, and how many units it is off at most.

    Newton's steps for a root of sin(target - angle); at the end |target - angle| <= 2 |sin(target - angle)|, which is known to the errors of its four factors.
    """
    angle = Fraction(0)
    for _ in range(200):
        s, c = sine_cosine(angle)
        step = (sine * c - cosine * s) >> 128
        angle += Fraction(step, ONE)
        if abs(step) <= 16:
            return angle, 2 * abs(step) + 64
    raise Unknown("an angle was not found")


class Carry(NamedTuple):
    """A body between two times: its pose at the first, the way of its origin and a turn about that by an angle (off by units) about a unit axis of the world."""

    begin: Pose
    way: tuple  # fractions
    axis: tuple  # units, each within 1
    angle: Fraction
    loose: int
    part: tuple  # the places in the motion where the stretch begins and ends

    def at(self, x: Fraction) -> Pose:
        place = self.part[0] + x * (self.part[1] - self.part[0])
        move = moving(tuple(place * w for w in self.way))
        turn = turning(self.axis, place * self.angle) if self.angle else IDENTITY
        turn = turn._replace(turned=turn.turned + self.loose)
        origin = self.begin.move
        turned = turn.then(self.begin._replace(move=(0, 0, 0), moved=0))
        return Pose(turned.rows, tuple(o + m for o, m in zip(origin, move.move)), turned.turned, self.begin.moved + move.moved + 2)

    def rest(self) -> tuple | None:
        """Where it stands, if it does not move over the stretch."""
        begin = self._replace(part=(0, 0), loose=0, way=(0, 0, 0), axis=(0, 0, 0), angle=Fraction(0))
        if not any(self.way) and not self.angle or self.part[0] == self.part[1] == 0:
            return begin
        return self if self.part[0] == self.part[1] else None

    def rates(self) -> tuple[int, int]:
        """No faster than the first number, nor turning faster than the second, over a unit of the stretch."""
        length = self.part[1] - self.part[0]
        speed = norm(tuple(fixed(length * w) for w in self.way)) + 4
        return speed, -fixed(-length * abs(self.angle)) + self.loose + 4


class Stretch(NamedTuple):
    """Between two break times: control points of each value, motions of the bodies, and how far both may be off; nothing is off where that is empty."""

    curves: list
    bodies: list
    sizes: tuple


def split(row: list, x: Fraction) -> tuple[list, list]:
    """Control points of both parts of a polynomial (P. de Casteljau)."""
    left, right = [], []
    while row:
        left.append(row[0])
        right.append(row[-1])
        row = [a + x * (b - a) for a, b in zip(row, row[1:])]
    return left, right[::-1]


def between(row: list, x0: Fraction, x1: Fraction) -> list:
    """Control points over a part."""
    if x1 != 1:
        row, x0 = split(row, x1)[0], x0 / x1
    return split(row, x0)[1] if x0 else row


class Timeline:
    """A trajectory of a robot among the bodies of its scene."""

    def __init__(self, given: dict, robot):
        known(given, "version id joints interpolation points pieces tube bodies")
        if given.get("version", 1) != 1 or given.get("joints", list(robot.variables)) != list(robot.variables):
            raise Unknown("expected version 1 of a trajectory of all joints, in their order")
        self.count, self.robot = len(robot.variables), robot
        points = [known(point, "time positions velocities accelerations tube") for point in given["points"]]
        kind = given.get("interpolation")
        self.tracks = self.pieces(given["pieces"], points) if kind == "pieces" else [self.joined(points, joint, kind) for joint in range(self.count)]
        self.start, self.end = min(t[0][0] for t in self.tracks), max(t[0][-1] for t in self.tracks)
        self.tubes = [(point["time"], self.sizes(point["tube"])) for point in points if "tube" in point]
        if "tube" in given:
            self.tubes.insert(0, (self.start, self.sizes(given["tube"])))
        if any(x > y for (x, _), (y, _) in zip(self.tubes, self.tubes[1:])):
            raise Unknown("tubes must begin one after the other")
        self.moving = {name: self.motion(name, body) for name, body in given.get("bodies", {}).items()}
        times = {t for breaks, _ in self.tracks for t in breaks} | {t for t, _ in self.tubes}
        times |= {t for motion, _ in self.moving.values() for t0, t1, _ in motion for t in (t0, t1)}
        self.times = sorted(t for t in times if self.start <= t <= self.end)
        if len(self.times) < 2:
            raise Unknown("a trajectory must take some time")
        self.stretches = [self.stretch(ends) for ends in zip(self.times, self.times[1:])]

    def sizes(self, given) -> list[float]:
        found = numbers(given, self.count) if isinstance(given, list) else [number(given)] * self.count
        if min(found, default=0) < 0:
            raise Unknown("a tube must not be negative")
        return found

    def joined(self, points: list, joint: int, kind) -> tuple[list, list]:
        """The break times and control points of a joint, as joint_trajectory_controller joins points."""
        if kind not in ("linear", "cubic", "quintic"):
            raise Unknown(f"no interpolation is called {kind!r}")
        value = lambda point, key: Fraction(numbers(point[key], self.count)[joint])  # noqa: E731
        times, curves = [number(point["time"]) for point in points], []
        for one, two in zip(points, points[1:]):
            if not one["time"] < two["time"]:
                raise Unknown("times must increase")
            t, p, q = Fraction(two["time"]) - Fraction(one["time"]), value(one, "positions"), value(two, "positions")
            row = [p, q]
            if kind != "linear":
                v, w = (value(point, "velocities") * t for point in (one, two))
                row = [p, p + v / 3, q - w / 3, q]
            if kind == "quintic":
                a, b = (value(point, "accelerations") * t * t / 20 for point in (one, two))
                row = [p, p + v / 5, p + 2 * v / 5 + a, q - 2 * w / 5 + b, q - w / 5, q]
            curves.append(row)
        return times, curves

    def pieces(self, given: dict, points: list) -> list:
        """Joints by pieces of constant jerk and trapezoids. Break times are floats; a piece or a phase takes the time between two of them."""
        known(given, " ".join(self.robot.variables))
        first, tracks = points[0], []
        for i, name in enumerate(self.robot.variables):
            p, v, a = (Fraction(numbers(first[key], self.count)[i]) for key in ("positions", "velocities", "accelerations"))
            breaks, curves = [number(first["time"])], []
            for piece in given.get(name, []):
                if "to" in piece:
                    phases, (p, v, a) = ramps(piece, p), (Fraction(number(piece["to"])), Fraction(0), Fraction(0))
                else:
                    phases, (p, v, a) = jerked(piece, p, v, a)
                for duration, row in phases:
                    if breaks[-1] + duration > breaks[-1]:
                        breaks.append(breaks[-1] + duration)
                        curves.append(row)
            tracks.append((breaks, curves, p))
        last = max(breaks[-1] for breaks, _, _ in tracks)
        for breaks, curves, p in tracks:
            if breaks[-1] < last:
                breaks.append(last)
                curves.append([p])
        return [(breaks, curves) for breaks, curves, _ in tracks]

    def motion(self, name: str, given: dict) -> tuple[list, list]:
        """The motions of a body with their times, or one without times where it stands; and six sizes that its pose may be off by."""
        known(given, "motion between velocity uncertain")
        points = [known(point, "time pose") for point in given.get("motion", [])]
        poses, times = [pose_of(point.get("pose")) for point in points], [number(point["time"]) for point in points]
        off = known(given.get("uncertain", {}), "translation rotation")
        sizes = [*numbers(off.get("translation", [0, 0, 0]), 3), *numbers(off.get("rotation", [0, 0, 0]), 3)]
        if min(sizes) < 0 or given.get("between", "twist") not in ("twist", "linear") or any(s >= t for s, t in zip(times, times[1:])):
            raise Unknown(f"the motion of {name!r} is none that the judge knows")
        if "velocity" in given:
            (time,), (pose,), rates = times, poses, known(given["velocity"], "linear angular")
            linear, angular = ([Fraction(x) * (Fraction(self.end) - Fraction(time)) for x in numbers(rates.get(k, [0, 0, 0]), 3)] for k in ("linear", "angular"))
            angle, loose = root(sum((x * x for x in angular), Fraction(0)))
            axis = unit(numbers(rates["angular"], 3)) if any(angular) else (ONE, 0, 0)
            return [(time, self.end, Carry(pose, tuple(linear), axis, angle, loose, (0, 1)))], sizes
        still = lambda pose: Carry(pose, (0, 0, 0), (ONE, 0, 0), Fraction(0), 0, (0, 0))  # noqa: E731
        if len(points) < 2:
            pose = poses[0] if points else self.robot.scene_pose(name)
            return [(float("-inf"), float("inf"), still(pose))], sizes
        found = []
        for i, (one, two) in enumerate(zip(points, points[1:])):
            where = [numbers((point.get("pose") or {}).get("translation", [0, 0, 0]), 3) for point in (one, two)]
            way = tuple(Fraction(b) - Fraction(a) for a, b in zip(*where))
            axis, angle, loose = arc(one.get("pose") or {}, two.get("pose") or {})
            found.append((times[i], times[i + 1], Carry(poses[i], way, axis, angle, loose, (0, 1))))
        return found, sizes

    def stretch(self, ends: tuple) -> Stretch:
        start, end = ends
        curves = []
        for breaks, rows in self.tracks:
            i = max(bisect_right(breaks, start, 0, len(breaks) - 1) - 1, 0)
            a, b = Fraction(breaks[i]), Fraction(breaks[i + 1])
            curves.append(between(rows[i], (Fraction(start) - a) / (b - a), min((Fraction(end) - a) / (b - a), Fraction(1))))
        sizes = next((own for time, own in reversed(self.tubes) if time <= start), [0.0] * self.count)
        off = (*sizes, *(size for _, own in self.moving.values() for size in own))
        return Stretch(curves, [self.carried(motion, ends) for motion, _ in self.moving.values()], off if any(off) else ())

    def chord(self, i: int, j: int) -> tuple[Stretch, list, list]:
        """The stretches from i to j as one: each value on the line from its first to its last one; the box of what that misses and of all that may be off; whether each body stands.

        Control points of a polynomial less those of a line, which are its values at equal distances, are those of the difference, and enclose it.
        """
        own, n = self.stretches[i:j], j - i
        sizes = [max(column) for column in zip(*(s.sizes for s in own if s.sizes))] or [0.0] * (self.count + 6 * len(self.moving))
        lines, box = [], [[-Fraction(size), Fraction(size)] for size in sizes]
        for v in range(self.count):
            p, q = (fixed(Fraction(x)) for x in (own[0].curves[v][0], own[-1].curves[v][-1]))
            missed = []
            for k, row in enumerate(s.curves[v] for s in own):
                d = max(len(row) - 1, 1)
                missed += [fixed(c) - p - ((k * d + m) * (q - p)) // (n * d) for m, c in enumerate(row * 2 if len(row) == 1 else row)]
            lines.append([Fraction(p, ONE), Fraction(q, ONE)])
            box[v][0] += Fraction(min(missed) - 4, ONE)
            box[v][1] += Fraction(max(missed) + 4, ONE)
        bodies = [carry._replace(part=(carry.part[0], carry.part[0])) for carry in own[0].bodies]
        stands = [rest is not None and all(s.bodies[b].rest() == rest for s in own) for b, rest in enumerate(carry.rest() for carry in own[0].bodies)]
        return Stretch(lines, bodies, ()), box, stands

    def carried(self, motion: list, ends: tuple) -> Carry:
        """What a body does over a stretch: before its first time it stands at that, after the last one there."""
        start, end = map(Fraction, ends)
        first, last = motion[0], motion[-1]
        if first[0] == float("-inf"):
            return first[2]
        if end <= first[0]:
            return first[2]._replace(part=(Fraction(0), Fraction(0)))
        for t0, t1, carry in motion:
            if t0 <= start and end <= t1:
                place = lambda t: (t - Fraction(t0)) / (Fraction(t1) - Fraction(t0))  # noqa: E731
                return carry._replace(part=(place(start), place(end)))
        return last[2]._replace(part=(Fraction(1), Fraction(1)))


def jerked(piece: dict, p: Fraction, v: Fraction, a: Fraction) -> tuple[list, tuple]:
    """A constant jerk from a state on, p + v t + a t²/2 + j t³/6, and the state at its end."""
    known(piece, "duration acceleration jerk")
    duration, j = number(piece["duration"]), Fraction(number(piece.get("jerk", 0)))
    a, t = Fraction(number(piece["acceleration"])) if "acceleration" in piece else a, Fraction(duration)
    if duration < 0:
        raise Unknown("a piece must not have a negative duration")
    end = p + v * t + a * t * t / 2 + j * t**3 / 6
    row = [p, p + v * t / 3, p + 2 * v * t / 3 + a * t * t / 6, end]
    return [(duration, row)], (end, v + a * t + j * t * t / 2, a + j * t)


def ramps(piece: dict, p: Fraction) -> list:
    """The three phases of a trapezoid of velocity from rest to rest: parabola, straight, parabola. The way is exact, times are floats."""
    within = "velocity" in piece
    known(piece, "to velocity acceleration" if within else "to duration ramp")
    q = Fraction(number(piece["to"]))
    way, length = q - p, abs(float(q) - float(p))
    if within:
        v, a = number(piece["velocity"]), number(piece["acceleration"])
        if not (v > 0 and a > 0):
            raise Unknown("a trapezoid needs a velocity and an acceleration above zero")
        reached = length * a >= v * v
        ramp = v / a if reached else sqrt(length / a)
        cruise = max(length / v - ramp, 0.0) if reached else 0.0
        part = min(Fraction(v) ** 2 / (2 * Fraction(a) * abs(way)), Fraction(1, 2)) if way else Fraction(0)
    else:
        duration, ramp = number(piece["duration"]), number(piece["ramp"])
        if not (duration > 0 and 0 <= 2 * ramp <= duration):
            raise Unknown("the ramps of a trapezoid must fit into its duration")
        cruise, part = duration - 2 * ramp, Fraction(ramp) / (2 * (Fraction(duration) - Fraction(ramp)))
    up, down = p + part * way, q - part * way
    return [(ramp, [p, p, up]), (cruise, [up, down]), (ramp, [down, q, q])]


def arc(one: dict, two: dict) -> tuple[tuple, Fraction, int]:
    """The shorter turn from one pose to another, of quaternions: its axis, its angle, and how many units that is off."""
    if {k: v for k, v in one.items() if k != "translation"} == {k: v for k, v in two.items() if k != "translation"}:
        return (ONE, 0, 0), Fraction(0), 0
    if "rpy" in one or "rpy" in two:
        raise Unknown("the judge does not know motions between poses by roll, pitch and yaw")
    p, q = ([Fraction(x) for x in numbers(pose.get("quaternion", [1, 0, 0, 0]), 4)] for pose in (one, two))
    # q p*, of any length.
    w = sum(a * b for a, b in zip(p, q))
    v = [
        p[0] * q[1] - p[1] * q[0] - (q[2] * p[3] - q[3] * p[2]),
        p[0] * q[2] - p[2] * q[0] - (q[3] * p[1] - q[1] * p[3]),
        p[0] * q[3] - p[3] * q[0] - (q[1] * p[2] - q[2] * p[1]),
    ]
    if not any(v):
        return (ONE, 0, 0), Fraction(0), 0
    if w == 0:
        raise Unknown("a body turns by half a turn, which is no shorter way")
    if w < 0:
        w, v = -w, [-x for x in v]
    squared = sum(x * x for x in v)
    length, sine = root(squared + w * w)[0], root(squared)[0]
    # Half of the angle is from 0 to a right angle.
    half, loose = angle_of(fixed(sine / length), fixed(w / length))
    return unit(v), 2 * half, 2 * loose
