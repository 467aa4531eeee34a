"""Changes of certificates of cells that the judge must refuse, for regions and for ranges."""

import copy
import unittest
from collections.abc import Callable

from robot import Unknown

REFUSALS = (Unknown, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
Mutants = dict[str, Callable[[dict], object]]


def cell_mutants(test: unittest.TestCase, certificate: dict) -> Mutants:
    """Changes of the box, and of the pair with most cells."""
    widest = max(certificate["pairs"], key=lambda item: len(item["cells"]))
    place = certificate["pairs"].index(widest)
    test.assertGreater(len(widest["cells"]), 2)
    leaf = next(i for i, node in enumerate(widest["cells"]) if isinstance(node, dict))

    def of_leaf(change):
        return lambda c: change(c["pairs"][place]["cells"][leaf])

    return {
        "no pair": lambda c: c["pairs"].pop(),
        "no cell": lambda c: c["pairs"][place]["cells"].pop(),
        "a cell more": lambda c: c["pairs"][place]["cells"].append(widest["cells"][leaf]),
        "wider": lambda c: c["box"].__setitem__(0, [c["box"][0][0] - 1, c["box"][0][1] + 1]),
        "axis": of_leaf(lambda node: node.update(axis=[-x for x in node["axis"]])),
        "bound": of_leaf(lambda node: node.update(bound=node["bound"] + 1)),
        "low bound": of_leaf(lambda node: node.update(bound=-1.0)),
        "frame": of_leaf(lambda node: node.update(frame="elbow")),
        "row": lambda c: c["pairs"][place]["cells"].__setitem__(leaf, {"row": 0}),
        "cut": lambda c: c["pairs"][place]["cells"].__setitem__(0, ["turn", 99]),
    }


def refuse_each(test: unittest.TestCase, judge, certificate: dict, mutants: Mutants) -> None:
    """The judge takes the certificate as it is, and none of its mutants."""
    test.assertTrue(judge.check(copy.deepcopy(certificate)).startswith("valid"))
    for what, change in mutants.items():
        other = copy.deepcopy(certificate)
        change(other)
        with test.assertRaises(REFUSALS, msg=what):
            judge.check(other)
