"""A scene of thin obstacles around the Panda: 10 sheets of 0.1 mm and 10 wires of 1 mm, which fixed steps miss.

    python thin.py > thin.json
"""
import json
import math
import random


def rotation(numbers):
    """A uniform rotation as w, x, y, z (K. Shoemake 1992)."""
    u, v, w = numbers.random(), 2 * math.pi * numbers.random(), 2 * math.pi * numbers.random()
    a, b = math.sqrt(1 - u), math.sqrt(u)
    return [a * math.sin(v), a * math.cos(v), b * math.sin(w), b * math.cos(w)]


def place(numbers):
    """Within reach, but not at the base."""
    while True:
        point = [numbers.uniform(-0.9, 0.9), numbers.uniform(-0.9, 0.9), numbers.uniform(0.0, 1.2)]
        if math.hypot(point[0], point[1], point[2] - 0.3) > 0.4:
            return point


def main():
    numbers = random.Random(25)
    sheet = {"kind": "box", "half_extents": [0.15, 0.15, 0.00005]}
    wire = {"kind": "capsule", "radius": 0.0005, "half_length": 0.3}
    bodies = []
    for kind, shape in (("sheet", sheet), ("wire", wire)):
        for i in range(10):
            pose = {"translation": place(numbers), "quaternion": rotation(numbers)}
            bodies.append({"name": f"{kind} {i}", "shape": shape, "pose": pose, "fixed": True})
    print(json.dumps({"dim": 3, "bodies": bodies}))


if __name__ == "__main__":
    main()
