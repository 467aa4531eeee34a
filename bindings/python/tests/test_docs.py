"""What the documentation shows is what happens, and every public name has a docstring."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import clearance as cl
import pytest
from clearance import _clearance, derivatives, fcl, table, trimesh


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


def test_every_public_name_has_a_docstring() -> None:
    public = [(cl, name) for name in cl.__all__] + [(table, name) for name in table.__all__]
    public += [(module, name) for module in (derivatives, fcl, trimesh) for name in module.__all__]
    for module, name in public:
        item = getattr(module, name)
        if inspect.isclass(item) or inspect.isroutine(item):
            assert inspect.getdoc(item), name
        if inspect.isclass(item):
            methods = {key: value for key, value in vars(item).items() if not key.startswith("_")}
            missing = [key for key, value in methods.items() if callable(value) and not inspect.getdoc(value)]
            assert not missing, (name, missing)
