// The answers of a frame as a list to choose from, and the numbers of the chosen one.

import { element, row as line, short } from "../shared/elements";
import { between, metres } from "../shared/units";
import type { Row } from "./data";

/** How deep a pair overlaps, or its deepest parts do; not positive if it does not. */
export const depth = (row: Row): number => row.local_depth ?? -(row.signed_distance ?? 0);

/** The distance or depth of a row in words. */
export function length(row: Row): string {
  // The bounds of solids say more than the distance of their triangles.
  if (row.band && row.tessellation) return `${metres(row.lower)} to ${metres(row.upper)}`;
  if (row.status === "separated") return `${metres(row.signed_distance ?? row.lower)} apart`;
  if (row.status === "overlapping") return `${metres(depth(row))} deep${row.signed_distance === null ? " (deepest parts)" : ""}`;
  return row.status;
}

/** What is seen, in a sentence. */
export function heading(row: Row): string {
  const what = { separated: "separated", overlapping: "collides", touching: "touches" }[row.status] ?? "undecided";
  const far = ["separated", "overlapping"].includes(row.status) ? `, ${length(row)}` : "";
  return `${what}: ${row.a} and ${row.b}${far}`;
}

export function list(rows: Row[], chosen: number, choose: (index: number) => void): HTMLElement {
  const table = element("table", "answers");
  rows.forEach((row, i) => {
    const made = element("tr", `${row.status}${i === chosen ? " chosen" : ""}`);
    made.append(element("td", "names", `${row.a} – ${row.b}`), element("td", "number", length(row)));
    if (row.band) made.append(element("td", `band ${row.band.replaceAll(" ", "-")}`, row.band));
    if (row.within_margin) made.append(element("td", "margin", "within margin"));
    made.tabIndex = 0;
    made.addEventListener("click", () => choose(i));
    made.addEventListener("keydown", (event) => event.key === "Enter" && choose(i));
    table.append(made);
  });
  return table;
}

const shown = (numbers: number[]): string => `(${numbers.map((x) => short(x, 5)).join(", ")})`;

export function details(row: Row): HTMLElement[] {
  const part = (name: string, number: number | undefined) => (number === undefined ? name : `${name}, part ${number}`);
  const made = [
    element("h2", row.status, heading(row)),
    ...(row.band ? [line("band", row.band)] : []),
    ...(row.expected ? [line("expected", row.expected)] : []),
    line("status", `${row.status}${row.exact ? " (proven)" : ""}`),
    line("A", part(row.a, row.part_a), "side-a"),
    line("B", part(row.b, row.part_b), "side-b"),
  ];
  if (row.signed_distance !== null) made.push(line("distance", `${row.signed_distance} m`));
  if (row.local_depth !== undefined) made.push(line("parts", `${row.local_depth} m deep`));
  made.push(line("lower", `${row.lower} m`), line("upper", `${row.upper} m`));
  if (row.volume) made.push(line("volume", `${between(row.volume)} in common`));
  if (row.tessellation) made.push(line("tessellation", `${row.tessellation} m (${row.tessellation_proven ? "proven" : "stated"})`));
  made.push(line("normal", shown(row.normal)), line("on A", shown(row.witness_a)), line("on B", shown(row.witness_b)));
  if (row.ties?.length) made.push(line("tied with", row.ties.map(([a, b]) => `${a} – ${b}`).join("; ")));
  return made;
}
