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
}

export function geometryData(geometry: Geometry, options?: { scale?: Triple }): GeometryData;
/** Its convex hull, or with `as: "mesh"` its triangles. */
export function fromGeometry(clearance: Clearance, geometry: Geometry, options?: { as?: "hull" | "mesh"; scale?: Triple }): Body;
export function bodyOf(clearance: Clearance, data: GeometryData, as: "hull" | "mesh"): Body;
export function weld(vertices: ArrayLike<number>, indices: ArrayLike<number>): GeometryData;
/** Seven numbers `x y z qw qx qy qz`. */
export function poseOf(object: Posed): number[];
