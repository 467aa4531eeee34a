"""What a certificate is about, read from its files: frames that joints move, convex bodies on them, and the pairs that must stay apart."""

import xml.etree.ElementTree as xml
from copy import copy
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import mjcf
import sdf
import shapes
from finer import is_closed, is_convex
from meshes import mesh
from strict import Unknown, known, number, numbers, strict, written
from exact import AXES, IDENTITY, fixed, fixed_up, moving, quaternion, roll_pitch_yaw, unit


class Joint(NamedTuple):
    """Moves a frame of coordinates, which stands at `origin` in its parent's: a turn about the axis, or a slide, by m * values[variable] + offset."""

    name: str
    parent: int
    origin: tuple
    turns: bool
    axis: tuple
    variable: int | None
    m: Fraction
    offset: Fraction


class Body(NamedTuple):
    """A convex body in the coordinates of its frame; frame 0 is the world. A halfspace is (minus its normal, offset, place) in the world."""

    label: str
    frame: int
    shape: object
    margin: Fraction
    name: str


def pose_of(given: dict | None):
    given = known(given or {}, "translation quaternion rpy")
    turn = roll_pitch_yaw(numbers(given.get("rpy", [0, 0, 0]), 3))
    if "quaternion" in given:
        turn = turn.then(quaternion(numbers(given["quaternion"], 4)))
    return moving(numbers(given.get("translation", [0, 0, 0]), 3)).then(turn)


def shape_of(given: dict, folder: Path):
    kind = given.get("kind")
    if kind == "sphere":
        return shapes.rounded(shapes.polytope([(0, 0, 0)]), number(known(given, "kind radius")["radius"]))
    if kind in ("capsule", "cylinder", "cone"):
        known(given, "kind radius half_length axis")
        return shapes.axial(kind, number(given["radius"]), number(given["half_length"]), "xyz".index(given.get("axis", "z")))
    if kind == "box":
        return shapes.box(numbers(known(given, "kind half_extents")["half_extents"], 3))
    if kind == "ellipsoid":
        return shapes.ellipsoid(numbers(known(given, "kind radii")["radii"], 3))
    if kind in ("hull", "triangle"):
        return shapes.polytope([numbers(v, 3) for v in known(given, "kind vertices")["vertices"]])
    if kind in ("point", "segment"):
        return shapes.polytope([numbers(known(given, "kind a b").get(end, [0, 0, 0]), 3) for end in "ab"])
    if kind == "rounded":
        return shapes.rounded(shape_of(known(given, "kind radius shape")["shape"], folder), number(given["radius"]))
    if kind == "mesh" and given.get("as", "hull") == "hull":
        scale = given.get("scale", 1)
        return mesh(folder / known(given, "kind file scale as")["file"], scale if isinstance(scale, list) else [scale] * 3)
    raise Unknown(f"the judge does not know the shape {given}")


def parts_of(given: dict, folder: Path) -> list:
    """The shape of an object at its pose, or those of a compound or of a surface."""
    outer, shape = pose_of(given.get("pose")), given["shape"]
    if shape.get("kind") == "mesh" and shape.get("as", "mesh") == "mesh":
        mesh_of = shape_of({**shape, "as": "hull"}, folder)
        # A mesh that is convex by exact signs is one shape, unless "as" says otherwise.
        if "as" not in shape and is_convex(mesh_of):
            return [mesh_of.posed(outer)]
        return shapes.surface(mesh_of.posed(outer), is_closed(mesh_of))
    if shape.get("kind") != "compound":
        return [shape_of(shape, folder).posed(outer)]
    parts = [known(part, "shape pose") for part in known(shape, "kind parts")["parts"]]
    return [shape_of(part["shape"], folder).posed(pose_of(part.get("pose"))).posed(outer) for part in parts]


def labelled(name: str, found: list, frame: int, margin) -> list[Body]:
    """Several shapes of one name have numbers behind it."""
    return [Body(name if len(found) == 1 else f"{name}#{i}", frame, shape, margin, name) for i, shape in enumerate(found)]


# The values of joints that have several, in their order, and the joints of one value each from parent to child.
TURNS = (("yaw", 2), ("pitch", 1), ("roll", 0))
CHAINS = {
    "planar": ("x y theta", (("x", 0), ("y", 1), ("theta", 2))),
    "floating": ("x y z roll pitch yaw", (("x", 0), ("y", 1), ("z", 2), *TURNS)),
    "spherical": ("roll pitch yaw", TURNS),
}


def plane_axes(normal: list) -> tuple:
    """The axes of a plane whose normal is a coordinate axis or its opposite: where the least turn from z takes x, y and z; to -z, a half turn about x."""
    k = next((k for k in range(3) if normal[k] and not any(normal[:k] + normal[k + 1 :])), None)
    if k is None:
        raise Unknown("the judge knows planar joints whose normal is a coordinate axis")
    sign = 1 if normal[k] > 0 else -1
    times = lambda sign, axis: tuple(sign * x for x in AXES[axis])  # noqa: E731
    return ((times(-sign, 2), AXES[1]), (AXES[0], times(-sign, 2)), (AXES[0], times(sign, 1)))[k] + (times(sign, k),)


class Robot:
    """Frames and bodies of a robot's file, of what it holds and of a scene. `checked`: the margins of the pairs that must stay apart."""

    def __init__(self, options):
        self.options, self.joints, self.variables = options, [None], []
        self.links: dict = {}  # by name in the order of the file: frame, pose in it, bodies, the link above
        self.world: dict = {}  # by name: bodies
        self.given: dict = {}  # by name: what the scene says, and its folder
        self.rules: dict = {}  # what the scene says of a link and a body: a margin, or None if they may touch
        self.listed: set | None = None  # pairs of links that the robot's own file exempts
        self.allowed = {frozenset(pair.split(",")) for pair in options.allow}
        self.forbidden: set = set()  # pairs that steps of a task check again
        self.padding = {link: Fraction(written(d)[0]) for link, _, d in (text.rpartition("=") for text in options.padding)}
        path = Path(options.robot)
        if path.suffix.lower() == ".json":
            self.read_table(strict(path.read_text()), path.parent)
        else:
            root = xml.parse(path).getroot()
            read = {"mujoco": mjcf.Reader, "sdf": sdf.Reader}.get(root.tag, Robot.read_urdf)
            read(self, root, path.parent)
        for file in map(Path, options.attach):
            for held in known(strict(file.read_text()), "bodies")["bodies"]:
                name, (frame, pose, _, _) = held["name"], self.links[known(held, "name link shape pose touch")["link"]]
                self.allowed |= {frozenset((name, link)) for link in held.get("touch", [])}
                # A held body is no neighbour over links without shapes.
                self.add_link(name, frame, pose, None, parts_of(held, file.parent))
        self.constraints: list = known(strict(options.constraints.read_text()), "constraints")["constraints"] if options.constraints else []
        if options.scene:
            self.read_scene(strict(options.scene.read_text("utf-8-sig")), options.scene.parent)
        pairs = list(self.pairs())
        self.checked = dict(pairs)
        if len(self.checked) < len(pairs):
            raise Unknown("two pairs have the same names")

    def add_link(self, name: str, frame: int, pose, above, found: list) -> None:
        if name in self.links:
            raise Unknown(f"two links are named {name!r}")
        bodies = labelled(name, [shape.posed(pose) for shape in found], frame, self.padding.get(name, Fraction(0)))
        self.links[name] = (frame, pose, bodies, above)

    def add_joint(self, name: str, parent: int, origin, turns: bool, axis: tuple, offset=Fraction(0), drive: tuple | None = None) -> int:
        """The frame that it moves: by a variable of its own, unless it is driven by another."""
        if drive is None:
            drive = len(self.variables), Fraction(1)
            self.variables.append(name)
        self.joints.append(Joint(name, parent, origin, turns, axis, *drive, offset))
        return len(self.joints) - 1

    def add_chain(self, name: str, kind: str, parent: int, origin, axes=AXES) -> int:
        """The frame that a joint of several values moves: slides, then turns about z, the new y and the new x, or about z in a plane."""
        values, chain = CHAINS[kind]
        values = [f"{name}/{value}" for value in values.split()]
        if values[0] not in self.variables:
            self.variables += values
        for value, axis in chain:
            drive = self.variables.index(f"{name}/{value}"), Fraction(1)
            parent, origin = self.add_joint(f"{name}/{value}", parent, origin, value not in "xyz", axes[axis], Fraction(0), drive), IDENTITY
        return parent

    def add_body(self, name: str, found: list, margin: Fraction) -> None:
        if name in self.world:
            raise Unknown(f"two bodies are named {name!r}")
        self.world[name] = labelled(name, found, 0, margin)

    def finely(self, shape) -> list:
        """What stands for a shape of a link: of a mesh its triangles, if these are wanted."""
        return shapes.surface(shape, False) if self.options.links == "mesh" and getattr(shape, "triangles", ()) else [shape]

    def read_table(self, given: dict, folder: Path) -> None:
        """A table of J. Denavit and R. S. Hartenberg (1955): Rz Tz Tx Rx with the joint first; modified (J. J. Craig 1986): Rx Tx Rz Tz, the joint last."""
        rows, found = known(given, "name dh shapes convention limits base tip")["dh"], [[] for _ in range(len(given["dh"]) + 1)]
        for item in given.get("shapes", []):
            found[known(item, "link shape pose")["link"]] += parts_of(item, folder)
        self.add_link("link0", 0, pose_of(given.get("base")), None, found[0])
        for i, row in enumerate(rows):
            known(row, "theta d a alpha type convention name limits")
            frame, pose, _, _ = self.links[f"link{i}"]
            theta, d, a, alpha = (number(row[key]) for key in ("theta", "d", "a", "alpha"))
            about_z, about_x = moving((0, 0, d)).then(roll_pitch_yaw((0, 0, theta))), moving((a, 0, 0)).then(roll_pitch_yaw((alpha, 0, 0)))
            modified = row.get("convention", given.get("convention", "standard")) == "modified"
            pose, after = (pose.then(about_x).then(about_z), IDENTITY) if modified else (pose.then(about_z), about_x)
            name = row.get("name") or f"joint{i + 1}"
            self.add_joint(name, frame, pose, row["type"] == "revolute", AXES[2])
            self.add_link(f"link{i + 1}", i + 1, after, f"link{i}", found[i + 1])

    def read_urdf(self, root, folder: Path) -> None:
        for element in root.iter():
            if "xacro" in element.tag:
                raise Unknown("a xacro file, expected plain URDF")
            element.tag = element.tag.split("}")[-1]
        links, rest = root.findall("link"), root.findall("joint")
        ends = lambda joint: (joint.find("parent").get("link"), joint.find("child").get("link"))  # noqa: E731
        moves = {joint.get("name"): joint for joint in rest if joint.get("type") in ("revolute", "continuous", "prismatic")}
        if {joint.get("type") for joint in rest} - {"revolute", "continuous", "prismatic", "fixed", *CHAINS}:
            raise Unknown("a joint has an unknown type")
        root_link = {link.get("name") for link in links} - {ends(joint)[1] for joint in rest}
        base = getattr(self.options, "base", None)
        root = self.add_base(root_link, base)
        for joint in rest:
            name, kind = joint.get("name"), joint.get("type")
            if name in moves and (self.options.ignore_mimic or joint.find("mimic") is None):
                self.variables.append(name)
            elif kind in CHAINS and base != "fixed":
                self.variables += [f"{name}/{value}" for value in CHAINS[kind][0].split()]
        placed = {name: (root, IDENTITY, None) for name in root_link}
        while rest:
            joint = next((joint for joint in rest if ends(joint)[0] in placed and ends(joint)[1] not in placed), None)
            if joint is None or len(root_link) != 1:
                raise Unknown("the links must form one tree")
            rest.remove(joint)
            (parent, child), name = ends(joint), joint.get("name")
            frame, pose, _ = placed[parent]
            pose = pose.then(origin(joint))
            if name in moves:
                axis = joint.find("axis")
                axis = AXES[0] if axis is None or axis.get("xyz") is None else unit(written(axis.get("xyz"), 3))
                variable, m, offset = self.drive(name, moves)
                frame, pose = self.add_joint(name, frame, pose, joint.get("type") != "prismatic", axis, offset, (variable, m)), IDENTITY
            elif joint.get("type") in CHAINS and base != "fixed":
                axis = joint.find("axis") if joint.get("type") == "planar" else None
                normal = [1, 0, 0] if axis is None or axis.get("xyz") is None else written(axis.get("xyz"), 3)
                axes = plane_axes(normal) if joint.get("type") == "planar" else AXES
                frame, pose = self.add_chain(name, joint.get("type"), frame, pose, axes), IDENTITY
            placed[child] = (frame, pose, parent)
        for link in links:
            found = [self.geometry(collision, folder) for collision in link.findall("collision") if collision.find("geometry") is not None]
            found = [finer for shape in found for finer in self.finely(shape)]
            self.add_link(link.get("name"), *placed[link.get("name")][:2], placed[link.get("name")][2], found)

    def add_base(self, roots: set, base: str | None) -> int:
        """The frame of the root: it moves as an option or a planar virtual joint of the SRDF says."""
        joints = xml.parse(self.options.srdf).getroot().findall("virtual_joint") if self.options.srdf else []
        joints = [joint for joint in joints if joint.get("child_link") in roots and joint.get("type") in CHAINS]
        name = joints[0].get("name") if joints else "base"
        kind = base or ("planar" if joints and joints[0].get("type") == "planar" else "fixed")
        return 0 if kind == "fixed" else self.add_chain(name, kind, 0, IDENTITY)

    def drive(self, name: str, moves: dict, depth: int = 0) -> tuple:
        """q = m * values[variable] + offset, through chains of mimics; a joint that is held has the value 0."""
        if name not in moves or name in self.variables:
            return (self.variables.index(name), Fraction(1), Fraction(0)) if name in moves else (None, Fraction(0), Fraction(0))
        if depth > len(moves):
            raise Unknown(f"joint {name!r} mimics itself")
        mimic = moves[name].find("mimic")
        variable, m, offset = self.drive(mimic.get("joint"), moves, depth + 1)
        k = Fraction(written(mimic.get("multiplier", "1"))[0])
        return variable, k * m, k * offset + Fraction(written(mimic.get("offset", "0"))[0])

    def geometry(self, collision, folder: Path):
        one, *more = [shape for geometry in collision.findall("geometry") for shape in geometry]
        if more:
            raise Unknown("a collision element must have one shape")
        size = lambda name: written(one.get(name))[0]  # noqa: E731
        if one.tag == "box":
            shape = shapes.box([x / 2 for x in written(known(one, "size").get("size"), 3)])
        elif one.tag == "sphere":
            shape = shapes.rounded(shapes.polytope([(0, 0, 0)]), size("radius"))
        elif one.tag in ("cylinder", "capsule"):
            shape = shapes.axial(known(one, "radius length") and one.tag, size("radius"), size("length") / 2, 2)
        elif one.tag == "mesh":
            shape = mesh(self.find(known(one, "filename scale").get("filename"), folder), written(one.get("scale", "1 1 1"), 3))
        else:
            raise Unknown(f"the judge does not know the shape <{one.tag}>")
        return shape.posed(origin(collision))

    def find(self, name: str, folder: Path) -> Path:
        """A mesh file: package://NAME/REST in a folder that was named, or in or beside the robot's folder and those above it."""
        scheme, _, rest = name.rpartition("://")
        if scheme not in ("package", "model"):
            return folder / rest
        package, _, file = rest.partition("/")
        named = [Path(place) / file for key, _, place in (text.partition("=") for text in self.options.package) if key == package]
        around = [place for above in [folder.absolute(), *folder.absolute().parents] for place in (above / file, above / rest)]
        return next((place for place in named + around if place.is_file()), folder / file)

    def read_scene(self, scene: dict, folder: Path) -> None:
        if known(scene, "bodies ignore groups margins dim").get("dim", 3) != 3:
            raise Unknown("expected a scene in space")
        for body in scene["bodies"]:
            known(body, "name shape pose group margin fixed motion")
            margin = Fraction(number(body.get("margin", 0)))
            if body["shape"]["kind"] == "halfspace":
                half = known(body["shape"], "kind normal offset")
                normal, pose = [Fraction(x) for x in numbers(half["normal"], 3)], pose_of(body.get("pose"))
                size = max(map(abs, normal))
                found: list = [(pose.turn([-fixed(x / size) for x in normal]), fixed_up(Fraction(number(half["offset"])) / size), pose.move)]
            else:
                found = parts_of(body, folder)
            self.add_body(body["name"], found, margin)
            self.given[body["name"]] = (body, folder)
        self.rules |= {frozenset(rule[:2]): Fraction(number(rule[2])) for rule in scene.get("margins", [])}
        self.rules |= {frozenset(pair): None for pair in scene.get("ignore", [])}

    def pairs(self):
        """All pairs that must stay apart, anew: not those that no joint moves, that are allowed, and without an SRDF no neighbours."""
        rows, quiet, enabled = set() if self.options.srdf else self.listed or set(), set(), set()
        if self.options.srdf:
            for row in xml.parse(self.options.srdf).getroot():
                if row.tag == "disable_default_collisions":
                    quiet.add(row.get("link"))
                elif row.tag in ("disable_collisions", "enable_collisions"):
                    (rows if row.tag[0] == "d" else enabled).add(frozenset((row.get("link1"), row.get("link2"))))
        for (a, (frame, _, bodies, _)), (b, (other, _, others, _)) in combinations(self.links.items(), 2):
            pair = frozenset((a, b))
            hushed = (a in quiet or b in quiet) and pair not in enabled
            exempt = (pair in self.allowed | rows or hushed) and pair not in self.forbidden
            near = not self.options.srdf and self.listed is None and (self.shaped_above(a) == b or self.shaped_above(b) == a)
            if frame != other and not exempt and not near:
                yield from (((x.label, y.label), (x, y, x.margin + y.margin)) for x in bodies for y in others)
        for a, x in ((a, x) for a, link in self.links.items() for x in link[2]):
            for b, y in ((b, y) for b, others in self.world.items() for y in others if y.frame != x.frame):
                margin = self.rules.get(frozenset((a, b)), x.margin + y.margin)
                exempt = frozenset((a, b)) in self.allowed | rows and frozenset((a, b)) not in self.forbidden
                if not exempt and margin is not None:
                    yield (x.label, y.label), (x, y, margin)

    def scene_pose(self, name: str):
        """Where the scene has a body."""
        return pose_of(self.given[name][0].get("pose"))

    def carrying(self, names) -> "Robot":
        """The robot in a scene of which some bodies move: each has two frames of its own, one that slides and one on it that turns."""
        other = copy(self)
        other.joints, other.world = list(self.joints), dict(self.world)
        for name in names:
            if name not in self.given or self.given[name][0]["shape"]["kind"] == "halfspace":
                raise Unknown(f"the scene has no body {name!r} that can move")
            for turns, parent in ((False, 0), (True, len(other.joints))):
                other.joints.append(Joint(f"body {name}", parent, IDENTITY, turns, AXES[0], None, Fraction(0), Fraction(0)))
            body, folder = self.given[name]
            found = parts_of({**body, "pose": None}, folder)
            other.world[name] = labelled(name, found, len(other.joints) - 1, Fraction(number(body.get("margin", 0))))
        other.checked = dict(other.pairs())
        return other

    def shaped_above(self, link: str):
        """The nearest link above that has shapes."""
        above = self.links[link][3]
        while above is not None and not self.links[above][2]:
            above = self.links[above][3]
        return above


def origin(element):
    at = element.find("origin")
    if at is None:
        return IDENTITY
    x, y, z, w = written(known(at, "xyz rpy quat_xyzw").get("quat_xyzw", "0 0 0 1"), 4)
    if "rpy" in at.keys() and "quat_xyzw" in at.keys():
        raise Unknown("expected rpy or quat_xyzw, got both")
    turn = roll_pitch_yaw(written(at.get("rpy", "0 0 0"), 3)).then(quaternion((w, x, y, z)))
    return moving(written(at.get("xyz", "0 0 0"), 3)).then(turn)
