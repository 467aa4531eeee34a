"""Robots from models in memory: what a compiled model of MuJoCo says of geometry, kinematics and pairs, as MJCF."""

from __future__ import annotations

from importlib import import_module
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np

from .turns import pose_values, rotation_of, turn_values

# Numbers of mjtJoint and mjtGeom.
_JOINTS = {0: "free", 1: "ball", 2: "slide", 3: "hinge"}
_GEOMS = {0: "plane", 1: "hfield", 2: "sphere", 3: "capsule", 4: "ellipsoid", 5: "cylinder", 6: "box", 7: "mesh"}


def mjcf(model: Any) -> str:
    """An MJCF text with the bodies, joints, geoms that can collide, meshes, pairs and exclusions of an ``mjModel``, numbers in full."""
    bodies: dict[int, list[int]] = {}
    for body in range(1, model.nbody):
        bodies.setdefault(int(model.body_parentid[body]), []).append(body)
    paired = {int(geom) for geom in model.pair_geom1} | {int(geom) for geom in model.pair_geom2}
    geoms: dict[int, list[int]] = {}
    for geom in range(model.ngeom):
        if model.geom_contype[geom] or model.geom_conaffinity[geom] or geom in paired:
            geoms.setdefault(int(model.geom_bodyid[geom]), []).append(geom)
    meshes = sorted({int(model.geom_dataid[geom]) for all_of in geoms.values() for geom in all_of if model.geom_type[geom] == 7})
    filtered = "disable" if int(model.opt.disableflags) & _filterparent() else "enable"
    parts = ['<mujoco model="mujoco"><compiler angle="radian" autolimits="false"/>']
    parts.append(f'<option><flag filterparent="{filtered}"/></option><asset>')
    parts += [_mesh(model, mesh) for mesh in meshes]
    parts += [_field(model, geom) for all_of in geoms.values() for geom in all_of if model.geom_type[geom] == 1]
    parts.append("</asset><worldbody>")
    parts += [_geom(model, geom) for geom in geoms.get(0, [])]
    parts += [_body(model, body, (bodies, geoms)) for body in bodies.get(0, [])]
    parts.append("</worldbody><contact>")
    for first, second in zip(model.pair_geom1, model.pair_geom2):
        parts.append(f"<pair geom1={_name(model, 'geom', first)} geom2={_name(model, 'geom', second)}/>")
    for signature in model.exclude_signature:
        ends = [_name(model, "body", int(signature) >> 16), _name(model, "body", int(signature) & 0xFFFF)]
        parts.append(f"<exclude body1={ends[0]} body2={ends[1]}/>")
    return "".join([*parts, "</contact></mujoco>"])


def configuration(model: Any, qpos: Any) -> dict[str, float]:
    """The configuration of a ``qpos`` of a ``mujoco.MjModel``, by the names of :meth:`clearance.Robot.from_mujoco`.

    A free joint has the place of its body, from where the model places it, and its roll, pitch and yaw against that; a
    ball joint its roll, pitch and yaw; hinges and slides the number of MuJoCo.

    Raises
    ------
    ValueError
        If ``qpos`` does not have ``model.nq`` numbers.
    """
    q = [float(x) for x in qpos]
    if len(q) != model.nq:
        raise ValueError(f"qpos must have {model.nq} numbers, got {len(q)}")
    values: dict[str, float] = {}
    for joint in range(model.njnt):
        name, first = model.joint(joint).name or f"joint{joint}", int(model.jnt_qposadr[joint])
        kind = _JOINTS[int(model.jnt_type[joint])]
        if kind == "free":
            body = int(model.jnt_bodyid[joint])
            back = rotation_of([float(x) for x in model.body_quat[body]]).T
            place = back @ (np.array(q[first : first + 3]) - model.body_pos[body])
            values |= pose_values(name, place, back @ rotation_of(q[first + 3 : first + 7]))
        elif kind == "ball":
            values |= turn_values(name, rotation_of(q[first : first + 4]))
        else:
            values[name] = q[first]
    return values


def _filterparent() -> int:
    return int(import_module("mujoco").mjtDisableBit.mjDSBL_FILTERPARENT)


def _name(model: Any, kind: str, i: int) -> str:
    """The quoted name of an element; of one without a name, its kind and number, as readers of MJCF name it."""
    return quoteattr(getattr(model, kind)(int(i)).name or f"{kind}{int(i)}")


def _numbers(values: Any) -> str:
    """Numbers in full, quoted."""
    return '"' + " ".join(repr(float(value)) for value in values) + '"'


def _body(model: Any, body: int, children: tuple[dict[int, list[int]], dict[int, list[int]]]) -> str:
    bodies, geoms = children
    place = f"pos={_numbers(model.body_pos[body])} quat={_numbers(model.body_quat[body])}"
    first = int(model.body_jntadr[body])
    joints = "".join(_joint(model, joint) for joint in range(first, first + int(model.body_jntnum[body])))
    inside = "".join(_geom(model, geom) for geom in geoms.get(body, []))
    inside += "".join(_body(model, child, children) for child in bodies.get(body, []))
    return f"<body name={_name(model, 'body', body)} {place}>{joints}{inside}</body>"


def _joint(model: Any, joint: int) -> str:
    kind = _JOINTS[int(model.jnt_type[joint])]
    text = f'<joint name={_name(model, "joint", joint)} type="{kind}"'
    if kind in ("hinge", "slide"):
        text += f" pos={_numbers(model.jnt_pos[joint])} axis={_numbers(model.jnt_axis[joint])}"
        text += f' ref="{float(model.qpos0[model.jnt_qposadr[joint]])!r}"'
        if model.jnt_limited[joint]:
            text += f' limited="true" range={_numbers(model.jnt_range[joint])}'
    elif kind == "ball":
        text += f" pos={_numbers(model.jnt_pos[joint])}"
    return text + "/>"


def _geom(model: Any, geom: int) -> str:
    kind = _GEOMS.get(int(model.geom_type[geom]), "sdf")
    masks = f'contype="{int(model.geom_contype[geom])}" conaffinity="{int(model.geom_conaffinity[geom])}"'
    place = f"pos={_numbers(model.geom_pos[geom])} quat={_numbers(model.geom_quat[geom])}"
    # The size of a plane is that of its picture, and must be positive.
    sizes = (1, 1, 1) if kind == "plane" else model.geom_size[geom]
    size = f"size={_numbers(sizes)}" if kind not in ("hfield", "mesh") else ""
    data = {"mesh": "mesh", "hfield": "hfield"}.get(kind)
    data = f'{data}="{data}{int(model.geom_dataid[geom])}"' if data else ""
    return f'<geom name={_name(model, "geom", geom)} type="{kind}" {masks} {place} {size} {data}/>'


def _mesh(model: Any, mesh: int) -> str:
    vertices, faces = int(model.mesh_vertadr[mesh]), int(model.mesh_faceadr[mesh])
    points = model.mesh_vert[vertices : vertices + int(model.mesh_vertnum[mesh])]
    triangles = model.mesh_face[faces : faces + int(model.mesh_facenum[mesh])]
    face = " ".join(str(int(corner)) for corner in triangles.ravel())
    return f'<mesh name="mesh{mesh}" vertex={_numbers(points.ravel())} face="{face}"/>'


def _field(model: Any, geom: int) -> str:
    field = int(model.geom_dataid[geom])
    return f'<hfield name="hfield{field}" size={_numbers(model.hfield_size[field])}/>'
