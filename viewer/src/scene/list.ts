// The answers of a frame as a list to choose from, and the numbers of the chosen one.

import { element, row as line, short } from "../shared/elements";
import type { Row } from "./data";

/** What a row is called by its number: the distance, or the depth of the deepest parts. */
export function length(row: Row): string {
  if (row.signed_distance !== null) return short(row.signed_distance, 4);
  return `${short(-(row.local_depth ?? 0), 4)} (parts)`;
}

export function list(rows: Row[], chosen: number, choose: (index: number) => void): HTMLElement {
  const table = element("table", "answers");
  rows.forEach((row, i) => {
    const made = element("tr", `${row.status}${i === chosen ? " chosen" : ""}`);
    made.append(element("td", "names", `${row.a} – ${row.b}`), element("td", "number", length(row)));
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
    element("h2", row.status, `${row.status}${row.exact ? " (proven)" : ""}`),
    line("A", part(row.a, row.part_a), "side-a"),
    line("B", part(row.b, row.part_b), "side-b"),
  ];
  if (row.signed_distance !== null) made.push(line("distance", `${row.signed_distance}`));
  if (row.local_depth !== undefined) made.push(line("parts", `${row.local_depth} deep`));
  made.push(line("lower", `${row.lower}`), line("upper", `${row.upper}`));
  made.push(line("normal", shown(row.normal)), line("on A", shown(row.witness_a)), line("on B", shown(row.witness_b)));
  if (row.ties?.length) made.push(line("as close", row.ties.map(([a, b]) => `${a} – ${b}`).join("; ")));
  return made;
}
