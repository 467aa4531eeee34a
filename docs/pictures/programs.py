"""Draws docs/pictures/programs: what each program of examples/python is about. Needs the Python package, `npm ci` in viewer/ and Chromium."""

import os
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

import clearance as cl

ROOT = Path(__file__).parents[2]
SIZE = "420x260"
PAGE = "page.html"


def scene(**bodies):
    """A page of bodies at poses."""
    made = cl.Scene()
    for name, (body, pose) in bodies.items():
        made.add(name, body, pose)
    made.to_html(PAGE)


def points(of):
    spots = {f"point {i}": (cl.Sphere(0.003), cl.Pose(at)) for i, at in enumerate([(0, 0, 0.06), (0.038, 0, 0.06), (0, 0.1, 0.06)])}
    scene(mug=(of["mug"], cl.Pose()), **spots)


def push_apart(of):
    bricks = {f"brick {i}": (of["brick"], cl.Pose(tuple(pose[:3]), quaternion_wxyz=tuple(pose[3:]))) for i, pose in enumerate(of["poses"][::67])}
    scene(table=(of["table"], cl.Pose()), **bricks)


def range_of_motion(of):
    scene(**{body["name"]: (cl.Box(tuple(body["shape"]["half_extents"])), cl.Pose(tuple(body["pose"]["translation"]))) for body in of["cabinet"]["bodies"]})


def trajectory(of):
    at = {"translation": [1.2, 0.5, 0.4]}
    world = {"bodies": [{"name": "cart", "shape": of["cart"], "pose": at}]}
    robot = cl.Robot.from_urdf(of["PANDA"] / "panda.urdf", srdf=of["PANDA"] / "panda.srdf", scene=world)
    robot.to_html(PAGE, [of["ready"], of["turned"]])


def carried(of, hand, grasp):
    """A page of what the arm carries: the longest motion of a task, with the cup where the hand has it."""
    path = max((step["path"] for step in of["done"].steps if "path" in step), key=len)
    held = of["robot"].attach("cup", hand, grasp or path[0], touch=["table"])
    held.to_html(PAGE, path)


def upright(of):
    path = next(step["path"] for step, after in zip(of["done"].steps, of["done"].steps[1:]) if after["step"] == "relax")
    of["robot"].attach("cup", "panda_hand", path[0]).to_html(PAGE, path)


# What the page shows of the program's own variables, and the frame of the picture.
PICTURES = {
    "mesh_distance": (lambda of: of["scene"].to_html(PAGE), ""),
    "points": (points, ""),
    "scene_contacts": (lambda of: of["scene"].to_html(PAGE), ""),
    "casts": (lambda of: of["scene"].to_html(PAGE), ""),
    "tracking": (lambda of: scene(rock=(of["rock"], cl.Pose()), pebble=(of["pebble"], of["pose"])), ""),
    "watch_scene": (lambda of: of["scene"].to_html(PAGE), ""),
    "panda_clearance": (lambda of: of["robot"].to_html(PAGE, [of["q"], of["away"]]), "frame=0"),
    "prove_path": (lambda of: of["robot"].to_html(PAGE, [of["left"], of["right"]]), "frame=47"),
    "plan_path": (lambda of: of["plan"].to_html(PAGE), "frame=40"),
    "mobile_base": (lambda of: of["drive"].to_html(PAGE), "frame=72"),
    "pick_and_place": (lambda of: of["carry"].to_html(PAGE), "frame=30"),
    "upright": (upright, "frame=40"),
    "gripper": (lambda of: carried(of, "tool0", of["grasp"]), "frame=30"),
    "two_robots": (lambda of: of["around"].to_html(PAGE), "frame=40"),
    "moveit_path": (lambda of: of["robot"].to_html(PAGE, [q for q in of["robot"].along(of["plan"], [0, 0.5, 1, 1.5, 2], rest=of["rest"])]), "frame=40"),
    "trajectory": (trajectory, "frame=60"),
    "free_regions": (lambda of: of["plan"].to_html(PAGE), "frame=0"),
    "range_of_motion": (range_of_motion, ""),
    "follow_task": (lambda of: of["robot"].to_html(PAGE, [step.q for step in of["motion"].steps[::20]]), "frame=40"),
    "push_apart": (push_apart, ""),
    "trimesh_manager": (lambda of: scene(table=(cl.Box((1, 1, 1)), cl.Pose((1, 1, 1))), cup=(cl.Box((0.125, 0.125, 0.125)), cl.Pose((0.625, 0.625, 2)))), ""),
    "parquet_table": (lambda of: scene(gripper=(of["shapes"]["gripper"], cl.Pose()), bottle=(of["shapes"]["bottle"], cl.Pose((0.07, 0.02, 0.05)))), ""),
}


def main() -> None:
    folder = ROOT / "docs/pictures/programs"
    folder.mkdir(exist_ok=True)
    # The cloth has a program of its own, pictures/cloth.py.
    programs = {path.stem for path in (ROOT / "examples/python").glob("*.py")} - {"cloth"}
    if lacking := programs - set(PICTURES):
        print(f"no picture is drawn of {', '.join(sorted(lacking))}", file=sys.stderr)
    for name in sys.argv[1:] or sorted(PICTURES):
        draw, frame = PICTURES[name]
        with tempfile.TemporaryDirectory() as place:
            os.chdir(place)
            draw(runpy.run_path(str(ROOT / f"examples/python/{name}.py")))
            subprocess.run(["node", str(ROOT / "viewer/picture.mjs"), PAGE, str(folder / f"{name}.png"), frame, SIZE], check=True)
            os.chdir(ROOT)


main()
