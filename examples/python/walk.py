"""A person walks through a level: up stairs, over a ramp, along a wall as thin as nothing, and never nearer to anything than the skin."""

import math

import clearance as cl

level = cl.Scene()
level.add("ground", cl.Box((20, 20, 0.5)), cl.Pose((0, 0, -0.5)))
for i in range(4):
    level.add(f"stair {i}", cl.Box((1.4 - 0.35 * i, 1, 0.1)), cl.Pose((3, 0, 0.1 + 0.2 * i)))
level.add("ramp", cl.Box((3, 1, 0.25)), cl.Pose((8, 0, 0), rpy=(0, -math.radians(20), 0)))
level.add("wall", cl.Mesh([(12, -4, 0), (12, 4, 0), (12, 4, 3), (12, -4, 3)], [(0, 1, 2), (0, 2, 3)]))

person, pose = cl.Capsule(0.3, 0.6), cl.Pose((0, 0, 0.91))
fall, highest, nearest = 0.0, 0.0, math.inf
for step in range(300):
    walk = level.move_and_slide(person, pose, (0.05, 0.002, -fall))
    pose, nearest = walk.pose, min(nearest, walk.clearance)
    fall = 0.01 if walk.on_floor else fall + 0.003
    highest = max(highest, pose.translation[2] - 0.91)
    if step % 50 == 49:
        x, y, z = pose.translation
        below = f"on {walk.floor.body}" if walk.floor else "in the air"
        print(f"after {step + 1} steps at {x:.2f} {y:.2f} {z:.2f}, {below}")
print(f"highest {highest:.2f} m above the ground; never nearer than {nearest:.5f} m, proven")

# A bullet's speed, at the wall.
fast = level.move_and_slide(person, cl.Pose((10, 0, 0.91)), (400, 1, 0))
print(f"at 400 m a step: stopped at {fast.pose.translation[0]:.2f} by {[hit.body for hit in fast.hits if hit.ground == 'wall']}")

# A door that closed on the person: out of it by the shortest way that was found.
free = level.push_out(person, cl.Pose((11.9, 0, 0.8)), 0.5)
print(f"pushed by {[round(x, 3) + 0.0 for x in free.translation]}, at least {free.lower:.3f} m are needed")

# Output:
# after 50 steps at 2.50 0.10 1.67, on stair 3
# after 100 steps at 5.00 0.20 0.91, on ground
# after 150 steps at 7.50 0.30 1.01, on ramp
# after 200 steps at 10.00 0.40 1.92, on ramp
# after 250 steps at 11.69 0.50 0.91, on ground
# after 300 steps at 11.69 0.60 0.91, on ground
# highest 1.26 m above the ground; never nearer than 0.01000 m, proven
# at 400 m a step: stopped at 11.69 by ['wall']
# pushed by [-0.21, 0.0, 0.11], at least 0.210 m are needed
