"""A crowd of bodies of which a few move in each step: who touches whom, without asking all pairs anew."""

import clearance as cl
import numpy as np

rng = np.random.default_rng(1)
count, side = 1000, 10.0

# Balls, boxes and capsules in a cube, one to each unit of volume.
poses = np.zeros((count, 7))
poses[:, :3] = rng.uniform(0, side, (count, 3))
poses[:, 3:] = rng.normal(size=(count, 4))
poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
kinds = [cl.Sphere(0.2), cl.Box((0.2, 0.15, 0.1)), cl.Capsule(0.1, 0.2)]
names = [f"body {i}" for i in range(count)]
scene = cl.Scene()
scene.add_many(names, [kinds[i % 3] for i in range(count)], poses)

watch = scene.watch()
before = set(watch.contacts())
begun = ended = 0
for step in range(200):
    moved = rng.choice(count, 10, replace=False)
    poses[moved, :3] += rng.normal(scale=0.03, size=(10, 3))
    scene.move_many([names[i] for i in moved], poses[moved])
    now = set(watch.contacts())
    begun, ended, before = begun + len(now - before), ended + len(before - now), now

print(f"{len(before)} contacts, {begun} begun and {ended} ended in 200 steps")
print(f"the closest pair: {watch.closest() == scene.closest()}, all contacts: {watch.contacts() == scene.contacts()}")

# Output:
# 112 contacts, 42 begun and 45 ended in 200 steps
# the closest pair: True, all contacts: True
