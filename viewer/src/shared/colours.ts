// The colours of the style sheet, light or dark, for WebGL.

import { Color } from "three";

/** The colours in force, by the names of the style sheet's variables. */
export function readColours<Name extends string>(names: readonly Name[]): Record<Name, Color> {
  const style = getComputedStyle(document.documentElement);
  const entries = names.map((name) => [name, new Color(style.getPropertyValue(`--${name}`).trim())]);
  return Object.fromEntries(entries) as Record<Name, Color>;
}

/** Calls back when the system turns from light to dark or back. */
export function onSchemeChange(changed: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}
