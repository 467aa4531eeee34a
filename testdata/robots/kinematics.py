"""Link poses by Pinocchio: kinematics.py COUNT URDF.. > kinematics.jsonl

One line for each robot and configuration: {"urdf", "q": {joint: value}, "links": {name: [nine entries of the matrix by rows, translation]}}.
Mimicking joints are independent; planar and floating ones are at their origins. Values are uniform within the limits, at most pi from zero.
The table in this folder is that of 5 configurations each of panda/panda.urdf, xarm7/xarm7.urdf and odd.urdf by Pinocchio 4.1.0 (`pip install pin`).
"""
import json
import sys

import numpy as np
import pinocchio as pin


def configuration(model, random):
    q, named = pin.neutral(model), {}
    for name, joint in zip(list(model.names)[1:], list(model.joints)[1:]):
        if joint.nv != 1:
            continue
        if joint.nq == 2:
            value = random.uniform(-np.pi, np.pi)
            q[joint.idx_q : joint.idx_q + 2] = np.cos(value), np.sin(value)
        else:
            low, high = max(model.lowerPositionLimit[joint.idx_q], -np.pi), min(model.upperPositionLimit[joint.idx_q], np.pi)
            value = q[joint.idx_q] = random.uniform(low, high)
        named[name] = value
    return q, named


def main():
    random = np.random.default_rng(25)
    for path in sys.argv[2:]:
        try:
            model = pin.buildModelFromUrdf(path)
        except Exception as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        data = model.createData()
        for _ in range(int(sys.argv[1])):
            q, named = configuration(model, random)
            pin.framesForwardKinematics(model, data, q)
            links = {}
            for i, frame in enumerate(model.frames):
                if frame.type == pin.FrameType.BODY:
                    pose = data.oMf[i]
                    links[frame.name] = [*pose.rotation.flatten().tolist(), *pose.translation.tolist()]
            print(json.dumps({"urdf": path, "q": named, "links": links}))


main()
