"""How near do two mesh files come? python mesh_distance.py A.stl B.stl"""

import sys
from pathlib import Path

import clearance as cl

DATA = Path(__file__).parents[2] / "testdata"
files = sys.argv[1:] or [DATA / "meshes/mug.obj", DATA / "robots/panda/finger.stl"]

# As they are: a mug keeps its inside. Lengths are in the units of the files, here metres.
scene = cl.Scene()
scene.add("A", cl.Mesh.from_file(files[0]))
scene.add("B", cl.Mesh.from_file(files[1]), cl.Pose((0, 0, 0.05)))
near = scene.between("A", "B")
print(f"as meshes: {near.lower:.6f} to {near.upper:.6f}, {near.status}")

# As their convex hulls: a microsecond, and a number that is too small where a mesh is hollow.
hulls = [cl.load_mesh(file) for file in files]
found = cl.signed_distance(*hulls, cl.Pose((0, 0, 0.05)))
print(f"as hulls:  {found.signed_distance:.6f}, {found.status}")

# Output:
# as meshes: 0.007334 to 0.007334, separated
# as hulls:  -0.040099, overlapping
