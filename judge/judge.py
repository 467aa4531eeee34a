#!/usr/bin/env python3
"""An independent judge of the certificates of `clearance robot`: see README.md."""

import argparse
import sys
from copy import copy
from fractions import Fraction
from math import frexp
from pathlib import Path

from constraints import check_constraints
from digests import compare, rust
from exact import IDENTITY, ONE, dot, fixed, fixed_up, norm, sliding, turning, up
from finer import is_closed, is_outside, parts_of
from ranges import check_range
from region import check_region
from robot import Body, Robot, labelled
from shapes import encloses, pieces, surface
from strict import Unknown, known, number, numbers, strict
from task import check_task
from timed import check_trajectory

LOOSE = 1024  # units that an axis is off by in its frame, at most: 4 by rounding, or 300 by the angles of a halfspace's pose


class Moment:
    """Where the frames are at one time, and what is known of the distance of bodies from the joints' axes."""

    def __init__(self, robot: Robot, q: list[Fraction]):
        self.robot, self.poses, self.reaches = robot, [IDENTITY], {}
        for joint in robot.joints[1:]:
            value = joint.offset + (joint.m * q[joint.variable] if joint.m else 0)
            self.poses.append(self.poses[joint.parent].then(joint.origin).then((turning if joint.turns else sliding)(joint.axis, value)))

    def top(self, body, n, off: int) -> int:
        """Not below max n·x over the body in the world, for an n that is off by `off`: n·(R x + t) = (Rᵀn)·x + n·t."""
        pose = self.poses[body.frame]
        if isinstance(body.shape, tuple):  # n is the halfspace's own normal, and its heights end at the offset
            return body.shape[1] + dot(n, body.shape[2]) + 1 + up(off * norm(body.shape[2]))
        turned = off + up(pose.turned * norm(n)) + 2
        rest = up(turned * body.shape.size) + up(off * norm(pose.move)) + up(pose.moved * norm(n)) + 1
        return body.shape.top(pose.turn_back(n)) + dot(n, pose.move) + 1 + rest

    def gap(self, a, b, frame: int, axis) -> int:
        """Not above min n·b - max n·a, for the axis in the frame."""
        pose = self.poses[frame]
        n, off = pose.turn(axis), up(pose.turned * norm(axis)) + LOOSE
        return -self.top(b, tuple(-x for x in n), off) - self.top(a, n, off)

    def reach(self, body, frame: int) -> int:
        """Not below the distance of the body's points from the axis of the frame's joint, in the coordinates of the body's own frame."""
        if (id(body), frame) not in self.reaches:
            own, pose, joint = self.poses[body.frame], self.poses[frame], self.robot.joints[frame]
            way = tuple(x - t for x, t in zip(pose.move, own.move))
            z, o = own.turn_back(pose.turn(joint.axis)), own.turn_back(way)
            moved = pose.moved + own.moved + up(own.turned * norm(way)) + 3
            turned = pose.turned + own.turned + 8
            self.reaches[id(body), frame] = body.shape.reach(z, o) + moved + up(2 * turned * (body.shape.size + norm(o)))
        return self.reaches[id(body), frame]


class Judge:
    """Checks certificates for one robot in one scene."""

    compares = True  # digests: the proof of constraints has none of its own

    def __init__(self, robot: Robot, expected: dict | None = None):
        self.robot, self.index, self.expected, self.parts = robot, None, expected or {}, {}
        self.frames = {joint.name: i for i, joint in enumerate(robot.joints) if joint} | {"world": 0}

    def chain(self, frame: int) -> list[int]:
        """The frame and those that carry it, up to the world."""
        return [frame] if frame == 0 else [frame, *self.chain(self.robot.joints[frame].parent)]

    def joints_between(self, frame: int, other: int) -> list[int]:
        """The joints that move one frame in the other: those next to the first one first."""
        first, second = self.chain(frame), self.chain(other)
        return [f for f in first if f not in second] + [f for f in second if f not in first][::-1]

    def frames_between(self, a, b) -> set[int]:
        """The frames that joints between two bodies move, and the last one that carries both."""
        first, second = self.chain(a.frame), self.chain(b.frame)
        return {*first} ^ {*second} | {next(f for f in first if f in second)}

    def moment(self, x: Fraction) -> Moment:
        """The robot at a time of the segment, 0 <= x <= 1: by Bernstein's polynomials of its control points, exactly."""
        if x not in self.moments:
            row = self.points
            while len(row) > 1:
                row = [[a + x * (b - a) for a, b in zip(p, q)] for p, q in zip(row, row[1:])]
            self.moments[x] = Moment(self.robot, row[0])
        return self.moments[x]

    def rates(self, x0: Fraction, x1: Fraction) -> list[tuple[int, int]]:
        """Bounds of |q'| and |q''| of all joints over a part of the segment: control points of derivatives there are polar values (L. Ramshaw 1987)."""
        degree, rates = len(self.points) - 1, []
        for joint in self.robot.joints[1:]:
            row = [p[joint.variable] if joint.m else Fraction(0) for p in self.points]
            first = [degree * (b - a) for a, b in zip(row, row[1:])]
            second = [(degree - 1) * (b - a) for a, b in zip(first, first[1:])]
            mix = lambda p, x: [a + x * (b - a) for a, b in zip(p, p[1:])]  # noqa: E731
            if degree == 3:
                first = [mix(mix(first, x), y)[0] for x, y in ((x0, x0), (x0, x1), (x1, x1))]
                second = [mix(second, x)[0] for x in (x0, x1)]
            rates.append(tuple(fixed_up(abs(joint.m) * max(map(abs, values), default=0)) for values in (first, second)))
        return [(0, 0), *rates]

    def swing(self, body, frame: int, middle: Moment, rates, half: int) -> tuple[int, int]:
        """No point of the body is faster in the frame than the first number, and none's path has a larger second derivative than the second.

        With joints 1..n counted from the frame, x' = sum q_k' z_k × (x - o_k), or q_k' z_k for slides; dj dk x = z_j × (z_k × (x - o_k)) for j <= k, or
        z_j × z_k for a slide k, and 0 for a slide j. |x - o_k| from the axis is r_k in the middle and what joints beyond k add within half an interval.
        """
        joints = self.joints_between(body.frame, frame)
        turning_below = sum(rates[f][0] for f in joints if self.robot.joints[f].turns)
        speed = bend = 0
        for f in joints:
            (v, a), turns = rates[f], self.robot.joints[f].turns
            turning_below -= v if turns else 0
            r = middle.reach(body, f) + up(half * speed) if turns and (v or a) else ONE
            bend += up(r * (a + up(v * ((v if turns else 0) + 2 * turning_below))))
            speed += up(v * r)
        return speed, bend

    def entry(self, entry: dict, index: int) -> None:
        """Refuses an entry whose axis does not prove its bound over its interval."""
        a, b, margin = self.checked[tuple(entry["pair"])]
        if encloses(a) or encloses(b):  # the other one has a point outside, and stays apart from all triangles
            return
        x0, x1 = (Fraction(entry[key]) - index for key in ("t0", "t1"))
        bound, frame = number(entry["bound"]), self.frames.get(entry["frame"])
        axis = numbers(entry["axis"], 3)
        if frame not in self.frames_between(a, b) or isinstance(b.shape, tuple) and frame != 0:
            raise Unknown(f"{entry['frame']!r} is no frame between the bodies: {entry}")
        if not Fraction(bound) > margin or not any(axis):
            raise Unknown(f"expected a bound above the margin {float(margin)} and an axis with a direction: {entry}")
        # A halfspace has a gap along its own normal only.
        axis = b.shape[0] if isinstance(b.shape, tuple) else tuple(fixed(x * Fraction(2) ** -max(frexp(y)[1] for y in axis)) for x in map(Fraction, axis))
        length, middle = norm(axis) + LOOSE, self.moment((x0 + x1) / 2)
        half, time = fixed_up((x1 - x0) / 2), fixed_up(x1 - x0)
        rates = self.rates(x0, x1)
        (va, ka), (vb, kb) = (self.swing(body, frame, middle, rates, half) for body in (a, b))
        claim, speed = up(fixed_up(bound) * length), up((va + vb) * length)
        if middle.gap(a, b, frame, axis) - up(speed * half) >= claim:
            return
        f0, f1 = (self.moment(x).gap(a, b, frame, axis) for x in (x0, x1))
        drop = up(up(up((ka + kb) * length) * time) * time) // 2 + 1
        curve = (f0 + f1) // 2 - drop // 4 - (f1 - f0) ** 2 // (4 * drop) - 3 if abs(f1 - f0) < drop else min(f0, f1)
        if max(min(curve, f0, f1), min((f0 + f1 - up(speed * time)) // 2 - 1, f0, f1)) < claim:
            raise Unknown(f"the axis does not prove the bound: {entry}")

    def closely(self, certificate: dict) -> dict:
        """The pairs that must stay apart, where finer shapes stand for some hulls; `sides`: meshes, and bodies that must be outside of them."""
        if self.robot.options.links == "parts":
            self.sides = []
            return self.in_parts(certificate)
        checked, self.sides = dict(self.robot.checked), []
        hulls = {body.label: body for pair in checked.values() for body in pair[:2]}
        found: dict = {}
        for item in certificate.get("finer", []):
            hull, kind = hulls[known(item, "hull as parts")["hull"]], item["as"]
            mesh, key = hull.shape.unplaced, repr(item)
            if kind not in ("parts", "mesh", "solid") or not mesh.triangles or kind == "solid" and not is_closed(mesh):
                raise Unknown(f"{hull.label} has nothing finer that is called {kind!r}")
            if key not in self.parts:
                self.parts[key] = parts_of(mesh, item["parts"]) if kind == "parts" else surface(mesh, kind == "solid")
            found.setdefault((hull.name, kind), []).extend((hull, shape.posed(hull.shape.place)) for shape in self.parts[key])
        stand: dict = {}
        for (name, kind), shapes in found.items():
            for (hull, _), body in zip(shapes, labelled(f"{name}:{kind}", [shape for _, shape in shapes], 0, 0)):
                stand.setdefault((hull.label, kind), []).append(body._replace(frame=hull.frame, margin=hull.margin))
        for closer in certificate.get("closer", []):
            a, b, margin = checked.pop(tuple(known(closer, "pair as")["pair"]))
            first, second = ([body] if kind == "hull" else stand[body.label, kind] for body, kind in zip((a, b), closer["as"], strict=True))
            # What two meshes enclose meets if a surface of one meets the other, or one has the other in it.
            checked |= {(x.label, y.label): (x, y, margin) for x in first for y in second if not (encloses(x) and encloses(y))}
            self.sides += [(a, y) for y in second if first != [a]] + [(b, x) for x in first if second != [b]]
        self.sides += [(b, a) for a, b, _ in checked.values() if encloses(b) and b.name in self.robot.world]
        return checked

    def in_parts(self, certificate: dict) -> dict:
        """The pairs that must stay apart, where listed parts stand for the meshes of links; the hull of a mesh whose parts are not listed, which has it in it."""
        robot, listed = copy(self.robot), {known(item, "hull as parts")["hull"]: item for item in certificate.get("finer", [])}
        if certificate.get("closer") or any(item["as"] != "parts" for item in listed.values()):
            raise Unknown("links in parts have nothing finer")
        robot.links, named = {}, set()
        for name, (frame, pose, bodies, above) in self.robot.links.items():
            found: list = []
            for body in bodies:
                if body.label in listed:
                    named.add(body.label)
                    found += [part.posed(body.shape.place) for part in parts_of(body.shape.unplaced, listed[body.label]["parts"])]
                else:
                    found.append(body.shape)
            margin = bodies[0].margin if bodies else Fraction(0)
            robot.links[name] = (frame, pose, labelled(name, found, frame, margin), above)
        if named != set(listed):
            raise Unknown(f"no mesh of a link is called {min(set(listed) - named)!r}")
        return dict(robot.pairs())

    def outside(self, hull: Body, body: Body, start: Moment) -> bool:
        """Whether a point of each piece of a body is outside of a hull's mesh at the start. A mesh that is not closed has no inside, and no mesh holds a halfspace."""
        if isinstance(body.shape, tuple) or not is_closed(hull.shape.unplaced):
            return True
        own, there = start.poses[body.frame], start.poses[hull.frame].then(hull.shape.place)
        for point in pieces(body.shape):
            way = tuple(x - t for x, t in zip(own.point(point), there.move))
            off = body.shape.off + own.moved + there.moved + up(own.turned * body.shape.size) + up(2 * there.turned * norm(way)) + 8
            if not is_outside(hull.shape.unplaced, there.turn_back(way), off):
                return False
        return True

    def check(self, certificate: dict, path: list | None = None) -> str:
        """What a certificate proves; refuses it by an exception."""
        if certificate.get("what") in ("region", "range") and self.robot.constraints:
            raise Unknown("cells prove no constraints")
        if certificate.get("what") in (None, "trajectory"):
            certificate = check_constraints(self, certificate, Judge)
        if certificate.get("what") == "region":
            return check_region(self, certificate, Moment)
        if certificate.get("what") == "range":
            return check_range(self, certificate, Moment)
        if certificate.get("what") == "trajectory":
            return check_trajectory(self, certificate, (Judge, Moment), path)
        if certificate.get("what") == "task":
            return check_task(self, certificate, (Judge, Moment), path)
        self.index = None
        known(certificate, "version id digests path cubic closer finer pairs entries")
        checked, cubic = self.closely(certificate), certificate.get("cubic", False)
        if certificate["version"] != 1 or type(cubic) is not bool:
            raise Unknown(f"expected version 1, got {certificate['version']!r}")
        points = [numbers(q, len(self.robot.variables)) for q in certificate["path"]]
        if path is not None and (cubic or points != path):
            raise Unknown("the certificate is about another path")
        segments = [points[i : i + 4] for i in range(0, len(points), 4)] if cubic else list(zip(points, points[1:]))
        if not segments or cubic and any(len(s) != 4 for s in segments) or any(s[-1] != t[0] for s, t in zip(segments, segments[1:])):
            raise Unknown("expected a path of at least one segment, each beginning where the one before it ends")
        if any(abs(x) > 1e6 for q in points for x in q):
            raise Unknown("joint values must be at most 1e6")
        listed = [tuple(pair) for pair in certificate["pairs"]]
        if set(listed) != set(checked) or len(listed) != len(checked):
            raise Unknown(f"the list of pairs lacks {set(checked) - set(listed) or 'none'} and has {set(listed) - set(checked) or 'none'} too many")
        self.checked = checked = {pair: checked[pair] for pair in listed}
        path_lines = [f"cubic {rust(s)}\n" if cubic else f"straight {rust(s[0])} {rust(s[1])}\n" for s in segments]
        compare(self, certificate, checked, "path constraints", "".join(path_lines))
        start = Moment(self.robot, list(map(Fraction, points[0])))
        for hull, body in self.sides:
            if not self.outside(hull, body, start):
                raise Unknown(f"{body.label} may be inside of {hull.label}")
        entries: dict = {pair: [] for pair in checked}
        for entry in certificate["entries"]:
            t0, t1 = number(known(entry, "pair t0 t1 axis frame bound")["t0"]), number(entry["t1"])
            if tuple(entry["pair"]) not in entries or not 0 <= t0 < t1 <= min(int(t0) + 1, len(segments)):
                raise Unknown(f"entry of {entry['pair']} over [{t0}, {t1}]: no such pair, or not in one segment of the path")
            entries[tuple(entry["pair"])].append(entry)
        for pair, own in entries.items():
            reached = 0
            for entry in sorted(own, key=lambda entry: entry["t0"]):
                reached = max(reached, entry["t1"]) if entry["t0"] <= reached else reached
            if reached < len(segments):
                raise Unknown(f"the pair {pair} is not covered behind {reached}")
        for entry in sorted(certificate["entries"], key=lambda entry: (entry["t0"], entry["t1"])):
            index = int(entry["t0"])
            if index != self.index:
                self.index, self.points, self.moments = index, [list(map(Fraction, q)) for q in segments[index]], {}
            self.entry(entry, index)
        least = min((number(entry["bound"]) for entry in certificate["entries"]), default=float("inf"))
        return f"valid, clearance at least {least}, {len(checked)} pairs, {len(certificate['entries'])} entries, from {points[0]} to {points[-1]}"


def paths_of(file: Path, robot: Robot) -> dict:
    """Paths by their ids: lines {"id", "from", "to"} or {"id", "path"} with lists of values, or objects of all joints."""
    values = lambda q: numbers([q[name] for name in robot.variables] if isinstance(q, dict) else q, len(robot.variables))  # noqa: E731
    items = [known(strict(line), "id from to path") for line in file.read_text().splitlines() if line.strip()]
    return {str(item.get("id", i)): [values(q) for q in item.get("path") or (item["from"], item["to"])] for i, item in enumerate(items, 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robot", metavar="ROBOT")
    parser.add_argument("certificates", type=Path, help="one a line, as robot check and robot plan write them")
    parser.add_argument("--srdf", metavar="FILE")
    parser.add_argument("--scene", type=Path, metavar="FILE")
    parser.add_argument("--constraints", type=Path, metavar="FILE")
    parser.add_argument("--path", type=Path, metavar="FILE", help="the paths that the certificates must be about, by id")
    parser.add_argument("--trajectory", type=Path, metavar="FILE", help="the trajectory that the certificates must be about, in JSON")
    for option, value in (("digest", "robot=HEX"), ("package", "NAME=DIR"), ("attach", "FILE"), ("allow", "A,B"), ("padding", "LINK=D")):
        parser.add_argument(f"--{option}", metavar=value, action="append", default=[])
    parser.add_argument("--ignore-mimic", action="store_true")
    parser.add_argument("--base", choices=("fixed", "planar", "floating"), help="how the root moves, as of the command")
    parser.add_argument("--links", choices=("adaptive", "hull", "parts", "mesh"), default="adaptive")
    options = parser.parse_args()
    robot = Robot(options)
    judge = Judge(robot, dict(text.split("=") for text in options.digest))
    paths, refused = options.path and paths_of(options.path, robot), 0
    for i, line in enumerate(options.certificates.read_text().splitlines(), 1):
        name = str(i)
        try:
            certificate = strict(line)
            name = str(certificate.get("id", name))
            path = next(iter(paths.values())) if paths and len(paths) == 1 else paths[name] if paths else None
            path = strict(options.trajectory.read_text()) if options.trajectory else path
            print(f"{name}: {judge.check(certificate, path)}", flush=True)
        except (Unknown, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as why:
            print(f"{name}: refused: {why if isinstance(why, (Unknown, ValueError)) else repr(why)}", flush=True)
            refused += 1
    return 1 if refused else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Unknown, ArithmeticError, AttributeError, LookupError, OSError, SyntaxError, TypeError, ValueError) as error:
        sys.exit(f"error: {error!r}")
