// Objects of the scene, each from places in the world.

import {
  BufferGeometry,
  Color,
  ConeGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

import type { Place, Solid } from "./place";

export const vector = (place: Place): Vector3 => new Vector3(...place);

/** Faces as a translucent surface, so that what is inside can be seen. */
export function surface(points: Place[], faces: number[][], colour: Color, opacity: number): Mesh {
  const triangles = faces.flatMap((face) => face.slice(2).map((_, i) => [face[0], face[i + 1], face[i + 2]]));
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(triangles.flat().flatMap((i) => points[i]), 3));
  geometry.computeVertexNormals();
  const material = new MeshLambertMaterial({
    color: colour,
    transparent: true,
    opacity,
    side: DoubleSide,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  return new Mesh(geometry, material);
}

/** Line segments of a width in pixels. */
export function segments(ends: [Place, Place][], colour: Color, width: number, dashed = 0): LineSegments2 {
  const geometry = new LineSegmentsGeometry().setPositions(ends.flat().flat());
  const material = new LineMaterial({ color: colour.getHex(), linewidth: width, transparent: true });
  if (dashed > 0) {
    material.dashed = true;
    [material.dashSize, material.gapSize] = [dashed, dashed * 0.6];
  }
  const lines = new LineSegments2(geometry, material);
  lines.computeLineDistances();
  return lines;
}

/** A body: its surface, and its edges if it has any. */
export function body(solid: Solid, colour: Color, opacity: number, width: number): Group {
  const group = new Group();
  group.add(surface(solid.points, solid.faces, colour, opacity));
  const ends = solid.edges.map(([i, j]): [Place, Place] => [solid.points[i], solid.points[j]]);
  if (ends.length > 0) group.add(segments(ends, colour, width));
  return group;
}

/** A small ball. */
export function dot(place: Place, radius: number, colour: Color): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius, 20, 14), new MeshBasicMaterial({ color: colour }));
  mesh.position.set(...place);
  return mesh;
}

/** An arrow; `size` is that of its head. Null if it would have no length. */
export function arrow(from: Place, to: Place, size: number, colour: Color): Group | null {
  const [start, end] = [vector(from), vector(to)];
  const length = start.distanceTo(end);
  if (length < size * 0.05) return null;
  const head = Math.min(size, length * 0.6);
  const direction = end.clone().sub(start).normalize();
  const cone = new Mesh(new ConeGeometry(head * 0.32, head, 20), new MeshBasicMaterial({ color: colour }));
  cone.position.copy(end).addScaledVector(direction, -head / 2);
  cone.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), direction));
  const group = new Group();
  group.add(segments([[from, to]], colour, 3), cone);
  return group;
}

/** Three lines through the origin, `size` long both ways. */
export function cross(size: number, flat: boolean, colour: Color): Object3D {
  const axes: Place[] = flat ? [[1, 0, 0], [0, 1, 0]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const ends = axes.map((axis): [Place, Place] => {
    const end = axis.map((x) => x * size) as Place;
    return [end.map((x) => -x) as Place, end];
  });
  return segments(ends, colour, 2.5);
}

/** The piece of the plane (in 2D of the line) through a place across a direction, reaching `size` both ways. */
export function plane(through: Place, normal: Place, size: number, flat: boolean, colour: Color): Object3D {
  const n = vector(normal).normalize();
  const helper = Math.abs(n.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
  const u = new Vector3().crossVectors(helper, n).normalize().multiplyScalar(size);
  const v = new Vector3().crossVectors(n, u);
  const at = (x: number, y: number): Place => new Vector3().addScaledVector(u, x).addScaledVector(v, y).toArray();
  const group = new Group();
  group.position.set(...through);
  if (flat) return group.add(segments([[at(-1, 0), at(1, 0)]], colour, 2, size / 18));
  const corners = [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)];
  group.add(surface(corners, [[0, 1, 2, 3]], colour, 0.16));
  group.add(segments(corners.map((c, i): [Place, Place] => [c, corners[(i + 1) % 4]]), colour, 1.5, size / 18));
  return group;
}

/** The hull of up to four points: a tetrahedron, triangle, segment; nothing for a point. */
export function simplex(points: Place[], colour: Color): Group {
  const group = new Group();
  const pairs = points.flatMap((p, i) => points.slice(i + 1).map((q): [Place, Place] => [p, q]));
  const triples: number[][] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) triples.push([i, j, k]);
    }
  }
  if (triples.length > 0) group.add(surface(points, triples, colour, 0.42));
  if (pairs.length > 0) group.add(segments(pairs, colour, 4));
  return group;
}

/** Looks no larger when it is looked at from near by: a mark, which is no body. */
export function mark<O extends Object3D>(object: O): O {
  object.userData.mark = true;
  return object;
}

/** Frees what a group holds on the graphics card. */
export function dispose(object: Object3D): void {
  object.traverse((part) => {
    if (part instanceof Mesh) {
      part.geometry.dispose();
      part.material.dispose();
    }
  });
  object.removeFromParent();
}
