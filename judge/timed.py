"""Certificates of trajectories: entries over stretches between break times, each for a box of what may be off, or over several stretches.

In the frame of an axis n a point x of a body is moved by joints 1..m, counted from that frame: with rates of at most v_k over half an interval h, and off by |e_k| <= eps_k. With eta_k =
v_k h, H_k = eta_k + eps_k, w_k = (n × z_k)·(x - o_k) or n·z_k for a slide, and R_k not below the distance from axis k wherever joints beyond k carry the point (1 for a slide), |dj dk x| <= R_k
for j <= k, zero for a slide j; along n it is at most sigma_j R_k, since n·(z_j × v) = (n × z_j)·v, with sigma_j = |n × z_j| + sum of H_l for the turns l between the frame and j. So what is off lowers n·x by no more
than sum eps_k |w_k| + 1/2 sum sum (H_j H_k - eta_j eta_k) sigma_min(j,k) R_max(j,k), and by no more than sum eps_k R_k.
A body whose pose is off, P (Exp(phi) y + t), is so by E in any direction before all joints, which turn against the frame by no more than the sum of H_k.
"""

from fractions import Fraction
from math import frexp

from digests import compare
from exact import AXES, ONE, cross, dot, fixed, fixed_up, moving, norm, turning, unit, up
from robot import Unknown, known, number, numbers
from shapes import encloses
from timeline import Timeline, between, root

LOOSE = 1024  # units that an axis is off by in its frame, as in judge.py
POSE = 6  # a translation and a rotation vector


def class_of_moments(moment_class):
    """Moments of a stretch, on top of those of paths."""

    class TimedMoment(moment_class):
        def __init__(self, robot, timeline, stretch, x: Fraction, error: list):
            count = len(robot.variables)
            q = [value(row, x) + (error[i] if error else 0) for i, row in enumerate(stretch.curves)]
            super().__init__(robot, q)
            self.written, self.lines, self.turned = {}, {}, {}
            first = len(robot.joints) - 2 * len(stretch.bodies)
            for i, carry in enumerate(stretch.bodies):
                own, frame = carry.at(x), first + 2 * i + 1
                off = error[count + POSE * i :][:POSE] if error else [Fraction(0)] * POSE
                self.written[frame], self.lines[frame] = own, (carry.axis, own.move, own.moved)
                self.turned[frame] = fixed_up(root(sum(x * x for x in off[3:]))[0]) + 1
                self.poses[frame - 1] = self.poses[frame] = own.then(off_pose(off))

        def reach(self, body, frame: int) -> int:
            """A body that turns does so about its written origin, whatever its pose is off by."""
            if frame not in self.lines:
                return super().reach(body, frame)
            (axis, origin, moved), own = self.lines[frame], self.poses[body.frame]
            z, way = own.turn_back(axis), tuple(x - t for x, t in zip(origin, own.move))
            o, turned = own.turn_back(way), own.turned + 12
            moved += own.moved + up(own.turned * norm(way)) + 3
            return body.shape.reach(z, o) + moved + up(2 * turned * (body.shape.size + norm(o)))

    return TimedMoment


def value(row: list, x: Fraction) -> Fraction:
    while len(row) > 1:
        row = [a + x * (b - a) for a, b in zip(row, row[1:])]
    return row[0]


def off_pose(e: list):
    """x -> Exp(phi) x + t."""
    angle, loose = root(sum(x * x for x in e[3:]))
    turn = turning(unit(e[3:]), angle) if any(e[3:]) else moving((0, 0, 0))
    return moving(e[:3]).then(turn._replace(turned=turn.turned + loose))


def largest(row: list, order: int) -> Fraction:
    """Not below the derivative over 0 <= x <= 1: the largest control point of it."""
    for _ in range(order):
        row = [(len(row) - 1) * (b - a) for a, b in zip(row, row[1:])]
    return max(map(abs, row), default=Fraction(0))


class Timed:
    """Checks the certificate of a trajectory."""

    def __init__(self, judge, certificate: dict, classes: tuple):
        known(certificate, "version what id digests trajectory closer finer pairs cells entries")
        if certificate["version"] != 1:
            raise Unknown(f"expected version 1, got {certificate['version']!r}")
        judge_class, moment_class = classes
        self.certificate, self.make = certificate, class_of_moments(moment_class)
        self.robot = judge.robot.carrying(certificate["trajectory"].get("bodies", {}))
        self.timeline = Timeline(certificate["trajectory"], judge.robot)
        self.judge = judge_class(self.robot, judge.expected)
        self.judge.compares = judge.compares
        self.checked = self.judge.closely(certificate)
        self.cells = [(numbers(cell["lower"], None), numbers(cell["upper"], None)) for cell in certificate.get("cells", []) if known(cell, "lower upper")]
        self.first = len(self.robot.joints) - 2 * len(self.timeline.moving)
        self.index, self.stretch, self.moments = 0, None, {}  # the stretch at hand, where it begins, and moments of it

    def check(self) -> str:
        listed = [tuple(pair) for pair in self.certificate["pairs"]]
        if set(listed) != set(self.checked) or len(listed) != len(self.checked):
            raise Unknown(f"the list of pairs lacks {set(self.checked) - set(listed) or 'none'} and has {set(listed) - set(self.checked) or 'none'} too many")
        compare(self.judge, self.certificate, {pair: self.checked[pair] for pair in listed}, "path constraints")
        stretches = self.timeline.stretches
        start = self.make(self.robot, self.timeline, stretches[0], Fraction(0), [])
        for hull, body in self.judge.sides:
            if not self.judge.outside(hull, body, start):
                raise Unknown(f"{body.label} may be inside of {hull.label}")
        own: dict = {}
        runs: dict = {pair: [] for pair in listed}
        for entry in self.certificate["entries"]:
            t0, t1 = number(known(entry, "pair t0 t1 axis frame bound cell")["t0"]), number(entry["t1"])
            pair, i, is_run = tuple(entry["pair"]), int(t0), t1 > int(t0) + 1
            if pair not in runs or not 0 <= t0 < t1 <= len(stretches) or is_run and (t0 != i or t1 != int(t1) or "cell" in entry):
                raise Unknown(f"entry of {entry['pair']} over [{t0}, {t1}]: no such pair, or neither in one stretch of the trajectory nor over some of them")
            if is_run:
                runs[pair].append((i, int(t1), entry))
            else:
                own.setdefault((i, pair), []).append((self.region(entry, i), entry))
        for pair, over in runs.items():
            reached = 0
            for begin, end in [*sorted((i, j) for i, j, _ in over), (len(stretches),) * 2]:
                for i in range(reached, begin):
                    if not covers([((Fraction(i), Fraction(i + 1)), *self.whole(i))], [region for region, _ in own.get((i, pair), [])]):
                        raise Unknown(f"the pair {pair} is not covered between {self.timeline.times[i]} s and {self.timeline.times[i + 1]} s")
                reached = max(reached, end)
        for (i, _), entries in sorted(own.items(), key=lambda item: item[0][0]):
            if i != self.index or self.stretch is not stretches[i]:
                self.index, self.stretch, self.moments = i, stretches[i], {}
            for region, entry in entries:
                self.entry(entry, region)
        self.check_runs([run for over in runs.values() for run in over])
        least = min((number(entry["bound"]) for entry in self.certificate["entries"]), default=float("inf"))
        span = f"from {self.timeline.start} s to {self.timeline.end} s"
        return f"valid, clearance at least {least}, {len(listed)} pairs, {len(self.certificate['entries'])} entries, {span}"

    def check_runs(self, runs: list) -> None:
        """Entries over several stretches hold over their chord, whatever it misses; of bodies that move on their own it says nothing."""
        place = None
        for i, j, entry in sorted(runs, key=lambda run: run[:2]):
            if (i, j) != place:
                place, self.index, self.moments = (i, j), 0, {}
                self.stretch, box, stands = self.timeline.chord(i, j)
            frames = [body.frame for body in self.checked[tuple(entry["pair"])][:2] if not isinstance(body.shape, tuple)]
            if not all(stands[(frame - self.first) // 2] for frame in frames if frame >= self.first):
                raise Unknown(f"a body that moves has no entry over several stretches: {entry}")
            self.entry(entry, [(Fraction(0), Fraction(1)), *box])

    def whole(self, i: int) -> list:
        return [(-Fraction(size), Fraction(size)) for size in self.timeline.stretches[i].sizes]

    def region(self, entry: dict, i: int) -> list:
        """The time and the box of errors that an entry is about."""
        whole = self.whole(i)
        if "cell" in entry:
            if type(entry["cell"]) is not int or not 0 <= entry["cell"] < len(self.cells):
                raise Unknown(f"no cell is at {entry['cell']!r}")
            lower, upper = self.cells[entry["cell"]]
            cell = [(Fraction(low), Fraction(high)) for low, high in zip(lower, upper, strict=True)]
            if len(cell) != len(whole) or not all(a <= low <= high <= b for (low, high), (a, b) in zip(cell, whole)):
                raise Unknown(f"a cell is not in what may be off: {entry}")
            whole = cell
        return [(Fraction(entry["t0"]), Fraction(entry["t1"])), *whole]

    def moment(self, x: Fraction, error: list):
        key = (x, tuple(error))
        if key not in self.moments:
            self.moments[key] = self.make(self.robot, self.timeline, self.stretch, x, error)
        return self.moments[key]

    def rates(self, x0: Fraction, x1: Fraction) -> list:
        """Of the joints of all frames, |q'| and |q''| over a part of the stretch."""
        stretch, rates = self.stretch, [(0, 0)]
        length = x1 - x0
        rows = [between(row, x0, x1) for row in stretch.curves]
        for joint in self.robot.joints[1 : self.first]:
            row = rows[joint.variable] if joint.m else [Fraction(0)]
            rates.append(tuple(fixed_up(abs(joint.m) * largest(row, order) / length**order) for order in (1, 2)))
        for carry in stretch.bodies:
            speed, spin = carry.rates()
            rates += [(speed, 0), (spin, 0)]
        return rates

    def half(self, f: int, halves: list) -> int:
        joint = self.robot.joints[f]
        return fixed_up(abs(joint.m) * halves[joint.variable]) if joint.m and halves else 0

    def own(self, body, n, moment, halves: list) -> tuple[int, int]:
        """How far a body is off by its own pose: in any direction, and along n, times its length."""
        if body.frame < self.first or not halves:
            return 0, 0
        begin = len(self.robot.variables) + POSE * ((body.frame - self.first) // 2)
        shift, turn = ([fixed_up(x) for x in halves[begin + 3 * i :][:3]] for i in (0, 1))
        size, length = body.shape.size, norm(n) + LOOSE
        most = norm(shift) + up(norm(turn) * size) + 4
        written, pose, turned = moment.written[body.frame], moment.poses[body.frame], moment.turned[body.frame]
        m, y = written.turn_back(n), pose.turn_back(n)
        loose = up((written.turned + pose.turned) * length) + LOOSE + 8
        along = sum(up(h * (abs(c) + loose)) for h, c in zip(shift, m))
        for h, axis in zip(turn, AXES):
            u = cross(y, axis)
            first = max(body.shape.top(u), body.shape.top(tuple(-c for c in u))) if h else 0
            along += up(h * (max(first, 0) + up(loose * size) + 8))
        second = up(turned * norm(turn)) // 2 + 1 + up(up(3 * norm(turn)) * norm(turn)) // 4 + 1
        along += up(up(second * size) * length) + 16
        return most, min(along, up(most * length))

    def moved(self, body, n, off: int, frame: int, moment, rates, halves: list, h: int) -> tuple[int, int, int]:
        """In the frame: no point is faster, no path bends more, and what is off lowers no height along n by more (times its length)."""
        robot, joints = self.robot, self.judge.joints_between(body.frame, frame)
        length, (most, along) = norm(n) + off, self.own(body, n, moment, halves)
        eta = {f: up(rates[f][0] * h) for f in joints}
        all_ = {f: eta[f] + self.half(f, halves) for f in joints}
        turns = [f for f in joints if robot.joints[f].turns]
        below, inside, lean = sum(rates[f][0] for f in turns), sum(all_[f] for f in turns), {}
        for f in turns:  # nor does n lean more against axis f
            inside -= all_[f]
            lean[f] = length if f >= self.first or not halves else min(length, norm(cross(n, moment.poses[f].turn(robot.joints[f].axis))) + self.askew(f, length, off, moment) + up(inside * length))
        leans = [sum(lean[f] * each[f] for f in turns) for each in (all_, eta)]
        speed = bend = 0
        crude, along, carried = most, along + (leans[0] * most >> 256) + 1, most
        for f in joints:
            (v, a), joint, eps = rates[f], robot.joints[f], self.half(f, halves)
            if not (v or a or eps):
                continue
            reach = ONE
            if joint.turns:
                below, leans = below - v, [leans[0] - lean[f] * all_[f], leans[1] - lean[f] * eta[f]]
                reach = moment.reach(body, f) + carried
            bend += up(reach * (a + up(v * ((v if joint.turns else 0) + 2 * below))))
            speed += up(v * reach)
            crude += up(eps * reach) + 1
            second = 2 * (all_[f] * leans[0] - eta[f] * leans[1])
            if joint.turns:
                second += lean[f] * (all_[f] ** 2 - eta[f] ** 2)
            if eps:
                along += up(eps * self.first_order(body, f, n, off, moment)) + 1
            along += (reach * second >> 385) + 1
            carried += up(all_[f] * reach) + 1
        return speed, bend, min(up(crude * length), along)

    def askew(self, f: int, length: int, off: int, moment) -> int:
        """How far a product of n and axis f may be off, for an n of this length that is off by `off`."""
        return up((moment.poses[f].turned + 8) * length) + 2 * off + 8

    def first_order(self, body, f: int, n, off: int, moment) -> int:
        """Not below |w_f| over the body, for n as it is."""
        joint, pose, own = self.robot.joints[f], moment.poses[f], moment.poses[body.frame]
        z, length = pose.turn(joint.axis), norm(n) + off
        askew = self.askew(f, length, off, moment)
        if not joint.turns:
            return abs(dot(n, z)) + askew + 2
        u, way = cross(n, z), tuple(o - t for o, t in zip(pose.move, own.move))
        m, size = own.turn_back(u), body.shape.size
        far = size + norm(way) + pose.moved + own.moved
        high, low = body.shape.top(m), -body.shape.top(tuple(-x for x in m))
        start = dot(u, way)
        error = up(askew * far) + up(norm(u) * (pose.moved + own.moved + up(own.turned * size))) + up(16 * far) + 32
        return max(abs(high - start), abs(low - start)) + error

    def entry(self, entry: dict, region: list) -> None:
        """Refuses an entry whose axis does not prove its bound over its interval and cell."""
        a, b, margin = self.checked[tuple(entry["pair"])]
        if encloses(a) or encloses(b):  # the other one has a point outside, and stays apart from all triangles
            return
        (x0, x1), cell = (t - self.index for t in region[0]), region[1:]
        error, halves = [(low + high) / 2 for low, high in cell], [(high - low) / 2 for low, high in cell]
        bound, frame, axis = number(entry["bound"]), self.judge.frames.get(entry["frame"]), numbers(entry["axis"], 3)
        if frame not in self.judge.frames_between(a, b) or isinstance(b.shape, tuple) and frame != 0:
            raise Unknown(f"{entry['frame']!r} is no frame between the bodies: {entry}")
        if not Fraction(bound) > margin or not any(axis):
            raise Unknown(f"expected a bound above the margin {float(margin)} and an axis with a direction: {entry}")
        axis = b.shape[0] if isinstance(b.shape, tuple) else tuple(fixed(x * Fraction(2) ** -max(frexp(y)[1] for y in axis)) for x in map(Fraction, axis))
        middle, half, time = self.moment((x0 + x1) / 2, error), fixed_up((x1 - x0) / 2), fixed_up(x1 - x0)
        pose, rates = middle.poses[frame], self.rates(x0, x1)
        n, off = pose.turn(axis), up(pose.turned * norm(axis)) + LOOSE
        bodies = [body for body in (a, b) if not isinstance(body.shape, tuple)]
        moved = [self.moved(body, n, off, frame, middle, rates, halves, half) for body in bodies]
        speed, bend, lost = (sum(part) for part in zip(*moved))
        length = norm(axis) + LOOSE
        claim, speed = up(fixed_up(bound) * length) + lost, up(speed * length)
        if middle.gap(a, b, frame, axis) - up(speed * half) >= claim:
            return
        f0, f1 = (self.moment(x, error).gap(a, b, frame, axis) for x in (x0, x1))
        drop = up(up(up(bend * length) * time) * time) // 2 + 1
        curve = (f0 + f1) // 2 - drop // 4 - (f1 - f0) ** 2 // (4 * drop) - 3 if abs(f1 - f0) < drop else min(f0, f1)
        if max(min(curve, f0, f1), min((f0 + f1 - up(speed * time)) // 2 - 1, f0, f1)) < claim:
            raise Unknown(f"the axis does not prove the bound: {entry}")


def covers(open_: list, regions: list) -> bool:
    """Whether regions, boxes of sides, cover some boxes together: a box that none holds is cut at a side of one that lies in it."""
    while open_:
        box = open_.pop()
        near = [region for region in regions if all(crosses(x, y) for x, y in zip(region, box))]
        if any(all(a <= c and d <= b for (a, b), (c, d) in zip(region, box)) for region in near):
            continue
        cuts = ((i, at) for region in near for i, side in enumerate(region) for at in side if box[i][0] < at < box[i][1])
        i, at = next(cuts, (None, None))
        if i is None:
            return False
        for side in ((box[i][0], at), (at, box[i][1])):
            open_.append([side if k == i else other for k, other in enumerate(box)])
    return True


def crosses(x: tuple, y: tuple) -> bool:
    """Whether two sides have more in common than an end; of one without an extent a point counts."""
    low, high = max(x[0], y[0]), min(x[1], y[1])
    return low < high or low == high and (x[0] == x[1] or y[0] == y[1])


def check_trajectory(judge, certificate: dict, classes: tuple, about: dict | None = None) -> str:
    """What the certificate of a trajectory proves; `classes` are the judge's own of judges and moments."""
    found = Timed(judge, certificate, classes)
    if about is not None:
        if not isinstance(about, dict):
            raise Unknown("the certificate is about a trajectory, and a path was expected")
        other = Timeline(about, judge.robot)
        same = (other.times, other.stretches, other.moving.keys()) == (found.timeline.times, found.timeline.stretches, found.timeline.moving.keys())
        if not same:
            raise Unknown("the certificate is about another trajectory")
    return found.check()
