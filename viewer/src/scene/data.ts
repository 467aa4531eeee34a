// What the command puts into the page.

import { bytes, type FormData, type PartData } from "../shared/forms";
import type { Made } from "../shared/made";
import type { Place } from "../shared/place";
import { HERE, type Pose } from "../shared/poses";

export interface SceneBody {
  name: string;
  fixed: boolean;
  parts: PartData[];
  plane?: { normal: Place; offset: number };
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
  /** By how much the bounds are wider for triangles in place of curved faces. */
  tessellation?: number;
  tessellation_proven?: boolean;
  /** Of a report: the band that the distance is in. */
  band?: string;
  /** What the distance is to be, in words, in a report. */
  expected?: string;
  /** Bounds of the volume in common of a clash, where they are known. */
  volume?: [number, number];
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

interface FrameData {
  time: number | null;
  /** The bodies that have moved since the frame before. */
  moved: [number, Pose][];
  rows: Row[];
  /** Numbers in base 64: a byte each for depths, six of 32 bits for corners. */
  boxes: { depths: string; corners: string };
}

export interface SceneData {
  made: Made;
  title: string;
  dim: 2 | 3;
  forms: FormData[];
  bodies: SceneBody[];
  frames: SceneFrame[];
}

function boxes({ depths, corners }: FrameData["boxes"]): SceneFrame["boxes"] {
  const numbers = new Float32Array(bytes(corners));
  const corner = (i: number): Place => [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]];
  const all = [...new Uint8Array(bytes(depths))].map((depth, i): [number, Place, Place] => [depth, corner(2 * i), corner(2 * i + 1)]);
  // A box around a halfspace has no end.
  return all.filter(([, low, high]) => [...low, ...high].every(isFinite));
}

export function readScene(): SceneData {
  const data = JSON.parse(document.getElementById("data")!.textContent!) as Omit<SceneData, "frames"> & { frames: FrameData[] };
  let poses: Pose[] = data.bodies.map(() => HERE);
  const frames = data.frames.map((frame): SceneFrame => {
    poses = [...poses];
    for (const [i, pose] of frame.moved) poses[i] = pose;
    return { time: frame.time, poses, rows: frame.rows, boxes: boxes(frame.boxes) };
  });
  return { ...data, frames };
}

/** Three coordinates; in the plane the last one is 0. */
export const place = (numbers: number[]): Place => [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
