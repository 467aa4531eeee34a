// What a report says of a motion beside its replay, as tables: the nearest pairs, positions and rates of the joints with their limits, and the files.

import { element } from "../shared/elements";
import type { Input, Report } from "./data";

const NOTE =
  "What is proven is proven of these files: of the models of robot and world, and of the motion as it is written, within its tubes. Where a minimum clearance or a " +
  "protective separation distance is required (the terms of ISO 10218-1:2025), the lower bounds are distances to compare with it. Speeds and stopping of people and of " +
  "the real machine are not part of it. This page certifies nothing by itself.";

/** Nine digits: proven bounds differ in them. */
const digits = (x: number | null): string => (x === null ? "none" : `${+x.toPrecision(9)}`);

function table(title: string, head: string[], rows: (string | HTMLElement)[][]): HTMLElement[] {
  const made = document.createElement("table");
  const line = (cells: (string | HTMLElement)[], kind: "th" | "td") => {
    const row = document.createElement("tr");
    for (const cell of cells) {
      const box = document.createElement(kind);
      box.append(cell);
      row.append(box);
    }
    return row;
  };
  made.append(line(head, "th"), ...rows.map((cells) => line(cells, "td")));
  const around = element("div", "wide-table");
  around.append(made);
  return [element("h3", "", title), around];
}

/** The tables of a report; `seek` shows the time of a pair. */
export function report(found: Report, unit: string, inputs: Input[], seek: (t: number) => void): HTMLElement[] {
  const button = (t: number) => {
    const made = element("button", "seek", `${+t.toPrecision(7)}`) as HTMLButtonElement;
    made.type = "button";
    made.addEventListener("click", () => seek(t));
    return made;
  };
  const made = table(
    "nearest pairs over the whole motion",
    ["pair", "no nearer than, m", "as near as, m", `at, ${unit}`],
    found.nearest.map(({ pair, lower, upper, at }) => [pair.join(" – "), digits(lower), digits(upper), button(at)]),
  );
  if (found.joints.length > 0) {
    const kept = (is: boolean | null) => (is === null ? "no limit" : is ? "kept (proven)" : "not proven to be kept");
    const rows = found.joints.map(({ joint, quantity, unit, least, greatest, limits, kept: is }) => [
      joint,
      `${quantity}, ${unit}`,
      `${+least.toPrecision(5)} to ${+greatest.toPrecision(5)}`,
      limits ? `${+limits[0].toPrecision(5)} to ${+limits[1].toPrecision(5)}` : "",
      kept(is),
    ]);
    made.push(...table("joints", ["joint", "", "within (proven)", "limits", ""], rows));
  }
  if (inputs.length > 0) made.push(...table("files", ["file", "SHA-256"], inputs.map(({ file, sha256 }) => [file, element("code", "", sha256)])));
  made.push(element("p", "key note", NOTE));
  return made;
}
