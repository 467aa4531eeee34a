"""Certificates of random robots by the command, which `robot verify` and the judge must both accept: python swarm.py CLEARANCE [ROBOTS [SEED]].

Every second robot has constraints, every second one a base that moves, and every second one moves the joints of a group only."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import random_robots

JUDGE = Path(__file__).resolve().parents[1] / "judge.py"


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout


def main(command: str, robots: int = 100, seed: int = 0) -> int:
    counts: Counter = Counter()
    for n in range(seed, seed + robots):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            base = ["", "planar", "", "floating"][n // 2 % 4]
            options = random_robots.write(folder, n, constrained=n % 2 == 1, base=base, grouped=n // 8 % 2 == 1)
            group = json.loads((folder / "group.json").read_text()) if (folder / "group.json").is_file() else []
            robot, certificates = str(folder / "robot.urdf"), str(folder / "certificates.jsonl")
            checked = run(command, "robot", "check", robot, str(folder / "edges.jsonl"), "--certificate", certificates, *options, *group)
            counts.update(line.split()[1].rstrip(",") for line in checked.splitlines() if not line.startswith(" "))
            verified = [" valid" in line for line in run(command, "robot", "verify", robot, certificates, *options).splitlines() if line[0] != " "]
            judged = run(sys.executable, str(JUDGE), robot, certificates, *options).splitlines()
            counts["certificates"] += len(verified)
            counts["of bases"] += len(verified) if base else 0
            counts["of groups"] += len(verified) if group else 0
            counts["under constraints"] += len(verified) if n % 2 == 1 else 0
            counts["edges"] += sum(len(json.loads(line)["path"]) - 1 for line in Path(certificates).read_text().splitlines())
            if verified != [" valid" in line for line in judged]:
                counts["disagreements"] += 1
                print(f"seed {n}: {sum(verified)} of {len(verified)} verified", *judged, sep="\n  ")
    print(dict(counts))
    return 1 if counts["disagreements"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
