// Two bounds over frames or time as a chart that can be clicked.

import { drawn } from "./elements";

export interface Bound {
  at: number;
  lower: number | null;
  upper: number | null;
}

/** What a chart shows beside the bounds. */
export interface Extras {
  /** Stretches of time to mark. */
  marks?: [number, number][];
  /** A level that holds over all the time, as a line of its own. */
  floor?: number | null;
  /** What is along the axis, and in what unit. */
  across?: string;
  unit?: string;
  /** What the values are, in metres. */
  up?: string;
  /** The values have nothing to do with one another: bars from zero, with nothing between them. */
  apart?: boolean;
}

/** Lower and upper bounds, the zero line, and a mark at `now`; a click calls back with the nearest index. */
export function chart(bounds: Bound[], now: number, extras: Extras, chosen: (index: number) => void): SVGElement {
  const { marks = [], floor = null, across = "", unit = "", up = "", apart = false } = extras;
  const [width, height, margin, top, bottom] = [360, 150, 46, 22, 30];
  const values = bounds.flatMap((b) => [b.lower, b.upper]).concat(floor).filter((x): x is number => x !== null && isFinite(x));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [first, last] = [bounds[0]?.at ?? 0, bounds.at(-1)?.at ?? 1];
  const right = width - 12;
  const x = (at: number) => margin + ((at - first) * (right - margin)) / (last - first || 1);
  const y = (value: number) => height - bottom - ((value - low) * (height - top - bottom)) / (high - low || 1);
  const made = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img" });
  for (const [from, to] of marks) {
    const wide = Math.max(2, x(to) - x(from));
    made.append(drawn("rect", { class: "hit", x: x(from) - 1, y: top, width: wide, height: height - top - bottom }));
  }
  made.append(drawn("path", { class: "zero", d: `M${margin} ${y(0)}H${right}` }));
  const known = bounds.filter((b) => b.lower !== null && b.upper !== null);
  if (apart) {
    const wide = Math.min(14, (0.7 * (right - margin)) / bounds.length);
    for (const b of known) {
      const [above, below] = [Math.min(y(b.lower!), y(0)), Math.max(y(b.lower!), y(0))];
      const kind = b.lower! > 0 ? "free" : "hit";
      made.append(drawn("rect", { class: kind, x: x(b.at) - wide / 2, y: above, width: wide, height: Math.max(1.5, below - above) }));
    }
  } else if (known.length > 1) {
    const line = (part: "lower" | "upper") => known.map((b) => `${x(b.at)} ${y(b[part]!)}`);
    made.append(drawn("path", { class: "between", d: `M${[...line("upper"), ...line("lower").reverse()].join("L")}Z` }));
    for (const part of ["upper", "lower"] as const) made.append(drawn("path", { class: part, d: `M${line(part).join("L")}` }));
  }
  if (floor !== null) made.append(drawn("path", { class: "floor", d: `M${margin} ${y(floor)}H${right}` }));
  if (bounds[now]) made.append(drawn("path", { class: "now", d: `M${x(bounds[now].at)} ${top}V${height - bottom}` }));
  const text = (words: string, x: number, y: number, anchor: string) => {
    const label = drawn("text", { class: "scale", x, y, "text-anchor": anchor });
    label.textContent = words;
    made.append(label);
  };
  if (up) text(`${up}, m`, 4, 12, "start");
  text([across, unit].filter(Boolean).join(", "), (margin + right) / 2, height - 5, "middle");
  // Of two that would meet the outer one is written.
  const levels = [high, low, 0].filter((value, i, all) => all.slice(0, i).every((other) => Math.abs(y(other) - y(value)) > 11));
  for (const value of levels) text(`${+value.toPrecision(3)}`, margin - 5, y(value) + 3.5, "end");
  if (!apart && last > first) for (const at of [first, last]) text(`${+at.toPrecision(4)}`, x(at), height - bottom + 13, "middle");
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    const at = first + (((event as MouseEvent).clientX - box.left) / box.width * width - margin) * (last - first) / (right - margin);
    const gaps = bounds.map((b) => Math.abs(b.at - at));
    chosen(gaps.indexOf(Math.min(...gaps)));
  });
  return made;
}
