"""Many poses at once: pushes boxes away from a table along the gradients of their distances, and proves that they are clear of it."""

import numpy as np

import clearance as cl
from clearance import derivatives

table, brick = cl.Box((1, 1, 0.1)), cl.Box((0.2, 0.1, 0.05))
rng = np.random.default_rng(7)
poses = np.hstack([rng.uniform([-1, -1, 0.11], [1, 1, 0.3], (200, 3)), rng.normal(size=(200, 4))])
poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)

before = cl.signed_distances(table, brick, poses)
print("in contact or nearer than 5 cm:", int((before.lower < 0.05).sum()), "of", len(poses))

for step in range(20):
    found = derivatives.pose_rates(table, brick, poses)
    short = np.where(found.values < 0.05, 0.05 - found.values + 1e-9, 0)
    if not short.any():
        break
    # Along its gradient a distance of convex bodies rises by the whole way.
    poses[:, :3] += short[:, None] * found.gradients[:, :3]

after = cl.signed_distances(table, brick, poses)
print("steps:", step, " nearer than 5 cm, proven:", int((after.upper < 0.05).sum()), " farther, proven:", int((after.lower >= 0.05).sum()))

# Output:
# in contact or nearer than 5 cm: 190 of 200
# steps: 1  nearer than 5 cm, proven: 0  farther, proven: 200
