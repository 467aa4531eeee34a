"""Constraints along a path: axes within an angle of a direction, and points in a box.

With unit vectors a and d the angle between R a and d is below theta if d·(R a) > cos theta; a point is in a box if it
is above the planes of all faces. Seen from the frame in which a constraint is given, the image of a or of the point is
moved by the joints on the way from there: those up to the frame that carries both backwards, by minus their axes, then
those down to the link. Of an axis only rotations are left. So a constraint is a point that stays apart from halfspaces,
on a robot of these joints, and its proof is as those of all pairs.
"""

from copy import copy
from fractions import Fraction
from itertools import product
from math import dist, pi

from exact import AXES, IDENTITY, fixed_up, inverse, sine_cosine, unit
from robot import Body, pose_of
from shapes import Points, polytope
from strict import Unknown, known, number, numbers

# Their names, the directions outwards and the sides of a box.
FACES = [(sign + "xyz"[i], tuple((1 if sign == "+" else -1) * x for x in AXES[i]), i) for sign in "-+" for i in range(3)]


def canonical(given: dict) -> tuple:
    """What a constraint says, in numbers."""
    known(given, "name link of axis direction angle" if "axis" in given else "name link of point box")
    if "axis" in given:
        said = numbers(given["axis"], 3), numbers(given.get("direction", [0, 0, 1]), 3), number(given["angle"])
        right = any(said[0]) and any(said[1]) and 0 < said[2] < pi
    else:
        box = known(given["box"], "half translation quaternion")
        half = [x if x is None else number(x) for x in box["half"]]
        right = len(half) == 3 and all(x is None or x > 0 for x in half)
        turn = [Fraction(x) for x in numbers(box.get("quaternion", [1, 0, 0, 0]), 4)]  # of any length
        place = numbers(box.get("translation", [0] * 3), 3), [x / max(map(abs, turn)) for x in turn]
        said = numbers(given["point"], 3), half, place
    if not right:
        raise Unknown(f"the judge does not know the constraint {given}")
    return given["name"], given["link"], given.get("of"), said


def says(proven: dict, asked: dict) -> bool:
    """Whether a constraint of a certificate is one that was asked for, or is a box that all lies in the tube that was.

    The distance from a segment is convex, so the corners of a box count. A hundredth of the radius is for rounding.
    """
    if "segment" not in asked:
        return canonical(proven) == canonical(asked)
    known(asked, "name link of point segment radius")
    *about, (point, half, _) = canonical(proven)
    if [*about, point] != [asked["name"], asked["link"], asked.get("of"), numbers(asked["point"], 3)] or None in half:
        return False
    (a, b), radius = [numbers(end, 3) for end in asked["segment"]], number(asked["radius"])
    along, corners = [q - p for p, q in zip(a, b)], polytope(product(*[(-x, x) for x in half])).posed(placed(proven))
    for p in corners.floats[0]:
        x = sum(d * (q - r) for d, q, r in zip(along, p, a)) / (sum(d * d for d in along) or 1)
        if not dist(p, [r + min(max(x, 0), 1) * d for r, d in zip(a, along)]) < 0.99 * radius:
            return False
    return True


def placed(given: dict):
    """The pose of a box."""
    return pose_of({key: x for key, x in given["box"].items() if key != "half"})


def way(judge, link: str, of: str | None) -> list:
    """From the world, or from a link, to a link: poses, and joints with the sense in which they are passed."""
    (frame, pose), (start, first) = (judge.robot.links[name][:2] if name else (0, IDENTITY) for name in (link, of))
    steps = [inverse(first)]
    for f in judge.joints_between(start, frame):
        joint = judge.robot.joints[f]
        back = [(joint, -1), inverse(joint.origin)]
        steps += back if f in judge.chain(start) else [joint.origin, (joint, 1)]
    return [*steps, pose]


def constrained(judge, constraints: list):
    """The robot of the points, with the pairs of each and its halfspaces."""
    other, checked = copy(judge.robot), {}
    other.joints, other.options, other.links, other.world = [None], copy(other.options), {}, {}
    other.options.links, other.constraints = "adaptive", []
    for given in constraints:
        name, link, of, said = canonical(given)
        is_axis, steps, frame, pose = "axis" in given, way(judge, link, of), 0, IDENTITY
        if is_axis:  # 8 units for the cosine and both unit vectors
            point = Points([unit(said[0])], 0, 2)
            walls = [("limit", tuple(-x for x in unit(said[1])), sine_cosine(Fraction(said[2]))[1] + 8)]
        else:
            point, half = polytope([said[0]]), said[1]
            walls = [(face, outwards, fixed_up(-Fraction(half[i]))) for face, outwards, i in FACES if half[i] is not None]
            steps.insert(0, inverse(placed(given)))
        for step in steps:
            if type(step) is not tuple:
                pose = pose.then(step._replace(move=(0, 0, 0), moved=0) if is_axis and step is not IDENTITY else step)
            elif step[0].turns or not is_axis:
                joint, axis = step[0], tuple(step[1] * x for x in step[0].axis)
                other.joints.append(joint._replace(name=f"{joint.name} of {name}", parent=frame, origin=pose, axis=axis))
                frame, pose = len(other.joints) - 1, IDENTITY
        image = Body(name, frame, point.posed(pose), Fraction(0), name)
        for face, outwards, offset in walls:
            label = f"{name} {face}"
            if (name, label) in checked or frame == 0:
                raise Unknown(f"two constraints are named {name!r}, or no joint moves it")
            checked[name, label] = image, Body(label, 0, (outwards, offset, (0, 0, 0)), Fraction(0), label), Fraction(0)
    other.checked, other.pairs = checked, checked.items
    return other


def check_constraints(judge, certificate: dict, judge_class) -> dict:
    """The certificate without the proof of its constraints; refuses one that does not prove those of the robot."""
    proof, rest = certificate.get("constraints", {}), {key: x for key, x in certificate.items() if key != "constraints"}
    if not judge.robot.constraints and "constraints" not in certificate:
        return rest
    listed, asked = known(proof, "list pairs cells entries")["list"], judge.robot.constraints
    if len(listed) != len(asked) or not all(map(says, listed, asked)):
        raise Unknown("the certificate is about other constraints")
    inner = judge_class(constrained(judge, listed))
    inner.compares = False
    own = {key: x for key, x in rest.items() if key not in ("closer", "finer", "cells")}
    inner.check(own | {key: x for key, x in proof.items() if key != "list"})
    return rest
