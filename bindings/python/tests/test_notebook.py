"""The notebooks run from the first cell to the last, and their values are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("first_steps", {0: "<svg", 1: "signed distance"}), ("robot", {0: "<iframe", 2: "<iframe"})],
)
def test_a_notebook_runs_and_draws(name: str, drawn: dict[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    book = nbformat.read(ROOT / "docs" / "python" / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [cell.outputs[-1].data.get("text/html", "") for cell in book.cells if cell.cell_type == "code" and cell.outputs]
    for place, text in drawn.items():
        assert text in shown[place]
