// The numbers of a step as a table, and the bounds of all steps as a small chart.

import type { Place } from "../shared/place";
import { SVG, drawn, element, row, short } from "../shared/elements";
import type { Corner, Frame, Trace } from "./data";

const shown = (place: Place, dim: number, digits = 6): string =>
  `(${place.slice(0, dim).map((x) => short(x, digits)).join(", ")})`;

const source = (corner: Corner): string =>
  corner.vertices ? `A${corner.vertices[0]}−B${corner.vertices[1]}` : "";

function corners(frame: Frame, dim: number): HTMLElement {
  const table = document.createElement("table");
  const line = (cells: string[], kind: string) => {
    const made = element("tr", kind);
    made.append(...cells.map((cell) => element("td", "", cell)));
    table.append(made);
  };
  const head = element("tr", "head");
  const part = frame.phase === "EPA" ? "facet" : "simplex";
  head.append(...[part, "weight", "a − b", ""].map((title) => element("th", "", title)));
  table.append(head);
  for (const corner of frame.simplex) {
    line([`w${corner.name}`, short(corner.weight ?? 0, 4), shown(corner.w, dim, 4), source(corner)], "simplex");
  }
  if (frame.support) {
    line([`w${frame.support.name}`, "new", shown(frame.support.w, dim, 4), source(frame.support)], "support");
  }
  return table;
}

/** All values of a step. */
export function stepNumbers(trace: Trace, frame: Frame): HTMLElement[] {
  const inside = frame.support === null && frame.simplex.length > trace.dim;
  const number = frame.support === null ? "end" : `${frame.number}`;
  const made = [element("h2", "", `${frame.phase} ${number}`), corners(frame, trace.dim)];
  made.push(row("nearest v", inside ? "the origin is inside" : shown(frame.nearest, trace.dim), "nearest"));
  if (frame.direction) made.push(row("direction", `${shown(frame.direction, trace.dim)}, ${frame.means}`));
  if (frame.lower !== null) made.push(row("lower", `${frame.lower}`));
  if (frame.upper !== null) made.push(row("upper", `${frame.upper}`));
  const repeats = frame.repeats > 0 ? `; the same step ${frame.repeats} times more` : "";
  made.push(element("p", "decision", frame.decision + repeats));
  return made;
}

/** What the run came to. */
export function answerNumbers(trace: Trace): HTMLElement[] {
  const { outcome, dim } = trace;
  const made = [element("h2", "", outcome.status), row("distance", `${outcome.distance}`)];
  if (outcome.bounds) made.push(row("bounds", `${outcome.bounds[0]} .. ${outcome.bounds[1]}`));
  if (outcome.normal) made.push(row("normal", shown(outcome.normal, dim)));
  if (outcome.witnesses) {
    made.push(row("on A", shown(outcome.witnesses[0], dim)), row("on B", shown(outcome.witnesses[1], dim)));
  }
  if (outcome.reference !== null) made.push(row("core", `${outcome.reference}`));
  made.push(row("supports", `${outcome.evaluations}`));
  return made;
}

/** Lower and upper bounds over the steps, with names and numbers at both axes and a mark at the current step; a click calls back with the nearest one. */
export function boundsChart(frames: Frame[], current: number, chosen: (step: number) => void): SVGElement {
  const [width, height, margin, top, bottom] = [360, 130, 46, 22, 30];
  const right = width - 12;
  const values = frames.flatMap((frame) => [frame.lower, frame.upper]).filter((x) => x !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (i: number) => margin + (i * (right - margin)) / Math.max(1, frames.length - 1);
  const y = (value: number) => height - bottom - ((value - low) * (height - top - bottom)) / (high - low || 1);
  const chart = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img" });
  chart.append(drawn("path", { class: "zero", d: `M${margin} ${y(0)}H${right}` }));
  chart.append(drawn("path", { class: "now", d: `M${x(current)} ${top}V${height - bottom}` }));
  for (const bound of ["upper", "lower"] as const) {
    const spots = frames.flatMap((frame, i) => {
      const value = frame[bound];
      return value === null ? [] : [[x(i), y(value)]];
    });
    chart.append(drawn("path", { class: bound, d: `M${spots.map((spot) => spot.join(" ")).join("L")}` }));
    if (spots.length <= 60) {
      for (const [cx, cy] of spots) chart.append(drawn("circle", { class: bound, cx, cy, r: 2.6 }));
    }
  }
  const text = (words: string, x: number, y: number, anchor: string) => {
    const label = drawn("text", { class: "scale", x, y, "text-anchor": anchor });
    label.textContent = words;
    chart.append(label);
  };
  text("signed distance of the cores, m", 4, 12, "start");
  text("step", (margin + right) / 2, height - 5, "middle");
  // Of two that would meet the outer one is written.
  const levels = [high, low, 0].filter((value, i, all) => all.slice(0, i).every((other) => Math.abs(y(other) - y(value)) > 11));
  for (const value of levels) text(`${+value.toPrecision(3)}`, margin - 5, y(value) + 3.5, "end");
  for (const i of new Set([0, frames.length - 1])) text(`${i + 1}`, x(i), height - bottom + 13, "middle");
  const title = document.createElementNS(SVG, "title");
  title.textContent = "upper and lower bounds of the signed distance of the cores over the steps";
  chart.append(title);
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    const at = (((event as MouseEvent).clientX - box.left) / box.width) * width;
    chosen(Math.round(((at - margin) * (frames.length - 1)) / (right - margin)));
  });
  return chart;
}
