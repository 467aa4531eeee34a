// The floor, the axes of the world with their names, and how long a bar of the screen is.

import { type Color, Group, type Object3D } from "three";

import type { Place } from "./place";
import { segments } from "./shapes";
import { metres, round } from "./units";
import type { Label } from "./view";

/** The step of a grid over something of a size. */
export const gridStep = (size: number): number => round(size / 10);

/** A grid at the lowest places, a step wider than they are. */
export function floor(low: Place, high: Place, step: number, colour: Color): Object3D {
  const lines = (k: 0 | 1) => {
    const [first, last] = [Math.floor(low[k] / step) - 1, Math.ceil(high[k] / step) + 1];
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  };
  const [xs, ys] = [lines(0), lines(1)];
  const z = low[2];
  const ends: [Place, Place][] = [
    ...xs.map((x): [Place, Place] => [[x, ys[0], z], [x, ys.at(-1)!, z]]),
    ...ys.map((y): [Place, Place] => [[xs[0], y, z], [xs.at(-1)!, y, z]]),
  ];
  return segments(ends, colour, 1);
}

/** The axes of the world from its origin, each a step long, and their names. */
export function axes(step: number, flat: boolean, colours: Color[]): [Object3D, Label[]] {
  const group = new Group();
  const labels: Label[] = [];
  for (const k of flat ? [0, 1] : [0, 1, 2]) {
    const end: Place = [0, 0, 0];
    end[k] = step;
    group.add(segments([[[0, 0, 0], end]], colours[k], 3));
    labels.push({ text: k === 0 ? `x, ${metres(step)}` : "xyz"[k], at: end, kind: `axis axis-${"xyz"[k]}` });
  }
  return [group, labels];
}

/** Draws a bar of a round length; `pixels` is the width of a unit. */
export function scaleBar(bar: HTMLElement, pixels: number): void {
  const length = round(140 / pixels);
  bar.style.width = `${length * pixels}px`;
  bar.textContent = metres(length);
}
