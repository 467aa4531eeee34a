"""Pages that show scenes, robots and paths in 3D, as the command writes them: one file that needs no network."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Optional, Union

from . import _clearance
from .hints import hinted

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


@hinted
def play(*files: File, html: Optional[File] = None, packages: Optional[Mapping[str, File]] = None) -> None:
    """Opens a page to play with in the browser, the same that ``clearance play`` writes: drag two shapes, a robot or a scene, and see distance, depth, bounds and the steps
    of the solver. The page holds the whole library and needs no network.

    Parameters
    ----------
    files : paths
        The content at the start: one or two mesh files, a URDF with an optional SRDF and scene, a scene (``.json``), or a pair case (the first line of a ``.jsonl`` file). Meshes
        that they name are put into the page. Other files can be dropped on it.
    html : path, optional
        The page is written to this file and not opened.
    packages : mapping of names to folders, optional
        The folders of ``package://NAME/``.

    Raises
    ------
    FileNotFoundError
        If one of the files does not exist.
    ValueError
        If it cannot be shown; names the file and what was expected.

    Examples
    --------
    >>> import clearance as cl, os, tempfile
    >>> page = os.path.join(tempfile.mkdtemp(), "play.html")
    >>> cl.play(html=page)
    >>> os.path.getsize(page) > 1_000_000
    True
    """
    folders = [(name, os.path.abspath(folder)) for name, folder in (packages or {}).items()]
    page = _clearance.play_page([existing(file) for file in files], folders, "clearance.play")
    show(page) if html is None else write(page, html)


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
