"""How thick are the walls of a part, and how near does it come to itself? Proven at each sample of its surface."""

import clearance as cl
import numpy as np

# A bracket like a U, 30 deep: prongs 20 and 12 thick, 25 apart, on a foot 10 high.
outline = np.array([(0, 0), (57, 0), (57, 40), (45, 40), (45, 10), (20, 10), (20, 40), (0, 40)], float)
vertices = np.concatenate([np.insert(outline, 2, z, axis=1) for z in (0, 30)])
front = np.array([(0, 1, 4), (0, 4, 5), (0, 5, 6), (0, 6, 7), (1, 2, 3), (1, 3, 4)])
i, j = np.arange(8), np.roll(np.arange(8), -1)
sides = np.concatenate([np.stack([i, j, j + 8], 1), np.stack([i, j + 8, i + 8], 1)])
bracket = cl.Mesh(vertices, np.concatenate([front[:, ::-1], front + 8, sides]))

for side in ("wall", "gap"):
    found = bracket.thickness(side, samples=4000)
    least = found.least_ball
    lower, upper = found.ball[least]
    print(f"least {side}: {lower:.6f} to {upper:.6f}, along {(found.directions[least] + 0.0).round(3).tolist()}")
    near = found.ball[:, 1] < 26
    print(f"  of balls below 26: {found.areas[near].sum():.0f} of an area of {bracket.area:.0f}")

# Output:
# least wall: 10.000000 to 10.000000, along [0.0, 1.0, 0.0]
#   of balls below 26: 6441 of an area of 10680
# least gap: 25.000000 to 25.000000, along [-1.0, 0.0, 0.0]
#   of balls below 26: 1800 of an area of 10680
