#!/usr/bin/env python3
"""Draws docs/pictures/monitor.svg: how long ticks of a monitor take, of what the example `monitor_times` of clearance-robot prints on its last line."""

import sys
from math import log2, log10
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP = 640, 220, 60, 20


def draw(bins: list[tuple[float, int]], goal: float) -> str:
    """Bars of quarter octaves over a scale of logarithms, and a line at the period that a tick must keep."""
    low, high = log2(bins[0][0]) - 0.5, log2(max(bins[-1][0], goal)) + 0.75
    decades = log10(max(count for _, count in bins)) + 0.3
    x = lambda time: LEFT + (log2(time) - low) / (high - low) * (WIDTH - LEFT - 20)  # noqa: E731
    y = lambda count: TOP + HEIGHT * (1 - log10(2 * count) / (decades + log10(2)))  # noqa: E731
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT + 70}" fill="#fff"/>']
    for power in range(int(decades) + 1):
        parts.append(f'<path d="M{LEFT} {y(10**power):.1f}H{WIDTH - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10**power:,}</text>'.replace(",", " "))
    for time, count in bins:
        wide = x(time * 2**0.25) - x(time)
        parts.append(f'<rect x="{x(time):.1f}" y="{y(count):.1f}" width="{wide - 0.6:.1f}" height="{TOP + HEIGHT - y(count):.1f}" fill="#2c6fbb"/>')
    for power in range(int(low) + 1, int(high) + 1):
        label = f"{2**power} µs" if power < 10 else f"{2**power / 1000:.0f} ms"
        parts.append(f'<text x="{x(2**power):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{label if power % 2 == 0 else ""}</text>')
    parts.append(f'<path d="M{x(goal):.1f} {TOP}V{TOP + HEIGHT}" stroke="#c0392b" stroke-dasharray="5 4"/>')
    parts.append(f'<text x="{x(goal) - 5:.1f}" y="{TOP + 14}" text-anchor="end" fill="#c0392b">the period, 1 ms</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP + HEIGHT + 42}">ticks by how long they took, wall clock; both scales are of logarithms</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 70}" font-family="sans-serif" font-size="13">'
    return "\n".join([head, *parts, "</svg>"]) + "\n"


line = next(line for line in sys.stdin if line.startswith("us, ticks: "))
pairs = (pair.split() for pair in line.removeprefix("us, ticks: ").split(", "))
Path(__file__).with_name("monitor.svg").write_text(draw([(float(time), int(count)) for time, count in pairs], 1000.0))
