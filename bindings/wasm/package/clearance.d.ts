/** Three numbers: a point, a vector. Lengths are in the unit of the input, angles in radians. */
export type Triple = [number, number, number];

/** Seven numbers `x y z qw qx qy qz`, or an object; what is left out is zero, or no rotation. The quaternion has w
 * first and length 1. */
export type Pose = ArrayLike<number> | { translation?: ArrayLike<number>; quaternion?: ArrayLike<number> } | null;

export type Status = "separated" | "touching" | "overlapping" | "undecided";

/** A refusal: what is wrong, the rule and the value. */
export class ClearanceError extends Error {}

/** The signed distance of two bodies, with its bounds and closest points, in the world. */
export interface Proximity {
  /** Apart: the distance. Overlapping: minus the depth. `null` of bodies that are not convex and overlap: then only the
   * bounds are known. */
  signedDistance: number | null;
  /** Proven: `lower <= true signed distance <= upper`. */
  lower: number;
  upper: number;
  /** Unit, from A towards B. */
  normal: Triple;
  witnessA: Triple;
  witnessB: Triple;
  status: Status;
  /** True if the status is proven. */
  proven: boolean;
  /** The parts of a compound, or the triangles of a mesh. */
  partA: number;
  partB: number;
}

/** The keys of a scene's answers are those of the file formats. */
export interface SceneRow {
  a: string;
  b: string;
  collides: boolean | null;
  status: Status;
  signed_distance: number | null;
  lower: number;
  upper: number;
  normal: number[];
  witness_a: number[];
  witness_b: number[];
  part_a?: number;
  part_b?: number;
  local_depth?: number;
  within_margin?: boolean;
  toi?: number;
  toi_lower?: number;
  toi_upper?: number;
  exact: boolean;
  ties?: [string, string][];
  /** Of a closest approach, if it was given a distance `below`. */
  below?: TimesBelow;
}

/** All times at which bodies are at most `distance` apart: at all others they are proven to be farther apart. */
export interface TimesBelow {
  distance: number;
  /** From the first time to the last one. `proven`: at some of these times the bodies are proven to be within the
   * distance. `pair` names two bodies of a scene. */
  intervals: { t: [number, number]; proven: boolean; pair?: [string, string] }[];
}

export interface CastHit {
  body: string;
  part: number;
  /** True if the hit is proven; otherwise it is possible. */
  proven: boolean;
  /** From 0 to 1 along the displacement; nothing is met before `lower`. */
  time: number;
  lower: number;
  upper: number;
  normal: Triple;
  point: Triple;
}

export interface RobotClearance {
  /** `null` if rounding leaves it open. */
  collides: boolean | null;
  /** Of the nearest pair. */
  signedDistance: number;
  /** Proven bounds of the least of `signed distance - margin` of all pairs. */
  lower: number;
  upper: number;
  margin: number;
  normal: Triple;
  witnessA: Triple;
  witnessB: Triple;
  /**
   * Links that are apart are the hulls of their meshes: how much farther apart these may be, so
   * that their distance is between `lower` and `upper + hullError`. `null` where the pair is of
   * bodies as they are.
   */
  hullError: number | null;
}

export interface LeastClearance {
  lower: number;
  upper: number;
  /** The worst configuration that was found. */
  worst: number[];
  pair: [string, string] | null;
  cells: number;
  complete: boolean;
  collides: boolean | null;
  /** Of single pairs. */
  verdict?: "never" | "always" | "sometimes" | "open";
}

export interface RangeOptions {
  /** `{joint: [low, high]}`, or a number to hold one; other joints have their limits. */
  ranges?: Record<string, [number, number] | number>;
  /** Width of the bounds, 1e-4 if not given. */
  width?: number;
  cells?: number;
  /** Enclose how deep bodies collide instead of ending at the first contact. */
  depth?: boolean;
  /** Answer for each pair: an array. */
  pairs?: boolean;
}

export type PathCheck =
  | { result: "free"; lower: number }
  | { result: "hit" | "undecided"; time: [number, number]; pair: [string, string] };

export interface Options {
  poseA?: Pose;
  poseB?: Pose;
}

/** Objects stay in memory until they are released. */
export class Body {
  private constructor();
  readonly id: number;
  release(): void;
  /** Whether it has an inside: all but meshes that are not closed and oriented. These are surfaces, and a body inside
   * of one is separated from it. */
  readonly solid: boolean;
  /** Forms and parts, as the pages of the command draw them. */
  draw(): unknown;
}

export interface CastOptions {
  targetDistance?: number;
  initialOverlap?: "counts" | "ignored" | "only_approaching";
}

/** How a character walks. Lengths are those of the scene; the defaults are a person's, in metres. */
export interface WalkOptions {
  /** Away from the ground; [0, 0, 1]. */
  up?: ArrayLike<number>;
  /** How far the body keeps away from everything; 0.01. */
  skin?: number;
  /** The steepest floor, as an angle from the level in radians; 45 degrees. */
  maxSlope?: number;
  /** The highest step that is taken up, onto floors only; 0.3, 0 for none. */
  stepHeight?: number;
  /** How far below a floor keeps one that stood on it; 0.3, 0 for none. */
  snap?: number;
  /** Strides and steps, at most; 8. */
  maxSlides?: number;
  /** The body of the scene that walks, which is not in its own way. */
  own?: string;
}

export interface WalkHit {
  body: string;
  part: number;
  /** A `floor` and the `ledge` of one carry; a `wall` is steeper, a `ceiling` a floor upside down. */
  ground: "floor" | "ledge" | "wall" | "ceiling";
  /** How much of the displacement was done when it was met. */
  fraction: number;
  /** From the surface to the body. */
  normal: Triple;
  point: Triple;
  /** Of the floor behind a ledge; else the normal. */
  floorNormal: Triple;
}

export interface Walk {
  /** Seven numbers: the place at the end, and the rotation that was given. */
  pose: number[];
  translation: Triple;
  /** What is left of the displacement where the way was blocked; else zero. */
  remaining: Triple;
  /** Proven: on all of the path no signed distance is below this; above 0 nothing was touched or passed. */
  clearance: number;
  /** What the body stands on at the end; `null` if nothing carries it. */
  floor: WalkHit | null;
  hits: WalkHit[];
}

export interface PushOut {
  pose: number[];
  translation: Triple;
  /** No translation shorter than `lower` frees the body; this one is `upper` long. */
  lower: number;
  upper: number;
}

/** A contact of two bodies along one normal, from the first to the second. */
export interface SceneContact {
  signedDistance: number | null;
  normal: Triple;
  parts: [number, number];
  points: { signedDistance: number; witnessA: Triple; witnessB: Triple }[];
}

export class Scene {
  private constructor();
  readonly bodies: { name: string; fixed: boolean }[];
  move(poses: Record<string, Pose>): void;
  closest(options?: { k?: number; max?: number; body?: string }): SceneRow[];
  /** Without `max`: pairs that are nearer than their margins. */
  within(max?: number, options?: { body?: string }): SceneRow[];
  contacts(options?: { body?: string }): SceneRow[];
  /** The first contact of bodies with motions; `null` proves that there is none. */
  firstContact(): SceneRow | null;
  /** How near bodies with motions come to others: the pair at the time when it is nearest; `null` without a pair.
   * `within` is the largest distance of the bounds, 1e-6 of the bodies' size if not given. With `below`, the row's
   * `below` has all times at which pairs are at most that distance apart, in metres. */
  closestApproach(options?: { within?: number; below?: number }): SceneRow | null;
  between(a: string, b: string): SceneRow;
  /** The contacts of two bodies along all normals, the deepest first, of parts at most `within` (0) apart; the body
   * that comes first in the file is A. */
  contactsOf(a: string, b: string, options?: { within?: number }): SceneContact[];
  /** Moves a convex body by a displacement as far as it gets: along what it meets, up steps, and down to the floor that
   * it stood on. The scene is not changed. On a floor the part of the displacement along `up` is left out unless it
   * leads up, so that gravity may be in it. */
  moveAndSlide(body: Body, pose: Pose, displacement: ArrayLike<number>, options?: WalkOptions): Walk;
  /** A short translation of a convex body after which it is proven to be at least the skin from everything; `null` if
   * none of that length was found. Of the options `up`, `skin` and `own` matter. */
  pushOut(body: Body, pose: Pose, maxLength: number, options?: WalkOptions): PushOut | null;
  /** The first body on the segment; `null` proves that it is free. */
  castRay(origin: ArrayLike<number>, displacement: ArrayLike<number>): CastHit | null;
  /** The first body that a convex body meets, or comes as near as `targetDistance` (a skin, 0 if not given), on its way
   * without turning. What it is in contact with at the start, or within that skin, `counts` as a hit at time 0, is
   * `ignored` until the two have parted, or is a hit only if they come nearer from there (`only_approaching`): what
   * recedes or slides is none, nor are other parts and bodies that are not nearer along that normal. */
  castBody(body: Body, pose: Pose, displacement: ArrayLike<number>, options?: CastOptions): CastHit | null;
  release(): void;
  draw(): unknown;
}

/** A configuration: the values of `joints` in their order, or by name. */
export type Configuration = ArrayLike<number> | Record<string, number>;

export class Robot {
  private constructor();
  readonly name: string;
  readonly joints: { name: string; kind: string; limits: [number, number] | null }[];
  readonly links: string[];
  readonly states: string[];
  readonly world: string[];
  readonly notes: string[];
  /** Moves a body of the robot's world. */
  moveBody(name: string, pose: Pose): void;
  clearance(q: Configuration): (RobotClearance & { pair: [string, string] }) | null;
  clearances(values: ArrayLike<number>): (RobotClearance | null)[];
  linkPoses(q: Configuration): Float64Array;
  checkPath(points: Configuration[]): PathCheck;
  range(options: RangeOptions & { pairs: true }): LeastClearance[];
  range(options?: RangeOptions): LeastClearance;
  release(): void;
  draw(): unknown;
}

export interface RobotOptions {
  /** Text of an SRDF file. */
  srdf?: string;
  /** A scene file: a text or an object. */
  scene?: string | object;
  /** Representation of collision meshes; "adaptive" by default. */
  links?: "adaptive" | "hull" | "parts" | "mesh";
  ignoreMimic?: boolean;
  /** How the root moves in the world; as a planar virtual joint of the SRDF says by default. "fixed" also holds planar,
   * floating and spherical joints. */
  base?: "fixed" | "planar" | "floating";
  /** The least and the greatest value of joints by name; `x` is `base/x` if no other joint has an x. */
  limits?: Record<string, [number, number]>;
  allow?: [string, string][];
  padding?: Record<string, number>;
}

export class Clearance {
  private constructor();
  /** Holds a file by its name for meshes of what is made after it. */
  hold(name: string, contents: Uint8Array | ArrayBuffer | string): void;
  forgetFiles(): void;
  body(shape: object | string): Body;
  hull(points: ArrayLike<number>): Body;
  mesh(vertices: ArrayLike<number>, indices?: ArrayLike<number> | null): Body;
  signedDistance(a: Body, b: Body, options?: Options): Proximity;
  /** `null` proves that the bodies are farther apart than `max`. */
  distanceWithin(max: number, a: Body, b: Body, options?: Options): Proximity | null;
  intersects(a: Body, b: Body, options?: Options): boolean;
  /** Sixteen numbers a row: signed distance, lower, upper, normal, witness points of A and B, status (1, 0, -1, -2),
   * proven, parts. */
  signedDistances(a: Body, b: Body, posesA: ArrayLike<number>, posesB: ArrayLike<number>): Float64Array;
  row(rows: Float64Array, i: number): Proximity;
  scene(file: object | string): Scene;
  robot(urdf: string, options?: RobotOptions): Robot;
  /** The answer to a pair case of the file formats. `{a, b, query: "closest_approach", motion: {b: {linear: [8, 0, 0]},
   * below: 3}}` has all times within 3 m as `below`, a `TimesBelow`. */
  answer(line: object | string): Record<string, unknown>;
  trace(line: object | string): unknown;
}

/** Seven numbers of a pose. */
export function poseNumbers(pose?: Pose): ArrayLike<number>;

/** Without an argument, loads `clearance.wasm` next to this module. */
export function load(source?: BufferSource | Response | WebAssembly.Module | URL | string): Promise<Clearance>;
