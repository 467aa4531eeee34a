"""Pages that show scenes, robots and paths in 3D, as the command writes them: one file that needs no network."""

from __future__ import annotations

import os
from typing import Union

File = Union[str, os.PathLike[str]]
"""The path of a file or folder."""


def write(page: str, file: File) -> None:
    """Writes a page into a file."""
    with open(file, "w", encoding="utf-8") as out:
        out.write(page)


def show(page: str) -> None:
    """Opens a page in the browser, from a file in the folder of temporary files."""
    import tempfile
    import webbrowser
    from pathlib import Path

    handle, name = tempfile.mkstemp(prefix="clearance-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(page)
    webbrowser.open(Path(name).as_uri())


def frame(page: str) -> str:
    """A page inside a notebook."""
    import html

    return f'<iframe srcdoc="{html.escape(page)}" width="100%" height="520" style="border: 0"></iframe>'


def existing(file: File) -> str:
    """The path of a file.

    Raises
    ------
    FileNotFoundError
        If there is none.
    """
    import errno

    path = os.fspath(file)
    if not os.path.exists(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    return path
