// What bodies look like, as the command writes it: each form once, by its sizes or as triangles.

import {
  Box3,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";

import type { Place } from "./place";
import type { Pose } from "./poses";

type Axis = 0 | 1 | 2;

export type FormData =
  | { kind: "box"; half: Place }
  | { kind: "ellipsoid"; radii: Place }
  | { kind: "capsule"; a: Place; b: Place; radius: number }
  | { kind: "cylinder" | "cone"; radius: number; half: number; axis: Axis }
  | { kind: "solid"; low: Place; size: Place; points: string; triangles: string; edges: string };

/** A form at the origin of a body, or at a pose. */
export type PartData = number | [number, Pose];

export interface Form {
  surface: BufferGeometry;
  /** Ends of the edges to be drawn, three numbers each. */
  edges: number[];
  /** Points that are as far out as any, to see how large it is. */
  places: Place[];
}

/** Sides of what is round. */
const ROUND = 48;
const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

export function bytes(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

/** The surface of a unit ball with its normals as an ellipsoid. */
function ellipsoid(radii: Place, fine: number): BufferGeometry {
  return new SphereGeometry(1, fine, fine / 2).scale(...radii);
}

/** From the axis of three.js, y, to another direction. */
const turned = (geometry: BufferGeometry, to: Vector3): BufferGeometry =>
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(AXES[1], to));

/** The circle of a radius at a height of an axis, as segments. */
function circle(axis: Axis, height: number, radius: number): number[] {
  const at = (i: number): Place => {
    const place: Place = [0, 0, 0];
    const angle = (2 * Math.PI * i) / ROUND;
    place[axis] = height;
    place[(axis + 1) % 3] = radius * Math.cos(angle);
    place[(axis + 2) % 3] = radius * Math.sin(angle);
    return place;
  };
  return Array.from({ length: ROUND }, (_, i) => [...at(i), ...at(i + 1)]).flat();
}

function corners(half: Place): Place[] {
  return Array.from({ length: 8 }, (_, i) => half.map((x, k) => ((i >> k) & 1 ? x : -x)) as Place);
}

function solid(data: FormData & { kind: "solid" }): Form {
  const steps = new Uint16Array(bytes(data.points));
  const Index = steps.length > 3 * 65536 ? Uint32Array : Uint16Array;
  const at = (i: number): Place => [0, 1, 2].map((k) => data.low[k] + (steps[3 * i + k] / 65535) * data.size[k]) as Place;
  const points = Array.from({ length: steps.length / 3 }, (_, i) => at(i));
  const triangles = new Index(bytes(data.triangles));
  const positions = new Float32Array(3 * triangles.length);
  triangles.forEach((i, place) => positions.set(points[i], 3 * place));
  const surface = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  surface.computeVertexNormals();
  const edges = [...new Index(bytes(data.edges))].flatMap((i) => points[i]);
  return { surface, edges, places: points };
}

/** Points of a surface, as many as show its size. */
function some(surface: BufferGeometry): Place[] {
  const position = surface.getAttribute("position");
  const step = Math.max(1, Math.floor(position.count / 60));
  const places: Place[] = [];
  for (let i = 0; i < position.count; i += step) places.push([position.getX(i), position.getY(i), position.getZ(i)]);
  return places;
}

function form(data: FormData, fine: number): Form {
  switch (data.kind) {
    case "solid":
      return solid(data);
    case "box": {
      const places = corners(data.half);
      const edges = places.flatMap((corner, i) => [1, 2, 4].filter((k) => !(i & k)).flatMap((k) => [...corner, ...places[i | k]]));
      return { surface: new BoxGeometry(...(data.half.map((x) => 2 * x) as Place)), edges, places };
    }
    case "ellipsoid": {
      const surface = ellipsoid(data.radii, fine);
      return { surface, edges: [], places: some(surface) };
    }
    case "capsule": {
      const [a, b] = [new Vector3(...data.a), new Vector3(...data.b)];
      const way = b.clone().sub(a);
      const surface = new CapsuleGeometry(data.radius, way.length(), fine / 4, fine);
      if (way.length() > 0) turned(surface, way.normalize());
      surface.translate(...a.add(b).multiplyScalar(0.5).toArray());
      return { surface, edges: [], places: some(surface) };
    }
    case "cylinder":
    case "cone": {
      const { kind, radius, half, axis } = data;
      const made = kind === "cone" ? new ConeGeometry(radius, 2 * half, fine) : new CylinderGeometry(radius, radius, 2 * half, fine);
      const surface = turned(made, AXES[axis]);
      const rims = kind === "cone" ? [-half] : [-half, half];
      return { surface, edges: rims.flatMap((height) => circle(axis, height, radius)), places: some(surface) };
    }
  }
}

/** The forms of a page; what is round has fewer sides where there are many. */
export function readForms(all: FormData[]): Form[] {
  const fine = all.length > 500 ? 16 : all.length > 100 ? 24 : ROUND;
  return all.map((data) => form(data, fine));
}

/** The pose of a part, and its form. */
export function readPart(part: PartData, forms: Form[]): [Form, Matrix4] {
  if (typeof part === "number") return [forms[part], new Matrix4()];
  const [number, [x, y, z, qw, qx, qy, qz]] = part;
  return [forms[number], new Matrix4().compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw), new Vector3(1, 1, 1))];
}

/** The middle of the box around some places. */
export function middle(places: Place[]): Place {
  const box = new Box3();
  for (const place of places) box.expandByPoint(new Vector3(...place));
  return box.isEmpty() ? [0, 0, 0] : (box.getCenter(new Vector3()).toArray() as Place);
}
