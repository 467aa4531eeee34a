"""Fixed-point numbers with 128 binary digits behind the point, and rigid poses that know how far they may be off.

Lengths and matrix entries are integers in units of 2**-128: what is lost is what a shift cuts off, less than one unit. Bounds are rounded to their
safe side.
"""

from fractions import Fraction
from math import isqrt
from typing import NamedTuple

BITS = 128
ONE = 1 << BITS
FINE = 256  # digits of sines and cosines while they are summed


def fixed(x) -> int:
    """The number rounded down. What a float holds of at least 2**-75 is exact."""
    x = Fraction(x)
    return (x.numerator << BITS) // x.denominator


def fixed_up(x) -> int:
    return -fixed(-Fraction(x))


def up(product: int) -> int:
    """A product of two numbers, rounded up."""
    return -(-product >> BITS)


def dot(a, b) -> int:
    """Less than one unit below the scalar product."""
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) >> BITS


def cross(a, b) -> tuple:
    return tuple((a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2]) >> BITS for i in range(3))


def norm(v) -> int:
    """Not less than the length, and less than two units more."""
    return isqrt(sum(x * x for x in v)) + 1


def sine_cosine(angle: Fraction) -> tuple[int, int]:
    """Both within 2 units.

    The angle is halved k times until it is below 2**-6, the series is summed, and k times sin 2x = 2 sin x cos x, cos 2x = 1 - 2 sin² x. About 30
    terms cut off less than 2 units of 2**-256 each; doubling multiplies an error by at most 4 and adds 2. With k <= 32 less than
    2**-256 * 64 * 4**32 < 2**-185 is left, and one unit for the shift at the end.
    """
    k = (abs(angle.numerator) // angle.denominator).bit_length() + 6
    if k > 32:
        raise ValueError(f"angles must be below 2**26, got {float(angle)}")
    x = (angle.numerator << FINE) // (angle.denominator << k)
    sine, cosine, term, n = 0, 0, 1 << FINE, 0
    while term not in (0, -1):
        sine += term * (0, 1, 0, -1)[n % 4]
        cosine += term * (1, 0, -1, 0)[n % 4]
        n += 1
        term = (term * x >> FINE) // n
    for _ in range(k):
        sine, cosine = sine * cosine >> (FINE - 1), (1 << FINE) - (sine * sine >> (FINE - 1))
    return sine >> (FINE - BITS), cosine >> (FINE - BITS)


class Pose(NamedTuple):
    """x -> rows·x + move. The true rotation R and translation t have |rows·x - R x| <= turned |x| and |move - t| <= moved."""

    rows: tuple
    move: tuple
    turned: int
    moved: int

    def turn(self, v) -> tuple:
        """The image of a direction, each coordinate less than one unit below the product."""
        return tuple(dot(row, v) for row in self.rows)

    def turn_back(self, v) -> tuple:
        return tuple(dot(column, v) for column in zip(*self.rows))

    def point(self, p) -> tuple:
        return tuple(dot(row, p) + t for row, t in zip(self.rows, self.move))

    def then(self, inner: "Pose") -> "Pose":
        """First `inner`, then this one.

        A product of matrices is off by both errors and their product, and by a unit for each entry: nine of them are a matrix of norm at most 3, and
        4 hold both. Its translation is off by `turned |t|`, by both translations' errors and by 2 units.
        """
        if self is IDENTITY or inner is IDENTITY:
            return inner if self is IDENTITY else self
        rows = tuple(tuple(dot(row, column) for column in zip(*inner.rows)) for row in self.rows)
        moved = self.moved + inner.moved + up(self.turned * (norm(inner.move) + inner.moved)) + 3
        return Pose(rows, self.point(inner.move), self.turned + inner.turned + 4, moved)


def inverse(pose: Pose) -> Pose:
    """x -> Rᵀ (x - t): a transposed matrix is off by as much; the translation by both errors and by 3 units."""
    if pose is IDENTITY:
        return IDENTITY
    rows = tuple(zip(*pose.rows))
    move = tuple(-dot(row, pose.move) for row in rows)
    return Pose(rows, move, pose.turned, pose.moved + up(pose.turned * (norm(pose.move) + pose.moved)) + 3)


AXES = ((ONE, 0, 0), (0, ONE, 0), (0, 0, ONE))
IDENTITY = Pose(AXES, (0, 0, 0), 0, 0)


def moving(way) -> Pose:
    """The pose that only moves; 2 units for three coordinates that are rounded down."""
    return Pose(AXES, tuple(map(fixed, way)), 0, 2) if any(way) else IDENTITY


def unit(axis) -> tuple:
    """The unit vector along numbers of which one is not zero, each coordinate within 1 unit."""
    axis = [Fraction(x) for x in axis]
    whole = [int(x * max(y.denominator for y in axis)) for x in axis]  # denominators of floats are powers of two
    length = isqrt(sum(x * x for x in whole) << (2 * FINE))
    return tuple((x << (FINE + BITS)) // length for x in whole)


def turning(axis, angle) -> Pose:
    """The turn about a unit axis k that is within 1 unit: R = c I + s [k]x + (1 - c) k kᵀ (O. Rodrigues 1840).

    An entry is off by 2 units of c, 2 of s, 2 of 1 - c, by the axis' unit once in [k]x and four times in (1 - c) k kᵀ, and by 3 shifts: 14, so
    that the matrix is off by at most 3 * 14 < 64.
    """
    if angle == 0:
        return IDENTITY
    s, c = sine_cosine(Fraction(angle))
    x, y, z = axis
    skew = ((0, -z, y), (z, 0, -x), (-y, x, 0))
    entry = lambda i, j: (s * skew[i][j] >> BITS) + ((ONE - c) * (axis[i] * axis[j] >> BITS) >> BITS) + (c if i == j else 0)  # noqa: E731
    return Pose(tuple(tuple(entry(i, j) for j in range(3)) for i in range(3)), (0, 0, 0), 64, 0)


def sliding(axis, way) -> Pose:
    """Along a unit axis that is within 1 unit, by which the way is multiplied; 4 units for what is rounded."""
    return Pose(AXES, tuple(k * fixed(way) >> BITS for k in axis), 0, up(2 * abs(fixed(way))) + 4) if way else IDENTITY


def roll_pitch_yaw(rpy) -> Pose:
    """About the fixed axes x, y and z, in this order."""
    roll, pitch, yaw = (turning(axis, angle) for axis, angle in zip(AXES, rpy))
    return yaw.then(pitch).then(roll)


def quaternion(q) -> Pose:
    """The rotation of the direction of (w, x, y, z), an exact ratio of numbers; each entry is rounded once, 3 units together."""
    w, x, y, z = map(Fraction, q)
    n = w * w + x * x + y * y + z * z
    rows = (
        (n - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), n - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), n - 2 * (x * x + y * y)),
    )
    return Pose(tuple(tuple(fixed(entry / n) for entry in row) for row in rows), (0, 0, 0), 3, 0) if x or y or z else IDENTITY
