// What the command puts into the page: the fields of its JSON output.

import type { Place, Solid } from "../shared/place";

export interface Corner {
  name: number;
  w: Place;
  a: Place;
  b: Place;
  vertices: [number, number] | null;
  weight: number | null;
}

export interface Polytope {
  points: Place[];
  names: number[];
  facets: number[][];
}

export interface Frame {
  phase: "GJK" | "EPA";
  number: number;
  simplex: Corner[];
  nearest: Place;
  direction: Place | null;
  means: string;
  support: Corner | null;
  lower: number | null;
  upper: number | null;
  polytope: Polytope | null;
  decision: string;
  repeats: number;
}

export interface Outcome {
  status: string;
  distance: number;
  bounds: [number, number] | null;
  normal: Place | null;
  witnesses: [Place, Place] | null;
  evaluations: number;
  solver?: string;
  reference: number | null;
}

export interface Trace {
  case: string;
  dim: 2 | 3;
  algorithm: string;
  about: string;
  bodies: [Solid, Solid];
  cores: [Solid | null, Solid | null];
  radii: [number, number];
  difference: Solid;
  frames: Frame[];
  outcome: Outcome;
}

/** The trace in the page. */
export function readTrace(): Trace {
  return JSON.parse(document.getElementById("data")!.textContent!) as Trace;
}

/** The weighted sum of what `part` takes from the corners. */
export function weighted(corners: Corner[], part: (corner: Corner) => Place): Place {
  const sum: Place = [0, 0, 0];
  for (const corner of corners) {
    for (let i = 0; i < 3; i++) sum[i] += (corner.weight ?? 0) * part(corner)[i];
  }
  return sum;
}
