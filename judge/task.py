"""What a certificate of a task claims: motions one after the other, each in the scene that the steps before it make."""

from copy import copy
from fractions import Fraction

from exact import AXES, fixed_up
from robot import labelled, parts_of, pose_of
from strict import Unknown, known, number, numbers

NEAR = fixed_up(Fraction(1, 10**9))  # poses are rounded to some 1e-16 of the robot's reach, metres


def check_task(judge, certificate: dict, make, path) -> str:
    """Refuses a task of which a motion is not proven, or does not begin where the one before it ends."""
    new_judge, moment = make
    known(certificate, "version what id digests start steps pairs")
    if certificate["version"] != 1 or certificate["pairs"] != [] or path is not None:
        raise Unknown("expected a task of version 1 without pairs of its own, and no path beside it")
    for name, digest in judge.expected.items():
        if certificate["digests"][name] != digest:
            raise Unknown(f"the certificate is about another {name}")
    robot, at, said = judge.robot, numbers(certificate["start"], len(judge.robot.variables)), []
    for i, step in enumerate(certificate["steps"]):
        (kind, content), *more = step.items()
        if more:
            raise Unknown(f"step {i}: expected one key")
        if kind == "motion":
            first, last = ends(content)
            if first != at:
                raise Unknown(f"step {i} begins at {first}, where the robot is at {at}")
            said.append(new_judge(robot).check(content))
            at = last
        elif kind in STEPS:
            robot = STEPS[kind](changed(robot), content, moment(robot, list(map(Fraction, at))))
            robot.checked = dict(robot.pairs())
        else:
            raise Unknown(f"step {i}: the judge does not know {kind!r}")
    least = min((float(text.split("at least ")[1].split(",")[0]) for text in said), default=float("inf"))
    return f"valid, clearance at least {least}, {len(said)} motions of {len(certificate['steps'])} steps, to {at}"


def ends(motion: dict) -> tuple:
    """Where a path or a trajectory of points begins and ends."""
    if motion.get("what", "path") == "path":
        return motion["path"][0], motion["path"][-1]
    if motion["what"] == "trajectory" and motion["trajectory"].get("interpolation") != "pieces":
        points = motion["trajectory"]["points"]
        return points[0]["positions"], points[-1]["positions"]
    raise Unknown("expected a path or a trajectory of points")


def changed(robot):
    """A robot of which links, bodies and rules may be changed."""
    other = copy(robot)
    other.links, other.world, other.given = dict(robot.links), dict(robot.world), dict(robot.given)
    other.rules, other.padding = dict(robot.rules), dict(robot.padding)
    other.allowed, other.forbidden = set(robot.allowed), set(robot.forbidden)
    return other


def are_near(a, b) -> None:
    """Refuses poses of which the origin or the end of an axis differs."""
    images = [[pose.point(p) for p in ((0, 0, 0), *AXES)] for pose in (a, b)]
    if any(abs(x - y) > NEAR for p, q in zip(*images) for x, y in zip(p, q)):
        raise Unknown("the pose is not that of the body")


def attach(robot, step: dict, now):
    """The body is a link from now on, which is rigid with the one that holds it."""
    name, (frame, pose, _, _) = known(step, "body link touch pose")["body"], robot.links[step["link"]]
    body, folder = robot.given[name]
    if body["shape"]["kind"] == "halfspace" or name not in robot.world:
        raise Unknown(f"{name!r} cannot be held")
    held = pose.then(pose_of(step["pose"]))
    are_near(now.poses[frame].then(held), robot.scene_pose(name))
    if unknown := set(step["touch"]) - set(robot.links) - set(robot.world):
        raise Unknown(f"{min(unknown)!r} is neither a link nor a body")
    robot.allowed |= {frozenset((name, other)) for other in step["touch"]}
    for pair in [pair for pair in robot.rules if name in pair]:
        margin, (other,) = robot.rules.pop(pair), pair - {name}
        if other in robot.links and margin is not None:
            raise Unknown(f"{name!r} has a margin of its own for {other!r}")
        robot.allowed |= {pair} if other in robot.links else set()
    robot.padding[name] = Fraction(number(body.get("margin", 0)))
    shape = body["shape"]
    solid = {**shape, "as": "hull"} if shape["kind"] == "mesh" else shape
    del robot.world[name]
    robot.add_link(name, frame, held, None, parts_of({"shape": solid}, folder))
    return robot


def detach(robot, step: dict, now):
    """The link is a body of the world from now on; what was said of its pairs is forgotten."""
    name = known(step, "body pose")["body"]
    (body, folder), (frame, pose, _, _) = robot.given[name], robot.links.pop(name)
    are_near(now.poses[frame].then(pose), pose_of(step["pose"]))
    robot.given[name] = ({**body, "pose": step["pose"]}, folder)
    margin = robot.padding.pop(name)
    robot.world[name] = labelled(name, parts_of(robot.given[name][0], folder), 0, margin)
    robot.rules = {pair: margin for pair, margin in robot.rules.items() if name not in pair}
    robot.allowed = {pair for pair in robot.allowed if name not in pair}
    robot.forbidden = {pair for pair in robot.forbidden if name not in pair}
    return robot


def allow(robot, step: dict, _):
    """The pair is not checked, or a link and a body may overlap by less than a depth: a margin below zero."""
    pair, depth = frozenset(known(step, "pair depth")["pair"]), step.get("depth")
    if depth is None:
        robot.forbidden.discard(pair)
        robot.allowed.add(pair)
        return robot
    if not number(depth) > 0 or len(pair & set(robot.links)) != 1 or len(pair & set(robot.world)) != 1:
        raise Unknown("expected a positive depth of a link and a body")
    robot = forbid(robot, list(pair), _)
    robot.rules[pair] = -Fraction(number(depth))
    return robot


def forbid(robot, step: list, _):
    """The pair is checked, whatever was said before."""
    pair = frozenset(step)
    if len(pair) != 2:
        raise Unknown("expected two names")
    robot.allowed.discard(pair)
    robot.forbidden.add(pair)
    if pair in robot.rules and (robot.rules[pair] is None or robot.rules[pair] < 0):
        del robot.rules[pair]
    return robot


def keep(robot, step: dict, _):
    """The constraint holds on all motions from now on."""
    robot.constraints = [*robot.constraints, step]
    return robot


def relax(robot, step: str, _):
    """The constraint of a name need not hold from now on."""
    robot.constraints = [other for other in robot.constraints if other["name"] != step]
    return robot


STEPS = {"attach": attach, "detach": detach, "allow": allow, "forbid": forbid, "keep": keep, "relax": relax}
