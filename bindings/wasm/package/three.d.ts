import type { Body, Clearance, Triple } from "./clearance.js";

/** As much of three.js's BufferGeometry as is read. */
export interface Geometry {
  getAttribute(name: string): { count: number; getX(i: number): number; getY(i: number): number; getZ(i: number): number } | undefined;
  index: { count: number; getX(i: number): number } | null;
  drawRange?: { start: number; count: number };
}

/** As much of three.js's Object3D as is read. */
export interface Posed {
  updateWorldMatrix(parents: boolean, children: boolean): void;
  matrixWorld: { elements: ArrayLike<number> };
}

export interface GeometryData {
  vertices: Float64Array;
  indices: Uint32Array;
  /** The relative error of a coordinate. */
  unit?: number;
}

export function geometryData(geometry: Geometry, options?: { scale?: Triple }): GeometryData;
/** Its triangles, or with `as: "hull"` their convex hull; the body is `solid` if the triangles are closed, vertices
 * welded within a few roundings. */
export function fromGeometry(clearance: Clearance, geometry: Geometry, options?: { as?: "hull" | "mesh"; scale?: Triple }): Body;
export function bodyOf(clearance: Clearance, data: GeometryData, as: "hull" | "mesh"): Body;
export function weld(vertices: ArrayLike<number>, indices: ArrayLike<number>, unit?: number): GeometryData;
/** Seven numbers `x y z qw qx qy qz`. */
export function poseOf(object: Posed): number[];
