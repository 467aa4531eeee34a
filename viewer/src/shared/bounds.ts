// Two bounds over frames or time as a chart that can be clicked.

import { drawn, short } from "./elements";

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
  /** What the numbers along the axis count. */
  unit?: string;
  /** The values have nothing to do with one another: bars from zero, with nothing between them. */
  apart?: boolean;
}

/** Lower and upper bounds, the zero line, and a mark at `now`; a click calls back with the nearest index. */
export function chart(bounds: Bound[], now: number, extras: Extras, chosen: (index: number) => void): SVGElement {
  const { marks = [], floor = null, unit = "", apart = false } = extras;
  const [width, height, margin] = [360, 120, 10];
  const values = bounds.flatMap((b) => [b.lower, b.upper]).concat(floor).filter((x): x is number => x !== null && isFinite(x));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [first, last] = [bounds[0]?.at ?? 0, bounds.at(-1)?.at ?? 1];
  const x = (at: number) => margin + ((at - first) * (width - 2 * margin)) / (last - first || 1);
  const y = (value: number) => height - margin - ((value - low) * (height - 2 * margin)) / (high - low || 1);
  const made = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", preserveAspectRatio: "none" });
  for (const [from, to] of marks) {
    const wide = Math.max(2, x(to) - x(from));
    made.append(drawn("rect", { class: "hit", x: x(from) - 1, y: 0, width: wide, height }));
  }
  made.append(drawn("path", { class: "zero", d: `M${margin} ${y(0)}H${width - margin}` }));
  const known = bounds.filter((b) => b.lower !== null && b.upper !== null);
  if (apart) {
    const wide = Math.min(14, (0.7 * (width - 2 * margin)) / bounds.length);
    for (const b of known) {
      const [top, bottom] = [Math.min(y(b.lower!), y(0)), Math.max(y(b.lower!), y(0))];
      const kind = b.lower! > 0 ? "free" : "hit";
      made.append(drawn("rect", { class: kind, x: x(b.at) - wide / 2, y: top, width: wide, height: Math.max(1.5, bottom - top) }));
    }
  } else if (known.length > 1) {
    const line = (part: "lower" | "upper") => known.map((b) => `${x(b.at)} ${y(b[part]!)}`);
    made.append(drawn("path", { class: "between", d: `M${[...line("upper"), ...line("lower").reverse()].join("L")}Z` }));
    for (const part of ["upper", "lower"] as const) made.append(drawn("path", { class: part, d: `M${line(part).join("L")}` }));
  }
  if (floor !== null) made.append(drawn("path", { class: "floor", d: `M${margin} ${y(floor)}H${width - margin}` }));
  if (bounds[now]) made.append(drawn("path", { class: "now", d: `M${x(bounds[now].at)} 0V${height}` }));
  for (const [value, anchor] of [[high, 11], [low, height - 3]]) {
    const label = drawn("text", { class: "scale", x: margin + 4, y: anchor });
    label.textContent = short(value, 3);
    made.append(label);
  }
  if (unit) {
    const label = drawn("text", { class: "scale", x: width - margin, y: height - 3, "text-anchor": "end" });
    label.textContent = `${+last.toPrecision(6)} ${unit}`;
    made.append(label);
  }
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    const at = first + (((event as MouseEvent).clientX - box.left) / box.width * width - margin) * (last - first) / (width - 2 * margin);
    const gaps = bounds.map((b) => Math.abs(b.at - at));
    chosen(gaps.indexOf(Math.min(...gaps)));
  });
  return made;
}
