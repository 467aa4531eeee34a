// What the command puts into the page.

import type { Pose } from "../shared/bodies";
import type { Place, Solid } from "../shared/place";

/** A link, or a body of the scene that stays where it is. */
export interface Piece {
  name: string;
  solids: Solid[];
}

export interface Obstacle extends Piece {
  pose: Pose;
}

/** The robot at one time of its path. */
export interface Sample {
  /** Counts segments of the path: 2.25 is a quarter into the third. */
  t: number;
  /** Of the links. */
  poses: Pose[];
  /** The clearance lies between these. */
  lower: number | null;
  upper: number | null;
  /** Who is nearest, and where. */
  pair: [string, string] | null;
  witness_a: Place | null;
  witness_b: Place | null;
}

/** Over [t0, t1] the pair is proven to be at least `bound` apart. */
export interface Interval {
  pair: [string, string];
  t0: number;
  t1: number;
  bound: number;
}

export interface Path {
  id: string;
  result: "free" | "hit" | "undecided" | null;
  clearance_lower: number | null;
  /** Where it is hit, or not decided. */
  t_lower: number | null;
  t_upper: number | null;
  pair: [string, string] | null;
  samples: Sample[];
  intervals: Interval[];
}

export interface RobotData {
  title: string;
  links: Piece[];
  obstacles: Obstacle[];
  paths: Path[];
}

export function readRobot(): RobotData {
  return JSON.parse(document.getElementById("data")!.textContent!) as RobotData;
}
