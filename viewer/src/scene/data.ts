// What the command puts into the page.

import type { Pose } from "../shared/bodies";
import type { Made } from "../shared/made";
import type { Place, Solid } from "../shared/place";

export interface SceneBody {
  name: string;
  fixed: boolean;
  solids: Solid[];
  plane: { normal: Place; offset: number } | null;
}

/** An answer, with the keys of `clearance scene --json`. */
export interface Row {
  a: string;
  b: string;
  part_a?: number;
  part_b?: number;
  status: string;
  signed_distance: number | null;
  lower: number;
  upper: number;
  local_depth?: number;
  within_margin?: boolean;
  normal: number[];
  witness_a: number[];
  witness_b: number[];
  exact: boolean;
  ties?: [string, string][];
}

export interface SceneFrame {
  time: number | null;
  poses: Pose[];
  rows: Row[];
  /** Depth in the tree, and two corners. */
  boxes: [number, Place, Place][];
}

export interface SceneData {
  made: Made;
  title: string;
  dim: 2 | 3;
  bodies: SceneBody[];
  frames: SceneFrame[];
}

export function readScene(): SceneData {
  return JSON.parse(document.getElementById("data")!.textContent!) as SceneData;
}

/** Three coordinates; in the plane the last one is 0. */
export const place = (numbers: number[]): Place => [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
