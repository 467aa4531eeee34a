"""Constraints along a path: axes within an angle of a direction, and points in a box.

With unit vectors a and d the angle between R a and d is below theta if d·(R a) > cos theta; a point is in a box if it is above the planes of all faces. Seen from the
frame in which a constraint is given, the image of a or of the point is moved by the joints on the way from there: those up to the frame that carries both backwards,
by minus their axes, then those down to the link. Of an axis only rotations are left. So a constraint is a point that stays apart from halfspaces, on a robot of
these joints, and the proofs are those of all pairs.
"""

from copy import copy
from fractions import Fraction
from math import pi

from exact import AXES, IDENTITY, fixed, fixed_up, inverse, sine_cosine, unit
from robot import Body, pose_of
from shapes import Points, polytope
from strict import Unknown, known, number, numbers

FACES = [(name, tuple(-sign * x for x in AXES[i]), i) for sign, names in ((-1, "-x -y -z"), (1, "+x +y +z")) for i, name in enumerate(names.split())]


def canonical(given: dict) -> tuple:
    """What a constraint says, in numbers."""
    known(given, "name link of axis direction angle point box")
    head = (given["name"], given["link"], given.get("of"))
    if "axis" in given:
        axis, direction, angle = numbers(given["axis"], 3), numbers(given.get("direction", [0, 0, 1]), 3), number(given["angle"])
        if not (any(axis) and any(direction) and 0 < angle < pi) or {"point", "box"} & set(given):
            raise Unknown(f"the judge does not know the constraint {given}")
        return (*head, tuple(axis), tuple(direction), angle)
    box = known(given["box"], "half translation quaternion")
    half = tuple(None if x is None else number(x) for x in box["half"])
    if len(half) != 3 or any(x is not None and not x > 0 for x in half) or {"direction", "angle"} & set(given):
        raise Unknown(f"the judge does not know the constraint {given}")
    return (*head, tuple(numbers(given["point"], 3)), half, tuple(numbers(box.get("translation", [0, 0, 0]), 3)), tuple(numbers(box.get("quaternion", [1, 0, 0, 0]), 4)))


def way(robot, link: str, of: str | None) -> list:
    """From the world, or from a link, to a link: poses, and joints with the sense in which they are passed."""
    def chain(frame):
        return [frame] if frame == 0 else [frame, *chain(robot.joints[frame].parent)]

    (frame, pose), (start, first) = robot.links[link][:2], robot.links[of][:2] if of else (0, IDENTITY)
    up, down, steps = chain(start), chain(frame), [inverse(first)]
    for f in (f for f in up if f not in down):
        steps += [(robot.joints[f], -1), inverse(robot.joints[f].origin)]
    for f in (f for f in reversed(down) if f not in up):
        steps += [robot.joints[f].origin, (robot.joints[f], 1)]
    return [*steps, pose]


def constrained(robot):
    """The robot of the points, with the pairs of each and its halfspaces."""
    other, checked = copy(robot), {}
    other.joints, other.options, other.links, other.world = [None], copy(robot.options), {}, {}
    other.options.links = "adaptive"
    for given in robot.constraints:
        name, link, of, vector, *rest = canonical(given)
        is_axis, steps = "axis" in given, way(robot, link, of)
        if is_axis:
            point, (direction, angle) = Points([unit(vector)], 0, 2), rest
            walls = [("limit", tuple(-x for x in unit(direction)), sine_cosine(Fraction(angle))[1] + 8)]
        else:
            point, (half, *_) = polytope([vector]), rest
            walls = [(face, normal, fixed_up(-Fraction(half[i]))) for face, normal, i in FACES if half[i] is not None]
            steps.insert(0, inverse(pose_of({key: given["box"][key] for key in ("translation", "quaternion") if key in given["box"]})))
        frame, pose = 0, IDENTITY
        for step in steps:
            if type(step) is not tuple:
                pose = pose.then(step._replace(move=(0, 0, 0), moved=0) if is_axis and step is not IDENTITY else step)
            elif step[0].turns or not is_axis:
                joint, sense = step
                axis = tuple(sense * x for x in joint.axis)
                other.joints.append(joint._replace(name=f"{joint.name} of {name}", parent=frame, origin=pose, axis=axis))
                frame, pose = len(other.joints) - 1, IDENTITY
        image = Body(name, frame, point.posed(pose), Fraction(0), name)
        for face, inwards, offset in walls:
            label = f"{name} {face}"
            pair = (name, label)
            if pair in checked or frame == 0:
                raise Unknown(f"two constraints are named {name!r}, or no joint moves it")
            checked[pair] = (image, Body(label, 0, (inwards, offset, (0, 0, 0)), Fraction(0), label), Fraction(0))
    other.constraints, other.checked, other.pairs = [], checked, checked.items
    return other


def check_constraints(judge, certificate: dict, judge_class) -> dict:
    """The certificate without the proof of its constraints; refuses one that does not prove those of the robot."""
    rest, proof = {key: value for key, value in certificate.items() if key != "constraints"}, certificate.get("constraints")
    if not judge.robot.constraints and proof is None:
        return rest
    known(proof, "list pairs cells entries")
    if list(map(canonical, proof["list"])) != list(map(canonical, judge.robot.constraints)):
        raise Unknown("the certificate is about other constraints")
    inner = judge_class(constrained(judge.robot))
    inner.compares = False
    drop = ("closer", "finer", "cells")
    inner.check({key: value for key, value in rest.items() if key not in drop} | {key: proof[key] for key in proof if key != "list"})
    return rest
