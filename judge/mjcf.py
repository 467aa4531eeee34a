"""MJCF files, MuJoCo's own: classes of defaults, the tree of bodies, and which of their geoms collide. What changes geometry and is not known is refused."""

import xml.etree.ElementTree as xml
from fractions import Fraction
from math import pi
from pathlib import Path

import shapes
from exact import AXES, IDENTITY, ONE, Pose, cross, dot, fixed, inverse, moving, norm, quaternion, turning, unit, up
from meshes import mesh
from strict import Unknown, written

TURNS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
SECTIONS = "compiler default asset worldbody contact equality keyframe option size visual statistic custom sensor actuator tendon extension"
HARMLESS = "inertial site camera light plugin geom joint freejoint"
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
PARALLEL = 1e-14  # where a squared sine is below, MuJoCo takes two directions for parallel


def from_z_to(direction) -> Pose:
    """The least turn from the z axis to a unit direction that is within 1 unit; a half turn about x to its opposite."""
    x, y, z = (Fraction(k, ONE) for k in direction)
    aside = x * x + y * y
    if aside < PARALLEL:
        return IDENTITY if z > 0 else quaternion((0, 1, 0, 0))
    found = quaternion((1 + z if z >= 0 else aside / (1 - z), -y, x, 0))
    # The quaternion is at least a part in 10**7 long.
    return found._replace(turned=found.turned + (1 << 32))


def merged(all_: dict, more: dict) -> dict:
    """Attributes over those that are there; of several turns the last one holds."""
    kept = {key: value for key, value in all_.items() if key not in TURNS} if any(key in TURNS for key in more) else all_
    return {**kept, **more}


class Names(set):
    def unused(self, name: str, spare: str = "") -> str:
        first, number = name or spare, 2
        found = first
        while found in self:
            found, number = f"{first}:{number}", number + 1
        self.add(found)
        return found


class Reader:
    """Adds the links, joints and planes of a file to a robot."""

    def __init__(self, robot, root, folder: Path):
        self.robot, self.folder = robot, folder
        root = self.expanded(root, folder, ())
        if strange := {section.tag for section in root} - set(SECTIONS.split()) - {"body"}:
            raise Unknown(f"the judge does not know {sorted(strange)} of a file of MuJoCo")
        every = lambda *path: (one for section in root.findall(path[0]) for one in (section.iter(path[1]) if len(path) > 1 else [section]))  # noqa: E731
        self.compiler: dict = {}
        for element in every("compiler"):
            self.compiler |= element.attrib
        flags = [flag.get("filterparent") for flag in every("option", "flag") if "filterparent" in flag.keys()]
        self.filterparent = flags[-1:] != ["disable"]
        if self.compiler.get("coordinate", "local") != "local":
            raise Unknown("the judge does not know global coordinates")
        self.classes: dict = {"main": {}}
        for element in every("default"):
            self.open(element, element.get("class", "main"), "main")
        self.meshes = {}
        for element in every("asset", "mesh"):
            given = self.complete(element, "main")
            self.meshes[given.get("name") or Path(given["file"]).stem] = given
        self.excluded = {frozenset((one.get("body1"), one.get("body2"))) for one in every("contact", "exclude")}
        self.paired = [(one.get("geom1"), one.get("geom2")) for one in every("contact", "pair")]
        self.link_names, self.joint_names, self.referred, self.count = Names({"world"}), Names(), set(), 0
        self.bodies, self.facts, self.planes = [("world", 0, 0)], [], []  # name, weld, the weld of its parent
        worlds = root.findall("worldbody")
        for i, world in enumerate(worlds):
            groups = self.groups(world, 0, IDENTITY, "main")
            if i == 0:
                self.give("world", 0, IDENTITY, groups)
            elif groups:
                raise Unknown("the judge knows geoms of one worldbody only")
            self.walk(world, 0, IDENTITY, "main")
        if not robot.options.ignore_mimic:
            self.couple([one for one in every("equality", "joint")])
        robot.listed = {frozenset((a[0], b[0])) for i, a in enumerate(self.facts) for b in self.facts[i + 1 :] if self.is_quiet(a, b)}
        for name, body, masks, geoms, partners, pose in self.planes:
            frame, at, _, _ = robot.links[self.bodies[body][0]]
            at = at.then(pose)
            if frame != 0 or at.turned > 900:
                raise Unknown(f"the plane {name!r} must be fixed in the world")
            half = (at.turn((0, 0, -ONE)), at.moved + up(at.turned * norm(at.move)) + 4, at.move)
            robot.add_body(name, [half], Fraction(0))
            own = (name, body, masks, geoms, partners)
            robot.rules |= {frozenset((name, link[0])): None for link in self.facts if self.is_quiet(own, link)}

    def couple(self, constraints: list) -> None:
        """Joints that follow others by a line: both move, have no reference, and follow none before; others are not kept."""
        robot, taken, leads = self.robot, set(), {}
        frames = {joint.name: i for i, joint in enumerate(robot.joints) if joint and joint.name not in self.referred}
        for one in constraints:
            a, b = (frames.get(one.get(key)) for key in ("joint1", "joint2"))
            line = [Fraction(x) for x in written(one.get("polycoef", "0 1 0 0 0"), None)]
            kept = one.get("active") != "false" and a and b and a != b and a not in taken and b not in leads
            if kept and any(line[1:2]) and not any(line[2:5]):
                taken |= {a, b}
                leads[a] = (b, line[1], line[0])
        for a, (b, m, offset) in leads.items():
            robot.joints[a] = robot.joints[a]._replace(variable=robot.joints[b].variable, m=m, offset=offset)
        robot.variables = [name for name in robot.variables if frames.get(name) not in leads]
        for i, joint in enumerate(robot.joints):
            if joint:
                own = robot.joints[leads[i][0]] if i in leads else joint
                robot.joints[i] = joint._replace(variable=robot.variables.index(own.name))

    def expanded(self, element, folder: Path, above: tuple):
        """With included files in the places of their elements."""
        for i, child in reversed(list(enumerate(element))):
            if child.tag != "include":
                self.expanded(child, folder, above)
                continue
            path = next(path for path in (self.folder / child.get("file"), folder / child.get("file")) if path.is_file())
            if path in above:
                raise Unknown(f"{path} includes itself")
            element[i : i + 1] = list(self.expanded(xml.parse(path).getroot(), path.parent, (*above, path)))
        return element

    def open(self, element, name: str, parent: str) -> None:
        own = self.classes.setdefault(name, {kind: dict(given) for kind, given in self.classes[parent].items()})
        for child in element:
            if child.tag in ("geom", "joint", "mesh"):
                own[child.tag] = merged(own.get(child.tag, {}), child.attrib)
        for child in element.findall("default"):
            self.open(child, child.attrib["class"], name)

    def complete(self, element, childclass: str) -> dict:
        return merged(self.classes[element.get("class", childclass)].get(element.tag, {}), element.attrib)

    def radians(self, angle: float) -> float:
        """The rounded angle is what is meant."""
        return angle * (pi / 180.0) if self.compiler.get("angle", "degree") == "degree" else angle

    def pose(self, given: dict) -> Pose:
        moved, turns = moving(written(given.get("pos", "0 0 0"), 3)), [key for key in TURNS if key in given]
        if len(turns) > 1:
            raise Unknown(f"expected one rotation, got {turns}")
        if not turns:
            return moved
        (key,) = turns
        x = written(given[key], {"quat": 4, "axisangle": 4, "euler": 3, "xyaxes": 6, "zaxis": 3}[key])
        if key == "quat":
            return moved.then(quaternion(x))
        if key == "axisangle":
            return moved.then(turning(unit(x[:3]), Fraction(self.radians(x[3]))))
        if key == "zaxis":
            return moved.then(from_z_to(unit(x)))
        if key == "xyaxes":
            a, b = [Fraction(k) for k in x[:3]], [Fraction(k) for k in x[3:]]
            along, square = sum(p * q for p, q in zip(a, b)), sum(p * p for p in a)
            first, second = unit(a), unit([square * q - along * p for p, q in zip(a, b)])
            rows = tuple(zip(first, second, cross(first, second)))
            return moved.then(Pose(rows, (0, 0, 0), 32, 0))
        turn = IDENTITY
        for letter, angle in zip(self.compiler.get("eulerseq", "xyz"), x):
            one = turning(AXES["xyz".index(letter.lower())], Fraction(self.radians(angle)))
            turn = one.then(turn) if letter.isupper() else turn.then(one)
        return moved.then(turn)

    def walk(self, element, parent: int, place: Pose, childclass: str) -> None:
        for child in element:
            if child.tag == "body":
                self.body(child, parent, place, childclass)
            elif child.tag == "frame":
                self.walk(child, parent, place.then(self.pose(child.attrib)), child.get("childclass", childclass))
            elif child.tag not in HARMLESS.split():
                raise Unknown(f"the judge does not know <{child.tag}>")

    def joints(self, element, place: Pose, childclass: str) -> list:
        found = []
        for child in element:
            if child.tag == "joint":
                found.append((self.complete(child, childclass), place))
            elif child.tag == "freejoint":
                found.append(({**child.attrib, "type": "free"}, place))
            elif child.tag == "frame":
                found += self.joints(child, place.then(self.pose(child.attrib)), child.get("childclass", childclass))
        return found

    def body(self, element, parent: int, place: Pose, childclass: str) -> None:
        """A link behind each joint, of which the last is the body's; the joint moves by A T(q - ref) A', with A the way to its anchor."""
        index, robot = len(self.bodies), self.robot
        name = self.link_names.unused(element.get("name", ""), f"body{index}")
        at, childclass = place.then(self.pose(element.attrib)), element.get("childclass", childclass)
        joints = self.joints(element, IDENTITY, childclass)
        base, free = getattr(robot.options, "base", None), any(joint.get("type") == "free" for joint, _ in joints)
        if base in ("planar", "floating") and parent == 0:
            if index > 1 or free and base == "planar":
                raise Unknown("a base is that of the only body of the world, without a free joint")
            joints = joints if free else [({"name": "base", "type": base}, IDENTITY), *joints]
            self.count -= not free  # it is none of MuJoCo's joints
        weld = index if joints else self.bodies[parent][1]
        above = self.bodies[parent][1] if weld == index else self.bodies[weld][2]
        self.bodies.append((name, weld, above))
        is_held = lambda joint: joint.get("type") in ("ball", "free") and getattr(robot.options, "base", None) == "fixed"  # noqa: E731
        moves = [joint for joint, _ in joints if not is_held(joint)]
        frame, pose, _, _ = robot.links[self.bodies[parent][0]]
        pose, left = pose.then(at), len(moves)
        for joint, where in joints:
            own = self.joint_names.unused(joint.get("name", ""), f"joint{self.count}")
            self.count += 1
            kind = joint.get("type", "hinge")
            if is_held(joint):
                continue
            left -= 1
            if kind in ("free", "planar", "floating"):
                frame, pose = robot.add_chain(own, "floating" if kind == "free" else kind, frame, pose), IDENTITY
                if left:
                    robot.add_link(self.link_names.unused(f"{name}/{own}"), frame, pose, None, [])
                continue
            anchor = where.then(moving(written(joint.get("pos", "0 0 0"), 3)))
            if kind == "ball":
                frame, pose = robot.add_chain(own, "spherical", frame, pose.then(anchor)), inverse(anchor)
                if left:
                    robot.add_link(self.link_names.unused(f"{name}/{own}"), frame, pose, None, [])
                continue
            turns = {"hinge": True, "slide": False}[kind]
            reference = Fraction(written(joint.get("ref", "0"))[0])
            reference = Fraction(self.radians(float(reference))) if turns else reference
            axis = unit(written(joint.get("axis", "0 0 1"), 3))
            self.referred |= {own} if reference else set()
            frame = robot.add_joint(own, frame, pose.then(anchor), turns, axis, -reference)
            pose = inverse(anchor)
            if left:
                robot.add_link(self.link_names.unused(f"{name}/{own}"), frame, pose, None, [])
        if not moves:
            self.joint_names.unused(f"{name}/fixed")
        self.give(name, frame, pose, self.groups(element, index, IDENTITY, childclass))
        self.walk(element, index, IDENTITY, childclass)

    def give(self, name: str, frame: int, pose: Pose, groups: list) -> None:
        """The first group of geoms is the body's link; others, which collide with other masks, are links of their own."""
        first, *others = groups or [(None, [])]
        self.robot.add_link(name, frame, pose, None, first[1])
        if first[0]:
            self.facts.append((name, *first[0]))
        for facts, found in others:
            own = self.link_names.unused(name)
            self.joint_names.unused(f"{own}/fixed")
            self.robot.add_link(own, frame, pose, None, found)
            self.facts.append((own, *facts))

    def groups(self, element, body: int, place: Pose, childclass: str) -> list:
        """Geoms that collide, by their masks and partners: what is known of them (body, masks, names, partners), and their shapes."""
        groups: dict = {}
        for given, pose in self.geoms(element, place, childclass):
            name = given.get("name", "")
            partners = tuple(sorted(b if a == name else a for a, b in self.paired if name in (a, b)))
            masks = tuple(int(float(given.get(key, "1"))) & 0xFFFFFFFF for key in ("contype", "conaffinity"))
            if masks == (0, 0) and not partners:
                continue
            if given.get("type", "sphere") == "plane":
                self.planes.append((name or f"plane of {self.bodies[body][0]}", body, masks, [name], partners, pose.then(self.pose(given))))
                continue
            (_, _, names, _), found = groups.setdefault((masks, partners), ((body, masks, [], partners), []))
            names.append(name)
            found += [shape.posed(pose) for shape in self.robot.finely(self.shape(given))]
        return list(groups.values())

    def geoms(self, element, place: Pose, childclass: str) -> list:
        found = []
        for child in element:
            if child.tag == "geom":
                found.append((self.complete(child, childclass), place))
            elif child.tag == "frame":
                found += self.geoms(child, place.then(self.pose(child.attrib)), child.get("childclass", childclass))
        return found

    def shape(self, given: dict):
        kind = given.get("type", "sphere")
        if kind == "mesh":
            asset = self.meshes[given["mesh"]]
            if "file" not in asset or {"refpos", "refquat"} & set(asset):
                raise Unknown(f"the judge reads meshes that are files as they are, not {given['mesh']!r}")
            folder = self.compiler.get("meshdir", self.compiler.get("assetdir", ""))
            name = Path(asset["file"]).name if self.compiler.get("strippath") == "true" else asset["file"]
            return mesh(self.robot.find(str(Path(folder) / name), self.folder), written(asset.get("scale", "1 1 1"), 3)).posed(self.pose(given))
        if kind not in SIZES or "mesh" in given:
            raise Unknown(f"the judge does not know geoms of the type {kind!r}")
        size, at = [*map(Fraction, written(given.get("size", "0"), None)), Fraction(0), Fraction(0)], None
        if "fromto" in given:
            ends = [Fraction(x) for x in written(given["fromto"], 6)]
            if kind == "capsule":
                return shapes.rounded(shapes.polytope([ends[:3], ends[3:]]), size[0])
            along = [a - b for a, b in zip(ends[:3], ends[3:])]
            at = moving([(a + b) / 2 for a, b in zip(ends[:3], ends[3:])]).then(from_z_to(unit(along)))
            size.insert(SIZES[kind] - 1, Fraction(norm(tuple(map(fixed, along))) + 4, 2 * ONE))
        if min(size[: SIZES[kind]]) <= 0 or kind == "sphere" and at:
            raise Unknown(f"a {kind} needs {SIZES[kind]} positive sizes: {given}")
        if kind == "sphere":
            shape = shapes.rounded(shapes.polytope([(0, 0, 0)]), size[0])
        elif kind in ("capsule", "cylinder"):
            shape = shapes.axial(kind, size[0], size[1], 2)
        else:
            shape = shapes.box(size[:3]) if kind == "box" else shapes.ellipsoid(size[:3])
        return shape.posed(at or self.pose(given))

    def is_quiet(self, a: tuple, b: tuple) -> bool:
        """Whether MuJoCo lets no geom of one link collide with one of the other."""
        (_, first, own, names, _), (_, second, other, _, partners) = a, b
        if set(names) & set(partners):
            return False
        (name, weld, above), (name_b, weld_b, above_b) = self.bodies[first], self.bodies[second]
        parents = self.filterparent and weld and weld_b and (weld == above_b or weld_b == above)
        masked = not own[0] & other[1] and not other[0] & own[1]
        return bool(weld == weld_b or parents or frozenset((name, name_b)) in self.excluded or masked)
