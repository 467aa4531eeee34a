"""What cells and queries are called on pages."""
import re

QUERIES = {"bool": "intersect", "dist": "distance", "pen": "depth"}
KINDS = {"box": "box", "sphere": "ball", "cap": "capsule", "cyl": "cylinder", "cone": "cone", "ell": "ellipsoid", "hull": "hull of 50"}
PAIR = re.compile(f"F2_({'|'.join(KINDS)})({'|'.join(KINDS)})_([a-z]+)")
HULLS = re.compile(r"F[134]_n(\d+)_([a-z]+)")


def case(cell):
    """F2_capcap_deep is capsule, capsule, deep; F1_n8_far is hulls of 8, far."""
    if pair := PAIR.fullmatch(cell):
        return f"{KINDS[pair[1]]}, {KINDS[pair[2]]}, {pair[3]}"
    if hulls := HULLS.fullmatch(cell):
        return f"hulls of {hulls[1]}, {hulls[2]}"
    return cell


def question(cell, query):
    return f"{case(cell)}: {QUERIES[query]}"
