// What a report says of a motion beside its replay: the nearest pairs with pictures, positions and rates of the joints with their limits, requirements, and the files.

import { element } from "../shared/elements";
import type { RobotData, Report, Sample } from "./data";

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

/** A picture of each pair where it is nearest. */
function pictures(found: Report, unit: string, picture: (sample: Sample) => string | null): HTMLElement {
  const made = element("div", "pictures");
  for (const { pair, lower, upper, at, sample } of found.nearest) {
    const source = picture(sample);
    if (!source) continue;
    const [figure, image] = [document.createElement("figure"), document.createElement("img")];
    const name = pair.join(" – ");
    image.src = source;
    image.alt = `${name} where they are nearest`;
    figure.append(image, element("figcaption", "", `${name}: ${digits(lower)} to ${digits(upper)} m at ${+at.toPrecision(7)} ${unit}`));
    made.append(figure);
  }
  return made;
}

/** The tables and pictures of a report; `seek` shows the time of a pair, `picture` makes a picture of a sample. */
export function report(
  found: Report,
  unit: string,
  { inputs = [], requirements = [] }: RobotData,
  [seek, picture]: [(t: number) => void, (sample: Sample) => string | null],
): HTMLElement[] {
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
  made.push(pictures(found, unit, picture));
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
  if (requirements.length > 0) {
    const rows = requirements.map(({ name, result, at_least, lower, upper, pair }) => [name, result, digits(at_least), digits(lower), digits(upper), pair?.join(" – ") ?? ""]);
    made.push(...table("requirements", ["requirement", "", "at least, m", "no less than, m", "found, m", "pair"], rows));
  }
  if (inputs.length > 0) made.push(...table("files", ["file", "SHA-256"], inputs.map(({ file, sha256 }) => [file, element("code", "", sha256)])));
  made.push(element("p", "key note", NOTE));
  return made;
}
