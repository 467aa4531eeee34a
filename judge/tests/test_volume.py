"""Control volumes hold the bodies that they are made of, and end where they do."""

import math
import random
import sys
import unittest
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import shapes  # noqa: E402
from exact import AXES, IDENTITY, ONE, moving, unit  # noqa: E402
from strict import Unknown  # noqa: E402
from volume import Volume  # noqa: E402


def joint(axis, origin, half, turns: bool = True) -> tuple:
    return SimpleNamespace(axis=unit(axis), turns=turns), moving(origin), Fraction(half)


def volume_of(shape, joints: list) -> Volume:
    return Volume(SimpleNamespace(poses=[IDENTITY]), SimpleNamespace(shape=shape, frame=0), joints)


def height(volume: Volume, n, least=None) -> float:
    return volume.top(unit(n), 4, least) / ONE


def image(x, joints: list, values: list) -> list:
    """By floats: the joints from the body on."""
    for (of, place, _), value in zip(joints, values):
        z, o = [c / ONE for c in of.axis], [c / ONE for c in place.move]
        if not of.turns:
            x = [a + value * b for a, b in zip(x, z)]
            continue
        arm = [a - b for a, b in zip(x, o)]
        along = sum(a * b for a, b in zip(z, arm))
        aside = [z[k - 2] * arm[k - 1] - z[k - 1] * arm[k - 2] for k in range(3)]
        c, s = math.cos(value), math.sin(value)
        x = [o[k] + z[k] * along + (arm[k] - z[k] * along) * c + aside[k] * s for k in range(3)]
    return x


class Volumes(unittest.TestCase):
    def test_a_pendulum_ends_where_it_does_by_hand(self) -> None:
        # A point 2 above an axis along y: 2 sin h along x, and 2 / cos h along z.
        pendulum = volume_of(shapes.polytope([(0, 0, 2)]), [joint((0, 1, 0), (0, 0, 0), Fraction(1, 2))])
        self.assertAlmostEqual(height(pendulum, (1, 0, 0)), 2 * math.sin(0.5), delta=1e-15)
        self.assertAlmostEqual(height(pendulum, (0, 0, 1)), 2 / math.cos(0.5), delta=1e-15)
        # Nothing is higher than what is given: then that is the answer.
        self.assertEqual(pendulum.top(AXES[0], 4, ONE), ONE)
        # With a radius, and a slide by 0.3 more.
        slide = joint((1, 0, 0), (0, 0, 0), Fraction(3, 10), turns=False)
        turn = joint((0, 1, 0), (0, 0, 0), Fraction(1, 2))
        swept = volume_of(shapes.rounded(shapes.polytope([(0, 0, 2)]), 0.25), [turn, slide])
        self.assertAlmostEqual(height(swept, (1, 0, 0)), 2 * math.sin(0.5) + 0.55, delta=1e-15)

    def test_no_sampled_point_is_above_and_some_are_near(self) -> None:
        r, near = random.Random(5510), 0
        for _ in range(60):
            def vector() -> list:
                return [r.uniform(-1, 1) for _ in range(3)]

            count = r.randrange(1, 4)
            joints = [joint(vector(), vector(), r.uniform(0.1, 0.9), r.random() < 0.8) for _ in range(count)]
            points = [vector() for _ in range(6)]
            volume, n = volume_of(shapes.polytope(points), joints), vector()
            length = math.hypot(*n)
            top, most = height(volume, n), -math.inf
            for _ in range(100):
                values = [float(half) * r.choice((-1, 1, r.uniform(-1, 1))) for _, _, half in joints]
                most = max(most, max(sum(a * b for a, b in zip(n, image(p, joints, values))) / length for p in points))
            self.assertGreaterEqual(top, most - 1e-12)
            near += top < most + 0.1
        self.assertGreater(near, 20)

    def test_wide_turns_have_none(self) -> None:
        for half in (1.01, 1.6):
            with self.assertRaises(Unknown):
                volume_of(shapes.polytope([(0, 0, 2)]), [joint((0, 1, 0), (0, 0, 0), half)])


if __name__ == "__main__":
    unittest.main()
