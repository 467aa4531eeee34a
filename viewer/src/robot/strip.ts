// The certificate as a strip: a row for each pair, the least bound first, and a bar for each interval that is proven.

import { drawn, short } from "../shared/elements";
import type { Interval } from "./data";

/** More rows than this cannot be read. */
const ROWS = 24;

export function strip(intervals: Interval[], end: number, now: number, chosen: (t: number) => void): SVGElement {
  const pairs = new Map<string, Interval[]>();
  for (const interval of intervals) {
    const name = interval.pair.join(" – ");
    pairs.set(name, [...(pairs.get(name) ?? []), interval]);
  }
  const least = (list: Interval[]) => Math.min(...list.map((interval) => interval.bound));
  const rows = [...pairs].sort(([, a], [, b]) => least(a) - least(b)).slice(0, ROWS);
  const [width, high, margin] = [360, 7, 10];
  const height = rows.length * high + 2;
  const x = (t: number) => margin + (t * (width - 2 * margin)) / (end || 1);
  const most = Math.max(...intervals.map((interval) => interval.bound), 1e-9);
  const made = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "strip", role: "img", preserveAspectRatio: "none" });
  rows.forEach(([name, list], row) => {
    for (const { t0, t1, bound } of list) {
      // Near pairs are strong, far ones faint.
      const strength = 1 - 0.8 * Math.min(1, Math.max(0, bound / most));
      const bar = drawn("rect", { x: x(t0), y: 1 + row * high, width: Math.max(0.6, x(t1) - x(t0) - 0.4), height: high - 2 });
      bar.style.opacity = `${strength}`;
      const title = drawn("title", {});
      title.textContent = `${name}: at least ${short(bound, 5)} over [${short(t0, 4)}, ${short(t1, 4)}]`;
      bar.append(title);
      made.append(bar);
    }
  });
  made.append(drawn("path", { class: "now", d: `M${x(now)} 0V${height}` }));
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    chosen(((((event as MouseEvent).clientX - box.left) / box.width) * width - margin) * (end / (width - 2 * margin)));
  });
  return made;
}
