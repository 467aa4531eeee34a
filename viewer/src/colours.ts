// The colours of the style sheet, light or dark, for WebGL.

import { Color } from "three";

const NAMES = ["a", "b", "difference", "edge", "polytope", "simplex", "nearest", "support", "origin"] as const;

export type Colours = Record<(typeof NAMES)[number], Color>;

/** The colours in force. */
export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const entries = NAMES.map((name) => [name, new Color(style.getPropertyValue(`--${name}`).trim())]);
  return Object.fromEntries(entries) as Colours;
}

/** Calls back when the system turns from light to dark or back. */
export function onSchemeChange(changed: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}
