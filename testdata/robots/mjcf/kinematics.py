"""Poses of bodies and geoms by MuJoCo: kinematics.py COUNT MJCF.. > kinematics.jsonl

One line for each file and configuration: {"file", "q": {joint: value}, "links": {body: [nine entries of the matrix by rows, translation]},
"geoms": {body: [{"pose": like that of a body} for a primitive, {"bounds": [least x, y, z, largest x, y, z]} for a mesh, ..]}}.
"pairs": the bodies that may collide. Hinges and slides have values within their ranges, at most pi from zero; free and ball joints are where the file places their bodies. Geoms
that collide with nothing, planes and height fields are left out. The table in this folder is that of 3 configurations each of the files in it by
MuJoCo 4.0.0 (`pip install mujoco`).
"""
import json
import sys

import mujoco
import numpy as np

LEFT_OUT = [int(kind) for kind in (mujoco.mjtGeom.mjGEOM_PLANE, mujoco.mjtGeom.mjGEOM_HFIELD)]
MOVING = [int(kind) for kind in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)]


def name(model, kind, i, spare):
    return mujoco.mj_id2name(model, kind, i) or f"{spare}{i}"


def configuration(model, data, random):
    named = {}
    for i in range(model.njnt):
        if model.jnt_type[i] not in MOVING:
            continue
        low, high = model.jnt_range[i] if model.jnt_limited[i] else (-np.pi, np.pi)
        value = random.uniform(max(low, -np.pi), max(min(high, np.pi), low))
        data.qpos[model.jnt_qposadr[i]] = value
        named[name(model, mujoco.mjtObj.mjOBJ_JOINT, i, "joint")] = value
    return named


def placed(model, data, i):
    """From the body's pose: MuJoCo itself takes a geom whose frame is nearly that of the body's inertia for that, to 1e-6."""
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, model.geom_quat[i])
    body = data.xmat[model.geom_bodyid[i]].reshape(3, 3)
    return body @ turn.reshape(3, 3), body @ model.geom_pos[i] + data.xpos[model.geom_bodyid[i]]


def pairs(model):
    """The bodies that may collide: those in contact once all geoms are large balls."""
    for i in range(model.ngeom):
        if model.geom_type[i] in LEFT_OUT:
            model.geom_contype[i] = model.geom_conaffinity[i] = 0
    model.geom_type[:] = int(mujoco.mjtGeom.mjGEOM_SPHERE)
    model.geom_size[:], model.geom_rbound[:], model.geom_margin[:] = 100, 100, 0
    model.geom_aabb[:], model.bvh_aabb[:] = [0, 0, 0, 100, 100, 100], [0, 0, 0, 100, 100, 100]
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_MIDPHASE)
    data = mujoco.MjData(model)
    mujoco.mj_fwdPosition(model, data)
    body = lambda geom: name(model, mujoco.mjtObj.mjOBJ_BODY, model.geom_bodyid[geom], "body")
    contacts = [data.contact[i] for i in range(data.ncon)]
    return sorted({tuple(sorted((body(c.geom1), body(c.geom2)))) for c in contacts})


def geoms(model, data):
    paired = {int(i) for pair in zip(model.pair_geom1, model.pair_geom2) for i in pair}
    found = {}
    for i in range(model.ngeom):
        collides = model.geom_contype[i] or model.geom_conaffinity[i] or i in paired
        if not collides or model.geom_type[i] in LEFT_OUT:
            continue
        body = name(model, mujoco.mjtObj.mjOBJ_BODY, model.geom_bodyid[i], "body")
        matrix, place = placed(model, data, i)
        if model.geom_type[i] == int(mujoco.mjtGeom.mjGEOM_MESH):
            mesh = model.geom_dataid[i]
            first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
            points = model.mesh_vert[first : first + count] @ matrix.T + place
            entry = {"bounds": [*points.min(axis=0).tolist(), *points.max(axis=0).tolist()]}
        else:
            entry = {"pose": [*matrix.flatten().tolist(), *place.tolist()]}
        found.setdefault(body, []).append(entry)
    return found


def main():
    random = np.random.default_rng(25)
    for path in sys.argv[2:]:
        try:
            model = mujoco.MjModel.from_xml_path(path)
        except Exception as error:
            print(f"{path}: {str(error)[:200]!r}", file=sys.stderr)
            continue
        data = mujoco.MjData(model)
        collide = pairs(mujoco.MjModel.from_xml_path(path))
        for _ in range(int(sys.argv[1])):
            q = configuration(model, data, random)
            mujoco.mj_kinematics(model, data)
            links = {
                name(model, mujoco.mjtObj.mjOBJ_BODY, i, "body"): [*data.xmat[i].tolist(), *data.xpos[i].tolist()]
                for i in range(model.nbody)
            }
            print(json.dumps({"file": path, "q": q, "links": links, "geoms": geoms(model, data), "pairs": collide}))


main()
