"""Examples of the pages run in the root of the repository, where a reader would run them; the files that they write are removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

# Programs that draw the pictures: they have no examples.
collect_ignore = ["pictures"]
ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def in_the_root(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(ROOT)
    before = set(ROOT.iterdir())
    yield
    for written in set(ROOT.iterdir()) - before:
        if written.is_file():
            written.unlink()
