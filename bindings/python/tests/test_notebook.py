"""The notebook runs from the first cell to the last, and its shapes and answers are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


def test_the_notebook_runs_and_draws() -> None:
    book = nbformat.read(Path(__file__).parents[3] / "docs" / "python" / "first_steps.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    shown = [cell.outputs[-1].data.get("text/html", "") for cell in book.cells if cell.cell_type == "code"]
    assert "<svg" in shown[0] and "signed distance" in shown[1]
