"""VAMP's recorded paths for the problems of mbm.py, checked by `clearance robot check`: by scenario, with a picture.

    python vamp.py CLEARANCE PANDA PATHS.jsonl.gz MBM ANSWERS.jsonl [PICTURE.svg]

PANDA is a folder with panda.urdf and panda.srdf, PATHS has lines {"id": "SCENARIO_panda NNNN", "path": [q, ..]}, and MBM is the folder that mbm.py wrote.
Answers are written as they come, and an interrupted run continues where it was; without CLEARANCE's answers missing, only the table and the picture are made.

A path that is hit is also sampled: its depth is the greatest that 64 configurations on each of its edges show.
"""
import gzip
import json
import pathlib
import subprocess
import sys
from collections import defaultdict

SAMPLES = 64


def ask(command, verb, panda, scene, items):
    asked = [command, "robot", verb, panda / "panda.urdf", "-", "--srdf", panda / "panda.srdf", "--scene", scene, "--json"]
    found = subprocess.run(asked, input="".join(json.dumps(item) + "\n" for item in items), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in found.stdout.splitlines()]


def between(path):
    """Configurations on all edges."""
    for a, b in zip(path, path[1:]):
        for i in range(SAMPLES + 1):
            yield {"q": [x + i / SAMPLES * (y - x) for x, y in zip(a, b)]}


def answer(command, panda, scene, name, path):
    found = ask(command, "check", panda, scene, [{"id": name, "path": path}])[0]
    if found["result"] == "hit":
        distances = [row["signed_distance"] for row in ask(command, "clearance", panda, scene, between(path))]
        found["depth"] = max(0.0, -min(distances))
        found["sampled"] = sum(d <= 0 for d in distances)
    return found


def table(answers):
    by_scenario = defaultdict(list)
    for found in answers:
        by_scenario[found["id"].split("/")[0]].append(found)
    print("| scenario | paths | hit | | deepest, mm | median depth of those hit, mm | undecided |\n| --- | --- | --- | --- | --- | --- | --- |")
    for name, rows in [*sorted(by_scenario.items()), ("all", answers)]:
        hit = sorted(row["depth"] for row in rows if row["result"] == "hit")
        undecided = sum(row["result"] == "undecided" for row in rows)
        deepest, median = (1e3 * hit[-1], 1e3 * hit[len(hit) // 2]) if hit else (0, 0)
        print(f"| `{name}` | {len(rows)} | {len(hit)} | {100 * len(hit) / len(rows):.0f} % | {deepest:.1f} | {median:.1f} | {undecided} |")
    return by_scenario


def picture(by_scenario, file):
    """A row for each scenario: the share of its paths that are hit as a bar, and how deep each goes as a dot, on a scale of roots."""
    width, high, left, bar, dots = 760, 34, 170, 210, 300
    deepest = max(row["depth"] for rows in by_scenario.values() for row in rows if row["result"] == "hit")
    x = lambda depth: left + bar + 60 + dots * (depth / deepest) ** 0.5  # noqa: E731
    rows = len(by_scenario)
    height = rows * high + 66
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="20">paths that hit the hulls</text><text x="{left + bar + 60}" y="20">how deep, mm: a dot for each of them</text>',
    ]
    for i, (name, found) in enumerate(sorted(by_scenario.items())):
        y = 34 + i * high
        hit = [row["depth"] for row in found if row["result"] == "hit"]
        share = len(hit) / len(found)
        out.append(f'<text x="{left - 10}" y="{y + 18}" text-anchor="end">{name}</text>')
        out.append(f'<rect x="{left}" y="{y + 4}" width="{bar}" height="20" fill="#eee"/>')
        out.append(f'<rect x="{left}" y="{y + 4}" width="{bar * share:.1f}" height="20" fill="#c0392b"/>')
        out.append(f'<text x="{left + bar * share + 6:.1f}" y="{y + 19}">{len(hit)} of {len(found)}</text>')
        for k, depth in enumerate(sorted(hit)):
            out.append(f'<circle cx="{x(depth):.1f}" cy="{y + 8 + 4 * (k % 4)}" r="2.5" fill="#c0392b" fill-opacity="0.45"/>')
    y = 34 + rows * high
    out.append(f'<path d="M{x(0)} {y}H{x(deepest):.1f}" stroke="#555"/>')
    for depth in (0, 1, 2, 5, 10, 15, 20):
        if depth / 1e3 <= deepest:
            at = x(depth / 1e3)
            out.append(f'<path d="M{at:.1f} {y}v5" stroke="#555"/><text x="{at:.1f}" y="{y + 19}" text-anchor="middle">{depth}</text>')
    pathlib.Path(file).write_text("\n".join([*out, "</svg>\n"]))


def main(command, panda, paths, mbm, answers, file=None):
    panda, mbm, answers = pathlib.Path(panda), pathlib.Path(mbm), pathlib.Path(answers)
    known = [json.loads(line) for line in answers.read_text().splitlines()] if answers.exists() else []
    done = {found["id"] for found in known}
    with gzip.open(paths, "rt") as lines, answers.open("a") as out:
        for line in map(json.loads, lines):
            name = line["id"].replace("_panda ", "/")
            if name not in done:
                known.append(answer(command, panda, mbm / "scenes" / (name.replace("/", "_") + ".json"), name, line["path"]))
                out.write(json.dumps(known[-1]) + "\n")
                out.flush()
    by_scenario = table(known)
    if file:
        picture(by_scenario, file)


if __name__ == "__main__":
    if len(sys.argv) not in (6, 7):
        sys.exit("usage: vamp.py CLEARANCE PANDA PATHS.jsonl.gz MBM ANSWERS.jsonl [PICTURE.svg]")
    main(*sys.argv[1:])
