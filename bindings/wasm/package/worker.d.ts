import type { Geometry } from "./three.js";
import type { Triple } from "./clearance.js";

/** An object in the worker: an argument of later calls. */
export interface Made {
  made: number;
}

export interface Remote {
  /** Calls a method of `Clearance`, such as `call("signedDistance", a, b, {poseB})`. */
  call(method: string, ...args: unknown[]): Promise<any>;
  /** Calls a method of a body, scene or robot, such as `callOn(robot, "range", {width: 1e-3})`. */
  callOn(made: Made, method: string, ...args: unknown[]): Promise<any>;
  fromGeometry(geometry: Geometry, options?: { as?: "hull" | "mesh"; scale?: Triple }): Promise<Made>;
  terminate(): void;
}

/** Starts a worker with the library. */
export function loadInWorker(source?: URL | string | ArrayBuffer): Promise<Remote>;
