"""What `clearance robot plan --json` answered to the problems of mbm.py, by scenario.

    python plans.py ANSWERS.jsonl

Success, time in milliseconds (median and 95th percentile, of solved problems), length in radians, edges of the path, edges checked.
"""
import json
import sys
from collections import defaultdict


def at(values, part):
    """The smallest value that this part of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def row(name, answers):
    solved = [a for a in answers if a.get("solved") and a["proven"]]
    columns = [
        f"{100 * len(solved) / len(answers):7.1f}",
        f"{at([1e3 * a['seconds'] for a in solved], 0.5):9.2f}",
        f"{at([1e3 * a['seconds'] for a in solved], 0.95):9.2f}",
        f"{at([a['length'] for a in solved], 0.5):7.2f}",
        f"{at([a['edges'] for a in solved], 0.5):6d}" if solved else "",
        f"{at([a['checked_edges'] for a in solved], 0.5):8d}" if solved else "",
    ]
    print(f"{name:24} {len(answers):5} " + " ".join(columns))


def main(file):
    by_scenario = defaultdict(list)
    with open(file) as lines:
        for line in lines:
            answer = json.loads(line)
            by_scenario[answer["id"].split("/")[0]].append(answer)
    print(f"{'scenario':24} {'count':>5} {'solved%':>7} {'median':>9} {'95 %':>9} {'length':>7} {'edges':>6} {'asked':>8}")
    for name, answers in sorted(by_scenario.items()):
        row(name, answers)
    row("all", [a for answers in by_scenario.values() for a in answers])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: plans.py ANSWERS.jsonl")
    main(sys.argv[1])
