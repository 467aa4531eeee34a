"""How far are many points from a mesh, and which are inside? And a field of distances on a grid."""

from pathlib import Path

import clearance as cl

mug = cl.Mesh.from_file(Path(__file__).parents[2] / "testdata/meshes/mug.obj")

# In the cavity, which is outside of the solid; in the wall; beside the mug.
found = mug.point_distances([(0, 0, 0.06), (0.038, 0, 0.06), (0, 0.1, 0.06)])
for distance, inside, width in zip(found.signed_distance, found.inside, found.upper - found.lower):
    print(f"{'inside' if inside == 1 else 'outside'}: {distance:.6f}, bounds less than 1e-13 apart: {width < 1e-13}")

field = mug.sdf_grid([(-0.095, -0.095, 0.005), (0.095, 0.095, 0.095)], 0.01)
print(f"grid of {field.values.shape}: {(field.values < 0).sum()} points inside")

# Output:
# outside: 0.035692, bounds less than 1e-13 apart: True
# inside: -0.001983, bounds less than 1e-13 apart: True
# outside: 0.060000, bounds less than 1e-13 apart: True
# grid of (20, 20, 10): 124 points inside
