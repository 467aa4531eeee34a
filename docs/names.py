"""The page of the Python names, `python/api.rst`: made from what each module says is public, so that none can be missing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "bindings" / "python" / "python" / "clearance"

# The files of names that belong together, in the order of the page. Names of a file that is not listed come last.
SECTIONS = {
    "Questions": ("_clearance", "questions"),
    "Many at once": ("many", "impacts", "tolerances", "points"),
    "Shapes": ("shape", "simple", "combined", "polyhedra", "meshes", "decompositions", "clouds", "voxels", "heightfields"),
    "Poses and motions": ("poses",),
    "Scenes": ("scenes", "scene_answers", "rays", "watches"),
    "What deforms": ("deforming",),
    "Robots": (
        *("robot.robot", "robot.model", "robot.clearances", "configurations", "robot.paths", "robot.plans"),
        *("robot.follow", "robot.proposals", "trajectories", "monitors"),
    ),
    "Ranges of joints": ("sweeps", "robot.ranges", "roadmaps", "requirements"),
    "Answers and options": ("values",),
    "To play with": ("pages",),
}
MODULES = {
    "derivatives": "Derivatives of many rows",
    "torch": "Layers for PyTorch",
    "jax": "Functions for JAX",
    "recordings": "Recordings of robots",
    "table": "Tables",
    "ompl": "Planning with OMPL",
    "trimesh": "In place of trimesh",
    "fcl": "In place of python-fcl",
}


def public(file: Path) -> list[str]:
    """The `__all__` of a file."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            return [ast.literal_eval(item) for item in node.value.elts]
    raise ValueError(f"{file}: expected __all__")


def files() -> dict[str, str]:
    """The file of each public name of the package; those that are compiled are in no file of Python."""
    tree = ast.parse((PACKAGE / "names.py").read_text(encoding="utf-8"))
    table = next(n.value for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == "FILES")
    namespace = eval(compile(ast.Expression(table), "names.py", "eval"))
    of = {name: file for file, names in namespace.items() for name in names}
    return {name: of.get(name, "_clearance") for name in public(PACKAGE / "__init__.py")}


def entry(name: str, file: str, module: str) -> str:
    """The directive that documents a name."""
    if not name[0].isupper():
        return f".. autofunction:: {name}"
    path = PACKAGE / f"{file.replace('.', '/')}.py"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if name.isupper() and len(name) > 1 or f"\n{name} = " in text:
        return f".. autodata:: {module}.{file}.{name}\n   :no-value:"
    # What a class gets from the files of its topics is its own.
    bases = re.search(rf"^class {name}\((.*?)\):", text, re.MULTILINE | re.DOTALL)
    topics = bases is not None and "Queries" in bases[1]
    return f".. autoclass:: {name}" + ("\n   :inherited-members:" if topics else "")


def section(title: str, module: str, entries: list[str]) -> str:
    """A headline and the directives below it."""
    return "\n".join([title, "-" * len(title), "", f".. currentmodule:: {module}", "", *entries, ""])


def home(module: str, name: str) -> str:
    """The file of a module's folder that gives a name its value; empty for functions, classes and modules of one file."""
    for file in sorted((PACKAGE / module).glob("*.py")) if (PACKAGE / module).is_dir() else []:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            target = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            if isinstance(target, ast.Name) and target.id == name:
                return file.stem
    return ""


def page() -> str:
    """The whole page."""
    of = files()
    listed = {file for group in SECTIONS.values() for file in group}
    groups = {**SECTIONS, "More": tuple(sorted({*of.values()} - listed))}
    parts = ["API\n===\n"]
    for title, group in groups.items():
        entries = [entry(name, file, "clearance") for file in group for name, at in of.items() if at == file]
        if entries:
            parts.append(section(title, "clearance", entries))
    for module, title in MODULES.items():
        path = PACKAGE / module / "__init__.py"
        names = [name for name in public(path if path.exists() else PACKAGE / f"{module}.py") if not name.startswith("__")]
        entries = [entry(name, home(module, name) or module, f"clearance.{module}" if home(module, name) else "clearance") for name in names]
        parts.append(section(title, f"clearance.{module}", [f"In ``clearance.{module}``, imported on first use.", "", *entries]))
    return "\n".join(parts)
