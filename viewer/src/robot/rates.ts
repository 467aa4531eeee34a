// The rates of all joints over time, a line for each.

import { drawn } from "../shared/elements";

export interface Rates {
  at: number;
  values: number[];
}

/** A hue for each joint, all of one lightness. */
const hue = (i: number, count: number): string => `oklch(var(--rate, 0.6) 0.13 ${Math.round((360 * i) / count + 20)})`;

/** A line for each joint that moves, with its name, the zero line, and a mark at `now`; a click calls back with the nearest index. */
export function rates(rows: Rates[], names: string[], now: number, chosen: (index: number) => void): SVGElement {
  const moving = names.map((_, i) => i).filter((i) => rows.some((row) => row.values[i] !== 0));
  const [width, height, margin, top, bottom] = [360, 118, 46, 22, 22];
  const values = rows.flatMap((row) => moving.map((i) => row.values[i]));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const [first, last, right] = [rows[0].at, rows.at(-1)!.at, width - 12];
  const x = (at: number) => margin + ((at - first) * (right - margin)) / (last - first || 1);
  const y = (value: number) => height - bottom - ((value - low) * (height - top - bottom)) / (high - low || 1);
  const made = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart rates", role: "img" });
  made.append(drawn("path", { class: "zero", d: `M${margin} ${y(0)}H${right}` }));
  for (const i of moving) {
    const line = drawn("path", { d: `M${rows.map((row) => `${x(row.at).toFixed(1)} ${y(row.values[i]).toFixed(1)}`).join("L")}` });
    line.style.stroke = hue(moving.indexOf(i), moving.length);
    const title = drawn("title", {});
    title.textContent = names[i];
    line.append(title);
    made.append(line);
  }
  if (rows[now]) made.append(drawn("path", { class: "now", d: `M${x(rows[now].at)} ${top}V${height - bottom}` }));
  const text = (words: string, x: number, y: number, anchor: string) => {
    const label = drawn("text", { class: "scale", x, y, "text-anchor": anchor });
    label.textContent = words;
    made.append(label);
  };
  text("velocity, rad/s or m/s", 4, 12, "start");
  for (const value of [high, low].filter((value) => value !== 0)) text(`${+value.toPrecision(3)}`, margin - 5, y(value) + 3.5, "end");
  text("0", margin - 5, y(0) + 3.5, "end");
  text("time, s", (margin + right) / 2, height - 5, "middle");
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    const at = first + ((((event as MouseEvent).clientX - box.left) / box.width) * width - margin) * ((last - first) / (right - margin));
    const gaps = rows.map((row) => Math.abs(row.at - at));
    chosen(gaps.indexOf(Math.min(...gaps)));
  });
  return made;
}
