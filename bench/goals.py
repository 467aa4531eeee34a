"""How many times faster than the best correct engine of each cell we want to be, and what stands in the way where we are not."""
import collections

from cells import question

# Precision, query, beginnings and ends of the cells, the factor asked for, and what limits it where it is missed (docs/development/notebook.md has more).
Goal = collections.namedtuple("Goal", "name precision query cells factor limit")

CHAIN = "a run waits for itself: each support point follows a direction, and each direction a support point"
GOALS = [
    Goal("distance, hulls of 8, near", "f64", "dist", ["F1_n8_near"], 1.5, CHAIN),
    Goal("distance, hulls of 50, near", "f64", "dist", ["F1_n50_near"], 2.5, CHAIN),
    Goal("distance, hulls of 100, near", "f64", "dist", ["F1_n100_near"], 3.5, CHAIN),
    Goal(
        "distance, hulls of 300 and more, near", "f64", "dist", ["F1_n300_near", "F1_n1000_near", "F1_n5000_near"], 3,
        CHAIN + ", from farther caches",
    ),
    Goal(
        "distance, hulls, far", "f64", "dist", [f"F1_n{n}_far" for n in (8, 20, 50, 100, 300, 1000, 5000)], 2,
        CHAIN + ", two or three times; the rest is the pose, the proof and the answer",
    ),
    Goal("do hulls intersect", "f64", "bool", ["F1_"], 1.5, CHAIN),
    Goal("tracking, distance", "f64", "dist", ["F3_"], 15, "two poses, one support point of either hull, the proof and the answer take several times what 15 times ask for"),
    Goal("depth, hulls", "f64", "pen", ["F1_"], 2, "the proof: every facet that may be nearest is seen to be none"),
    Goal("boxes, distance", "f64", "dist", ["F2_boxbox_far", "F2_boxbox_near"], 2.5, "2100 instructions, more than a third of them the relative pose, the difference and the answer"),
    Goal("boxes, depth", "f64", "pen", ["F2_boxbox_shallow", "F2_boxbox_deep"], 10, "fifteen axes, witness points and features"),
    Goal("do boxes intersect", "f64", "bool", ["F2_boxbox"], 2, ""),
    Goal("a ball and a box, distance and depth", "f64", "dist pen", ["F2_spherebox"], 1.3, "350 to 430 instructions, half of them bounds, features and writing the answer"),
    Goal("capsules, distance and depth", "f64", "dist pen", ["F2_capcap"], 1.3, "380 to 430 instructions, a third of them bounds, features and writing the answer"),
    Goal("cylinders, cones and ellipsoids, near, certified to 1e-9", "f64", "dist", ["F2_cylcyl_near", "F2_conebox_near", "F2_ellell_near"], 3, "a chain of dependent projections"),
    Goal("distance, hulls, near", "f32", "dist", [f"F1_n{n}_near" for n in (8, 20, 50, 100, 300, 1000, 5000)], 3, CHAIN),
]


def reached(record, peers, goal):
    """Times faster than the best correct engine in each cell that has one, with the cell's name, least first."""
    found = []
    for cell, query in record.questions:
        if query not in goal.query.split() or not cell.startswith(tuple(goal.cells)):
            continue
        ours = record.ours(goal.precision, cell, query)
        clean = [p for p in (record.best(peer, cell, query) for peer in peers[goal.precision]) if p and p["clean"]]
        if ours and clean:
            found.append((min(p["ns"] for p in clean) / ours["ns"], question(cell, query)))
    return sorted(found)


def rows(record, peers):
    """One row a goal: what is required, the least that is reached and where, in how many cells it is, and what limits the others."""
    table = []
    for goal in GOALS:
        found = reached(record, peers, goal)
        if not found:
            continue
        least, where = found[0]
        met = sum(factor >= goal.factor for factor, _ in found)
        limit = "" if met == len(found) else goal.limit
        table.append([f"{goal.name} ({goal.precision})", f"{goal.factor:g}", f"{least:.2f} ({where})", f"{met} of {len(found)}", limit])
    return table
