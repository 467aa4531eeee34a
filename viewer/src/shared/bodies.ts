// Bodies that are made once and moved from frame to frame.

import { type Color, Group, Line, LineSegments, Matrix4, Mesh, MeshLambertMaterial, type Object3D } from "three";

import type { Place, Solid } from "./place";
import { body } from "./shapes";

/** The rows of a rotation, then a translation. */
export type Pose = number[];

/** A body's solids in its own frame. */
export class Body {
  readonly object = new Group();
  private readonly middle: Place;

  constructor(solids: Solid[], colour: Color, opacity: number) {
    this.object.matrixAutoUpdate = false;
    for (const solid of solids) this.object.add(body(solid, colour, opacity, 1.2));
    this.middle = middle(solids.flatMap((solid) => solid.points));
  }

  place(pose: Pose): void {
    const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
    this.object.matrix = new Matrix4(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
    this.object.matrixWorldNeedsUpdate = true;
  }

  /** The middle of its corners in the world. */
  label(): Place {
    const [x, y, z] = this.middle;
    const m = this.object.matrix.elements;
    return [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) as Place;
  }

  paint(colour: Color, opacity: number): void {
    this.object.traverse((part: Object3D) => {
      if (!(part instanceof Mesh) && !(part instanceof Line) && !(part instanceof LineSegments)) return;
      const material = part.material as MeshLambertMaterial;
      material.color.copy(colour);
      // Edges are seen through a translucent surface, and fade with one that is all but gone.
      material.opacity = material instanceof MeshLambertMaterial ? opacity : Math.min(1, 4 * opacity);
    });
  }
}

/** A place of a body's frame in the world. */
export function moved(pose: Pose, [x, y, z]: Place): Place {
  return [0, 1, 2].map((k) => pose[3 * k] * x + pose[3 * k + 1] * y + pose[3 * k + 2] * z + pose[9 + k]) as Place;
}

function middle(points: Place[]): Place {
  const sum: Place = [0, 0, 0];
  for (const point of points) for (let i = 0; i < 3; i++) sum[i] += point[i] / points.length;
  return sum;
}
