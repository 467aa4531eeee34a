"""Parts of CAD files as bodies: STEP, IGES and BREP by OpenCASCADE, with bounds of the error of their triangles.

``pip install './bindings/python[cad]'`` installs OpenCASCADE. ``python -m clearance.cad FILE`` writes the scene file
that the command reads.
"""

from .command import main
from .parts import Part, read
from .scene import scene_of, write_scene

__all__ = ["Part", "main", "read", "scene_of", "write_scene"]
