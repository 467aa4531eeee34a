// The joints of a range of motion: a slider for each, and the clearance over its range while all others stay as in the worst configuration.

import { drawn, element } from "../shared/elements";
import { metres } from "../shared/units";
import type { Joint, Path } from "./data";

const [WIDTH, HEIGHT] = [240, 40];

/** The value of a joint in words. */
const words = ({ turns, values }: Joint, frame: number): string =>
  turns ? `${((values[frame] * 180) / Math.PI).toFixed(1)}°` : metres(values[frame]);

/** The clearances of a joint's samples as bars from zero; of all joints to one scale. */
function bars(path: Path, [low, high]: [number, number], chosen: (frame: number) => void): SVGElement {
  const y = (value: number) => ((high - value) * HEIGHT) / (high - low || 1);
  const wide = WIDTH / path.samples.length;
  const made = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "bars", "aria-hidden": "true" });
  path.samples.forEach(({ lower }, i) => {
    if (lower === null) return;
    const [above, below] = [Math.min(y(lower), y(0)), Math.max(y(lower), y(0))];
    made.append(drawn("rect", { class: lower > 0 ? "free" : "hit", x: i * wide, y: above, width: 0.8 * wide, height: Math.max(1, below - above) }));
  });
  made.append(drawn("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` }), drawn("path", { class: "now", d: "" }));
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    const place = (((event as MouseEvent).clientX - box.left) / box.width) * path.samples.length;
    chosen(Math.min(Math.max(0, Math.floor(place)), path.samples.length - 1));
  });
  return made;
}

export class Joints {
  readonly element = element("div", "joints");
  private readonly rows: { path: Path; joint: Joint; slider: HTMLInputElement; value: HTMLElement; now: SVGElement }[] = [];

  /** `chosen` is called with a path and a frame of it. */
  constructor(paths: Path[], chosen: (path: Path, frame: number) => void) {
    const all = paths.flatMap(({ joint, samples }) => (joint ? samples.flatMap(({ lower }) => lower ?? []) : []));
    const scale: [number, number] = [Math.min(0, ...all), Math.max(0, ...all)];
    for (const path of paths) {
      const { joint } = path;
      if (!joint) continue;
      const slider = document.createElement("input");
      Object.assign(slider, { type: "range", min: "0", max: `${path.samples.length - 1}`, step: "1", value: `${joint.worst}` });
      slider.setAttribute("aria-label", joint.name);
      slider.addEventListener("input", () => chosen(path, Number(slider.value)));
      const [name, value] = [element("span", "name", joint.name), element("output", "value")];
      name.title = joint.name;
      const drawing = bars(path, scale, (frame) => chosen(path, frame));
      const row = element("label", "joint");
      row.append(name, slider, value, drawing);
      this.element.append(row);
      this.rows.push({ path, joint, slider, value, now: drawing.querySelector(".now")! });
    }
  }

  /** Sets all sliders: one to a frame of its path, the others to the worst configuration. */
  show(path: Path, frame: number): void {
    for (const row of this.rows) {
      const at = row.path === path ? frame : row.joint.worst;
      row.slider.value = `${at}`;
      row.slider.setAttribute("aria-valuetext", words(row.joint, at));
      row.value.textContent = words(row.joint, at);
      row.now.setAttribute("d", `M${((at + 0.4) * WIDTH) / row.path.samples.length} 0V${HEIGHT}`);
    }
  }
}
