"""Robots of xacro files: the packages ``xacrodoc`` or ``xacro`` expand them to URDF."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Optional


def is_xacro(file: str) -> bool:
    """Whether a file ends in ``.xacro``, or has elements of xacro; what is expanded already may name its namespace."""
    if file.endswith(".xacro"):
        return True
    if file.endswith(".json"):
        return False
    with open(file, "rb") as text:
        return b"<xacro:" in text.read()


def expanded(file: str, arguments: Optional[Mapping[str, Any]] = None) -> str:
    """The URDF of a xacro file, with names of meshes that are found from any folder.

    Parameters
    ----------
    arguments : mapping, optional
        The values of ``<xacro:arg>``.

    Raises
    ------
    ValueError
        If neither package is installed, or the file cannot be expanded: with its name, and what the package says.
    """
    given = {name: str(value) for name, value in (arguments or {}).items()}
    try:
        if find_spec("xacrodoc") is not None:
            doc = import_module("xacrodoc").XacroDoc.from_file(file, subargs=given or None)
            text = doc.to_urdf_string(use_protocols=False)
        elif find_spec("xacro") is not None:
            text = import_module("xacro").process_file(file, mappings=given).toxml()
        else:
            raise ValueError("this is a xacro file: pip install xacrodoc, or pip install 'clearance[xacro]', to read it")
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error
    except Exception as error:  # The packages have errors of many kinds.
        raise ValueError(f"{file}: xacro: {error}") from error
    root = ElementTree.fromstring(text)
    for mesh in root.iter("mesh"):
        name = mesh.get("filename")
        if name is not None:
            mesh.set("filename", _found(name, os.path.dirname(os.path.abspath(file))))
    return ElementTree.tostring(root, encoding="unicode")


def _found(name: str, folder: str) -> str:
    """The absolute name of a mesh: relative to a folder, or of a package that is there or above it; others stay."""
    scheme, _, rest = name.rpartition("://")
    if not scheme:
        return os.path.join(folder, name)
    package, _, file = rest.partition("/")
    while scheme == "package":
        for place in (folder, os.path.join(folder, package)):
            if os.path.basename(place) == package and os.path.exists(os.path.join(place, file)):
                return os.path.join(place, file)
        if folder == os.path.dirname(folder):
            break
        folder = os.path.dirname(folder)
    return name
