"""The share of distances in the paper's planner (its Fig. 15) by instruction counts, which any machine repeats.

    cargo build --release -p clearance-cli --example planner_profile
    python profile.py target/release/examples/planner_profile testdata/robots/redundant

Needs valgrind. Work is counted once each, less what sets it up.
"""
import re
import subprocess
import sys

ALGORITHMS = ["original GJK", "with Liu's", "with Cameron's", "with both", "core"]

# Hash tables are seeded at random, which costs reading the robot 0 or 375 000 instructions: the least of RUNS runs counts.
RUNS = 8

# Steps of the motion.
STEPS = 335


def instructions(program, folder, work):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, folder, work]
    printed = (subprocess.run(command, capture_output=True, text=True, check=True).stderr for _ in range(RUNS))
    return min(int(re.search(r"Collected : (\d+)", text).group(1)) for text in printed)


def main(program, folder):
    setup = instructions(program, folder, "setup")
    planner, near = (instructions(program, folder, work) - setup for work in ("planner", "near"))
    rest = planner - near
    print(f"planner {planner / STEPS:.0f} instructions a step, of it near pairs with gradients {near / STEPS:.0f}, all else {rest / STEPS:.0f}")
    for algorithm in ALGORITHMS:
        count = instructions(program, folder, algorithm) - setup
        print(f"{algorithm:<16} {count / STEPS:>9.0f} {count / (count + rest) * 100:>6.1f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
