"""Ranges of motion: that no clearance over a box of joint values is less than a number, by cells as those of regions (`region.py`).

A bound may be below zero: then it says how deep bodies overlap at most. A gap along an axis bounds the signed distance of convex bodies on both sides of zero; of what a mesh encloses, only as long as its
surface is not met.
"""

from fractions import Fraction

from digests import compare
from region import Region
from robot import Unknown, known, number
from shapes import encloses


class RangeOfMotion(Region):
    """Checks a certificate of a range."""

    def known(self, certificate: dict) -> None:
        known(certificate, "version what id digests joints box lower pairs")
        if certificate["version"] != 1 or certificate["what"] != "range":
            raise Unknown("expected version 1 of a range")
        self.lower = Fraction(number(certificate["lower"]))

    def is_enough(self, bound: float, margin: Fraction) -> bool:
        return Fraction(bound) - margin >= self.lower

    def check(self) -> str:
        for a, b, margin in self.checked.values():
            if encloses(b) and not self.lower + margin > 0:
                raise Unknown(f"{a.label} is outside of {b.label} only above zero, and the lower bound is {float(self.lower)}")
        super().check()
        cells = sum(len(item["cells"]) for item in self.pairs)
        return f"valid, clearance at least {float(self.lower)} in all the range, {len(self.checked)} pairs, {cells} cells"


def check_range(judge, certificate: dict, place) -> str:
    """What a certificate of a range proves; `place` as of `check_region`."""
    compare(judge, certificate, judge.robot.checked)
    return RangeOfMotion(judge, certificate, place).check()
