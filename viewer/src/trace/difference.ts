// A step in the Minkowski difference: simplex, polytope, nearest point, support point and plane.

import type { Color, Object3D } from "three";

import type { Place } from "../shared/place";
import { arrow, body, cross, dot, plane, segments, simplex, surface } from "../shared/shapes";
import type { Label } from "../shared/view";
import type { Corner, Frame, Trace } from "./data";

const ORIGIN: Place = [0, 0, 0];

export interface Wanted {
  /** How large what is shown is. */
  size: number;
  colours: Record<"difference" | "polytope" | "simplex" | "nearest" | "support" | "origin", Color>;
  /** Whether the whole difference, the support plane and names are shown. */
  solid: boolean;
  plane: boolean;
  named: boolean;
}

/** Names beside their points; points that are one get one label. */
export function names(corners: Corner[], part: (corner: Corner) => Place, name: (corner: Corner) => string): Label[] {
  const labels = new Map<string, Label>();
  for (const corner of corners) labels.set(name(corner), { text: name(corner), at: part(corner), kind: "simplex" });
  return [...labels.values()];
}

export function middle(points: Place[]): Place {
  const sum: Place = [0, 0, 0];
  for (const point of points) for (let i = 0; i < 3; i++) sum[i] += point[i] / points.length;
  return sum;
}

export function differenceOf(trace: Trace, frame: Frame, wanted: Wanted): { objects: (Object3D | null)[]; labels: Label[] } {
  const { size, colours } = wanted;
  const flat = trace.dim === 2;
  const objects: (Object3D | null)[] = [];
  if (wanted.solid) objects.push(body(trace.difference, colours.difference, 0.22, 1.2));
  objects.push(cross(size * 0.03, flat, colours.origin));
  const labels: Label[] = [{ text: "O", at: ORIGIN, kind: "origin" }];
  const points = frame.simplex.map((corner) => corner.w);
  if (frame.polytope) {
    const { points: all, facets } = frame.polytope;
    const rim = facets.flatMap((f) => f.map((p, i): [Place, Place] => [all[p], all[f[(i + 1) % f.length]]]));
    // In the plane from a point inside, edge by edge.
    const inner = middle(all);
    const faces = flat ? facets.map((edge) => [...edge, all.length]) : facets;
    objects.push(surface([...all, inner], faces, colours.polytope, 0.3));
    objects.push(segments(rim, colours.polytope, 2));
  }
  objects.push(simplex(points, colours.simplex));
  const inside = frame.support === null && frame.simplex.length > trace.dim;
  if (!inside) objects.push(arrow(ORIGIN, frame.nearest, size * 0.045, colours.nearest));
  for (const point of points) objects.push(dot(point, size * 0.011, colours.simplex));
  if (frame.support) objects.push(dot(frame.support.w, size * 0.013, colours.support));
  if (frame.support && frame.direction && wanted.plane) {
    objects.push(plane(frame.support.w, frame.direction, size * (flat ? 0.5 : 0.22), flat, colours.support));
  }
  if (wanted.named) {
    labels.push(...names(frame.simplex, (c) => c.w, (c) => `w${c.name}`));
    if (frame.support && !frame.simplex.some((c) => c.name === frame.support!.name)) {
      labels.push({ text: `w${frame.support.name}`, at: frame.support.w, kind: "support" });
    }
    if (!inside && points.length > 1) labels.push({ text: "v", at: frame.nearest, kind: "nearest" });
  }
  return { objects, labels };
}
