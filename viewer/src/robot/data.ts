// What the command puts into the page.

import type { FormData, PartData } from "../shared/forms";
import type { Made } from "../shared/made";
import type { Place } from "../shared/place";
import type { Pose } from "../shared/poses";

/** A link, or a body of the scene that stays where it is. */
export interface Piece {
  name: string;
  parts: PartData[];
}

export interface Obstacle extends Piece {
  pose: Pose;
}

/** The robot at one time of its path. */
export interface Sample {
  /** In the unit of the path. */
  t: number;
  /** Of a configuration that is no part of a path, with whether it collides; null if that is not decided. */
  name?: string;
  collides?: boolean | null;
  /** Of the links. */
  poses: Pose[];
  /** The clearance lies between these. */
  lower: number | null;
  upper: number | null;
  /** Who is nearest, and where. */
  pair: [string, string] | null;
  witness_a: Place | null;
  witness_b: Place | null;
  /** Of the bodies of the scene that move, in the order of the path's names. */
  bodies?: Pose[];
  /** The rates of all joints, a second. */
  rates?: number[];
  /** Some of where links and moving bodies may be, by what may be off. */
  off?: { links: Pose[]; bodies: Pose[] }[];
}

/** Over [t0, t1] of its path the pair is proven to be at least `bound` apart. */
export interface Interval {
  pair: [string, string];
  t0: number;
  t1: number;
  bound: number;
}

export interface Path {
  id: string;
  result: "free" | "hit" | "undecided" | null;
  /** Proven over the whole path, between the samples too. */
  clearance_lower: number | null;
  /** What times count: seconds, or segments of the path, of which 2.25 is a quarter into the third; of separate configurations nothing. */
  unit: "s" | "segments" | "";
  /** Where it is hit, or not decided. */
  t_lower: number | null;
  t_upper: number | null;
  pair: [string, string] | null;
  samples: Sample[];
  intervals: Interval[];
  /** The bodies of the scene that move on it. */
  moving?: string[];
  /** The joints that have rates. */
  joints?: string[];
  /** The joint that its samples move. */
  joint?: Joint;
  /** What is proven of a motion that a report is about. */
  report?: Report;
}

/** The least distances of a motion, and the rates of its joints. */
export interface Report {
  /** The nearest first; `lower` is null of a body in contact with triangles of a mesh. */
  nearest: { pair: [string, string]; lower: number | null; upper: number; at: number; sample: Sample }[];
  /** Stretches between samples. */
  profile: { t0: number; t1: number; lower: number | null; upper: number }[];
  joints: JointRange[];
}

/** A joint's positions, velocities or accelerations, with its limits and whether they are proven to be kept. */
export interface JointRange {
  joint: string;
  quantity: string;
  unit: string;
  least: number;
  greatest: number;
  limits: [number, number] | null;
  kept: boolean | null;
}

/** A requirement with its answer: `holds`, `violated`, `undecided`, `nothing tested`, or why it cannot be answered. */
export interface Requirement {
  name: string;
  result: string;
  at_least: number | null;
  lower: number | null;
  upper: number | null;
  pair: [string, string] | null;
}

/** A file that a report is about. */
export interface Input {
  file: string;
  sha256: string;
}

/** A joint over its range, from the worst configuration. */
export interface Joint {
  name: string;
  /** Whether values are angles, radians; else metres. */
  turns: boolean;
  /** One for each sample. */
  values: number[];
  /** Which sample is the worst configuration. */
  worst: number;
}

export interface RobotData {
  made: Made;
  title: string;
  forms: FormData[];
  links: Piece[];
  obstacles: Obstacle[];
  paths: Path[];
  inputs?: Input[];
  requirements?: Requirement[];
}

export function readRobot(): RobotData {
  return JSON.parse(document.getElementById("data")!.textContent!) as RobotData;
}
