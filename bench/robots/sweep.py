"""Robot files in folders, read by clearance: how many load, why others are refused, and whether bodies of MJCF files are where MuJoCo has them.

    python sweep.py FOLDER..

Needs the packages clearance, mujoco and NumPy. Of an MJCF file that MuJoCo loads, all bodies are compared in three random configurations, to 1e-12; files that MuJoCo
refuses are parts of others. `pip download` brings many: robosuite, dm_control, gymnasium-robotics, metaworld, myosuite, gym-aloha, example-robot-data, airo-models, mani-skill, rtb-data.
"""
import collections
import pathlib
import re
import sys

import mujoco
import numpy as np

import clearance

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "testdata/robots/mjcf"))
import kinematics as judge  # noqa: E402


def kind_of(path):
    suffix = path.suffix.lower()
    if suffix in (".urdf", ".sdf"):
        return suffix[1:]
    is_mjcf = suffix in (".xml", ".mjcf") and re.search(rb"<mujoco\b", path.read_bytes())
    return "mjcf" if is_mjcf else None


def loaded(load):
    """What is loaded, and why nothing is."""
    try:
        return load(), None
    except (ValueError, OSError) as why:
        return None, str(why)


def worst(robot, model):
    """The largest difference of an entry of a body's pose, and the bodies that are missing."""
    data, random = mujoco.MjData(model), np.random.default_rng(25)
    names = [judge.name(model, mujoco.mjtObj.mjOBJ_BODY, i, "body") for i in range(model.nbody)]
    off = 0.0
    for _ in range(3):
        q = judge.configuration(model, data, random)
        mujoco.mj_kinematics(model, data)
        poses = robot.link_poses(q)
        for i, name in list(enumerate(names))[1:]:
            if name not in poses:
                return np.inf
            matrix = np.asarray(poses[name].matrix())
            off = max(off, np.abs(matrix[:3, :3] - data.xmat[i].reshape(3, 3)).max(), np.abs(matrix[:3, 3] - data.xpos[i]).max())
    return off


def verdict(path, kind):
    """In a few words, and what is to be said of this file."""
    robot, why = loaded(lambda: clearance.Robot.from_file(path))
    if kind != "mjcf":
        return ("loads", None) if robot else ("refused", why)
    model, other = loaded(lambda: mujoco.MjModel.from_xml_path(str(path)))
    if model is None:
        return "no file that MuJoCo loads", None
    if robot is None:
        return "refused", why
    off = worst(robot, model)
    return ("loads, bodies to 1e-12", None) if off <= 1e-12 else ("differs", f"by {off:e}")


def main(folders):
    count = collections.Counter()
    for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*") if path.is_file()):
        kind = kind_of(path)
        if kind:
            found, why = verdict(path, kind)
            count[kind, found] += 1
            if why:
                print(f"{path}: {found}: {why}")
    for (kind, found), number in sorted(count.items()):
        print(f"{kind:5} {number:5} {found}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
