"""Regions of joint space in which nothing collides: what a certificate claims of them, computed again.

A cell is a box of joint values, |q_k - c_k| <= H_k about its middle c. Of a point x of a body that joints 1..m (counted from the frame of the axis n) move, the height n·x has at c
the rates w_k = (n × z_k)·(x - o_k), or n·z_k for a slide; its second derivatives by j <= k are at most |n × z_j| R_k, and zero for a slide j, where R_k bounds the distance from axis k (1 for
a slide) and grows by what joints beyond k move. So by Taylor no point rises in the cell above max(n·x + sum H_k |w_k|) + c, c = sum over turning j of H_j |n × z_j| (H_j R_j / 2 + sum over k > j of
H_k R_k); joints that follow one variable are summed within the modulus. Both bodies are bounded apart.

Where A q <= b holds besides, rows with multipliers y >= 0 have g·d <= r for g = yA, r = y·(b - A c) and all changes d within the cell and the region: g is taken off the rates w, and r is added once. Each variable's part of
g is taken off the rates of the body that it moves, seen from the frame.

Where this does not reach the bound, control volumes may (`volume.py`).
"""

from fractions import Fraction
from itertools import product
from math import frexp

from digests import compare
from exact import ONE, cross, dot, fixed, fixed_up, norm, up
from robot import Unknown, known, number, numbers
from shapes import NEAR, Points, encloses
from volume import Volume

LOOSE = 1024  # units that an axis is off by in its frame, as in judge.py


def scaled(v, factor: Fraction) -> tuple:
    """Each coordinate rounded down: off by less than 2 units together."""
    return tuple(x * factor.numerator // factor.denominator for x in v)


class Cell:
    """A body of a pair in the middle of a cell, seen from the frame of an axis."""

    def __init__(self, judge, moment, body, frame: int, halves: list[Fraction]):
        self.robot, self.moment, self.body, self.halves = judge.robot, moment, body, halves
        own = judge.chain(body.frame)
        # The joints from the body on; those of the other body are seen from their other side.
        self.levers = [(f, 1 if f in own else -1) for f in judge.joints_between(body.frame, frame)]

    def half(self, f: int) -> Fraction:
        joint = self.robot.joints[f]
        return abs(joint.m) * self.halves[joint.variable] if joint.m else Fraction(0)

    def curvature_and_way(self, n, off: int) -> tuple[int, int]:
        """For an axis of any length that is off by `off`: c, and the sum of H_k R_k times that length."""
        length = norm(n) + off
        inside = sum(fixed_up(self.half(f)) for f, _ in self.levers if self.robot.joints[f].turns)
        way = curvature = 0
        for f, _ in self.levers:
            joint, half, pose = self.robot.joints[f], fixed_up(self.half(f)), self.moment.poses[f]
            reach = ONE
            if joint.turns:
                inside -= half
                reach = self.moment.reach(self.body, f) + way if half else 0
                z = pose.turn(joint.axis)
                across = norm(cross(n, z)) + off + up((pose.turned + 8) * length) + 8
                tilt = min(length, across + up(inside * length))
                curvature += up(up(half * tilt) * (up(half * reach) // 2 + 1 + way)) + 1
            way += up(half * reach) + 1
        return curvature, up(way * length)

    def columns(self, n, off: int) -> dict[int, tuple]:
        """For each variable (g, start, error): its change at x is g·x - start in the body's frame, times its half width, to the error."""
        own, size, found = self.moment.poses[self.body.frame], self.body.shape.size, {}
        length = norm(n) + off
        for f, sign in self.levers:
            joint, half = self.robot.joints[f], self.half(f)
            if not half:
                continue
            pose, factor = self.moment.poses[f], sign * joint.m * self.halves[joint.variable]
            z, loose = pose.turn(joint.axis), pose.turned + 8
            if joint.turns:
                u, way = cross(n, z), tuple(o - t for o, t in zip(pose.move, own.move))
                askew = up((off + 4) * 2) + up(loose * length) + 8
                far = size + norm(way) + pose.moved + own.moved
                error = up(askew * far) + up(norm(u) * (pose.moved + own.moved + up(own.turned * size))) + 16 + up(4 * size) + up(4 * norm(way))
                g, start = own.turn_back(scaled(u, factor)), dot(scaled(u, factor), way)
            else:
                error = up((off + 4) * 2) + up(loose * length) + 8
                g, start = (0, 0, 0), -scaled((dot(n, z),), factor)[0]
            error = up(error * fixed_up(abs(factor))) + 8 + up(8 * (size + norm(pose.move) + norm(own.move)))
            a, b, c = found.get(joint.variable, ((0, 0, 0), 0, 0))
            found[joint.variable] = (tuple(x + y for x, y in zip(a, g)), b + start, c + error)
        return found

    def volume(self) -> Volume:
        """The hull of its control points, by the joints from it to the frame of the axis."""
        joints = [(self.robot.joints[f], self.moment.poses[f], self.half(f)) for f, _ in self.levers]
        return Volume(self.moment, self.body, joints)

    def variables(self) -> set[int]:
        return {self.robot.joints[f].variable for f, _ in self.levers}

    def top(self, n, off: int, shift: dict[int, int]) -> int:
        """Not below max n·x + sum |H_v w_v(x) - shift_v| over the body in the world, for an n that is off by `off`."""
        body, pose = self.body, self.moment.poses[self.body.frame]
        found = {} if isinstance(body.shape, tuple) else self.columns(n, off)
        for variable, part in shift.items():
            g, start, error = found.get(variable, ((0, 0, 0), 0, 0))
            found[variable] = (g, start + part, error + 1)
        columns = list(found.values())
        if not columns:
            return self.moment.top(body, n, off)
        error = sum(column[2] for column in columns)
        m, shape = pose.turn_back(n), body.shape
        if isinstance(shape, Points):
            best = highest(shape, m, columns) + up((shape.radius + shape.off) * norm(m))
            error += up(shape.off * sum(norm(g) for g, _, _ in columns)) + 4
        else:
            # A maximum over the signs of the changes: each is the height of the core along another direction. The ball about it moves with its center.
            best = up(shape.radius * norm(m)) + max(
                shape.core(tuple(x + sum(s * g[i] for s, (g, _, _) in zip(signs, columns)) for i, x in enumerate(m))) - sum(s * e for s, (_, e, _) in zip(signs, columns))
                for signs in product((1, -1), repeat=len(columns))
            )
        turned = off + up(pose.turned * norm(n)) + 2
        rest = up(turned * shape.size) + up(off * norm(pose.move)) + up(pose.moved * norm(n)) + 1
        return best + dot(n, pose.move) + 1 + rest + error


def highest(shape: Points, m, columns: list) -> int:
    """Not below the greatest m·p + sum |g·p - start| over the points: floats choose which are looked at, integers decide."""
    floats, largest = shape.floats
    (a, b, c), rows = (x / ONE for x in m), [(*(x / ONE for x in g), start / ONE) for g, start, _ in columns]
    heights = [a * x + b * y + c * z + sum(abs(d * x + e * y + f * z - s) for d, e, f, s in rows) for x, y, z in floats]
    size = largest * (abs(a) + abs(b) + abs(c)) + sum(largest * (abs(d) + abs(e) + abs(f)) + abs(s) for d, e, f, s in rows)
    near = [p for p, height in zip(shape.points, heights) if height >= max(heights) - NEAR * size]
    return max(dot(m, p) + 1 + sum(abs(dot(g, p) - start) + 1 for g, start, _ in columns) for p in near)


class Region:
    """Checks a certificate of a region."""

    def __init__(self, judge, certificate: dict, place):
        self.place = place
        self.judge, self.robot, self.moments = judge, judge.robot, {}
        self.known(certificate)
        self.checked = judge.closely(certificate)
        if certificate["joints"] != list(self.robot.variables):
            raise Unknown("the certificate names other joints")
        count = len(self.robot.variables)
        self.box = [tuple(map(Fraction, numbers(side, 2))) for side in certificate["box"]]
        rows, limits = certificate.get("A", []), certificate.get("b", [])
        self.rows = [[Fraction(x) for x in numbers(row, count)] for row in rows], [Fraction(number(x)) for x in limits]
        if len(self.box) != count or len(rows) != len(limits) or any(not -(10**6) <= low <= high <= 10**6 for low, high in self.box):
            raise Unknown("expected a range of each joint, and a number b for each row of A")
        self.pairs = certificate["pairs"]

    def known(self, certificate: dict) -> None:
        """Refuses what is no region."""
        known(certificate, "version what id digests joints box A b pairs")
        if certificate["version"] != 1 or certificate["what"] != "region":
            raise Unknown("expected version 1 of a region")

    def is_enough(self, bound: float, margin: Fraction) -> bool:
        """Whether a bound is high enough."""
        return Fraction(bound) > margin

    def moment(self, q: tuple):
        if q not in self.moments:
            self.moments[q] = self.place(self.robot, list(q))
        return self.moments[q]

    def check(self) -> str:
        seen, least, cells = set(), float("inf"), 0
        middle = self.moment(tuple((low + high) / 2 for low, high in self.box))
        for hull, body in self.judge.sides:
            if not self.judge.outside(hull, body, middle):
                raise Unknown(f"{body.label} may be inside of {hull.label}")
        for item in self.pairs:
            pair = tuple(known(item, "pair cells")["pair"])
            if pair not in self.checked:
                raise Unknown(f"the list has the pair {pair}, which need not stay apart")
            seen.add(pair)
            least = min(least, self.walk(pair, item["cells"]))
            cells += len(item["cells"])
        if len(seen) < len(self.checked):
            raise Unknown(f"the list lacks the pairs {set(self.checked) - seen}")
        return f"valid, clearance at least {least} in all the region, {len(seen)} pairs, {cells} cells"

    def walk(self, pair: tuple, nodes: list) -> float:
        """The cells are a tree in preorder, so they cover the box."""
        open_cells, least = [self.box], float("inf")
        for node in nodes:
            if not open_cells:
                raise Unknown(f"{pair}: there are more cells than cuts")
            cell = open_cells.pop()
            if isinstance(node, list):
                joint, at = node
                place, at = self.robot.variables.index(joint), Fraction(number(at))
                if not cell[place][0] <= at <= cell[place][1]:
                    raise Unknown(f"{pair}: a cell is cut outside of it: {node}")
                for side in ((at, cell[place][1]), (cell[place][0], at)):
                    open_cells.append([side if i == place else other for i, other in enumerate(cell)])
            elif "row" in node:
                row = known(node, "row")["row"]
                if type(row) is not int or not 0 <= row < len(self.rows[0]):
                    raise Unknown(f"{pair}: no such row: {node}")
                if not sum(min(a * low, a * high) for a, (low, high) in zip(self.rows[0][row], cell)) > self.rows[1][row]:
                    raise Unknown(f"{pair}: a cell is not outside of row {row}")
            else:
                self.leaf(pair, cell, known(node, "axis frame bound rows"))
                least = min(least, number(node["bound"]))
        if open_cells:
            raise Unknown(f"{pair}: cells are missing")
        return least

    def shift(self, rows: list, cell: list, length: int) -> tuple[dict[int, int], int]:
        """What rows with multipliers take off the rates of each variable in its half width, and not less than what they add; for an axis of the length."""
        if not isinstance(rows, list):
            raise Unknown(f"expected rows with multipliers, got {rows}")
        taken, rest = [Fraction(0)] * len(cell), Fraction(0)
        for row, y in rows:
            y = Fraction(number(y))
            if type(row) is not int or not 0 <= row < len(self.rows[0]) or y < 0:
                raise Unknown(f"expected a row of A with a multiplier of at least 0, got {row} and {float(y)}")
            a = self.rows[0][row]
            taken = [t + y * x for t, x in zip(taken, a)]
            rest += y * (self.rows[1][row] - sum(x * (low + high) / 2 for x, (low, high) in zip(a, cell)))
        scaled = {v: t * (high - low) / 2 for v, (t, (low, high)) in enumerate(zip(taken, cell)) if t and low < high}
        # A bound in metres along a unit axis, as heights are along one of that length.
        scaled, rest = {v: x * length for v, x in scaled.items()}, rest * length
        whole = {v: x.numerator // x.denominator for v, x in scaled.items()}
        return whole, -(-rest.numerator // rest.denominator) + len(whole)

    def leaf(self, pair: tuple, cell: list, node: dict) -> None:
        a, b, margin = self.checked[pair]
        if encloses(b):  # the body is outside in the middle of the box, and stays apart from all triangles
            if self.rows[1]:
                raise Unknown(f"{pair}: what is inside of a closed mesh is proven in boxes only")
            return
        bound, frame = number(node["bound"]), self.judge.frames.get(node["frame"])
        if frame not in self.judge.frames_between(a, b) or isinstance(b.shape, tuple) and frame != 0:
            raise Unknown(f"{pair}: {node['frame']!r} is no frame between the bodies")
        axis = numbers(node["axis"], 3)
        if not self.is_enough(bound, margin) or not any(axis):
            raise Unknown(f"{pair}: the bound is too low for the margin {float(margin)}, or the axis has no direction: {node}")
        axis = b.shape[0] if isinstance(b.shape, tuple) else tuple(fixed(x * Fraction(2) ** -max(frexp(y)[1] for y in axis)) for x in map(Fraction, axis))
        moment = self.moment(tuple((low + high) / 2 for low, high in cell))
        halves, pose = [(high - low) / 2 for low, high in cell], moment.poses[frame]
        n, off = pose.turn(axis), up(pose.turned * norm(axis)) + LOOSE
        # The axis is as long as its norm, less or more what it is off by.
        claim = up(fixed_up(bound) * (norm(axis) + (LOOSE if bound >= 0 else -LOOSE - 2)))
        bodies = [Cell(self.judge, moment, body, frame, halves) for body in (a, b)]
        moved = [body.curvature_and_way(n, off) for body in bodies]
        down, length = tuple(-x for x in n), norm(axis) + LOOSE
        shift, rest = self.shift(node.get("rows", []), cell, length)
        if moment.gap(a, b, frame, axis) - sum(way for _, way in moved) >= claim:
            return
        own = bodies[1].variables() - bodies[0].variables()
        parts = [{v: x for v, x in shift.items() if (v in own) == second} for second in (False, True)]
        # A body that is endless is not moved: nothing may be taken off it.
        rest += sum(abs(x) for x in parts[1].values()) if isinstance(b.shape, tuple) else 0
        tops = bodies[1].top(down, off, {} if isinstance(b.shape, tuple) else parts[1]) + bodies[0].top(n, off, parts[0])
        if -tops - sum(curvature for curvature, _ in moved) - rest >= claim:
            return
        if not self.by_volumes(bodies, (n, off), claim):
            raise Unknown(f"{pair}: the axis does not prove the bound: {node}")

    def by_volumes(self, bodies: list, axis: tuple, claim: int) -> bool:
        """Whether the control volumes of both bodies are apart by the claim along an axis that is off by some units."""
        (n, off), tops = axis, []
        for body, towards in zip(bodies, (n, tuple(-x for x in n))):
            if isinstance(body.body.shape, tuple):
                tops.append((0, lambda least, body=body, towards=towards: body.top(towards, off, {})))
                continue
            try:
                volume = body.volume()
            except Unknown:
                return False
            top = lambda least, volume=volume, towards=towards: volume.top(towards, off, least)  # noqa: E731
            tops.append((len(volume.maps), top))
        # Of the one that is walked last only what comes higher than the other leaves.
        (_, first), (_, second) = sorted(tops, key=lambda top: top[0])
        height = first(None)
        return second(-claim - height) + height <= -claim


def check_region(judge, certificate: dict, place) -> str:
    """What a certificate of a region proves; `place` is the judge's class of configurations."""
    compare(judge, certificate, judge.robot.checked)
    return Region(judge, certificate, place).check()
