"""Robots from models of Pinocchio: joints, geometries and collision pairs as MJCF."""

from __future__ import annotations

import math
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .turns import pose_values, rotation_of, turn_values

# Joints of several values, in MJCF.
_UNITS = zip("xyz", ("1 0 0", "0 1 0", "0 0 1"))
_SLIDES = tuple(f'<joint name="{{name}}/{x}" type="slide" axis="{axis}"/>' for x, axis in _UNITS)
_PARTS = {
    "FreeFlyer": ('<joint name="{name}" type="free"/>',),
    "Spherical": ('<joint name="{name}" type="ball"/>',),
    "SphericalZYX": ('<joint name="{name}" type="ball"/>',),
    "Planar": (*_SLIDES[:2], '<joint name="{name}/theta" type="hinge" axis="0 0 1"/>'),
    "Translation": _SLIDES,
}
_AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def mjcf(model: Any, geometry: Any, holds: bool = False) -> str:
    """An MJCF text with the joints of a model and the geometries and pairs of its geometry model, numbers in full.

    ``holds``: joints of several values are left out.
    """
    children: dict[int, list[int]] = {}
    for joint in range(1, len(model.names)):
        children.setdefault(int(model.parents[joint]), []).append(joint)
    objects = list(geometry.geometryObjects)
    geoms: dict[int, list[int]] = {}
    for i, thing in enumerate(objects):
        geoms.setdefault(int(thing.parentJoint), []).append(i)
    shapes = [_shape(thing) for thing in objects]
    parts = ['<mujoco model=', quoteattr(str(model.name)), '><compiler angle="radian" autolimits="false"/><asset>']
    parts += [f'<mesh name="mesh{i}" {mesh}/>' for i, (_, mesh) in enumerate(shapes) if mesh]
    parts.append("</asset><worldbody>")
    inside = _Inside(model, children, geoms, [shape for shape, _ in shapes], objects)
    inside.holds = holds
    parts += [inside.geom(i) for i in geoms.get(0, [])]
    parts += [inside.body(joint) for joint in children.get(0, [])]
    parts.append("</worldbody><contact>")
    for pair in geometry.collisionPairs:
        parts.append(f'<pair geom1="geom{int(pair.first)}" geom2="geom{int(pair.second)}"/>')
    return "".join([*parts, "</contact></mujoco>"])


class _Inside:
    """What is in a body: its joint, geometries and children."""

    holds = False

    def __init__(self, model: Any, children: dict[int, list[int]], geoms: dict[int, list[int]], shapes: list[str], objects: list[Any]):
        self.model, self.children, self.geoms, self.shapes, self.objects = model, children, geoms, shapes, objects

    def body(self, joint: int) -> str:
        inside = [self.geom(i) for i in self.geoms.get(joint, [])] + [self.body(child) for child in self.children.get(joint, [])]
        name = quoteattr(f"{self.model.names[joint]} link")
        return f"<body name={name} {_place(self.model.jointPlacements[joint])}>{self.joint(joint)}{''.join(inside)}</body>"

    def joint(self, joint: int) -> str:
        name, model = self.model.names[joint], self.model
        found = _axis(model.joints[joint])
        if found is None:
            parts = _PARTS.get(_kind(model.joints[joint]), ())
            return "" if self.holds else "".join(part.format(name=escape(str(name), {'"': "&quot;"})) for part in parts)
        kind, axis, endless = found
        text = f'<joint name={quoteattr(str(name))} type="{kind}" axis={_numbers(axis)}'
        place = int(model.idx_qs[joint])
        low, high = float(model.lowerPositionLimit[place]), float(model.upperPositionLimit[place])
        if not endless and math.isfinite(low) and math.isfinite(high):
            text += f' limited="true" range={_numbers((low, high))}'
        return text + "/>"

    def geom(self, i: int) -> str:
        # Only the listed pairs are checked.
        masks = 'contype="0" conaffinity="0"'
        mesh = f' mesh="mesh{i}"' if 'type="mesh"' in self.shapes[i] else ""
        return f'<geom name="geom{i}" {masks} {_place(self.objects[i].placement)} {self.shapes[i]}{mesh}/>'


def configuration(model: Any, q: Any) -> dict[str, float]:
    """The configuration of a ``q`` of a ``pinocchio.Model``, by the names of :meth:`clearance.Robot.from_pinocchio`.

    A free-flyer has x, y, z, roll, pitch and yaw, a spherical joint the turns alone, a planar one x, y and theta, one
    that translates x, y and z, each with its name and a slash before it; joints without end the angle of their cosine
    and sine.

    Raises
    ------
    ValueError
        If ``q`` does not have ``model.nq`` numbers.
    """
    numbers = [float(x) for x in q]
    if len(numbers) != model.nq:
        raise ValueError(f"q must have {model.nq} numbers, got {len(numbers)}")
    values: dict[str, float] = {}
    for joint in range(1, len(model.names)):
        first = int(model.idx_qs[joint])
        values |= _values(str(model.names[joint]), model.joints[joint], numbers[first:])
    return values


def _values(name: str, joint: Any, own: list[float]) -> dict[str, float]:
    """The values of a joint whose numbers come first in a list."""
    kind = _kind(joint)
    if kind == "FreeFlyer":
        return pose_values(name, own[:3], rotation_of([own[6], *own[3:6]]))
    if kind == "Spherical":
        return turn_values(name, rotation_of([own[3], *own[:3]]))
    if kind == "SphericalZYX":
        return {f"{name}/roll": own[2], f"{name}/pitch": own[1], f"{name}/yaw": own[0]}
    if kind == "Planar":
        return {f"{name}/x": own[0], f"{name}/y": own[1], f"{name}/theta": math.atan2(own[3], own[2])}
    if kind == "Translation":
        return {f"{name}/{axis}": value for axis, value in zip("xyz", own)}
    if kind == "Universal":
        return {}
    found = _axis(joint)
    return {name: math.atan2(own[1], own[0]) if found is not None and found[2] else own[0]}


def _kind(joint: Any) -> str:
    return str(joint.shortname()).removeprefix("JointModel")


def _axis(joint: Any) -> tuple[str, Any, bool] | None:
    """Hinge or slide, the axis, and whether it turns without end; None for a joint whose value is not one number."""
    kind = str(joint.shortname())
    if kind.endswith("Composite") or "Mimic" in kind or "Helical" in kind:
        raise ValueError(f"joint of kind {kind}: expected revolute, prismatic, or one that is held")
    base = _kind(joint)
    if "Unaligned" in base:
        hinge = "Revolute" in base
        if not hinge and "Prismatic" not in base:
            raise ValueError(f"joint of kind {kind}: expected revolute or prismatic")
        # A model's joints are variants, which know their axis once they are taken out.
        own = joint.extract() if hasattr(joint, "extract") else joint
        return "hinge" if hinge else "slide", [float(x) for x in own.axis], "Unbounded" in base
    if base[:1] in "RP" and base[-1:] in _AXES and base[1:-1] in ("", "UB"):
        return "hinge" if base[0] == "R" else "slide", _AXES[base[-1]], base[1:-1] == "UB"
    if base in _PARTS or base == "Universal":
        return None
    raise ValueError(f"joint of kind {kind}: expected revolute, prismatic, or one that is held")


def _shape(thing: Any) -> tuple[str, str]:
    """The attributes of a geometry, and those of its mesh if it has one."""
    shape, kind = thing.geometry, type(thing.geometry).__name__
    if kind == "Sphere":
        return f'type="sphere" size="{float(shape.radius)!r}"', ""
    if kind == "Box":
        return f'type="box" size={_numbers(shape.halfSide)}', ""
    if kind in ("Capsule", "Cylinder"):
        return f'type="{kind.lower()}" size={_numbers((shape.radius, shape.halfLength))}', ""
    if kind == "Ellipsoid":
        return f'type="ellipsoid" size={_numbers(shape.radii)}', ""
    if kind.startswith("Convex") or kind.startswith("BVHModel"):
        points, faces = _mesh(shape, kind)
        scale = [float(x) for x in thing.meshScale]
        vertices = [float(c) * s for p in points for c, s in zip(p, scale)]
        face = f' face="{" ".join(str(i) for i in faces)}"' if faces else ""
        return 'type="mesh"', f"vertex={_numbers(vertices)}{face}"
    raise ValueError(f"geometry {thing.name!r}: a {kind} is not known, expected a sphere, box, capsule, cylinder, ellipsoid, convex or BVH model")


def _mesh(shape: Any, kind: str) -> tuple[Any, list[int]]:
    """The points, and the corners of the triangles; of a convex shape the points alone."""
    if kind.startswith("Convex"):
        return shape.points(), []
    triangles = [shape.tri_indices(i) for i in range(int(shape.num_tris))]
    return shape.vertices(), [int(triangle[k]) for triangle in triangles for k in range(3)]


def _place(placement: Any) -> str:
    return f"pos={_numbers(placement.translation)} quat={_numbers(_quaternion(placement.rotation))}"


def _quaternion(r: Any) -> list[float]:
    """Of a rotation matrix, by its largest component (S. W. Shepperd 1978): w, x, y, z."""
    trace = float(r[0][0] + r[1][1] + r[2][2])
    squares = [trace, *(float(r[i][i]) for i in range(3))]
    i = max(range(4), key=lambda k: squares[k])
    q = [0.0] * 4
    if i == 0:
        q[0] = 1.0 + trace
        q[1:] = [float(r[k - 1][k - 2] - r[k - 2][k - 1]) for k in range(3)]
    else:
        a, b, c = i - 1, i % 3, (i + 1) % 3
        q[i] = 1.0 + 2.0 * squares[i] - trace
        q[0] = float(r[c][b] - r[b][c])
        q[1 + b], q[1 + c] = float(r[b][a] + r[a][b]), float(r[c][a] + r[a][c])
    length = math.sqrt(sum(x * x for x in q))
    return [x / length for x in q]


def _numbers(values: Any) -> str:
    """Numbers in full, quoted."""
    return '"' + " ".join(repr(float(value)) for value in values) + '"'
