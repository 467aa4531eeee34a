"""What the documentation shows is what happens, and every public name has a docstring."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from types import ModuleType

import clearance as cl
import pytest
from clearance import _clearance, derivatives, fcl, ompl, table, trimesh


def test_examples_of_compiled_functions_are_right() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    parser = doctest.DocTestParser()
    tried = 0
    for name, item in vars(_clearance).items():
        if getattr(item, "__doc__", None) and ">>>" in item.__doc__:
            runner.run(parser.get_doctest(item.__doc__, {}, name, None, None))
            tried += 1
    assert tried >= 5 and runner.summarize(verbose=False).failed == 0


def test_the_first_lines_of_the_readme_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    readme = Path(__file__).parents[3] / "README.md"
    blocks = re.findall(r"^```python\n(.*?)^```", readme.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})
        said = [line.split("  # ", 1)[1] for line in block.splitlines() if "  # " in line]
        assert said and capsys.readouterr().out.splitlines() == said


def test_the_picture_of_the_readme_says_the_distance_that_is_computed() -> None:
    root = Path(__file__).parents[3]
    spec = importlib.util.spec_from_file_location("arm", root / "docs/pictures/arm.py")
    assert spec and spec.loader
    arm = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(arm)
    bodies, _, found, nearest = arm.closest()
    assert bodies[nearest][0] == "panda_rightfinger" and found.upper - found.lower < 1e-14
    text = arm.label(found)
    assert text == "26.8 mm apart"
    assert text in (root / "docs/pictures/arm.svg").read_text(encoding="utf-8")
    for page in ("README.md", "docs/index.md"):
        assert "26.8 mm apart" in (root / page).read_text(encoding="utf-8")


def public() -> Iterator[tuple[ModuleType, str]]:
    """Every public name, with the module that offers it."""
    for module in (cl, derivatives, fcl, ompl, table, trimesh):
        yield from ((module, name) for name in module.__all__)


def documented(kind: type, name: str) -> bool:
    """Whether an attribute of a class has a docstring of its own, or is named in that of its class."""
    named = any(re.search(rf"\b{name}\b", vars(base).get("__doc__") or "") for base in kind.__mro__)
    found = inspect.getattr_static(kind, name, None)
    plain = found is None or isinstance(found, (bool, int, float, str, tuple))
    return named or not plain and bool(getattr(getattr(found, "__func__", found), "__doc__", None))


def attributes(kind: type) -> set[str]:
    """The public attributes of a class, fields of its instances among them, without those of Python's own classes."""
    ours = [base for base in kind.__mro__ if base.__module__.startswith("clearance")]
    names = {name for base in ours for name in [*vars(base), *inspect.get_annotations(base)]}
    return {name for name in names if not name.startswith("_")}


def constants(file: Path) -> set[str]:
    """The names that a file gives a value, with a string below it that says what it is."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    texts = {i for i, node in enumerate(body) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    given = [(i, node) for i, node in enumerate(body) if isinstance(node, (ast.Assign, ast.AnnAssign)) and i + 1 in texts]
    targets = [node.targets[0] if isinstance(node, ast.Assign) else node.target for _, node in given]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def test_every_public_name_has_a_docstring() -> None:
    package = Path(cl.__file__).parent
    values = {name for file in package.rglob("*.py") for name in constants(file)}
    missing = []
    for module, name in public():
        item = getattr(module, name)
        own = vars(item).get("__doc__") if inspect.isclass(item) else inspect.getdoc(item) if inspect.isroutine(item) else None
        made = inspect.isclass(item) and is_dataclass(item) and own == f"{name}{str(inspect.signature(item)).replace(' -> None', '')}"
        if made or not own and name not in values and name != "__version__":
            missing.append(f"{module.__name__}.{name}")
    assert missing == []


def test_every_public_attribute_is_documented() -> None:
    # The names of python-fcl's constants are all that there is to say of them.
    kinds = {(name, getattr(module, name)) for module, name in public() if module is not fcl}
    classes = [(name, kind) for name, kind in kinds if inspect.isclass(kind)]
    assert len(classes) > 80
    missing = [f"{name}.{key}" for name, kind in classes for key in attributes(kind) if not documented(kind, key)]
    assert sorted(missing) == []


def test_the_page_of_names_has_them_all() -> None:
    path = Path(__file__).parents[3] / "docs" / "names.py"
    spec = importlib.util.spec_from_file_location("names", path)
    assert spec and spec.loader
    names = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(names)
    page = names.page()
    sections = re.split(r"^\.\. currentmodule:: ", page, flags=re.MULTILINE)[1:]
    listed = {(part.split("\n", 1)[0], name.rsplit(".", 1)[-1]) for part in sections for name in re.findall(r":: (\S+)", part)}
    everything = {(module.__name__, name) for module, name in public() if not name.startswith("__")}
    assert everything <= listed, everything - listed
    assert all(("clearance", name) in listed for name in ("Octree", "Trajectory", "signed_distance_range"))
    assert all((f"clearance.{module}", "clearance") in listed for module in ("jax", "torch"))
