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

/** Lower and upper bounds over the steps, with a mark at the current one. */
export function boundsChart(frames: Frame[], current: number): SVGElement {
  const [width, height, margin] = [360, 110, 8];
  const values = frames.flatMap((frame) => [frame.lower, frame.upper]).filter((x) => x !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = (i: number) => margin + (i * (width - 2 * margin)) / Math.max(1, frames.length - 1);
  const y = (value: number) => height - margin - ((value - low) * (height - 2 * margin)) / (high - low || 1);
  const chart = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img" });
  chart.append(drawn("path", { class: "zero", d: `M${margin} ${y(0)}H${width - margin}` }));
  chart.append(drawn("path", { class: "now", d: `M${x(current)} ${margin / 2}V${height - margin / 2}` }));
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
  const title = document.createElementNS(SVG, "title");
  title.textContent = "upper and lower bounds of the signed distance of the cores over the steps";
  chart.append(title);
  return chart;
}
