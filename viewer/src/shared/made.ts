// The foot of a page: its keys, and which command made it, of which version, when.

import { element } from "./elements";

export interface Made {
  command: string;
  version: string;
  /** Seconds since 1970. */
  at: number;
}

const KEYS: [string, string][] = [
  ["← →", "step"],
  ["space", "play"],
  ["Home End", "first, last"],
  ["z", "zoom to the pair"],
  ["r", "reset view"],
  ["click", "isolate a body"],
  ["Esc", "show all"],
];

export function foot(made: Made, several: boolean, isolates: boolean): HTMLElement[] {
  const keys = element("p", "keys");
  for (const [key, what] of KEYS) {
    if (!several && ["step", "play", "first, last"].includes(what)) continue;
    if (!isolates && ["isolate a body", "show all", "zoom to the pair"].includes(what)) continue;
    keys.append(element("kbd", "", key), ` ${what}  `);
  }
  const date = new Date(made.at * 1000).toISOString().slice(0, 16).replace("T", " ");
  const by = element("p", "made");
  by.append(element("code", "", made.command), ` · clearance ${made.version} · ${date} UTC`);
  return [keys, by];
}
