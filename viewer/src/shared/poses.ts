// Where bodies are, as the command writes it.

import { Matrix4, Quaternion, Vector3 } from "three";

import type { Place } from "./place";

/** A translation, then a quaternion, its real part first. */
export type Pose = [number, number, number, number, number, number, number];

export const HERE: Pose = [0, 0, 0, 1, 0, 0, 0];

export function matrix([x, y, z, qw, qx, qy, qz]: Pose): Matrix4 {
  return new Matrix4().compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw).normalize(), new Vector3(1, 1, 1));
}

/** A place of a body's frame in the world. */
export function moved(pose: Pose, place: Place): Place {
  return new Vector3(...place).applyMatrix4(matrix(pose)).toArray() as Place;
}

/** A direction of a body's frame in the world. */
export function turned([, , , qw, qx, qy, qz]: Pose, direction: Place): Place {
  return new Vector3(...direction).applyQuaternion(new Quaternion(qx, qy, qz, qw).normalize()).toArray() as Place;
}
